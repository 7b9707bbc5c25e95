//! Reads states from Terraform 0.11 and older, in which all values are strings with dotted keys.
//!
//! # Why
//!
//! A state whose resource has not changed since 2019 still has this form, and Terraform sends the state unchanged to
//! `UpgradeResourceState`. The state contains no types, so it can only be read with the type of the schema:
//!
//! ```text
//! name               web              name  = "web"
//! ports.#            2                ports = [80, 443]
//! ports.0            80
//! ports.1            443
//! tags.%             1                tags  = { "a.b" = "x" }
//! tags.a.b           x
//! rules.#            1                rules = [{ cidr = "10.0.0.0/8" }]    (a set: the key is a hash)
//! rules.307.cidr     10.0.0.0/8
//! ```
//!
//! # How
//!
//! The entries are sorted, so the entries of a container form a range in which all keys begin with the container's
//! prefix. The reader follows the type, not the entries, so a value without an entry is null. A type with many
//! attributes and an empty map would therefore create values without entries at each level of nesting. `left` counts
//! the values, so that the number of bytes in the entries limits the number of values.
//!
//! # Rules
//!
//! Source: the rules of Terraform's own SDK. The key `#` of a list, set or tuple contains the number of its elements.
//! The keys of the elements are indices, or hashes in the case of a set. The key `%` of a map contains the number of
//! its elements. The keys of the elements follow the prefix, and may contain dots. A container without a count is null,
//! and so is a scalar without an entry. A fixed UUID means unknown.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use super::Value;
use super::items::Items;
use super::{Repr, Shared};
use crate::error::{Error, Result, elements};
use crate::path::Step;
use crate::ty::{ObjectType, Type};

/// The text that means unknown.
const UNKNOWN: &str = "74D93920-ED26-11E3-AC10-0800200C9A66";

/// The number of values without an entry that every flatmap may contain, in addition to one for each byte. The number
/// is limited because each missing value is stored as a null.
const MISSING: usize = 1 << 15;

/// The number of string bytes that take about as much memory as a value.
const BYTES_PER_VALUE: usize = 32;

impl Value {
    /// Reads the flatmap of a state from Terraform 0.11 or older.
    ///
    /// # Errors
    ///
    /// Fails if the type is not an object or contains dynamic, if an entry does not fit its type, if a count is not a
    /// number, or if there are many more missing values than entries.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Type, Value};
    ///
    /// let ty = Type::from_json(br#"["object",{"name":"string","ports":["list","number"]}]"#)?;
    /// let state = [("name", "web"), ("ports.#", "2"), ("ports.0", "80"), ("ports.1", "443")];
    /// let value = Value::from_flatmap(state, &ty)?;
    /// assert_eq!(value.to_string(), r#"{ name = "web", ports = [80, 443] }"#);
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn from_flatmap<'a>(
        entries: impl IntoIterator<Item = (&'a str, &'a str)>,
        ty: &Type,
    ) -> Result<Self> {
        let mut all = BTreeMap::new();
        all.extend(entries);
        let flatmap = Flatmap::new(all);
        match ty {
            Type::Object(object) => flatmap.object("", object),
            _ => Err(Error::mismatch("an object type", format!("a {ty}"))),
        }
    }
}

struct Flatmap<'a> {
    entries: BTreeMap<&'a str, &'a str>,
    /// The number of values that may still be read. The limit never affects values with entries, because there are
    /// fewer such values than bytes.
    left: Cell<usize>,
}

impl<'a> Flatmap<'a> {
    fn new(entries: BTreeMap<&'a str, &'a str>) -> Self {
        let bytes: usize = entries.iter().map(|(k, v)| k.len() + v.len()).sum();
        Flatmap {
            entries,
            left: Cell::new(bytes.saturating_add(MISSING)),
        }
    }

    /// Iterates over the entries whose keys start with a prefix, and removes the prefix from the keys.
    fn below(&self, prefix: &str) -> impl Iterator<Item = (&'a str, &'a str)> {
        let from = (Bound::Included(prefix), Bound::Unbounded);
        self.entries
            .range::<str, _>(from)
            .map_while(move |(key, value)| Some((key.strip_prefix(prefix)?, *value)))
    }

    /// Counts a value and its string against the limit.
    fn spend(&self, text: &str) -> Result<()> {
        let left = self.left.get();
        match left.checked_sub(1 + text.len() / BYTES_PER_VALUE) {
            Some(left) => {
                self.left.set(left);
                Ok(())
            }
            None => Err(Error::limit(
                "more attributes are missing than a state of this size may leave out",
            )),
        }
    }

    fn value(&self, key: &str, ty: &Type) -> Result<Value> {
        self.spend(self.entries.get(key).unwrap_or(&""))?;
        let inside = || format!("{key}.");
        match ty {
            Type::String | Type::Number | Type::Bool => self.scalar(key, ty),
            Type::Object(object) => self.object(&inside(), object),
            Type::Dynamic => Err(Error::data(
                "type dynamic is not allowed in a flatmap, which does not store types",
            )),
            _ if self.entries.get(key) == Some(&UNKNOWN) => Ok(Value::unknown(ty.clone())),
            Type::Map(element) => self.map(&inside(), element),
            _ => self.sequence(&inside(), ty),
        }
    }

