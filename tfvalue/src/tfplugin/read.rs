//! Reads schemas from the bytes of their messages.
//!
//! The bytes are converted to a schema without intermediate messages, as in [`write`](super::write). The schemas of a
//! provider contain the same nested blocks in many places. Blocks with equal bytes are read once and shared.

use std::collections::HashMap;
use std::sync::Arc;

use ::prost::DecodeError;
use ::prost::encoding::{self, DecodeContext, WireType};

use super::messages;
use super::schema::nested_block::NestingMode;
use crate::error::{Error, Result};
use crate::path::Step;
use crate::schema::{
    Attribute, AttributeType, Block, NestedBlock, NestedType, Nesting, StringKind, by_name,
};
use crate::ty::Type;

/// The maximum nesting depth of messages, as in prost.
const DEPTH: u32 = 100;

/// The numbers of the attribute fields that differ between the protocol versions.
#[derive(Clone, Copy)]
pub struct Numbers {
    /// The number of the field for the nested type, if the protocol version has nested types.
    pub(crate) nested_type: Option<u32>,
    pub(crate) write_only: u32,
    pub(crate) deprecation_message: u32,
}

/// Reads schemas and shares their equal parts.
pub struct SchemaReader<'a> {
    numbers: Numbers,
    /// The blocks that have been read, keyed by their bytes and the remaining nesting depth. The depth matters because
    /// equal blocks can be nested too deeply in one place but not in another.
    blocks: HashMap<(u32, &'a [u8]), Arc<Block>>,
    types: HashMap<&'a [u8], Type>,
}

impl<'a> SchemaReader<'a> {
    pub(super) fn new(numbers: Numbers) -> Self {
        SchemaReader {
            numbers,
            blocks: HashMap::new(),
            types: HashMap::new(),
        }
    }

    /// Reads the message for the block of a schema.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are not the message for a valid block. The path of the error leads to the invalid part of the
    /// block.
    pub(crate) fn block(&mut self, bytes: &'a [u8]) -> Result<Block> {
        let depth = DEPTH;
        self.whole(&[Message { bytes, depth }])
    }

