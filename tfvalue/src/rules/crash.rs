//! Values that crash Terraform.

use std::borrow::Cow;

use super::part;
use super::quoted::Quoted;
use super::report::{Print, Report};
use super::rule::Rule;
use crate::schema::{Attribute, AttributeType, Block, NestedBlock, NestedType, Nesting};
use crate::ty::Type;
use crate::value::{Repr, Value};

/// Reports the parts of an object on which Terraform crashes when it searches for sensitive attributes. In a refreshed
/// state, reports all blocks with the wrong shape, because Terraform next plans the object and can crash on these
/// blocks.
pub(super) fn check(block: &Block, value: &Value, report: &mut Report) {
    let search = CrashSearch {
        is_special: &|one| one.sensitive,
        is_everywhere: report.is_refresh(),
        is_applied: false,
        is_untyped: false,
        replaces_unknown: report.replaces_unknown(),
    };
    search.block(block, value, report);
}

/// Reports the parts on which Terraform crashes when it searches for write-only attributes, before all other checks. Also
/// reports the parts that lack write-only attributes, which Terraform rejects without printing their places.
pub(super) fn write_only(block: &Block, value: &Value, report: &mut Report) {
    let search = CrashSearch {
        is_special: &|one| one.write_only,
        is_everywhere: false,
        is_applied: true,
        is_untyped: false,
        replaces_unknown: false,
    };
    search.block(block, value, report);
}

#[derive(Clone, Copy)]
struct CrashSearch<'a> {
    is_special: &'a dyn Fn(&Attribute) -> bool,
    /// Whether to search blocks without special attributes, too.
    is_everywhere: bool,
    /// Whether Terraform reads the special attributes at their paths.
    is_applied: bool,
    /// Whether the blocks are in a value of a dynamic type.
    is_untyped: bool,
    replaces_unknown: bool,
}

impl CrashSearch<'_> {
    fn block(self, block: &Block, value: &Value, report: &mut Report) {
        self.attributes(&block.attributes, value, false, report);
        for nested in &block.block_types {
            if !self.is_everywhere && !nested.block.any_attribute(self.is_special) {
                continue;
            }
            match value.get_named(&nested.type_name) {
                Some(value) => report.attribute(&nested.type_name, |report| {
                    self.blocks(nested, value, report);
                }),
                None => self.missing(value, &nested.type_name, report),
            }
        }
    }

    /// Reports a missing member of an object. Terraform searches for write-only attributes before it checks the type.
    fn missing(self, object: &Value, name: &str, report: &mut Report) {
        if self.is_applied && matches!(object.0, Repr::Object(_)) {
            let name = Quoted(name);
            let text = format!("missing required attribute {name}, which crashes Terraform");
            report.plain(Rule::BlocksOfWrongShape, [None, None], &text);
        }
    }

    /// Searches each block of a type.
    fn blocks(self, nested: &NestedBlock, value: &Value, report: &mut Report) {
        let is_untyped = match (&value.0, nested.nesting) {
            (_, Nesting::Single | Nesting::Group) => return self.one(nested, value, report),
            (Repr::List(_), Nesting::List)
            | (Repr::Map(_), Nesting::Map)
            | (Repr::Set(_), Nesting::Set) => self.is_untyped,
            (Repr::Tuple(_), Nesting::List) | (Repr::Object(_), Nesting::Map) => true,
            // A path with a key cannot lead to an attribute of an object.
            (Repr::Object(_), Nesting::List) if self.is_applied => {
                let mut elements = value.placed_elements();
                if elements.any(|(_, element)| element.is_present()) {
                    wrong_shape(report);
                }
                return;
            }
            // Only the plan that follows a refresh uses keys and indexes.
            (Repr::Tuple(_) | Repr::Object(_), Nesting::List | Nesting::Map)
                if !self.is_everywhere =>
            {
                true
            }
            _ if value.is_present() => return wrong_shape(report),
            _ => return,
        };
        let search = CrashSearch { is_untyped, ..self };
        for (at, element) in value.placed_elements() {
            report.within(
                Print::Same,
                || at.step(),
                |report| search.one(nested, element, report),
            );
        }
    }

    /// Searches one block.
    fn one(self, nested: &NestedBlock, value: &Value, report: &mut Report) {
        if self.is_untyped && value.is_present() && !self.has_members(nested, value) {
            return wrong_shape(report);
        }
        self.block(&nested.block, value, report);
    }

    /// Returns `true` if a block has the attributes and blocks that Terraform reads in this search.
    fn has_members(self, nested: &NestedBlock, element: &Value) -> bool {
        let Block {
            attributes,
            block_types,
            ..
        } = &*nested.block;
        let attributes = attributes.iter().filter(|one| {
            let is_within = |nested: &NestedType| {
                let mut members = nested.attributes.iter();
                members.any(|one| one.any(self.is_special))
            };
            self.is_everywhere
                || self.is_applied && (self.is_special)(one)
                || matches!(&one.ty, AttributeType::Nested(nested) if is_within(nested))
        });
        let blocks = block_types
            .iter()
            .filter(|one| self.is_everywhere || one.block.any_attribute(self.is_special));
        let names = attributes.map(|one| &one.name);
        let mut names = names.chain(blocks.map(|one| &one.type_name));
        let is_object = matches!(element.0, Repr::Object(_));
        names.all(|name| is_object && element.get_named(name).is_some())
    }

    /// Searches nested attributes. If these are inside other nested attributes, Terraform does not search within
    /// special attributes.
    fn attributes(self, all: &[Attribute], value: &Value, is_nested: bool, report: &mut Report) {
        for attribute in all {
            let AttributeType::Nested(nested) = &attribute.ty else {
                continue;
            };
            let is_within = nested.attributes.iter().any(|one| one.any(self.is_special));
            if !is_within || is_nested && (self.is_special)(attribute) {
                continue;
            }
            match value.get_named(&attribute.name) {
                Some(value) => report.attribute(&attribute.name, |report| {
                    self.objects(nested, value, report);
                }),
                None => self.missing(value, &attribute.name, report),
            }
        }
    }

    fn objects(self, nested: &NestedType, value: &Value, report: &mut Report) {
        if let Nesting::Single | Nesting::Group = nested.nesting {
            return self.attributes(&nested.attributes, value, true, report);
        }
        for (at, element) in value.placed_elements() {
            report.within(Print::Same, || at.step(), |report| {
                if element.is_null() || self.replaces_unknown && element.is_unknown() {
                    let text = "a null element next to sensitive or write-only attributes, which \
                                crashes Terraform";
                    report.plain(Rule::NullElement, [None, None], text);
                }
                self.attributes(&nested.attributes, element, true, report);
            });
        }
    }
}

