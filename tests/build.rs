//! Sets how many tests run at once.

use std::{env, thread};

/// The environment variable from which Rust's test harness reads the number of threads. Cargo passes the variables of a
/// build script to the tests, too.
const THREADS: &str = "RUST_TEST_THREADS";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed={THREADS}");
    // Many tests wait for other programs, so twice as many run at once as there are cores.
    let threads = env::var(THREADS).unwrap_or_else(|_| {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        (2 * cores).to_string()
    });
    println!("cargo::rustc-env={THREADS}={threads}");
}
