//! Writes [`Value`]s as JSON.

use super::print::{end, push_number, short_string, string};
use crate::error::{Error, Result};
use crate::msgpack::{Format, encode, room_for};
use crate::number::Number;
use crate::text::SmallStr;
use crate::ty::Type;
use crate::value::Value;

/// Writes a value as JSON according to a type constraint.
///
/// # Errors
///
/// Fails in the same cases as [`encode`].
pub(crate) fn written(value: &Value, ty: &Type) -> Result<Vec<u8>> {
    let mut out = room_for(value);
    encode::<Json>(&mut out, value, ty)?;
    out.pop();
    Ok(out)
}

/// The format of Terraform's JSON. A comma follows each value. The end of a list or map overwrites
/// the last comma.
struct Json;

impl Format for Json {
    fn null(out: &mut Vec<u8>) {
        out.extend_from_slice(b"null,");
    }

    fn bool(out: &mut Vec<u8>, value: bool) {
        let word: &[u8] = if value { b"true," } else { b"false," };
        out.extend_from_slice(word);
    }

    #[inline(never)]
    fn number(out: &mut Vec<u8>, number: &Number) -> Result<()> {
        if !number.is_finite() {
            return Err(Error::infinity());
        }
        push_number(number, out);
        out.push(b',');
        Ok(())
    }

    fn text(out: &mut Vec<u8>, text: &SmallStr) -> Result<()> {
        quoted(out, text, b',');
        Ok(())
    }

    fn unknown(_: &mut Vec<u8>, _: &[u8]) -> Result<()> {
        Err(Error::unknown())
    }

    fn begin_list(out: &mut Vec<u8>, _: usize) -> Result<()> {
        out.push(b'[');
        Ok(())
    }

    fn end_list(out: &mut Vec<u8>, len: usize) {
        end(len, b']', out);
    }

    fn begin_map(out: &mut Vec<u8>, _: usize) -> Result<()> {
        out.push(b'{');
        Ok(())
    }

    fn key(out: &mut Vec<u8>, key: &SmallStr) -> Result<()> {
        quoted(out, key, b':');
        Ok(())
    }

    fn end_map(out: &mut Vec<u8>, len: usize) {
        end(len, b'}', out);
    }

    fn begin_dynamic(out: &mut Vec<u8>, _: &str) -> Result<()> {
        out.extend_from_slice(b"{\"value\":");
        Ok(())
    }

    fn end_dynamic(out: &mut Vec<u8>, ty: &str) {
        out.extend_from_slice(b"\"type\":");
        out.extend_from_slice(ty.as_bytes());
        out.extend_from_slice(b"},");
    }
}

#[inline(never)]
fn quoted(out: &mut Vec<u8>, text: &SmallStr, after: u8) {
    match text.block() {
        Some((block, len)) => short_string(&block, len, after, out),
        None => string(text.as_bytes(), after, out),
    }
}
