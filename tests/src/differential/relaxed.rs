//! Finds the listed differences between two outputs that are not identical.

use std::collections::BTreeSet;

use tfvalue::{
    Number, Type, Value, json, msgpack,
    types::{Bound, Refinements},
};

use super::case::Case;
use super::difference::Difference;
use super::foreign::{has_foreign_refinement, has_repeated_refinement};
use super::oracle::Op;
use super::unicode::{is_confused, is_newer_than_15};

/// Returns the differences between our output and go-cty's, or `None` if there is a difference that is not listed.
pub(super) fn explain(form: Op, ours: &[u8], theirs: &[u8], case: &Case) -> Vec<Difference> {
    let read = |input| match form {
        Op::Json => json::value_from_slice(input, &case.ty),
        _ => msgpack::value_from_slice(input, &case.ty),
    };
    let (Ok(ours), Ok(theirs)) = (read(ours), read(theirs)) else {
        return Vec::new();
    };
    let mut relaxed = Relaxed {
        form,
        repeated: case.op == Op::Msgpack && has_repeated_refinement(&case.input),
        foreign: case.op == Op::Msgpack && has_foreign_refinement(&case.input),
        in_set: false,
        names: BTreeSet::new(),
    };
    if !relaxed.same(&ours, &theirs) {
        return Vec::new();
    }
    if relaxed.names.is_empty() {
        relaxed.names.extend(duplicates(&ours));
    }
    relaxed.names.into_iter().collect()
}

struct Relaxed {
    form: Op,
    /// Whether the input has a duplicate refinement.
    repeated: bool,
    /// Whether the input has refinements that make go-cty lose track of its position.
    foreign: bool,
    /// Whether the compared values are inside a set.
    in_set: bool,
    names: BTreeSet<Difference>,
}

impl Relaxed {
    fn note(&mut self, name: Difference) -> bool {
        self.names.insert(name);
        true
    }

    fn same(&mut self, ours: &Value, theirs: &Value) -> bool {
        if let (Some(a), Some(b)) = (ours.refinements(), theirs.refinements()) {
            return self.refinements(&a, &b);
        }
        if self.foreign && (ours.is_unknown() || theirs.is_unknown()) {
            return self.note(Difference::ForeignRefinement);
        }
        if let (Some(a), Some(b)) = (ours.as_number(), theirs.as_number()) {
            return self.number(a, b);
        }
        if let (Some(a), Some(b)) = (ours.entries(), theirs.entries()) {
            return a.len() == b.len()
                && a.zip(b)
                    .all(|((k, a), (l, b))| self.string(k, l) && self.same(a, b));
        }
        if let (Some(a), Some(b)) = (ours.members(), theirs.members()) {
            return a.len() == b.len()
                && a.zip(b)
                    .all(|((k, a), (l, b))| self.string(k, l) && self.same(a, b));
        }
        if let (Some(a), Some(b)) = (ours.elements(), theirs.elements()) {
            if let Type::Set(element) = ours.ty() {
                let outside = std::mem::replace(&mut self.in_set, true);
                let same = self.set(&element, &a.collect::<Vec<_>>(), &b.collect::<Vec<_>>());
                self.in_set = outside;
                return same;
            }
            return a.len() == b.len() && a.zip(b).all(|(a, b)| self.same(a, b));
        }
        if let (Some(known), Some(mut elements)) = (ours.refinements(), theirs.elements()) {
            let len = elements.len() as u64;
            return len > 16
                && known.lengths() == (len, Some(len))
                && elements.all(Value::is_unknown)
                && self.note(Difference::LongUnknown);
        }
        match (ours.as_str(), theirs.as_str()) {
            (Some(a), Some(b)) => self.string(a, b),
            _ if ours.is_null() => theirs.is_null(),
            _ => ours.as_bool().is_some() && ours.as_bool() == theirs.as_bool(),
        }
    }

    /// Pairs the elements of two sets, beginning with identical elements.
    fn set(&mut self, element: &Type, ours: &[&Value], theirs: &[&Value]) -> bool {
        let compound = !matches!(element, Type::String | Type::Number | Type::Bool);
        let mut places = vec![None; ours.len()];
        for exactly in [true, false] {
            for (at, a) in ours.iter().enumerate() {
                if places[at].is_none() {
                    let free = |place: &usize| !places.contains(&Some(*place));
                    let place = (0..theirs.len()).filter(free).collect::<Vec<_>>();
                    let mut place = place.into_iter();
                    places[at] = place.find(|place| self.pair(a, theirs[*place], exactly));
                }
            }
        }
        let all = ours.len() == theirs.len() && places.iter().all(Option::is_some);
        // A value that was rounded or read differently may be at a different position.
        let changed = self.names.iter().any(|name| {
            use Difference::{ForeignRefinement, Precision, WholeDouble};
            matches!(name, ForeignRefinement | Precision | WholeDouble)
        });
        all && (places.is_sorted() || changed || (compound && self.note(Difference::SetOrder)))
    }

    fn pair(&mut self, ours: &Value, theirs: &Value, exactly: bool) -> bool {
        // The differences noted so far must not hide the differences in the current pair.
        let before = std::mem::take(&mut self.names);
        let same = self.same(ours, theirs) && (!exactly || self.names.is_empty());
        if same {
            self.names.extend(before);
        } else {
            self.names = before;
        }
        same
    }

