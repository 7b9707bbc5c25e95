//! Reads the Markdown files in the repository.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::path;

/// A Markdown file.
pub(super) struct Document {
    pub(super) text: String,
    /// The targets of the link definitions, keyed by their names in lower case.
    pub(super) definitions: BTreeMap<String, String>,
}

impl Document {
    pub(super) fn new(text: String) -> Self {
        let prose = prose(&text);
        let definitions = prose.lines().filter_map(|line| {
            let (name, target) = line.strip_prefix('[')?.split_once("]: ")?;
            Some((name.to_lowercase(), target.to_owned()))
        });
        let definitions = definitions.collect();
        Document { text, definitions }
    }

    /// Returns the targets of all links, and the names of links without a definition.
    pub(super) fn links(&self) -> (Vec<String>, Vec<String>) {
        let prose = prose(&self.text);
        let is_definition = |line: &&str| line.starts_with('[') && line.contains("]: ");
        let body: Vec<_> = prose.lines().filter(|line| !is_definition(line)).collect();
        let body = body.join("\n");
        let (mut targets, mut undefined) = (Vec::new(), Vec::new());
        for (at, _) in body.match_indices("](") {
            let rest = &body[at + 2..];
            targets.extend(rest.split([')', ' ']).next().map(str::to_owned));
        }
        for (at, _) in body.match_indices("][") {
            let name = body[at + 2..].split(']').next().unwrap_or("");
            let name = words(name);
            match self.definitions.get(&name.to_lowercase()) {
                Some(target) => targets.push(target.clone()),
                None => undefined.push(name),
            }
        }
        let flat = words(&body).to_lowercase();
        for (name, target) in &self.definitions {
            if flat.contains(&format!("[{name}]")) {
                targets.push(target.clone());
            } else {
                undefined.push(format!("{name} is not used"));
            }
        }
        (targets, undefined)
    }

    /// Returns the anchors that forges, mdBook and rustdoc create from the headings.
    pub(super) fn anchors(&self) -> BTreeSet<String> {
        let prose = prose(&self.text);
        let headings = prose.lines().filter(|line| line.starts_with('#'));
        let anchor = |heading: &str| {
            let heading = heading.trim_start_matches('#').trim();
            let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
            let anchor = heading.chars().filter(kept).collect::<String>();
            anchor.to_lowercase().replace(' ', "-")
        };
        let mut anchors: BTreeSet<_> = headings.map(anchor).collect();
        let ids = prose.split("<a id=\"").skip(1);
        anchors.extend(ids.filter_map(|rest| rest.split('"').next().map(str::to_owned)));
        anchors
    }
}

/// Returns a string with single spaces between its words.
pub(super) fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a page without its code blocks.
fn prose(text: &str) -> String {
    let mut is_code = false;
    let mut prose = String::new();
    for line in text.lines() {
        let is_fence = line.trim_start().starts_with("```");
        if !is_fence && !is_code {
            prose += line;
            prose.push('\n');
        }
        is_code ^= is_fence;
    }
    prose
}

/// Returns all Markdown files in the repository, keyed by their paths.
pub(super) fn documents() -> BTreeMap<String, Document> {
    let mut documents = BTreeMap::new();
    files("", &mut |name| {
        if name.ends_with(".md") {
            let text = fs::read_to_string(path(name)).unwrap();
            documents.insert(name.to_owned(), Document::new(text));
        }
    });
    documents
}

/// Calls a function for each file in a folder, except for hidden and generated files.
pub(super) fn files(folder: &str, see: &mut impl FnMut(&str)) {
    for entry in fs::read_dir(path(folder)).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        let is_made = matches!(name.as_str(), "target" | "book" | "node_modules");
        if is_made || name.starts_with('.') {
            continue;
        }
        let name = match folder {
            "" => name,
            _ => format!("{folder}/{name}"),
        };
        if entry.file_type().unwrap().is_dir() {
            files(&name, see);
        } else {
            see(&name);
        }
    }
}

/// Returns the path of the file to which a link in another file refers.
pub(super) fn resolve(from: &str, target: &str) -> String {
    let mut parts: Vec<_> = from.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// Compares a file with the output of a program. With `TFVALUE_UPDATE_SNAPSHOTS`, first writes the output to the file.
pub(super) fn assert_written(name: &str, expected: &str) {
    let file = path(name);
    if std::env::var_os("TFVALUE_UPDATE_SNAPSHOTS").is_some() {
        fs::write(&file, expected).unwrap();
    }
    let found = fs::read_to_string(Path::new(&file)).unwrap_or_default();
    let hint = "set TFVALUE_UPDATE_SNAPSHOTS=1 to write it";
    assert!(found == expected, "{name} is not up to date: {hint}");
}
