//! Sorts the elements of a set as go-cty does.
//!
//! go-cty sorts elements of a compound type by the string that it hashes. Terraform does not define the order, but sends
//! sets in this order.

use std::borrow::Cow;
use std::fmt::Write;

use super::quoted::Quoted;
use crate::error::Result;
use crate::number::Number;
use crate::ty::Type;
use crate::value::{Repr, Value};

/// Creates a set with its elements in the order of go-cty. Values that are unknown as a whole come after known values,
/// and null comes last.
pub(super) fn set(ty: Type, mut elements: Vec<Value>) -> Result<Value> {
    elements.sort_by_cached_key(key);
    Value::set(ty, elements)
}

/// Returns the value with the elements of each set in the order of go-cty, as Terraform sends it.
pub(crate) fn as_sent(value: &Value) -> Result<Cow<'_, Value>> {
    if is_sorted(value) {
        return Ok(Cow::Borrowed(value));
    }
    let sorted = value
        .clone()
        .transform(|_, part| match (part.ty(), &part.0) {
            (Type::Set(element), Repr::Set(_)) => set(Type::clone(&element), part.parts().to_vec()),
            _ => Ok(part),
        });
    sorted.map(Cow::Owned)
}

fn is_sorted(value: &Value) -> bool {
    let parts = value.parts();
    let is_free = matches!(value.0, Repr::Set(_)) && parts.len() > 1 && !are_primitive(parts);
    parts.iter().all(is_sorted) && (!is_free || parts.is_sorted_by_key(key))
}

/// Returns the elements of a set in the order of go-cty.
pub(super) fn sorted(elements: &[Value]) -> Vec<&Value> {
    let mut sorted: Vec<&Value> = elements.iter().collect();
    if !are_primitive(elements) {
        sorted.sort_by_cached_key(|element| key(element));
    }
    sorted
}

/// Returns `true` for elements of a primitive type, which are already in the order of go-cty.
fn are_primitive(elements: &[Value]) -> bool {
    let ty = elements.first().map(Value::ty);
    matches!(ty, Some(Type::String | Type::Number | Type::Bool))
}

fn key(element: &Value) -> (bool, bool, String) {
    let mut text = String::new();
    write(element, &mut text);
    (element.is_null(), element.is_unknown(), text)
}

fn write(value: &Value, out: &mut String) {
    #[cfg(test)]
    crate::value::work::add();
    let (open, close) = match &value.0 {
        _ if value.is_unknown() => return out.push('?'),
        _ if value.is_null() => return out.push('~'),
        Repr::Bool(value) => return out.push(if *value { 'T' } else { 'F' }),
        Repr::Number(number) => return out.push_str(&ten_digits(number)),
        Repr::String(text) => {
            // Writing to a string never fails.
            let _ = write!(out, "{}", Quoted(text));
            return;
        }
        Repr::Map(_) => ('{', '}'),
        Repr::List(_) | Repr::Set(_) => ('[', ']'),
        _ => ('<', '>'),
    };
    out.push(open);
    match (value.entries(), value.parts()) {
        (Some(entries), _) => {
            for (key, value) in entries {
                let _ = write!(out, "{}:", Quoted(key));
                write(value, out);
                out.push(';');
            }
        }
        (None, parts) if matches!(value.0, Repr::Set(_)) && !are_primitive(parts) => {
            // Each key contains the string for its element. Writing the string again would double the work on each level.
            let mut keys: Vec<_> = parts.iter().map(key).collect();
            keys.sort_unstable();
            for (_, _, text) in keys {
                out.push_str(&text);
                out.push(';');
            }
        }
        (None, parts) => {
            for part in parts {
                write(part, out);
                out.push(';');
            }
        }
    }
    out.push(close);
}

/// Writes a number like Go's `%.10g`.
fn ten_digits(number: &Number) -> String {
    if !number.is_finite() {
        return if *number < Number::from(0) {
            "-Inf".into()
        } else {
            "+Inf".into()
        };
    }
    let text = number.to_string();
    let (sign, text) = text
        .strip_prefix('-')
        .map_or(("", &*text), |text| ("-", text));
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = format!("{whole}{fraction}");
    let leading = digits.len() - digits.trim_start_matches('0').len();
    let (mut point, digits) = (whole.len() as i64 - leading as i64, &digits[leading..]);
    let mut rounded = digits.to_owned();
    if let Some(next) = digits.as_bytes().get(10) {
        rounded.truncate(10);
        let rest_is_zero = digits[11..].bytes().all(|digit| digit == b'0');
        let is_odd = rounded.as_bytes()[9] % 2 == 1;
        if *next > b'5' || *next == b'5' && (!rest_is_zero || is_odd) {
            let up = rounded
                .parse::<u64>()
                .map_or(0, |number| number + 1)
                .to_string();
            point += up.len() as i64 - 10;
            rounded = up;
        }
    }
    let digits = rounded.trim_end_matches('0');
    if digits.is_empty() {
        return format!("{sign}0");
    }
    let count = digits.len() as i64;
    let precision = if 10 > count && count >= point {
        count
    } else {
        10
    };
    let exponent = point - 1;
    if exponent < -4 || exponent >= precision {
        let (first, rest) = digits.split_at(1);
        let dot = if rest.is_empty() { "" } else { "." };
        let minus = if exponent < 0 { '-' } else { '+' };
        return format!("{sign}{first}{dot}{rest}e{minus}{:02}", exponent.abs());
    }
    let zeros = |count: i64| "0".repeat(usize::try_from(count).unwrap_or(0));
    if point <= 0 {
        format!("{sign}0.{}{digits}", zeros(-point))
    } else if count <= point {
        format!("{sign}{digits}{}", zeros(point - count))
    } else {
        let (whole, fraction) = digits.split_at(usize::try_from(point).unwrap_or(0));
        format!("{sign}{whole}.{fraction}")
    }
}
