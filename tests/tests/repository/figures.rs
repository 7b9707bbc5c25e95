//! Compares exact figures in documents with the numbers that they describe. `tests/README.md` lists the commands for
//! all figures.

use std::fs;

use super::{path, read};

/// Returns a document without line breaks.
fn text(document: &str) -> String {
    let words = read(document);
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Fails unless all documents contain a claim.
fn claims(claim: &str, documents: &[&str]) {
    for document in documents {
        assert!(text(document).contains(claim), "{document}: {claim}");
    }
}

/// Returns a number with commas between groups of three digits.
fn grouped(number: usize) -> String {
    match number {
        0..1_000 => number.to_string(),
        _ => format!("{},{:03}", grouped(number / 1_000), number % 1_000),
    }
}

/// Returns the number that follows a string in a source file.
fn constant(file: &str, before: &str) -> usize {
    let source = read(file);
    let found = source.split_once(before);
    let (_, rest) = found.unwrap_or_else(|| panic!("{file}: {before}"));
    let digits = rest
        .split(|c: char| !c.is_ascii_digit() && c != '_')
        .next()
        .unwrap();
    digits.replace('_', "").parse().unwrap()
}

const GUIDE: &str = "tfvalue/guide/src";

#[test]
fn vectors() {
    let table = read("tests/tests/codec/conformance.rs");
    let rows = table.lines().filter_map(|line| {
        let row = line.trim().strip_prefix("(\"")?.strip_suffix("),")?;
        let mut cells = row.split(", ").skip(1);
        let mut number = || cells.next()?.parse::<usize>().ok();
        Some((number()?, number()?))
    });
    let rows: Vec<_> = rows.collect();
    assert_eq!(rows.len(), 9);
    let all: usize = rows.iter().map(|row| row.0).sum();
    let exempt: usize = rows.iter().map(|row| row.1).sum();
    let claim = format!(
        "{} vectors and captured messages, {exempt} of them with a known difference",
        grouped(all)
    );
    let comparison = format!("{GUIDE}/tasks/comparison.md");
    claims(&claim, &["README.md", &comparison]);
}

#[test]
fn versions() {
    let after = |file: &str, before: &str| {
        let text = read(file);
        let (_, rest) = text.split_once(before).unwrap();
        rest.split_whitespace().next().unwrap().to_owned()
    };
    let newer = after("tests/newer/build", "\nversion=");
    let opentofu = after("tests/opentofu/go.mod", "opentofu/opentofu v");
    let tested = format!("{GUIDE}/tasks/versions.md");
    for version in [newer, opentofu] {
        claims(&version, &["README.md", &tested]);
    }
    let rust = after("Cargo.toml", "rust-version = \"");
    let rust = rust.trim_end_matches('"');
    let first = format!("{GUIDE}/path/index.md");
    claims(rust, &["README.md", "tfvalue/src/lib.rs", &first]);
}

#[test]
fn lines_of_the_rest_provider() {
    let source = read("examples/terraform-provider-rest/src/main.rs");
    let lines = source.lines().map(str::trim);
    let count = lines.filter(|line| !line.is_empty() && !line.starts_with("//"));
    let claim = format!("describes, in {} lines of code", count.count());
    claims(&claim, &[&format!("{GUIDE}/tasks/json_schemas.md")]);
}

#[test]
fn pages_of_the_path() {
    let folder = fs::read_dir(path(GUIDE).join("path")).unwrap();
    let pages = folder.filter(|entry| {
        let name = entry.as_ref().unwrap().file_name();
        name.to_string_lossy().starts_with('p')
    });
    assert_eq!(pages.count(), 12);
    claims("twelve pages", &["README.md", &format!("{GUIDE}/index.md")]);
}

#[test]
fn files_of_invalid_structs() {
    let folder = fs::read_dir(path("tests/compile_fail/ui")).unwrap();
    let names = folder.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let count = names.filter(|name| name.ends_with(".rs")).count();
    let tens = count / 10 * 10;
    claims(&format!("more than {tens} files"), &["README.md"]);
}

#[test]
fn limits() {
    let limits = "tfvalue/src/limits.rs";
    let depth = constant(limits, "MAX_DEPTH: u8 = ");
    let payload = constant(limits, "MAX_PAYLOAD: usize = ");
    let elements = constant(limits, "MAX_UNKNOWNS: u64 = ");
    let faults = constant(limits, "MAX_FAULTS: usize = ");
    let threads = constant("tfvalue/src/serve/pool.rs", "MAX_THREADS: usize = ");
    claims(&format!("at most {depth} levels deep"), &["SECURITY.md"]);
    let claim = format!("exceed {} bytes", grouped(payload));
    claims(&claim, &["SECURITY.md"]);
    let claim = format!("at most {elements} elements");
    claims(&claim, &["SECURITY.md", "ARCHITECTURE.md"]);
    let claim = format!("at most {} faults", grouped(faults));
    claims(&claim, &["SECURITY.md"]);
    let blocking = format!("{GUIDE}/tasks/blocking.md");
    claims(&format!("up to {threads} handlers"), &[&blocking]);
    claims(&format!("at most {threads} handlers"), &["SECURITY.md"]);
    let rounds = constant(
        "tfvalue/src/provider/calls/fingerprint.rs",
        "const ROUNDS: u32 = ",
    );
    let secrets = format!("{GUIDE}/tasks/secrets.md");
    claims(&format!("with {} rounds", grouped(rounds)), &[&secrets]);
}
