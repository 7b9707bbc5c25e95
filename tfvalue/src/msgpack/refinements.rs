//! Reads and writes refinements as the payload of a MessagePack ext.
//!
//! Source: "Unknown values" in the wire format: a map with integer keys and a size of at most 1,024 bytes.

use std::borrow::Cow;

use super::number::Num;
use super::read::Reader;
use super::write;
use crate::error::{Error, Result};
use crate::limits::MAX_PAYLOAD;
use crate::refinements::{Bound, Range, Refinements, contradiction, prefix};

/// The payload of an unknown value whose only refinement is "not null".
const NOT_NULL: [u8; 3] = [0x81, 1, 0xc2];

impl Refinements {
    /// Reads the payload of an ext with code 12.
    ///
    /// Skips unfamiliar keys and their values, as the specification requires. Returns `None` if the refinements specify
    /// that the value is null, because such a value is not unknown.
    ///
    /// # Errors
    ///
    /// Fails if the payload is malformed or contradicts itself.
    pub(crate) fn from_payload(payload: &[u8]) -> Result<Option<Self>> {
        let mut this = Refinements::new();
        if payload.is_empty() {
            return Ok(Some(this));
        }
        let mut null = false;
        let mut reader = Reader::new(payload);
        if reader.nil()? {
            return Ok(Some(this));
        }
        for _ in 0..reader.map_len("a map of refinements")? {
            match integer(&mut reader)? {
                1 if reader.bool()? => null = true,
                1 => this = this.not_null(),
                2 => this = this.full_prefix(reader.str("a string prefix")?)?,
                3 => this = this.bound(Some(read_bound(&mut reader)?), None)?,
                4 => this = this.bound(None, Some(read_bound(&mut reader)?))?,
                5 => this = this.length(read_length(&mut reader)?, None)?,
                6 => this = this.length(0, Some(read_length(&mut reader)?))?,
                _ => reader.skip()?,
            }
        }
        if !null {
            Ok(Some(this))
        } else if this.is_not_null() {
            Err(contradiction("null and not null"))
        } else {
            Ok(None)
        }
    }

    /// Returns the payload of an ext with code 12. The payload is empty if there are no refinements.
    ///
    /// # Errors
    ///
    /// Fails if a bound is so long that Terraform would reject the payload.
    pub(crate) fn to_payload(&self) -> Result<Cow<'static, [u8]>> {
        if let Range::Any = self.range() {
            // Most unknown values have no refinements or only "not null", so no vector is needed.
            let payload: &[u8] = if self.is_not_null() { &NOT_NULL } else { &[] };
            return Ok(payload.into());
        }
        let mut out = Vec::with_capacity(64);
        out.push(0x80);
        let key = |out: &mut Vec<u8>, key: u8| {
            out[0] += 1;
            out.push(key);
        };
        if self.is_not_null() {
            key(&mut out, 1);
            write::bool(&mut out, false);
        }
        if let Some(prefix) = self.known_prefix() {
            key(&mut out, 2);
            write::str(&mut out, prefix::written(prefix))?;
        }
        for (code, bound) in [(3, self.lower()), (4, self.upper())] {
            if let Some(bound) = bound {
                key(&mut out, code);
                out.push(0x92);
                write::number(&mut out, &bound.value);
                write::bool(&mut out, bound.inclusive);
            }
        }
        let (min, max) = self.lengths();
        for (code, length) in [(5, Some(min).filter(|&min| min > 0)), (6, max)] {
            if let Some(length) = length.and_then(|length| i64::try_from(length).ok()) {
                key(&mut out, code);
                write::int(&mut out, length);
            }
        }
        match out.len() {
            1 => Ok(Cow::default()),
            len if len > MAX_PAYLOAD => Err(Error::limit(format!(
                "the refinements take {len} bytes, more than {MAX_PAYLOAD}"
            ))),
            _ => Ok(out.into()),
        }
    }
}

fn integer(reader: &mut Reader<'_>) -> Result<i64> {
    match reader.number() {
        Ok(Num::Int(n)) => Ok(n),
        Ok(Num::Uint(_)) => Ok(i64::MAX),
        Ok(_) => Err(Error::mismatch("a whole number", "another")),
        Err(error) => Err(error),
    }
}

fn read_length(reader: &mut Reader<'_>) -> Result<u64> {
    match reader.number()? {
        Num::Int(n @ 0..) => Ok(n.unsigned_abs()),
        _ => Err(Error::mismatch("a length", "another number")),
    }
}

fn read_bound(reader: &mut Reader<'_>) -> Result<Bound> {
    if reader.array_len("a bound")? != 2 {
        return Err(Error::syntax("a bound is a number and a bool"));
    }
    Ok(Bound {
        value: reader.number()?.into_number()?,
        inclusive: reader.bool()?,
    })
}
