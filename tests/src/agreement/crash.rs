//! Answers that crash Terraform, which are no cases.

use tfvalue::schema::{Attribute, AttributeType, Block, NestedType, Nesting};
use tfvalue::{Type, Value};

use super::parts::parts;

/// Returns `true` if Terraform crashes because of an answer, which may be the result of apply.
pub(super) fn crashes(block: &Block, value: &Value, is_result: bool) -> bool {
    let nested = block.block_types.iter();
    let mut blocks = nested.filter_map(|one| Some((one, value.get(&*one.type_name)?)));
    has_bad_nulls(&block.attributes, value, is_result)
        || blocks.any(|(nested, blocks)| {
            if matches!(nested.nesting, Nesting::Single | Nesting::Group) {
                return crashes(&nested.block, blocks, is_result);
            }
            let ty = nested.block.implied_type();
            if is_result && blocks.is_null() && matches!(blocks.ty(), Type::Object(_)) {
                return true;
            }
            let is_kind = match (blocks.ty(), nested.nesting) {
                _ if blocks.is_null() || blocks.is_unknown() => true,
                (Type::Tuple(_) | Type::List(_), Nesting::List) => true,
                (Type::Object(_) | Type::Map(_), Nesting::Map) => true,
                (Type::Set(_), Nesting::Set) => true,
                _ => false,
            };
            let is_bad =
                |one: &Value| !one.ty().conforms_to(&ty) || crashes(&nested.block, one, is_result);
            !is_kind || parts(blocks).iter().any(is_bad)
        })
}

/// Returns `true` if a collection of nested attributes with a sensitive or write-only one has a null element.
fn has_bad_nulls(attributes: &[Attribute], value: &Value, is_result: bool) -> bool {
    attributes.iter().any(|attribute| {
        let AttributeType::Nested(nested) = &attribute.ty else {
            return false;
        };
        let Some(value) = value.get(&*attribute.name) else {
            return false;
        };
        if matches!(nested.nesting, Nesting::Single | Nesting::Group) {
            return has_bad_nulls(&nested.attributes, value, is_result);
        }
        // Terraform replaces unknown values in a result with null.
        let is_null = |one: &Value| one.is_null() || is_result && one.is_unknown();
        let is_bad = |one: &Value| {
            is_null(one) && has_special(nested) || has_bad_nulls(&nested.attributes, one, is_result)
        };
        parts(value).iter().any(is_bad)
    })
}

/// Returns `true` if any of the nested attributes is sensitive or write-only.
pub(super) fn has_special(nested: &NestedType) -> bool {
    nested.attributes.iter().any(|one| {
        let is_special = one.sensitive || one.write_only;
        is_special || matches!(&one.ty, AttributeType::Nested(nested) if has_special(nested))
    })
}
