//! Configurations and states in JSON, and collections of blocks.

use tfvalue::schema::{Attribute, Block, NestedBlock, NestedType, Nesting};
use tfvalue::{Error, Path, Type, Value, errors::Category, types::ObjectType};

fn block() -> Block {
    let inner = Block::new().attributes([
        Attribute::new("any", Type::Dynamic).optional(),
        Attribute::new("size", Type::Number).optional(),
    ]);
    let plain = Block::new().attributes([
        Attribute::new("secret", Type::Number)
            .optional()
            .sensitive(),
        Attribute::new("size", Type::Number).required(),
    ]);
    let member = [
        Attribute::new("id", Type::String).computed(),
        Attribute::new("name", Type::String).required(),
    ];
    Block::new()
        .attributes([
            Attribute::new("id", Type::String).computed(),
            Attribute::new("members", NestedType::new(Nesting::List, member)).optional(),
            Attribute::new("tags", Type::map(Type::String)).optional(),
        ])
        .block_types([
            NestedBlock::new("dyn", Nesting::List, inner.clone()),
            NestedBlock::new("dyn_map", Nesting::Map, inner),
            NestedBlock::new("group", Nesting::Group, plain.clone()),
            NestedBlock::new("list", Nesting::List, plain.clone()),
            NestedBlock::new("map", Nesting::Map, plain.clone()),
            NestedBlock::new("set", Nesting::Set, plain.clone()),
            NestedBlock::new("single", Nesting::Single, plain),
        ])
}

fn faults(error: &Error) -> Vec<String> {
    error.faults().map(ToString::to_string).collect()
}

#[test]
fn nothing_configured_is_the_empty_value() {
    let empty = block().empty();
    assert_eq!(block().config_from_json("{}").unwrap(), empty);
    let nulls = r#"{"dyn": null, "group": null, "list": null, "single": null, "tags": null}"#;
    assert_eq!(block().config_from_json(nulls).unwrap(), empty);
    assert!(empty.ty().conforms_to(&block().implied_type()));
    assert_eq!(empty.get("dyn"), Some(&Value::empty_tuple()));
    assert_eq!(empty.get("dyn_map"), Some(&Value::empty_object()));
    assert_eq!(block().state_from_json(b"{}").unwrap(), (empty, Vec::new()));
}

