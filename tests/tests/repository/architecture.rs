//! The files and folders that `ARCHITECTURE.md` mentions.

use std::fs;
use std::path::Path;

use super::{path, read};

/// Returns the code spans that refer to files or folders.
fn names(text: &str) -> impl Iterator<Item = &str> {
    let spans = text.split('`').skip(1).step_by(2);
    spans.filter(|span| {
        let is_path = span
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "._-/".contains(c));
        let in_root = ["tfvalue/", "tfvalue-derive/", "tests/", "examples/"]
            .iter()
            .any(|folder| span.starts_with(folder));
        is_path && (span.ends_with(".rs") || span.ends_with('/') || in_root)
    })
}

/// Adds all files and folders below a folder. Folders end with a slash.
fn collect(folder: &Path, name: &str, all: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let own = entry.file_name().into_string().unwrap();
        if own == "target" || own.starts_with('.') {
            continue;
        }
        if entry.file_type().unwrap().is_dir() {
            let name = format!("{name}{own}/");
            collect(&entry.path(), &name, all);
            all.push(name);
        } else {
            all.push(format!("{name}{own}"));
        }
    }
}

/// Returns the folder to which the names in a table row refer.
fn folder_of(row: &str) -> Option<String> {
    let mut cells = row.strip_prefix("| ")?.split(" | ");
    let mut first = cells.next()?;
    if first.parse::<u8>().is_ok() {
        first = cells.next()?;
        let module = names(first).next()?;
        return Some(match module.strip_suffix('/') {
            Some(module) => format!("tfvalue/src/{module}/"),
            None => "tfvalue/src/".to_owned(),
        });
    }
    let name = first.strip_prefix("`tfvalue-")?.strip_suffix('`')?;
    Some(match name {
        "derive" => "tfvalue-derive/src/".to_owned(),
        _ => format!("tfvalue/{name}/src/"),
    })
}

#[test]
fn names_files_that_exist() {
    let mut all = Vec::new();
    for folder in ["tfvalue", "tfvalue-derive", "tests", "examples"] {
        collect(&path(folder), &format!("{folder}/"), &mut all);
    }
    let ends_with = |name: &str| {
        let inner = format!("/{name}");
        all.iter().any(|one| one.ends_with(&inner))
    };
    let text = read("ARCHITECTURE.md");
    let mut count = 0;
    for line in text.lines() {
        let folder = folder_of(line);
        for name in names(line) {
            count += 1;
            let exists = path(name).exists()
                || path("tfvalue/src").join(name).exists()
                || match &folder {
                    // In a row of the map, a name without a folder refers to the folder of the row.
                    Some(folder) => path(folder).join(name).exists(),
                    None => ends_with(name),
                };
            assert!(
                exists,
                "ARCHITECTURE.md names {name:?}, which does not exist: {line}"
            );
        }
    }
    assert!(count > 150, "{count}");
}
