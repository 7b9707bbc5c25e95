//! Validation of schemas, and validation of configurations against schemas.

use std::sync::Arc;

use tfvalue::schema::{
    ActionSchema, Attribute, Block, Function, Identity, IdentityAttribute, NestedBlock, NestedType,
    Nesting, Parameter, ProviderSchema, Schema, SchemaKind,
};
use tfvalue::{Error, Result, Type, Value};

fn messages(result: Result<()>) -> Vec<String> {
    let error = result.err();
    let faults = error.iter().flat_map(Error::faults);
    faults.map(ToString::to_string).collect()
}

fn optional(name: &'static str, ty: Type) -> Attribute {
    Attribute::new(name, ty).optional()
}

fn required(name: &'static str, ty: Type) -> Attribute {
    Attribute::new(name, ty).required()
}

fn nested(name: &'static str, nesting: Nesting, attributes: Vec<Attribute>) -> Attribute {
    Attribute::new(name, NestedType::new(nesting, attributes)).optional()
}

fn blocks(name: &'static str, nesting: Nesting, counts: (u64, u64)) -> NestedBlock {
    NestedBlock::new(name, nesting, Block::new())
        .min_items(counts.0)
        .max_items(counts.1)
}

fn schema(attributes: Vec<Attribute>, block_types: Vec<NestedBlock>) -> Schema {
    let block = Block::new().attributes(attributes);
    Schema::new(block.block_types(block_types))
}

#[test]
fn validates_attributes() {
    let secret = optional("secret", Type::String).write_only();
    let mut undeprecated = optional("c", Type::Bool);
    undeprecated.deprecation_message = "use b".into();
    let schema = schema(
        vec![
            Attribute::new("a", Type::Bool),
            required("b", Type::Bool).optional(),
            undeprecated,
            optional("d", Type::Bool),
            optional("d", Type::Bool),
            nested(
                "e",
                Nesting::Set,
                vec![
                    optional("any", Type::Dynamic),
                    nested("f", Nesting::List, vec![secret]),
                ],
            ),
            // Attribute names are not restricted.
            optional("Größe", Type::Number),
        ],
        Vec::new(),
    );
    assert_eq!(
        messages(schema.validate()),
        [
            "duplicate key \"d\"",
            "a: at least one of required, optional and computed must be set",
            "b: required and optional exclude each other",
            "c: a deprecation message requires deprecated",
            "e: elements of a set cannot have dynamic members",
            "e: elements of a set cannot have write-only members",
        ]
    );
}

#[test]
fn validates_blocks() {
    let mut outer = blocks("outer", Nesting::List, (0, 0));
    Arc::make_mut(&mut outer.block).block_types = vec![blocks("Inner", Nesting::List, (0, 0))];
    let mut schema = schema(
        vec![optional("same", Type::Bool)],
        vec![
            blocks("group", Nesting::Group, (0, 1)),
            blocks("list", Nesting::List, (2, 1)),
            blocks("map", Nesting::Map, (1, 0)),
            outer,
            blocks("same", Nesting::Single, (0, 0)),
            blocks("single", Nesting::Single, (0, 1)),
            blocks("well", Nesting::Set, (2, 0)),
        ],
    );
    schema.version = -1;
    let counted = "min_items and max_items of a group or map must be 0";
    assert_eq!(
        messages(schema.validate()),
        [
            "the version must not be negative".to_owned(),
            format!("group: {counted}"),
            "list: min_items is greater than max_items".to_owned(),
            format!("map: {counted}"),
            "outer.Inner: the name of a block can contain only lower-case letters, digits and underscores"
                .to_owned(),
            "same: an attribute and a nested block have the same name".to_owned(),
            "single: min_items and max_items of a single block must both be 0 or both be 1".to_owned(),
        ]
    );
}

