//! Iterators over the parts of a value in a document.

use std::borrow::Cow;

use super::index::Cursor;
use super::{Document, Node};
use crate::nfc::nfc;
use crate::ty::{ObjectType, Type};

/// The parts of a container that were not read yet.
#[derive(Clone)]
pub(super) struct Parts<'a> {
    document: &'a Document<'a>,
    cursor: Cursor<'a>,
    left: usize,
}

impl<'a> Parts<'a> {
    /// Begins a container, unless it is null or unknown.
    pub(super) fn begin(node: &Node<'a>) -> Option<Self> {
        let mut cursor = node.cursor();
        let mut reader = cursor.reader();
        let left = reader
            .array_len("a list")
            .or_else(|_| reader.map_len("a map"));
        let left = left.ok()?;
        cursor.follow(&reader);
        cursor.place.container += 1;
        Some(Parts {
            document: node.document,
            cursor,
            left,
        })
    }

    fn next(&mut self, ty: &'a Type) -> Node<'a> {
        let node = Node::new(self.document, ty, self.cursor.place);
        self.cursor.skip(ty);
        self.left -= 1;
        node
    }
}

macro_rules! iterator {
    ($name:ident yields $item:ty) => {
        impl<'a> Iterator for $name<'a> {
            type Item = $item;

            fn next(&mut self) -> Option<$item> {
                if self.parts.left == 0 {
                    return None;
                }
                self.part()
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                (self.parts.left, Some(self.parts.left))
            }
        }

        impl ExactSizeIterator for $name<'_> {}
    };
}

/// An iterator over the elements of a list, set or tuple. See [`Node::elements`].
#[derive(Clone)]
pub struct NodeElements<'a> {
    parts: Parts<'a>,
    /// The types of a tuple, or that of all elements.
    types: &'a [Type],
}

impl<'a> NodeElements<'a> {
    pub(super) fn new(parts: Parts<'a>, types: &'a [Type]) -> Self {
        NodeElements { parts, types }
    }

    fn part(&mut self) -> Option<Node<'a>> {
        let (ty, rest) = self.types.split_first()?;
        if !rest.is_empty() {
            self.types = rest;
        }
        Some(self.parts.next(ty))
    }
}

iterator!(NodeElements yields Node<'a>);

/// An iterator over the entries of a map. See [`Node::entries`].
#[derive(Clone)]
pub struct NodeEntries<'a> {
    parts: Parts<'a>,
    element: &'a Type,
}

impl<'a> NodeEntries<'a> {
    pub(super) fn new(parts: Parts<'a>, element: &'a Type) -> Self {
        NodeEntries { parts, element }
    }

    fn part(&mut self) -> Option<(Cow<'a, str>, Node<'a>)> {
        let key = nfc(self.parts.cursor.text());
        Some((key, self.parts.next(self.element)))
    }
}

iterator!(NodeEntries yields (Cow<'a, str>, Node<'a>));

/// An iterator over the members of an object. See [`Node::members`].
#[derive(Clone)]
pub struct NodeMembers<'a> {
    parts: Parts<'a>,
    object: &'a ObjectType,
    /// The number of the attribute that comes next, if they are in order.
    next: usize,
}

impl<'a> NodeMembers<'a> {
    pub(super) fn new(parts: Parts<'a>, object: &'a ObjectType) -> Self {
        NodeMembers {
            parts,
            object,
            next: 0,
        }
    }

    fn part(&mut self) -> Option<(&'a str, Node<'a>)> {
        let name = self.parts.cursor.text();
        let all = self.object.iter().as_slice();
        let attribute = match all.get(self.next) {
            Some(attribute) if *attribute.name == *name => attribute,
            _ => &self.object[self.object.position(name)?],
        };
        self.next += 1;
        Some((&attribute.name, self.parts.next(&attribute.ty)))
    }
}

iterator!(NodeMembers yields (&'a str, Node<'a>));
