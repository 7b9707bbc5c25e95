//! Changes to schemas, and which of them are breaking.

use std::sync::Arc;

use std::path::PathBuf;

use tfvalue::Type;
use tfvalue::schema::drift::{Change, check_snapshot, compare, compare_providers};
use tfvalue::schema::{
    Attribute, AttributeType, Block, Function, Identity, IdentityAttribute, NestedBlock, Nesting,
    Object, Parameter, ProviderSchema, Schema, StringKind,
};

fn attribute(set: impl FnOnce(&mut Attribute)) -> Attribute {
    let mut attribute = Attribute::new("a", Type::String);
    attribute.optional = true;
    set(&mut attribute);
    attribute
}

fn of(attributes: Vec<Attribute>) -> Schema {
    let mut schema = Schema::default();
    schema.block.attributes = attributes;
    schema
}

fn words(changes: &[Change]) -> Vec<String> {
    changes.iter().map(ToString::to_string).collect()
}

/// Checks the text of a change, and of the reverse change.
#[track_caller]
fn both(old: &Schema, new: &Schema, there: &[&str], back: &[&str]) {
    assert_eq!(words(&compare(old, new)), there);
    assert_eq!(words(&compare(new, old)), back);
    assert_eq!(compare(new, new), []);
}

#[test]
fn attributes() {
    let before = of(vec![attribute(|_| {})]);
    for (set, there, back) in [
        (
            (|one| {
                one.optional = false;
                one.required = true;
            }) as fn(&mut Attribute),
            "breaking: a: must now be set",
            "a: must no longer be set",
        ),
        (
            |one| one.computed = true,
            "a: is now computed where it is not set",
            "breaking: a: is no longer computed where it is not set",
        ),
        (
            |one| one.sensitive = true,
            "breaking: a: is now sensitive",
            "a: is no longer sensitive",
        ),
        (
            |one| one.write_only = true,
            "breaking: a: is now write-only",
            "a: is no longer write-only",
        ),
        (
            |one| one.deprecated = true,
            "a: is now deprecated",
            "a: is no longer deprecated",
        ),
        (
            |one| one.description_kind = StringKind::Markdown,
            "a: is described in other words",
            "a: is described in other words",
        ),
        (
            |one| one.ty = AttributeType::Type(Type::list(Type::String)),
            r#"breaking: a: the type is ["list","string"] and no longer "string""#,
            r#"breaking: a: the type is "string" and no longer ["list","string"]"#,
        ),
    ] {
        both(&before, &of(vec![attribute(set)]), &[there], &[back]);
    }
    let computed = attribute(|one| {
        one.optional = false;
        one.computed = true;
    });
    both(
        &before,
        &of(vec![computed]),
        &[
            "breaking: a: can no longer be set",
            "a: is now computed where it is not set",
        ],
        &[
            "a: can now be set",
            "breaking: a: is no longer computed where it is not set",
        ],
    );
    both(
        &before,
        &of(Vec::new()),
        &["breaking: a: removed"],
        &["a: added"],
    );
    let required = attribute(|one| {
        one.optional = false;
        one.required = true;
    });
    let added = compare(&Schema::default(), &of(vec![required]));
    assert_eq!(words(&added), ["breaking: a: added, and must be set"]);
    let mut newer = before.clone();
    newer.version = 2;
    both(
        &before,
        &newer,
        &["the version is 2 and no longer 0"],
        &["breaking: the version is 0 and no longer 2"],
    );
}

#[test]
fn nested_attributes() {
    let member = |ty| Attribute {
        name: "b".into(),
        ..attribute(|one| one.ty = AttributeType::Type(ty))
    };
    let nested = |nesting, member| {
        let attributes = vec![member];
        of(vec![attribute(|one| {
            one.ty = AttributeType::Nested(Object {
                attributes,
                nesting,
            });
        })])
    };
    both(
        &nested(Nesting::List, member(Type::Bool)),
        &nested(Nesting::Set, member(Type::Number)),
        &[
            "breaking: a: the nesting is set and no longer list",
            r#"breaking: a.b: the type is "number" and no longer "bool""#,
        ],
        &[
            "breaking: a: the nesting is list and no longer set",
            r#"breaking: a.b: the type is "bool" and no longer "number""#,
        ],
    );
    // A plain object type that is described member by member is the same on the wire.
    let plain = nested(Nesting::List, member(Type::Bool))
        .block
        .implied_type();
    let Type::Object(plain) = plain else {
        panic!("{plain}")
    };
    let plain = of(vec![attribute(|one| {
        one.ty = AttributeType::Type(plain[0].ty.clone());
    })]);
    both(&plain, &nested(Nesting::List, member(Type::Bool)), &[], &[]);
}

