//! Checks whether a result is a valid completion of a plan (`AssertObjectCompatible`).

use std::borrow::Cow;

use super::correlate;
use super::crash::wrong_shape;
use super::go::Go;
use super::outline::ElementKind;
use super::part;
use super::quoted::Quoted;
use super::range::range_includes;
use super::report::{Print, Report};
use super::rule::Rule;
use crate::path::Step;
use crate::schema::{Attribute, AttributeType, Block, NestedBlock, Nesting};
use crate::ty::Type;
use crate::value::{At, Repr, Value};

const INCONSISTENT: &str = "inconsistent values for sensitive attribute";

/// Checks an object against the schema of its block.
pub(super) fn block(block: &Block, planned: &Value, actual: &Value, report: &mut Report) {
    if report.is_decided() {
        return;
    }
    report.visit(1);
    let root = if report.is_root() { "Root object " } else { "" };
    match (planned.is_null(), actual.is_null()) {
        (false, false) => {}
        (true, true) => return,
        (true, false) => {
            let text = format!("{root}was absent, but now present");
            return report.plain(Rule::AbsentNowPresent, [None, None], &text);
        }
        (false, true) => {
            let text = format!("{root}was present, but now absent");
            return report.plain(Rule::PresentNowAbsent, [None, None], &text);
        }
    }
    if computed_blocks(block, planned, actual, report) {
        return;
    }
    for one in &block.attributes {
        attribute(one, [planned, actual], report);
    }
    for nested in &block.block_types {
        let [planned, actual] = [planned, actual].map(|value| part::block(value, nested));
        if is_null(nested, &actual) {
            // Terraform prints the place of the object that contains the blocks.
            report.vague(NULL_BLOCKS, |report| {
                report.attribute(&nested.type_name, |report| {
                    report.plain(Rule::NullBlocks, [None, Some(&actual)], NULL_BLOCKS);
                });
            });
            continue;
        }
        report.attribute(&nested.type_name, |report| {
            blocks(nested, &planned, &actual, report);
        });
    }
}

const NULL_BLOCKS: &str = "null block value after apply";

/// Checks computed blocks that were planned as unknown. Returns `true` if there are any such blocks: Terraform then
/// performs no further checks in the object, and prints no path.
fn computed_blocks(block: &Block, planned: &Value, actual: &Value, report: &mut Report) -> bool {
    let computed = block.block_types.iter().filter(|one| one.block.computed);
    if computed
        .clone()
        .any(|one| is_null(one, &part::block(actual, one)))
    {
        return false;
    }
    let mut is_found = false;
    for nested in computed {
        let [planned, actual] = [planned, actual].map(|value| part::block(value, nested));
        if planned.is_unknown() {
            is_found = true;
            report.unprinted(&nested.type_name, |report| {
                let has_secrets = nested.block.has_secrets();
                report.secret(has_secrets, |report| value(&planned, &actual, &[], report));
            });
        }
    }
    is_found
}

/// Returns `true` if any computed blocks of a planned object are unknown.
pub(super) fn plans_unknown_blocks(block: &Block, planned: &Value) -> bool {
    let mut computed = block.block_types.iter().filter(|one| one.block.computed);
    computed.any(|one| part::block(planned, one).is_unknown())
}

/// Returns `true` if any computed blocks at any depth of an object are null. Such an object does not match any planned
/// object that has these blocks.
pub(super) fn has_null_blocks(block: &Block, actual: &Value) -> bool {
    if !actual.is_present() || !block.has_computed_blocks() {
        return false;
    }
    block.block_types.iter().any(|nested| {
        let value = part::block(actual, nested);
        let within = |one: &Value| has_null_blocks(&nested.block, one);
        is_null(nested, &value)
            || match nested.nesting {
                Nesting::Single | Nesting::Group => within(&value),
                _ => value.placed_elements().any(|(_, one)| within(one)),
            }
    })
}

