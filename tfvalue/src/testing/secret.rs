//! Searches for secrets in messages and public attributes.

use std::collections::{BTreeMap, BTreeSet};

use crate::path::Path;
use crate::schema::{Attribute, AttributeType, Block, Nesting};

use crate::value::{At, Value};

/// The least number of characters of a secret that is searched for. Shorter ones are in any text.
const LEAST: usize = 6;

/// The values of sensitive and write-only attributes that a harness has seen, and the public ones of configurations.
#[derive(Clone, Default)]
pub(super) struct Secrets {
    /// Each secret with its spellings in other notations.
    secrets: BTreeMap<String, Vec<String>>,
    public: BTreeSet<String>,
}

impl Secrets {
    /// Adds the values of a configuration.
    pub(super) fn add_config(&mut self, block: &Block, config: &Value) {
        each_text(block, config, &mut |_, is_secret, text| {
            if is_secret {
                self.add(text);
            } else {
                self.public.insert(text.to_owned());
            }
        });
    }

    /// Adds the sensitive values of a state.
    pub(super) fn add_state(&mut self, block: &Block, state: &Value) {
        each_text(block, state, &mut |_, is_secret, text| {
            if is_secret {
                self.add(text);
            }
        });
    }

    fn add(&mut self, text: &str) {
        let text = text.trim();
        if text.chars().nth(LEAST - 1).is_some() && !self.secrets.contains_key(text) {
            self.secrets.insert(text.to_owned(), spellings(text));
        }
    }

    /// Returns the paths of the public attributes that contain a secret.
    pub(super) fn shown(&self, block: &Block, state: &Value) -> Vec<Path> {
        let mut found = Vec::new();
        if !self.secrets.is_empty() {
            each_text(block, state, &mut |path, is_secret, text| {
                if !is_secret && self.is_in(text) {
                    found.push(path.clone());
                }
            });
        }
        found
    }

    /// Returns `true` if a text contains a secret that no public attribute of a configuration contains.
    pub(super) fn is_in(&self, text: &str) -> bool {
        let is_public = |secret: &String| self.public.iter().any(|public| public.contains(secret));
        // A short message cannot contain a longer secret.
        let possible = self
            .secrets
            .iter()
            .filter(|(secret, _)| secret.len() <= text.len());
        let mut found = possible.filter(|(secret, spellings)| {
            text.contains(&***secret) || spellings.iter().any(|it| text.contains(it))
        });
        found.any(|(secret, _)| !is_public(secret))
    }
}

/// Calls a function with each string and number: its path, whether it is sensitive or write-only, and its text.
fn each_text(block: &Block, value: &Value, found: &mut dyn FnMut(&Path, bool, &str)) {
    of_block(&Path::root(), block, value, found);
}

fn of_block(path: &Path, block: &Block, value: &Value, found: &mut dyn FnMut(&Path, bool, &str)) {
    of_members(path, &block.attributes, value, found);
    for nested in &block.block_types {
        if let Some(blocks) = value.get_named(&nested.type_name) {
            let path = path.clone().attribute(nested.type_name.clone());
            each_object(&path, nested.nesting, blocks, &mut |path, value| {
                of_block(path, &nested.block, value, found);
            });
        }
    }
}

fn of_members(
    path: &Path,
    attributes: &[Attribute],
    object: &Value,
    found: &mut dyn FnMut(&Path, bool, &str),
) {
    for attribute in attributes {
        let Some(value) = object.get_named(&attribute.name) else {
            continue;
        };
        let path = path.clone().attribute(attribute.name.clone());
        match &attribute.ty {
            AttributeType::Nested(nested) if !attribute.is_secret() => {
                each_object(&path, nested.nesting, value, &mut |path, value| {
                    of_members(path, &nested.attributes, value, found);
                });
            }
            _ => of_value(&path, attribute.is_secret(), value, found),
        }
    }
}

fn each_object(path: &Path, nesting: Nesting, value: &Value, found: &mut dyn FnMut(&Path, &Value)) {
    match nesting {
        Nesting::Single | Nesting::Group => found(path, value),
        Nesting::List | Nesting::Set | Nesting::Map => {
            for (at, element) in value.placed_elements() {
                found(&path.clone().step(at.step()), element);
            }
        }
    }
}

