//! Files from public repositories that are too large for this repository. The files are in the folder given by
//! `TFVALUE_CORPUS`, or in `../shared/corpus` next to the repository.

use std::env;
use std::path::{Path, PathBuf};

use crate::binary::skipped;

/// Returns a folder in the corpus. Prints a notice and returns `None` if there is no corpus.
#[must_use]
pub fn folder(name: &str) -> Option<PathBuf> {
    let sibling = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus");
    let corpus = env::var_os("TFVALUE_CORPUS").map_or_else(sibling, PathBuf::from);
    let folder = corpus.join(name);
    if !folder.is_dir() {
        skipped(&format!("{} does not exist", folder.display()));
        return None;
    }
    Some(folder)
}