/// Returns `true` if a computed block is null after apply, where Terraform requires a collection.
fn is_null(nested: &NestedBlock, actual: &Value) -> bool {
    nested.block.computed && actual.is_null() && nested.nesting != Nesting::Single
}

impl ElementKind<'_> {
    /// Checks an element of a set. If there is no fault, the actual element is an equivalent of the planned element.
    pub(super) fn check(self, planned: &Value, actual: &Value, report: &mut Report) {
        match self {
            ElementKind::Blocks(block) => self::block(block, planned, actual, report),
            ElementKind::Values(members) => value(planned, actual, members, report),
        }
    }
}

fn attribute(attribute: &Attribute, objects: [&Value; 2], report: &mut Report) {
    let [planned, actual] = objects.map(|object| part::attribute(object, attribute));
    report.attribute(&attribute.name, |report| {
        let is_marked = !report.is_trial() && !report.is_in_object();
        let is_sensitive = |value| is_marked && has_sensitive(attribute, value);
        if is_sensitive(&planned) || is_sensitive(&actual) {
            report.vague(INCONSISTENT, |report| {
                member(attribute, &planned, &actual, report);
            });
        } else {
            member(attribute, &planned, &actual, report);
        }
    });
}

/// Returns `true` if a value contains the value of a sensitive attribute.
fn has_sensitive(attribute: &Attribute, value: &Value) -> bool {
    let AttributeType::Nested(nested) = &attribute.ty else {
        return false;
    };
    let attributes = &nested.attributes;
    if !attributes.iter().any(|one| one.any(&|one| one.sensitive)) {
        return false;
    }
    let object = |object: &Value| {
        object.is_present()
            && attributes.iter().any(|one| {
                let value = object.get_named(&one.name);
                one.sensitive || value.is_some_and(|value| has_sensitive(one, value))
            })
    };
    match nested.nesting {
        Nesting::Single | Nesting::Group => object(value),
        _ => value.placed_elements().any(|(_, element)| object(element)),
    }
}

fn member(attribute: &Attribute, planned: &Value, actual: &Value, report: &mut Report) {
    let members = secret_members(attribute);
    if !attribute.sensitive && !attribute.write_only {
        return value(planned, actual, members, report);
    }
    if !report.passes(|report| value(planned, actual, members, report)) {
        report.secret(true, |report| {
            report.plain(Rule::SensitiveValueInconsistent, [None, None], INCONSISTENT);
        });
    }
}

/// Returns the members of nested attributes if any of these members is sensitive.
fn secret_members(attribute: &Attribute) -> &[Attribute] {
    match &attribute.ty {
        AttributeType::Nested(nested) if nested.attributes.iter().any(Attribute::has_secrets) => {
            &nested.attributes
        }
        _ => &[],
    }
}

/// Checks all blocks of a type.
fn blocks(nested: &NestedBlock, planned: &Value, actual: &Value, report: &mut Report) {
    let are_known = planned.is_present() && actual.is_present();
    match nested.nesting {
        Nesting::Single | Nesting::Group if are_known && !part::is_block(actual, &nested.block) => {
            wrong_shape(report);
        }
        Nesting::Single | Nesting::Group => {
            if !(planned.is_unknown() && actual.is_null()) {
                block(&nested.block, planned, actual, report);
            }
        }
        Nesting::List if are_known => list_of_blocks(nested, planned, actual, report),
        Nesting::Set
            if are_known && part::count(planned) > 0 && !part::are_blocks(actual, nested) =>
        {
            wrong_shape(report);
        }
        Nesting::Set if are_known => correlate::sets(
            ElementKind::Blocks(&nested.block),
            planned,
            actual,
            nested.block.has_secrets(),
            report,
        ),
        Nesting::Map => map_of_blocks(nested, planned, actual, report),
        Nesting::List | Nesting::Set => {}
    }
}

