//! A program for people who debug a provider: it prints a value from the wire as a tree, or points
//! at the first fault.

mod arguments;
mod fault;
mod infer;
mod input;
mod mask;
mod schema;
mod shape;
mod tree;
mod walk;

use tfvalue::{Error, Position, Result, Type, Value, json, msgpack};

use self::arguments::{Arguments, Constraint};
pub use self::schema::block_from_json;
use self::shape::Shape;

/// The form of a value on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Msgpack,
    Json,
}

/// Why there is no tree.
#[derive(Debug, PartialEq, Eq)]
pub enum Failure {
    /// The value is faulty: a report of several lines.
    Fault(String),
    /// The program was called wrongly, or a file cannot be read: one sentence.
    Usage(String),
}

impl Format {
    fn read(self, input: &[u8], ty: &Type) -> Result<Value> {
        match self {
            Format::Msgpack => msgpack::value_from_slice(input, ty),
            Format::Json => json::value_from_slice(input, ty),
        }
    }
}

/// Runs the program on its arguments; `stdin` is called where the value comes from there.
///
/// # Errors
///
/// If the arguments are wrong, a file cannot be read, or the value is faulty.
pub fn run(
    arguments: &[String],
    stdin: impl FnOnce() -> std::io::Result<Vec<u8>>,
) -> std::result::Result<String, Failure> {
    if arguments.iter().any(|one| one == "--help" || one == "-h") {
        return Ok(arguments::HELP.to_owned());
    }
    let arguments = Arguments::parse(arguments).map_err(Failure::Usage)?;
    let (input, format) = input::read(&arguments, stdin).map_err(Failure::Usage)?;
    let block = match &arguments.constraint {
        Constraint::Schema { file, name } => {
            Some(schema::load(file, name).map_err(Failure::Usage)?)
        }
        _ => None,
    };
    let shape = match &block {
        Some(block) => Shape::root(block, !arguments.show_sensitive),
        None => Shape::plain(),
    };
    let report = |error: Error, ty: Option<&Type>| {
        // A fault that shows only in several parts together has a path alone.
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
