//! Converts schemas to messages and back.

use std::fmt::Debug;

use ::prost::Message;

use super::Record;
use super::messages;
use super::read::{Numbers, SchemaReader};
use super::schema as message;
use super::write::{self, SchemaWriter};
use crate::error::{Error, Result};
use crate::path::Step;
use crate::schema::{Attribute, Block, Schema, StringKind};

/// The message for an attribute in a protocol version.
pub trait AttributeMessage: Record + Message + Default + Debug + PartialEq {
    /// The error type of [`write`](Self::write). It is [`Infallible`](std::convert::Infallible) if writing cannot fail.
    type WriteError;

    /// The field numbers that differ between the protocol versions.
    const NUMBERS: Numbers;

    /// Writes the bytes of the message.
    ///
    /// # Errors
    ///
    /// Fails if this protocol version cannot represent the attribute.
    fn write(attribute: &Attribute, out: &mut SchemaWriter) -> Result<(), Self::WriteError>;

    /// Checks that this protocol version can represent a computed block.
    ///
    /// # Errors
    ///
    /// Fails if it cannot.
    fn computed_block() -> Result<(), Self::WriteError>;

    /// Prepends a step to the path of an error.
    fn error_at(error: Self::WriteError, step: Step) -> Self::WriteError;
}

/// The message for a schema in a protocol version.
pub trait SchemaMessage: Record + Message + Default + Debug + PartialEq {
    /// The message for an attribute in the schema.
    type Attribute: AttributeMessage;

    /// Creates the message from a version and an encoded block.
    fn of(version: i64, block: Vec<u8>) -> Self;

    /// Converts the message to a schema.
    ///
    /// # Errors
    ///
    /// Fails if the message is not a valid schema.
    fn read<'a>(&'a self, reader: &mut SchemaReader<'a>) -> Result<Schema>;
}

/// The error for a schema that cannot be written.
pub(crate) type WriteError<S> = <<S as SchemaMessage>::Attribute as AttributeMessage>::WriteError;

pub(crate) fn schema_message<S: SchemaMessage>(schema: &Schema) -> Result<S, WriteError<S>> {
    block_message(schema.version, &schema.block)
}

pub(super) fn block_message<S: SchemaMessage>(
    version: i64,
    block: &Block,
) -> Result<S, WriteError<S>> {
    let mut out = SchemaWriter::default();
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

/// Converts a message to a schema.
///
/// # Errors
///
/// Fails if the message is not a valid schema.
pub fn schema<S: SchemaMessage>(message: &S) -> Result<Schema> {
    message.read(&mut SchemaReader::new(S::Attribute::NUMBERS))
}

/// Converts messages to a list without spare capacity, because schemas are kept for a long time.
pub(super) fn read_all<M, T>(messages: &[M], read: impl Fn(&M) -> Result<T>) -> Result<Vec<T>> {
    let mut all = Vec::with_capacity(messages.len());
    for message in messages {
        all.push(read(message)?);
    }
    Ok(all)
}
