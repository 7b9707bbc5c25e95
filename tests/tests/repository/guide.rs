//! Tests the order of the pages of the guide, and their statements about other files.

use std::collections::BTreeMap;
use std::fs;

use super::links::definitions::definitions;
use super::{path, read};

const GUIDE: &str = "tfvalue/guide/src";

/// Returns the pages with their contents, keyed by the paths of their modules: `path::p01_first_resource`, or `path`
/// for its `index.md`.
fn pages() -> BTreeMap<String, String> {
    let mut pages = BTreeMap::new();
    for folder in ["", "path", "tasks", "tools"] {
        for entry in fs::read_dir(path(GUIDE).join(folder)).unwrap() {
            let file = entry.unwrap().path();
            if file.extension().is_some_and(|extension| extension == "md")
                && !file.ends_with("SUMMARY.md")
            {
                let stem = file.file_stem().unwrap().to_str().unwrap();
                let parts = [folder, stem].into_iter();
                let parts = parts.filter(|part| !part.is_empty() && *part != "index");
                let name = parts.collect::<Vec<_>>().join("::");
                pages.insert(name, fs::read_to_string(&file).unwrap());
            }
        }
    }
    pages
}

/// Returns the pages that a page links to in its own folder, in the order of the link definitions.
fn siblings(page: &str) -> Vec<&str> {
    let targets = definitions(page).map(|(_, target)| target);
    let names = targets.filter_map(|target| target.strip_suffix(".md"));
    names
        .map(|name| name.strip_suffix("/index").unwrap_or(name))
        .collect()
}

#[test]
fn every_page_is_listed_and_declared() {
    let (pages, modules) = (pages(), read(&format!("{GUIDE}/lib.rs")));
    assert!(pages.len() > 30);
    for page in pages.keys().filter(|page| !page.is_empty()) {
        let (folder, name) = page.rsplit_once("::").unwrap_or(("", page));
        let listed = siblings(&pages[folder]).contains(&name);
        assert!(listed, "{page} is not in the table of contents");
        let declared = [format!("        {name},\n"), format!("pub mod {name} {{\n")];
        let is_declared = declared.iter().any(|line| modules.contains(line));
        assert!(is_declared, "{page} is not in lib.rs");
    }
}

/// The alphabetical order of the page names is the order of the path. Each page links to the next page, and begins with
/// its own number.
#[test]
fn the_path_is_in_order() {
    let pages = pages();
    let path: Vec<_> = pages
        .range("path::".to_owned()..="path:;".to_owned())
        .collect();
    let index = siblings(&pages["path"]);
    let names = path.iter().map(|(name, _)| &name["path::".len()..]);
    let names: Vec<_> = names.collect();
    assert!(index.starts_with(&names), "{index:?}");
    for (number, (name, text)) in (1..).zip(&path) {
        assert!(text.starts_with(&format!("# {number}. ")), "{name}");
        let last = text.trim_end().rsplit("\n\n").nth(1).unwrap();
        let next = names.get(number).map(|next| format!("][{next}]."));
        let is_linked = next.is_none_or(|next| last.starts_with("Next: ") && last.ends_with(&next));
        assert!(is_linked, "{name}: {last}");
    }
}

/// The program on page 1 is the program that the acceptance tests run.
#[test]
fn the_first_program_is_tested() {
    let page = read(&format!("{GUIDE}/path/p01_first_resource.md"));
    let program = page.split("```rust,no_run\n").nth(1).unwrap();
    let lines = |text: &str, end: &str| {
        let code = text.split_once("/// Manages").unwrap().1;
        code.split_once(end).unwrap().0.to_owned()
    };
    let tested = read("tests/tests/acceptance/motd.rs");
    assert_eq!(
        lines(program, "fn main"),
        lines(&tested, "pub(crate) fn provider")
    );
}

/// The README shows part of the same program.
#[test]
fn the_readme_quotes_the_guide() {
    let readme = read("README.md");
    let page = read(&format!("{GUIDE}/path/p01_first_resource.md"));
    let code = readme.split("```rust,ignore\n").nth(1).unwrap();
    let code = code.split("```").next().unwrap();
    for part in code.split("\n\n").filter(|part| !part.contains('…')) {
        assert!(page.contains(part.trim_end()), "{part}");
    }
}

/// The glossary defines each term once, in alphabetical order.
#[test]
fn the_glossary_is_sorted() {
    let text = read(&format!("{GUIDE}/words.md"));
    let rows = text.lines().filter(|line| line.starts_with("| ")).skip(1);
    let words = rows.map(|row| row.split('|').nth(1).unwrap().trim().to_lowercase());
    let words: Vec<_> = words.collect();
    assert!(words.len() > 50);
    assert!(words.is_sorted(), "{words:?}");
}
