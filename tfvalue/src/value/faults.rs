//! Reads a Rust value and reports every fault, not only the first one.
//!
//! serde stops at the first error, because the visitor of a list cannot continue after an element that does not fit.
//! The list or map is therefore read again, starting after the faulty element. Each element is still read only once.
//! The members of derived structs are read one at a time.

use std::cell::RefCell;

use serde::de::Deserialize;

use super::Value;
use super::de::PartDeserializer;
use crate::error::{Error, Result};
use crate::limits::MAX_FAULTS;

/// Converts a value to a Rust value, and finds all faults if the value does not fit.
///
/// # Errors
///
/// Fails if the value does not match `T`. The error contains all [faults](Error::faults).
pub(crate) fn read<'de, T: Deserialize<'de>>(value: &Value) -> Result<T> {
    let mut attempts = Attempts::default();
    loop {
        match T::deserialize(attempts.part(value)) {
            Ok(read) => {
                Error::join(attempts.faults)?;
                return Ok(read);
            }
            Err(error) => {
                if attempts.is_last(error) {
                    return Err(Error::several(attempts.faults));
                }
            }
        }
    }
}

/// The state of repeated attempts to read a value. Each attempt skips the elements that an earlier attempt has read.
#[derive(Default)]
pub(super) struct Attempts {
    /// The position at which the attempt starts. It consists of the index of the first element to read, the index of
    /// the first element to read inside that element, and so on.
    from: Vec<usize>,
    /// The indices of the elements that are being read, from the outermost list or map inward.
    at: RefCell<Vec<usize>>,
    pub(super) faults: Vec<Error>,
    pub(super) cost: usize,
}

impl Attempts {
    pub(super) fn part<'a>(&'a self, value: &'a Value) -> PartDeserializer<'a> {
        let around = Around {
            finds_all: true,
            attempts: Some(self),
            depth: 0,
            contains_start: true,
        };
        PartDeserializer { value, around }
    }

    /// Records why an attempt failed, and returns `true` if nothing is left to read.
    pub(super) fn is_last(&mut self, error: Error) -> bool {
        let mut at = self.at.take();
        // `T` may reject a list or map only because elements were skipped. Such an error is not a fault.
        if at.len() >= self.from.len() || !self.from.starts_with(&at) {
            self.cost += error.cost();
            self.faults.push(error);
        }
        let Some(last) = at.last_mut() else {
            return true;
        };
        *last += 1;
        self.from = at;
        self.cost >= MAX_FAULTS
    }
}

/// The position of a value in the lists and maps that contain it.
#[derive(Clone, Copy)]
pub(super) struct Around<'a> {
    /// Whether reading continues after a fault.
    finds_all: bool,
    /// `None` inside a tuple, because its elements cannot be skipped.
    attempts: Option<&'a Attempts>,
    /// The number of lists and maps that contain the value.
    depth: usize,
    /// Whether the start of the attempt is inside this value.
    contains_start: bool,
}

impl<'a> Around<'a> {
    /// The position of a value that is read only up to its first fault.
    pub(super) const FIRST: Self = Around {
        finds_all: false,
        attempts: None,
        depth: 0,
        contains_start: false,
    };

    pub(super) fn finds_all(self) -> bool {
        self.finds_all
    }

    /// Returns the position of the elements of a tuple.
    pub(super) fn of_tuple(self) -> Self {
        Around {
            attempts: None,
            ..self
        }
    }

    /// Returns the index of the first element to read.
    pub(super) fn first(self) -> usize {
        match self.attempts {
            Some(attempts) if self.contains_start => {
                attempts.from.get(self.depth).copied().unwrap_or(0)
            }
            _ => 0,
        }
    }

    /// Returns `true` if no element is skipped in this attempt.
    pub(super) fn is_whole(self) -> bool {
        self.attempts
            .is_none_or(|attempts| attempts.from.is_empty())
    }

    /// Reads an element with `read`, and keeps track of its index.
    pub(super) fn element<T>(
        self,
        index: usize,
        read: impl FnOnce(Around<'a>) -> Result<T>,
    ) -> Result<T> {
        let Some(attempts) = self.attempts else {
            return read(self);
        };
        attempts.at.borrow_mut().push(index);
        let value = read(Around {
            finds_all: true,
            attempts: self.attempts,
            depth: self.depth + 1,
            contains_start: self.contains_start
                && attempts.from.len() > self.depth + 1
                && attempts.from[self.depth] == index,
        })?;
        attempts.at.borrow_mut().pop();
        Ok(value)
    }
}
