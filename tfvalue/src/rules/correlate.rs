//! The correlation of planned and actual sets.
//!
//! Terraform tries each planned element with each actual one: every element must have an equivalent in
//! the other set, and one element may be the equivalent of several. Here, equal elements are found by
//! their hashes. The others are tried only with elements that have the same *outline*: the hash of
//! everything that is known in the planned element. Which parts these are differs between elements;
//! elements with the same known parts share a table.
//!
//! The result is Terraform's, as long as the number of trials is within a budget that is linear in the
//! size of the values. This is always so for up to some hundred elements, and for sets whose elements
//! differ in known parts. Beyond that, an element counts as having an equivalent: a fault is never
//! reported wrongly.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, Hasher, RandomState};

use super::compatible;
use super::go::Go;
use super::part::{self, NULL};
use super::report::Report;
use super::rule::Rule;
use crate::schema::{Attribute, Block, NestedBlock, Nesting};
use crate::value::{OfOneType, Repr, Value};

/// What the elements of a set are.
#[derive(Clone, Copy)]
pub(super) enum Kind<'a> {
    Blocks(&'a Block),
    /// Values with these members, if any of them is sensitive.
    Values(&'a [Attribute]),
}

impl Kind<'_> {
    fn check(self, planned: &Value, actual: &Value, report: &mut Report) {
        match self {
            Kind::Blocks(block) => compatible::block(block, planned, actual, report),
            Kind::Values(members) => compatible::value(planned, actual, members, report),
        }
    }
}

/// Checks that each element of a planned set has an equivalent in the actual one, and the other way
/// round.
pub(super) fn sets(
    kind: Kind<'_>,
    planned: &Value,
    actual: &Value,
    has_secrets: bool,
    report: &mut Report,
) {
    let [planned, actual] = [planned, actual].map(Value::parts);
    report.visit((planned.len() + actual.len()) as u64);
    let (planned_matched, actual_matched) = matched(kind, planned, actual, report);
    let unmatched = |elements: &'_ [Value], matched: Vec<bool>| -> Vec<usize> {
        let indices = (0..elements.len()).filter(|at| !matched[*at]);
        indices.collect()
    };
    let lost = unmatched(planned, planned_matched);
    let new = if lost.is_empty() {
        unmatched(actual, actual_matched)
    } else {
        Vec::new()
    };
    report.secret(has_secrets, |report| {
        for at in lost {
            let element = &planned[at];
            let hidden = "sensitive planned set element does not correlate with any element in actual";
            report.add(Rule::PlannedSetElementUnmatched, [Some(element), None], hidden, || {
                let element = Go(element);
                format!("planned set element {element} does not correlate with any element in actual")
            });
        }
        for at in new {
            let element = &actual[at];
            let hidden = "sensitive actual set element does not correlate with any element in plan";
            report.add(Rule::ActualSetElementUnmatched, [None, Some(element)], hidden, || {
                let element = Go(element);
                format!("actual set element {element} does not correlate with any element in plan")
            });
        }
    });
    if planned.len() < actual.len() {
        let (rule, what) = match kind {
            Kind::Blocks(_) => (Rule::BlockSetGrew, "block set "),
            Kind::Values(_) => (Rule::SetGrew, ""),
        };
        let (planned, actual) = (planned.len(), actual.len());
        let text = format!("{what}length changed from {planned} to {actual}");
        report.plain(rule, [None, None], &text);
    }
}

/// Returns which planned and which actual elements have an equivalent.
fn matched(
    kind: Kind<'_>,
    planned: &[Value],
    actual: &[Value],
    report: &mut Report,
) -> (Vec<bool>, Vec<bool>) {
    let mut planned_matched = vec![false; planned.len()];
    let mut actual_matched = vec![false; actual.len()];
    let mut places: HashMap<OfOneType<'_>, Vec<usize>> = HashMap::with_capacity(actual.len());
    for (at, element) in actual.iter().enumerate() {
        places.entry(OfOneType(element)).or_default().push(at);
    }
    for (element, matched) in planned.iter().zip(&mut planned_matched) {
        if let Some(equal) = places.get(&OfOneType(element)) {
            *matched = true;
            for at in equal {
                actual_matched[*at] = true;
            }
        }
    }
    if planned_matched.iter().all(|matched| *matched)
        && actual_matched.iter().all(|matched| *matched)
    {
        return (planned_matched, actual_matched);
    }
    let mut tables = Tables::new(kind, planned, report);
    for (at, element) in planned.iter().enumerate() {
        if !planned_matched[at] {
            if let Some(found) = tables.find_actual(element, actual, report) {
                planned_matched[at] = true;
                if let Some(found) = found {
                    actual_matched[found] = true;
                }
            }
        }
    }
    for (at, element) in actual.iter().enumerate() {
        if !actual_matched[at] {
            actual_matched[at] = tables.has_planned(element, planned, report);
        }
    }
    (planned_matched, actual_matched)
}

