//! Completes the blocks in refreshed states from providers that use the legacy SDK, as Terraform does.

use crate::schema::{AttributeType, Block, NestedBlock, Nesting};
use crate::ty::Type;
use crate::value::Value;

/// Returns a refreshed state as Terraform stores it, with empty collections instead of nested blocks that are null.
///
/// Null lists and sets of blocks become empty, and a null group becomes its [empty value](Block::empty). Unknown blocks
/// become a single block with unknown attributes. Blocks with dynamic attributes are not changed. Terraform 1.11 does
/// this for every provider. Newer versions do so only for a schema that [may be from the legacy SDK](may_be_legacy).
///
/// # Examples
///
/// ```
/// use tfvalue::rules::normalize_legacy_object;
/// use tfvalue::schema::{Block, NestedBlock, Nesting};
/// use tfvalue::{Type, Value};
///
/// let block = Block::new().block_types([NestedBlock::new("disk", Nesting::List, Block::new())]);
/// let ty = block.block_types[0].implied_type();
/// let refreshed = Value::object([("disk", Value::null(ty))])?;
/// assert_eq!(normalize_legacy_object(&block, &refreshed).to_string(), "{ disk = [] }");
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[must_use]
pub fn normalize_legacy_object(block: &Block, value: &Value) -> Value {
    if value.is_unknown() {
        return unknown_object(block);
    }
    let Some(members) = value.members() else {
        return value.clone();
    };
    let members = members.map(|(name, value)| {
        let nested = block
            .block_type(name)
            .filter(|_| block.attribute(name).is_none());
        (
            name,
            nested.map_or_else(|| value.clone(), |nested| complete(nested, value)),
        )
    });
    Value::object(members).unwrap_or_else(|_| value.clone())
}

fn complete(nested: &NestedBlock, value: &Value) -> Value {
    let block = &*nested.block;
    let ty = block.implied_type();
    match nested.nesting {
        _ if ty.has_dynamic() => value.clone(),
        Nesting::Single | Nesting::Group if value.is_unknown() => unknown_block(block),
        Nesting::Group if value.is_null() => block.empty(),
        Nesting::Single | Nesting::Group => normalize_legacy_object(block, value),
        Nesting::Map => value.clone(),
        Nesting::List | Nesting::Set if value.is_null() => nested.empty(),
        Nesting::List | Nesting::Set => {
            let elements = if value.is_unknown() {
                vec![unknown_block(block)]
            } else {
                value
                    .placed_elements()
                    .map(|(_, one)| normalize_legacy_object(block, one))
                    .collect()
            };
            let completed = match nested.nesting {
                Nesting::Set => Value::set(ty, elements),
                _ => Value::list(ty, elements),
            };
            completed.unwrap_or_else(|_| value.clone())
        }
    }
}

/// Returns the blocks in an unknown object one by one.
fn unknown_object(block: &Block) -> Value {
    unknown_with(block, unknown_blocks)
}

/// Returns a block whose attributes are unknown.
fn unknown_block(block: &Block) -> Value {
    unknown_with(block, |nested| match nested.nesting {
        Nesting::Single | Nesting::Group => unknown_block(&nested.block),
        Nesting::Map => nested.empty(),
        Nesting::List | Nesting::Set => unknown_blocks(nested),
    })
}

fn unknown_blocks(nested: &NestedBlock) -> Value {
    complete(nested, &Value::unknown(nested.implied_type()))
}

/// Returns an object with unknown attributes. `blocks` returns the value for each type of nested block.
fn unknown_with(block: &Block, blocks: fn(&NestedBlock) -> Value) -> Value {
    let attributes = block.attributes.iter();
    let attributes = attributes.map(|one| (&one.name, Value::unknown(one.implied_type())));
    let nested = block.block_types.iter();
    let nested = nested.filter(|nested| block.attribute(&nested.type_name).is_none());
    let nested = nested.map(|nested| (&nested.type_name, blocks(nested)));
    Value::object(attributes.chain(nested)).unwrap_or_else(|_| Value::unknown(block.implied_type()))
}

/// Returns `true` if a provider that uses the legacy SDK could have this schema.
///
/// The SDK does not support nested attributes, tuples, objects or maps of objects. Collections can contain other
/// collections only if the inner collections contain primitive values.
///
/// # Examples
///
/// ```
/// use tfvalue::rules::may_be_legacy;
/// use tfvalue::{Attr, TfSchema};
/// # #[derive(TfSchema)]
/// # #[tf(kind = resource)]
/// # struct Server {
/// #     #[tf(computed)]
/// #     id: Attr<String>,
/// #     #[tf(required)]
/// #     name: Attr<String>,
/// # }
/// #
/// assert!(may_be_legacy(&Server::block()));
///
/// #[derive(TfSchema)]
/// #[tf(kind = resource)]
/// struct Group {
///     #[tf(optional)]
///     leader: Attr<Member>, // a nested attribute
/// }
///
/// #[derive(TfSchema)]
/// struct Member {
///     #[tf(required)]
///     name: Attr<String>,
/// }
///
/// assert!(!may_be_legacy(&Group::block()));
/// ```
#[must_use]
pub fn may_be_legacy(block: &Block) -> bool {
    let attributes = block
        .attributes
        .iter()
        .all(|attribute| match &attribute.ty {
            AttributeType::Nested(_) => false,
            AttributeType::Type(ty) => is_legacy_type(ty),
        });
    attributes
        && block
            .block_types
            .iter()
            .all(|nested| may_be_legacy(&nested.block))
}

fn is_legacy_type(ty: &Type) -> bool {
    let is_primitive = |ty: &Type| matches!(ty, Type::String | Type::Number | Type::Bool);
    match ty {
        Type::Tuple(_) | Type::Object(_) => false,
        Type::Map(element) => {
            !matches!(**element, Type::Object(_)) && is_legacy_element(element, is_primitive)
        }
        Type::List(element) | Type::Set(element) => is_legacy_element(element, is_primitive),
        _ => true,
    }
}

fn is_legacy_element(element: &Type, is_primitive: impl Fn(&Type) -> bool) -> bool {
    match element {
        Type::List(inner) | Type::Set(inner) | Type::Map(inner) => is_primitive(inner),
        _ => true,
    }
}
