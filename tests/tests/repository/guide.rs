//! The pages of the guide: their order, and the links between them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use super::{path, read};

const GUIDE: &str = "tfvalue/guide/src";

/// The address of the guide in links from other crates.
const PUBLISHED: &str = "https://docs.rs/tfvalue-guide/latest/tfvalue_guide/";

/// Returns the pages with their text, by the paths of their modules: `path::p01_first_resource`, or `path` for its
/// `index.md`.
fn pages() -> BTreeMap<String, String> {
    let mut pages = BTreeMap::new();
    for folder in ["", "path", "tasks", "tools"] {
        for entry in fs::read_dir(path(GUIDE).join(folder)).unwrap() {
            let file = entry.unwrap().path();
            if file.extension().is_some_and(|extension| extension == "md") {
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

/// Returns the anchors that rustdoc makes of the headings of a page.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut is_code = false;
    let mut found = BTreeSet::new();
    for line in text.lines() {
        is_code ^= line.starts_with("```");
        if let Some(heading) = line.strip_prefix('#').filter(|_| !is_code) {
            let heading = heading.trim_start_matches('#').trim();
            let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
            let anchor = heading.chars().filter(kept).collect::<String>();
            found.insert(anchor.to_lowercase().replace(' ', "-"));
        }
    }
    found
}

/// Returns the targets of the links in a text.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1);
    targets.filter_map(|rest| rest.split_once(')').map(|(target, _)| target))
}

#[test]
fn every_page_is_listed_and_declared() {
    let (pages, modules) = (pages(), read(&format!("{GUIDE}/lib.rs")));
    assert!(pages.len() > 30);
    for page in pages.keys().filter(|page| !page.is_empty()) {
        let (folder, name) = page.rsplit_once("::").unwrap_or(("", page));
        let listed = links(&pages[folder]).any(|target| target == name);
        assert!(listed, "{page} is not in the table of contents");
        let declared = [format!("        {name},\n"), format!("pub mod {name} {{\n")];
        let is_declared = declared.iter().any(|line| modules.contains(line));
        assert!(is_declared, "{page} is not in lib.rs");
    }
}

/// The names of the pages sort as the path goes. Each page links to the next one, and begins with its number.
#[test]
fn the_path_is_in_order() {
    let pages = pages();
    let path: Vec<_> = pages
        .range("path::".to_owned()..="path:;".to_owned())
        .collect();
    let index = links(&pages["path"]).collect::<Vec<_>>();
    let names = path.iter().map(|(name, _)| &name["path::".len()..]);
    let names: Vec<_> = names.collect();
    assert!(index.starts_with(&names), "{index:?}");
    for (number, (name, text)) in (1..).zip(&path) {
        assert!(text.starts_with(&format!("{number}\\. ")), "{name}");
        let last = text.trim_end().rsplit("\n\n").next().unwrap();
        let next = names.get(number).map(|next| format!("](super::{next})."));
        let is_linked = next.is_none_or(|next| last.starts_with("Next: ") && last.ends_with(&next));
        assert!(is_linked, "{name}: {last}");
    }
}

/// rustdoc checks that linked modules exist, but not that they have the linked headings.
#[test]
fn links_to_headings_are_valid() {
    let pages = pages();
    let derive = anchors(&read("tfvalue/src/derive.md"));
    let mut documents: Vec<_> = pages
        .iter()
        .map(|(name, text)| (name.clone(), text.clone()))
        .collect();
    for file in [
        "src/derive.md",
        "src/provider/mod.rs",
        "src/provider/traits/resource.rs",
        "testing/src/lib.rs",
        "testing/src/property.rs",
    ] {
        documents.push((file.to_owned(), read(&format!("tfvalue/{file}"))));
    }
    let mut count = 0;
    for (from, text) in &documents {
        for target in links(text) {
            let Some((page, anchor)) = target.split_once('#') else {
                continue;
            };
            let sibling = from.rsplit_once("::").map_or("", |(folder, _)| folder);
            let published = page
                .strip_prefix(PUBLISHED)
                .and_then(|page| page.strip_suffix("/index.html"));
            let known = if page.ends_with("macro@tfvalue::TfSchema")
                || page.ends_with("macro@crate::TfSchema")
            {
                derive.clone()
            } else if let Some(page) = published {
                anchors(&pages[&page.replace('/', "::")])
            } else if let Some(page) = page.strip_prefix("crate::")
                && pages.contains_key(page)
            {
                anchors(&pages[page])
            } else if let Some(page) = page.strip_prefix("super::") {
                anchors(&pages[&format!("{sibling}::{page}")])
            } else if page.is_empty() && pages.contains_key(from) {
                anchors(text)
            } else {
                continue;
            };
            assert!(known.contains(anchor), "{from}: {target}");
            count += 1;
        }
    }
    assert!(count > 100, "{count}");
}

/// The program that page 1 shows is the one that the acceptance tests run.
#[test]
fn the_first_program_is_tested() {
    let page = read(&format!("{GUIDE}/path/p01_first_resource.md"));
    let program = page.split("```no_run\n").nth(1).unwrap();
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

/// The README shows a part of the same program, and figures of the guide.
#[test]
fn the_readme_quotes_the_guide() {
    let readme = read("README.md");
    let page = read(&format!("{GUIDE}/path/p01_first_resource.md"));
    let code = readme.split("```rust,ignore\n").nth(1).unwrap();
    let code = code.split("```").next().unwrap();
    for part in code.split("\n\n").filter(|part| !part.contains('…')) {
        assert!(page.contains(part.trim_end()), "{part}");
    }
    let speed = read(&format!("{GUIDE}/tasks/speed.md"));
    assert!(speed.contains("| plan a new object | 29.8 ms | 0.13 ms |"));
    assert!(readme.contains("29.8 and 0.13 ms"));
}

/// A word has one meaning, and people look it up by its first letter.
#[test]
fn the_glossary_is_sorted() {
    let text = read(&format!("{GUIDE}/words.md"));
    let rows = text.lines().filter(|line| line.starts_with("| ")).skip(1);
    let words = rows.map(|row| row.split('|').nth(1).unwrap().trim().to_lowercase());
    let words: Vec<_> = words.collect();
    assert!(words.len() > 50);
    assert!(words.is_sorted(), "{words:?}");
}

/// Links of documents to files, on a forge.
#[test]
fn linked_files_exist() {
    for document in [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "examples/README.md",
        "tests/README.md",
    ] {
        let folder = path(document).parent().unwrap().to_owned();
        let text = read(document);
        let is_local = |target: &&str| !target.starts_with("http") && !target.starts_with('#');
        for target in links(&text).filter(is_local) {
            let file = target.split('#').next().unwrap();
            assert!(folder.join(file).exists(), "{document}: {target}");
        }
    }
}
