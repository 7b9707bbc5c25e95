//! Tests the command `release check` with incorrect releases. Each mistake is reported along with its fix.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use ring::digest::{SHA256, digest};

/// The files of a release.
#[derive(Clone)]
struct Release(BTreeMap<String, Vec<u8>>);

/// The beginning of a program for Linux on amd64.
const LINUX: &[u8] = b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x02\0\x3e\0program";
/// The beginning of a file signature that was made with an RSA key and SHA-512.
const SIGNATURE: &[u8] = &[0x89, 0x02, 0x33, 4, 0, 1, 10, 0, 0];
const ARCHIVE: &str = "terraform-provider-notes_1.0.0_linux_amd64.zip";
const MANIFEST: &str = "terraform-provider-notes_1.0.0_manifest.json";
const SUMS: &str = "terraform-provider-notes_1.0.0_SHA256SUMS";
const PROGRAM: &str = "terraform-provider-notes_v1.0.0";

/// Returns a zip file with a single entry, which is not compressed.
fn zip(name: &str, content: &[u8], mode: Option<u32>, method: u16) -> Vec<u8> {
    let len = u32::try_from(content.len()).unwrap().to_le_bytes();
    let name_len = u16::try_from(name.len()).unwrap().to_le_bytes();
    let method = method.to_le_bytes();
    let mut bytes = b"PK\x03\x04\x14\0\0\0".to_vec();
    let common = [&method[..], &[0; 8], &len, &len, &name_len, &[0; 2]].concat();
    bytes.extend_from_slice(&common);
    bytes.extend_from_slice(name.as_bytes());
    bytes.extend_from_slice(content);
    let start = bytes.len();
    let system = if mode.is_some() { 3 } else { 0 };
    bytes.extend_from_slice(&[b'P', b'K', 1, 2, 0x14, system, 0x14, 0, 0, 0]);
    bytes.extend_from_slice(&common);
    bytes.extend_from_slice(&[0; 6]);
    bytes.extend_from_slice(&(mode.unwrap_or_default() << 16).to_le_bytes());
    bytes.extend_from_slice(&[0; 4]);
    bytes.extend_from_slice(name.as_bytes());
    let size = u32::try_from(bytes.len() - start).unwrap().to_le_bytes();
    let start = u32::try_from(start).unwrap().to_le_bytes();
    bytes.extend_from_slice(b"PK\x05\x06\0\0\0\0\x01\0\x01\0");
    bytes.extend_from_slice(&[&size[..], &start, &[0; 2]].concat());
    bytes
}

impl Release {
    /// A release that is correct except for its program, which is not started.
    fn right() -> Self {
        let mut release = Release(BTreeMap::new());
        release.set(ARCHIVE, zip(PROGRAM, LINUX, Some(0o100_755), 0));
        release.set(
            MANIFEST,
            r#"{"version": 1, "metadata": {"protocol_versions": ["6.0"]}}"#,
        );
        release.sum();
        release.set(&format!("{SUMS}.sig"), SIGNATURE);
        release
    }

    fn set(&mut self, name: &str, content: impl Into<Vec<u8>>) {
        self.0.insert(name.to_owned(), content.into());
    }

    /// Writes the checksums of the archives and the manifest.
    fn sum(&mut self) {
        let mut sums = String::new();
        for (name, bytes) in &self.0 {
            if name.ends_with(".zip") || name.ends_with(".json") {
                let hex = digest(&SHA256, bytes);
                let hex = hex.as_ref().iter().map(|byte| format!("{byte:02x}"));
                writeln!(sums, "{}  {name}", hex.collect::<String>()).unwrap();
            }
        }
        self.set(SUMS, sums);
    }

    fn sums(&self) -> String {
        String::from_utf8(self.0[SUMS].clone()).unwrap()
    }

    /// Replaces the archive and writes the checksums again.
    fn packed(mut self, archive: Vec<u8>) -> Self {
        self.set(ARCHIVE, archive);
        self.sum();
        self
    }

    /// Replaces a file. `None` removes it.
    fn with<'a>(mut self, name: &str, content: impl Into<Option<&'a [u8]>>) -> Self {
        match content.into() {
            Some(content) => self.set(name, content),
            None => _ = self.0.remove(name),
        }
        self
    }

    /// Renames a file and writes the checksums again.
    fn renamed(mut self, from: &str, to: &str) -> Self {
        let content = self.0.remove(from).unwrap();
        self.set(to, content);
        self.sum();
        self
    }

    fn folder(&self, name: &str) -> PathBuf {
        let folder = crate::folder("release", name);
        for (name, content) in &self.0 {
            fs::write(folder.join(name), content).unwrap();
        }
        folder
    }
}

