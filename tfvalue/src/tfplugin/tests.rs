//! Compares the bytes of schemas with the bytes that prost writes, and reads the bytes as prost does.

use std::sync::Arc;

use ::prost::Message as _;
use ::prost::encoding;

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
        computed: false,
        deprecation_message: "m".into(),
    }
}

/// Returns a schema with nested blocks of all modes. Each block is used three times and is longer than 127 bytes, so
/// its length takes more than one byte.
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

/// Adds an unknown field to each nested block, with a different value in each block.
fn told_apart(block: &mut tfplugin6::schema::Block, count: &mut u64) -> Vec<u8> {
    let nested = std::mem::take(&mut block.block_types);
    let mut bytes = block.encode_to_vec();
    for mut one in nested {
        let mut inner = one.block.take().unwrap_or_default();
        let mut inner = told_apart(&mut inner, count);
        *count += 1;
        encoding::uint64::encode(1000, count, &mut inner);
        let mut outer = one.encode_to_vec();
        encoding::bytes::encode(2, &inner, &mut outer);
        encoding::bytes::encode(3, &outer, &mut bytes);
    }
    bytes
}

fn read(block: &[u8]) -> Result<Schema, crate::Error> {
    Schema::try_from(&tfplugin6::Schema {
        version: 7,
        block: Some(block.to_vec()),
    })
}

#[test]
fn sharing_equal_blocks_changes_nothing() {
    let leaf = AttributeType::Type(Type::map(Type::Bool));
    let bytes = tfplugin6::Schema::from(&schema(&leaf)).block.unwrap();
    let shared = read(&bytes).unwrap();
    let mut count = 0;
    let mut decoded = tfplugin6::schema::Block::decode(&bytes[..]).unwrap();
    let apart = read(&told_apart(&mut decoded, &mut count)).unwrap();
    assert_eq!(shared, apart);
    assert_eq!(shared.implied_type(), apart.implied_type());
    assert_eq!(count, 4 * (1 + 3 + 9 + 27 + 81));

    let inner = |schema: &Schema, index: usize| Arc::clone(&schema.block.block_types[index].block);
    assert!(Arc::ptr_eq(&inner(&shared, 1), &inner(&shared, 2)));
    assert!(!Arc::ptr_eq(&inner(&apart, 1), &inner(&apart, 2)));
    let mut changed = shared.clone();
    Arc::make_mut(&mut changed.block.block_types[1].block).deprecated = false;
    assert_eq!(inner(&changed, 2), inner(&shared, 2));
    assert_ne!(inner(&changed, 1), inner(&shared, 1));
}

#[test]
fn blocks_that_differ_in_one_field_are_not_shared() {
    let changes: [fn(&mut Attribute); 9] = [
        |_| {},
        |one| one.required = false,
        |one| one.optional = false,
        |one| one.computed = false,
        |one| one.sensitive = false,
        |one| one.write_only = false,
        |one| one.deprecated = false,
        |one| one.description_kind = StringKind::Plain,
        |one| one.ty = AttributeType::Type(Type::String),
    ];
    let blocks = changes.iter().map(|change| {
        let mut one = attribute("one", AttributeType::Type(Type::Bool));
        change(&mut one);
        NestedBlock::new("same", Nesting::List, block(vec![one], Vec::new()))
    });
    let schema = Schema::new(block(Vec::new(), blocks.collect()));
    for read in [
        Schema::try_from(&tfplugin5::Schema::try_from(&schema).unwrap()),
        Schema::try_from(&tfplugin6::Schema::from(&schema)),
    ] {
        assert_eq!(read.unwrap(), schema);
    }
}

/// Returns a block that contains another block.
fn around(inner: &[u8]) -> Vec<u8> {
    let (mut nested, mut bytes) = (Vec::new(), Vec::new());
    encoding::string::encode(1, &"b".to_owned(), &mut nested);
    encoding::bytes::encode(2, &inner.to_vec(), &mut nested);
    encoding::int32::encode(3, &1, &mut nested);
    encoding::bytes::encode(3, &nested, &mut bytes);
    bytes
}