fn list_of_blocks(nested: &NestedBlock, planned: &Value, actual: &Value, report: &mut Report) {
    let [count, actual_count] = [planned, actual].map(part::count);
    let is_list = actual.elements().is_some();
    let is_scalar = !is_list && actual.entries().is_none() && actual.members().is_none();
    if !is_scalar && count != actual_count {
        return block_count(planned, actual, report);
    }
    if is_scalar || !is_list && count > 0 || !part::are_blocks(actual, nested) {
        return wrong_shape(report);
    }
    for (at, planned) in planned.placed_elements() {
        one_block(nested, at, planned, actual, report);
    }
}

fn one_block(
    nested: &NestedBlock,
    at: At<'_>,
    planned: &Value,
    actual: &Value,
    report: &mut Report,
) {
    let print = match actual.0 {
        Repr::Object(_) => Print::Attribute,
        _ => Print::Same,
    };
    if let Some(actual) = at.of(actual) {
        report.within(
            print,
            || at.step(),
            |report| {
                block(&nested.block, planned, actual, report);
            },
        );
    }
}

/// Returns `true` if Terraform crashes on the actual value of a map of blocks that is planned as an object. This is the
/// case if the value is not an object, or if it is null and its object type has a planned key.
fn crashes(planned: &Value, actual: &Value) -> bool {
    let Type::Object(ty) = actual.ty() else {
        return true;
    };
    let has_key = |at| matches!(at, At::Key(key) if ty.get(key).is_some());
    actual.is_null() && planned.placed_elements().any(|(at, _)| has_key(at))
}

fn map_of_blocks(nested: &NestedBlock, planned: &Value, actual: &Value, report: &mut Report) {
    let is_object = matches!(planned.ty(), Type::Object(_));
    if !is_object {
        if !planned.is_present() || actual.is_null() {
            return;
        }
        if part::count(planned) != part::count(actual) {
            return block_count(planned, actual, report);
        }
    }
    let may_appear = planned.is_unknown();
    let [planned, actual] = [planned, actual].map(part::with_members);
    if is_object && crashes(&planned, &actual) || !part::are_blocks(&actual, nested) {
        return wrong_shape(report);
    }
    for (at, planned) in planned.placed_elements() {
        let At::Key(key) = at else { continue };
        if at.of(&actual).is_none() && is_object {
            let text = format!("block key {} has vanished", Quoted(key));
            report.plain(Rule::BlockKeyVanished, [None, None], &text);
        }
        one_block(nested, at, planned, &actual, report);
    }
    if !is_object || may_appear {
        return;
    }
    for (at, _) in actual.placed_elements() {
        let At::Key(key) = at else { continue };
        if at.of(&planned).is_none() {
            let text = format!("new block key {} has appeared", Quoted(key));
            report.plain(Rule::BlockKeyAppeared, [None, None], &text);
        }
    }
}

fn block_count(planned: &Value, actual: &Value, report: &mut Report) {
    let [planned, actual] = [planned, actual].map(part::count);
    let text = format!("block count changed from {planned} to {actual}");
    report.plain(Rule::BlockCountChanged, [None, None], &text);
}

/// Checks the value of an attribute, or a part of such a value. If any of `members` is sensitive, the values are
/// objects with these members, or collections of such objects.
fn value(planned: &Value, actual: &Value, members: &[Attribute], report: &mut Report) {
    if report.is_decided() || planned.is_untyped() {
        return;
    }
    report.visit(1);
    #[cfg(test)]
    crate::value::work::add();
    let has_type = report.has_types() || has_type_of(actual, planned);
    if has_type && planned.is_present() && actual.is_present() {
        return report.with_types(is_settled(planned), |report| {
            known(planned, actual, members, report);
        });
    }
    let has_secrets = !members.is_empty() && (planned.is_present() || actual.is_present());
    report.secret(has_secrets, |report| {
        absent(planned, actual, has_type, report);
    });
}

