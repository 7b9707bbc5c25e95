//! Compares the bytes of schemas with those that prost writes.

use ::prost::Message as _;

use std::sync::Arc;

use crate::schema::{
    Attribute, AttributeType, Block, NestedBlock, NestedType, Nesting, Schema, StringKind,
};
use crate::ty::Type;
use crate::{tfplugin5, tfplugin6};

fn attribute(name: &'static str, ty: AttributeType) -> Attribute {
    Attribute {
        ty,
        description: "d".repeat(130).into(),
        description_kind: StringKind::Markdown,
        required: true,
        optional: true,
        computed: true,
        sensitive: true,
        write_only: true,
        deprecated: true,
        deprecation_message: "m".into(),
        ..Attribute::new(name, Type::Bool)
    }
}

fn block(attributes: Vec<Attribute>, block_types: Vec<NestedBlock>) -> Block {
    Block {
        attributes,
        block_types,
        description: "b".into(),
        description_kind: StringKind::Markdown,
        deprecated: true,
        deprecation_message: "m".into(),
    }
}

/// Returns a schema with nested blocks of all modes, each of which is used three times and is longer
/// than 127 bytes, so that its length takes more than one byte.
fn schema(leaf: &AttributeType) -> Schema {
    let leaf = block(vec![attribute("leaf", leaf.clone())], Vec::new());
    let modes = [
        Nesting::Single,
        Nesting::Group,
        Nesting::List,
        Nesting::Set,
        Nesting::Map,
    ];
    let outer = modes.into_iter().fold(leaf, |inner, nesting| {
        let nested = |type_name: &'static str, block: &Arc<Block>, items| NestedBlock {
            type_name: type_name.into(),
            block: Arc::clone(block),
            nesting,
            min_items: items,
            max_items: items,
        };
        let plain = Attribute::new("plain", Type::list(Type::Dynamic));
        let inner = Arc::new(inner);
        let blocks = vec![
            nested("empty", &Arc::default(), 0),
            nested("inner", &inner, u64::MAX),
            nested("other", &inner, 1),
            nested("third", &inner, 2),
        ];
        block(vec![plain], blocks)
    });
    Schema {
        version: 7,
        block: outer,
    }
}

#[test]
fn bytes_equal_those_of_prost() {
    let plain = AttributeType::Type(Type::set(Type::String));
    let message = tfplugin5::Schema::try_from(schema(&plain)).unwrap();
    let decoded = message.decode_block().unwrap();
    assert_eq!(message.block, Some(decoded.encode_to_vec()));

    for nesting in [Nesting::Single, Nesting::List, Nesting::Set, Nesting::Map] {
        let attributes = vec![attribute("member", plain.clone())];
        let nested = AttributeType::Nested(NestedType::new(nesting, attributes));
        let schema = schema(&nested);
        let message = tfplugin6::Schema::from(&schema);
        let decoded = message.decode_block().unwrap();
        assert_eq!(message.block, Some(decoded.encode_to_vec()));
        assert_eq!(decoded.block_types[1].max_items, i64::MAX);
    }
}
