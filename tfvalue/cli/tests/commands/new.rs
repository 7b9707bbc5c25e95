//! Tests the command `new`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{folder, outcome};

fn new(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tfvalue"));
    command.arg("new").args(arguments);
    outcome(command.current_dir(folder))
}

/// Returns all files with their contents.
fn files(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else {
            let text = fs::read_to_string(&path).unwrap();
            found.push((path, text));
        }
    }
}

#[test]
fn no_name_of_the_template_is_left() {
    let folder = folder("new", "names");
    let (status, text) = new(&folder, &["my-notes", "--namespace", "me"]);
    assert_eq!(status, Some(0), "{text}");
    let mut found = Vec::new();
    files(&folder.join("terraform-provider-my-notes"), &mut found);
    assert!(found.len() > 15, "{found:?}");
    for (path, text) in &found {
        let all = format!("{} {text}", path.display()).to_lowercase();
        assert!(!all.contains("motd"), "{}", path.display());
        assert!(!all.contains("../../tfvalue"), "{}", path.display());
    }
    let text = |name: &str| {
        let file = found.iter().find(|(path, _)| path.ends_with(name));
        &file.unwrap().1
    };
    assert!(text("Cargo.toml").starts_with("[package]\nname = \"terraform-provider-my-notes\"\n"));
    assert!(text("src/lib.rs").contains("\"me/my-notes\""));
    assert!(text("src/main.rs").contains("terraform_provider_my_notes::"));
    assert!(text("resource.tf").contains("resource \"my-notes_message\""));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let script = folder.join("terraform-provider-my-notes/archive.sh");
        assert_eq!(
            fs::metadata(script).unwrap().permissions().mode() & 0o111,
            0o111
        );
    }
}

#[test]
fn wrong_use_is_explained() {
    let folder = folder("new", "wrong");
    for name in ["", "Notes", "my_notes", "../notes", "-x"] {
        let (status, text) = new(&folder, &["--", name]);
        assert_eq!(status, Some(2), "{name}: {text}");
    }
    fs::create_dir(folder.join("terraform-provider-notes")).unwrap();
    let (status, text) = new(&folder, &["notes"]);
    assert_eq!(status, Some(3));
    assert!(
        text.starts_with("error: terraform-provider-notes: "),
        "{text}"
    );
    let (status, text) = new(&folder, &["other", "--tfvalue", "/missing"]);
    assert_eq!(status, Some(3));
    assert!(text.starts_with("error: /missing: "), "{text}");
    let (status, text) = new(&folder, &["other", "--tfvalue", "."]);
    assert_eq!(status, Some(3));
    assert!(
        text.starts_with("error: .: a clone of the repository"),
        "{text}"
    );
    // A failure leaves nothing behind.
    assert!(!folder.join("terraform-provider-other").exists());
}

/// A provider that is created in an empty folder compiles and passes its tests, including the tests that need
/// Terraform.
#[test]
#[ignore = "slow"]
fn the_provider_compiles_and_its_tests_pass() {
    let folder = folder("new", "build");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (status, text) = new(&folder, &["notes", "--tfvalue", root.to_str().unwrap()]);
    assert_eq!(status, Some(0), "{text}");
    let output = Command::new(env!("CARGO"))
        .args(["test", "--quiet"])
        .current_dir(folder.join("terraform-provider-notes"))
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(output.status.success(), "{text}");
    _ = fs::remove_dir_all(folder);
}
