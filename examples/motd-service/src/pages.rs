//! The programs in the guide's path. Each page extends the program of the previous page.
//!
//! A code block whose first line is `// src/lib.rs` contains a whole file. If the line is `// in src/lib.rs`, each item in
//! the block replaces the item with the same name, or is added to the file. In a struct, `// …` stands for the fields
//! that do not change. The command `cp ../tfvalue/FILE FOLDER/` copies a file from the repository; with `-r`, a folder
//! is copied.

use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

/// The program at the end of a page.
#[derive(Clone, Default)]
pub struct Program {
    /// The name of the page, such as `p02_client`.
    pub page: String,
    /// The files, keyed by path.
    pub files: BTreeMap<String, String>,
}

/// Returns the programs of the pages in a folder, in page order.
///
/// # Errors
///
/// Fails if a page cannot be read.
pub fn programs(guide: &Path) -> io::Result<Vec<Program>> {
    let entries = fs::read_dir(guide)?.collect::<io::Result<Vec<_>>>()?;
    let files = entries.iter().map(fs::DirEntry::path);
    let mut pages: Vec<_> = files
        .filter(|file| file.extension().is_some_and(|extension| extension == "md"))
        .filter(|file| file.file_stem().is_some_and(|stem| stem != "index"))
        .collect();
    pages.sort();
    let (mut program, mut programs) = (Program::default(), Vec::new());
    for page in pages {
        let text = fs::read_to_string(&page)?;
        for block in text.split("\n```").skip(1).step_by(2) {
            add(&mut program.files, block);
            for line in block.lines().filter(|_| block.starts_with("console\n")) {
                copy(&mut program.files, &guide.join("../../../.."), line)?;
            }
        }
        program.page = page
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        programs.push(program.clone());
    }
    Ok(programs)
}

/// Adds the files that a command copies from the repository.
fn copy(files: &mut BTreeMap<String, String>, repository: &Path, line: &str) -> io::Result<()> {
    let Some(arguments) = line.strip_prefix("$ cp ") else {
        return Ok(());
    };
    let arguments = arguments.trim_start_matches("-r ");
    let arguments = arguments.strip_prefix("../tfvalue/");
    let pair = arguments.and_then(|arguments| arguments.split_once(' '));
    let Some((from, to)) = pair.filter(|(_, to)| to.ends_with('/') && !to.contains(' ')) else {
        return Ok(());
    };
    let name = from.rsplit('/').next().unwrap_or(from);
    let from = repository.join(from);
    if !from.is_dir() {
        files.insert(format!("{to}{name}"), fs::read_to_string(from)?);
        return Ok(());
    }
    for entry in fs::read_dir(from)? {
        let file = entry?.path();
        let text = fs::read_to_string(&file)?;
        let file = file.file_name().unwrap_or_default().to_string_lossy();
        files.insert(format!("{to}{name}/{file}"), text);
    }
    Ok(())
}

/// Adds the contents of a code block to the files. The block begins with the name of its language.
fn add(files: &mut BTreeMap<String, String>, block: &str) {
    let mut lines = block.splitn(3, '\n').skip(1);
    let (first, code) = (lines.next().unwrap_or(""), lines.next().unwrap_or(""));
    let name = first.strip_prefix("// ").or(first.strip_prefix("# "));
    let is_file = |name: &str| {
        let is_example = name.ends_with(".tf") && name.contains('/');
        (name.ends_with(".rs") || name.ends_with("Cargo.toml") || is_example) && !name.contains(' ')
    };
    match name.map(|name| name.strip_prefix("in ").ok_or(name)) {
        Some(Err(name)) if is_file(name) => {
            files.insert(
                name.to_owned(),
                format!("{}\n", code.trim_start_matches('\n')),
            );
        }
        Some(Ok(name)) if is_file(name) => {
            let file = files.entry(name.to_owned()).or_default();
            *file = merge(file, code);
        }
        _ => {}
    }
}

/// Returns a file after the items in a block have been added or replaced.
fn merge(file: &str, block: &str) -> String {
    let mut items: Vec<_> = items(file).collect();
    for new in self::items(block) {
        match items.iter_mut().find(|old| name(old) == name(&new)) {
            Some(old) => *old = new.replace("    // …\n", &other_fields(old, &new)),
            None if new.starts_with("use ") => {
                let first = items.iter().position(|item| item.starts_with("use "));
                items.insert(first.unwrap_or(0), new);
            }
            None => items.push(new),
        }
    }
    let mut merged = String::new();
    for (index, item) in items.iter().enumerate() {
        let follows = |kind: &str| {
            item.starts_with(kind)
                && items
                    .get(index + 1)
                    .is_some_and(|next| next.starts_with(kind))
        };
        let end = if follows("use ") || follows("mod ") {
            "\n"
        } else {
            "\n\n"
        };
        merged += &format!("{item}{end}");
    }
    format!("{}\n", merged.trim_end())
}

/// Splits code into its items. A blank line ends an item if the line after the blank line is not indented.
fn items(code: &str) -> impl Iterator<Item = String> {
    let mut items: Vec<String> = Vec::new();
    for part in code.trim().split("\n\n") {
        match items.last_mut() {
            Some(last) if part.starts_with(' ') => *last = format!("{last}\n\n{part}"),
            _ if part.starts_with("use ") || part.starts_with("mod ") => {
                items.extend(part.lines().map(str::to_owned));
            }
            _ => items.push(part.to_owned()),
        }
    }
    items.into_iter()
}

/// Returns the fields that a `// …` comment stands for in the new version of a struct.
fn other_fields(old: &str, new: &str) -> String {
    let (mut fields, mut field) = (String::new(), String::new());
    for line in old.lines().filter(|line| line.starts_with("    ")) {
        field += &format!("{line}\n");
        let Some((name, _)) = line.split_once(": ").filter(|_| line.ends_with(',')) else {
            continue;
        };
        let is_shown = new
            .lines()
            .any(|line| line.starts_with(&format!("{name}: ")));
        if !is_shown {
            fields += &field;
        }
        field.clear();
    }
    fields
}

/// Returns the string that identifies an item: its first line of code, without the parts that can change.
fn name(item: &str) -> &str {
    let is_code = |line: &&str| !line.starts_with("//") && !line.starts_with("#[");
    let line = item.lines().find(is_code).unwrap_or(item);
    let visible = line
        .strip_prefix("pub(crate) ")
        .or(line.strip_prefix("pub "));
    let line = visible.unwrap_or(line);
    if line.starts_with("use ") {
        return line
            .rsplit_once("::")
            .map_or(line, |(module, _)| module.trim_end_matches("::{"));
    }
    line.split(['{', '(', ';', '='])
        .next()
        .unwrap_or(line)
        .trim_end()
}