#[test]
fn one_object_is_one_block() {
    for name in ["dyn", "group", "list", "set", "single"] {
        let one = format!(r#"{{"{name}": {{"size": "5"}}}}"#);
        let list = format!(r#"{{"{name}": [{{"size": 5}}]}}"#);
        let one = block().config_from_json(&one).unwrap();
        assert_eq!(one, block().config_from_json(&list).unwrap(), "{name}");
        assert!(one.ty().conforms_to(&block().implied_type()));
        let sizes = one.get(name).unwrap().to_string();
        assert!(sizes.contains("size = 5"), "{sizes}");
    }
    let maps =
        r#"{"map": {"a": {"size": 1}, "b": [{"size": 2}]}, "dyn_map": {"a": {"any": [1, "x"]}}}"#;
    let error = block().config_from_json(maps).unwrap_err();
    assert_eq!(
        error.to_string(),
        r#"map["b"]: an object is required, got a tuple"#
    );
    let maps = maps.replace(r#"[{"size": 2}]"#, r#"{"size": 2}"#);
    let config = block().config_from_json(&maps).unwrap();
    let map = config.get("map").unwrap();
    assert_eq!(map.entries().unwrap().len(), 2);
    let any = config.get(Path::from("dyn_map.a.any")).unwrap();
    assert_eq!(any.ty(), Type::tuple([Type::Number, Type::String]));
}

#[test]
fn blocks_with_dynamic_values_can_have_different_types() {
    let json = r#"{"dyn": [{"any": 1}, {"any": {"a": true}}]}"#;
    let config = block().config_from_json(json).unwrap();
    assert!(matches!(config.get("dyn").unwrap().ty(), Type::Tuple(_)));
    assert!(config.ty().conforms_to(&block().implied_type()));
}

#[test]
fn all_faults_of_a_configuration_are_reported() {
    let json = r#"{
        "list": [{"size": "big"}, {"secret": "hunter2", "size": 1, "sise": 1}, null, {}],
        "members": [{"name": ["a"], "nmae": "b"}, {}],
        "single": [{"size": 1}, {"size": 2}],
        "map": 5,
        "tags": {"a": {}, "b": "c", "d": []},
        "zone": 1
    }"#;
    let error = block().config_from_json(json).unwrap_err();
    let mut found = faults(&error);
    found.sort();
    let mut expected = [
        r#"unsupported attribute "zone""#,
        "list[0].size: a number is required, got a string",
        "list[1].secret: a number is required, got a string",
        r#"list[1]: unsupported attribute "sise""#,
        "list[2]: a block is required, got null",
        "list[3].size: the attribute is missing",
        "map: a map of blocks is required, got a number",
        "members[0].name: a string is required, got a tuple",
        r#"members[0]: unsupported attribute "nmae""#,
        "members[1].name: the attribute is missing",
        "single: at most one block is allowed, got 2",
        r#"tags["a"]: a string is required, got an object"#,
        r#"tags["d"]: a string is required, got a tuple"#,
    ];
    expected.sort_unstable();
    assert_eq!(found, expected);
    assert!(!error.to_string().contains("hunter2"));

    let error = block().config_from_json("{").unwrap_err();
    assert_eq!(error.category(), Category::Eof);
    let error = block().config_from_json("[]").unwrap_err();
    assert_eq!(error.to_string(), "an object is required, got a tuple");
}

/// Every missing attribute becomes a null value, and null values take up memory.
#[test]
fn missing_attributes_are_limited() {
    let wide = (0..1_000).map(|at| Attribute::new(format!("a{at:04}"), Type::String).optional());
    let wide = Block::new().attributes(wide);
    let block = Block::new().block_types([NestedBlock::new("wide", Nesting::List, wide)]);
    let json = |count: usize| format!(r#"{{"wide": [{}]}}"#, vec!["{}"; count].join(","));
    assert!(block.config_from_json(&json(20)).is_ok());
    let error = block.config_from_json(&json(1_000)).unwrap_err();
    assert_eq!(error.category(), Category::Limit);
}

#[test]
fn blocks_of_other_types_are_not_collected() {
    let block = block();
    let nested = |name: &str| block.block_type(name).unwrap();
    let one =
        || Value::object([("secret", Value::null(Type::Number)), ("size", 1.into())]).unwrap();
    for name in ["list", "set", "single", "group"] {
        let error = nested(name).collect([one(), Value::from(1)]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "[1]: an object is required, got a number"
        );
        let collected = nested(name).collect([one()]).unwrap();
        assert!(collected.ty().conforms_to(&nested(name).implied_type()));
        assert_eq!(nested(name).collect([]).unwrap(), nested(name).empty());
        assert!(nested(name).collect_labeled([("a", one())]).is_err());
    }
    assert_eq!(
        nested("set")
            .collect([one(), one()])
            .unwrap()
            .elements()
            .unwrap()
            .len(),
        1
    );
    let error = nested("group").collect([one(), one()]).unwrap_err();
    assert_eq!(error.to_string(), "at most one block is allowed, got 2");
    assert!(nested("map").collect([one()]).is_err());
    let error = nested("map")
        .collect_labeled([("a", one()), ("a", one())])
        .unwrap_err();
    assert!(error.to_string().contains("duplicate"), "{error}");
}

#[test]
fn states_of_other_versions_are_read() {
    let json = br#"{
        "id": 5, "members": [{"id": "a", "name": "b", "old": 1}, null], "list": [{"size": 1, "unit": {"x": 1}}],
        "dyn": {"value": [{"any": {"value": {"z": 1}, "type": ["object", {"z": "number"}]}, "size": null}],
                "type": ["tuple", [["object", {"any": "dynamic", "size": "number"}]]]},
        "gone": [1]
    }"#;
    let (state, ignored) = block().state_from_json(json).unwrap();
    let ignored: Vec<String> = ignored.iter().map(ToString::to_string).collect();
    assert_eq!(ignored, ["gone", "list[0].unit", "members[0].old"]);
    assert_eq!(state.get("id"), Some(&"5".into()));
    assert!(state.get("tags").unwrap().is_null());
    assert!(state.ty().conforms_to(&block().implied_type()));

    let secret = Type::Object(ObjectType::new([("pin", Type::Number)]));
    let block = Block::new().attributes([Attribute::new("secret", secret).optional().sensitive()]);
    let (_, ignored) = block
        .state_from_json(br#"{"secret": {"pin": 1, "hunter2": 2}}"#)
        .unwrap();
    assert_eq!(ignored, [Path::from("secret")]);
    let error = block
        .state_from_json(br#"{"secret": {"pin": "hunter2"}}"#)
        .unwrap_err();
    assert!(!error.to_string().contains("hunter2"), "{error}");
    let many: Vec<String> = (0..5_000).map(|at| format!(r#""a{at}": 1"#)).collect();
    let json = format!("{{{}}}", many.join(","));
    let (_, ignored) = block.state_from_json(json.as_bytes()).unwrap();
    assert_eq!(ignored.len(), 1_000);
}

#[test]
fn parts_are_replaced() -> Result<(), Error> {
    let tags = Value::map(Type::String, [("a", "1"), ("b", "2")])?;
    let ports = Value::set(Type::Number, [1, 2])?;
    let value = Value::object([
        (
            "list",
            Value::list(Type::Dynamic, [Value::object([("tags", tags)])?])?,
        ),
        ("ports", ports),
        ("tuple", Value::tuple([Value::from(1), Value::from("a")])),
    ])?;
    let changed = value
        .with(r#"list[0].tags["b"]"#, "3")?
        .with("ports[0]", 5)?
        .with("tuple[1]", true)?;
    let text = r#"{ list = [{ tags = { "a" = "1", "b" = "3" } }], ports = toset([2, 5]), tuple = [1, true] }"#;
    assert_eq!(changed.to_string(), text);
    assert_eq!(value.with(Path::root(), 1)?, Value::from(1));
    for (path, message) in [
        ("list[1]", "list: there is no element 1"),
        (
            r#"list[0].tags["c"]"#,
            r#"list[0].tags: there is no element "c""#,
        ),
        (
            "list[0].tags.x.y",
            r#"list[0].tags: there is no attribute "x""#,
        ),
        (
            "list[0].tags",
            "list[0].tags: a map of string is required, got a number",
        ),
    ] {
        let error = value.with(Path::from(path), 1).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
    Ok(())
}

#[test]
fn unknown_parts_are_filled() -> Result<(), Error> {
    let planned = Value::object([
        (
            "ids",
            Value::set(Type::String, [Value::unknown(Type::String), "a".into()])?,
        ),
        ("name", Value::unknown(Type::String)),
        ("tags", Value::unknown(Type::map(Type::String))),
    ])?;
    let filled = planned
        .clone()
        .fill_unknown(|path, part| match path.to_string().as_str() {
            "ids[1]" => Ok("a".into()),
            "name" => Ok(Value::null(Type::Dynamic)),
            _ => Ok(Value::empty(&part.ty())),
        })?;
    assert_eq!(
        filled.to_string(),
        r#"{ ids = toset(["a"]), name = null, tags = {} }"#
    );
    assert_eq!(filled.get("name"), Some(&Value::null(Type::String)));
    let error = planned
        .fill_unknown(|_, _| Err("no value".into()))
        .unwrap_err();
    assert_eq!(error.to_string(), "ids[1]: no value");
    Ok(())
}