    fn scalar(&self, key: &str, ty: &Type) -> Result<Value> {
        let text = match self.entries.get(key) {
            None => return Ok(Value::null(ty.clone())),
            Some(&UNKNOWN) => return Ok(Value::unknown(ty.clone())),
            Some(text) => *text,
        };
        match (ty, text) {
            (Type::Number, _) => Ok(Value::from(text.parse::<crate::number::Number>()?)),
            (Type::Bool, "true" | "1") => Ok(Value::from(true)),
            (Type::Bool, "false" | "0") => Ok(Value::from(false)),
            (Type::Bool, _) => Err(Error::mismatch_value(
                "a bool",
                "a string",
                format_args!("{text:?}"),
            )),
            _ => Ok(Value::from(text)),
        }
    }

    fn object(&self, prefix: &str, object: &ObjectType) -> Result<Value> {
        let mut parts = Items::begin(Shared::Nothing, object.len());
        for attribute in object {
            let value = self.value(&format!("{prefix}{}", attribute.name), &attribute.ty);
            parts.push(
                value.map_err(|error| error.at_step(Step::Attribute(attribute.name.clone())))?,
            );
        }
        Ok(Value::object_of_parts(parts, object))
    }

    fn map(&self, prefix: &str, element: &Type) -> Result<Value> {
        let ty = || Type::map(element.clone());
        match self.entries.get(&*format!("{prefix}%")) {
            None => return Ok(Value::null(ty())),
            Some(&UNKNOWN) => return Ok(Value::unknown(ty())),
            Some(_) => {}
        }
        let mut parts = Items::begin(Shared::Nothing, 0);
        for (key, _) in self.below(prefix).filter(|(key, _)| *key != "%") {
            let value = self.spend(key);
            let value = value.and_then(|()| self.value(&format!("{prefix}{key}"), element));
            parts.push(Value::string(key));
            parts.push(value.map_err(|error| error.at_step(Step::Key(key.into())))?);
        }
        Value::map_of_parts(parts, element.clone())
    }

    /// Reads a list, set or tuple.
    fn sequence(&self, prefix: &str, ty: &Type) -> Result<Value> {
        let count = match self.entries.get(&*format!("{prefix}#")) {
            None => return Ok(Value::null(ty.clone())),
            Some(&UNKNOWN) => return Ok(Value::unknown(ty.clone())),
            Some(text) => self.count(text)?,
        };
        match ty {
            Type::Set(element) => self.set(prefix, element, count),
            Type::Tuple(types) if types.len() == count => {
                let parts = self.indexed(prefix, types.iter())?;
                Ok(Value(Repr::Tuple(Items::end(parts))))
            }
            Type::Tuple(types) => {
                let expected = format!("a tuple of {}", elements(types.len()));
                Err(Error::mismatch(expected, count.to_string()))
            }
            Type::List(element) => {
                let parts = self.indexed(prefix, std::iter::repeat_n(&**element, count))?;
                Value::list_of_parts(parts, (**element).clone())
            }
            _ => Err(Error::mismatch("a list, set or tuple", format!("a {ty}"))),
        }
    }

    /// Returns an object in which no attribute has an entry.
    fn object_without_entries(&self, object: &ObjectType) -> Result<Value> {
        let bare = Flatmap {
            entries: BTreeMap::new(),
            left: self.left.clone(),
        };
        let value = bare.object("", object);
        self.left.set(bare.left.get());
        value
    }

    fn count(&self, text: &str) -> Result<usize> {
        let count: u64 = text.parse().map_err(|_| {
            Error::mismatch_value("a number of elements", "a string", format_args!("{text:?}"))
        })?;
        let fitting = usize::try_from(count).ok();
        fitting
            .filter(|count| *count <= self.left.get())
            .ok_or_else(|| {
                Error::limit(format!(
                    "{count} elements are more than a state of this size can have"
                ))
            })
    }

    fn indexed<'t>(
        &self,
        prefix: &str,
        types: impl Iterator<Item = &'t Type>,
    ) -> Result<Vec<Value>> {
        let mut parts = Items::begin(Shared::Nothing, types.size_hint().0);
        for (index, ty) in types.enumerate() {
            let value = self.value(&format!("{prefix}{index}"), ty);
            parts.push(value.map_err(|error| error.at_step(Step::Index(index as u64)))?);
        }
        Ok(parts)
    }

    /// Reads a set. The key of an element ends at the next dot.
    fn set(&self, prefix: &str, element: &Type, count: usize) -> Result<Value> {
        let keys = self
            .below(prefix)
            .map(|(key, _)| key.split('.').next().unwrap_or(key));
        let hashes: BTreeSet<&str> = keys.filter(|key| *key != "#").collect();
        let mut parts = Items::begin(Shared::Nothing, hashes.len());
        for (index, hash) in hashes.into_iter().enumerate() {
            let value = self.value(&format!("{prefix}{hash}"), element);
            parts.push(value.map_err(|error| error.at_step(Step::Index(index as u64)))?);
        }
        if parts.len() == 1 && count == 1 {
            // If all attributes of the only element are null, the element has no entries.
            parts.push(match element {
                Type::Object(object) => self.object_without_entries(object)?,
                other => Value::empty(other),
            });
        }
        Value::set_of_parts(parts, element.clone())
    }
}
