//! Finds captures and files in the corpus.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the captures in a folder, sorted by name.
pub(crate) fn captures(folder: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/captures");
    let files = read(&root.join(folder));
    assert!(!files.is_empty());
    files
}

/// Returns the files in a folder of the corpus. Prints a notice and returns `None` if there is no
/// corpus.
pub(crate) fn corpus(folder: &str) -> Option<Vec<(PathBuf, Vec<u8>)>> {
    let folder = crate::corpus::folder(folder)?;
    Some(read(&folder))
}

fn read(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = entries
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .collect();
    paths.sort();
    let read = |path: PathBuf| {
        let bytes = fs::read(&path).unwrap();
        (path, bytes)
    };
    paths.into_iter().map(read).collect()
}

/// Returns `true` if a file contains a state instead of a plan.
pub(crate) fn is_state(path: &Path) -> bool {
    let is_folder = |part: &OsStr| part == "state";
    path.to_string_lossy().ends_with(".state.json") || path.iter().any(is_folder)
}
