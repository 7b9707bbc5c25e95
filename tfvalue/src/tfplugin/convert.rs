//! Converts schemas to messages and back.

use std::fmt::Debug;
use std::sync::Arc;

use ::prost::Message;

use super::Record;
use super::messages;
use super::schema as message;
use super::schema::nested_block;
use super::write::{self, Writer};
use crate::error::{Error, Result};
use crate::path::Step;
use crate::schema::{Attribute, Block, NestedBlock, Nesting, Schema, StringKind, by_name};

/// The message of an attribute in one version of the protocol.
pub trait AttributeMessage: Record + Message + Default + Debug + PartialEq {
    /// The error type of [`write`](Self::write); [`Infallible`](std::convert::Infallible) if writing cannot fail.
    type WriteError;

    /// Writes the bytes of the message.
    ///
    /// # Errors
    ///
    /// Fails if this version of the protocol cannot represent the attribute.
    fn write(attribute: &Attribute, out: &mut Writer) -> Result<(), Self::WriteError>;

    /// Converts the message to an attribute.
    ///
    /// # Errors
    ///
    /// Fails if the message is not a valid attribute.
    fn read(&self) -> Result<Attribute>;

    /// Returns the name of the attribute.
    fn name(&self) -> &str;

    /// Prepends a step to the path of an error.
    fn error_at(error: Self::WriteError, step: Step) -> Self::WriteError;
}

/// The message of a schema in one version of the protocol.
pub trait SchemaMessage: Record + Message + Default + Debug + PartialEq {
    /// The message of an attribute in the schema.
    type Attribute: AttributeMessage;

    /// Creates the message from a version and an encoded block.
    fn of(version: i64, block: Vec<u8>) -> Self;

    /// Converts the message to a schema.
    ///
    /// # Errors
    ///
    /// Fails if the message is not a valid schema.
    fn read(&self) -> Result<Schema>;
}

/// The error of writing a schema.
pub(crate) type WriteError<S> = <<S as SchemaMessage>::Attribute as AttributeMessage>::WriteError;

pub(crate) fn schema_message<S: SchemaMessage>(schema: &Schema) -> Result<S, WriteError<S>> {
    block_message(schema.version, &schema.block)
}

pub(super) fn block_message<S: SchemaMessage>(
    version: i64,
    block: &Block,
) -> Result<S, WriteError<S>> {
    let mut out = Writer::default();
    write::block::<S::Attribute>(block, &mut out)?;
    Ok(S::of(version, out.finish()))
}

/// Decodes the bytes of a block.
pub(crate) fn decoded<A: AttributeMessage>(block: Option<&[u8]>) -> Result<message::Block<A>> {
    super::decode(block.unwrap_or_default())
        .map_err(|error| Error::syntax(format!("malformed block: {error}")))
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

pub(crate) fn block<A: AttributeMessage>(block: &message::Block<A>) -> Result<Block> {
    let mut block_types = read_all(&block.block_types, nested)?;
    by_name::sort(&mut block_types);
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
    let mut attributes = read_all(attributes, |message| {
        let attribute = message.read();
        attribute.map_err(|error| error.at_step(Step::Attribute(message.name().to_owned().into())))
    })?;
    by_name::sort(&mut attributes);
    Ok(attributes)
}

/// Converts messages to a list without spare capacity, because schemas live long.
pub(super) fn read_all<M, T>(messages: &[M], read: impl Fn(&M) -> Result<T>) -> Result<Vec<T>> {
    let mut all = Vec::with_capacity(messages.len());
    for message in messages {
        all.push(read(message)?);
    }
    Ok(all)
}

fn nested<A: AttributeMessage>(message: &message::NestedBlock<A>) -> Result<NestedBlock> {
    let read = || {
        Ok(NestedBlock {
            type_name: message.type_name.clone().into(),
            block: match &message.block {
                Some(message) => block(message)?.into(),
                None => Arc::default(),
            },
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
    read().map_err(|error: Error| error.at_step(Step::Attribute(message.type_name.clone().into())))
}

fn items(count: i64) -> Result<u64> {
    u64::try_from(count)
        .map_err(|_| Error::mismatch_value("a number of blocks", "a negative number", count))
}

#[cold]
pub(crate) fn no_nesting() -> Error {
    Error::mismatch("a nesting mode", "none")
}
