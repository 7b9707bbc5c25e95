//! Writes a provider from the template.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use crate::terminal::{Failure, Status, Streams};

/// The files of `examples/template`, one after another. Each file begins with a line that contains the mark, the mode
/// and the path; the content follows. A test writes this file.
const TEMPLATE: &str = include_str!("template.txt");

/// The character that marks the beginning of a file in the template. No line in a file begins with this character.
const MARK: &str = "\u{1f}";

/// The end of the manifest of a package that is the root of its own workspace. The page "Build time" of the guide
/// explains the profiles.
const ROOT: &str = r#"
[workspace]

# Debug builds in less time: backtraces still have files and lines.
[profile.dev]
debug = "line-tables-only"

[profile.dev.package."*"]
debug = false

# Release builds in less time: rustc does not optimize each crate twice.
[profile.release]
lto = "off"
opt-level = 2
"#;

/// The name of the provider in the template.
const NAME: &str = "motd";

/// Writes a provider as a starting point, which compiles and has tests
///
/// The folder terraform-provider-NAME is created in the current folder. The README in the folder explains what to change.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The name of the provider, such as notes
    #[arg(value_parser = name)]
    name: String,
    /// The namespace in the registry: the owner of the repository
    #[arg(long, default_value = "example", value_parser = name)]
    namespace: String,
    /// Use the libraries in this clone of the tfvalue repository instead of the released ones
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    tfvalue: Option<PathBuf>,
}

/// Checks a name, which Terraform uses as part of an address.
pub(crate) fn name(text: &str) -> Result<String, String> {
    let text = text.strip_prefix("terraform-provider-").unwrap_or(text);
    let is_letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let is_valid = text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.chars().all(is_letter)
        && !text.ends_with('-')
        && !text.contains("--");
    if is_valid {
        Ok(text.to_owned())
    } else {
        Err(
            "lower-case letters, digits and single hyphens are required, and a letter first"
                .to_owned(),
        )
    }
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let folder = PathBuf::from(format!("terraform-provider-{}", arguments.name));
    let libraries = libraries(arguments.tfvalue.as_deref())?;
    fs::create_dir(&folder).map_err(|error| Failure::file(&folder, error))?;
    for file in files(TEMPLATE) {
        let path = folder.join(renamed(file.path, arguments));
        let mut content = renamed(file.content, arguments);
        if file.path == "Cargo.toml" {
            content = manifest(&content, libraries.as_deref());
        }
        write(&path, &content, file.is_executable).map_err(|error| Failure::file(&path, error))?;
    }
    streams.print(format!(
        "{0} is written. To run its tests, the last of which needs terraform or tofu:\n\n  cd {0}\n  cargo test\n",
        folder.display()
    ));
    Ok(Status::Fine)
}

/// Returns the folder of the libraries in a clone of the repository.
pub(crate) fn libraries(clone: Option<&Path>) -> Result<Option<PathBuf>, Failure> {
    let Some(path) = clone else { return Ok(None) };
    let libraries = fs::canonicalize(path).map_err(|error| Failure::file(path, error))?;
    let libraries = libraries.join("tfvalue");
    if !libraries.join("Cargo.toml").is_file() {
        let problem =
            "a clone of the repository of tfvalue is required, but there is no tfvalue/Cargo.toml";
        return Err(Failure::file(path, problem));
    }
    Ok(Some(libraries))
}

/// Writes a file, and the folders that contain it.
pub(crate) fn write(path: &Path, content: &str, is_executable: bool) -> std::io::Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    fs::write(path, content)?;
    #[cfg(unix)]
    if is_executable {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(path, fs::Permissions::from_mode(0o755))?;
    }
    #[cfg(not(unix))]
    let _ = is_executable;
    Ok(())
}

/// A file of the template.
struct File {
    path: &'static str,
    content: &'static str,
    is_executable: bool,
}

fn files(template: &'static str) -> impl Iterator<Item = File> {
    let parts = template.split(MARK).skip(1);
    parts.filter_map(|part| {
        let (head, content) = part.split_once('\n')?;
        let (mode, path) = head.split_once(' ')?;
        Some(File {
            path,
            content,
            is_executable: mode == "755",
        })
    })
}

/// Replaces the name in the template in all of its forms.
fn renamed(text: &str, arguments: &Arguments) -> String {
    let (name, namespace) = (&arguments.name, &arguments.namespace);
    let snake = name.replace('-', "_");
    text.replace(&format!("example/{NAME}"), &format!("{namespace}/{name}"))
        .replace(
            &format!("terraform-provider-{NAME}"),
            &format!("terraform-provider-{name}"),
        )
        .replace(
            &format!("terraform_provider_{NAME}"),
            &format!("terraform_provider_{snake}"),
        )
        // The names of resource types begin with the provider's name, up to the first underscore. Hyphens are not
        // replaced there.
        .replace(&NAME.to_uppercase(), &snake.to_uppercase())
        .replace(NAME, name)
}

