//! A program for debugging providers: prints a value from the wire as a tree, or its first error.

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

use tfvalue::schema::Block;
use tfvalue::{Error, Position, Type, Value, json, msgpack};

use self::arguments::{Arguments, Constraint};
pub use self::secrets::{collect_secrets, has_secrets, mask_text};
pub(crate) use self::shape::Shape;
use crate::files::{self, Kind};

/// The format of a value on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Msgpack,
    Json,
}

/// The reason why there is no tree.
#[derive(Debug, PartialEq, Eq)]
pub enum Failure {
    /// The value is invalid. Contains a report of several lines.
    Fault(String),
    /// The arguments are invalid, or a file cannot be read. Contains a message.
    Usage(String),
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
pub fn print(value: &Value, block: &Block) -> String {
    tree::print(value, &block.implied_type(), true, Shape::root(block, true))
}

/// Prints a value that has no schema, only a type.
#[must_use]
pub fn print_typed(value: &Value, ty: &Type) -> String {
    tree::print(value, ty, true, Shape::plain())
}

/// Prints the objects of a state file. Returns `None` for other input.
fn file(arguments: &Arguments) -> Result<Option<String>, Failure> {
    let name = arguments.input.strip_prefix('@');
    let Some(name) = name.filter(|_| arguments.format.is_none() && arguments.encoding.is_none())
    else {
        return Ok(None);
    };
    let usage = |error: &dyn std::fmt::Display| Failure::Usage(format!("{name}: {error}"));
    let bytes = std::fs::read(name).map_err(|error| usage(&error))?;
    match Kind::of(&bytes) {
        Kind::Other => return Ok(None),
        Kind::PlanFile => return Err(usage(&files::PLAN_FILE)),
        Kind::StateFile => {}
    }
    let (schemas, only) = match &arguments.constraint {
        Constraint::Schema { file, name } => (Some(file.as_ref()), name.as_deref()),
        _ => (None, None),
    };
    let schemas = files::schemas(schemas).map_err(Failure::Usage)?;
    let text = files::objects(&bytes, &schemas, only);
    text.map(Some)
        .map_err(|error| Failure::Fault(format!("error:    {error}\n")))
}

/// Runs the program with its arguments. Calls `stdin` to read the value from standard input.
///
/// # Errors
///
/// If the arguments are invalid, a file cannot be read, or the value is invalid.
pub fn run(
    arguments: &[String],
    stdin: impl FnOnce() -> std::io::Result<Vec<u8>>,
) -> Result<String, Failure> {
    if arguments.iter().any(|one| one == "--help" || one == "-h") {
        return Ok(arguments::HELP.to_owned());
    }
    let arguments = Arguments::parse(arguments).map_err(Failure::Usage)?;
    if let Some(text) = file(&arguments)? {
        return Ok(text);
    }
    let (input, format) = input::read(&arguments, stdin).map_err(Failure::Usage)?;
    let block = match &arguments.constraint {
        Constraint::Schema { file, name } => {
            let name = name.as_ref().ok_or_else(|| {
                Failure::Usage("--schema and --resource require each other".to_owned())
            })?;
            Some(schema::load(file, name).map_err(Failure::Usage)?)
        }
        _ => None,
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
        Failure::Fault(fault::report(&error, position, &input, shape))
    };
    let ty = match (&arguments.constraint, &block) {
        (Constraint::Type(ty), _) => ty.clone(),
        (_, Some(block)) => block.implied_type(),
        _ => infer::ty(&input, format).map_err(|error| report(error, None))?,
    };
    let value = format.read(&input, &ty);
    let value = value.map_err(|error| report(error, Some(&ty)))?;
    let typed = arguments.constraint != Constraint::None;
    Ok(tree::print(&value, &ty, typed, shape))
}