fn of_value(path: &Path, is_secret: bool, value: &Value, found: &mut dyn FnMut(&Path, bool, &str)) {
    if let Some(text) = value.as_str() {
        found(path, is_secret, text);
    } else if let Some(number) = value.as_number() {
        found(path, is_secret, &number.to_string());
    } else {
        for (at, element) in value.placed_elements() {
            if let At::Key(key) = &at {
                found(path, is_secret, key);
            }
            of_value(&path.clone().step(at.step()), is_secret, element, found);
        }
    }
}

/// Returns the spellings of a secret in other notations: in `Debug` and JSON, in a URL and in base64.
fn spellings(secret: &str) -> Vec<String> {
    let mut found = vec![
        format!("{secret:?}"),
        serde_json::Value::from(secret).to_string(),
    ];
    for quoted in &mut found {
        *quoted = quoted[1..quoted.len() - 1].to_owned();
    }
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    let percent = |is_kept: &dyn Fn(u8) -> bool| {
        let encoded = secret.bytes().map(|byte| {
            if is_kept(byte) {
                char::from(byte).to_string()
            } else {
                format!("%{byte:02X}")
            }
        });
        encoded.collect::<String>()
    };
    let encoded = percent(&is_plain);
    found.push(encoded.replace("%20", "+"));
    found.extend([encoded, percent(&|_| false)]);
    for before in 0..3 {
        let standard = base64(before, secret.as_bytes());
        found.push(standard.replace('+', "-").replace('/', "_"));
        found.push(standard);
    }
    found.retain(|spelling| spelling.len() >= LEAST);
    found
}

/// Returns the letters of base64 that depend only on these bytes, if others come before them.
fn base64(before: usize, bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bits = |index: usize| {
        let byte = index
            .checked_sub(before * 8)
            .and_then(|index| bytes.get(index / 8));
        byte.is_some_and(|byte| byte >> (7 - index % 8) & 1 == 1)
    };
    let first = (before * 8).div_ceil(6);
    let end = (before + bytes.len()) * 8 / 6;
    let letter = |index: usize| {
        let number = (0..6).fold(0, |number, bit| {
            number * 2 + usize::from(bits(index * 6 + bit))
        });
        char::from(LETTERS[number])
    };
    (first..end).map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ty::Type;

    fn block() -> Block {
        Block::new().attributes([
            Attribute::new("name", Type::String).required(),
            Attribute::new("tags", Type::map(Type::String)).optional(),
            Attribute::new("password", Type::String)
                .optional()
                .sensitive(),
        ])
    }

    fn object(name: &str, tag: &str, password: &str) -> Value {
        let tags = Value::map(Type::String, [(tag, Value::from("x"))]).unwrap();
        Value::object([
            ("name", name.into()),
            ("tags", tags),
            ("password", password.into()),
        ])
        .unwrap()
    }

    #[test]
    fn secrets_are_found_in_all_notations() {
        let mut secrets = Secrets::default();
        secrets.add_config(&block(), &object("a", "b", "pass \"1f2e\" & word\n"));
        for text in [
            "with pass \"1f2e\" & word!",
            r#"{"p": "pass \"1f2e\" & word"}"#,
            "?p=pass%20%221f2e%22%20%26%20word",
            "?p=pass+%221f2e%22+%26+word&q",
            "Basic dXNlcjpwYXNzICIxZjJlIiAmIHdvcmQ=",
            "cGFzcyAiMWYyZSIgJiB3b3Jk",
        ] {
            assert!(secrets.is_in(text), "{text}");
        }
        assert!(!secrets.is_in("pass 1f2e & word"));
        let paths = secrets.shown(&block(), &object("pass \"1f2e\" & word", "b", ""));
        assert_eq!(paths, [Path::from("name")]);
        let paths = secrets.shown(&block(), &object("b", "pass \"1f2e\" & word", ""));
        assert_eq!(paths, [Path::from("tags")]);
    }

    #[test]
    fn what_is_public_or_short_is_no_secret() {
        let mut secrets = Secrets::default();
        secrets.add_config(&block(), &object("the web-server", "b", "web-server"));
        secrets.add_config(&block(), &object("a", "b", "short"));
        assert!(!secrets.is_in("the web-server is too short"));
    }
}
