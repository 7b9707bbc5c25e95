//! Comparison of values that differ as bytes: finds out in which of the ways that are listed.

use std::collections::BTreeSet;

use tfvalue::{Bound, Number, Refinements, Type, Value, json, msgpack};

use super::case::Case;
use super::difference::Difference;
use super::foreign::has_foreign_refinement;
use super::oracle::Op;

/// Names the ways in which a value of ours and one that the reference implementation wrote differ;
/// none if there is a difference of another kind.
pub(super) fn explain(form: Op, ours: &Value, theirs: &[u8], case: &Case) -> Vec<Difference> {
    let ty = &case.ty;
    let theirs = match form {
        Op::Json => json::value_from_slice(theirs, ty),
        _ => msgpack::value_from_slice(theirs, ty),
    };
    let Ok(theirs) = theirs else {
        return Vec::new();
    };
    let mut relaxed = Relaxed {
        form,
        foreign: case.op == Op::Msgpack && has_foreign_refinement(&case.input),
        names: BTreeSet::from([Difference::SetOrder]),
    };
    let (ours, theirs) = (in_order(form, ours), in_order(form, &theirs));
    let explained = relaxed.same(&ours, &theirs);
    if relaxed.names.len() > 1 || !has_set(ty, &ours) {
        relaxed.names.remove(&Difference::SetOrder);
    }
    match explained {
        true => relaxed.names.into_iter().collect(),
        false => Vec::new(),
    }
}

struct Relaxed {
    form: Op,
    /// Whether the input has refinements at which the reference loses step.
    foreign: bool,
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
        if let (Some(a), Some(b)) = (ours.as_number(), theirs.as_number()) {
            return self.number(a, b);
        }
        if let (Some(a), Some(b)) = (ours.entries(), theirs.entries()) {
            return a.len() == b.len()
                && a.zip(b).all(|((k, a), (l, b))| k == l && self.same(a, b));
        }
        if let (Some(a), Some(b)) = (ours.members(), theirs.members()) {
            return a.len() == b.len()
                && a.zip(b).all(|((k, a), (l, b))| k == l && self.same(a, b));
        }
        if let (Some(a), Some(b)) = (ours.elements(), theirs.elements()) {
            return a.len() == b.len() && a.zip(b).all(|(a, b)| self.same(a, b));
        }
        if let (Some(known), Some(mut elements)) = (ours.refinements(), theirs.elements()) {
            let len = elements.len() as u64;
            return len > 32
                && known.lengths() == (len, Some(len))
                && elements.all(Value::is_unknown)
                && self.note(Difference::LongUnknown);
        }
        match (ours.as_str(), theirs.as_str()) {
            (Some(a), Some(b)) => a == b,
            _ => ours.is_null() == theirs.is_null() && ours.as_bool() == theirs.as_bool(),
        }
    }

    fn refinements(&mut self, ours: &Refinements, theirs: &Refinements) -> bool {
        let mut bound = |ours: Option<&Bound>, theirs: Option<&Bound>| match (ours, theirs) {
            (None, None) => true,
            (Some(a), Some(b)) => a.inclusive == b.inclusive && self.number(&a.value, &b.value),
            _ => false,
        };
        let same = bound(ours.lower(), theirs.lower())
            && bound(ours.upper(), theirs.upper())
            && ours.is_not_null() == theirs.is_not_null()
            && ours.lengths() == theirs.lengths()
            && ours.known_prefix() == theirs.known_prefix();
        same || (self.foreign && self.note(Difference::ForeignRefinement))
    }

    fn number(&mut self, ours: &Number, theirs: &Number) -> bool {
        let (a, b) = (ours.to_string(), theirs.to_string());
        if a == b && (self.form == Op::Json || bytes(ours) == bytes(theirs)) {
            return true;
        }
        let float = ours.to_f64();
        let exact = Number::try_from(float).ok();
        let next = theirs.to_f64() >= float.next_down() && theirs.to_f64() <= float.next_up();
        if ours.is_integer() && exact.as_ref() == Some(ours) && next && digits(&b).0.len() <= 17 {
            return self.note(Difference::WholeDouble);
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

fn bytes(number: &Number) -> Option<Vec<u8>> {
    msgpack::value_to_vec(&Value::from(number.clone()), &Type::Number).ok()
}

/// Tells whether two plain decimal texts, of which the first has more than 150 digits, name nearly
/// the same number.
fn agree_to(count: usize, ours: &str, theirs: &str) -> bool {
    let (digits, point) = digits(ours);
    let (others, other_point) = digits_padded(theirs, count);
    let nines = digits.starts_with(&"9".repeat(count));
    digits.len() > count
        && ours.starts_with('-') == theirs.starts_with('-')
        && ((point == other_point && digits[..count] == others[..count])
            || (nines && point + 1 == other_point))
}

/// Returns the digits without the zeros at both ends, and how many of them stand before the point.
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

/// Puts the elements of all sets into the order of their bytes.
fn in_order(form: Op, value: &Value) -> Value {
    let inner = |value: &Value| in_order(form, value);
    let rebuilt = match value.ty() {
        Type::List(ty) => value
            .elements()
            .map(|all| Value::list((*ty).clone(), all.map(inner))),
        Type::Set(ty) => value.elements().map(|all| {
            let mut all: Vec<Value> = all.map(inner).collect();
            all.sort_by_cached_key(|value| written(form, value));
            Value::set((*ty).clone(), all)
        }),
        Type::Map(ty) => value
            .entries()
            .map(|all| Value::map((*ty).clone(), all.map(|(key, value)| (key, inner(value))))),
        Type::Tuple(_) => value.elements().map(|all| Ok(Value::tuple(all.map(inner)))),
        Type::Object(_) => value
            .members()
            .map(|all| Value::object(all.map(|(name, value)| (name, inner(value))))),
        _ => None,
    };
    rebuilt
        .and_then(Result::ok)
        .unwrap_or_else(|| value.clone())
}

fn written(form: Op, value: &Value) -> Option<Vec<u8>> {
    match form {
        Op::Json => json::value_to_string(value, &value.ty())
            .ok()
            .map(String::into_bytes),
        _ => msgpack::value_to_vec(value, &value.ty()).ok(),
    }
}

/// Tells whether a set of compound elements can stand in a value.
fn has_set(ty: &Type, value: &Value) -> bool {
    ty.to_json().contains("[\"set\",[") || value.ty().to_json().contains("[\"set\",[")
}
