//! Errors on their way through serde_json, which carries neither a path nor an error of ours.
//!
//! Each level that fails notes its step, innermost first, and the caller at the top takes the
//! steps up: success costs nothing. Where nobody at the top would take them, as under a foreign
//! format, nothing is noted.

use std::cell::RefCell;

use serde::de;

use crate::error::{Error, Position, Result};
use crate::path::Step;

thread_local! {
    static TRAIL: RefCell<Option<Trail>> = const { RefCell::new(None) };
}

#[derive(Default)]
struct Trail {
    steps: Vec<Step>,
    /// Our error, while serde_json carries a stand-in for it upwards.
    error: Option<Error>,
    /// Whether that error is about the whole text, and so has no position.
    is_about_all: bool,
}

/// Notes the step from the value around to the one that failed.
#[cold]
pub(super) fn step(step: Step) {
    TRAIL.with_borrow_mut(|trail| {
        if let Some(trail) = trail {
            trail.steps.push(step);
        }
    });
}

/// Hands our error over to serde_json.
#[cold]
pub(super) fn fail<E: de::Error>(error: Error) -> E {
    let stand_in = E::custom(&error);
    TRAIL.with_borrow_mut(|trail| {
        if let Some(trail) = trail {
            trail.error = Some(error);
        }
    });
    stand_in
}

/// Hands our error about a whole document over to serde_json.
#[cold]
pub(super) fn fail_as_a_whole<E: de::Error>(error: Error) -> E {
    TRAIL.with_borrow_mut(|trail| {
        if let Some(trail) = trail {
            trail.is_about_all = error.path().steps().is_empty();
        }
    });
    fail(error)
}

/// Runs `read` on text that begins at a line and column of the whole.
pub(super) fn follow<T>(
    (line, column): (usize, usize),
    read: impl FnOnce() -> serde_json::Result<T>,
) -> Result<T> {
    let around = TRAIL.replace(Some(Trail::default()));
    let result = read();
    let trail = TRAIL.replace(around).unwrap_or_default();
    result.map_err(|foreign| {
        // serde_json counts the bytes that were read: none at the beginning of a line.
        let read = foreign.column().max(1);
        let position = match foreign.line() {
            _ if trail.is_about_all => None,
            0 => None,
            1 => Some((line, column - 1 + read)),
            more => Some((line - 1 + more, read)),
        };
        let error = trail.error.unwrap_or_else(|| translate(foreign));
        let error = match position {
            Some((line, column)) => error.or_position(Position::LineColumn(line, column)),
            None => error,
        };
        trail.steps.into_iter().fold(error, Error::at)
    })
}

/// Turns an error of serde_json's into one of ours, without its position.
#[cold]
fn translate(foreign: serde_json::Error) -> Error {
    if foreign.is_io() {
        return Error::io(foreign.into());
    }
    let text = foreign.to_string();
    let text = text
        .rsplit_once(" at line ")
        .map_or(&*text, |(text, _)| text);
    crate::json::error(de::Error::custom(text))
}
