//! A value in a document.

use std::borrow::Cow;
use std::fmt;

use super::super::value::Decoder;
use super::Document;
use super::index::{Cursor, Place};
use super::parts::{NodeElements, NodeEntries, NodeMembers, Parts};
use crate::error::Result;
use crate::limits::MAX_DEPTH;
use crate::nfc::nfc;
use crate::number::Number;
use crate::path::Path;
use crate::ty::Type;
use crate::value::{HasParts, Index, Value, lookup};

/// A value in a [`Document`].
///
/// Nodes are equal if their [values](Node::to_value) are. If their bytes are the same, they are compared without
/// creating values.
///
/// A set has the elements of the input: they need not be in Terraform's order, and there can be duplicates. An unknown
/// collection has no parts, even if its refinements allow only one value.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    pub(super) document: &'a Document<'a>,
    ty: &'a Type,
    place: Place,
}

impl<'a> Node<'a> {
    pub(super) fn new(document: &'a Document<'a>, ty: &'a Type, place: Place) -> Self {
        let mut node = Node {
            document,
            ty,
            place,
        };
        if *ty == Type::Dynamic && node.is_present() {
            node.ty = document.type_of(place.container);
            let mut reader = node.cursor().reader();
            _ = reader.array_len("a type and a value");
            _ = reader.str_bytes("a type");
            node.place.at += reader.pos() as u32;
            node.place.container += 1;
        }
        node
    }

    pub(super) fn cursor(&self) -> Cursor<'a> {
        Cursor {
            input: self.document.input,
            containers: &self.document.containers,
            place: self.place,
        }
    }

    fn first(&self) -> u8 {
        self.cursor().reader().peek().unwrap_or(0xc0)
    }

    /// Returns `true` if the value is neither null nor unknown.
    fn is_present(&self) -> bool {
        let reader = self.cursor().reader();
        self.first() != 0xc0 && !matches!(reader.at_unknown(), Ok(true))
    }

    /// Returns the type of the value, as a part of the type of the whole document. A dynamic value has its own type,
    /// unless it is null or unknown.
    #[must_use]
    pub fn ty(&self) -> &'a Type {
        self.ty
    }

    /// Returns the value of an extension. Its refinements may say that it is null, or a known value.
    fn refined(&self) -> Option<Value> {
        let is_extension = matches!(self.cursor().reader().at_unknown(), Ok(true));
        is_extension.then(|| self.to_value())
    }

    /// Returns `true` if the value is null.
    #[must_use]
    pub fn is_null(&self) -> bool {
        self.first() == 0xc0 || self.refined().is_some_and(|value| value.is_null())
    }

    /// Returns `true` if the value itself is unknown. A container of unknown values is not unknown.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        self.refined().is_some_and(|value| value.is_unknown())
    }

    /// Returns the bool, or `None` for null, unknown and other values.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match (self.ty, self.first()) {
            (Type::Bool, byte @ (0xc2 | 0xc3)) => Some(byte == 0xc3),
            _ => None,
        }
    }

    /// Returns the number, or `None` for null, unknown and other values.
    #[must_use]
    pub fn as_number(&self) -> Option<Number> {
        match self.refined() {
            Some(value) => value.as_number().cloned(),
            None if *self.ty == Type::Number && self.is_present() => {
                self.cursor().reader().parsed_number().ok()
            }
            None => None,
        }
    }

    /// Returns the text if the value is a string. It is borrowed unless it must be normalized.
    #[must_use]
    pub fn as_str(&self) -> Option<Cow<'a, str>> {
        if *self.ty != Type::String || !self.is_present() {
            return None;
        }
        self.cursor().reader().str("a string").ok().map(nfc)
    }

    /// Iterates over the elements if the value is a list, set or tuple, in the order of the input.
    #[must_use]
    pub fn elements(&self) -> Option<NodeElements<'a>> {
        let types: &[Type] = match self.ty {
            Type::List(element) | Type::Set(element) => std::slice::from_ref(element),
            Type::Tuple(types) => types,
            _ => return None,
        };
        Parts::begin(self).map(|parts| NodeElements::new(parts, types))
    }

    /// Iterates over the keys and elements if the value is a map, in the order of the input. Terraform sorts them by
    /// key.
    #[must_use]
    pub fn entries(&self) -> Option<NodeEntries<'a>> {
        match self.ty {
            Type::Map(element) => Parts::begin(self).map(|parts| NodeEntries::new(parts, element)),
            _ => None,
        }
    }

    /// Iterates over the names and values of the attributes if the value is an object, in the order of the input.
    /// Terraform sorts them by name.
    #[must_use]
    pub fn members(&self) -> Option<NodeMembers<'a>> {
        match self.ty {
            Type::Object(object) => Parts::begin(self).map(|parts| NodeMembers::new(parts, object)),
            _ => None,
        }
    }

    /// Returns a part of the value, or `None` if there is no such part. The argument is that of [`Value::get`].
    ///
    /// The time is proportional to the number of parts before it.
    #[must_use]
    pub fn get(&self, part: impl Index) -> Option<Node<'a>> {
        part.find(*self)
    }

    /// Returns the part at a path.
    ///
    /// # Errors
    ///
    /// Fails in the same cases as [`Value::lookup`].
    pub fn lookup(&self, path: &Path) -> Result<Node<'a>> {
        lookup(*self, path)
    }

    /// Returns the value.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let value = Decoder::new(self.cursor().reader(), MAX_DEPTH).value(self.ty);
        value.unwrap_or_else(|_| Value::null(self.ty.clone()))
    }

    /// Returns the MessagePack of the value. A dynamic value has no envelope here.
    fn bytes(&self) -> &'a [u8] {
        let mut cursor = self.cursor();
        cursor.skip(self.ty);
        let (start, end) = (self.place.at as usize, cursor.place.at as usize);
        self.document.input.get(start..end).unwrap_or_default()
    }
}

impl HasParts for Node<'_> {
    fn named(self, name: &str) -> Option<Self> {
        match self.ty {
            Type::Object(_) => Some(self.members()?.find(|(own, _)| *own == name)?.1),
            _ => Some(self.entries()?.find(|(key, _)| *key == name)?.1),
        }
    }

    fn element(self, index: usize) -> Option<Self> {
        self.elements()?.nth(index)
    }
}

impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.ty == other.ty && self.bytes() == other.bytes() || self.to_value() == other.to_value()
    }
}

impl fmt::Display for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.to_value(), f)
    }
}

impl fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_value(), f)
    }
}
