//! Searches for secrets in messages and public attributes.

use std::collections::{BTreeMap, BTreeSet};

use tfvalue::__internal::testing::{At, decoded_texts};
use tfvalue::schema::{Attribute, AttributeType, Block, Nesting};
use tfvalue::{Path, Type, Value};

use super::delete::MISSING;

/// The minimum length of a secret that is searched for, in characters. Shorter strings occur in any text.
const LEAST: usize = 6;

/// The values of sensitive and write-only attributes that a harness has seen, and the public values in configurations.
#[derive(Clone, Default)]
pub(super) struct Secrets {
    /// Each secret with its Base64 spellings.
    secrets: BTreeMap<String, Vec<String>>,
    public: BTreeSet<String>,
}

impl Secrets {
    /// Adds the values of a configuration.
    pub(super) fn add_config(&mut self, block: &Block, config: &Value) {
        of_block(&Path::root(), block, config, &mut |_, is_secret, text| {
            if is_secret {
                self.add(text);
            } else {
                self.public.insert(text.to_owned());
            }
        });
    }

    /// Adds the sensitive values of a state.
    pub(super) fn add_state(&mut self, block: &Block, state: &Value) {
        of_block(&Path::root(), block, state, &mut |_, is_secret, text| {
            if is_secret {
                self.add(text);
            }
        });
    }

    fn add(&mut self, text: &str) {
        let text = text.trim();
        // The ID with which a password is imported can be the password itself.
        let is_secret = text != MISSING && text.chars().nth(LEAST - 1).is_some();
        if is_secret && !self.secrets.contains_key(text) {
            self.secrets.insert(text.to_owned(), encoded(text));
        }
    }

    /// Returns the paths of the public attributes with values that contain a secret.
    pub(super) fn shown(&self, block: &Block, state: &Value) -> Vec<Path> {
        let mut found = Vec::new();
        if !self.secrets.is_empty() {
            of_block(&Path::root(), block, state, &mut |path, is_secret, text| {
                if !is_secret && self.is_in(text) {
                    found.push(path.clone());
                }
            });
        }
        found
    }

    /// Returns `true` if a string contains a secret that no public attribute of a configuration contains.
    pub(super) fn is_in(&self, text: &str) -> bool {
        let is_public = |secret: &String| self.public.iter().any(|public| public.contains(secret));
        // A short text cannot contain a longer secret. Many texts are shorter than all secrets, and need no decoding.
        let is_possible = |(secret, _): &(&String, _)| secret.len() <= text.len();
        let mut possible = self.secrets.iter().filter(is_possible).peekable();
        if possible.peek().is_none() {
            return false;
        }
        let decoded: Vec<_> = decoded_texts(text).collect();
        let mut found = possible.filter(|(secret, encoded)| {
            let is_in = |text: &String| text.contains(&***secret);
            decoded.iter().any(is_in) || encoded.iter().any(|encoded| text.contains(encoded))
        });
        found.any(|(secret, _)| !is_public(secret))
    }
}

/// A function that is called for each string and number, and receives the path, a flag for sensitive or write-only
/// values, and the text. A key of a map is a string, and so is the name of a member in a dynamic value. Other member
/// names come from the schema.
type Found<'f> = dyn FnMut(&Path, bool, &str) + 'f;

fn of_block(path: &Path, block: &Block, value: &Value, found: &mut Found<'_>) {
    of_members(path, &block.attributes, value, found);
    for nested in &block.block_types {
        if let Some(blocks) = value.get(&nested.type_name) {
            let path = path.clone().attribute(nested.type_name.clone());
            each_object(
                &path,
                nested.nesting,
                blocks,
                found,
                &|path, value, found| {
                    of_block(path, &nested.block, value, found);
                },
            );
        }
    }
}

fn of_members(path: &Path, attributes: &[Attribute], object: &Value, found: &mut Found<'_>) {
    for attribute in attributes {
        let Some(value) = object.get(&attribute.name) else {
            continue;
        };
        let path = path.clone().attribute(attribute.name.clone());
        match &attribute.ty {
            AttributeType::Nested(nested) if !attribute.is_secret() => {
                each_object(
                    &path,
                    nested.nesting,
                    value,
                    found,
                    &|path, value, found| {
                        of_members(path, &nested.attributes, value, found);
                    },
                );
            }
            _ => {
                let ty = attribute.implied_type();
                of_value(&path, attribute.is_secret(), &ty, value, found);
            }
        }
    }
}

