//! The checks that Terraform makes for every response: the type, write-only attributes, and unknown values.

use super::crash;
use super::fault::Phase;
use super::go::Go;
use super::quoted::Quoted;
use super::report::{Print, Report};
use super::rule::Rule;
use crate::path::Path;
use crate::path::Step;
use crate::schema::{Attribute, AttributeType, Block, NestedType, Nesting};
use crate::ty::Type;
use crate::value::{At, Repr, Value};

/// Reports every place where the type of a value does not conform to the schema.
pub(super) fn conforms(block: &Block, value: &Value, report: &mut Report) {
    let ty = block.implied_type();
    if !value.ty().conforms_to(&ty) {
        types(&value.ty(), &ty, report);
    }
}

/// Finds the differences between types.
pub(super) fn types(own: &Type, ty: &Type, report: &mut Report) {
    match (own, ty) {
        _ if own.conforms_to(ty) => {}
        (Type::List(own), Type::List(ty))
        | (Type::Set(own), Type::Set(ty))
        | (Type::Map(own), Type::Map(ty)) => {
            // Terraform prints dots for a key in a map, too.
            report.within(
                Print::Dots,
                || Step::Index(0),
                |report| types(own, ty, report),
            );
        }
        (Type::Object(own), Type::Object(ty)) => {
            for attribute in ty {
                match own.get(&attribute.name) {
                    Some(own) => report.attribute(&attribute.name, |report| {
                        types(&own.ty, &attribute.ty, report);
                    }),
                    None => {
                        let name = Quoted(&attribute.name);
                        let text = format!("missing required attribute {name}");
                        report.plain(Rule::WrongType, [None, None], &text);
                    }
                }
            }
            // The names may be secret.
            if own
                .iter()
                .any(|attribute| ty.get(&attribute.name).is_none())
            {
                report.plain(Rule::WrongType, [None, None], "unsupported attribute");
            }
        }
        (Type::Tuple(own), Type::Tuple(ty)) if own.len() != ty.len() => {
            let text = format!("{} elements are required, but got {}", ty.len(), own.len());
            report.plain(Rule::WrongType, [None, None], &text);
        }
        (Type::Tuple(own), Type::Tuple(ty)) => {
            for (index, (own, ty)) in own.iter().zip(ty.iter()).enumerate() {
                let step = || Step::Index(index as u64);
                report.within(Print::Same, step, |report| types(own, ty, report));
            }
        }
        _ => {
            let text = format!("{ty} required, but received {own}");
            report.plain(Rule::WrongType, [None, None], &text);
        }
    }
}

/// Reports every write-only attribute that is not null.
pub(super) fn write_only(block: &Block, value: &Value, report: &mut Report) {
    if block.has_write_only() {
        crash::write_only(block, value, report);
        write_only_block(block, value, report);
    }
}

/// Returns the places of write-only attributes in a configuration.
#[cfg(feature = "provider")]
#[must_use]
pub fn write_only_places(block: &Block, config: &Value) -> Vec<Path> {
    let mut report = Report::new(Phase::Plan);
    if block.has_write_only() {
        write_only_block(block, config, &mut report);
    }
    let faults = report.into_faults(block, config).into_iter();
    faults.map(|fault| fault.path).collect()
}

fn write_only_block(block: &Block, value: &Value, report: &mut Report) {
    if value.is_unknown() {
        return;
    }
    write_only_members(&block.attributes, value, report);
    for nested in &block.block_types {
        let Some(blocks) = value.get_named(&nested.type_name) else {
            continue;
        };
        report.attribute(&nested.type_name, |report| {
            each(nested.nesting, blocks, report, |value, report| {
                write_only_block(&nested.block, value, report);
            });
        });
    }
}

