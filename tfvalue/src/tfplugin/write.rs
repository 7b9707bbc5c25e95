//! Schemas as the bytes of messages.
//!
//! They are written straight to a buffer. By way of messages that prost encodes they would take
//! several times the time and memory: a message copies each text, and its length is computed anew
//! for each message around it.

use super::convert::AttributeMessage;
use super::messages;
use super::schema::nested_block::NestingMode;
use crate::path::Step;
use crate::schema::{Attribute, Block, NestedBlock, Nesting, StringKind};

/// The bytes of a message, so far. What is empty, zero or false is left out, as prost does it.
#[derive(Default)]
pub struct Writer(Vec<u8>);

/// How a field is written.
#[derive(Clone, Copy)]
enum Wire {
    Varint = 0,
    Delimited = 2,
}

impl Writer {
    /// Returns what was written.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.0.shrink_to_fit();
        self.0
    }

    pub(crate) fn bytes(&mut self, tag: u8, bytes: &[u8]) {
        if !bytes.is_empty() {
            self.key(tag, Wire::Delimited);
            self.varint(bytes.len() as u64);
            self.0.extend_from_slice(bytes);
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

    /// Writes a message within: its length is put before it once it is known.
    pub(crate) fn message<T>(&mut self, tag: u8, write: impl FnOnce(&mut Self) -> T) -> T {
        self.key(tag, Wire::Delimited);
        let start = self.0.len();
        let result = write(self);
        let end = self.0.len();
        self.varint((end - start) as u64);
        let width = self.0.len() - end;
        self.0[start..].rotate_right(width);
        result
    }

    fn key(&mut self, tag: u8, wire: Wire) {
        self.varint(u64::from(tag) << 3 | wire as u64);
    }

    fn varint(&mut self, mut number: u64) {
        while number > 0x7f {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
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
    out.message(2, |out| block::<A>(&nested.block, out))?;
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

/// Writes what stands before the type in an attribute, and after it, up to where the versions of
/// the protocol part.
pub(crate) fn attribute(attribute: &Attribute, ty: &str, out: &mut Writer) {
    out.text(1, &attribute.name);
    out.text(2, ty);
    out.text(3, &attribute.description);
    out.flag(4, attribute.required);
    out.flag(5, attribute.optional);
    out.flag(6, attribute.computed);
    out.flag(7, attribute.sensitive);
    out.kind(8, attribute.description_kind);
    out.flag(9, attribute.deprecated);
}

#[cfg(all(test, feature = "tfplugin5", feature = "tfplugin6"))]
mod tests {
    use ::prost::Message as _;

    use super::*;
    use crate::schema::{AttributeType, Object, Schema};
    use crate::ty::Type;
    use crate::{tfplugin5, tfplugin6};

    fn attribute(name: &'static str, ty: AttributeType) -> Attribute {
        Attribute {
            ty,
            description: "d".repeat(130).into(),
            description_kind: StringKind::Markdown,
            required: true,
            optional: true,
            computed: true,
            sensitive: true,
            write_only: true,
            deprecated: true,
            deprecation_message: "m".into(),
            ..Attribute::new(name, Type::Bool)
        }
    }

    fn block(attributes: Vec<Attribute>, block_types: Vec<NestedBlock>) -> Block {
        Block {
            attributes,
            block_types,
            description: "b".into(),
            description_kind: StringKind::Markdown,
            deprecated: true,
            deprecation_message: "m".into(),
        }
    }

    /// A block within blocks of all modes, each longer than one byte of length can tell.
    fn schema(leaf: &AttributeType) -> Schema {
        let leaf = block(vec![attribute("leaf", leaf.clone())], Vec::new());
        let modes = [
            Nesting::Single,
            Nesting::Group,
            Nesting::List,
            Nesting::Set,
            Nesting::Map,
        ];
        let outer = modes.into_iter().fold(leaf, |inner, nesting| {
            let nested = |type_name: &'static str, block: Block, items| NestedBlock {
                type_name: type_name.into(),
                block: block.into(),
                nesting,
                min_items: items,
                max_items: items,
            };
            let plain = Attribute::new("plain", Type::list(Type::Dynamic));
            let blocks = vec![
                nested("empty", Block::default(), 0),
                nested("inner", inner, u64::MAX),
            ];
            block(vec![plain], blocks)
        });
        Schema {
            version: 7,
            block: outer,
        }
    }

    #[test]
    fn the_bytes_are_those_of_prost() {
        let plain = AttributeType::Type(Type::set(Type::String));
        let message = tfplugin5::Schema::try_from(schema(&plain)).unwrap();
        let decoded = message.decode_block().unwrap();
        assert_eq!(message.block, Some(decoded.encode_to_vec()));

        for nesting in [Nesting::Single, Nesting::List, Nesting::Set, Nesting::Map] {
            let attributes = vec![attribute("member", plain.clone())];
            let nested = AttributeType::Nested(Object {
                attributes,
                nesting,
            });
            let schema = schema(&nested);
            let message = tfplugin6::Schema::from(&schema);
            let decoded = message.decode_block().unwrap();
            assert_eq!(message.block, Some(decoded.encode_to_vec()));
            assert_eq!(decoded.block_types[1].max_items, i64::MAX);
        }
    }
}
