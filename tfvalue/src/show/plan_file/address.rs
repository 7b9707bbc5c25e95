//! Parses the addresses of a plan, and puts them in Terraform's order.

use std::cmp::Ordering;

use crate::error::{Error, Result};
use crate::limits::MAX_DEPTH;
use crate::show::instance_key::Key;
use crate::show::mode::Mode;

/// A key of an instance, in Terraform's order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum InstanceKey {
    None,
    Number(u64),
    String(String),
    /// Any key: only in deferred changes.
    Any,
}

impl InstanceKey {
    /// Returns the key in the documents of `terraform show -json`.
    pub(super) fn shown(&self) -> Option<Key> {
        match self {
            InstanceKey::Number(number) => Some(Key::Number(*number)),
            InstanceKey::String(text) => Some(Key::String(text.clone())),
            InstanceKey::None | InstanceKey::Any => None,
        }
    }
}

/// The absolute address of an instance of an object in a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Address {
    /// The calls of modules, and where the address of each ends in the text.
    pub(super) modules: Vec<(String, InstanceKey, usize)>,
    /// What follows: `["x_y", "z"]`, `["data", "x_y", "z"]`, `["check", "c"]`.
    pub(super) labels: Vec<String>,
    pub(super) key: InstanceKey,
    text: String,
}

impl Address {
    pub(super) fn parse(text: &str) -> Result<Self> {
        let mut rest = Rest { text, at: 0 };
        let (mut modules, mut labels) = (Vec::new(), Vec::new());
        let mut key = InstanceKey::None;
        let mut is_module = false;
        while let Some((label, found)) = rest.part()? {
            if is_module {
                modules.push((label.to_owned(), found, rest.end()));
                is_module = false;
            } else if label == "module" && labels.is_empty() && found == InstanceKey::None {
                is_module = true;
            } else {
                if key != InstanceKey::None {
                    return Err(invalid(text));
                }
                labels.push(label.to_owned());
                key = found;
            }
        }
        if is_module || labels.len() > 3 || modules.len() > usize::from(MAX_DEPTH) {
            return Err(invalid(text));
        }
        Ok(Address {
            modules,
            labels,
            key,
            text: text.to_owned(),
        })
    }

    /// Returns the text.
    pub(super) fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the address of the module; `None` for the root module.
    pub(super) fn module(&self) -> Option<&str> {
        self.modules.last().map(|(.., end)| &self.text[..*end])
    }

    /// Returns the addresses of all modules around this one, outermost first.
    pub(super) fn ancestors(&self) -> impl Iterator<Item = &str> {
        self.modules.iter().map(|(.., end)| &self.text[..*end])
    }

    /// Returns the mode, the type and the name of a resource.
    pub(super) fn resource(&self) -> Result<(Mode, &str, &str)> {
        match self.labels.as_slice() {
            [kind, name] => Ok((Mode::Managed, kind, name)),
            [mode, kind, name] if mode == "data" => Ok((Mode::Data, kind, name)),
            [mode, kind, name] if mode == "ephemeral" => Ok((Mode::Ephemeral, kind, name)),
            _ => Err(invalid(&self.text)),
        }
    }

    /// Compares the addresses of resources in the order in which Terraform prints them.
    pub(super) fn order(&self, other: &Self) -> Ordering {
        let modules = |address: &Self| -> Vec<_> {
            address
                .modules
                .iter()
                .map(|(name, key, _)| (name.clone(), key.clone()))
                .collect()
        };
        let resource = |address: &Self| {
            let rank = match address.labels.first().map(String::as_str) {
                Some("data") if address.labels.len() == 3 => 0,
                Some("ephemeral") if address.labels.len() == 3 => 2,
                _ => 1,
            };
            (rank, address.labels.clone(), address.key.clone())
        };
        let depth = self.modules.len().cmp(&other.modules.len());
        let modules = depth.then_with(|| modules(self).cmp(&modules(other)));
        modules.then_with(|| resource(self).cmp(&resource(other)))
    }
}

#[cold]
fn invalid(text: &str) -> Error {
    Error::mismatch("an address", format!("{text:?}"))
}

