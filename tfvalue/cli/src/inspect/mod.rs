//! Prints a value from the wire as a tree, or its first error.

mod arguments;
mod fault;
mod infer;
mod input;
mod mask;
mod schema;
mod secrets;
mod shape;
mod tree;
mod walk;

use std::path::Path;

use tfvalue::schema::Block;
use tfvalue::{Error, Position, Type, Value, json, msgpack};

pub(crate) use self::arguments::Arguments;
pub(crate) use self::secrets::{collect_secrets, has_secrets, mask_text};
pub(crate) use self::shape::Shape;
use crate::files::{self, Kind};
use crate::terminal::{Failure, Status, Streams, escaped};

/// The format of a value on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Msgpack,
    Json,
}

impl Format {
    fn read(self, input: &[u8], ty: &Type) -> tfvalue::Result<Value> {
        match self {
            Format::Msgpack => msgpack::value_from_slice(input, ty),
            Format::Json => json::value_from_slice(input, ty),
        }
    }
}

/// Prints a value that has a schema, without sensitive values.
#[must_use]
pub(crate) fn print(value: &Value, block: &Block) -> String {
    tree::print(value, &block.implied_type(), true, Shape::root(block, true))
}

/// Prints a value that has no schema, only a type.
#[must_use]
pub(crate) fn print_typed(value: &Value, ty: &Type) -> String {
    tree::print(value, ty, true, Shape::plain())
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let text = match state_file(arguments)? {
        Some(text) => Ok(text),
        None => inspect(arguments, streams)?,
    };
    Ok(match text {
        Ok(text) => {
            streams.print(text);
            Status::Fine
        }
        Err(report) => {
            streams.complain(&escaped(&report));
            Status::Findings
        }
    })
}

/// Prints the objects of a state file. Returns `None` for other input.
fn state_file(arguments: &Arguments) -> Result<Option<String>, Failure> {
    let name = arguments.input.strip_prefix('@');
    let is_detected = arguments.format().is_none() && arguments.encoding().is_none();
    let Some(file) = name.filter(|_| is_detected).map(Path::new) else {
        return Ok(None);
    };
    let bytes = std::fs::read(file).map_err(|error| Failure::file(file, error))?;
    match Kind::of(&bytes) {
        Kind::Other => return Ok(None),
        Kind::PlanFile => return Err(Failure::file(file, files::PLAN_FILE)),
        Kind::StateFile => {}
    }
    let schemas = files::schemas(arguments.schema.as_deref()).map_err(Failure::unusable)?;
    let text = files::objects(&bytes, &schemas, arguments.resource.as_deref());
    text.map(Some).map_err(|error| Failure::file(file, error))
}

/// Prints a value. Returns a report of several lines if it is invalid.
fn inspect(
    arguments: &Arguments,
    streams: &mut Streams<'_>,
) -> Result<Result<String, String>, Failure> {
    let (input, format) = input::read(arguments, streams.input)?;
    let block = match (&arguments.schema, &arguments.resource) {
        (Some(file), Some(name)) => Some(schema::load(file, name)?),
        (Some(_), None) => {
            return Err(Failure::usage(
                "--schema requires --resource, unless the input is a state file",
            ));
        }
        (None, _) => None,
    };
    let shape = match &block {
        Some(block) => Shape::root(block, !arguments.show_sensitive),
        None => Shape::plain(),
    };
    let report = |error: Error, ty: Option<&Type>| {
        // An error that concerns several parts has a path, but no position.
        let place = || walk::locate(&input, &error.path(), ty?).map(Position::Byte);
        let position = error.position().or_else(|| match format {
            Format::Msgpack => place(),
            Format::Json => None,
        });
        fault::report(&error, position, &input, shape)
    };
    let ty = match (&arguments.ty, &block) {
        (Some(ty), _) => ty.clone(),
        (_, Some(block)) => block.implied_type(),
        _ => match infer::ty(&input, format) {
            Ok(ty) => ty,
            Err(error) => return Ok(Err(report(error, None))),
        },
    };
    let is_typed = arguments.ty.is_some() || block.is_some();
    Ok(match format.read(&input, &ty) {
        Ok(value) => Ok(tree::print(&value, &ty, is_typed, shape)),
        Err(error) => Err(report(error, Some(&ty))),
    })
}
