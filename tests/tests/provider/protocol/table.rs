//! Reads the tables.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

#[derive(Default)]
pub(crate) struct Table {
    pub(crate) messages: BTreeMap<String, Vec<Field>>,
    pub(crate) enumerations: BTreeMap<String, Vec<(i32, String)>>,
    /// The methods that the table describes.
    pub(crate) methods: Vec<String>,
}

pub(crate) struct Field {
    pub(crate) number: u32,
    pub(crate) name: String,
    /// The type of the field, or the type of its elements.
    pub(crate) kind: String,
    pub(crate) is_map: bool,
    pub(crate) is_variant: bool,
}

impl Field {
    /// Returns the message type that the field contains.
    pub(crate) fn message(&self) -> Option<&str> {
        self.kind
            .starts_with(char::is_uppercase)
            .then_some(self.kind.as_str())
    }
}

/// Returns the lines of a file in `data/protocol`.
pub(crate) fn lines(file: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/protocol");
    let text = fs::read_to_string(folder.join(file)).unwrap();
    text.lines().map(str::to_owned).collect()
}

impl Table {
    pub(crate) fn read(protocol: &str) -> Table {
        let mut table = Table::default();
        for line in lines(&format!("{protocol}.txt")) {
            let words: Vec<_> = line.split(' ').collect();
            match words[..] {
                ["empty", message] => _ = table.messages.insert(message.to_owned(), Vec::new()),
                ["field", message, number, name, .., kind] => {
                    let (is_map, kind) = match kind.strip_prefix("map<string,") {
                        Some(value) => (true, value.trim_end_matches('>')),
                        None => (false, kind),
                    };
                    let fields = table.messages.entry(message.to_owned()).or_default();
                    fields.push(Field {
                        number: number.parse().unwrap(),
                        // prost converts names to snake case.
                        name: name.to_lowercase(),
                        kind: kind.replace("google.protobuf.", ""),
                        is_map,
                        is_variant: words[4] == "oneof",
                    });
                }
                ["enum", enumeration, number, name] => {
                    let values = table
                        .enumerations
                        .entry(enumeration.to_owned())
                        .or_default();
                    values.push((number.parse().unwrap(), name.to_owned()));
                }
                ["method", ..] => table.methods.push(words[1..].join(" ")),
                _ => panic!("unexpected line: {line}"),
            }
        }
        table
    }
}
