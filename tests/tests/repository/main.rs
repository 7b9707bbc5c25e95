//! Tests that check the statements in the repository's documents, where this is possible, and the options of its
//! programs.

mod architecture;
mod arguments;
mod claims;
mod figures;
mod framework;
mod guide;
mod jobs;
mod links;
mod markdown;
mod pictures;
mod release;
mod types;

use std::fs;
use std::path::{Path, PathBuf};

/// Returns a path in the repository.
fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name)
}

/// Reads a file in the repository.
fn read(name: &str) -> String {
    fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}