/// Runs the command. Returns the exit status and the output.
fn check(folder: &Path) -> (Option<i32>, String) {
    check_with(&[], folder)
}

/// Runs the command with options.
fn check_with(options: &[&OsStr], folder: &Path) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tfvalue"));
    command.args(["release", "check", "--no-start"]);
    crate::outcome(command.args(options).arg(folder))
}

#[test]
fn a_right_release_has_no_problems() {
    let folder = Release::right().folder("right");
    let expected = "the signature is not verified, because --key does not name the public key\n\
                    notes 1.0.0: 1 archive, 0 problems\n"
        .to_owned();
    assert_eq!(check(&folder), (Some(0), expected));
}

#[test]
fn a_folder_is_required() {
    let (status, text) = check(Path::new("/missing/folder"));
    assert_eq!(status, Some(3), "{text}");
    assert!(text.starts_with("error: /missing/folder: "), "{text}");
}

/// Asserts that the command finds a single problem, along with its fix.
#[track_caller]
fn finds(name: &str, release: &Release, problem: &str, fix: &str) {
    let (status, text) = check(&release.folder(name));
    assert_eq!(status, Some(1), "{name}: {text}");
    assert!(
        text.contains(problem),
        "{name}: {problem:?} is missing in\n{text}"
    );
    assert!(
        text.contains(&format!("\n  fix: {fix}")),
        "{name}: {fix:?} is missing in\n{text}"
    );
    assert!(text.ends_with(", 1 problem\n"), "{name}: {text}");
}

#[test]
fn wrong_names_are_found() {
    let right = Release::right;
    let none = Release(BTreeMap::from([("notes.zip".to_owned(), Vec::new())]));
    finds(
        "none",
        &none,
        "there is no file terraform-provider-NAME_VERSION_OS_ARCH.zip",
        "name the archives like",
    );
    let rename = |to: &str| {
        let mut release = right();
        let archive = release.0[ARCHIVE].clone();
        release.set(to, archive);
        release.sum();
        release
    };
    let listed = |mut release: Release, name: &str| {
        // A file that is not part of the release needs no checksum.
        let sums: String = release
            .sums()
            .lines()
            .filter(|line| !line.ends_with(name))
            .map(|line| format!("{line}\n"))
            .collect();
        release.set(SUMS, sums);
        release
    };
    let name = "terraform-provider-notes_v1.0.0_linux_arm64.zip";
    finds(
        "v",
        &listed(rename(name), name),
        "the version in the name begins with v",
        "rename it to terraform-provider-notes_1.0.0_OS_ARCH.zip",
    );
    let name = "terraform-provider-notes_1.0.0_darwin_x86_64.zip";
    let mut release = rename(name);
    let macos = [&[0xcf, 0xfa, 0xed, 0xfe, 7, 0, 0, 1][..], &[0; 20]].concat();
    release.set(name, zip(PROGRAM, &macos, Some(0o100_755), 0));
    release.sum();
    let (_, text) = check(&release.folder("processor"));
    assert!(
        text.contains("darwin_x86_64 is no platform of Terraform"),
        "{text}"
    );
    assert!(
        text.contains("fix: write darwin_amd64, as Go names it"),
        "{text}"
    );
    let name = "terraform-provider-notes_0.9.0_linux_arm64.zip";
    finds(
        "version",
        &listed(rename(name), name),
        "belongs to notes 0.9.0, while most files belong to notes 1.0.0",
        "put only the files of one release",
    );
    let sums = right().renamed(&format!("{SUMS}.sig"), &format!("{SUMS}.asc"));
    let (_, text) = check(&sums.folder("asc"));
    assert!(
        text.contains("the name is not that of the signature"),
        "{text}"
    );
    let tar = right().with(
        "terraform-provider-notes_1.0.0_linux_arm64.tar.gz",
        &b"\x1f\x8b"[..],
    );
    finds(
        "tar",
        &tar,
        "archives must be zip files",
        "pack the program with zip",
    );
    let arm = right().renamed(ARCHIVE, "terraform-provider-notes_1.0.0_linux_arm64.zip");
    let arm = Release(arm.0);
    let (_, text) = check(&arm.folder("platform"));
    assert!(
        text.contains("terraform-provider-notes_1.0.0_linux_amd64.zip: the archive is missing"),
        "{text}"
    );
    assert!(
        text.contains("the program is for Linux or BSD on amd64"),
        "{text}"
    );
}

