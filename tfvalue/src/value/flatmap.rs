//! States of Terraform 0.11 and older: flattened to strings under dotted keys.
//!
//! Source: the rules by which Terraform's own SDK reads them. A list, set or tuple has its count
//! under `#` and its elements under indices, a set under hashes; a map has its count under `%`,
//! and whatever follows the prefix is its key, dots and all. What has no count, or no entry, is
//! null. An unknown is a certain UUID.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use super::Value;
use super::items::Items;
use super::{Repr, Shared};
use crate::error::{Error, Result, elements};
use crate::path::Step;
use crate::ty::{ObjectType, Type};

/// What stands for an unknown.
const UNKNOWN: &str = "74D93920-ED26-11E3-AC10-0800200C9A66";

/// How many values may have no entries in any flatmap; as many again as it has bytes. Each of them
/// is a null that takes room.
const MISSING: usize = 1 << 15;

/// How many bytes of text take about as much room as a value.
const BYTES_PER_VALUE: usize = 32;

impl Value {
    /// Reads the flatmap of a state of Terraform 0.11 or older.
    ///
    /// # Errors
    ///
    /// If an entry does not fit its type, a count is none, far more values have no entry than there
    /// are entries, or the type is not an object or contains dynamic.
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
        let entries: BTreeMap<_, _> = entries.into_iter().collect();
        let bytes: usize = entries.iter().map(|(k, v)| k.len() + v.len()).sum();
        let flatmap = Flatmap {
            entries,
            left: Cell::new(bytes.saturating_add(MISSING)),
        };
        match ty {
            Type::Object(object) => flatmap.object("", object),
            _ => Err(Error::mismatch("an object type", format!("a {ty}"))),
        }
    }
}

struct Flatmap<'a> {
    entries: BTreeMap<&'a str, &'a str>,
    /// How many more values may be read. All that have entries are fewer than the bytes of these.
    left: Cell<usize>,
}

impl<'a> Flatmap<'a> {
    /// Goes over the entries whose keys begin with a prefix, without it.
    fn below(&self, prefix: &str) -> impl Iterator<Item = (&'a str, &'a str)> {
        let from = (Bound::Included(prefix), Bound::Unbounded);
        self.entries
            .range::<str, _>(from)
            .map_while(move |(key, value)| Some((key.strip_prefix(prefix)?, *value)))
    }

    /// Takes a value, and text with it, from those that may still be read.
    fn spend(&self, text: &str) -> Result<()> {
        let left = self.left.get();
        match left.checked_sub(1 + text.len() / BYTES_PER_VALUE) {
            Some(left) => {
                self.left.set(left);
                Ok(())
            }
            None => Err(Error::limit(
                "far more values have no entry than there are entries",
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
                "the flatmap form has no values of type dynamic",
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
            (Type::Number, _) => Ok(Value::from(text.parse::<crate::Number>()?)),
            (Type::Bool, "true" | "1") => Ok(Value::from(true)),
            (Type::Bool, "false" | "0") => Ok(Value::from(false)),
            (Type::Bool, _) => Err(Error::mismatch_value(
                "a bool",
                "another text",
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
        let count = text.parse().map_err(|_| {
            Error::mismatch_value(
                "a count of elements",
                "another text",
                format_args!("{text:?}"),
            )
        })?;
        match count > self.left.get() {
            true => Err(Error::limit(format!(
                "the count of {count} is far beyond the entries"
            ))),
            false => Ok(count),
        }
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

    /// Reads a set: what stands before the next dot names an element.
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
            // An element in which nothing is set has no entries of its own.
            parts.push(match element {
                Type::Object(object) => self.object_without_entries(object)?,
                other => Value::empty(other),
            });
        }
        Value::set_of_parts(parts, element.clone())
    }
}
