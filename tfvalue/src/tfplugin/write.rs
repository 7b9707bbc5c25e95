//! Writes the bytes of schema messages.
//!
//! The bytes are written directly to a buffer. Building and encoding prost messages would take several times as much
//! time and memory. A prost message copies each string, and prost recomputes the length of a message for each enclosing
//! message.

use std::collections::HashMap;
use std::sync::Arc;

use ::prost::encoding::WireType;

use super::convert::AttributeMessage;
use super::messages;
use super::schema::nested_block::NestingMode;
use crate::path::Step;
use crate::schema::{Attribute, Block, NestedBlock, Nesting, StringKind};
use crate::ty::Type;

/// Writes the fields of a message. Empty, zero and false fields are omitted, as in prost.
#[derive(Default)]
pub struct SchemaWriter {
    bytes: Vec<u8>,
    /// The bytes of blocks that are used in several places.
    shared: HashMap<*const Block, Vec<u8>>,
}

impl SchemaWriter {
    /// Returns the bytes.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.bytes.shrink_to_fit();
        self.bytes
    }

    pub(crate) fn bytes(&mut self, tag: u8, bytes: &[u8]) {
        if !bytes.is_empty() {
            self.key(tag, WireType::LengthDelimited);
            self.varint(bytes.len() as u64);
            self.bytes.extend_from_slice(bytes);
        }
    }

    pub(crate) fn text(&mut self, tag: u8, text: &str) {
        self.bytes(tag, text.as_bytes());
    }

    pub(crate) fn number(&mut self, tag: u8, number: u64) {
        if number != 0 {
            self.key(tag, WireType::Varint);
            self.varint(number);
        }
    }

    pub(crate) fn flag(&mut self, tag: u8, is_set: bool) {
        self.number(tag, is_set.into());
    }

    pub(crate) fn kind(&mut self, tag: u8, kind: StringKind) {
        self.number(tag, messages::StringKind::from(kind) as u64);
    }

    /// Writes a type as a JSON type constraint.
    pub(crate) fn ty(&mut self, tag: u8, ty: &Type) {
        self.message(tag, |out| ty.write_json(&mut out.bytes));
    }

    /// Writes a nested message, and inserts its length before it.
    pub(crate) fn message<T>(&mut self, tag: u8, write: impl FnOnce(&mut Self) -> T) -> T {
        self.key(tag, WireType::LengthDelimited);
        let start = self.bytes.len();
        // The length of most messages takes one byte. If the length takes more bytes, the code below moves the message.
        self.bytes.push(0);
        let result = write(self);
        let end = self.bytes.len();
        let length = (end - start - 1) as u64;
        if length < 0x80 {
            self.bytes[start] = length as u8;
        } else {
            self.varint(length);
            let width = self.bytes.len() - end;
            let mut head = [0; 10];
            head[..width].copy_from_slice(&self.bytes[end..]);
            self.bytes.copy_within(start + 1..end, start + width);
            self.bytes[start..start + width].copy_from_slice(&head[..width]);
            self.bytes.pop();
        }
        result
    }

    /// Writes a block as a nested message. The bytes of a shared block are kept and copied.
    ///
    /// The output does not depend on the reference count. The count only avoids a lookup for each block that is used
    /// once. With these lookups, the schemas of the AWS provider would take twice as many instructions.
    fn block<A: AttributeMessage>(
        &mut self,
        tag: u8,
        of: &Arc<Block>,
    ) -> Result<(), A::WriteError> {
        // A derived struct holds one reference, and this schema holds another.
        if Arc::strong_count(of) <= 2 {
            return self.message(tag, |out| block::<A>(of, out));
        }
        let place = Arc::as_ptr(of);
        self.message(tag, |out| {
            let start = out.bytes.len();
            match out.shared.get(&place) {
                Some(same) => out.bytes.extend_from_slice(same),
                None => {
                    block::<A>(of, out)?;
                    out.shared.insert(place, out.bytes[start..].to_vec());
                }
            }
            Ok(())
        })
    }

    fn key(&mut self, tag: u8, wire: WireType) {
        self.varint(u64::from(tag) << 3 | wire as u64);
    }

    fn varint(&mut self, mut number: u64) {
        while number > 0x7f {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }
}

/// Writes the fields of a block in the order of their numbers.
pub(super) fn block<A: AttributeMessage>(
    block: &Block,
    out: &mut SchemaWriter,
) -> Result<(), A::WriteError> {
    for attribute in &block.attributes {
        out.message(2, |out| A::write(attribute, out))?;
    }
    for one in &block.block_types {
        let written = out.message(3, |out| nested::<A>(one, out));
        written.map_err(|error| A::error_at(error, Step::Attribute(one.type_name.clone())))?;
    }
    out.text(4, &block.description);
    out.kind(5, block.description_kind);
    out.flag(6, block.deprecated);
    out.text(7, &block.deprecation_message);
    if block.computed {
        A::computed_block()?;
        out.flag(8, true);
    }
    Ok(())
}

fn nested<A: AttributeMessage>(
    nested: &NestedBlock,
    out: &mut SchemaWriter,
) -> Result<(), A::WriteError> {
    // The protocol's numbers are signed.
    let count = |count: u64| count.min(i64::MAX as u64);
    out.text(1, &nested.type_name);
    out.block::<A>(2, &nested.block)?;
    out.number(3, mode(nested.nesting) as u64);
    out.number(4, count(nested.min_items));
    out.number(5, count(nested.max_items));
    Ok(())
}

fn mode(nesting: Nesting) -> NestingMode {
    match nesting {
        Nesting::Single => NestingMode::Single,
        Nesting::Group => NestingMode::Group,
        Nesting::List => NestingMode::List,
        Nesting::Set => NestingMode::Set,
        Nesting::Map => NestingMode::Map,
    }
}

/// Writes the fields of an attribute that have the same numbers in all protocol versions.
pub(crate) fn attribute(attribute: &Attribute, ty: Option<&Type>, out: &mut SchemaWriter) {
    out.text(1, &attribute.name);
    if let Some(ty) = ty {
        out.ty(2, ty);
    }
    out.text(3, &attribute.description);
    out.flag(4, attribute.required);
    out.flag(5, attribute.optional);
    out.flag(6, attribute.computed);
    out.flag(7, attribute.sensitive);
    out.kind(8, attribute.description_kind);
    out.flag(9, attribute.deprecated);
}
