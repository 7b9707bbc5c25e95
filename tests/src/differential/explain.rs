//! Explains why only one of the two implementations accepts an input. Each difference has its own
//! rule, which checks the error. If possible, the rule repairs the input and compares again.

use tfvalue::{
    Error, Type,
    errors::{Category, Position},
    json, msgpack,
};

use super::case::Case;
use super::compare::{Verdict, judge};
use super::difference::Difference;
use super::foreign;
use super::oracle::{Answer, Op, Outcome};
use super::repair;

/// Explains why only one of the implementations can read a type.
pub(super) fn in_types(case: &Case, theirs: &Answer) -> Vec<Difference> {
    match repair::utf8(&case.input).or_else(|| repair::surrogates(&case.input)) {
        Some((difference, input)) => again(case, input, theirs, difference),
        None => Vec::new(),
    }
}

/// Explains why only one of the implementations can read a value. `ours` is our error, if there is one.
pub(super) fn in_values(case: &Case, ours: Option<&Error>, theirs: &Answer) -> Vec<Difference> {
    match ours {
        Some(error) => rejected(case, error, theirs),
        None => accepted(case, &theirs.read).into_iter().collect(),
    }
}

/// Explains why we reject an input that go-cty accepts.
fn rejected(case: &Case, error: &Error, theirs: &Answer) -> Vec<Difference> {
    let message = error.to_string();
    let says = |words: &str| message.contains(words);
    let repaired = match case.op {
        Op::Json => repair::utf8(&case.input).or_else(|| repair::surrogates(&case.input)),
        _ => None,
    };
    if let Some((difference, input)) = repaired {
        return again(case, input, theirs, difference);
    }
    if case.op == Op::Json || (says("a byte follows the value") || says("bytes follow the value")) {
        let trailing = without_trailing(case, theirs);
        if !trailing.is_empty() {
            return trailing;
        }
    }
    rejected_by_rule(case, error, theirs).into_iter().collect()
}

/// Explains a rejection that cannot be avoided by repairing the input.
fn rejected_by_rule(case: &Case, error: &Error, theirs: &Answer) -> Option<Difference> {
    let message = error.to_string();
    let says = |words: &str| message.contains(words);
    let limits = ["digits is required", "a binary exponent from"];
    if error.category() == Category::Limit || limits.into_iter().any(says) {
        return Some(Difference::Limit);
    }
    if theirs.msgpack.done().is_none() {
        return Some(Difference::Unwritable);
    }
    if case.op == Op::Json {
        return None;
    }
    let rules = [
        ("duplicate key", Difference::Repeated),
        ("is missing", Difference::Empty),
        ("got 0", Difference::Empty),
        (
            "name of an attribute is required, got null",
            Difference::NilName,
        ),
        ("that are not UTF-8", Difference::NotUtf8),
        ("invalid unicode code point at byte", Difference::NotUtf8),
        ("a string as the key is required", Difference::KeyKind),
        ("trailing characters", Difference::TypeTrailing),
    ];
    let rule = rules.into_iter().find(|(words, _)| says(words));
    match rule {
        Some((_, difference)) => Some(difference),
        None => in_refinements(refinements_at(case, error)?, &message),
    }
}

/// Compares again with a repaired input.
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
        Verdict::BothReject | Verdict::Failed(_) => Vec::new(),
    }
}

/// Removes everything after the value and compares again.
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

/// Returns the payload of the refinements that an error refers to.
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
        _ if foreign::is_foreign(payload) => Difference::ForeignRefinement,
        _ => return None,
    })
}

/// Explains why we accept an input that go-cty rejects.
fn accepted(case: &Case, theirs: &Outcome) -> Option<Difference> {
    let message = theirs.message();
    let panicked = matches!(theirs, Outcome::Panicked(_));
    let in_refinements = message.contains("failed to decode msgpack extension body");
    let foreign = foreign::has_foreign_refinement(&case.input);
    let untyped = message.ends_with("not a map") && case.ty.has_dynamic();
    [
        (
            message.contains("unsupported extension type"),
            Difference::ForeignExt,
        ),
        (
            panicked
                && message.starts_with("inconsistent ")
                && has_dynamic(case)
                && !case.canonical,
            Difference::PartlyDynamic,
        ),
        (
            message.contains(" refinement for non-") && !foreign,
            Difference::EmptyRefinement,
        ),
        (in_refinements && untyped, Difference::DynamicPayload),
        (
            (panicked || in_refinements) && foreign,
            Difference::ForeignRefinement,
        ),
    ]
    .into_iter()
    .find_map(|(holds, difference)| holds.then_some(difference))
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