#[test]
fn blocks() {
    let of = |nesting, min_items, max_items| {
        let mut schema = Schema::default();
        schema.block.block_types = vec![NestedBlock {
            type_name: "disk".into(),
            block: Block {
                attributes: vec![attribute(|_| {})],
                ..Block::default()
            }
            .into(),
            nesting,
            min_items,
            max_items,
        }];
        schema
    };
    let before = of(Nesting::List, 0, 0);
    both(
        &before,
        &of(Nesting::List, 1, 2),
        &[
            "breaking: disk: at least 1 and no longer 0 must be there",
            "breaking: disk: at most 2 and no longer any number may be there",
        ],
        &[
            "disk: at least 0 and no longer 1 must be there",
            "disk: any number and no longer at most 2 may be there",
        ],
    );
    both(
        &before,
        &of(Nesting::Map, 0, 0),
        &["breaking: disk: the nesting is map and no longer list"],
        &["breaking: disk: the nesting is list and no longer map"],
    );
    both(
        &before,
        &Schema::default(),
        &["breaking: disk: removed"],
        &["disk: added"],
    );
    let added = compare(&Schema::default(), &of(Nesting::List, 1, 0));
    assert_eq!(words(&added), ["breaking: disk: added, and must be set"]);
    let mut within = before.clone();
    Arc::make_mut(&mut within.block.block_types[0].block)
        .attributes
        .clear();
    both(
        &before,
        &within,
        &["breaking: disk.a: removed"],
        &["disk.a: added"],
    );
}

#[test]
fn providers() {
    let function = |parameters: Vec<Parameter>| {
        let mut function = Function::new(Type::String);
        function.parameters = parameters;
        function
    };
    let nullable = Parameter {
        allow_null_value: true,
        ..Parameter::new("p", Type::Bool)
    };
    let identity = |ty| Identity {
        version: 0,
        attributes: vec![IdentityAttribute::required("id", ty)],
    };
    let mut old = ProviderSchema {
        provider: Some(of(vec![attribute(|_| {})])),
        ..ProviderSchema::default()
    };
    old.functions
        .insert("f".into(), function(vec![nullable.clone()]));
    old.functions.insert("g".into(), function(vec![nullable]));
    old.resource_identity_schemas
        .insert("r".into(), identity(Type::String));
    let mut new = ProviderSchema::default();
    new.functions
        .insert("f".into(), function(vec![Parameter::new("q", Type::Bool)]));
    new.functions.insert("g".into(), function(Vec::new()));
    new.resource_identity_schemas
        .insert("r".into(), identity(Type::Number));
    assert_eq!(
        words(&compare_providers(&old, &new)),
        [
            "breaking: provider: removed",
            r#"breaking: functions["f"].q: can no longer be null"#,
            r#"functions["f"].q: is described in other words"#,
            r#"breaking: functions["g"]: takes other parameters"#,
            r#"breaking: resource_identity_schemas["r"].id: the type is "number" and no longer "string""#,
        ]
    );
    assert_eq!(compare_providers(&new, &new), []);
}

#[test]
fn snapshots() {
    let folder = tempfile::tempdir().unwrap();
    let path: PathBuf = folder.path().join("schemas/thing.json");
    let mut schema = of(vec![attribute(|_| {})]);
    let fault = |schema: &Schema, update| match check_snapshot(schema, &path, update) {
        Ok(()) => None,
        Err(error) => Some(
            error
                .to_string()
                .replace(&path.display().to_string(), "FILE"),
        ),
    };
    let missing = fault(&schema, false).unwrap();
    assert!(
        missing.starts_with("the schema in FILE cannot be read"),
        "{missing}"
    );
    assert_eq!(fault(&schema, true), None);
    assert_eq!(fault(&schema, false), None);

    // With a flag, a change that only adds is written without a new version.
    schema.block.attributes.push(Attribute {
        name: "b".into(),
        ..attribute(|_| {})
    });
    assert_eq!(
        fault(&schema, false).unwrap(),
        "the schema is not that in FILE: if this is meant, run the test with \
         TFVALUE_UPDATE_SNAPSHOTS=1\nb: added"
    );
    assert_eq!(fault(&schema, true), None);

    // A change that breaks stored states always needs a new version.
    schema.block.attributes[0].ty = AttributeType::Type(Type::Bool);
    for update in [false, true] {
        assert_eq!(
            fault(&schema, update).unwrap(),
            "the schema is not that in FILE: raise its version, and upgrade older states\n\
             breaking: a: the type is \"bool\" and no longer \"string\""
        );
    }
    schema.version = 1;
    assert!(
        fault(&schema, false)
            .unwrap()
            .contains("TFVALUE_UPDATE_SNAPSHOTS")
    );
    assert_eq!(fault(&schema, true), None);
    assert_eq!(fault(&schema, false), None);
}
