//! The rules for blocks and attributes.

use super::faults::Faults;
use crate::error::Error;
use crate::schema::{Attribute, AttributeType, Block, NestedBlock, Nesting, Schema, SchemaKind};

pub(super) fn check(schema: &Schema, faults: &mut Faults) {
    check_version(schema.version, faults);
    check_block(&schema.block, faults);
}

pub(super) fn check_version(version: i64, faults: &mut Faults) {
    faults.rule(version < 0, "the version must not be negative");
}

pub(super) fn check_block(block: &Block, faults: &mut Faults) {
    check_deprecation(block.deprecated, &block.deprecation_message, faults);
    check_attributes(&block.attributes, faults);
    if block.computed {
        check_computed(block, faults);
    }
    faults.repeated(block.block_types.iter().map(|one| &*one.type_name));
    for nested in &block.block_types {
        faults.attribute(&nested.type_name, |faults| {
            faults.rule(
                block.attribute(&nested.type_name).is_some(),
                "an attribute and a nested block have the same name",
            );
            check_nested_block(nested, faults);
        });
    }
}

/// Checks that the provider may set all attributes and blocks in a computed block.
fn check_computed(block: &Block, faults: &mut Faults) {
    let attributes = block.attributes.iter().map(|one| (&one.name, one.computed));
    let blocks = block.block_types.iter();
    let blocks = blocks.map(|one| (&one.type_name, one.block.computed));
    for (name, is_computed) in attributes.chain(blocks) {
        faults.attribute(name, |faults| {
            faults.rule(
                !is_computed,
                "everything in a computed block must be computed",
            );
        });
    }
}

/// Names of attributes are not checked, because many providers use names that Terraform advises
/// against.
fn check_attributes(attributes: &[Attribute], faults: &mut Faults) {
    faults.repeated(attributes.iter().map(|one| &*one.name));
    for attribute in attributes {
        faults.attribute(&attribute.name, |faults| check_attribute(attribute, faults));
    }
}

fn check_attribute(attribute: &Attribute, faults: &mut Faults) {
    let Attribute {
        required,
        optional,
        computed,
        ..
    } = *attribute;
    faults.rule(
        !required && !optional && !computed,
        "at least one of required, optional and computed must be set",
    );
    faults.rule(
        required && optional,
        "required and optional exclude each other",
    );
    faults.rule(
        required && computed,
        "required and computed exclude each other",
    );
    check_deprecation(attribute.deprecated, &attribute.deprecation_message, faults);
    if let AttributeType::Nested(object) = &attribute.ty {
        if object.nesting == Nesting::Set {
            let dynamic = object.implied_type().has_dynamic();
            let write_only = object.attributes.iter().any(Attribute::has_write_only);
            check_set(dynamic, write_only, faults);
        }
        check_attributes(&object.attributes, faults);
    }
}

fn check_nested_block(nested: &NestedBlock, faults: &mut Faults) {
    let is_of_name = |c: char| matches!(c, 'a'..='z' | '0'..='9' | '_');
    faults.rule(
        nested.type_name.is_empty() || !nested.type_name.chars().all(is_of_name),
        "the name of a block can contain only lower-case letters, digits and underscores",
    );
    let counts = (nested.min_items, nested.max_items);
    match nested.nesting {
        Nesting::Single => faults.rule(
            !matches!(counts, (0, 0) | (1, 1)),
            "min_items and max_items of a single block must both be 0 or both be 1",
        ),
        Nesting::Group | Nesting::Map => faults.rule(
            counts != (0, 0),
            "min_items and max_items of a group or map must be 0",
        ),
        Nesting::List | Nesting::Set => faults.rule(
            counts.1 != 0 && counts.0 > counts.1,
            "min_items is greater than max_items",
        ),
    }
    if nested.block.computed {
        faults.rule(
            nested.nesting == Nesting::Group,
            "a group of attributes cannot be computed",
        );
        faults.rule(
            counts.0 > 0 && matches!(nested.nesting, Nesting::List | Nesting::Set),
            "min_items and computed exclude each other",
        );
    }
    if nested.nesting == Nesting::Set {
        let dynamic = nested.block.implied_type().has_dynamic();
        check_set(dynamic, nested.block.has_write_only(), faults);
    }
    check_block(&nested.block, faults);
}

fn check_deprecation(deprecated: bool, message: &str, faults: &mut Faults) {
    faults.rule(
        !deprecated && !message.is_empty(),
        "a deprecation message requires deprecated",
    );
}

/// Elements of a set are identified by their values, so each value must be complete, and all values must have the same
/// type.
fn check_set(dynamic: bool, write_only: bool, faults: &mut Faults) {
    faults.rule(dynamic, "elements of a set cannot have dynamic members");
    faults.rule(
        write_only,
        "elements of a set cannot have write-only members",
    );
}

/// Checks that attributes and blocks that a configuration can set do not have reserved names.
pub(super) fn check_reserved(block: &Block, kind: SchemaKind, faults: &mut Faults) {
    let configurable = block
        .attributes
        .iter()
        .filter(|one| one.required || one.optional);
    let attributes = configurable.map(|one| (&one.name, kind.reserved_attributes()));
    let nested = block.block_types.iter();
    for (name, reserved) in
        attributes.chain(nested.map(|one| (&one.type_name, kind.reserved_blocks())))
    {
        if reserved.contains(&&**name) {
            faults.attribute(name, |faults| {
                faults.add(Error::data("the name is reserved by Terraform"));
            });
        }
    }
}
