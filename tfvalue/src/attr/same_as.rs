//! Ready-made rules for values that mean the same thing.
//!
//! Each function returns the same value for all equivalent spellings of a value, and `None` for a value that has only
//! one spelling. `same_as = json` selects one of these functions by its name.

use std::collections::BTreeMap;
use std::net::IpAddr;

use super::go_duration_nanos;
use crate::error::{Error, Result};
use crate::json::Reader;
use crate::limits::MAX_DEPTH;
use crate::model::{SameAs, Spelling};
use crate::number::Number;
use crate::ty::Type;
use crate::value::{At, Value, elements};

/// Compares strings without regard to case.
///
/// # Examples
///
/// ```
/// use tfvalue::plan::same_as::case_insensitive;
/// use tfvalue::Value;
///
/// assert_eq!(case_insensitive(&"Web".into()), case_insensitive(&"WEB".into()));
/// assert_eq!(case_insensitive(&Value::from(1)), None);
/// ```
#[must_use]
pub fn case_insensitive(value: &Value) -> Option<Value> {
    value
        .as_str()
        .map(|text| Value::string(text.to_lowercase()))
}

/// Compares lists without regard to the order of their elements.
///
/// An element that occurs twice in one list must also occur twice in the other list.
///
/// # Examples
///
/// ```
/// use tfvalue::plan::same_as::any_order;
/// use tfvalue::{Type, Value};
///
/// let list = |elements: [&str; 2]| Value::list(Type::String, elements);
/// assert_eq!(any_order(&list(["a", "b"])?), any_order(&list(["b", "a"])?));
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[must_use]
pub fn any_order(value: &Value) -> Option<Value> {
    let mut elements: Vec<(String, &Value)> = value
        .elements()?
        .map(|element| (element.to_string(), element))
        .collect();
    elements.sort_by(|(a, _), (b, _)| a.cmp(b));
    Some(Value::tuple(
        elements.into_iter().map(|(_, element)| element.clone()),
    ))
}

/// Compares JSON documents regardless of their spelling.
///
/// A [`Json`](crate::Json) has this rule without an annotation.
///
/// # Examples
///
/// ```
/// use tfvalue::plan::same_as::json;
///
/// let compact = json(&r#"{"a":1,"b":[]}"#.into());
/// assert_eq!(compact, json(&r#"{ "b": [], "a": 1.0 }"#.into()));
/// assert_eq!(json(&"{".into()), None);
/// ```
#[must_use]
pub fn json(value: &Value) -> Option<Value> {
    let mut reader = Reader::new(value.as_str()?.as_bytes());
    let document = document(&mut reader, MAX_DEPTH).ok()?;
    reader.end().ok()?;
    Some(document)
}

/// Reads a document with at most `depth` levels without rounding its numbers.
fn document(reader: &mut Reader<'_>, depth: u8) -> Result<Value> {
    let inner = || depth.checked_sub(1).ok_or_else(Error::too_deep);
    let mut first = true;
    Ok(match reader.peek()? {
        b'{' => {
            let (depth, mut members) = (inner()?, BTreeMap::new());
            reader.open(b'{')?;
            while reader.more(std::mem::take(&mut first), b'}')? {
                let name = reader.key()?.into_owned();
                members.insert(name, document(reader, depth)?);
            }
            reader.close(b'}')?;
            let members = members.into_iter();
            let members = members.map(|(name, member)| Value::tuple([name.into(), member]));
            Value::tuple([Value::from("object"), Value::tuple(members)])
        }
        b'[' => {
            let (depth, mut elements) = (inner()?, Vec::new());
            reader.open(b'[')?;
            while reader.more(std::mem::take(&mut first), b']')? {
                elements.push(document(reader, depth)?);
            }
            reader.close(b']')?;
            Value::tuple([Value::from("array"), Value::tuple(elements)])
        }
        b'"' => Value::string(reader.string()?),
        b't' => reader.word("true").map(|()| Value::from(true))?,
        b'f' => reader.word("false").map(|()| Value::from(false))?,
        b'n' => reader.word("null").map(|()| Value::null(Type::Dynamic))?,
        _ => reader.number()?.into(),
    })
}

/// Compares RFC 3339 times by the instants that they represent. Requires the feature `rfc3339`.
///
/// # Examples
///
/// ```
/// use tfvalue::plan::same_as::rfc3339;
///
/// let utc = rfc3339(&"2026-11-21T10:00:00Z".into());
/// assert_eq!(utc, rfc3339(&"2026-11-21T11:00:00+01:00".into()));
/// ```
#[cfg(feature = "rfc3339")]
#[must_use]
pub fn rfc3339(value: &Value) -> Option<Value> {
    let instant: jiff::Timestamp = value.as_str()?.parse().ok()?;
    Some(Value::string(instant.to_string()))
}