    /// Reads a block. The message for the block may be split across several fields, like any nested message.
    fn whole(&mut self, parts: &[Message<'a>]) -> Result<Block> {
        let mut block = Block::default();
        for part in parts {
            self.merge_block(*part, &mut block)?;
        }
        by_name::sort(&mut block.attributes);
        by_name::sort(&mut block.block_types);
        // Schemas are kept for a long time.
        block.attributes.shrink_to_fit();
        block.block_types.shrink_to_fit();
        Ok(block)
    }

    fn merge_block(&mut self, mut message: Message<'a>, block: &mut Block) -> Result<()> {
        while let Some((tag, field)) = message.next()? {
            match tag {
                2 => block.attributes.push(self.attribute(field.message()?)?),
                3 => block.block_types.push(self.nested(field.message()?)?),
                4 => block.description = field.text()?.to_owned().into(),
                5 => block.description_kind = kind(field.number()?),
                6 => block.deprecated = field.number()? != 0,
                7 => block.deprecation_message = field.text()?.to_owned().into(),
                8 => {
                    let is_computed = field.number()? != 0;
                    // Protocol 5 has neither nested attributes nor computed blocks.
                    block.computed = is_computed && self.numbers.nested_type.is_some();
                }
                // Terraform ignores the version in a block.
                1 => _ = field.number()?,
                _ => {}
            }
        }
        Ok(())
    }

    fn nested(&mut self, message: Message<'a>) -> Result<NestedBlock> {
        let mut nested = NestedBlock::new("", Nesting::Single, Block::default());
        match self.merge_nested(message, &mut nested) {
            Ok(()) => Ok(nested),
            Err(error) => Err(error.at_step(Step::Attribute(nested.type_name))),
        }
    }

    fn merge_nested(&mut self, mut message: Message<'a>, nested: &mut NestedBlock) -> Result<()> {
        let mut parts = Vec::new();
        let mut mode = 0;
        while let Some((tag, field)) = message.next()? {
            match tag {
                1 => nested.type_name = field.text()?.to_owned().into(),
                2 => parts.push(field.message()?),
                3 => mode = field.number()?,
                4 => nested.min_items = items(field.number()?)?,
                5 => nested.max_items = items(field.number()?)?,
                _ => {}
            }
        }
        nested.block = match parts[..] {
            [] => Arc::default(),
            [one] => self.shared(one)?,
            _ => Arc::new(self.whole(&parts)?),
        };
        nested.nesting = match NestingMode::try_from(mode as i32) {
            Ok(NestingMode::Single) => Nesting::Single,
            Ok(NestingMode::Group) => Nesting::Group,
            Ok(NestingMode::List) => Nesting::List,
            Ok(NestingMode::Set) => Nesting::Set,
            Ok(NestingMode::Map) => Nesting::Map,
            Ok(NestingMode::Invalid) | Err(_) => return Err(no_nesting()),
        };
        Ok(())
    }

    /// Returns the block that was read from equal bytes, if any.
    fn shared(&mut self, message: Message<'a>) -> Result<Arc<Block>> {
        let key = (message.depth, message.bytes);
        if let Some(block) = self.blocks.get(&key) {
            return Ok(Arc::clone(block));
        }
        let block = Arc::new(self.whole(&[message])?);
        self.blocks.insert(key, Arc::clone(&block));
        Ok(block)
    }

    fn attribute(&mut self, message: Message<'a>) -> Result<Attribute> {
        let mut attribute = Attribute::new("", Type::Dynamic);
        match self.merge_attribute(message, &mut attribute) {
            Ok(()) => Ok(attribute),
            Err(error) => Err(error.at_step(Step::Attribute(attribute.name))),
        }
    }

    fn merge_attribute(
        &mut self,
        mut message: Message<'a>,
        attribute: &mut Attribute,
    ) -> Result<()> {
        let mut ty: &[u8] = &[];
        let mut objects = Vec::new();
        while let Some((tag, field)) = message.next()? {
            match tag {
                1 => attribute.name = field.text()?.to_owned().into(),
                2 => ty = field.bytes()?,
                3 => attribute.description = field.text()?.to_owned().into(),
                4 => attribute.required = field.number()? != 0,
                5 => attribute.optional = field.number()? != 0,
                6 => attribute.computed = field.number()? != 0,
                7 => attribute.sensitive = field.number()? != 0,
                8 => attribute.description_kind = kind(field.number()?),
                9 => attribute.deprecated = field.number()? != 0,
                tag if tag == self.numbers.write_only => {
                    attribute.write_only = field.number()? != 0;
                }
                tag if tag == self.numbers.deprecation_message => {
                    attribute.deprecation_message = field.text()?.to_owned().into();
                }
                tag if Some(tag) == self.numbers.nested_type => {
                    objects.push(field.message()?);
                }
                _ => {}
            }
        }
        attribute.ty = if objects.is_empty() {
            AttributeType::Type(self.ty(ty)?)
        } else {
            AttributeType::Nested(self.object(&objects)?)
        };
        Ok(())
    }

    /// Reads the nested type of an attribute. The message for the nested type may be split across several fields.
    fn object(&mut self, parts: &[Message<'a>]) -> Result<NestedType> {
        let (mut attributes, mut mode) = (Vec::new(), 0);
        for part in parts {
            let mut message = *part;
            while let Some((tag, field)) = message.next()? {
                match tag {
                    1 => attributes.push(self.attribute(field.message()?)?),
                    3 => mode = field.number()?,
                    // These fields are limits that no release of Terraform reads.
                    4 | 5 => _ = field.number()?,
                    _ => {}
                }
            }
        }
        by_name::sort(&mut attributes);
        attributes.shrink_to_fit();
        let nesting = match NestingMode::try_from(mode as i32) {
            Ok(NestingMode::Single) => Nesting::Single,
            Ok(NestingMode::List) => Nesting::List,
            Ok(NestingMode::Set) => Nesting::Set,
            Ok(NestingMode::Map) => Nesting::Map,
            // Nested attributes have no groups.
            Ok(NestingMode::Invalid | NestingMode::Group) | Err(_) => return Err(no_nesting()),
        };
        Ok(NestedType {
            attributes,
            nesting,
        })
    }

    fn ty(&mut self, json: &'a [u8]) -> Result<Type> {
        if let Some(ty) = self.types.get(json) {
            return Ok(ty.clone());
        }
        let ty = Type::from_json(json)?;
        self.types.insert(json, ty.clone());
        Ok(ty)
    }
}

/// The fields of a message that have not been read yet.
#[derive(Clone, Copy)]
struct Message<'a> {
    bytes: &'a [u8],
    /// The number of levels of messages that can be nested in this message.
    depth: u32,
}

impl<'a> Message<'a> {
    /// Reads the number and the value of the next field.
    fn next(&mut self) -> Result<Option<(u32, FieldValue<'a>)>> {
        if self.bytes.is_empty() {
            return Ok(None);
        }
        let (tag, wire_type) =
            encoding::decode_key(&mut self.bytes).map_err(|error| malformed(&error))?;
        let value = match wire_type {
            WireType::Varint => Wire::Number(self.varint()?),
            WireType::LengthDelimited => {
                let len = usize::try_from(self.varint()?).ok();
                let split = len.and_then(|len| self.bytes.split_at_checked(len));
                let (bytes, rest) = split.ok_or_else(|| wrong("it ends too early"))?;
                self.bytes = rest;
                Wire::Bytes(bytes)
            }
            other => {
                let context = DecodeContext::default();
                encoding::skip_field(other, tag, &mut self.bytes, context)
                    .map_err(|error| malformed(&error))?;
                Wire::Other
            }
        };
        let field = FieldValue {
            value,
            depth: self.depth,
        };
        Ok(Some((tag, field)))
    }

