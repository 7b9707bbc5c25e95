//! Go programs that give the tests access to Go libraries.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds the Go program in `tests/{name}` and returns its path.
///
/// # Errors
///
/// Fails if Go is missing, or if the program cannot be built.
pub fn build(name: &str) -> io::Result<PathBuf> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = tests.join("../target").join(name);
    let built = Command::new("go")
        .args(["build", "-o"])
        .arg(&program)
        .arg(".")
        .current_dir(tests.join(name))
        .status()?;
    if built.success() {
        Ok(program)
    } else {
        Err(io::Error::other(format!("tests/{name} does not build")))
    }
}