#[test]
fn rejects_reserved_names() {
    let names = ["alias", "count", "lifecycle", "provider"];
    let schema = schema(
        names.map(|name| optional(name, Type::String)).to_vec(),
        ["connection", "count", "lifecycle"]
            .map(|name| blocks(name, Nesting::List, (0, 0)))
            .to_vec(),
    );
    let reserved = |kind| {
        let faults = messages(schema.validate_as(kind)).into_iter();
        let reserved =
            faults.filter_map(|fault| Some(fault.split_once(": the name is")?.0.to_owned()));
        reserved.collect::<Vec<_>>()
    };
    // Arguments and blocks are separate: a block named "count" is not the argument with the same name.
    assert_eq!(
        reserved(SchemaKind::Resource),
        ["count", "provider", "connection", "lifecycle"]
    );
    assert_eq!(
        reserved(SchemaKind::DataSource),
        ["count", "provider", "lifecycle"]
    );
    assert_eq!(
        reserved(SchemaKind::Provider),
        ["alias", "count", "lifecycle"]
    );
    assert_eq!(reserved(SchemaKind::Action), [""; 0]);
}

#[test]
fn validates_providers() {
    let function = Function::new(Type::String)
        .parameters(["a", "1"].map(|name| Parameter::new(name, Type::Bool)))
        .variadic_parameter(Parameter::new("a", Type::Bool));
    let identity = Identity::new([
        IdentityAttribute::required("id", Type::list(Type::String)),
        IdentityAttribute::required("tags", Type::list(Type::set(Type::String))),
    ]);
    let provider = ProviderSchema::new()
        .provider(schema(vec![optional("version", Type::String)], Vec::new()))
        .functions([("a b", function)])
        .resource_identity_schemas([("x", identity.version(-1))]);
    assert_eq!(
        messages(provider.validate()),
        [
            "provider.version: the name is reserved by Terraform",
            r#"functions["a b"]: an identifier is required, got "a b""#,
            r#"functions["a b"].parameters[1]: an identifier is required, got "1""#,
            r#"functions["a b"].variadic_parameter: duplicate key "a""#,
            r#"resource_identity_schemas["x"]: the version must not be negative"#,
            r#"resource_identity_schemas["x"].tags: an identity cannot contain a set"#,
        ]
    );
}

/// Terraform loads a schema with such a name, but no configuration can contain it.
#[test]
fn names_of_parts_are_identifiers() {
    let of = |name: &str| {
        let schema = || schema(vec![optional("id", Type::String)], Vec::new());
        ProviderSchema::new()
            .provider(schema())
            .provider_meta(schema())
            .resource_schemas([(name, schema())])
            .data_source_schemas([(name, schema())])
            .ephemeral_resource_schemas([(name, schema())])
            .list_resource_schemas([(name, schema())])
            .action_schemas([(name, ActionSchema::default())])
            .state_store_schemas([(name, schema())])
            .functions([(name, Function::new(Type::Bool))])
    };
    for name in [
        "x.v1.disk",
        "x_my disk",
        "x_a/b",
        "1x",
        "-x",
        "x\n",
        "x_\u{2028}",
        "x[0]",
    ] {
        let members = [
            "resource_schemas",
            "data_source_schemas",
            "ephemeral_resource_schemas",
            "list_resource_schemas",
            "state_store_schemas",
            "action_schemas",
            "functions",
        ];
        let mut faults = messages(of(name).validate());
        faults.sort();
        let mut expected = members
            .map(|member| format!("{member}[{name:?}]: an identifier is required, got {name:?}"));
        expected.sort();
        assert_eq!(faults.len(), expected.len(), "{faults:?}");
        if name.is_ascii() && !name.contains('\n') {
            assert_eq!(faults, expected);
        }
    }
    for name in ["x", "x_disk", "X-1", "_x", "größe_ß", "x_2fa"] {
        assert_eq!(messages(of(name).validate()), [""; 0], "{name}");
    }
}

