//! Writing JSON: values are written in canonical form first, with everything sorted, and then
//! printed as JSON.

use std::fmt::Write;

use serde::Serialize;

use crate::error::{Error, Result};
use crate::msgpack::Serializer;
use crate::msgpack::read::{Num, Reader};
use crate::number::Number;

/// Writes a value as JSON into a new vector.
///
/// # Errors
///
/// If the value has no form in Terraform's JSON, as unknowns and infinities have none; all
/// unknowns are named.
pub fn to_vec<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>> {
    to_string(value).map(String::into_bytes)
}

/// Writes a value as JSON into a new string.
///
/// # Errors
///
/// If the value has no form in Terraform's JSON, as unknowns and infinities have none; all
/// unknowns are named.
///
/// # Examples
///
/// ```
/// use std::collections::HashMap;
/// use tfvalue::Number;
///
/// let third: Number = "0.33333333333333333333".parse()?;
/// let map = HashMap::from([("b", third), ("a", Number::from(1))]);
/// assert_eq!(tfvalue::json::to_string(&map)?, r#"{"a":1,"b":0.33333333333333333333}"#);
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn to_string<T: Serialize + ?Sized>(value: &T) -> Result<String> {
    let mut canonical = Vec::with_capacity(128);
    Serializer::for_json(&mut canonical).write(value)?;
    let mut out = String::with_capacity(canonical.len() * 2);
    print(&mut Reader::new(&canonical), &mut out)?;
    Ok(out)
}

/// Prints one canonical value. Bin stands for the decimal text of a number here.
fn print(reader: &mut Reader<'_>, out: &mut String) -> Result<()> {
    match reader.peek()? {
        0xc0 => {
            reader.nil()?;
            out.push_str("null");
        }
        0xc2 | 0xc3 => out.push_str(if reader.bool()? { "true" } else { "false" }),
        0xa0..=0xbf | 0xd9..=0xdb => print_str(reader.str("a string")?, out),
        0x90..=0x9f | 0xdc | 0xdd => {
            out.push('[');
            for i in 0..reader.array_len("a list")? {
                if i > 0 {
                    out.push(',');
                }
                print(reader, out)?;
            }
            out.push(']');
        }
        0x80..=0x8f | 0xde | 0xdf => {
            out.push('{');
            for i in 0..reader.map_len("a map")? {
                if i > 0 {
                    out.push(',');
                }
                print_str(reader.str("a string")?, out);
                out.push(':');
                print(reader, out)?;
            }
            out.push('}');
        }
        _ => match reader.number()? {
            Num::Int(n) => sure(write!(out, "{n}")),
            Num::Uint(n) => sure(write!(out, "{n}")),
            Num::Text(text) => out.push_str(text),
            Num::Float(n) => sure(write!(out, "{}", Number::try_from(n)?)),
        },
    }
    Ok(())
}

/// Writing to a `String` cannot fail.
fn sure(result: std::fmt::Result) {
    debug_assert!(result.is_ok());
}

/// Prints a string with the escapes that Terraform writes: also those for HTML, and for the two
/// line separators that JavaScript minds.
fn print_str(text: &str, out: &mut String) {
    out.push('"');
    let mut rest = text;
    let special =
        |c: char| matches!(c, '"' | '\\' | '<' | '>' | '&' | '\u{2028}' | '\u{2029}') || c < ' ';
    while let Some(at) = rest.find(special) {
        let (plain, tail) = rest.split_at(at);
        out.push_str(plain);
        let mut chars = tail.chars();
        match chars.next() {
            Some('"') => out.push_str("\\\""),
            Some('\\') => out.push_str("\\\\"),
            Some('\n') => out.push_str("\\n"),
            Some('\r') => out.push_str("\\r"),
            Some('\t') => out.push_str("\\t"),
            Some('\u{8}') => out.push_str("\\b"),
            Some('\u{c}') => out.push_str("\\f"),
            Some(c) => sure(write!(out, "\\u{:04x}", u32::from(c))),
            None => {}
        }
        rest = chars.as_str();
    }
    out.push_str(rest);
    out.push('"');
}

impl Error {
    /// Says that JSON has no infinities.
    #[cold]
    pub(crate) fn infinity() -> Self {
        Error::mismatch("a finite number", "an infinity, which JSON cannot hold")
    }
}
