//! Validation of configurations.

use super::faults::Faults;
use crate::error::Error;
use crate::path::Step;
use crate::schema::{Attribute, AttributeType, Block, NestedBlock, NestedType, Nesting};
use crate::ty::Type;
use crate::value::Value;

/// Checks the value of a block.
pub(super) fn check(block: &Block, config: &Value, faults: &mut Faults) {
    if config.is_unknown() {
        return;
    }
    if config.members().is_none() {
        faults.add(mismatch("an object", config));
        return;
    }
    let mut found = check_members(&block.attributes, config, faults);
    for nested in &block.block_types {
        faults.attribute(&nested.type_name, |faults| {
            match config.get(&nested.type_name) {
                Some(value) => {
                    check_blocks(nested, value, faults);
                    found += 1;
                }
                None => faults.add(missing()),
            }
        });
    }
    check_names(config, found, faults, |name| {
        block.attribute(name).is_some() || block.block_type(name).is_some()
    });
}

/// Checks that the schema has all attributes of the value. `found` is the number of attributes of the value that were
/// found in the schema.
fn check_names(object: &Value, found: usize, faults: &mut Faults, is_known: impl Fn(&str) -> bool) {
    let members = object.members().into_iter().flatten();
    if members.clone().count() == found {
        return;
    }
    for (name, _) in members {
        if !is_known(name) {
            faults.add(Error::surplus(name));
        }
    }
}

/// Checks the attributes of an object, and returns the number of attributes that were found.
fn check_members(attributes: &[Attribute], object: &Value, faults: &mut Faults) -> usize {
    let (mut found, mut near) = (0, 0);
    for attribute in attributes {
        faults.attribute(&attribute.name, |faults| {
            match object.get_near(&attribute.name, &mut near) {
                Some(value) => {
                    check_attribute(attribute, value, faults);
                    found += 1;
                }
                None => faults.add(missing()),
            }
        });
    }
    found
}

fn check_attribute(attribute: &Attribute, value: &Value, faults: &mut Faults) {
    if value.is_null() {
        if attribute.required {
            faults.add(Error::null());
        }
        return;
    }
    if !attribute.required && !attribute.optional {
        faults.add(Error::data(
            "the provider decides the value: it cannot be configured",
        ));
        return;
    }
    let check = |faults: &mut Faults| match &attribute.ty {
        AttributeType::Type(ty) => check_type(ty, value, faults),
        AttributeType::Nested(object) => check_objects(object, value, faults),
    };
    if attribute.is_secret() {
        faults.redacted(check);
    } else {
        check(faults);
    }
}

/// Checks the value of a nested attribute.
fn check_objects(nested: &NestedType, value: &Value, faults: &mut Faults) {
    each(nested.nesting, value, faults, |object, faults| {
        if !object.is_present() {
            return;
        }
        if object.members().is_none() {
            faults.add(mismatch("an object", object));
            return;
        }
        let found = check_members(&nested.attributes, object, faults);
        check_names(object, found, faults, |name| {
            nested.attributes.iter().any(|one| one.name == name)
        });
    });
}

/// Checks all blocks of a type.
fn check_blocks(nested: &NestedBlock, value: &Value, faults: &mut Faults) {
    if value.is_unknown() {
        return;
    }
    check_count(nested, value, faults);
    match nested.nesting {
        _ if value.is_null() => {}
        Nesting::Group if is_absent(&nested.block, value) => {}
        nesting => each(nesting, value, faults, |block, faults| {
            check(&nested.block, block, faults);
        }),
    }
}

fn check_count(nested: &NestedBlock, value: &Value, faults: &mut Faults) {
    let count = match nested.nesting {
        Nesting::Single | Nesting::Group => u64::from(!value.is_null()),
        _ => value.elements().map_or(0, |elements| elements.len() as u64),
    };
    let blocks = |count| match count {
        1 => "1 block is".to_owned(),
        count => format!("{count} blocks are"),
    };
    // Terraform counts the blocks before it converts them to a set, because the conversion drops duplicates.
    let may_be_more = nested.nesting == Nesting::Set && count > 0;
    if count < nested.min_items && !may_be_more {
        let required = blocks(nested.min_items);
        let fault = format!("at least {required} required, got {count}");
        faults.add(Error::data(fault));
    }
    // Unknown elements of a set may turn out to be equal.
    let is_exact = nested.nesting != Nesting::Set || value.is_wholly_known();
    if nested.max_items != 0 && count > nested.max_items && is_exact {
        let allowed = blocks(nested.max_items);
        let fault = format!("at most {allowed} allowed, got {count}");
        faults.add(Error::data(fault));
    }
}

