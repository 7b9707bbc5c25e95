//! Correlates the elements of planned and actual sets.
//!
//! Terraform compares each planned element with each actual element. Every element must have an equivalent in the other
//! set, and a single element may be the equivalent of several elements. Here, equal elements are found by their hashes.
//! The other elements are first split by the parts that are known in all planned elements, such as a required name.
//! They are then compared only with elements that have the same [outline](Outline). An outline contains the known parts
//! of an element. Planned elements for which the same parts are known share a table.
//!
//! The result is the same as in Terraform, as long as the number of these comparisons (*trials*) is within a budget
//! that is linear in the size of the values. This is always the case for sets of up to a few hundred elements, and for
//! sets whose elements differ in known parts. If the budget is exhausted, an element counts as having an equivalent. A
//! fault is therefore never reported wrongly, and [`Rule::SetNotCompared`] indicates that faults may be missing.

use std::collections::HashMap;

use super::compatible;
use super::go::Go;
use super::outline::{ElementKind, Known, Outline, Outlines};
use super::part;
use super::report::Report;
use super::rule::Rule;
use crate::value::{OfOneType, Value};

const NOT_COMPARED: &str = "not all elements were compared with the plan, because too many of them differ only in \
                            unknown parts";

/// Checks that each element of a planned set has an equivalent in the actual set, and vice versa.
pub(super) fn sets(
    kind: ElementKind<'_>,
    planned: &Value,
    actual: &Value,
    has_secrets: bool,
    report: &mut Report,
) {
    let [planned, actual] = [planned, actual].map(Value::parts);
    // This check can be part of a trial of an outer set, whose budget also covers the hashes below.
    report.visit((planned.len() + actual.len()) as u64);
    let (planned_matched, actual_matched) = matched(kind, planned, actual, report);
    if report.takes_skipped() {
        report.incomplete(NOT_COMPARED);
    }
    let unmatched = |elements: &'_ [Value], matched: Vec<bool>| -> Vec<usize> {
        let indices = (0..elements.len()).filter(|at| !matched[*at]);
        indices.collect()
    };
    let lost = unmatched(planned, planned_matched);
    // Terraform searches in the other direction only if each planned element has an equivalent.
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
    // A set may shrink, because unknown parts can make elements equal, but a set must not grow. A planned element
    // cannot become two elements, although the planned element would be an equivalent of both elements.
    if planned.len() < actual.len() {
        let (rule, what) = match kind {
            ElementKind::Blocks(_) => (Rule::BlockSetGrew, "block set "),
            ElementKind::Values(_) => (Rule::SetGrew, ""),
        };
        let (planned, actual) = (planned.len(), actual.len());
        let text = format!("{what}length changed from {planned} to {actual}");
        report.plain(rule, [None, None], &text);
    }
}

/// Returns which planned elements and which actual elements have an equivalent.
fn matched(
    kind: ElementKind<'_>,
    planned: &[Value],
    actual: &[Value],
    report: &mut Report,
) -> (Vec<bool>, Vec<bool>) {
    let mut planned_matched = vec![false; planned.len()];
    let mut actual_matched = vec![false; actual.len()];
    // Nearly all elements are equal to an element in the other set, and need no trial.
    match_equal(
        kind,
        planned,
        actual,
        [&mut planned_matched, &mut actual_matched],
    );
    if !planned_matched.contains(&false) && !actual_matched.contains(&false) {
        return (planned_matched, actual_matched);
    }
    let outlines = Outlines::new();
    for group in groups(kind, &outlines, planned, actual, report) {
        let own: Vec<&Value> = group.planned.iter().map(|at| &planned[*at]).collect();
        let others: Vec<&Value> = group.actual.iter().map(|at| &actual[*at]).collect();
        let mut tables = Tables::new(kind, &outlines, own, report);
        for (place, at) in group.planned.iter().enumerate() {
            if planned_matched[*at] {
                continue;
            }
            if let Some(found) = tables.find_actual(place, &others, report) {
                planned_matched[*at] = true;
                // The same trial also determines the result for the other direction.
                if let Some(found) = found {
                    actual_matched[group.actual[found]] = true;
                }
            }
        }
        for (element, at) in others.iter().zip(&group.actual) {
            if !actual_matched[*at] {
                actual_matched[*at] = tables.has_planned(element, report);
            }
        }
    }
    (planned_matched, actual_matched)
}

