//! The time limits of operations.

use std::time::{Duration, Instant};

use crate::attr::GoDuration;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::error::Result;
use crate::model::Field;
use crate::msgpack::read::Reader;
use crate::msgpack::{self, Encode, Purpose};
use crate::path::Path;
use crate::schema::Nesting;
use crate::ty::Type;
use crate::value::Value;

/// An operation that can have a time limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Operation {
    /// The object is created.
    Create,
    /// The object is read.
    Read,
    /// The object is updated.
    Update,
    /// The object is deleted.
    Delete,
}

impl Operation {
    /// Returns the name of the attribute that sets the time limit.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Operation::Create => "create",
            Operation::Read => "read",
            Operation::Update => "update",
            Operation::Delete => "delete",
        }
    }
}

/// The name of the block or attribute that contains the time limits.
pub(crate) const TIMEOUTS: &str = "timeouts";

const SUMMARY: &str = "Time limit exceeded";

/// The time limit of a running operation.
pub(crate) struct Limit {
    operation: Operation,
    limit: Duration,
    pub(crate) deadline: Instant,
    /// The type of the resource.
    ty: Type,
}

impl Limit {
    /// Starts the time limit of an operation. A limit beyond the latest representable time counts as no limit.
    pub(crate) fn start(operation: Operation, limit: Duration, ty: &Type) -> Option<Self> {
        Some(Limit {
            operation,
            limit,
            deadline: Instant::now().checked_add(limit)?,
            ty: ty.clone(),
        })
    }

    pub(crate) fn is_exceeded(&self) -> bool {
        Instant::now() >= self.deadline
    }

    /// Returns the error if the limit is exceeded.
    pub(crate) fn exceeded(&self) -> Option<Diagnostic> {
        self.is_exceeded().then(|| self.error(""))
    }

    /// Returns the error, followed by a sentence that describes what the operation was waiting for.
    pub(crate) fn error(&self, waited: &str) -> Diagnostic {
        let (name, limit) = (self.operation.name(), text(self.limit));
        let text = format!("The operation {name:?} exceeded its time limit of {limit}.");
        let text = join(text, waited);
        if has_timeout(&self.ty, name) {
            let attribute = format!("The attribute {TIMEOUTS}.{name} sets the limit.");
            let path = Path::from(TIMEOUTS).attribute(name);
            Diagnostic::error(SUMMARY, join(text, &attribute)).at(path)
        } else {
            Diagnostic::error(SUMMARY, text)
        }
    }

    /// Adds the error to the errors of the operation, unless the error is already among them.
    pub(crate) fn report(&self, failed: &mut Diagnostics) {
        if let Some(exceeded) = self.exceeded() {
            if failed.iter().all(|one| one.summary() != SUMMARY) {
                failed.push(exceeded);
            }
        }
    }
}

/// Returns the error for a wait that exceeded its own limit.
pub(crate) fn exceeded_wait(limit: Duration, waited: &str) -> Diagnostic {
    let text = format!("The condition did not hold within {}.", text(limit));
    Diagnostic::error(SUMMARY, join(text, waited))
}

/// Returns the error for an operation that was interrupted, followed by a sentence that describes what the operation
/// was waiting for.
pub(crate) fn interrupted(waited: &str) -> Diagnostic {
    let text = "Terraform was interrupted before the operation was complete.";
    Diagnostic::error("Operation cancelled", join(text.to_owned(), waited))
}

/// Returns a duration in Go's notation.
pub(crate) fn text(time: Duration) -> String {
    match GoDuration::try_from(time) {
        Ok(time) => time.to_string(),
        Err(_) => format!("{time:?}"),
    }
}

/// Appends a sentence, if there is one.
fn join(text: String, sentence: &str) -> String {
    if sentence.is_empty() {
        text
    } else {
        text + " " + sentence
    }
}

/// Returns the time limit of an operation: the configured limit, or else the limit in the annotation. The limits are in
/// the member of the object that has attributes with the annotation `time_limit`.
pub(crate) fn of(
    fields: &[Field],
    object: &dyn Encode,
    operation: Operation,
) -> Result<Option<Duration>> {
    let Some((timeouts, default)) = found(fields, operation) else {
        return Ok(None);
    };
    let name = operation.name();
    let object = msgpack::encoded(object, Purpose::Plain)?;
    let mut reader = Reader::new(&object);
    let is_there = go_to(&mut reader, timeouts.name())? && go_to(&mut reader, name)?;
    let configured = if is_there && is_text(&reader)? {
        Some(reader.str("a duration")?)
    } else {
        None
    };
    limit_or(default, configured).map(Some)
}

/// Returns the time limit of an operation, as `of` does, but from a value. The attributes have the rule `time_limit`.
pub(crate) fn of_value(
    fields: &[Field],
    object: &Value,
    operation: Operation,
) -> Result<Option<Duration>> {
    let Some((timeouts, default)) = found(fields, operation) else {
        return Ok(None);
    };
    let name = operation.name();
    let configured = object.get_named(timeouts.name());
    let configured = configured.and_then(|timeouts| timeouts.get_named(name)?.as_str());
    limit_or(default, configured).map(Some)
}

/// Returns the member that contains the time limit of an operation, and the limit that applies if the configuration
/// sets none.
fn found(fields: &[Field], operation: Operation) -> Option<(&Field, &str)> {
    let name = operation.name();
    let mut fields = fields.iter();
    fields.find_map(|timeouts| match timeouts.nesting() {
        Some(Nesting::Single | Nesting::Group) => {
            let mut fields = timeouts.fields().iter();
            let limit = fields.find(|field| field.name() == name)?.time_limit()?;
            Some((timeouts, limit))
        }
        _ => None,
    })
}

/// Returns the limit in a string, or the default if the string is not a valid limit. Validation rejects such a string,
/// so it can come only from a state that was stored by an older version of the provider. Such a state must not make
/// every call fail.
fn limit_or(default: &str, limit: Option<&str>) -> Result<Duration> {
    let limit = limit.and_then(|limit| limit.parse::<GoDuration>().ok()?.time_limit());
    match limit {
        Some(limit) => Ok(limit),
        None => default.parse::<GoDuration>()?.duration(),
    }
}

/// Moves to a member of an object. Returns `false` if there is no such member because the object is null or unknown.
fn go_to(reader: &mut Reader<'_>, name: &str) -> Result<bool> {
    if reader.clone().nil()? || reader.at_unknown()? {
        return Ok(false);
    }
    for _ in 0..reader.map_len("an object")? {
        if reader.str("a name")? == name {
            return Ok(true);
        }
        reader.skip()?;
    }
    Ok(false)
}

/// Returns `true` if the next value is neither null nor unknown.
fn is_text(reader: &Reader<'_>) -> Result<bool> {
    Ok(!reader.clone().nil()? && !reader.at_unknown()?)
}

/// Returns `true` if a resource has an attribute with the time limit of an operation.
fn has_timeout(resource: &Type, operation: &str) -> bool {
    let member = |ty: &Type, name| match ty {
        Type::Object(object) => object.get(name).map(|attribute| attribute.ty.clone()),
        _ => None,
    };
    let timeouts = member(resource, TIMEOUTS);
    timeouts.is_some_and(|timeouts| member(&timeouts, operation).is_some())
}
