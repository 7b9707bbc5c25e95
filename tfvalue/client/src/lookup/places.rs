//! The folders of installed providers.

use std::cmp::Ordering;
use std::fs;
use std::path::{Path, PathBuf};

use super::address::Address;
use super::config::{self, Body};
use super::{Located, Way};

/// Returns the name of this platform as used in paths, such as `linux_amd64`.
pub(super) fn platform() -> String {
    let system = match std::env::consts::OS {
        "macos" => "darwin",
        system => system,
    };
    let processor = match std::env::consts::ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        "x86" => "386",
        processor => processor,
    };
    format!("{system}_{processor}")
}

/// Finds a provider in a folder with the layout `HOST/NAMESPACE/NAME/VERSION/TARGET`. Fails with a description if the
/// provider exists in a form that cannot be started.
pub(super) fn installed(
    place: &Path,
    address: &Address,
    wanted: Option<&str>,
) -> Result<Option<Located>, String> {
    let mut problem = None;
    for source in address.sources() {
        let folder = place.join(&source);
        let mut versions: Vec<_> = entries(&folder).collect();
        versions.retain(|name| wanted.is_none_or(|wanted| wanted == name));
        versions.sort_by(|a, b| newest_first(a, b));
        for version in versions {
            let folder = folder.join(&version).join(platform());
            if let Some(program) = program(&folder, address.name()) {
                return Ok(Some(Located {
                    source: Some(source),
                    version: Some(version),
                    way: Way::Program(program),
                }));
            }
        }
        let end = format!("_{}.zip", platform());
        let archive = entries(&folder).find(|name| {
            let version = name
                .strip_suffix(&end)
                .and_then(|name| name.rsplit('_').next());
            version.is_some_and(|version| wanted.is_none_or(|wanted| wanted == version))
        });
        problem = problem.or(archive.map(|name| {
            let archive = folder.join(name);
            format!(
                "{}: an archive, which must be unpacked first",
                archive.display()
            )
        }));
    }
    problem.map_or(Ok(None), Err)
}

/// Returns the program of a provider in a folder. The name of the program may end with a version, as in
/// `terraform-provider-aws_v5.0.0_x5`.
pub(super) fn program(folder: &Path, name: &str) -> Option<PathBuf> {
    let start = format!("terraform-provider-{name}");
    let is_program = |file: &String| {
        let rest = file.strip_prefix(&start);
        let rest = rest.map(|rest| rest.strip_suffix(".exe").unwrap_or(rest));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
            && !file.ends_with(".zip")
            && folder.join(file).is_file()
    };
    let mut found: Vec<_> = entries(folder).filter(is_program).collect();
    // The order is the same on every run, and a name without a version comes first.
    found.sort();
    found.first().map(|file| folder.join(file))
}

fn entries(folder: &Path) -> impl Iterator<Item = String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().into_string().ok())
}

/// Compares versions. Numbers are compared by value, and a release is newer than its pre-releases.
fn newest_first(a: &str, b: &str) -> Ordering {
    let key = |version: &str| {
        let version = version.split('+').next().unwrap_or_default();
        let (numbers, pre) = match version.split_once('-') {
            Some((numbers, pre)) => (numbers, Some(pre.to_owned())),
            None => (version, None),
        };
        let numbers = numbers
            .split('.')
            .map(|part| part.parse::<u64>().unwrap_or(0));
        (numbers.collect::<Vec<_>>(), pre.is_none(), pre)
    };
    key(b).cmp(&key(a)).then_with(|| b.cmp(a))
}

/// Returns the version of a provider in a lock file.
pub(super) fn locked(file: &Path, address: &Address) -> Option<String> {
    let body = Body::parse(&fs::read_to_string(file).ok()?).ok()?;
    let sources: Vec<_> = address.sources().collect();
    let mut blocks = body.blocks.iter();
    let block = blocks.find(|block| {
        block.kind == "provider"
            && block
                .labels
                .first()
                .is_some_and(|one| sources.contains(one))
    })?;
    match block
        .body
        .attributes
        .iter()
        .find(|(name, _)| name == "version")?
    {
        (_, config::Setting::Text(version)) => Some(version.clone()),
        _ => None,
    }
}
