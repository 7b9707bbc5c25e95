//! The names of the files of a release.

use std::fmt;

/// A provider and its version.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Name {
    pub(super) name: String,
    pub(super) version: String,
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.version)
    }
}

/// The role of a file in a release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Archive { system: String, processor: String },
    Manifest,
    Sums,
    Signature,
}

const SYSTEMS: [&str; 7] = [
    "darwin", "freebsd", "linux", "netbsd", "openbsd", "solaris", "windows",
];
const PROCESSORS: [&str; 9] = [
    "386", "amd64", "arm", "arm64", "loong64", "ppc64le", "riscv64", "s390x", "mips64le",
];

/// Parses the name of a file that belongs to a release.
pub(super) fn parse(file: &str) -> Option<(Name, Part)> {
    let rest = file.strip_prefix("terraform-provider-")?;
    let (name, rest) = rest.split_once('_')?;
    let (version, rest) = rest.split_once('_')?;
    if name.is_empty() || !version.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let part = match rest {
        "SHA256SUMS" => Part::Sums,
        "SHA256SUMS.sig" => Part::Signature,
        "manifest.json" => Part::Manifest,
        rest => {
            let (system, processor) = rest.strip_suffix(".zip")?.split_once('_')?;
            Part::Archive {
                system: system.to_owned(),
                processor: processor.to_owned(),
            }
        }
    };
    let name = Name {
        name: name.to_owned(),
        version: version.to_owned(),
    };
    Some((name, part))
}

/// Returns the correct name of a platform, if the given name is not one of Go's names.
pub(super) fn wrong_platform(system: &str, processor: &str) -> Option<String> {
    let system_of_go = match system.to_lowercase().as_str() {
        "macos" | "osx" | "mac" | "apple" => Some("darwin"),
        "win" | "win32" | "win64" => Some("windows"),
        _ => SYSTEMS
            .iter()
            .copied()
            .find(|one| one.eq_ignore_ascii_case(system)),
    };
    let processor_of_go = match processor.to_lowercase().as_str() {
        "x86_64" | "x64" | "x86-64" => Some("amd64"),
        "aarch64" | "armv8" => Some("arm64"),
        "i386" | "i686" | "x86" => Some("386"),
        "armv6" | "armv7" | "armhf" => Some("arm"),
        _ => PROCESSORS
            .iter()
            .copied()
            .find(|one| one.eq_ignore_ascii_case(processor)),
    };
    match (system_of_go, processor_of_go) {
        (Some(system_of_go), Some(processor_of_go)) => {
            let is_right = (system_of_go, processor_of_go) == (system, processor);
            (!is_right).then(|| format!("write {system_of_go}_{processor_of_go}, as Go names it"))
        }
        _ => Some(format!(
            "use Go's names: one of {}, and one of {}",
            SYSTEMS.join(", "),
            PROCESSORS.join(", ")
        )),
    }
}

/// Describes the error in the name of a file that looks like a part of a release.
pub(super) fn wrong(file: &str, name: &Name) -> Option<(String, String)> {
    let lower = file.to_lowercase();
    let full = format!("terraform-provider-{}_{}", name.name, name.version);
    let has = |text: &str| lower.contains(text);
    let rename = |to: &str| format!("rename it to {full}_{to}");
    let other =
        |what: &str, to: &str| Some((format!("the name is not that of {what}"), rename(to)));
    if lower.ends_with(".zip") {
        let problem = if has(&format!("_v{}", name.version.to_lowercase())) {
            "the version in the name begins with v"
        } else {
            "the name is not that of an archive"
        };
        return Some((problem.to_owned(), rename("OS_ARCH.zip")));
    }
    match () {
        () if lower.ends_with(".tar.gz") || lower.ends_with(".tgz") => Some((
            "archives must be zip files".to_owned(),
            "pack the program with zip".to_owned(),
        )),
        () if has("sha256sums") && (lower.ends_with(".asc") || lower.ends_with(".gpg")) => {
            other("the signature", "SHA256SUMS.sig")
        }
        () if has("sha256sums") && lower.ends_with(".sig") => {
            other("the signature", "SHA256SUMS.sig")
        }
        () if has("sha256sum") || has("checksums") => other("the checksums", "SHA256SUMS"),
        () if has("manifest") && lower.ends_with(".json") => other("the manifest", "manifest.json"),
        () => None,
    }
}

/// Describes the error in a version.
pub(super) fn wrong_version(version: &str) -> Option<&'static str> {
    let (core, pre) = match version.split_once('-') {
        Some((core, pre)) => (core, Some(pre)),
        None => (version, None),
    };
    let numbers: Vec<_> = core.split('.').collect();
    let is_number = |text: &&str| {
        !text.is_empty()
            && text.chars().all(|c| c.is_ascii_digit())
            && (text.len() == 1 || !text.starts_with('0'))
    };
    let is_pre = |text: &str| {
        !text.is_empty()
            && text
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || ".-".contains(c))
    };
    if numbers.len() != 3 {
        Some("the version does not have three numbers")
    } else if !numbers.iter().all(is_number) || !pre.is_none_or(is_pre) {
        Some("the version is no semantic version")
    } else {
        None
    }
}