/// Checks values if one of the values is null or unknown, or if their types differ.
fn absent(planned: &Value, actual: &Value, has_type: bool, report: &mut Report) {
    let values = [Some(planned), Some(actual)];
    if !has_type {
        let ty = planned.ty();
        return report.add(
            Rule::WrongFinalType,
            values,
            "wrong final value type",
            || format!("wrong final value type: {ty} required"),
        );
    }
    if let Some(refinements) = planned.refinements() {
        if range_includes(actual, &refinements) == Some(false) {
            let hidden = "final value does not conform to planning placeholder";
            report.add(Rule::RefinementBroken, values, hidden, || {
                let (actual, planned) = (Go(actual), Go(planned));
                format!("final value {actual} does not conform to planning placeholder {planned}")
            });
        }
        return;
    }
    match (planned.is_null(), actual.is_null()) {
        (true, true) => {}
        (false, true) => report.add(Rule::NowNull, values, "was not null, but now null", || {
            format!("was {}, but now null", Go(planned))
        }),
        (true, false) => report.add(Rule::WasNull, values, "was null, but now not null", || {
            format!("was null, but now {}", Go(actual))
        }),
        (false, false) => report.plain(Rule::NowUnknown, values, "was known, but now unknown"),
    }
}

/// Returns `true` if the type of the actual value conforms to the type of the planned value. For types such as objects
/// and lists without dynamic types, the parts are not compared.
fn has_type_of(actual: &Value, planned: &Value) -> bool {
    match (&planned.0, &actual.0) {
        (Repr::Bool(_), Repr::Bool(_))
        | (Repr::Number(_), Repr::Number(_))
        | (Repr::String(_), Repr::String(_)) => true,
        _ => actual.ty().conforms_to(&planned.ty()),
    }
}

/// Returns `true` if the type of a value determines the types of all its parts.
fn is_settled(value: &Value) -> bool {
    match &value.0 {
        Repr::List(items) | Repr::Set(items) | Repr::Map(items) => {
            items.element_type().is_settled()
        }
        Repr::Object(items) => items.object_type().is_settled(),
        _ => false,
    }
}

fn known(planned: &Value, actual: &Value, members: &[Attribute], report: &mut Report) {
    match &planned.0 {
        Repr::Object(_) => {
            let mut near = 0;
            for (name, planned) in planned.members().into_iter().flatten() {
                if report.is_decided() {
                    return;
                }
                let Some(actual) = actual.get_near(name, &mut near) else {
                    continue;
                };
                let attribute = members.iter().find(|one| one.name == name);
                let step = || Step::Attribute(Cow::Owned(name.to_owned()));
                report.within(Print::Same, step, |report| match attribute {
                    Some(attribute) => member(attribute, planned, actual, report),
                    None => value(planned, actual, &[], report),
                });
            }
        }
        Repr::List(_) | Repr::Map(_) | Repr::Tuple(_) => keyed(planned, actual, members, report),
        Repr::Set(_) => {
            correlate::sets(
                ElementKind::Values(members),
                planned,
                actual,
                !members.is_empty(),
                report,
            );
        }
        _ => {
            if planned != actual {
                let values = [Some(planned), Some(actual)];
                report.add(Rule::ValueChanged, values, "the value changed", || {
                    format!("was {}, but now {}", Go(planned), Go(actual))
                });
            }
        }
    }
}

fn keyed(planned: &Value, actual: &Value, members: &[Attribute], report: &mut Report) {
    let has_secrets = !members.is_empty();
    let key = |at: At<'_>| match at {
        At::Index(index) => index.to_string(),
        At::Key(key) => Quoted(key).to_string(),
    };
    for (at, planned) in planned.placed_elements() {
        match at.of(actual) {
            Some(actual) => report.within(
                Print::Same,
                || at.step(),
                |report| {
                    value(planned, actual, members, report);
                },
            ),
            None => report.secret(has_secrets, |report| {
                let text = format!("element {} has vanished", key(at));
                report.plain(Rule::ElementVanished, [Some(planned), None], &text);
            }),
        }
    }
    for (at, actual) in actual.placed_elements() {
        if at.of(planned).is_none() {
            report.secret(has_secrets, |report| {
                let text = format!("new element {} has appeared", key(at));
                report.plain(Rule::ElementAppeared, [None, Some(actual)], &text);
            });
        }
    }
}