#[test]
fn wrong_archives_are_found() {
    let packed = |archive: Vec<u8>| Release::right().packed(archive);
    let with = |name: &str, mode: Option<u32>| packed(zip(name, LINUX, mode, 0));
    let mode = Some(0o100_755);
    finds(
        "text",
        &packed(b"no archive".to_vec()),
        "it is no zip file, or it is cut off",
        "pack the program again",
    );
    let cut = zip(PROGRAM, LINUX, mode, 0)[..60].to_vec();
    finds(
        "cut",
        &packed(cut),
        "it is no zip file, or it is cut off",
        "pack the program again",
    );
    finds(
        "no-v",
        &with("terraform-provider-notes_1.0.0", mode),
        "the program has the name terraform-provider-notes_1.0.0",
        &format!("name it {PROGRAM}, with v"),
    );
    finds(
        "folder",
        &with(&format!("dist/{PROGRAM}"), mode),
        "the program is in a folder of the archive: dist/",
        "pack it without its folder: zip -j",
    );
    finds(
        "nothing",
        &with("README.md", mode),
        "there is no program in the archive",
        "pack the program under the name",
    );
    finds(
        "mode",
        &with(PROGRAM, Some(0o100_644)),
        "the program is not executable",
        "run chmod +x before zip",
    );
    finds(
        "windows",
        &with(PROGRAM, None),
        "the program is not executable",
        "run chmod +x before zip",
    );
    finds(
        "method",
        &packed(zip(PROGRAM, LINUX, mode, 93)),
        "compressed or encrypted in a way",
        "pack it with deflate",
    );
    finds(
        "script",
        &packed(zip(PROGRAM, b"#!/bin/sh\n", mode, 0)),
        "the program is no program of a system",
        "build it for linux_amd64",
    );
}

#[test]
fn wrong_manifests_are_found() {
    let manifest = |content: &str| {
        let mut release = Release::right().with(MANIFEST, content.as_bytes());
        release.sum();
        release
    };
    let mut without = Release::right().with(MANIFEST, None);
    without.sum();
    finds(
        "no-manifest",
        &without,
        "the manifest is missing, so registries take protocol 5.0",
        "write it: {\"version\": 1",
    );
    for (name, content, problem) in [
        ("json", "{", "invalid JSON: "),
        (
            "format",
            r#"{"version": 2}"#,
            "version 1 is required, got 2",
        ),
        (
            "flat",
            r#"{"version": 1, "protocol_versions": ["6.0"]}"#,
            "a list of versions is required, got null",
        ),
        (
            "number",
            r#"{"version": 1, "metadata": {"protocol_versions": [6.0]}}"#,
            "a string such as \"6.0\" is required, got 6.0",
        ),
        (
            "major",
            r#"{"version": 1, "metadata": {"protocol_versions": ["6"]}}"#,
            "a string such as \"6.0\" is required, got \"6\"",
        ),
    ] {
        finds(
            &format!("manifest-{name}"),
            &manifest(content),
            problem,
            "write, for protocol 6: ",
        );
    }
    let release = Release::right();
    let sums = release.sums();
    let unlisted: String = sums
        .lines()
        .filter(|line| line.ends_with(".zip"))
        .map(|line| format!("{line}\n"))
        .collect();
    finds(
        "unlisted",
        &release.with(SUMS, unlisted.as_bytes()),
        "the manifest is not listed",
        "write it in the folder of the release",
    );
}

#[test]
fn wrong_checksums_are_found() {
    let sums = |change: fn(&str) -> String| {
        let release = Release::right();
        let changed = change(&release.sums());
        release.with(SUMS, changed.as_bytes())
    };
    finds(
        "no-sums",
        &Release::right().with(SUMS, None),
        "the checksums are missing",
        "write it in the folder",
    );
    let other = zip(PROGRAM, &[LINUX, b"!"].concat(), Some(0o100_755), 0);
    finds(
        "other",
        &Release::right().with(ARCHIVE, &other[..]),
        "is that of other bytes",
        "write the checksums after the last change",
    );
    finds(
        "crlf",
        &sums(|text| text.replace('\n', "\r\n")),
        "the lines end with a carriage return",
        "write the file on Linux",
    );
    let more = |text: &str| format!("{text}{}  other.zip\n", "0".repeat(64));
    finds(
        "more",
        &sums(more),
        "other.zip is listed, but is not in the folder",
        "publish all files",
    );
    for (name, change, problem) in [
        (
            "binary",
            (|text| text.replace("  ", " *")) as fn(&str) -> String,
            "which marks binary mode",
        ),
        ("path", |text| text.replace("  ", "  ./"), "has a folder"),
        (
            "bsd",
            |text| {
                text.lines()
                    .map(|line| format!("SHA256 ({line})\n"))
                    .collect()
            },
            "this is the form of BSD",
        ),
    ] {
        let (status, text) = check(&sums(change).folder(&format!("sums-{name}")));
        assert_eq!(status, Some(1));
        assert!(text.contains(problem), "{name}: {text}");
    }
}

