//! Checks the links in all documents, as they appear on a forge, in the book, and in the docs.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::markdown::{Document, assert_written, documents, files, resolve, words};
use super::{path, read};

#[path = "../../../tfvalue/guide/links.rs"]
pub(super) mod definitions;

const GUIDE: &str = "tfvalue/guide/src";
const REFERENCE: &str = "tfvalue/src/derive.md";

/// Addresses of the guide and of the annotation reference in the docs.
const GUIDE_DOCS: &str = "https://docs.rs/tfvalue-guide/latest/tfvalue_guide/";
const REFERENCE_DOCS: &str = "https://docs.rs/tfvalue/latest/tfvalue/derive.TfSchema.html";

/// Returns the file in the repository to which a link leads, and the anchor in this file.
fn follow(
    documents: &BTreeMap<String, Document>,
    from: &str,
    target: &str,
) -> Option<(String, String)> {
    let (page, anchor) = target.split_once('#').unwrap_or((target, ""));
    let file = if page == REFERENCE_DOCS {
        REFERENCE.to_owned()
    } else if let Some(page) = page.strip_prefix(GUIDE_DOCS) {
        let page = page.trim_end_matches("index.html").trim_end_matches('/');
        let file = format!("{GUIDE}/{page}.md");
        let folder = format!("{GUIDE}/{page}/index.md").replace("//", "/");
        if documents.contains_key(&file) {
            file
        } else {
            folder
        }
    } else if page.contains("://") || page.starts_with("mailto:") {
        return None;
    } else if page.is_empty() {
        from.to_owned()
    } else {
        resolve(from, page)
    };
    Some((file, anchor.to_owned()))
}

