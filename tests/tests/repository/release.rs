//! The files of a release, as the template creates them.

use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, Stdio};

use super::path;

/// Returns `true` if a program can be started.
fn exists(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdout(Stdio::null());
    command.stderr(Stdio::null()).status().is_ok()
}

/// Archives contain the program with its version in the file name. The checksums match the archives and the manifest.
#[test]
fn the_template_makes_the_files_of_a_release() {
    if cfg!(windows) || !exists("zip") || !exists("sha256sum") {
        println!("skipped: needs sh, zip and sha256sum");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for (platform, suffix) in [("linux_amd64", ""), ("windows_amd64", ".exe")] {
        let platform = folder.path().join(platform);
        fs::create_dir(&platform).unwrap();
        let program = format!("terraform-provider-motd{suffix}");
        fs::write(platform.join(program), "a program").unwrap();
    }
    let script = path("examples/template/archive.sh").canonicalize().unwrap();
    let run = |command: &mut Command| assert!(command.status().unwrap().success());
    run(Command::new("sh")
        .arg(script)
        .arg("0.1.0")
        .arg(folder.path()));

    let entries = fs::read_dir(folder.path()).unwrap();
    let files = entries.map(|entry| entry.unwrap().path());
    let files = files.filter(|file| file.is_file());
    let name = |file: std::path::PathBuf| file.file_name().unwrap().to_str().unwrap().to_owned();
    let files: BTreeSet<_> = files.map(name).collect();
    let suffixes = [
        "SHA256SUMS",
        "linux_amd64.zip",
        "manifest.json",
        "windows_amd64.zip",
    ];
    let expected = suffixes.map(|suffix| format!("terraform-provider-motd_0.1.0_{suffix}"));
    assert_eq!(files, expected.clone().into());

    let sums = fs::read_to_string(folder.path().join(&expected[0])).unwrap();
    let listed: Vec<_> = sums
        .lines()
        .map(|line| line.rsplit(' ').next().unwrap())
        .collect();
    assert_eq!(listed, [&expected[1], &expected[3], &expected[2]]);
    let check = ["--check", "--quiet", &expected[0]];
    run(Command::new("sha256sum").args(check).current_dir(&folder));
    let archive = fs::read(folder.path().join(&expected[3])).unwrap();
    let program = b"terraform-provider-motd_v0.1.0.exe";
    assert!(archive.windows(program.len()).any(|bytes| bytes == program));
}
