//! The deserializer, its state, and its counters.

use std::borrow::Cow;
use std::fmt;

use serde::de::Deserialize;

use super::read::Reader;
use crate::error::{Error, Result};
use crate::limits::MAX_DEPTH;
use crate::value::Recent;

/// Reads Rust values from Terraform's JSON.
///
/// Most callers should use [`from_slice`](super::from_slice) or [`from_str`](super::from_str).
///
/// # Examples
///
/// ```
/// use serde::Deserialize;
/// use tfvalue::json::{self, Deserializer};
/// use tfvalue::{Attr, TfSchema};
///
/// #[derive(TfSchema)]
/// struct Server {
///     #[tf(optional)]
///     name: Attr<String>,
///     #[tf(optional)]
///     memory: Attr<i64>,
/// }
///
/// let old = r#"{"name": "web", "gone": [1, 2]}"#;
/// let error = json::from_str::<Server>(old).unwrap_err();
/// assert_eq!(error.message(), r#"unsupported attribute "gone""#);
///
/// let mut deserializer = Deserializer::from_str(old);
/// deserializer.ignore_unsupported_attributes();
/// let server = Server::deserialize(&mut deserializer)?;
/// deserializer.end()?;
/// assert!(server.memory.is_null());
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[derive(Clone)]
pub struct Deserializer<'de> {
    pub(super) reader: Reader<'de>,
    depth: u8,
    /// Whether attributes that a struct does not have are skipped.
    pub(super) ignore_unsupported: bool,
    pub(super) recent: Recent<'de>,
    /// The number of object members that may still be missing.
    pub(super) missing: usize,
}

/// The number of object members that may be missing in any input, in addition to one member for each byte. A missing
/// member is read as a null, and each null uses memory.
pub(crate) const MISSING: usize = 1 << 15;

impl<'de> Deserializer<'de> {
    /// Creates a deserializer that reads from the front of `input`.
    #[must_use]
    pub fn from_slice(input: &'de [u8]) -> Self {
        Deserializer {
            reader: Reader::new(input),
            depth: MAX_DEPTH,
            ignore_unsupported: false,
            recent: Recent::default(),
            missing: may_be_missing(input),
        }
    }

    /// Creates a deserializer that reads from the front of a string.
    #[must_use]
    #[allow(clippy::should_implement_trait)] // it cannot fail, and borrows
    pub fn from_str(input: &'de str) -> Self {
        Self::from_slice(input.as_bytes())
    }

    /// Skips attributes that a derived struct does not have. Use this method to read a state that was written by
    /// another version of the provider.
    pub fn ignore_unsupported_attributes(&mut self) -> &mut Self {
        self.ignore_unsupported = true;
        self
    }

    /// Reads a value, and checks that nothing follows the value.
    ///
    /// # Errors
    ///
    /// Fails if the input is not JSON for a `T`, or if anything follows the value.
    pub fn read<T: Deserialize<'de>>(&mut self) -> Result<T> {
        match T::deserialize(&mut *self) {
            Ok(value) => {
                tri!(self.end());
                Ok(value)
            }
            Err(error) => Err(self.reader.locate(error)),
        }
    }

    /// Checks that only whitespace remains.
    ///
    /// # Errors
    ///
    /// Fails if anything follows the value.
    pub fn end(&mut self) -> Result<()> {
        self.reader.end()
    }

    /// Reads the opening bracket of a container, and goes one level deeper.
    pub(super) fn enter(&mut self, bracket: u8, expected: &'static str) -> Result<()> {
        if tri!(self.open(bracket)) {
            return Ok(());
        }
        Err(self.reader.mismatch(expected))
    }

    /// Reads the opening bracket of a container, if the bracket comes next, and goes one level deeper.
    #[inline]
    pub(super) fn open(&mut self, bracket: u8) -> Result<bool> {
        if !tri!(self.reader.open(bracket)) {
            return Ok(false);
        }
        match self.depth.checked_sub(1) {
            Some(depth) => {
                self.depth = depth;
                Ok(true)
            }
            None => Err(Error::too_deep()),
        }
    }

    /// Reads the closing bracket of a container, and goes back to the level above.
    pub(super) fn leave(&mut self, bracket: u8) -> Result<()> {
        self.depth += 1;
        self.reader.close(bracket)
    }

    /// Reads the opening bracket of a container, goes one level deeper, and reads the rest with `read`.
    pub(super) fn nested<T>(
        &mut self,
        bracket: u8,
        expected: impl Fn() -> Cow<'static, str>,
        read: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        if !self.open(bracket)? {
            return Err(self.reader.mismatch(expected()));
        }
        let result = read(self);
        self.depth += 1;
        result
    }

    /// Counts all members of an object as missing before the object is read.
    pub(super) fn expect_missing(&mut self, members: usize) -> Result<()> {
        match self.missing.checked_sub(members) {
            Some(left) => {
                self.missing = left;
                Ok(())
            }
            None => Err(too_many_missing()),
        }
    }

    /// Subtracts the members that were found from the members that [`Self::expect_missing`] has counted.
    pub(super) fn found(&mut self, members: usize) {
        self.missing += members;
    }
}

/// Returns the number of object members that may be missing in an input.
pub(super) fn may_be_missing(input: &[u8]) -> usize {
    input.len().saturating_add(MISSING)
}

#[cold]
pub(crate) fn too_many_missing() -> Error {
    Error::limit("too many attributes are missing for the size of the input")
}

impl fmt::Debug for Deserializer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Deserializer").finish_non_exhaustive() // the input may be sensitive
    }
}