    fn refinements(&mut self, ours: &Refinements, theirs: &Refinements) -> bool {
        let mut bound = |ours: Option<&Bound>, theirs: Option<&Bound>| match (ours, theirs) {
            (None, None) => true,
            (Some(a), Some(b)) if self.repeated && a == b => {
                bytes(&a.value) == bytes(&b.value) || self.note(Difference::EqualBounds)
            }
            (Some(a), Some(b)) => a.inclusive == b.inclusive && self.number(&a.value, &b.value),
            _ => false,
        };
        let same = bound(ours.lower(), theirs.lower())
            && bound(ours.upper(), theirs.upper())
            && ours.is_not_null() == theirs.is_not_null()
            && ours.lengths() == theirs.lengths()
            && self.prefix(ours.known_prefix(), theirs.known_prefix());
        same || (self.foreign && self.note(Difference::ForeignRefinement))
    }

    fn string(&mut self, ours: &str, theirs: &str) -> bool {
        ours == theirs
            || (ours.chars().any(is_newer_than_15) && self.note(Difference::Unicode))
            || (is_confused(ours) && self.note(Difference::Confused))
    }

    fn prefix(&mut self, ours: Option<&str>, theirs: Option<&str>) -> bool {
        let rest = ours
            .unwrap_or_default()
            .strip_prefix(theirs.unwrap_or_default());
        ours == theirs
            || (rest.is_some_and(|rest| rest.starts_with(['\n', '\r']))
                && self.note(Difference::LineBreak))
    }

    fn number(&mut self, ours: &Number, theirs: &Number) -> bool {
        let (a, b) = (ours.to_string(), theirs.to_string());
        if a == b && (self.form == Op::Json || bytes(ours) == bytes(theirs)) {
            return true;
        }
        if self.in_set && a == b && is_rounded_in_hash(ours) {
            // go-cty writes two elements. When duplicates are read, the first element is kept.
            return self.note(Difference::RoundedHash);
        }
        let float = ours.to_f64();
        let exact = Number::try_from(float).ok();
        let next = theirs.to_f64() >= float.next_down() && theirs.to_f64() <= float.next_up();
        if ours.is_integer() && exact.as_ref() == Some(ours) && next && digits(&b).0.len() <= 17 {
            return self.note(Difference::WholeDouble);
        }
        if self.form == Op::Json && float.to_bits() << 12 == 0 && next {
            return self.note(Difference::PowerOfTwo);
        }
        if self.form == Op::Json && float.is_subnormal() && theirs.to_f64() == float {
            return self.note(Difference::Subnormal);
        }
        if agree_to(150, &a, &b) {
            return self.note(Difference::Precision);
        }
        false
    }
}

/// Returns the reason why go-cty may keep duplicates in a set within a value. When go-cty's output is read, these
/// duplicates are dropped.
fn duplicates(value: &Value) -> Option<Difference> {
    let is_zero = |number: &Number| *number == Number::from(0);
    if in_set(value, &is_zero) {
        Some(Difference::MinusZero)
    } else if in_set(value, &is_rounded_in_hash) {
        Some(Difference::RoundedHash)
    } else {
        None
    }
}

/// Returns `true` if equal numbers may have different hashes in go-cty.
///
/// The hash of a fraction is computed from its string form, rounded to 10 digits. A fraction with 11 digits that ends
/// in 5 is halfway between two such numbers. The binary forms of the fraction, with 53 bits for a double and 512 bits
/// for a string, are slightly more or less than the fraction, so they may be rounded in different directions.
fn is_rounded_in_hash(number: &Number) -> bool {
    let (digits, _) = digits(&number.to_string());
    !number.is_integer() && digits.len() == 11 && digits.ends_with('5')
}

/// Returns `true` if a set within the value contains a number for which `test` returns `true`.
fn in_set(value: &Value, test: &dyn Fn(&Number) -> bool) -> bool {
    match value.ty() {
        Type::Set(_) => any_within(value, &|part| part.as_number().is_some_and(test)),
        _ => parts(value).any(|part| in_set(part, test)),
    }
}

fn any_within(value: &Value, test: &dyn Fn(&Value) -> bool) -> bool {
    test(value) || parts(value).any(|part| any_within(part, test))
}

fn parts(value: &Value) -> impl Iterator<Item = &Value> {
    let elements = value.elements().into_iter().flatten();
    let entries = value.entries().into_iter().flatten();
    let members = value.members().into_iter().flatten();
    elements.chain(entries.chain(members).map(|(_, part)| part))
}

fn bytes(number: &Number) -> Option<Vec<u8>> {
    msgpack::value_to_vec(&Value::from(number.clone()), &Type::Number).ok()
}

/// Returns `true` if the first `count` digits of two decimal strings are the same, and the first string has more than
/// `count` digits.
fn agree_to(count: usize, ours: &str, theirs: &str) -> bool {
    let (digits, point) = digits(ours);
    let (others, other_point) = digits_padded(theirs, count);
    let nines = digits.starts_with(&"9".repeat(count));
    digits.len() > count
        && ours.starts_with('-') == theirs.starts_with('-')
        && ((point == other_point && digits[..count] == others[..count])
            || (nines && point + 1 == other_point))
}

/// Returns the digits without leading and trailing zeros, and the position of the decimal point.
fn digits(text: &str) -> (String, i64) {
    let text = text.trim_start_matches('-');
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let all = format!("{whole}{fraction}");
    let digits = all.trim_start_matches('0');
    let zeros = all.len() - digits.len();
    let point = whole.len() as i64 - zeros as i64;
    (digits.trim_end_matches('0').to_owned(), point)
}

fn digits_padded(text: &str, count: usize) -> (String, i64) {
    let (digits, point) = digits(text);
    (format!("{digits:0<count$}"), point)
}