/// Planned elements, and the actual elements that may be their equivalents.
#[derive(Default)]
struct Group {
    planned: Vec<usize>,
    actual: Vec<usize>,
}

/// Splits the elements by the parts that are known in all planned elements, such as a required name.
fn groups(
    kind: ElementKind<'_>,
    outlines: &Outlines,
    planned: &[Value],
    actual: &[Value],
    report: &mut Report,
) -> Vec<Group> {
    let mut common = Known::Vacant;
    for element in planned {
        report.visit(part::size(element));
        common.narrow(Known::of(kind, element));
    }
    let mut groups: Vec<Group> = Vec::new();
    let mut places = HashMap::new();
    for (at, element) in planned.iter().enumerate() {
        let outline = match outlines.of(kind, &common, element) {
            Outline::Of(hash) => hash,
            Outline::Loose | Outline::Other => 0,
        };
        let place = *places.entry(outline).or_insert(groups.len());
        if place == groups.len() {
            groups.push(Group::default());
        }
        groups[place].planned.push(at);
    }
    for (at, element) in actual.iter().enumerate() {
        report.visit(part::size(element));
        match outlines.of(kind, &common, element) {
            Outline::Of(hash) => {
                if let Some(place) = places.get(&hash) {
                    groups[*place].actual.push(at);
                }
            }
            // The element can belong to any group.
            Outline::Loose => {
                return vec![Group {
                    planned: (0..planned.len()).collect(),
                    actual: (0..actual.len()).collect(),
                }];
            }
            Outline::Other => {}
        }
    }
    groups
}

/// Marks the elements that have an equal counterpart. An element with computed blocks that are null after apply does
/// not match itself.
fn match_equal(
    kind: ElementKind<'_>,
    planned: &[Value],
    actual: &[Value],
    [planned_matched, actual_matched]: [&mut [bool]; 2],
) {
    // A value with unknown parts is not equal to any known value. If every planned element has unknown parts, no
    // elements can be equal, and the table is not built.
    let are_known = actual.iter().all(Value::is_wholly_known);
    let may_be_equal = |element: &Value| !are_known || element.is_wholly_known();
    if !planned.iter().any(may_be_equal) {
        return;
    }
    // A set can contain equal elements if they have unknown parts, so each table entry is a list of places.
    let mut places: HashMap<_, Vec<usize>> = HashMap::with_capacity(actual.len());
    let fits_itself = |element: &Value| match kind {
        ElementKind::Blocks(block) => !compatible::has_null_blocks(block, element),
        ElementKind::Values(_) => true,
    };
    let actual = actual.iter().enumerate();
    for (at, element) in actual.filter(|(_, element)| fits_itself(element)) {
        places.entry(OfOneType(element)).or_default().push(at);
    }
    for (element, matched) in planned.iter().zip(planned_matched) {
        if let Some(equal) = places.get(&OfOneType(element)) {
            *matched = true;
            for at in equal {
                actual_matched[*at] = true;
            }
        }
    }
}

/// The elements by their outlines, with a separate table for each pattern of known parts.
struct Tables<'a> {
    kind: ElementKind<'a>,
    outlines: &'a Outlines,
    tables: Vec<Table>,
    planned: Vec<&'a Value>,
    /// The table and the outline of each planned element.
    places: Vec<(usize, u64)>,
}

/// The elements for one pattern of known parts.
struct Table {
    known: Known,
    /// The planned elements by their outlines.
    planned: HashMap<u64, Vec<usize>>,
    /// The actual elements by their outlines, once the outlines are needed.
    actual: Option<HashMap<u64, Vec<usize>>>,
    /// The actual elements that have no outline and may match any planned element.
    loose: Vec<usize>,
}