pub(super) fn wrong_shape(report: &mut Report) {
    let text = "the blocks are not a tuple or object of blocks, which crashes Terraform";
    report.plain(Rule::BlocksOfWrongShape, [None, None], text);
}

/// Reports maps of blocks that were planned as known and are unknown in the final plan.
pub(super) fn unknown_maps(block: &Block, planned: &Value, last: &Value, report: &mut Report) {
    if planned.is_null() || last.is_null() {
        return;
    }
    for nested in &block.block_types {
        let [planned, last] = [planned, last].map(|value| part::block(value, nested));
        report.attribute(&nested.type_name, |report| {
            unknown_maps_in(nested, &planned, &last, report);
        });
    }
}

fn unknown_maps_in(nested: &NestedBlock, planned: &Value, last: &Value, report: &mut Report) {
    let block = &nested.block;
    match (nested.nesting, &planned.0) {
        (Nesting::Single | Nesting::Group, _) => unknown_maps(block, planned, last, report),
        (Nesting::Map, Repr::Map(_)) if last.is_unknown() => wrong_shape(report),
        (Nesting::Map, Repr::Object(_)) if !matches!(last.ty(), Type::Object(_)) => {
            wrong_shape(report);
        }
        (Nesting::Set, Repr::Set(_)) => {
            let [planned, last] = [planned, last].map(elements);
            if any_map_became_unknown(block, &planned, &last) {
                wrong_shape(report);
            }
        }
        _ => {
            let last = part::with_members(last);
            for (at, planned) in planned.placed_elements() {
                if let Some(last) = at.of(&last) {
                    report.within(
                        Print::Same,
                        || at.step(),
                        |report| {
                            unknown_maps(block, planned, last, report);
                        },
                    );
                }
            }
        }
    }
}

fn elements(value: &Value) -> Vec<Cow<'_, Value>> {
    let elements = value.placed_elements();
    elements
        .map(|(_, element)| Cow::Borrowed(element))
        .collect()
}

/// Returns `true` if any block in `last` has an unknown map of blocks where any block in `planned` has a known map.
/// Terraform compares each planned block with each block in the final plan.
fn any_map_became_unknown(
    block: &Block,
    planned: &[Cow<'_, Value>],
    last: &[Cow<'_, Value>],
) -> bool {
    block.block_types.iter().any(|nested| {
        let [planned, last] = [planned, last].map(|all| {
            let all = all.iter().map(|one| part::block(one, nested));
            all.filter(|one| !one.is_null()).collect::<Vec<_>>()
        });
        let is_map = |one: &Cow<'_, Value>| matches!(one.0, Repr::Map(_));
        let is_unknown = |one: &Cow<'_, Value>| one.is_unknown();
        match nested.nesting {
            Nesting::Map if planned.iter().any(is_map) && last.iter().any(is_unknown) => true,
            Nesting::Single | Nesting::Group => {
                any_map_became_unknown(&nested.block, &planned, &last)
            }
            _ => {
                let [planned, last] = [&planned, &last]
                    .map(|all| all.iter().flat_map(|one| elements(one)).collect::<Vec<_>>());
                any_map_became_unknown(&nested.block, &planned, &last)
            }
        }
    })
}