#[test]
fn every_link_leads_to_a_file_and_a_heading() {
    let documents = documents();
    let (mut faults, mut count) = (Vec::new(), 0);
    for (from, document) in &documents {
        let (targets, undefined) = document.links();
        faults.extend(undefined.iter().map(|name| format!("{from}: [{name}]")));
        for target in targets {
            let Some((file, anchor)) = follow(&documents, from, &target) else {
                continue;
            };
            count += 1;
            let found = documents.get(&file);
            let leads = match (found, anchor.as_str()) {
                (_, "") => path(&file).exists(),
                // An item in the docs of the annotation reference, such as a method; rustdoc checks such links.
                (Some(_), anchor) if anchor.contains('.') => file == REFERENCE,
                (Some(found), anchor) => found.anchors().contains(anchor),
                (None, _) => false,
            };
            if !leads {
                faults.push(format!("{from}: {target}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(count > 900, "{count}");
}

/// A reader who begins with the README can find every document.
#[test]
fn every_document_can_be_reached() {
    let documents = documents();
    let (mut seen, mut next) = (BTreeSet::new(), vec!["README.md".to_owned()]);
    while let Some(file) = next.pop() {
        let file = if path(&file).is_dir() {
            format!("{file}/README.md")
        } else {
            file
        };
        let Some(document) = documents.get(&file) else {
            continue;
        };
        if seen.insert(file.clone()) {
            let targets = document.links().0.into_iter();
            next.extend(targets.filter_map(|target| Some(follow(&documents, &file, &target)?.0)));
        }
    }
    // Skips the docs that the template's provider and a test generate, and the table of contents of the book.
    let is_written = |file: &str| {
        file.starts_with("examples/template/docs/")
            || file.starts_with("tests/tests/")
            || file.ends_with("SUMMARY.md")
    };
    let all = documents.keys().filter(|file| !is_written(file));
    let missed: Vec<_> = all.filter(|file| !seen.contains(*file)).collect();
    assert!(missed.is_empty(), "{missed:?}");
}

/// The docs of the libraries link to the guide.
#[test]
fn links_of_the_docs_to_the_guide_are_valid() {
    let documents = documents();
    let mut count = 0;
    files("tfvalue", &mut |name| {
        if !name.ends_with(".rs") {
            return;
        }
        let text = read(name);
        for (at, _) in text.match_indices(GUIDE_DOCS) {
            let target = text[at..]
                .split(|c: char| c.is_whitespace() || ")>\"`{".contains(c))
                .next();
            let (file, anchor) = follow(&documents, name, target.unwrap()).unwrap();
            let is_root = target == Some(GUIDE_DOCS);
            let found = documents
                .get(&file)
                .filter(|found| anchor.is_empty() || found.anchors().contains(&anchor));
            assert!(is_root || found.is_some(), "{name}: {}", target.unwrap());
            count += 1;
        }
    });
    assert!(count > 10, "{count}");
}

/// The link definitions for rustdoc are at the end of the annotation reference.
#[test]
fn the_reference_has_its_links_for_rustdoc() {
    let links = definitions::Links {
        root: &path(""),
        pages: GUIDE,
        own: "tfvalue",
    };
    let expected = links.for_rustdoc(REFERENCE, &read(REFERENCE));
    assert_written("tfvalue/src/derive.links", &expected);
}

/// The book's table of contents lists the titles of the pages in the order of the tables in `index.md`.
#[test]
fn the_book_lists_all_pages() {
    let title = |file: &str| {
        let text = read(&format!("{GUIDE}/{file}"));
        text.lines()
            .next()
            .unwrap()
            .trim_start_matches("# ")
            .to_owned()
    };
    let mut summary = format!("# Summary\n\n[{}](index.md)\n", title("index.md"));
    for folder in ["path", "tasks", "tools"] {
        let index = format!("{folder}/index.md");
        summary += &format!("\n* [{}]({index})\n", title(&index));
        let text = read(&format!("{GUIDE}/{index}"));
        for (_, page) in definitions::definitions(&text) {
            if page.ends_with(".md") && !page.contains('/') {
                summary += &format!(
                    "  * [{}]({folder}/{page})\n",
                    title(&format!("{folder}/{page}"))
                );
            }
        }
    }
    summary += &format!("\n* [{}](words.md)\n", title("words.md"));
    assert_written(&format!("{GUIDE}/SUMMARY.md"), &summary);
}

/// Follows the links on generated HTML pages: the docs in `TFVALUE_DOCS` and the book in `TFVALUE_BOOK`.
#[test]
fn links_of_rendered_pages_are_valid() {
    for variable in ["TFVALUE_DOCS", "TFVALUE_BOOK"] {
        let Some(folder) = std::env::var_os(variable) else {
            println!("skipped: {variable} is not set");
            continue;
        };
        let (mut pages, mut folders) = (BTreeMap::new(), vec![PathBuf::from(folder)]);
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).unwrap() {
                let file = entry.unwrap().path();
                if file.is_dir() && file.file_name().is_some_and(|name| name != "src") {
                    folders.push(file);
                } else if file
                    .extension()
                    .is_some_and(|extension| extension == "html")
                {
                    let text = fs::read_to_string(&file).unwrap();
                    pages.insert(file, text);
                }
            }
        }
        let mut faults = Vec::new();
        for (file, text) in &pages {
            let own = file.to_string_lossy();
            // Skips the pages of other crates, and the pages of the book that have no address of their own.
            if !own.contains("tfvalue") || own.ends_with("print.html") || own.ends_with("404.html")
            {
                continue;
            }
            for target in attributes(text, "href").filter(|target| !target.contains(':')) {
                if !leads(&pages, file, target) {
                    faults.push(format!("{own}: {target}"));
                }
            }
        }
        assert!(pages.len() > 40);
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }
}

/// Returns `true` if a link on a rendered page leads to a file and to a place in this file.
fn leads(pages: &BTreeMap<PathBuf, String>, from: &Path, target: &str) -> bool {
    let (page, anchor) = target.split_once('#').unwrap_or((target, ""));
    let page = page.split('?').next().unwrap_or("");
    let file = match page {
        "" => from.to_owned(),
        page => PathBuf::from(resolve(&from.to_string_lossy(), page)),
    };
    let file = if from.is_absolute() && !file.is_absolute() {
        Path::new("/").join(file)
    } else {
        file
    };
    match pages.get(&file) {
        Some(text) => anchor.is_empty() || attributes(text, "id").any(|id| id == anchor),
        None => file.exists(),
    }
}

/// Returns the values of an attribute in HTML.
fn attributes<'a>(html: &'a str, name: &str) -> impl Iterator<Item = &'a str> {
    let mut parts = html
        .split(&format!(" {name}=\""))
        .skip(1)
        .collect::<Vec<_>>()
        .into_iter();
    std::iter::from_fn(move || parts.next()?.split('"').next())
}

/// Each link definition on a page has only one meaning.
#[test]
fn definitions_are_unique() {
    for (file, document) in documents() {
        let mut seen = BTreeSet::new();
        for (name, _) in definitions::definitions(&document.text) {
            assert!(seen.insert(words(name).to_lowercase()), "{file}: [{name}]");
        }
    }
}