/// The elements by their outlines, with a table for each pattern of known parts.
struct Tables<'a> {
    kind: Kind<'a>,
    state: RandomState,
    patterns: HashMap<u64, Table<'a>>,
}

/// The elements for one pattern of known parts.
struct Table<'a> {
    /// A planned element with this pattern.
    pattern: &'a Value,
    /// The planned elements by their outlines.
    planned: HashMap<u64, Vec<usize>>,
    /// The actual elements by their outlines, once it is needed.
    actual: Option<HashMap<u64, Vec<usize>>>,
    /// The actual elements that have no outline and may fit any planned element.
    loose: Vec<usize>,
}

impl<'a> Tables<'a> {
    fn new(kind: Kind<'a>, planned: &'a [Value], report: &mut Report) -> Self {
        let mut tables = Tables {
            kind,
            state: RandomState::new(),
            patterns: HashMap::new(),
        };
        for (at, element) in planned.iter().enumerate() {
            report.visit(part::size(element));
            let table = tables.patterns.entry(tables.pattern(element));
            let table = table.or_insert_with(|| Table {
                pattern: element,
                planned: HashMap::new(),
                actual: None,
                loose: Vec::new(),
            });
            if let Outline::Of(hash) = outline(kind, &tables.state, element, element) {
                table.planned.entry(hash).or_default().push(at);
            }
        }
        tables
    }

    /// Returns the hash of which parts of an element are known.
    fn pattern(&self, element: &Value) -> u64 {
        let mut hasher = self.state.build_hasher();
        match self.kind {
            Kind::Blocks(block) => block_pattern(block, element, &mut hasher),
            Kind::Values(_) => value_pattern(element, &mut hasher),
        }
        hasher.finish()
    }

    /// Returns the place of an equivalent of a planned element; `Some(None)` if there may be one.
    fn find_actual(
        &mut self,
        element: &Value,
        actual: &[Value],
        report: &mut Report,
    ) -> Option<Option<usize>> {
        let (kind, state) = (self.kind, &self.state);
        let pattern = self.pattern(element);
        let table = self.patterns.get_mut(&pattern)?;
        let Outline::Of(hash) = outline(kind, state, table.pattern, element) else {
            return None;
        };
        if report.is_spent() {
            return Some(None);
        }
        let Table {
            pattern,
            actual: by_outline,
            loose,
            ..
        } = table;
        let by_outline = by_outline.get_or_insert_with(|| {
            let mut by_outline: HashMap<u64, Vec<usize>> = HashMap::new();
            for (at, element) in actual.iter().enumerate() {
                report.spend(part::size(element));
                match outline(kind, state, pattern, element) {
                    Outline::Of(hash) => by_outline.entry(hash).or_default().push(at),
                    Outline::Loose => loose.push(at),
                    Outline::Other => {}
                }
            }
            by_outline
        });
        let mut alike = by_outline.get(&hash).into_iter().flatten().chain(&*loose);
        let found =
            alike.find(|at| report.may_pass(|report| kind.check(element, &actual[**at], report)));
        found.map(|at| (!report.is_spent()).then_some(*at))
    }

    /// Returns `true` if an actual element has an equivalent, or may have one.
    fn has_planned(&self, element: &Value, planned: &[Value], report: &mut Report) -> bool {
        self.patterns.values().any(|table| {
            if report.is_spent() {
                return true;
            }
            report.spend(part::size(element));
            let mut fits = |at: &usize| {
                report.may_pass(|report| self.kind.check(&planned[*at], element, report))
            };
            match outline(self.kind, &self.state, table.pattern, element) {
                Outline::Of(hash) => table
                    .planned
                    .get(&hash)
                    .into_iter()
                    .flatten()
                    .any(&mut fits),
                Outline::Loose => table.planned.values().flatten().any(&mut fits),
                Outline::Other => false,
            }
        })
    }
}

