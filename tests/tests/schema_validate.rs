//! Validation of schemas, and of configurations against schemas.

use std::sync::Arc;

use tfvalue::schema::{
    Attribute, AttributeType, Block, Function, Identity, IdentityAttribute, NestedBlock, Nesting,
    Object, Parameter, ProviderSchema, Schema, SchemaKind,
};
use tfvalue::{Error, Result, Type, Value};

fn words(result: Result<()>) -> Vec<String> {
    let error = result.err();
    let faults = error.iter().flat_map(Error::faults);
    faults.map(ToString::to_string).collect()
}

fn optional(name: &'static str, ty: Type) -> Attribute {
    Attribute {
        optional: true,
        ..Attribute::new(name, ty)
    }
}

fn required(name: &'static str, ty: Type) -> Attribute {
    Attribute {
        required: true,
        ..Attribute::new(name, ty)
    }
}

fn nested(name: &'static str, nesting: Nesting, attributes: Vec<Attribute>) -> Attribute {
    Attribute {
        ty: AttributeType::Nested(Object {
            attributes,
            nesting,
        }),
        ..optional(name, Type::Dynamic)
    }
}

fn blocks(name: &'static str, nesting: Nesting, counts: (u64, u64)) -> NestedBlock {
    NestedBlock {
        type_name: name.into(),
        block: Block::default().into(),
        nesting,
        min_items: counts.0,
        max_items: counts.1,
    }
}

fn schema(attributes: Vec<Attribute>, block_types: Vec<NestedBlock>) -> Schema {
    let block = Block {
        attributes,
        block_types,
        ..Block::default()
    };
    Schema { version: 0, block }
}

#[test]
fn validates_attributes() {
    let secret = Attribute {
        write_only: true,
        ..optional("secret", Type::String)
    };
    let schema = schema(
        vec![
            Attribute::new("a", Type::Bool),
            Attribute {
                optional: true,
                ..required("b", Type::Bool)
            },
            Attribute {
                deprecation_message: "use b".into(),
                ..optional("c", Type::Bool)
            },
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
        words(schema.validate()),
        [
            "\"d\" is there more than once",
            "a: at least one of required, optional and computed must be set",
            "b: required and optional exclude each other",
            "c: there is a deprecation message, but no deprecation",
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
    let counted = "blocks in a group or map are not counted: min_items and max_items are 0";
    assert_eq!(
        words(schema.validate()),
        [
            "the version must not be negative".to_owned(),
            format!("group: {counted}"),
            "list: min_items is greater than max_items".to_owned(),
            format!("map: {counted}"),
            "outer.Inner: the name of a block is made of lower-case letters, digits and underscores"
                .to_owned(),
            "same: an attribute and a nested block have the same name".to_owned(),
            "single: of a single block, min_items and max_items are both 0 or both 1".to_owned(),
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
        let faults = words(schema.validate_as(kind)).into_iter();
        let reserved =
            faults.filter_map(|fault| Some(fault.split_once(": the name is")?.0.to_owned()));
        reserved.collect::<Vec<_>>()
    };
    // Arguments and blocks are separate: a block named "count" is not the argument.
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
    let mut function = Function::new(Type::String);
    function.parameters = vec![
        Parameter::new("a", Type::Bool),
        Parameter::new("1", Type::Bool),
    ];
    function.variadic_parameter = Some(Parameter::new("a", Type::Bool));
    let identity = Identity {
        version: -1,
        attributes: vec![
            IdentityAttribute::required("id", Type::list(Type::String)),
            IdentityAttribute::required("tags", Type::list(Type::set(Type::String))),
        ],
    };
    let mut provider = ProviderSchema {
        provider: Some(schema(vec![optional("version", Type::String)], Vec::new())),
        ..ProviderSchema::default()
    };
    provider.functions.insert("a b".into(), function);
    provider
        .resource_identity_schemas
        .insert("x".into(), identity);
    assert_eq!(
        words(provider.validate()),
        [
            "provider.version: the name is reserved: Terraform takes the argument for its own",
            r#"functions["a b"]: an identifier is required, got "a b""#,
            r#"functions["a b"].parameters[1]: an identifier is required, got "1""#,
            r#"functions["a b"].variadic_parameter: "a" is there more than once"#,
            r#"resource_identity_schemas["x"]: the version must not be negative"#,
            r#"resource_identity_schemas["x"].tags: an identity holds no set"#,
        ]
    );
}

#[test]
fn validates_configurations() {
    let mut disk = blocks("disk", Nesting::List, (1, 2));
    Arc::make_mut(&mut disk.block).attributes = vec![required("size", Type::Number)];
    let mut mode = blocks("mode", Nesting::Group, (0, 0));
    Arc::make_mut(&mut mode.block).attributes = vec![required("name", Type::String)];
    let computed = Attribute {
        computed: true,
        ..Attribute::new("id", Type::String)
    };
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
    let faults = words(schema.validate_value(&config(
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
    // No disks, and a group with a value.
    let faults = words(schema.validate_value(&config(Vec::new(), Value::from(1))));
    assert!(faults.contains(&"disk: at least 1 block is required, got 0".to_owned()));
    assert!(faults.contains(&"mode.name: a string is required, got a number".to_owned()));
    assert_eq!(
        words(schema.validate_value(&Value::null(Type::Dynamic))),
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
        words(schema.validate_value(&object(vec![("group", group)])))
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
