//! The differences from the reference implementation that are meant to be.

use std::fmt;

use tfvalue::{Category, Error, Position, Type, Value, json, msgpack};

use super::case::Case;
use super::compare::{Verdict, judge};
use super::foreign;
use super::oracle::{Answer, Op, Outcome};
use super::repair;

/// A way in which tfvalue differs from the reference implementation on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difference {
    /// Something follows the value.
    Trailing,
    /// A key of a map, or an attribute, is there twice.
    Repeated,
    /// What the reference accepts and cannot write.
    Unwritable,
    /// An object or tuple without any members.
    Empty,
    /// A string is not UTF-8.
    NotUtf8,
    /// An escape in JSON is half of a surrogate pair.
    Surrogate,
    /// The key of a map is no string.
    KeyKind,
    /// The name of an attribute is nil.
    NilName,
    /// The type of a dynamic value is followed by a closing bracket.
    TypeTrailing,
    /// The type of a dynamic value has optional attributes.
    TypeOptional,
    /// An ext of another code than 12 has a payload.
    ForeignExt,
    /// A refinement of an unknown kind.
    ForeignRefinement,
    /// Refinements within refinements.
    NestedExt,
    /// A length or nullness is nil.
    NilRefinement,
    /// The least length of a collection is negative.
    NegativeLength,
    /// A refinement of another kind of type that says nothing.
    EmptyRefinement,
    /// What is known of a value of unknown type.
    DynamicPayload,
    /// A long prefix with a line break.
    LineBreak,
    /// Bounds that leave nothing.
    EmptyRange,
    /// Elements with dynamic inside that differ in what they know of their types.
    PartlyDynamic,
    /// A limit of tfvalue's.
    Limit,
    /// The order of the elements of a set.
    SetOrder,
    /// Characters that are newer than Unicode 15.0.
    Unicode,
    /// Characters beyond U+FFFF before a mark.
    Confused,
    /// Zero and minus zero in a set.
    MinusZero,
    /// A whole double of 2^53 and more.
    WholeDouble,
    /// A double that is a power of two.
    PowerOfTwo,
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
            Self::Unwritable => "what does not fit the type is refused, where writing it fails",
            Self::Empty => "an empty object or tuple is refused where it lacks its members",
            Self::NotUtf8 => {
                "strings that are not UTF-8 are refused, where they pass or are patched"
            }
            Self::Surrogate => {
                "halves of surrogate pairs in JSON are refused, where they are patched"
            }
            Self::KeyKind => "keys that are no strings are refused, where an error gets lost",
            Self::NilName => "nil is no name, where it is the empty one",
            Self::TypeTrailing => "what follows an in-band type is refused, where ] and } hide it",
            Self::TypeOptional => {
                "optional markings of an in-band type are dropped, where they stay"
            }
            Self::ForeignExt => "an ext of any code is an unknown (spec), where it is an error",
            Self::ForeignRefinement => "unknown refinements are skipped (spec), where step is lost",
            Self::NestedExt => "refinements are a map, where an ext header before it is skipped",
            Self::NilRefinement => {
                "a length or nullness that is nil is refused, where it is 0 or false"
            }
            Self::NegativeLength => "negative lengths are refused, where they are ignored",
            Self::EmptyRefinement => "what says nothing is no refinement, where its kind counts",
            Self::DynamicPayload => {
                "refinements without a type are not looked at, where it has to be a map"
            }
            Self::LineBreak => "a prefix goes on after a line break, where that may cut it",
            Self::EmptyRange => "a < x < a is refused, where it passes",
            Self::PartlyDynamic => "elements partly dynamic are accepted, where it panics",
            Self::Limit => "limits on digits, exponents and depth",
            Self::SetOrder => "sets of compound elements keep their order, where it is undefined",
            Self::Unicode => "new characters are normalised by newer tables than Unicode 15.0's",
            Self::Confused => "characters beyond U+FFFF stay, where they compose as if below",
            Self::MinusZero => "zero and minus zero are one element, where both stay",
            Self::WholeDouble => "whole doubles are written in full, where they are rounded",
            Self::PowerOfTwo => {
                "powers of two take a text that is theirs in JSON, where one is near it"
            }
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
pub(super) fn in_types(clash: &Clash<'_>, theirs: &Answer) -> Vec<Difference> {
    let input = &clash.case.input;
    match repair::utf8(input).or_else(|| repair::surrogates(input)) {
        Some((difference, input)) => again(clash.case, input, theirs, difference),
        None => Vec::new(),
    }
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
    let repaired = match case.op {
        Op::Json => repair::utf8(&case.input).or_else(|| repair::surrogates(&case.input)),
        _ => None,
    };
    if let Some((difference, input)) = repaired {
        return again(case, input, theirs, difference);
    }
    if case.op == Op::Json || says("bytes follow the value") {
        let trailing = without_trailing(case, theirs);
        if !trailing.is_empty() {
            return trailing;
        }
    }
    let found = if error.category() == Category::Limit
        || says("digits is required")
        || says("a binary exponent from")
    {
        Difference::Limit
    } else if theirs.msgpack.done().is_none() {
        Difference::Unwritable
    } else if says("is there more than once") {
        Difference::Repeated
    } else if case.op == Op::Json {
        return Vec::new();
    } else if let Some(found) =
        refinements_at(case, error).and_then(|p| in_refinements(p, &message))
    {
        found
    } else if says("a string as the name of an attribute is required, got null") {
        Difference::NilName
    } else if says("that are not UTF-8") || says("invalid unicode code point at byte") {
        Difference::NotUtf8
    } else if says("a string as the key is required") {
        Difference::KeyKind
    } else if says("trailing characters") {
        Difference::TypeTrailing
    } else if says("is missing") || says("got 0") {
        Difference::Empty
    } else {
        return Vec::new();
    };
    vec![found]
}

