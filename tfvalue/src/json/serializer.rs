//! The serde serializer.

use crate::error::Result;
use crate::msgpack::{Compound, Output, Writer};

/// Writes Rust values as Terraform's JSON.
///
/// Most callers should use [`to_vec`](super::to_vec) or [`to_string`](super::to_string). Use a serializer to add JSON
/// to a buffer, or with types that require a serializer.
///
/// If a value cannot be written, nothing is added to the buffer.
///
/// # Examples
///
/// ```
/// use serde::Serialize;
/// use tfvalue::json::Serializer;
///
/// let mut buffer = Vec::new();
/// [1.5, 2.0].serialize(&mut Serializer::new(&mut buffer))?;
/// assert_eq!(buffer, b"[1.5,2]");
///
/// buffer.push(b'\n');
/// let error = f64::INFINITY.serialize(&mut Serializer::new(&mut buffer)).unwrap_err();
/// assert!(error.to_string().ends_with("an infinity, which JSON cannot hold"));
/// assert_eq!(buffer, b"[1.5,2]\n");
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[derive(Debug)]
pub struct Serializer<'a> {
    /// The canonical form of one value. It is printed when the value is complete.
    writer: Writer,
    out: &'a mut Vec<u8>,
}

impl<'a> Serializer<'a> {
    /// Creates a serializer that appends to `out`.
    #[must_use]
    pub fn new(out: &'a mut Vec<u8>) -> Self {
        Serializer {
            writer: Writer::for_json(Vec::new()),
            out,
        }
    }

    /// Writes a whole value.
    pub(crate) fn whole(&mut self, write: impl FnOnce(&mut Writer) -> Result<()>) -> Result<()> {
        self.writer.go_back(0);
        write(&mut self.writer)?;
        self.writer.finish()?;
        self.out.extend(super::print(&self.writer.out)?);
        Ok(())
    }

    /// Begins a value whose parts are still to be written.
    pub(crate) fn compound<'s, C>(
        &'s mut self,
        begin: impl FnOnce(&'s mut Writer) -> Result<C>,
    ) -> Result<Compound<'s, C>> {
        self.writer.go_back(0);
        Ok(Compound {
            parts: begin(&mut self.writer)?,
            output: Output::Json(&mut *self.out),
        })
    }
}