#[test]
fn validates_configurations() {
    let mut disk = blocks("disk", Nesting::List, (1, 2));
    Arc::make_mut(&mut disk.block).attributes = vec![required("size", Type::Number)];
    let mut mode = blocks("mode", Nesting::Group, (0, 0));
    Arc::make_mut(&mut mode.block).attributes = vec![required("name", Type::String)];
    let computed = Attribute::new("id", Type::String).computed();
    let schema = schema(
        vec![
            computed,
            required("name", Type::String),
            nested("rules", Nesting::Map, vec![required("port", Type::Number)]),
            optional("tags", Type::map(Type::String)),
        ],
        vec![disk, mode, blocks("one", Nesting::Single, (1, 1))],
    );
    let object = |members: Vec<(&str, Value)>| Value::object(members).unwrap();
    let size = |size: Value| object(vec![("size", size)]);
    let config = |disks: Vec<Value>, mode: Value| {
        object(vec![
            ("id", Value::from("set")),
            ("name", Value::null(Type::String)),
            (
                "rules",
                Value::map(
                    Type::Dynamic,
                    [("web", object(vec![("port", Value::from("80"))]))],
                )
                .unwrap(),
            ),
            ("tags", Value::map(Type::Dynamic, [("a", 1)]).unwrap()),
            ("disk", Value::list(Type::Dynamic, disks).unwrap()),
            ("mode", object(vec![("name", mode)])),
            ("one", Value::null(Type::Dynamic)),
            ("more", Value::from(true)),
        ])
    };
    let null = Value::null(Type::Number);
    let faults = messages(schema.validate_value(&config(
        vec![
            size(1.into()),
            size(null),
            size(Value::unknown(Type::Number)),
        ],
        Value::null(Type::String),
    )));
    assert_eq!(
        faults,
        [
            "id: the provider decides the value: it cannot be configured",
            "name: a value is required, got null",
            r#"rules["web"].port: a number is required, got a string"#,
            r#"tags["a"]: a string is required, got a number"#,
            "disk: at most 2 blocks are allowed, got 3",
            "disk[1].size: a value is required, got null",
            "one: at least 1 block is required, got 0",
            "unsupported attribute \"more\"",
        ]
    );
    // No disks, and a group that has a value.
    let faults = messages(schema.validate_value(&config(Vec::new(), Value::from(1))));
    assert!(faults.contains(&"disk: at least 1 block is required, got 0".to_owned()));
    assert!(faults.contains(&"mode.name: a string is required, got a number".to_owned()));
    assert_eq!(
        messages(schema.validate_value(&Value::null(Type::Dynamic))),
        ["an object is required, got null"]
    );
    assert!(
        schema
            .validate_value(&Value::unknown(schema.implied_type()))
            .is_ok()
    );
}

#[test]
fn empty_group_is_omitted() {
    let mut one = blocks("one", Nesting::Single, (0, 0));
    Arc::make_mut(&mut one.block).attributes = vec![required("size", Type::Number)];
    let mut group = blocks("group", Nesting::Group, (0, 0));
    Arc::make_mut(&mut group.block).attributes = vec![required("name", Type::String)];
    Arc::make_mut(&mut group.block).block_types = vec![one, blocks("rest", Nesting::Map, (0, 0))];
    let schema = schema(Vec::new(), vec![group]);
    let object = |members: Vec<(&str, Value)>| Value::object(members).unwrap();
    let faults = |one: Value, rest: Value| {
        let name = Value::null(Type::String);
        let group = object(vec![("name", name), ("one", one), ("rest", rest)]);
        messages(schema.validate_value(&object(vec![("group", group)])))
    };
    let none = || Value::null(Type::Dynamic);
    let empty = || object(Vec::new());
    assert_eq!(faults(none(), empty()), [""; 0]);
    let name = "group.name: a value is required, got null";
    let size = "group.one.size: a value is required, got null";
    let one = object(vec![("size", Value::null(Type::Number))]);
    assert_eq!(faults(one, empty()), [name, size]);
    assert_eq!(faults(none(), object(vec![("a", empty())])), [name]);
}