#[test]
fn wrong_signatures_are_found() {
    let signed = |signature: &[u8]| Release::right().with(&format!("{SUMS}.sig"), signature);
    let missing = Release::right().with(&format!("{SUMS}.sig"), None);
    finds(
        "unsigned",
        &missing,
        "the signature is missing",
        "sign the checksums: gpg --detach-sign",
    );
    finds(
        "armored",
        &signed(b"-----BEGIN PGP SIGNATURE-----\n"),
        "the signature is armored: it is text",
        "sign without --armor",
    );
    finds(
        "text",
        &signed(b"signed by me"),
        "this is no signature of OpenPGP",
        "sign the checksums",
    );
    finds(
        "whole",
        &signed(&[0xa3, 1, 2, 3]),
        "the file contains the signed text, too",
        "sign with --detach-sign",
    );
    finds(
        "ed25519",
        &signed(&[0x88, 0x5e, 4, 0, 22, 10, 0]),
        "the key is neither RSA nor DSA",
        "create a key of type RSA",
    );
    finds(
        "sha1",
        &signed(&[0x89, 1, 2, 4, 0, 1, 2, 0]),
        "the signature uses MD5 or SHA-1",
        "sign with --digest-algo SHA512",
    );
}

/// Runs `gpg` with a separate set of keys.
fn gpg(home: &Path, arguments: &[&str]) -> Vec<u8> {
    let output = Command::new("gpg")
        .arg("--homedir")
        .arg(home)
        .args([
            "--batch",
            "--yes",
            "--quiet",
            "--pinentry-mode=loopback",
            "--passphrase=",
        ])
        .args(arguments)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    output.stdout
}

/// The signature is verified with the public key. This needs `gpg`.
#[test]
#[cfg(unix)]
fn signatures_are_verified() {
    use std::os::unix::fs::PermissionsExt as _;
    if Command::new("gpg").arg("--version").output().is_err() {
        eprintln!("skipped: gpg is not installed");
        return;
    }
    // The path of the agent's socket must be short.
    let home = std::env::temp_dir().join(format!("tfvalue-gpg-{}", std::process::id()));
    fs::create_dir_all(&home).unwrap();
    fs::set_permissions(&home, fs::Permissions::from_mode(0o700)).unwrap();
    for name in ["first", "second"] {
        let address = format!("{name}@example.com");
        gpg(
            &home,
            &["--quick-gen-key", &address, "rsa2048", "sign", "never"],
        );
        let key = gpg(&home, &["--armor", "--export", &address]);
        fs::write(home.join(name), key).unwrap();
    }
    let release = Release::right();
    let folder = release.folder("signed");
    let sums = folder.join(SUMS);
    let signature = folder.join(format!("{SUMS}.sig"));
    let sign = [
        "--digest-algo=SHA512",
        "--local-user=first@example.com",
        "--output",
    ];
    let paths = [
        signature.to_str().unwrap(),
        "--detach-sign",
        sums.to_str().unwrap(),
    ];
    gpg(&home, &[&sign[..], &paths].concat());
    let verify = |key: &str| check_with(&["--key".as_ref(), home.join(key).as_ref()], &folder);
    let (status, text) = verify("first");
    assert_eq!(status, Some(0), "{text}");
    assert!(
        text.starts_with("the signature is right, and of the key "),
        "{text}"
    );
    let (status, text) = verify("second");
    assert_eq!(status, Some(1), "{text}");
    assert!(
        text.contains(": the signature is of another key\n  fix: sign with the key"),
        "{text}"
    );
    // The checks of the checksums accept an additional line.
    fs::write(&sums, format!("{}\n", release.sums())).unwrap();
    let (status, text) = verify("first");
    assert_eq!(status, Some(1), "{text}");
    assert!(
        text.contains("the signature is not one of these checksums\n  fix: "),
        "{text}"
    );
    let (status, text) = verify("missing");
    assert_eq!(status, Some(3), "{text}");
    fs::write(home.join("wrong"), "no key").unwrap();
    let (status, text) = verify("wrong");
    assert_eq!(status, Some(3), "{text}");
    assert!(
        text.contains("a public key of OpenPGP is required"),
        "{text}"
    );
    _ = Command::new("gpgconf")
        .arg("--homedir")
        .arg(&home)
        .args(["--kill", "all"])
        .status();
    _ = fs::remove_dir_all(home);
}

/// No file makes the command panic or read endlessly.
#[test]
fn damaged_files_are_survived() {
    let archive = zip(PROGRAM, LINUX, Some(0o100_755), 8);
    for at in 0..archive.len() {
        let mut damaged = archive.clone();
        damaged[at] ^= 0xff;
        let (status, text) = check(&Release::right().packed(damaged).folder("damaged"));
        assert!(matches!(status, Some(0 | 1)), "{at}: {text}");
    }
}
