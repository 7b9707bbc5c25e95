//! Compares our response with go-cty's.

use tfvalue::{Error, Type, Value, errors::Category, json, msgpack};
use tfvalue_testing::response;

use super::case::Case;
use super::difference::Difference;
use super::explain;
use super::oracle::{Answer, Op, Outcome};
use super::relaxed;
use crate::hex;

/// The result of a comparison.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Both implementations wrote the same bytes, as MessagePack and as JSON.
    Same,
    /// Both rejected the input.
    BothReject,
    /// All differences are in the list.
    Listed(Vec<Difference>),
    /// There is a difference that is not in the list. The string describes the difference.
    Failed(String),
}

/// Reads a case with tfvalue and compares the results.
#[must_use]
pub fn judge(case: &Case, theirs: &Answer) -> Verdict {
    match case.op {
        Op::Type => judge_type(case, theirs),
        Op::Msgpack | Op::Json => judge_value(case, theirs),
        Op::Normalize | Op::Quote => Verdict::Failed("text is not a test case".to_owned()),
    }
}

fn judge_type(case: &Case, theirs: &Answer) -> Verdict {
    let ours = Type::from_json(&case.input);
    match (&ours, &theirs.read) {
        (Ok(ty), Outcome::Done(json)) if ty.to_json().as_bytes() == json => Verdict::Same,
        (Err(_), Outcome::Failed(_) | Outcome::Panicked(_)) => Verdict::BothReject,
        (Ok(ty), Outcome::Done(json)) => Verdict::Failed(format!(
            "{}\n  theirs {}",
            ty.to_json(),
            json.escape_ascii()
        )),
        _ => verdict(explain::in_types(case, theirs), || {
            format!(
                "{}\n  theirs {}",
                describe_result(&ours),
                describe(&theirs.read)
            )
        }),
    }
}

fn judge_value(case: &Case, theirs: &Answer) -> Verdict {
    let own = read(case);
    if let Some(description) = differing_response(case, &theirs.read) {
        let error = own.as_ref().err();
        let is_listed = error.is_some_and(is_too_large)
            || explain::in_values(case, error, theirs) == [Difference::ForeignRefinement];
        if !is_listed {
            return Verdict::Failed(description);
        }
    }
    match (&own, &theirs.read) {
        (Err(_), Outcome::Failed(_) | Outcome::Panicked(_)) => Verdict::BothReject,
        (Ok(value), Outcome::Done(_)) => judge_output(case, value, theirs),
        (read, _) => verdict(
            explain::in_values(case, read.as_ref().err(), theirs),
            || {
                let typed = |value: &Value| format!("{value} {}", value.ty().to_json());
                let (ours, theirs) = (describe_result(&read.as_ref().map(typed)), &theirs.read);
                format!("{ours}\n  theirs {}", describe(theirs))
            },
        ),
    }
}

/// The beginning of go-cty's errors about refinements, which go-cty reads in the wrong order if there is an unknown
/// refinement.
const REFINEMENTS: &str = "failed to decode msgpack extension body: ";

/// Returns `true` for a number beyond the limits of [`tfvalue::Number`]; go-cty has no such limits.
fn is_too_large(error: &Error) -> bool {
    let text = error.message();
    ["digits is required", "a binary exponent from "]
        .iter()
        .any(|limit| text.contains(limit))
}

/// Compares how the two implementations read a response: they must accept the same input, and report the same error for
/// any other input.
fn differing_response(case: &Case, theirs: &Outcome) -> Option<String> {
    const CRASH: &str = ", which crashes Terraform";
    let own = match case.op {
        Op::Msgpack => response::from_msgpack(&case.input, &case.ty),
        _ => response::from_json(&case.input, &case.ty),
    };
    let crashes = |error: &Error| error.message().ends_with(CRASH);
    // Errors about JSON quote names in a different way.
    let words = |text: &str| text.split('"').next().unwrap_or_default().to_owned();
    let is_same = match (&own, theirs) {
        (Ok(_), Outcome::Done(_)) => true,
        (_, Outcome::Failed(text)) if text.starts_with(REFINEMENTS) => true,
        (Ok(_), _) => false,
        // Terraform accepts some errors in the JSON of types and in refinements.
        (Err(error), _) if error.category() != Category::Data => true,
        (Err(error), Outcome::Panicked(_)) => crashes(error),
        // In some cases, go-cty 1.20 reports an error, whereas the versions in Terraform crash.
        (Err(error), Outcome::Failed(text)) => {
            words(text).ends_with(&words(error.message().trim_end_matches(CRASH)))
        }
        (Err(_), Outcome::Done(_)) => false,
    };
    (!is_same).then(|| format!("as a response: {own:?}\n  theirs {theirs:?}"))
}