/// Returns `true` if the configuration omits the group, that is, if all attributes of the group are null and it has no
/// blocks.
fn is_absent(block: &Block, value: &Value) -> bool {
    let is_null = |attribute: &Attribute| value.get(&attribute.name).is_some_and(Value::is_null);
    let has_none = |nested: &NestedBlock| match (value.get(&nested.type_name), nested.nesting) {
        (Some(group), Nesting::Group) => is_absent(&nested.block, group),
        (Some(block), Nesting::Single) => block.is_null(),
        (Some(blocks), _) => blocks.is_null() || is_empty(blocks),
        (None, _) => false,
    };
    block.attributes.iter().all(is_null) && block.block_types.iter().all(has_none)
}

fn is_empty(blocks: &Value) -> bool {
    let elements = blocks.elements().map(|elements| elements.len());
    let entries = blocks.entries().map(|entries| entries.len());
    let members = blocks.members().map(Iterator::count);
    elements.or(entries).or(members) == Some(0)
}

/// Checks each object in a value that is not null.
fn each(nesting: Nesting, value: &Value, faults: &mut Faults, check: impl Fn(&Value, &mut Faults)) {
    let expected = match nesting {
        _ if value.is_unknown() => return,
        Nesting::Single | Nesting::Group => return check(value, faults),
        Nesting::List => "a list",
        Nesting::Set => "a set",
        Nesting::Map => "a map",
    };
    match (nesting == Nesting::Map, value.elements()) {
        (false, Some(elements)) => {
            for (element, index) in elements.zip(0..) {
                faults.within(Step::Index(index), |faults| check(element, faults));
            }
        }
        // Maps of blocks with dynamic attributes are objects.
        (true, None) if value.entries().is_some() || value.members().is_some() => {
            let entries = value.entries().into_iter().flatten();
            for (key, element) in entries.chain(value.members().into_iter().flatten()) {
                faults.within(Step::Key(key.into()), |faults| check(element, faults));
            }
        }
        _ => faults.add(mismatch(expected, value)),
    }
}

/// Checks the type of a value, and reports each part that has a different type.
fn check_type(ty: &Type, value: &Value, faults: &mut Faults) {
    // A null or unknown value of dynamic type does not have its final type yet.
    let is_undecided = || !value.is_present() && value.ty() == Type::Dynamic;
    if is_undecided() || value.ty().conforms_to(ty) {
        return;
    }
    match (ty, value.elements(), value.entries(), value.members()) {
        (Type::List(element) | Type::Set(element), Some(elements), ..) => {
            for (part, index) in elements.zip(0..) {
                faults.within(Step::Index(index), |faults| {
                    check_type(element, part, faults);
                });
            }
        }
        (Type::Map(element), _, Some(entries), _) => {
            for (key, part) in entries {
                faults.within(Step::Key(key.into()), |faults| {
                    check_type(element, part, faults);
                });
            }
        }
        (Type::Tuple(types), Some(elements), ..) if types.len() == elements.len() => {
            for ((ty, part), index) in types.iter().zip(elements).zip(0..) {
                faults.within(Step::Index(index), |faults| check_type(ty, part, faults));
            }
        }
        (Type::Object(object), .., Some(_)) => {
            let mut found = 0;
            for attribute in object {
                faults.attribute(&attribute.name, |faults| match value.get(&attribute.name) {
                    Some(part) => {
                        check_type(&attribute.ty, part, faults);
                        found += 1;
                    }
                    None => faults.add(missing()),
                });
            }
            check_names(value, found, faults, |name| object.get(name).is_some());
        }
        _ => faults.add(mismatch(&ty.with_article(), value)),
    }
}

#[cold]
fn missing() -> Error {
    Error::data("the attribute is missing")
}

#[cold]
fn mismatch(expected: &str, value: &Value) -> Error {
    if value.is_null() {
        return Error::mismatch(expected.to_owned(), "null");
    }
    // The names in the type of an object may be secret, so redaction must remove the type.
    let ty = value.ty().with_article();
    Error::mismatch_value(expected.to_owned(), "a value of another type", ty)
}