fn each_object(
    path: &Path,
    nesting: Nesting,
    value: &Value,
    found: &mut Found<'_>,
    of_object: &dyn Fn(&Path, &Value, &mut Found<'_>),
) {
    match nesting {
        Nesting::Single | Nesting::Group => of_object(path, value, found),
        _ => {
            for (at, element) in value.placed_elements() {
                if let At::Key(key) = &at {
                    found(path, false, key);
                }
                of_object(&path.clone().step(at.step()), element, found);
            }
        }
    }
}

fn of_value(path: &Path, is_secret: bool, ty: &Type, value: &Value, found: &mut Found<'_>) {
    if let Some(text) = value.as_str() {
        found(path, is_secret, text);
    } else if let Some(number) = value.as_number() {
        found(path, is_secret, &number.to_string());
    } else {
        for (at, element) in value.placed_elements() {
            if let (At::Key(key), false) = (&at, matches!(ty, Type::Object(_))) {
                found(path, is_secret, key);
            }
            let path = path.clone().step(at.step());
            of_value(&path, is_secret, type_at(ty, &at), element, found);
        }
    }
}

/// Returns the type of an element according to the schema.
fn type_at<'t>(ty: &'t Type, at: &At<'_>) -> &'t Type {
    let element = match (ty, at) {
        (Type::List(element) | Type::Set(element) | Type::Map(element), _) => Some(&**element),
        (Type::Tuple(types), At::Index(index)) => types.get(*index),
        (Type::Object(members), At::Key(name)) => members.get(name).map(|member| &member.ty),
        _ => None,
    };
    element.unwrap_or(&Type::Dynamic)
}

/// Returns the base64 spellings of a secret that is preceded by any number of other bytes.
fn encoded(secret: &str) -> Vec<String> {
    let mut found = Vec::new();
    for before in 0..3 {
        let standard = base64(before, secret.as_bytes());
        found.push(standard.replace('+', "-").replace('/', "_"));
        found.push(standard);
    }
    found.retain(|spelling| spelling.len() >= LEAST);
    found
}

/// Returns the base64 characters that depend only on the given bytes if other bytes precede them.
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
    use tfvalue::schema::NestedType;
    use tfvalue::types::ObjectType;

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
    fn the_identifier_of_no_object_is_not_secret() {
        let mut secrets = Secrets::default();
        secrets.add_state(&block(), &object("none", "b", MISSING));
        assert_eq!(secrets.shown(&block(), &object(MISSING, "b", "c")), []);
        secrets.add_state(&block(), &object("none", "b", "hunter2"));
        let shown = secrets.shown(&block(), &object("hunter2", "b", "c"));
        assert_eq!(shown, [Path::from("name")]);
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

    /// Many messages contain names from the schema.
    #[test]
    fn names_of_members_are_secrets_only_if_they_are_data() {
        let account = ObjectType::new([
            ("username", Type::String),
            ("password", Type::map(Type::String)),
        ]);
        let settings = NestedType::new(
            Nesting::Map,
            [Attribute::new("location", Type::String).optional()],
        );
        let block = Block::new().attributes([
            Attribute::new("account", Type::Object(account))
                .optional()
                .sensitive(),
            Attribute::new("any_login", Type::Dynamic)
                .optional()
                .write_only(),
            Attribute::new("by_member", Type::map(Type::Dynamic))
                .optional()
                .sensitive(),
            Attribute::new("settings", settings).optional(),
        ]);
        let password =
            Value::map(Type::String, [("key-of-map", Value::from("value-of-map"))]).unwrap();
        let account = Value::object([
            ("username", "value-of-member".into()),
            ("password", password),
        ])
        .unwrap();
        let login = Value::object([("dynamic-name", Value::from("dynamic-value"))]).unwrap();
        let state = |key: &str| {
            let settings = Value::object([("location", Value::from("earth"))]).unwrap();
            Value::object([
                ("account", account.clone()),
                ("any_login", login.clone()),
                (
                    "by_member",
                    Value::object([("key-of-any", Value::from("value-of-any"))]).unwrap(),
                ),
                (
                    "settings",
                    Value::map(settings.ty(), [(key, settings)]).unwrap(),
                ),
            ])
            .unwrap()
        };
        let mut secrets = Secrets::default();
        secrets.add_config(&block, &state("public-key"));
        assert!(!secrets.is_in("account has no username, password or location"));
        for text in [
            "value-of-member",
            "key-of-map",
            "value-of-map",
            "dynamic-name",
            "dynamic-value",
            "key-of-any",
            "value-of-any",
        ] {
            assert!(secrets.is_in(text), "{text}");
            // The key of a map element is also public.
            assert_eq!(
                secrets.shown(&block, &state(text)),
                [Path::from("settings")],
                "{text}"
            );
        }
        assert_eq!(secrets.shown(&block, &state("username")), []);
    }

    #[test]
    fn what_is_public_or_short_is_no_secret() {
        let mut secrets = Secrets::default();
        secrets.add_config(&block(), &object("the web-server", "b", "web-server"));
        secrets.add_config(&block(), &object("a", "b", "short"));
        assert!(!secrets.is_in("the web-server is too short"));
    }
}
