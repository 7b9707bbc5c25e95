//! The differences from the reference implementation that are meant to be.

use std::fmt;

use tfvalue::{Category, Error, Type, Value, json, msgpack};

use super::case::Case;
use super::compare::{Verdict, judge};
use super::oracle::{Answer, Op, Outcome};

/// A way in which tfvalue differs from the reference implementation on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difference {
    /// Something follows the value.
    Trailing,
    /// A key of a map, or an attribute, is there twice.
    Repeated,
    /// An object or tuple without any members.
    Empty,
    /// A string is not UTF-8.
    NotUtf8,
    /// An escape in JSON is half of a surrogate pair.
    Surrogate,
    /// The key of a map is no string.
    KeyKind,
    /// The type of a dynamic value is followed by a closing bracket.
    TypeTrailing,
    /// The type of a dynamic value has optional attributes.
    TypeOptional,
    /// An ext of another code than 12 has a payload.
    ForeignExt,
    /// A refinement of an unknown kind.
    ForeignRefinement,
    /// Bounds that leave nothing.
    EmptyRange,
    /// Elements with dynamic inside that differ in what they know of their types.
    PartlyDynamic,
    /// A limit of tfvalue's.
    Limit,
    /// The order of the elements of a set.
    SetOrder,
    /// A whole double of 2^53 and more.
    WholeDouble,
    /// A double below the normal ones.
    Subnormal,
    /// More than 512 bits.
    Precision,
    /// An unknown list of a known length.
    LongUnknown,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Trailing => "what follows a value is refused, where the reference never looks",
            Self::Repeated => "repeated keys and attributes are refused, where the last wins",
            Self::Empty => "an empty object or tuple is refused where it lacks its members",
            Self::NotUtf8 => {
                "strings that are not UTF-8 are refused, where they pass or are patched"
            }
            Self::Surrogate => {
                "halves of surrogate pairs in JSON are refused, where they are patched"
            }
            Self::KeyKind => "keys that are no strings are refused, where an error gets lost",
            Self::TypeTrailing => "what follows an in-band type is refused, where ] and } hide it",
            Self::TypeOptional => {
                "optional markings of an in-band type are dropped, where they stay"
            }
            Self::ForeignExt => "an ext of any code is an unknown (spec), where it is an error",
            Self::ForeignRefinement => "unknown refinements are skipped (spec), where step is lost",
            Self::EmptyRange => "a < x < a is refused, where it passes",
            Self::PartlyDynamic => "elements partly dynamic are accepted, where it panics",
            Self::Limit => "limits on digits, exponents and depth",
            Self::SetOrder => "sets of compound elements keep their order, where it is undefined",
            Self::WholeDouble => "whole doubles are written in full, where they are rounded",
            Self::Subnormal => "subnormal doubles take their shortest text in JSON",
            Self::Precision => "all digits are kept, where 512 bits are",
            Self::LongUnknown => "a list of over 32 unknowns stays one unknown, where it is made",
        })
    }
}

/// Two answers of which one or both are refusals.
pub(super) struct Clash<'a> {
    case: &'a Case,
    /// Our error; nothing where we accept.
    ours: Option<&'a Error>,
    theirs: &'a Outcome,
}

impl<'a> Clash<'a> {
    pub(super) fn new(case: &'a Case, ours: Option<&'a Error>, theirs: &'a Outcome) -> Self {
        Clash { case, ours, theirs }
    }
}

/// Explains why just one of the two can read a type.
pub(super) fn in_types(_clash: &Clash<'_>) -> Vec<Difference> {
    Vec::new()
}

/// Explains why just one of the two can read a value.
pub(super) fn in_reading(clash: &Clash<'_>, theirs: &Answer) -> Vec<Difference> {
    match clash.ours {
        Some(error) => refused(clash.case, error, theirs),
        None => accepted(clash.case, clash.theirs),
    }
}

/// Explains why just one of the two can write a value.
pub(super) fn in_writing(_clash: &Clash<'_>, _value: &Value) -> Vec<Difference> {
    Vec::new()
}

/// Explains why we refuse what the reference accepts.
fn refused(case: &Case, error: &Error, theirs: &Answer) -> Vec<Difference> {
    let message = error.to_string();
    let says = |words: &str| message.contains(words);
    let json = case.op == Op::Json;
    let found = if says("bytes follow the value") || (json && goes_on(&case.input)) {
        return without_trailing(case, theirs);
    } else if error.category() == Category::Limit || says("digits is required") {
        Difference::Limit
    } else if says("is there more than once") {
        Difference::Repeated
    } else if says("that are not UTF-8") && !json {
        Difference::NotUtf8
    } else if json && std::str::from_utf8(&case.input).is_err() {
        Difference::NotUtf8
    } else if says("a string as the key is required") {
        Difference::KeyKind
    } else if says("trailing characters") && !json {
        Difference::TypeTrailing
    } else {
        return Vec::new();
    };
    vec![found]
}

/// Tells whether there is more than one value in a text, or less.
fn goes_on(input: &[u8]) -> bool {
    let mut values =
        serde_json::Deserializer::from_slice(input).into_iter::<serde::de::IgnoredAny>();
    values.next().is_some_and(|first| first.is_ok()) && values.next().is_some()
}

/// Takes away what follows the value, and compares again.
fn without_trailing(case: &Case, theirs: &Answer) -> Vec<Difference> {
    let reads = |end: usize| {
        let input = &case.input[..end];
        let read = match case.op {
            Op::Json => json::value_from_slice(input, &case.ty),
            _ => msgpack::value_from_slice(input, &case.ty),
        };
        read.is_ok()
    };
    for end in (0..case.input.len()).filter(|&end| reads(end)) {
        let shorter = Case {
            input: case.input[..end].to_vec(),
            ..case.clone()
        };
        match judge(&shorter, theirs) {
            Verdict::Same => return vec![Difference::Trailing],
            Verdict::Listed(mut all) => {
                all.push(Difference::Trailing);
                return all;
            }
            Verdict::BothRefuse | Verdict::Failed(_) => {}
        }
    }
    Vec::new()
}

/// Explains why we accept what the reference refuses.
fn accepted(case: &Case, theirs: &Outcome) -> Vec<Difference> {
    let message = theirs.message();
    let panicked = matches!(theirs, Outcome::Panicked(_));
    let found = if message.contains("unsupported extension type") {
        Difference::ForeignExt
    } else if message.contains("failed to decode msgpack extension body") {
        Difference::ForeignRefinement
    } else if panicked && message.starts_with("inconsistent ") && has_dynamic(case) {
        Difference::PartlyDynamic
    } else {
        return Vec::new();
    };
    vec![found]
}

fn has_dynamic(case: &Case) -> bool {
    let collection = |ty: &Type| {
        let json = ty.to_json();
        ["[\"list\",", "[\"map\",", "[\"set\","]
            .iter()
            .any(|kind| json.contains(kind))
    };
    case.ty.has_dynamic() && (collection(&case.ty) || case.input.contains(&b'['))
}
