//! Schemas as the bytes of messages.
//!
//! They are written straight to a buffer. By way of messages that prost encodes they would take
//! several times the time and memory: a message copies each text, and its length is computed anew
//! for each message around it.

use std::collections::HashMap;
use std::sync::Arc;

use super::convert::AttributeMessage;
use super::messages;
use super::schema::nested_block::NestingMode;
use crate::path::Step;
use crate::schema::{Attribute, Block, NestedBlock, Nesting, StringKind};
use crate::ty::Type;

/// The bytes of a message, so far. What is empty, zero or false is left out, as prost does it.
#[derive(Default)]
pub struct Writer {
    bytes: Vec<u8>,
    /// What blocks that stand in several places were written as.
    shared: HashMap<*const Block, Vec<u8>>,
}

/// How a field is written.
#[derive(Clone, Copy)]
enum Wire {
    Varint = 0,
    Delimited = 2,
}

impl Writer {
    /// Returns what was written.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.bytes.shrink_to_fit();
        self.bytes
    }

    pub(crate) fn bytes(&mut self, tag: u8, bytes: &[u8]) {
        if !bytes.is_empty() {
            self.key(tag, Wire::Delimited);
            self.varint(bytes.len() as u64);
            self.bytes.extend_from_slice(bytes);
        }
    }

    pub(crate) fn text(&mut self, tag: u8, text: &str) {
        self.bytes(tag, text.as_bytes());
    }

    pub(crate) fn number(&mut self, tag: u8, number: u64) {
        if number != 0 {
            self.key(tag, Wire::Varint);
            self.varint(number);
        }
    }

    pub(crate) fn flag(&mut self, tag: u8, is_set: bool) {
        self.number(tag, is_set.into());
    }

    pub(crate) fn kind(&mut self, tag: u8, kind: StringKind) {
        self.number(tag, messages::StringKind::from(kind) as u64);
    }

    /// Writes a type in the JSON of type constraints.
    pub(crate) fn ty(&mut self, tag: u8, ty: &Type) {
        self.message(tag, |out| ty.write_json(&mut out.bytes));
    }

    /// Writes a message within, with its length before it once that is known.
    pub(crate) fn message<T>(&mut self, tag: u8, write: impl FnOnce(&mut Self) -> T) -> T {
        self.key(tag, Wire::Delimited);
        let start = self.bytes.len();
        // Most messages are so short that their length is one byte.
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

    /// Writes a block as a message within, or again as it was written before.
    fn block<A: AttributeMessage>(&mut self, tag: u8, of: &Arc<Block>) -> Result<(), A::Refusal> {
        // One is the struct's own, and another one stands here.
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

    fn key(&mut self, tag: u8, wire: Wire) {
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

/// Writes a block, field by field in the order of their numbers.
pub(super) fn block<A: AttributeMessage>(
    block: &Block,
    out: &mut Writer,
) -> Result<(), A::Refusal> {
    for attribute in &block.attributes {
        out.message(2, |out| A::write(attribute, out))?;
    }
    for one in &block.block_types {
        let written = out.message(3, |out| nested::<A>(one, out));
        written
            .map_err(|refusal| A::refused_at(refusal, Step::Attribute(one.type_name.clone())))?;
    }
    out.text(4, &block.description);
    out.kind(5, block.description_kind);
    out.flag(6, block.deprecated);
    out.text(7, &block.deprecation_message);
    Ok(())
}

fn nested<A: AttributeMessage>(nested: &NestedBlock, out: &mut Writer) -> Result<(), A::Refusal> {
    // The protocol's counts are signed.
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

/// Writes the fields of an attribute up to where the versions of the protocol part.
pub(crate) fn attribute(attribute: &Attribute, ty: Option<&Type>, out: &mut Writer) {
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
