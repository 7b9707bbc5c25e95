//! The time limits of operations.

use std::time::{Duration, Instant};

use super::resource::Operation;
use crate::attr::GoDuration;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::path::Path;
use crate::ty::Type;

/// The name of the block or attribute with the time limits.
const TIMEOUTS: &str = "timeouts";

const SUMMARY: &str = "Time limit exceeded";

/// The time limit of a running operation.
pub(super) struct Limit {
    operation: Operation,
    limit: Duration,
    pub(super) deadline: Instant,
    /// The type of the resource.
    ty: Type,
}

impl Limit {
    /// Starts the time of an operation. A limit beyond the end of time is none.
    pub(super) fn start(operation: Operation, limit: Duration, ty: &Type) -> Option<Self> {
        Some(Limit {
            operation,
            limit,
            deadline: Instant::now().checked_add(limit)?,
            ty: ty.clone(),
        })
    }

    pub(super) fn is_exceeded(&self) -> bool {
        Instant::now() >= self.deadline
    }

    /// Returns the error if the limit is exceeded.
    pub(super) fn exceeded(&self) -> Option<Diagnostic> {
        self.is_exceeded().then(|| {
            let name = self.operation.name();
            let limit = match GoDuration::try_from(self.limit) {
                Ok(limit) => limit.to_string(),
                Err(_) => format!("{:?}", self.limit),
            };
            let text = format!("The operation {name:?} exceeded its time limit of {limit}.");
            if has_timeout(&self.ty, name) {
                let text = format!("{text} The attribute {TIMEOUTS}.{name} sets the limit.");
                let path = Path::from(TIMEOUTS).attribute(name);
                Diagnostic::error(SUMMARY, text).at(path)
            } else {
                Diagnostic::error(SUMMARY, text)
            }
        })
    }

    /// Adds the error to those of the operation, unless it is one of them.
    pub(super) fn report(&self, failed: &mut Diagnostics) {
        if let Some(exceeded) = self.exceeded() {
            if failed.iter().all(|one| one.summary() != SUMMARY) {
                failed.push(exceeded);
            }
        }
    }
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
