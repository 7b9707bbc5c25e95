use std::fs;
use std::path::{Path, PathBuf};

use super::config::{Body, Setting};
use super::{Located, Lookup, Way, places};

/// A folder for a test, which is removed when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("tfvalue-{name}-{}", std::process::id()));
        _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    /// Writes a file and creates the folders that contain it.
    fn write(&self, path: &str, text: &str) -> PathBuf {
        let path = self.0.join(path.replace("TARGET", &places::platform()));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    fn lookup(&self, variables: &[(&str, &Path)]) -> Lookup {
        let home = self.0.join("home");
        let home = [("HOME", home.as_path())];
        let variables = home.iter().chain(variables);
        Lookup::new()
            .folder(&self.0)
            .environment(variables.map(|(name, value)| (*name, *value)))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

fn installed(source: &str, version: &str, program: PathBuf) -> Located {
    Located {
        source: Some(source.to_owned()),
        version: Some(version.to_owned()),
        way: Way::Program(program),
    }
}

const NOTES: &str = "registry.terraform.io/example/notes";

#[test]
fn providers_that_init_has_installed_are_found() {
    let folder = Folder::new("installed");
    let at = |version: &str| {
        let path = format!(
            ".terraform/providers/{NOTES}/{version}/TARGET/terraform-provider-notes_v{version}"
        );
        folder.write(&path, "")
    };
    let (old, pre, new) = (at("1.9.0"), at("1.10.0-rc1"), at("1.10.0"));
    let lookup = folder.lookup(&[]);
    let find = |provider: &str| lookup.find(provider).unwrap();
    // The newest one, by number.
    assert_eq!(find("example/notes"), installed(NOTES, "1.10.0", new));
    assert_eq!(
        find("Example/notes@v1.9.0"),
        installed(NOTES, "1.9.0", old.clone())
    );
    assert_eq!(
        find("example/notes@1.10.0-rc1"),
        installed(NOTES, "1.10.0-rc1", pre)
    );
    // The one that is locked.
    let lock = "# a comment\nprovider \"registry.terraform.io/example/notes\" {\n  version     = \"1.9.0\"\n  constraints = \">= 1.0.0\"\n  hashes = [\n    \"h1:x\",\n  ]\n}\n";
    folder.write(".terraform.lock.hcl", lock);
    assert_eq!(find(NOTES), installed(NOTES, "1.9.0", old));
    let error = lookup.find("example/notes@3.0.0").unwrap_err().to_string();
    assert!(
        error.starts_with(&format!("{NOTES} 3.0.0 is not installed for ")),
        "{error}"
    );
    assert!(error.contains(".terraform/providers"), "{error}");
}

#[test]
fn the_cache_and_mirrors_are_searched() {
    let folder = Folder::new("mirrors");
    let source = "registry.opentofu.org/example/notes";
    let end = "1.0.0/TARGET/terraform-provider-notes";
    let cached = folder.write(&format!("cache/{source}/{end}"), "");
    let implied = folder.write(
        &format!("home/.terraform.d/plugins/example.com/a/b/{end}"),
        "",
    );
    _ = fs::rename(
        &implied,
        implied.with_file_name("terraform-provider-b_v1.0.0_x5"),
    );
    let cache = folder.0.join("cache");
    let lookup = folder.lookup(&[("TF_PLUGIN_CACHE_DIR", &cache)]);
    assert_eq!(
        lookup.find("example/notes").unwrap(),
        installed(source, "1.0.0", cached)
    );
    let found = lookup.find("example.com/a/b").unwrap();
    assert_eq!(found.version.as_deref(), Some("1.0.0"));

    let mirror = folder.0.join("mirror");
    let config = format!(
        "provider_installation {{\n  filesystem_mirror {{\n    path = {mirror:?}\n    include = [\"example.com/*/*\"]\n  }}\n}}\n"
    );
    let config = folder.write("config.tfrc", &config);
    let packed = format!(
        "mirror/example.com/a/c/terraform-provider-c_2.0.0_{}.zip",
        places::platform()
    );
    folder.write(&packed, "");
    let lookup = folder.lookup(&[("TF_CLI_CONFIG_FILE", &config)]);
    let error = lookup.find("example.com/a/c").unwrap_err().to_string();
    assert!(
        error.contains(".zip: an archive, which must be unpacked first"),
        "{error}"
    );
}

#[test]
fn overrides_and_running_providers_come_first() {
    let folder = Folder::new("overrides");
    let built = folder.write("build/terraform-provider-notes", "");
    folder.write("build/terraform-provider-notes.d", "");
    let build = folder.0.join("build");
    let config = format!(
        "plugin_cache_dir = \"~/cache\"\nprovider_installation {{\n  dev_overrides {{\n    \"example/notes\" = {build:?}\n  }}\n  direct {{}}\n}}\n"
    );
    let config = folder.write("home/.terraformrc", &config);
    let lookup = folder.lookup(&[]);
    let found = lookup.find("example/notes").unwrap();
    assert_eq!(found.source.as_deref(), Some(NOTES));
    assert_eq!(found.way, Way::Program(built));

    let value = r#"{"example/notes": {"Protocol": "grpc"}}"#;
    let lookup = folder.lookup(&[("TF_REATTACH_PROVIDERS", Path::new(value))]);
    let found = lookup.find(NOTES).unwrap();
    let source = "example/notes".to_owned();
    assert_eq!(
        found.way,
        Way::Reattach {
            value: value.to_owned(),
            source
        }
    );

    fs::write(&config, "provider_installation {\n  dev_overrides\n").unwrap();
    let error = folder
        .lookup(&[])
        .find("example/notes")
        .unwrap_err()
        .to_string();
    assert!(
        error.ends_with(".terraformrc: line 2: `{` is required"),
        "{error}"
    );
}

#[test]
fn paths_are_taken_as_they_are() {
    let folder = Folder::new("paths");
    let program = folder.write("terraform-provider-x", "");
    let lookup = folder.lookup(&[]);
    let found = lookup.find(program.to_str().unwrap()).unwrap();
    assert_eq!((found.source, found.way), (None, Way::Program(program)));
    for (wrong, problem) in [
        ("./missing", "does not exist"),
        (folder.0.to_str().unwrap(), "is a folder"),
        ("a/b/../c", "does not exist"),
        ("a/b@../../x", "does not exist"),
    ] {
        let error = lookup.find(wrong).unwrap_err().to_string();
        assert!(
            error.starts_with(&format!("{wrong}: the file {problem}; ")),
            "{error}"
        );
    }
}

#[test]
fn files_of_settings_are_parsed() {
    let text = "a = \"x\\\"y\" # b\n/* c */ d \"e\" f { g = [1, [true]] }\nh {}";
    let body = Body::parse(text).unwrap();
    assert_eq!(
        body.attributes,
        [("a".to_owned(), Setting::Text("x\"y".to_owned()))]
    );
    let labels: Vec<_> = body
        .blocks
        .iter()
        .map(|one| (&*one.kind, one.labels.len()))
        .collect();
    assert_eq!(labels, [("d", 2), ("h", 0)]);
    for (wrong, problem) in [
        ("a", "line 1: `{` is required"),
        ("a = ", "line 1: a value is required"),
        (
            "\n}",
            "line 2: an attribute or a block is required, got `}`",
        ),
        ("a = \"x", "line 1: a string has no end"),
        ("\n\na ! b", "line 3: unexpected '!'"),
        ("/*", "a comment has no end"),
        (&"a {".repeat(100), "line 1: too deeply nested"),
        (
            &format!("a = {}", "[".repeat(100_000)),
            "line 1: too deeply nested",
        ),
    ] {
        assert_eq!(Body::parse(wrong).unwrap_err(), problem, "{wrong:.20}");
    }
}
