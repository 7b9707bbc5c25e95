//! Writes the programs from the guide's path for use in the tests.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

#[allow(dead_code, unreachable_pub)]
#[path = "src/pages.rs"]
mod pages;

/// The beginning of a test.
const TEST: &str = "\n#[test]\nfn ";

fn main() -> io::Result<()> {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tfvalue/guide/src/path");
    println!("cargo::rerun-if-changed={}", guide.display());
    println!("cargo::rerun-if-changed=src/pages.rs");
    println!("cargo::rerun-if-changed=src/service");
    println!("cargo::rerun-if-changed=../template/http.rs");
    let folder = env::var_os("OUT_DIR").unwrap_or_default();
    let (folder, mut modules, mut tests) = (Path::new(&folder), String::new(), String::new());
    for program in pages::programs(&guide)? {
        let root = folder.join(&program.page);
        let mut declared = String::new();
        for (name, text) in &program.files {
            let file = root.join(name);
            fs::create_dir_all(file.parent().unwrap_or(&root))?;
            // In the tests for the pages, each program is a module.
            let module = match name.as_str() {
                "src/lib.rs" => "terraform_provider_motd",
                "src/main.rs" if !program.files.contains_key("src/lib.rs") => "program",
                name => name
                    .strip_prefix("tests/")
                    .and_then(|name| name.strip_suffix(".rs"))
                    .filter(|name| !name.contains('/'))
                    .unwrap_or(""),
            };
            let text = text.replace(
                "use terraform_provider_motd::",
                "use super::terraform_provider_motd::",
            );
            let mut text = text.replace("\nfn main(", "\npub fn main(");
            if !module.is_empty() {
                let names = text
                    .split(TEST)
                    .skip(1)
                    .filter_map(|test| test.split('(').next());
                for name in names.map(|name| format!("{}::{module}::{name}", program.page)) {
                    let _ = write!(tests, "(\"pages::{name}\", {name}), ");
                }
                text = text.replace(TEST, "\npub fn ");
                let _ = writeln!(declared, "#[path = {file:?}]\npub mod {module};");
            }
            // The tests run in a program with a `main` of its own. There, the compiler removes every other test.
            assert!(
                !text.contains("#[test]"),
                "{}, {name}: each test must be in a module of the page and begin with {TEST:?}",
                program.page
            );
            fs::write(&file, text)?;
        }
        let _ = writeln!(modules, "pub mod {} {{\n{declared}}}", program.page);
        fs::write(folder.join("last.rs"), declared)?;
    }
    let _ = writeln!(modules, "pub const TESTS: &[(&str, fn())] = &[{tests}];");
    fs::write(folder.join("pages.rs"), modules)
}
