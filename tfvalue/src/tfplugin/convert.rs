//! Schemas as messages, both ways.

use std::fmt::Debug;

use ::prost::Message;

use super::messages;
use super::schema as message;
use super::schema::nested_block;
use crate::error::{Error, Result};
use crate::path::Step;
use crate::schema::{Attribute, Block, NestedBlock, Nesting, Schema, StringKind};

/// The message of an attribute in one version of the protocol.
pub trait AttributeMessage: Message + Default + Debug + PartialEq {
    /// Why there may be no message: an error, or [`Infallible`](std::convert::Infallible).
    type Refusal;

    /// Makes the message.
    ///
    /// # Errors
    ///
    /// If this version of the protocol cannot tell of such an attribute.
    fn write(attribute: &Attribute) -> std::result::Result<Self, Self::Refusal>;

    /// Reads the message.
    ///
    /// # Errors
    ///
    /// If the message describes no attribute.
    fn read(&self) -> Result<Attribute>;

    /// Returns the name in the message.
    fn name(&self) -> &str;

    /// Puts a step towards its place before a refusal.
    fn refused_at(refusal: Self::Refusal, step: Step) -> Self::Refusal;
}

pub(crate) fn schema_message<A: AttributeMessage>(
    schema: &Schema,
) -> std::result::Result<message::Schema<A>, A::Refusal> {
    Ok(message::Schema {
        version: schema.version,
        block: Some(block_message(&schema.block)?),
    })
}

pub(super) fn block_message<A: AttributeMessage>(
    block: &Block,
) -> std::result::Result<message::Block<A>, A::Refusal> {
    let attributes = block.attributes.iter().map(A::write);
    let block_types = block.block_types.iter().map(|nested| {
        nested_message(nested)
            .map_err(|refusal| A::refused_at(refusal, Step::Attribute(nested.type_name.clone())))
    });
    Ok(message::Block {
        version: 0,
        attributes: attributes.collect::<std::result::Result<_, _>>()?,
        block_types: block_types.collect::<std::result::Result<_, _>>()?,
        description: block.description.to_string(),
        description_kind: messages::StringKind::from(block.description_kind).into(),
        deprecated: block.deprecated,
        deprecation_message: block.deprecation_message.to_string(),
    })
}

fn nested_message<A: AttributeMessage>(
    nested: &NestedBlock,
) -> std::result::Result<message::NestedBlock<A>, A::Refusal> {
    let nesting = match nested.nesting {
        Nesting::Single => nested_block::NestingMode::Single,
        Nesting::Group => nested_block::NestingMode::Group,
        Nesting::List => nested_block::NestingMode::List,
        Nesting::Set => nested_block::NestingMode::Set,
        Nesting::Map => nested_block::NestingMode::Map,
    };
    Ok(message::NestedBlock {
        type_name: nested.type_name.to_string(),
        block: Some(block_message(&nested.block)?),
        nesting: nesting.into(),
        min_items: i64::try_from(nested.min_items).unwrap_or(i64::MAX),
        max_items: i64::try_from(nested.max_items).unwrap_or(i64::MAX),
    })
}

impl From<StringKind> for messages::StringKind {
    fn from(kind: StringKind) -> Self {
        match kind {
            StringKind::Plain => messages::StringKind::Plain,
            StringKind::Markdown => messages::StringKind::Markdown,
        }
    }
}

impl From<messages::StringKind> for StringKind {
    fn from(kind: messages::StringKind) -> Self {
        match kind {
            messages::StringKind::Plain => StringKind::Plain,
            messages::StringKind::Markdown => StringKind::Markdown,
        }
    }
}

impl<A: AttributeMessage> TryFrom<&message::Schema<A>> for Schema {
    type Error = Error;

    /// Reads a schema, as a tool does that asks a provider for it.
    fn try_from(schema: &message::Schema<A>) -> Result<Self> {
        Ok(Schema {
            version: schema.version,
            block: block(schema.block.as_ref())?,
        })
    }
}

pub(super) fn block<A: AttributeMessage>(block: Option<&message::Block<A>>) -> Result<Block> {
    let Some(block) = block else {
        return Ok(Block::default());
    };
    let mut block_types = block
        .block_types
        .iter()
        .map(nested)
        .collect::<Result<Vec<_>>>()?;
    block_types.sort_by(|a, b| a.type_name.cmp(&b.type_name));
    Ok(Block {
        attributes: attributes(&block.attributes)?,
        block_types,
        description: block.description.clone().into(),
        description_kind: block.description_kind().into(),
        deprecated: block.deprecated,
        deprecation_message: block.deprecation_message.clone().into(),
    })
}

pub(crate) fn attributes<A: AttributeMessage>(attributes: &[A]) -> Result<Vec<Attribute>> {
    let mut attributes = attributes
        .iter()
        .map(|message| {
            message
                .read()
                .map_err(|error| error.at(Step::Attribute(message.name().to_owned().into())))
        })
        .collect::<Result<Vec<_>>>()?;
    attributes.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(attributes)
}

fn nested<A: AttributeMessage>(message: &message::NestedBlock<A>) -> Result<NestedBlock> {
    let read = || {
        Ok(NestedBlock {
            type_name: message.type_name.clone().into(),
            block: block(message.block.as_ref())?,
            nesting: match message.nesting() {
                nested_block::NestingMode::Single => Nesting::Single,
                nested_block::NestingMode::Group => Nesting::Group,
                nested_block::NestingMode::List => Nesting::List,
                nested_block::NestingMode::Set => Nesting::Set,
                nested_block::NestingMode::Map => Nesting::Map,
                nested_block::NestingMode::Invalid => return Err(no_nesting()),
            },
            min_items: items(message.min_items)?,
            max_items: items(message.max_items)?,
        })
    };
    read().map_err(|error: Error| error.at(Step::Attribute(message.type_name.clone().into())))
}

fn items(count: i64) -> Result<u64> {
    u64::try_from(count)
        .map_err(|_| Error::mismatch_value("a number of items", "a negative one", count))
}

#[cold]
pub(crate) fn no_nesting() -> Error {
    Error::mismatch("a nesting mode", "none")
}
