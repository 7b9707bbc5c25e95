//! Prints a value from the wire as a tree, or prints the first error in the value.

mod arguments;
mod fault;
mod infer;
mod input;
mod log;
mod mask;
mod schema;
mod secrets;
mod shape;
mod state;
mod tree;
mod walk;

use tfvalue::schema::Block;
use tfvalue::{Error, Type, Value, errors::Position, json, msgpack};

pub(crate) use self::arguments::Arguments;
use self::arguments::Source;
pub(crate) use self::secrets::{collect_secrets, has_secrets, mask_text, parts};
pub(crate) use self::shape::Shape;
use self::state::Objects;
#[cfg(feature = "export")]
pub(crate) use self::state::protected;
use crate::files::{self, Kind};
use crate::terminal::{Failure, Status, Streams, escaped};

/// The wire format of a value.
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

/// Prints a value that has only a type and no schema.
#[must_use]
pub(crate) fn print_typed(value: &Value, ty: &Type) -> String {
    tree::print(value, ty, true, Shape::plain())
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let given = input::read(arguments, streams.input)?;
    if is_state(arguments, &given) {
        let objects = state_file(arguments, &given)?;
        streams.print(objects.text);
        for problem in &objects.problems {
            streams.fail(problem);
        }
        return Ok(Status::of(objects.problems.is_empty()));
    }
    Ok(match inspect(arguments, given)? {
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

/// Returns `true` for a state file. A value can begin in the same way as a state file, so the whole input is checked.
fn is_state(arguments: &Arguments, given: &[u8]) -> bool {
    let lineage = br#""lineage""#;
    arguments.is_detected()
        && arguments.source() != Source::Value
        && Kind::of(given) == Kind::State
        && given.windows(lineage.len()).any(|part| part == lineage)
}

/// Prints the objects of a state file.
fn state_file(arguments: &Arguments, given: &[u8]) -> Result<Objects, Failure> {
    let source = arguments.source();
    let Some(schemas) = &arguments.schema else {
        let problem = "--schema SCHEMAS is required for a state file, whose values have no types: the output of `terraform \
                       providers schema -json`";
        return Err(Failure::usage(format!("{source}: {problem}")));
    };
    let schemas = files::schemas(schemas)?;
    let objects = state::objects(given, &schemas, arguments.resource.as_deref());
    objects.map_err(|error| Failure::unusable(format!("{source}: {error}")))
}

/// Prints a value. Returns a report of several lines if the value is invalid.
fn inspect(arguments: &Arguments, given: Vec<u8>) -> Result<Result<String, String>, Failure> {
    let has_type = arguments.ty.is_some() || arguments.schema.is_some();
    if !has_type
        && arguments.is_detected()
        && let Ok(text) = std::str::from_utf8(&given)
        && let Some(text) = log::print(text)
    {
        return Ok(Ok(text));
    }
    if arguments.is_detected() {
        input::check(arguments, &given)?;
    }
    let (input, format) = input::decode(arguments, given)?;
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
        // An error about several parts has a path, but no position.
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