/// Compares durations in Go's notation.
///
/// A [`GoDuration`](crate::GoDuration) has this rule without an annotation.
///
/// # Examples
///
/// ```
/// use tfvalue::plan::same_as::duration;
///
/// assert_eq!(duration(&"90m".into()), duration(&"1h30m0s".into()));
/// assert_eq!(duration(&"soon".into()), None);
/// ```
#[must_use]
pub fn duration(value: &Value) -> Option<Value> {
    let nanos = go_duration_nanos(value.as_str()?).ok()?;
    Some(Value::from(nanos))
}

/// Compares IP addresses and networks in CIDR notation. Host bits are ignored.
///
/// # Examples
///
/// ```
/// use tfvalue::plan::same_as::ip_network;
///
/// assert_eq!(ip_network(&"10.1.2.3/16".into()), ip_network(&"10.1.0.0/16".into()));
/// assert_eq!(ip_network(&"::1".into()), ip_network(&"0:0::1/128".into()));
/// assert_ne!(ip_network(&"10.0.0.0/8".into()), ip_network(&"10.0.0.0/16".into()));
/// ```
#[must_use]
pub fn ip_network(value: &Value) -> Option<Value> {
    let text = value.as_str()?;
    let (address, length) = match text.split_once('/') {
        Some((address, length)) => (address, Some(length.parse::<u32>().ok()?)),
        None => (text, None),
    };
    let (bits, width) = match address.parse().ok()? {
        IpAddr::V4(address) => (u128::from(address.to_bits()) << 96, 32),
        IpAddr::V6(address) => (address.to_bits(), 128),
    };
    let length = length.unwrap_or(width);
    if length > width {
        return None;
    }
    let mask = u128::MAX.checked_shl(128 - length).unwrap_or(0);
    Some(Value::string(format!("{width}/{length}/{:x}", bits & mask)))
}

/// Compares floats. Two numbers mean the same thing if they are the same `f64`.
pub(crate) fn double(value: &Value) -> Option<Value> {
    let float = value.as_number()?.to_double().ok()?;
    Some(Number::try_from(float).ok()?.into())
}

/// Compares floats. Two numbers mean the same thing if they are the same `f32`.
pub(crate) fn single(value: &Value) -> Option<Value> {
    let float = value.as_number()?.narrow().ok()?;
    Some(Number::try_from(f64::from(float)).ok()?.into())
}

/// Returns the canonical spelling of a value.
pub(crate) fn canonical(same_as: Option<SameAs>, value: &Value) -> Value {
    let Some(same_as) = same_as else {
        return value.clone();
    };
    if !value.is_present() {
        return value.clone();
    }
    let elements = match same_as.each {
        Spelling::One => None,
        _ => Some(of_elements(same_as, value)),
    };
    let value = elements.as_ref().unwrap_or(value);
    apply(same_as.whole, value)
}

/// Returns the canonical spelling of an element.
pub(crate) fn of_element(same_as: SameAs, element: &Value) -> Value {
    if !element.is_present() {
        return element.clone();
    }
    apply(same_as.each, element)
}

fn apply(spelling: Spelling, value: &Value) -> Value {
    let canonical = match spelling {
        Spelling::One => None,
        Spelling::AnyOrder => any_order(value),
        Spelling::By(canonical) => canonical(value),
    };
    canonical.unwrap_or_else(|| value.clone())
}

/// Returns the canonical spelling of a collection. The canonical collection is a tuple or an object, because the
/// canonical elements can have different types.
fn of_elements(same_as: SameAs, value: &Value) -> Value {
    let elements = elements::of(value);
    if let Some((At::Key(_), _)) = elements.first() {
        let members = elements.into_iter().filter_map(|(at, element)| match at {
            At::Key(key) => Some((key, of_element(same_as, element))),
            At::Index(_) => None,
        });
        return Value::object(members).unwrap_or_else(|_| value.clone());
    }
    let elements = elements.into_iter();
    let canonical = elements.map(|(_, element)| of_element(same_as, element));
    if !matches!(value.ty(), Type::Set(_)) {
        return Value::tuple(canonical);
    }
    let mut sorted: BTreeMap<String, Value> = BTreeMap::new();
    for element in canonical {
        sorted.insert(element.to_string(), element);
    }
    Value::tuple(sorted.into_values())
}