#[test]
fn blocks_are_too_deep_as_in_prost_even_if_they_are_shared() {
    let mut block = Vec::new();
    let mut depth = 0;
    while tfplugin6::schema::Block::decode(&block[..]).is_ok() {
        assert!(read(&block).is_ok(), "{depth}");
        depth += 1;
        block = around(&block);
    }
    assert_eq!(depth, 51);
    let error = read(&block).unwrap_err().to_string();
    assert!(
        error.ends_with("b: malformed block: it is nested too deeply"),
        "{error}"
    );

    // The same block is first read where the depth limit allows it, and then where it is nested too deeply.
    let mut half = Vec::new();
    for _ in 0..30 {
        half = around(&half);
    }
    let mut both = around(&half);
    let mut deep = half.clone();
    for _ in 0..30 {
        deep = around(&deep);
    }
    both.extend(deep);
    assert!(read(&half).is_ok());
    assert!(read(&both).is_err());
}

#[test]
fn damaged_blocks_are_read_as_in_prost() {
    let nested = NestedType::new(
        Nesting::Map,
        [attribute("m", AttributeType::Type(Type::Bool))],
    );
    let leaf = block(
        vec![attribute("leaf", AttributeType::Nested(nested))],
        Vec::new(),
    );
    let two = ["a", "b"].map(|name| NestedBlock::new(name, Nesting::Set, leaf.clone()));
    let schema = Schema::new(block(Vec::new(), two.into()));
    let whole = tfplugin6::Schema::from(&schema).block.unwrap();
    let check = |bytes: &[u8]| match (tfplugin6::schema::Block::decode(bytes), read(bytes)) {
        (Ok(decoded), result) => {
            // prost merges the parts of a message, and drops unknown fields.
            let again = read(&decoded.encode_to_vec());
            let text = |error: crate::Error| error.to_string();
            assert_eq!(result.map_err(text), again.map_err(text), "{bytes:?}");
            true
        }
        (Err(_), result) => {
            assert!(result.is_err(), "{bytes:?}");
            false
        }
    };
    let mut accepted = 0;
    for at in 0..whole.len() {
        accepted += usize::from(check(&whole[..at]));
        for flip in [1, 2, 4, 8, 16, 32, 64, 128, 255] {
            let mut damaged = whole.clone();
            damaged[at] ^= flip;
            accepted += usize::from(check(&damaged));
        }
    }
    assert!(accepted > whole.len(), "{accepted}");

    // Two fields that contain parts of the same message, and an unknown field.
    let part = |name: &str| {
        let name_only = tfplugin6::schema::Attribute {
            name: name.to_owned(),
            r#type: b"\"bool\"".to_vec(),
            ..Default::default()
        };
        let attributes = vec![name_only];
        tfplugin6::schema::Block {
            attributes,
            ..Default::default()
        }
        .encode_to_vec()
    };
    let mut parts = Vec::new();
    for name in ["y", "x"] {
        encoding::bytes::encode(2, &part(name), &mut parts);
        encoding::uint64::encode(99, &5, &mut parts);
        encoding::int32::encode(3, &2, &mut parts);
    }
    let mut bytes = Vec::new();
    encoding::bytes::encode(3, &parts, &mut bytes);
    assert!(check(&bytes));
    let merged = read(&bytes).unwrap().block.block_types.remove(0).block;
    let names: Vec<_> = merged.attributes.iter().map(|one| &*one.name).collect();
    assert_eq!(names, ["x", "y"]);
}

#[test]
fn errors_name_the_part_of_the_block() {
    let message = |ty: &[u8], nesting| {
        let attribute = tfplugin6::schema::Attribute {
            name: "size".to_owned(),
            r#type: ty.to_vec(),
            ..Default::default()
        };
        let inner = tfplugin6::schema::Block {
            attributes: vec![attribute],
            ..Default::default()
        };
        let nested = tfplugin6::schema::NestedBlock {
            type_name: "disk".to_owned(),
            block: Some(inner),
            nesting,
            min_items: 0,
            max_items: 0,
        };
        let block_types = vec![nested];
        let outer = tfplugin6::schema::Block {
            block_types,
            ..Default::default()
        };
        read(&outer.encode_to_vec()).unwrap_err().to_string()
    };
    assert_eq!(
        message(b"\"number\"", 0),
        "disk: a nesting mode is required, got none"
    );
    let error = message(b"\"size\"", 2);
    assert!(
        error.starts_with("disk.size: unknown type \"size\""),
        "{error}"
    );
}