fn write_only_members(attributes: &[Attribute], value: &Value, report: &mut Report) {
    for attribute in attributes
        .iter()
        .filter(|attribute| attribute.has_write_only())
    {
        // In an unknown element of a collection, the attribute is unknown, so it is not null.
        let is_unknown = value.is_unknown() && attribute.write_only;
        let value = match value.get_named(&attribute.name) {
            Some(value) => value,
            None if is_unknown => value,
            None => continue,
        };
        report.attribute(&attribute.name, |report| match &attribute.ty {
            _ if value.is_null() => {}
            _ if attribute.write_only => {
                let text = "a value for the write-only attribute";
                report.plain(Rule::WriteOnlyValue, [None, None], text);
            }
            AttributeType::Nested(_) if value.is_unknown() => {}
            AttributeType::Nested(NestedType {
                attributes,
                nesting,
            }) => {
                report.secret(attribute.sensitive, |report| {
                    each(*nesting, value, report, |value, report| {
                        write_only_members(attributes, value, report);
                    });
                });
            }
            AttributeType::Type(_) => {}
        });
    }
}

/// Runs a check on each object of a value.
fn each(nesting: Nesting, value: &Value, report: &mut Report, check: impl Fn(&Value, &mut Report)) {
    let print = match nesting {
        Nesting::Single | Nesting::Group => return check(value, report),
        Nesting::Set => Print::Dots,
        // Blocks with dynamic attributes.
        Nesting::Map if matches!(value.0, Repr::Object(_)) => Print::Attribute,
        Nesting::List | Nesting::Map => Print::Same,
    };
    for (at, element) in value.placed_elements() {
        report.within(print, || at.step(), |report| check(element, report));
    }
}

/// Reports each unknown value.
pub(super) fn unknown(block: &Block, value: &Value, report: &mut Report) {
    if value.is_wholly_known() {
        return;
    }
    if value.is_unknown() {
        return unknown_value(value, report);
    }
    unknown_members(&block.attributes, value, report);
    for nested in &block.block_types {
        let Some(blocks) = value.get_named(&nested.type_name) else {
            continue;
        };
        report.attribute(&nested.type_name, |report| {
            if blocks.is_unknown() {
                return unknown_value(blocks, report);
            }
            each(nested.nesting, blocks, report, |value, report| {
                unknown(&nested.block, value, report);
            });
        });
    }
}

fn unknown_members(attributes: &[Attribute], value: &Value, report: &mut Report) {
    for attribute in attributes {
        let Some(value) = value.get_named(&attribute.name) else {
            continue;
        };
        let is_secret = attribute.is_secret();
        report.attribute(&attribute.name, |report| {
            report.secret(is_secret, |report| match &attribute.ty {
                _ if value.is_unknown() => unknown_value(value, report),
                AttributeType::Nested(NestedType {
                    attributes,
                    nesting,
                }) => {
                    each(*nesting, value, report, |value, report| {
                        if value.is_unknown() {
                            unknown_value(value, report);
                        } else {
                            unknown_members(attributes, value, report);
                        }
                    });
                }
                // Names inside a sensitive value are also sensitive.
                AttributeType::Type(_) if is_secret => {
                    if !value.is_wholly_known() {
                        unknown_value(value, report);
                    }
                }
                AttributeType::Type(_) => unknown_parts(value, report),
            });
        });
    }
}

fn unknown_parts(value: &Value, report: &mut Report) {
    if value.is_unknown() {
        return unknown_value(value, report);
    }
    let print = match &value.0 {
        Repr::Set(_) => Print::Dots,
        Repr::Object(_) => Print::Attribute,
        _ => Print::Same,
    };
    for (at, part) in value.placed_elements() {
        let step = || match (at, print) {
            (At::Key(name), Print::Attribute) => Step::Attribute(name.to_owned().into()),
            _ => at.step(),
        };
        report.within(print, step, |report| unknown_parts(part, report));
    }
}

fn unknown_value(value: &Value, report: &mut Report) {
    report.add(
        Rule::UnknownInResult,
        [None, Some(value)],
        "unknown value",
        || format!("unknown value {}", Go(value)),
    );
}