/// Compares again with another input.
fn again(case: &Case, input: Vec<u8>, theirs: &Answer, difference: Difference) -> Vec<Difference> {
    let other = Case {
        input,
        ..case.clone()
    };
    match judge(&other, theirs) {
        Verdict::Same => vec![difference],
        Verdict::Listed(mut all) => {
            all.push(difference);
            all
        }
        Verdict::BothRefuse | Verdict::Failed(_) => Vec::new(),
    }
}

/// Takes away what follows the value, and compares again.
fn without_trailing(case: &Case, theirs: &Answer) -> Vec<Difference> {
    let shorter = (0..case.input.len()).map(|end| case.input[..end].to_vec());
    let reads = |input: &Vec<u8>| match case.op {
        Op::Json => json::value_from_slice(input, &case.ty).is_ok(),
        _ => msgpack::value_from_slice(input, &case.ty).is_ok(),
    };
    shorter
        .filter(reads)
        .map(|input| again(case, input, theirs, Difference::Trailing))
        .find(|found| !found.is_empty())
        .unwrap_or_default()
}

/// Returns the payload of the refinements that an error is about.
fn refinements_at<'a>(case: &'a Case, error: &Error) -> Option<&'a [u8]> {
    let Some(Position::Byte(at)) = error.position() else {
        return None;
    };
    let header = match case.input.get(at)? {
        0xd5..=0xd8 => 1,
        0xc7 => 2,
        0xc8 => 3,
        0xc9 => 5,
        _ => return None,
    };
    let (code, payload) = case.input.get(at + header..)?.split_first()?;
    (*code == 12).then_some(payload)
}

fn in_refinements(payload: &[u8], message: &str) -> Option<Difference> {
    Some(match payload.first() {
        Some(0xc7..=0xc9 | 0xd4..=0xd8) => Difference::NestedExt,
        _ if message.contains("empty range") => Difference::EmptyRange,
        _ if message.contains("required, got null") => Difference::NilRefinement,
        _ if message.contains("a length is required") => Difference::NegativeLength,
        _ if foreign::is_foreign(payload) != Some(false) => Difference::ForeignRefinement,
        _ => return None,
    })
}

/// Explains why we accept what the reference refuses.
fn accepted(case: &Case, theirs: &Outcome) -> Vec<Difference> {
    let message = theirs.message();
    let panicked = matches!(theirs, Outcome::Panicked(_));
    let found = if message.contains("unsupported extension type") {
        Difference::ForeignExt
    } else if message.contains(" refinement for non-")
        && !foreign::has_foreign_refinement(&case.input)
    {
        Difference::EmptyRefinement
    } else if message.ends_with("not a map") && case.ty.has_dynamic() {
        Difference::DynamicPayload
    } else if (panicked || message.contains("failed to decode msgpack extension body"))
        && foreign::has_foreign_refinement(&case.input)
    {
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
