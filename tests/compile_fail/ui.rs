//! Compiler errors from the derive macro: each file in `ui/` contains one kind of mistake.
//!
//! The expected output comes from one version of Rust: `toolchain` in the workspace's `Cargo.toml`. With any other
//! version, the tests are ignored. After updating Rust, set `TFVALUE_UPDATE_SNAPSHOTS=1` to write the output, and
//! review the changes.
//!
//! The compiler gets the libraries that cargo has built for this test. `trybuild` would build them a second time.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use libtest_mimic::{Arguments, Failed, Trial};

/// The arguments with which this test was compiled.
const ARGUMENTS: &[&str] = &tfvalue_compile_fail::compiler_arguments!();

/// The directory of this package.
const HERE: &str = env!("CARGO_MANIFEST_DIR");

fn main() -> ExitCode {
    let is_pinned = current() == pinned();
    let files = fs::read_dir(Path::new(HERE).join("ui")).unwrap();
    let mut names: Vec<_> = files
        .filter_map(|file| {
            let name = file.unwrap().file_name().into_string().unwrap();
            Some(name.strip_suffix(".rs")?.to_owned())
        })
        .collect();
    names.sort();
    let trials = names.into_iter().map(|name| {
        Trial::test(name.clone(), move || check(&name))
            .with_kind(if is_pinned {
                ""
            } else {
                "another version of Rust"
            })
            .with_ignored_flag(!is_pinned)
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}

/// Returns the version that CI uses.
fn pinned() -> &'static str {
    let manifest = include_str!("../../Cargo.toml");
    let mut lines = manifest.lines();
    let version = lines.find_map(|line| line.strip_prefix("toolchain = \""));
    version.and_then(|rest| rest.split('"').next()).unwrap()
}

/// Returns the version of the compiler that compiles the files.
fn current() -> String {
    let output = rustc().arg("--version").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.split(' ').nth(1).unwrap().to_owned()
}

fn rustc() -> Command {
    Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

/// Compiles a file, and compares the errors with the expected output.
fn check(name: &str) -> Result<(), Failed> {
    let libraries = ARGUMENTS
        .windows(2)
        .filter(|pair| matches!(pair[0], "--extern" | "-L" | "--target"));
    let compiled = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.rmeta"));
    let output = rustc()
        .current_dir(HERE)
        // Only some installations have the sources of the standard library, which errors would show.
        .env("RUSTC_BOOTSTRAP", "1")
        .arg("-Ztranslate-remapped-path-to-local-path=no")
        .args(["--edition=2024", "--emit=metadata", "-o"])
        .arg(compiled)
        .args(libraries.flatten())
        .arg(format!("ui/{name}.rs"))
        .output()
        .unwrap();
    if output.status.success() {
        return Err("the file compiles".into());
    }
    let found = normalized(&String::from_utf8(output.stderr).unwrap());
    let expected = Path::new(HERE).join(format!("ui/{name}.stderr"));
    if env::var_os("TFVALUE_UPDATE_SNAPSHOTS").is_some() {
        fs::write(&expected, found).unwrap();
        return Ok(());
    }
    let expected = fs::read_to_string(&expected).unwrap_or_default();
    if found == expected.replace("\r\n", "\n") {
        return Ok(());
    }
    let hint = "set TFVALUE_UPDATE_SNAPSHOTS=1 to write the output";
    Err(format!("expected:\n{expected}\nfound:\n{found}\n{hint}").into())
}

/// Removes the summary and what depends on the machine, on the features, or on the lines of the library.
fn normalized(output: &str) -> String {
    let summary = output.find("\nerror: aborting due to");
    let lines = output[..summary.unwrap_or(output.len())].lines();
    lines.map(|line| normalized_line(line) + "\n").collect()
}

fn normalized_line(line: &str) -> String {
    let text = line.trim_start();
    let indent = &line[..line.len() - text.len()];
    if text.starts_with("and ") && text.ends_with(" others") {
        return format!("{indent}and $N others");
    }
    let arrow = ["--> ", "::: "]
        .into_iter()
        .find(|arrow| text.starts_with(arrow));
    match arrow.and_then(|arrow| Some((arrow, text[arrow.len()..].split(':').next()?))) {
        Some((arrow, path)) if !path.starts_with("ui/") => match path.split_once("/library/") {
            Some((_, path)) => format!("{indent}{arrow}$RUST/{path}"),
            None => format!("{indent}{arrow}$WORKSPACE/{path}"),
        },
        _ => line.to_owned(),
    }
}
