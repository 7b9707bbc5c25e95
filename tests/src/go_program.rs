//! Programs in Go, which speak for libraries in that language.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds the program in the folder of that name, and returns where it is.
///
/// # Errors
///
/// If there is no Go, or the program does not build.
pub fn build(name: &str) -> io::Result<PathBuf> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = tests.join("../target").join(name);
    let built = Command::new("go")
        .args(["build", "-o"])
        .arg(&program)
        .arg(".")
        .current_dir(tests.join(name))
        .status()?;
    match built.success() {
        true => Ok(program),
        false => Err(io::Error::other(format!(
            "the program in tests/{name} does not build"
        ))),
    }
}
