//! Files from public repositories, which are too large to keep here: the folder that
//! `TFVALUE_CORPUS` names, or `../shared/corpus` beside the repository.

use std::env;
use std::path::{Path, PathBuf};

/// Returns a folder of the corpus; `None`, having said so, where there is no corpus.
#[must_use]
pub fn folder(name: &str) -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus");
    let corpus = env::var_os("TFVALUE_CORPUS").map_or_else(beside, PathBuf::from);
    let folder = corpus.join(name);
    if !folder.is_dir() {
        println!("skipped: there is no {}", folder.display());
        return None;
    }
    Some(folder)
}
