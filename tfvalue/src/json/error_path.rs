//! Carries this crate's errors and their paths through serde_json, which keeps neither.
//!
//! The code that fails stores its error in the [`ErrorPath`] and passes a copy of the message to serde_json. Each level
//! through which the error passes adds its step, so reading without an error has no extra cost.

use std::cell::RefCell;

use serde::de;
use serde_json::de::Read;

use crate::error::json as foreign;
use crate::error::{Error, Position, Result};
use crate::path::Step;

/// The line and column at which a part begins.
pub(crate) type Start = (usize, usize);

/// The error for one document, and the path to that error.
#[derive(Default)]
pub struct ErrorPath(RefCell<Failure>);

#[derive(Default)]
struct Failure {
    /// The error, unless it comes from serde_json.
    error: Option<Error>,
    /// The steps to the error, innermost first.
    steps: Vec<Step>,
    /// Whether the error is about the whole document and therefore has no position.
    is_about_document: bool,
}

impl ErrorPath {
    /// Stores an error, and returns the error that serde_json propagates.
    #[cold]
    pub fn fail<E: de::Error>(&self, error: Error) -> E {
        let propagated = E::custom(&error);
        self.0.borrow_mut().error = Some(error);
        propagated
    }

    /// Stores an error about the whole document.
    #[cold]
    pub fn fail_document<E: de::Error>(&self, error: Error) -> E {
        self.0.borrow_mut().is_about_document = error.path().is_root();
        self.fail(error)
    }

    /// Adds a step to the path of an error and returns the error.
    #[cold]
    pub fn at<E>(&self, step: Step, error: E) -> E {
        self.0.borrow_mut().steps.push(step);
        error
    }

    /// Converts the error that serde_json returned, and adds the path and the position.
    #[cold]
    fn finish(self, foreign: serde_json::Error, (line, column): Start) -> Error {
        let failure = self.0.into_inner();
        let position = match foreign::position(&foreign) {
            _ if failure.is_about_document => None,
            Some((1, read)) => Some((line, column - 1 + read)),
            Some((more, read)) => Some((line - 1 + more, read)),
            None => None,
        };
        let error = match failure.error {
            Some(error) => error,
            None => foreign::without_position(foreign),
        };
        let error = match position {
            Some((line, column)) => error.or_position(Position::LineColumn(line, column)),
            None => error,
        };
        failure.steps.into_iter().fold(error, Error::at_step)
    }
}

/// Reads a whole document that begins at a line and column of the input.
///
/// # Errors
///
/// Fails with the error that was stored in the path, or with serde_json's error.
pub fn read_at<'de, R: Read<'de>, T>(
    start: Start,
    mut deserializer: serde_json::Deserializer<R>,
    read: impl FnOnce(&mut serde_json::Deserializer<R>, &ErrorPath) -> serde_json::Result<T>,
) -> Result<T> {
    let path = ErrorPath::default();
    let read = read(&mut deserializer, &path);
    let read = read.and_then(|value| deserializer.end().map(|()| value));
    read.map_err(|foreign| path.finish(foreign, start))
}