/// What is known in a pattern, of an element.
enum Outline {
    Of(u64),
    /// The element may fit any planned one.
    Loose,
    /// The element fits no planned one with this pattern.
    Other,
}

fn outline(kind: Kind<'_>, state: &RandomState, pattern: &Value, element: &Value) -> Outline {
    let mut hasher = state.build_hasher();
    let fits = match kind {
        Kind::Blocks(block) => add_block(block, pattern, element, &mut hasher),
        Kind::Values(_) => Some(add_value(pattern, element, &mut hasher)),
    };
    match fits {
        Some(true) => Outline::Of(hasher.finish()),
        Some(false) => Outline::Other,
        None => Outline::Loose,
    }
}

/// Adds the parts of a block that are known in the pattern. Returns `Some(false)` if the block does
/// not fit, and `None` if a null in it fits anything.
fn add_block(
    block: &Block,
    pattern: &Value,
    element: &Value,
    hasher: &mut impl Hasher,
) -> Option<bool> {
    if pattern.is_unknown() {
        return Some(true);
    }
    pattern.is_null().hash(hasher);
    if pattern.is_null() || element.is_null() {
        return Some(pattern.is_null() == element.is_null());
    }
    for attribute in &block.attributes {
        let [pattern, element] = [pattern, element].map(|one| part::attribute(one, attribute));
        if !add_value(&pattern, &element, hasher) {
            return Some(false);
        }
    }
    for nested in &block.block_types {
        let [pattern, element] =
            [pattern, element].map(|one| one.get_named(&nested.type_name).unwrap_or(&NULL));
        match add_blocks(nested, pattern, element, hasher) {
            Some(true) => {}
            other => return other,
        }
    }
    Some(true)
}

fn add_blocks(
    nested: &NestedBlock,
    pattern: &Value,
    element: &Value,
    hasher: &mut impl Hasher,
) -> Option<bool> {
    match nested.nesting {
        Nesting::Single | Nesting::Group => add_block(&nested.block, pattern, element, hasher),
        _ if !pattern.is_present() => Some(true),
        _ if !element.is_present() => None,
        Nesting::List => {
            let pairs = pattern.placed_elements().zip(element.placed_elements());
            for ((_, pattern), (_, element)) in pairs {
                match add_block(&nested.block, pattern, element, hasher) {
                    Some(true) => {}
                    other => return other,
                }
            }
            Some(part::count(pattern) == part::count(element))
        }
        // These are left to the trials.
        Nesting::Set | Nesting::Map => Some(true),
    }
}

/// Adds the parts of a value that are known in the pattern. Returns `false` if the value does not fit.
fn add_value(pattern: &Value, element: &Value, hasher: &mut impl Hasher) -> bool {
    match &pattern.0 {
        Repr::Object(_) => pattern
            .members()
            .into_iter()
            .flatten()
            .all(|(name, pattern)| {
                let element = element.get_named(name);
                element.is_some_and(|element| add_value(pattern, element, hasher))
            }),
        _ if is_firm(pattern) => {
            OfOneType(element).hash(hasher);
            true
        }
        // Collections with unknown parts are left to the trials.
        _ => true,
    }
}

/// Returns `true` if only an equal value fits.
fn is_firm(value: &Value) -> bool {
    !value.is_unknown() && !value.is_untyped() && value.parts().iter().all(is_firm)
}

/// Adds which parts of a block are known.
fn block_pattern(block: &Block, element: &Value, hasher: &mut impl Hasher) {
    (element.is_null(), element.is_unknown()).hash(hasher);
    if !element.is_present() {
        return;
    }
    for attribute in &block.attributes {
        value_pattern(&part::attribute(element, attribute), hasher);
    }
    for nested in &block.block_types {
        let value = element.get_named(&nested.type_name).unwrap_or(&NULL);
        match nested.nesting {
            Nesting::Single | Nesting::Group => block_pattern(&nested.block, value, hasher),
            Nesting::List if value.is_present() => {
                part::count(value).hash(hasher);
                for (_, element) in value.placed_elements() {
                    block_pattern(&nested.block, element, hasher);
                }
            }
            _ => value.is_present().hash(hasher),
        }
    }
}

fn value_pattern(value: &Value, hasher: &mut impl Hasher) {
    match &value.0 {
        Repr::Object(_) => {
            hasher.write_u8(2);
            for (_, part) in value.members().into_iter().flatten() {
                value_pattern(part, hasher);
            }
        }
        _ => is_firm(value).hash(hasher),
    }
}