/// The part of an address that is not parsed yet.
struct Rest<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Rest<'a> {
    /// Returns where the last part ends.
    fn end(&self) -> usize {
        match self.at.checked_sub(1) {
            Some(end) if self.at <= self.text.len() && self.text.as_bytes()[end] == b'.' => end,
            _ => self.at.min(self.text.len()),
        }
    }

    /// Returns the next label and its key, and skips the dot after it.
    fn part(&mut self) -> Result<Option<(&'a str, InstanceKey)>> {
        let rest = &self.text[self.at.min(self.text.len())..];
        if rest.is_empty() {
            return match self.at {
                0 => Err(invalid(self.text)),
                _ if self.text.ends_with('.') => Err(invalid(self.text)),
                _ => Ok(None),
            };
        }
        let len = rest.find(['.', '[']).unwrap_or(rest.len());
        let (label, after) = rest.split_at(len);
        if label.is_empty() {
            return Err(invalid(self.text));
        }
        self.at += len;
        let key = if after.starts_with('[') {
            self.key(after)?
        } else {
            InstanceKey::None
        };
        match self.text[self.at..].bytes().next() {
            Some(b'.') => self.at += 1,
            Some(_) => return Err(invalid(self.text)),
            None => {}
        }
        Ok(Some((label, key)))
    }

    /// Parses a key in brackets.
    fn key(&mut self, rest: &str) -> Result<InstanceKey> {
        let inside = &rest[1..];
        let (key, len) = if inside.starts_with('"') {
            let (text, len) = unquote(inside).ok_or_else(|| invalid(self.text))?;
            (InstanceKey::String(text), len)
        } else {
            let len = inside.find(']').ok_or_else(|| invalid(self.text))?;
            let key = match &inside[..len] {
                "*" => InstanceKey::Any,
                number => InstanceKey::Number(number.parse().map_err(|_| invalid(self.text))?),
            };
            (key, len)
        };
        if !inside[len..].starts_with(']') {
            return Err(invalid(self.text));
        }
        self.at += len + 2;
        Ok(key)
    }
}

/// Reads a string in quotes from the front of a text, and returns it with the length of the quoted text.
fn unquote(text: &str) -> Option<(String, usize)> {
    let mut out = String::new();
    let mut chars = text.char_indices().skip(1).peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Some((out, at + 1)),
            '\\' => match chars.next()?.1 {
                'n' => out.push('\n'),
                'r' => out.push('\r'),
                't' => out.push('\t'),
                c @ ('"' | '\\') => out.push(c),
                c @ ('u' | 'U') => {
                    let len = if c == 'u' { 4 } else { 8 };
                    let digits: String = chars.by_ref().take(len).map(|(_, c)| c).collect();
                    out.push(char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?);
                }
                _ => return None,
            },
            '$' | '%' if text[at + 1..].starts_with(c) && text[at + 2..].starts_with('{') => {
                out.push(c);
                chars.next();
            }
            c => out.push(c),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_every_form() {
        let address =
            Address::parse(r#"module.a["x.y[\"$${\u00e9"].module.b[3].data.t.n["k"]"#).unwrap();
        assert_eq!(
            address.module(),
            Some(r#"module.a["x.y[\"$${\u00e9"].module.b[3]"#)
        );
        let ancestors: Vec<_> = address.ancestors().collect();
        assert_eq!(
            ancestors,
            [r#"module.a["x.y[\"$${\u00e9"]"#, address.module().unwrap()]
        );
        assert_eq!(
            address.modules[0].1,
            InstanceKey::String("x.y[\"${é".into())
        );
        assert_eq!(address.resource().unwrap(), (Mode::Data, "t", "n"));
        assert_eq!(address.key, InstanceKey::String("k".into()));
        let address = Address::parse("ephemeral.t.n[*]").unwrap();
        assert!(address.module().is_none() && address.key == InstanceKey::Any);
        assert_eq!(address.resource().unwrap().0, Mode::Ephemeral);
        assert_eq!(
            Address::parse("module.m.check.c").unwrap().labels,
            ["check", "c"]
        );
    }

    #[test]
    fn other_texts_are_errors() {
        for text in [
            "",
            ".",
            "a.",
            "module.",
            "module",
            "a[",
            "a[x]",
            "a.b[0]c",
            "a.b[\"x]",
            "a[0].b",
            "a..b",
            "a.b.c.d",
            "a[\"\\x\"]",
        ] {
            assert!(Address::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_order_is_that_of_terraform() {
        let sorted = [
            "data.b.b",
            "a.b",
            "a.b[2]",
            "a.b[10]",
            "a.b[\"x\"]",
            "b.a",
            "module.m.a.a",
            "module.m[0].a.a",
            "module.a.module.b.a.a",
        ];
        let mut addresses: Vec<_> = sorted
            .iter()
            .rev()
            .map(|text| Address::parse(text).unwrap())
            .collect();
        addresses.sort_by(Address::order);
        assert_eq!(
            addresses.iter().map(Address::as_str).collect::<Vec<_>>(),
            sorted
        );
    }
}
