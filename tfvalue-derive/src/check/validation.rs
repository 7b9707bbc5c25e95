//! Rules about the attributes that validate a configuration.

use std::collections::HashSet;

use quote::ToTokens;
use syn::{Expr, ExprLit, ExprUnary, Ident, Lit, UnOp};

use super::{forbid, is_path, names_no_path, no_such_attribute, regex, relations};
use crate::ast::{Container, Field};
use crate::attr::{Names, Validation, ValueConstraints};
use crate::ctxt::Ctxt;
use crate::meta::Slot;
use crate::ranges::Bounds;

/// Checks the constraints of a field.
pub(super) fn field(cx: &Ctxt, container: &Container<'_>, fields: &[Field<'_>], field: &Field<'_>) {
    // Identities, functions, plain objects and flattened structs have no validation attributes at all.
    let has_none = container.is_identity() || container.is_function() || container.is_object();
    let validation = &field.attrs.validation;
    if has_none || field.is_flattened() || validation.written().next().is_none() {
        return;
    }
    constrained_is_configurable(cx, field);
    for slot in validation.related() {
        others_exist(cx, fields, field, slot);
    }
    relations::agree(cx, fields, field);
    values(cx, &validation.value);
    default_is_allowed(cx, field);
    let is_constraint = |name: &Ident| name != "describe" && name != "headline";
    if !validation.written().any(is_constraint) {
        forbid(
            cx,
            validation.describe.name(),
            "has no effect without a constraint: add one, or remove it",
        );
    }
    has_effect(cx, field);
    headlines(cx, validation);
}

/// `#[tf(kind = identity, check = …)]`
pub(super) fn container(cx: &Ctxt, container: &Container<'_>) {
    let check = container.attrs.check.name();
    if container.is_identity() || container.is_function() || container.is_object() {
        forbid(
            cx,
            check,
            "is only for structs with a schema, which have a configuration: remove it",
        );
    }
}

/// `#[tf(check = is_even, describe)]`, `#[tf(prefer_write_only = "key_wo", headline = "Invalid key")]`
fn has_effect(cx: &Ctxt, field: &Field<'_>) {
    let validation = &field.attrs.validation;
    if validation.value.check.is_set() && !validation.can_be_described() {
        forbid(
            cx,
            validation.describe.name(),
            "has no effect, because a description does not mention functions: remove it, or write a description",
        );
    }
    let only_warns = validation.prefer_write_only.is_set()
        && validation.value.written().next().is_none()
        && !validation.relations().into_iter().any(Slot::is_set);
    if only_warns {
        forbid(
            cx,
            validation.headline.name(),
            "has no effect on the warning of `prefer_write_only`: add a constraint, or remove it",
        );
    }
}

/// `#[tf(length = 1.., headline = "")]`, `#[tf(length = 1.., headline(regex = "Invalid name"))]`
fn headlines(cx: &Ctxt, validation: &Validation) {
    let mut seen = HashSet::new();
    for (name, headline) in validation.headline.get().into_iter().flatten() {
        let text = headline.value();
        if text.trim().is_empty() || text.contains('\n') {
            cx.error(
                headline,
                "`headline` requires a line of text: `headline = \"Invalid port\"`",
            );
        }
        let is_constraint = |other: &Ident| other == name && !is_no_constraint(other);
        if name != "other" && !validation.written().any(is_constraint) {
            cx.error(
                name,
                format_args!(
                    "`{name}` is not a constraint of this attribute: name one, or write `other` for all others"
                ),
            );
        }
        if !seen.insert(name) {
            cx.error(name, format_args!("duplicate `{name}`: remove one of them"));
        }
    }
}

/// Returns `true` for an attribute that reports no faults itself.
fn is_no_constraint(name: &Ident) -> bool {
    name == "describe" || name == "headline" || name == "prefer_write_only"
}

/// `#[tf(computed, one_of = ["a"])]`
fn constrained_is_configurable(cx: &Ctxt, field: &Field<'_>) {
    let attrs = &field.attrs;
    if attrs.is_only_computed() {
        forbid(
            cx,
            attrs.validation.written(),
            "has no effect on an attribute that only the provider sets: add `optional`, or remove it",
        );
    }
}

