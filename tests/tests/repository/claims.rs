//! Claims in the documents outside the guide.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::markdown::{files, words};
use super::{path, read};

/// The folders that contain the sources of the libraries.
const LIBRARIES: [&str; 6] = [
    "tfvalue",
    "tfvalue/client",
    "tfvalue-derive",
    "tfvalue/json-schema",
    "tfvalue/show",
    "tfvalue/testing",
];

/// Returns the names of the entries in a section of a TOML file.
fn table<'a>(toml: &'a str, heading: &str) -> BTreeSet<&'a str> {
    let section = toml.split(&format!("\n{heading}\n")).nth(1).unwrap();
    let lines = section.lines().take_while(|line| !line.starts_with('['));
    let name = |line: &'a str| line.split([' ', '.', '=']).next().unwrap();
    let is_entry = |name: &&str| name.starts_with(|first: char| first.is_ascii_alphabetic());
    lines.map(name).filter(is_entry).collect()
}

/// Returns the code spans in a string.
fn code(text: &str) -> BTreeSet<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

#[test]
fn security_lists_all_dependencies() {
    let security = read("SECURITY.md");
    let section = security.split("\n## Dependencies\n").nth(1).unwrap();
    let listed = code(section.split("\n## ").next().unwrap());
    let manifests = LIBRARIES.map(|library| read(&format!("{library}/Cargo.toml")));
    for dependency in manifests
        .iter()
        .flat_map(|toml| table(toml, "[dependencies]"))
    {
        assert!(listed.contains(dependency), "{dependency} is missing");
    }
}

/// The files and folders that `SECURITY.md` lists as checks of its promises exist.
#[test]
fn security_names_existing_tests() {
    let security = read("SECURITY.md");
    let rows = security.lines().filter(|line| line.starts_with("| "));
    let cells = rows.filter_map(|row| row.trim_end_matches(" |").rsplit("| ").next());
    let is_test = |name: &&str| name.ends_with(".rs") || *name == "regression";
    let tests: BTreeSet<_> = cells.flat_map(code).filter(is_test).collect();
    assert!(tests.len() > 15);
    for test in tests {
        assert!(path("tests/tests").join(test).exists(), "{test}");
    }
}

/// Some files grow beyond the guideline of 400 lines, so this test enforces a higher limit.
#[test]
fn files_of_the_libraries_are_short() {
    for library in LIBRARIES {
        visit(&path(library).join("src"), &mut |file| {
            let text = fs::read_to_string(file).unwrap();
            let is_code = |line: &&str| !line.is_empty() && !line.starts_with("//");
            let lines = text.lines().map(str::trim).filter(is_code).count();
            assert!(lines <= 450, "{}: {lines} lines", file.display());
        });
    }
}

/// Windows does not allow some file names, and a test that writes into the repository leaves files behind.
#[test]
fn names_of_files_are_portable() {
    files("", &mut |name| {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-/".contains(c);
        assert!(name.chars().all(is_plain), "{name:?}");
    });
}

/// Calls a function for each source file, except for tests.
fn visit(folder: &Path, see: &mut impl FnMut(&Path)) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            visit(&path, see);
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && path.file_stem().is_some_and(|stem| stem != "tests")
        {
            see(&path);
        }
    }
}

#[test]
fn lines_of_the_small_provider_are_counted() {
    let source = read("examples/terraform-provider-notes/src/main.rs");
    let lines = source.lines().map(str::trim);
    let count = lines.filter(|line| !line.is_empty() && !line.starts_with("//"));
    let claim = format!("a data source and a function in {} lines", count.count());
    assert!(words(&read("README.md")).contains(&claim), "{claim}");
}

/// The README contains two commands for newcomers, and part of the output that the docs of the program show.
#[test]
fn the_readme_has_the_first_two_commands() {
    let readme = read("README.md");
    let consoles = readme.split("```console\n").skip(1);
    let commands: Vec<_> = consoles
        .map(|block| block.split("```").next().unwrap())
        .filter_map(|block| block.strip_prefix("$ cargo "))
        .collect();
    let [decode, tests] = commands[..] else {
        panic!("{commands:?}")
    };
    assert_eq!(tests, "test --workspace\n");
    let full = read("examples/README.md");
    let mut lines = full.lines();
    for line in decode.lines().skip(1).filter(|line| line.trim() != "…") {
        assert!(lines.any(|other| other == line), "{line}");
    }
}

/// The table of test binaries lists each binary, and the commands in documents refer to existing binaries.
#[test]
fn test_binaries_are_described() {
    let folder = path("tests/tests");
    let entries = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let is_binary = |path: &Path| path.is_file() || path.join("main.rs").exists();
    let names = entries.filter(|path| is_binary(path));
    let names: BTreeSet<_> = names
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    let readme = read("tests/README.md");
    let table = readme.split("| `NAME` |").nth(1).unwrap();
    let rows = table
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    let described: BTreeSet<_> = rows
        .map(|row| row.split('`').nth(1).unwrap().to_owned())
        .collect();
    assert_eq!(described, names);
    for document in ["CONTRIBUTING.md", "README.md", "tests/README.md"] {
        let text = read(document);
        for command in text.split("-p tfvalue-tests --test ").skip(1) {
            let name = command.split([' ', '`', '\n']).next().unwrap();
            assert!(name == "NAME" || names.contains(name), "{document}: {name}");
        }
    }
}
