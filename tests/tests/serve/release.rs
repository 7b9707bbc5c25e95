//! The command `release check` starts the program for the current platform.

use std::fs;
use std::path::Path;
use std::process::Command;

use tfvalue_client::Lookup;

/// Writes a release of a program: an archive for the current platform, and a manifest with one protocol version.
fn release(folder: &Path, program: &Path, protocol: &str) {
    let name = "terraform-provider-inventory";
    let inside = folder.join(format!("{name}_v1.0.0"));
    fs::copy(program, &inside).unwrap();
    let archive = format!("{name}_1.0.0_{}.zip", Lookup::platform());
    let zipped = Command::new("zip")
        .args(["-q", "-1", "-m", &archive, &format!("{name}_v1.0.0")])
        .current_dir(folder)
        .status();
    assert!(zipped.unwrap().success());
    let manifest =
        format!(r#"{{"version": 1, "metadata": {{"protocol_versions": ["{protocol}"]}}}}"#);
    fs::write(folder.join(format!("{name}_1.0.0_manifest.json")), manifest).unwrap();
    let script = format!("sha256sum *.zip *.json > {name}_1.0.0_SHA256SUMS");
    let summed = Command::new("sh")
        .args(["-c", &script])
        .current_dir(folder)
        .status();
    assert!(summed.unwrap().success());
    let signature = [0x89, 0x02, 0x33, 4, 0, 1, 10, 0, 0];
    fs::write(
        folder.join(format!("{name}_1.0.0_SHA256SUMS.sig")),
        signature,
    )
    .unwrap();
}

fn check(folder: &Path) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_cli"))
        .args(["release", "check"])
        .arg(folder)
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}

#[test]
fn the_program_of_a_release_is_started() {
    if Command::new("zip").arg("-v").output().is_err() {
        eprintln!("skipped: zip is missing");
        return;
    }
    let inventory = Path::new(env!("CARGO_BIN_EXE_inventory"));
    let folder = tempfile::tempdir().unwrap();
    release(folder.path(), inventory, "6.0");
    let fine = "the signature is not verified, because --key does not name the public key\ninventory 1.0.0: 1 archive, 0 problems\n".to_owned();
    assert_eq!(check(folder.path()), (Some(0), fine));

    let folder = tempfile::tempdir().unwrap();
    release(folder.path(), inventory, "4.0");
    let (status, text) = check(folder.path());
    assert_eq!(status, Some(1), "{text}");
    let problem =
        r#"the program serves the protocol ["5.0", "6.0"], but the manifest says ["4.0"]"#;
    assert!(text.contains(problem), "{text}");

    // A program that is not a provider.
    let folder = tempfile::tempdir().unwrap();
    release(folder.path(), Path::new("/bin/true"), "6.0");
    let (status, text) = check(folder.path());
    assert_eq!(status, Some(1), "{text}");
    assert!(text.contains("the program does not start: "), "{text}");
}
