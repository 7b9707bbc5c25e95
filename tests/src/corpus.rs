//! Files from public repositories that are too large for this repository. The files are in the folder given by
//! `TFVALUE_CORPUS`, or in `shared/corpus` next to the repository.

use std::env;
use std::path::{Path, PathBuf};

use crate::notices::skipped;

/// Returns a folder in the corpus. Prints a notice and returns `None` if there is no corpus.
#[must_use]
pub fn folder(name: &str) -> Option<PathBuf> {
    let sibling = || {
        // The tests with `arbitrary_precision` are one folder deeper.
        let folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
        folders
            .map(|folder| folder.join("shared/corpus"))
            .find(|corpus| corpus.is_dir())
    };
    let corpus = env::var_os("TFVALUE_CORPUS").map_or_else(sibling, |path| Some(path.into()));
    let folder = corpus.map(|corpus| corpus.join(name));
    if !folder.as_ref().is_some_and(|folder| folder.is_dir()) {
        skipped(&format!("the folder {name} of the corpus does not exist"));
        return None;
    }
    folder
}