/// Sets the source of the libraries, and makes the package the root of its own workspace.
pub(crate) fn manifest(text: &str, libraries: Option<&Path>) -> String {
    let mut manifest = String::new();
    for line in text.lines() {
        if line.starts_with("# In a copy of this folder") {
            continue;
        }
        let path = line.split_once("path = \"").and_then(|(start, rest)| {
            let (path, end) = rest.split_once("\", ").or_else(|| rest.split_once('"'))?;
            Some((start, path, end))
        });
        match (path, libraries) {
            (Some((start, path, end)), Some(libraries)) => {
                let inside = path
                    .trim_start_matches("../../tfvalue")
                    .trim_start_matches('/');
                let path = libraries.join(inside);
                manifest += &format!("{start}path = {:?}, {end}\n", path.display().to_string());
            }
            (Some((start, _, end)), None) => manifest += &format!("{start}{end}\n"),
            (None, _) => manifest += &format!("{line}\n"),
        }
    }
    manifest += ROOT;
    manifest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the files in a folder that belong to the repository, with their paths relative to the folder.
    fn walk(folder: &Path, within: &str, found: &mut Vec<(String, PathBuf)>) {
        let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(Result::unwrap).collect();
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let name = entry.file_name().into_string().unwrap();
            let path = format!("{within}{name}");
            if entry.file_type().unwrap().is_dir() {
                if !matches!(name.as_str(), "target" | "dist") {
                    walk(&entry.path(), &format!("{path}/"), found);
                }
            } else {
                found.push((path, entry.path()));
            }
        }
    }

    /// Run this test with `GENERATE=1` to regenerate the file.
    #[test]
    #[cfg(unix)]
    fn the_template_is_up_to_date() {
        use std::os::unix::fs::PermissionsExt as _;
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        if !root.join("../../examples/template").exists() {
            return println!("skipped: the package is outside of its repository");
        }
        let mut found = Vec::new();
        walk(&root.join("../../examples/template"), "", &mut found);
        let mut template = String::new();
        for (path, file) in found {
            let content = fs::read_to_string(&file).unwrap();
            assert!(!content.contains(MARK), "{path}");
            let mode = fs::metadata(&file).unwrap().permissions().mode();
            let mode = if mode & 0o100 == 0 { 644 } else { 755 };
            template += &format!("{MARK}{mode} {path}\n{content}");
        }
        if std::env::var_os("GENERATE").is_some() {
            fs::write(root.join("src/template.txt"), template).unwrap();
        } else {
            assert!(
                template == TEMPLATE,
                "template.txt is out of date: run this test with GENERATE=1"
            );
        }
    }

    #[test]
    fn names_are_checked() {
        for (given, expected) in [
            ("notes", Some("notes")),
            ("terraform-provider-my-notes2", Some("my-notes2")),
            ("Notes", None),
            ("2notes", None),
            ("my_notes", None),
            ("-x", None),
            ("x-", None),
            ("a--b", None),
            ("", None),
            ("../x", None),
        ] {
            assert_eq!(name(given).ok().as_deref(), expected, "{given}");
        }
    }

    #[test]
    fn the_manifest_names_the_libraries() {
        let text = "[dependencies]\n# In a copy of this folder, remove `path`.\ntfvalue = { version = \"0.1\", path = \"../../tfvalue\", features = [\"provider\"] }\n\
                    tfvalue-testing = { version = \"0.1\", path = \"../../tfvalue/testing\", features = [\"acceptance\"] }\n";
        assert_eq!(
            manifest(text, None),
            "[dependencies]\ntfvalue = { version = \"0.1\", features = [\"provider\"] }\n\
             tfvalue-testing = { version = \"0.1\", features = [\"acceptance\"] }\n"
                .to_owned()
                + ROOT
        );
        assert_eq!(
            manifest(text, Some(Path::new("/src/tfvalue"))),
            "[dependencies]\ntfvalue = { version = \"0.1\", path = \"/src/tfvalue/\", features = [\"provider\"] }\n\
             tfvalue-testing = { version = \"0.1\", path = \"/src/tfvalue/testing\", features = [\"acceptance\"] }\n"
                .to_owned()
                + ROOT
        );
    }

    #[test]
    fn the_guide_explains_the_profiles() {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../guide/src/tasks/build_time.md");
        let Ok(page) = fs::read_to_string(page) else {
            return println!("skipped: the package is outside of its repository");
        };
        for profile in ROOT.split("\n\n").filter(|part| part.contains("[profile")) {
            let settings = profile.lines().filter(|line| !line.starts_with('#'));
            let settings: Vec<_> = settings.collect();
            assert!(page.contains(&settings.join("\n")), "{profile}");
        }
    }
}