/// `#[tf(optional, conflicts_with = "nmae")]`
fn others_exist(cx: &Ctxt, fields: &[Field<'_>], field: &Field<'_>, slot: &Slot<Names>) {
    let Some(names) = slot.get() else {
        return;
    };
    // The names of flattened members are only known to the compiler.
    let knows_all = !fields.iter().any(Field::is_flattened);
    for name in &names.names {
        if *name == field.name {
            cx.error(
                &names.text,
                format_args!("`{name}` is the attribute itself: name others"),
            );
        } else if is_path(name) {
            let advice = ": to compare both levels, write a function in `check` of a struct that contains them";
            names_no_path(cx, &names.text, name, advice);
        } else if knows_all && !fields.iter().any(|other| other.name == *name) {
            no_such_attribute(cx, &names.text, name, fields);
        }
    }
}

/// Checks the constraints on a value, its elements and its keys.
fn values(cx: &Ctxt, constraints: &ValueConstraints) {
    for part in constraints.parts().into_iter().filter_map(Slot::get) {
        values(cx, part);
    }
    for bounds in [&constraints.range, &constraints.length] {
        if let (Some(name), Some(bounds)) = (bounds.name(), bounds.get()) {
            bounds_are_numbers(cx, name, bounds);
            bounds_are_not_empty(cx, name, bounds);
        }
    }
    if let Some(pattern) = constraints.regex.get() {
        regex::is_valid(cx, pattern, constraints);
    }
    if let Some(one_of) = constraints.one_of.get() {
        values_are_texts_or_numbers(cx, one_of);
        values_are_distinct(cx, one_of);
        forbid(
            cx,
            constraints.limits().filter(|name| *name != "one_of"),
            "conflicts with `one_of`, which already lists the allowed values: remove one of them",
        );
    }
}

/// `#[tf(range = "1..=10")]`, `#[tf(length = -1..)]`
pub(super) fn bounds_are_numbers(cx: &Ctxt, name: &Ident, bounds: &Bounds) {
    let is_length = name == "length";
    let is_wrong = |bound: &&Expr| match number(bound) {
        Some(number) => is_length && (number < 0.0 || is_float(bound)),
        None => matches!(bound, Expr::Lit(_)),
    };
    let wrong = bounds.min.iter().chain(&bounds.max).find(is_wrong);
    if let Some(wrong) = wrong {
        let (what, example) = match name.to_string().as_str() {
            "length" => ("whole numbers that are not negative", "1..=10"),
            "range" => ("numbers", "1..=10"),
            _ => ("a number", "1"),
        };
        cx.error(
            wrong,
            format_args!("`{name}` requires {what}: `{name} = {example}`"),
        );
    }
}

fn is_float(value: &Expr) -> bool {
    matches!(value, Expr::Lit(literal) if matches!(literal.lit, Lit::Float(_)))
}

/// `#[tf(one_of = [true])]`
fn values_are_texts_or_numbers(cx: &Ctxt, one_of: &[Expr]) {
    for value in one_of {
        if matches!(value, Expr::Lit(_)) && text(value).is_none() && number(value).is_none() {
            cx.error(value, "`one_of` lists strings or numbers");
        }
    }
}

/// `#[tf(range = 10..=1)]`
fn bounds_are_not_empty(cx: &Ctxt, name: &Ident, bounds: &Bounds) {
    if is_empty(bounds) {
        cx.error(
            name,
            format_args!("`{name}` is empty, so no value is valid: change its bounds"),
        );
    }
}

/// Returns `true` if the bounds are literals and no number is between them.
pub(super) fn is_empty(bounds: &Bounds) -> bool {
    let min = bounds.min.as_ref().and_then(number);
    let max = bounds.max.as_ref().and_then(number);
    min.zip(max)
        .is_some_and(|(min, max)| min > max || (bounds.below_max && min >= max))
}

/// `#[tf(one_of = ["a", "a"])]`
fn values_are_distinct(cx: &Ctxt, one_of: &[Expr]) {
    let mut seen = HashSet::new();
    for value in one_of {
        let number = number(value).map(|number| number.to_string());
        let value_or_code = text(value).map_or_else(
            || number.unwrap_or_else(|| value.to_token_stream().to_string()),
            |text| format!("{text:?}"),
        );
        if !seen.insert(value_or_code) {
            cx.error(value, "duplicate value: remove one of them");
        }
    }
}

/// `#[tf(default = "huge", one_of = ["small", "large"])]`
fn default_is_allowed(cx: &Ctxt, field: &Field<'_>) {
    regex::agrees(cx, field);
    let Some(default) = field.attrs.default.get() else {
        return;
    };
    let constraints = &field.attrs.validation.value;
    let is_literal = |value: &Expr| text(value).is_some() || number(value).is_some();
    if let Some(one_of) = constraints.one_of.get() {
        let all_literal = one_of.iter().all(is_literal);
        let is_same = |value: &Expr| {
            (text(value).is_some() && text(value) == text(default))
                || (number(value).is_some() && number(value) == number(default))
        };
        if is_literal(default) && all_literal && !one_of.iter().any(is_same) {
            cx.error(
                default,
                "`default` is not a value of `one_of`: change the default, or add it to `one_of`",
            );
        }
    }
    if let (Some(range), Some(number)) = (constraints.range.get(), number(default)) {
        default_is_within(cx, default, "range", range, number);
    }
    if let (Some(length), Some(text)) = (constraints.length.get(), text(default)) {
        let count = text.chars().count();
        default_is_within(cx, default, "length", length, count as f64);
    }
}

fn default_is_within(cx: &Ctxt, default: &Expr, name: &str, bounds: &Bounds, value: f64) {
    let min = bounds.min.as_ref().and_then(number);
    let max = bounds.max.as_ref().and_then(number);
    let is_above = max.is_some_and(|max| value > max || (bounds.below_max && value >= max));
    if min.is_some_and(|min| value < min) || is_above {
        cx.error(
            default,
            format_args!("`default` is outside `{name}`: change one of them"),
        );
    }
}

/// Returns the lengths between bounds that are literals.
#[cfg(feature = "regex")]
pub(super) fn lengths(bounds: &Bounds) -> (Option<u64>, Option<u64>) {
    let whole = |bound: &Option<Expr>| number(bound.as_ref()?).map(|number| number as u64);
    let max = whole(&bounds.max);
    let below = u64::from(bounds.below_max);
    (whole(&bounds.min), max.map(|max| max.saturating_sub(below)))
}

/// Returns the string in a literal.
pub(super) fn text(value: &Expr) -> Option<String> {
    match value {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some(text.value()),
        _ => None,
    }
}

/// Returns the number in a literal. The number is exact enough for finding contradictions.
pub(super) fn number(value: &Expr) -> Option<f64> {
    match value {
        Expr::Lit(ExprLit { lit, .. }) => match lit {
            Lit::Int(number) => number.base10_digits().parse().ok(),
            Lit::Float(number) => number.base10_digits().parse().ok(),
            _ => None,
        },
        Expr::Unary(ExprUnary {
            op: UnOp::Neg(_),
            expr,
            ..
        }) => number(expr).map(|number| -number),
        _ => None,
    }
}