/// Compares the output of both implementations for an input that both accept.
fn judge_output(case: &Case, value: &Value, theirs: &Answer) -> Verdict {
    let in_msgpack = msgpack::value_to_vec(value, &case.ty);
    let in_json = json::value_to_string(value, &case.ty).map(String::into_bytes);
    let own = if case.op == Op::Json {
        &in_json
    } else {
        &in_msgpack
    };
    if case.canonical && own.as_deref().ok() != Some(&case.input) {
        return Verdict::Failed(format!(
            "our own output is written again as {}",
            describe_result(own)
        ));
    }
    let mut names = Vec::new();
    for (form, own, other) in [
        (Op::Msgpack, &in_msgpack, &theirs.msgpack),
        (Op::Json, &in_json, &theirs.json),
    ] {
        let explained = match (own, other) {
            (Ok(a), Outcome::Done(b)) if a == b => continue,
            (Err(_), Outcome::Failed(_) | Outcome::Panicked(_)) => continue,
            (Ok(a), Outcome::Done(b)) => relaxed::explain(form, a, b, case),
            // One implementation treats the value as unknown, which JSON cannot represent.
            _ if names.contains(&Difference::ForeignRefinement) => continue,
            _ => Vec::new(),
        };
        if explained.is_empty() {
            return Verdict::Failed(format!(
                "{form:?} {}\n  theirs {}\n  value  {value}",
                describe_result(own),
                describe(other)
            ));
        }
        names.extend(explained);
    }
    names.sort_unstable();
    names.dedup();
    if names.is_empty() {
        Verdict::Same
    } else {
        Verdict::Listed(names)
    }
}

/// Returns our output, as MessagePack and as JSON, for an input that go-cty rejects: go-cty must be able to read this
/// output.
pub(super) fn written(case: &Case, theirs: &Answer) -> Vec<(Op, Vec<u8>)> {
    let value = match (case.op, &theirs.read) {
        (Op::Msgpack | Op::Json, Outcome::Failed(_) | Outcome::Panicked(_)) => read(case),
        _ => return Vec::new(),
    };
    let in_msgpack = |value| msgpack::value_to_vec(value, &case.ty).ok();
    let in_json = |value| json::value_to_string(value, &case.ty).ok();
    let Ok(value) = &value else {
        return Vec::new();
    };
    let in_msgpack = in_msgpack(value).map(|bytes| (Op::Msgpack, bytes));
    let in_json = in_json(value).map(|text| (Op::Json, text.into_bytes()));
    in_msgpack.into_iter().chain(in_json).collect()
}

fn verdict(names: Vec<Difference>, description: impl FnOnce() -> String) -> Verdict {
    if names.is_empty() {
        Verdict::Failed(description())
    } else {
        Verdict::Listed(names)
    }
}

fn read(case: &Case) -> Result<Value, Error> {
    match case.op {
        Op::Json => json::value_from_slice(&case.input, &case.ty),
        _ => msgpack::value_from_slice(&case.input, &case.ty),
    }
}

fn describe_result<T: Shown, E: std::fmt::Display>(result: &Result<T, E>) -> String {
    match result {
        Ok(output) => format!("ours   {}", output.shown()),
        Err(error) => format!("ours   error: {error}"),
    }
}

fn describe(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Done(output) => output.shown(),
        Outcome::Failed(message) => format!("error: {message}"),
        Outcome::Panicked(message) => format!("panic: {message}"),
    }
}

/// A value in a form that a report can show.
trait Shown {
    fn shown(&self) -> String;
}

impl Shown for Vec<u8> {
    fn shown(&self) -> String {
        format!("{} ({})", self.escape_ascii(), hex::encode(self))
    }
}

impl Shown for String {
    fn shown(&self) -> String {
        self.clone()
    }
}

impl Shown for Type {
    fn shown(&self) -> String {
        self.to_json()
    }
}
