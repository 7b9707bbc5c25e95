//! The names of types.

use std::collections::BTreeMap;

use super::markdown::files;
use super::read;

/// Returns the name of the type that a line defines.
fn defined(line: &str) -> Option<&str> {
    let is_before =
        |word: &&str| word.starts_with("pub") || word.starts_with("crate::") || *word == "unsafe";
    let mut words = line.split_whitespace().skip_while(is_before);
    match words.next()? {
        "struct" | "enum" | "trait" | "union" => {}
        // An indented `type` is an associated type.
        "type" if !line.starts_with(' ') => {}
        _ => return None,
    }
    let name = words.next()?;
    let name = name.split(|c: char| !c.is_alphanumeric()).next()?;
    Some(name).filter(|name| !name.is_empty())
}

/// Returns the types that a file defines, except for types in tests, and except for messages, which have the names from
/// the protocol.
fn types(source: &str) -> Vec<&str> {
    let source = source.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut lines = source.lines();
    let mut found = Vec::new();
    while let Some(line) = lines.next() {
        if line.contains("tfplugin::") && line.ends_with("! {") {
            lines.find(|end| end.trim() == "}" && indent(end) == indent(line));
        }
        found.extend(defined(line));
    }
    found
}

/// A name that more than two types share is ambiguous.
#[test]
fn at_most_two_have_the_same_name() {
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    files("tfvalue/src", &mut |file| {
        let is_test = file.ends_with("/tests.rs") || file.contains("/tests/");
        if file.ends_with(".rs") && !is_test {
            for name in types(&read(file)) {
                all.entry(name.to_owned())
                    .or_default()
                    .push(file.to_owned());
            }
        }
    });
    assert!(all.len() > 500, "{} names", all.len());
    all.retain(|_, files| files.len() > 2);
    assert!(all.is_empty(), "{all:#?}");
}