impl<'a> Tables<'a> {
    fn new(
        kind: ElementKind<'a>,
        outlines: &'a Outlines,
        planned: Vec<&'a Value>,
        report: &mut Report,
    ) -> Self {
        let mut tables: Vec<Table> = Vec::new();
        let mut by_pattern = HashMap::new();
        let mut places = Vec::with_capacity(planned.len());
        for element in &planned {
            report.visit(part::size(element));
            let known = Known::of(kind, element);
            // If two patterns have the same hash, `narrow` keeps only the parts that are known in both patterns. A
            // narrower pattern needs more trials, but leads to the same result.
            let table = *by_pattern
                .entry(outlines.pattern(&known))
                .or_insert(tables.len());
            match tables.get_mut(table) {
                Some(table) => table.known.narrow(known),
                None => tables.push(Table::new(known)),
            }
            places.push((table, 0));
        }
        // An outline depends on the known parts of all elements in the table, so the outlines are computed in a second
        // pass.
        for (at, (table, outline)) in places.iter_mut().enumerate() {
            let table = &mut tables[*table];
            *outline = match outlines.of(kind, &table.known, planned[at]) {
                Outline::Of(hash) => hash,
                // A planned element always matches its own known parts.
                Outline::Loose | Outline::Other => 0,
            };
            table.planned.entry(*outline).or_default().push(at);
        }
        Tables {
            kind,
            outlines,
            tables,
            planned,
            places,
        }
    }

    /// Returns the place of an equivalent of a planned element. The result is `Some(None)` if it is not certain that
    /// there is an equivalent.
    fn find_actual(
        &mut self,
        at: usize,
        actual: &[&Value],
        report: &mut Report,
    ) -> Option<Option<usize>> {
        // Reporting a fault that does not exist is worse than missing a fault.
        if report.skips() {
            return Some(None);
        }
        let (kind, outlines) = (self.kind, self.outlines);
        let (table, outline) = self.places[at];
        let Table {
            known,
            actual: by_outline,
            loose,
            ..
        } = &mut self.tables[table];
        // The outlines are built only for patterns with an element that has no equal element. Each pass over the actual
        // elements costs budget, because there can be as many patterns as elements.
        let by_outline = by_outline.get_or_insert_with(|| {
            let mut by_outline: HashMap<u64, Vec<usize>> = HashMap::new();
            for (at, element) in actual.iter().enumerate() {
                report.spend(part::size(element));
                match outlines.of(kind, known, element) {
                    Outline::Of(hash) => by_outline.entry(hash).or_default().push(at),
                    Outline::Loose => loose.push(at),
                    Outline::Other => {}
                }
            }
            by_outline
        });
        let element = self.planned[at];
        // An outline only excludes elements. Equal hashes do not prove that two elements are equivalent, because the
        // hashes do not cover everything that is compared.
        let mut alike = by_outline
            .get(&outline)
            .into_iter()
            .flatten()
            .chain(&*loose);
        let found =
            alike.find(|at| report.may_pass(|report| kind.check(element, actual[**at], report)));
        // A trial that has run out of budget passes, but proves nothing about the element.
        found.map(|at| (!report.is_spent()).then_some(*at))
    }

    /// Returns `true` if an actual element has an equivalent, or may have one.
    fn has_planned(&self, element: &Value, report: &mut Report) -> bool {
        // The parts that must be equal depend on the planned element, so the actual element has a different outline in
        // each table. Elements that have an equal element also count, because an element can be the equivalent of
        // several elements.
        self.tables.iter().any(|table| {
            if report.skips() {
                return true;
            }
            report.spend(part::size(element));
            let mut fits = |at: &usize| {
                report.may_pass(|report| self.kind.check(self.planned[*at], element, report))
            };
            match self.outlines.of(self.kind, &table.known, element) {
                Outline::Of(hash) => {
                    let mut alike = table.planned.get(&hash).into_iter().flatten();
                    alike.any(&mut fits)
                }
                Outline::Loose => table.planned.values().flatten().any(&mut fits),
                Outline::Other => false,
            }
        })
    }
}

impl Table {
    fn new(known: Known) -> Self {
        Table {
            known,
            planned: HashMap::new(),
            actual: None,
            loose: Vec::new(),
        }
    }
}