    fn varint(&mut self) -> Result<u64> {
        encoding::decode_varint(&mut self.bytes).map_err(|error| malformed(&error))
    }
}

/// The value of a field.
struct FieldValue<'a> {
    value: Wire<'a>,
    /// The number of levels of messages that can be nested in the field.
    depth: u32,
}

enum Wire<'a> {
    Number(u64),
    Bytes(&'a [u8]),
    /// A value with a wire type that no field of a schema uses.
    Other,
}

impl<'a> FieldValue<'a> {
    fn number(&self) -> Result<u64> {
        match self.value {
            Wire::Number(number) => Ok(number),
            Wire::Bytes(_) | Wire::Other => Err(wrong("a field is not a number")),
        }
    }

    fn bytes(&self) -> Result<&'a [u8]> {
        match self.value {
            Wire::Bytes(bytes) => Ok(bytes),
            Wire::Number(_) | Wire::Other => Err(wrong("a field has no length")),
        }
    }

    fn text(&self) -> Result<&'a str> {
        std::str::from_utf8(self.bytes()?).map_err(|_| wrong("a text is not UTF-8"))
    }

    fn message(&self) -> Result<Message<'a>> {
        let bytes = self.bytes()?;
        match self.depth.checked_sub(1) {
            Some(depth) => Ok(Message { bytes, depth }),
            None => Err(wrong("it is nested too deeply")),
        }
    }
}

fn kind(number: u64) -> StringKind {
    let kind = messages::StringKind::try_from(number as i32);
    kind.unwrap_or_default().into()
}

fn items(number: u64) -> Result<u64> {
    // The protocol's numbers are signed.
    let count = number as i64;
    u64::try_from(count)
        .map_err(|_| Error::mismatch_value("a number of blocks", "a negative number", count))
}

#[cold]
fn no_nesting() -> Error {
    Error::mismatch("a nesting mode", "none")
}

#[cold]
fn malformed(error: &DecodeError) -> Error {
    wrong(&error.to_string())
}

#[cold]
fn wrong(problem: &str) -> Error {
    Error::syntax(format!("malformed block: {problem}"))
}
