//! The sensitive parts of values.

use tfvalue::schema::{Attribute, Block, NestedBlock, NestedType, Nesting};
use tfvalue::{Path, Type, Value, types::Refinements};

const HIDDEN: &str = "(sensitive value)";

fn object(members: &[(&str, Value)]) -> Value {
    Value::object(members.iter().cloned()).unwrap()
}

fn list(elements: impl IntoIterator<Item = Value>) -> Value {
    Value::list(Type::Dynamic, elements).unwrap()
}

/// A block with secrets in attributes, nested attributes and nested blocks.
fn block() -> Block {
    let login = [
        Attribute::new("user", Type::String).required(),
        Attribute::new("key", Type::Number).optional().sensitive(),
    ];
    let host = Block::new()
        .attributes([
            Attribute::new("name", Type::String).required(),
            Attribute::new("logins", NestedType::new(Nesting::Map, login.clone())).optional(),
        ])
        .block_types([
            NestedBlock::new(
                "auth",
                Nesting::Group,
                Block::new().attributes(login.clone()),
            ),
            NestedBlock::new("peer", Nesting::Set, Block::new().attributes(login.clone())),
        ]);
    Block::new()
        .attributes([
            Attribute::new("public", Type::map(Type::String)).optional(),
            Attribute::new("secret", Type::map(Type::list(Type::String)))
                .optional()
                .sensitive(),
            Attribute::new("token", Type::String)
                .optional()
                .write_only(),
            Attribute::new("whole", NestedType::new(Nesting::Single, login))
                .optional()
                .sensitive(),
        ])
        .block_types([NestedBlock::new("host", Nesting::List, host)])
}

fn login(user: &str, key: Value) -> Value {
    object(&[("key", key), ("user", user.into())])
}

fn host(name: &str) -> Value {
    let logins = [
        ("a", login("x", 101.into())),
        ("b", login("y", Value::null(Type::Number))),
    ];
    let peers = [login("p", 102.into()), login("p", 103.into())];
    object(&[
        ("auth", login("z", Value::unknown(Type::Number))),
        ("logins", Value::map(Type::Dynamic, logins).unwrap()),
        ("name", name.into()),
        ("peer", Value::set(Type::Dynamic, peers).unwrap()),
    ])
}

fn value() -> Value {
    let secret = Value::map(Type::Dynamic, [("k107", list(["104".into()]))]).unwrap();
    object(&[
        ("host", list([host("one"), host("two")])),
        ("public", Value::map(Type::String, [("a", "b")]).unwrap()),
        ("secret", secret),
        ("token", "105".into()),
        ("whole", login("w", 106.into())),
    ])
}

#[test]
fn sensitive_values_are_found_at_any_depth() {
    let paths = block().sensitive_paths(&value());
    let paths: Vec<String> = paths.iter().map(ToString::to_string).collect();
    let of_host = |at: usize| {
        [
            "auth.key",
            r#"logins["a"].key"#,
            r#"logins["b"].key"#,
            "peer[0].key",
            "peer[1].key",
        ]
        .map(|path| format!("host[{at}].{path}"))
    };
    let outer = ["secret", "token", "whole"].map(str::to_owned);
    assert_eq!(paths, [&of_host(0)[..], &of_host(1), &outer].concat());
    for path in &paths {
        let place = block().at(&path.parse().unwrap()).unwrap().is_sensitive();
        assert!(place, "{path}");
    }
}

#[test]
fn sensitive_values_are_hidden_in_place() {
    let redacted = block().redact(&value());
    let text = format!("{redacted:?} {redacted:#}");
    assert!(!text.contains("10"), "{text}");
    for path in block().sensitive_paths(&value()) {
        let (old, new) = (value(), redacted.lookup(&path).unwrap());
        let old = old.lookup(&path).unwrap();
        assert_eq!(
            (new.is_null(), new.is_unknown()),
            (old.is_null(), old.is_unknown()),
            "{path}"
        );
        assert!(new.is_null() || new.is_unknown() || new.as_str() == Some(HIDDEN));
    }
    let peers = redacted.lookup(&Path::from("host[0].peer")).unwrap();
    assert_eq!(peers.elements().unwrap().len(), 2);
    let public = |value: &Value| value.get("public").cloned();
    assert_eq!(public(&redacted), public(&value()));
    // The types agree with one another, so the result is an ordinary value.
    let ty = redacted.ty();
    let json = tfvalue::json::value_to_string(&redacted, &ty).unwrap_err();
    assert!(json.to_string().contains("unknown"), "{json}");
    let bytes = tfvalue::msgpack::value_to_vec(&redacted, &ty).unwrap();
    assert!(tfvalue::msgpack::value_from_slice(&bytes, &ty).is_ok());
}

#[test]
fn nothing_is_left_of_an_unknown_secret() {
    let known = Refinements::new().prefix("105").unwrap();
    let unknown = Value::refined(Type::String, known).unwrap();
    let redacted = block().redact(&value().with("token", unknown).unwrap());
    assert_eq!(redacted.get("token"), Some(&Value::unknown(Type::String)));
    // The type of an unknown dynamic value can contain secret names.
    let block =
        Block::new().attributes([Attribute::new("any", Type::Dynamic).optional().sensitive()]);
    let typed = object(&[("any", Value::unknown(object(&[("105", 1.into())]).ty()))]);
    assert!(!format!("{:?}", block.redact(&typed)).contains("105"));
}

#[test]
fn absent_objects_fit_the_others() {
    let null = Value::null(host("a").ty());
    let unknown = Value::unknown(host("a").ty());
    for absent in [null.clone(), unknown] {
        let hosts = list([host("a"), absent]);
        let redacted = block().redact(&value().with("host", hosts).unwrap());
        let hosts = redacted.get("host").unwrap();
        assert!(
            hosts
                .elements()
                .unwrap()
                .all(|one| one.ty() == hosts.get(0).unwrap().ty())
        );
        assert!(!redacted.to_string().contains("10"), "{redacted}");
    }
    let whole = Value::null(value().ty());
    assert!(block().redact(&whole).is_null() && block().sensitive_paths(&whole).is_empty());
}

/// A value that does not match the schema can contain a secret anywhere.
#[test]
fn what_does_not_fit_the_schema_is_hidden() {
    let surplus = object(&[
        ("pasword", "105".into()),
        ("public", Value::null(Type::map(Type::String))),
    ]);
    assert_eq!(block().redact(&surplus), Value::from(HIDDEN));
    assert_eq!(block().sensitive_paths(&surplus), [Path::root()]);
    for (wrong, path) in [
        (Value::from("105"), "host"),
        (list(["105".into()]), "host"),
        (
            Value::set(Type::Dynamic, [Value::from("105")]).unwrap(),
            "host",
        ),
        (
            list([object(&[("name", "a".into()), ("105", 1.into())])]),
            "host",
        ),
        (login("a", 105.into()), "host"),
        (
            list([object(&[("logins", list([login("105", 1.into())]))])]),
            "host[0].logins",
        ),
        (
            list([object(&[("peer", Value::from(105))])]),
            "host[0].peer",
        ),
    ] {
        let wrong = object(&[("host", wrong)]);
        let redacted = block().redact(&wrong);
        assert!(!format!("{redacted:?}").contains("105"), "{redacted:?}");
        assert_eq!(
            redacted.lookup(&Path::from(path)).unwrap().as_str(),
            Some(HIDDEN)
        );
        assert_eq!(block().sensitive_paths(&wrong), [Path::from(path)]);
    }
}

#[test]
fn lists_and_maps_of_dynamic_blocks_are_covered() {
    let inner = Block::new().attributes([
        Attribute::new("any", Type::Dynamic).optional(),
        Attribute::new("key", Type::String).optional().sensitive(),
    ]);
    let block = Block::new().block_types([
        NestedBlock::new("one", Nesting::List, inner.clone()),
        NestedBlock::new("two", Nesting::Map, inner),
    ]);
    let inner = |any: Value| object(&[("any", any), ("key", "105".into())]);
    let value = object(&[
        ("one", Value::tuple([inner(1.into()), inner("a".into())])),
        (
            "two",
            object(&[("x", inner(1.into())), ("y", inner(true.into()))]),
        ),
    ]);
    let paths = block.sensitive_paths(&value);
    let paths: Vec<String> = paths.iter().map(ToString::to_string).collect();
    assert_eq!(
        paths,
        ["one[0].key", "one[1].key", "two.x.key", "two.y.key"]
    );
    let redacted = block.redact(&value);
    assert!(!redacted.to_string().contains("105"), "{redacted}");
    for path in paths {
        let place = path.parse().unwrap();
        assert!(block.at(&place).unwrap().is_sensitive() && redacted.get(&place).is_some());
    }
}

#[test]
fn places_have_types_and_flags() {
    let block = block();
    let ty = |path: &'static str| block.at(&Path::from(path)).map(|place| place.ty());
    assert_eq!(ty("public"), Some(Type::map(Type::String)));
    assert_eq!(ty(r#"public["a"]"#), Some(Type::String));
    assert_eq!(ty("host"), Some(Type::list(host("a").ty())));
    assert_eq!(ty("host[7]"), Some(host("a").ty()));
    assert_eq!(ty("host[0].auth"), Some(login("a", 1.into()).ty()));
    assert_eq!(
        ty(r#"host[0].logins["a"]"#),
        Some(login("a", 1.into()).ty())
    );
    assert_eq!(
        ty("host[0].logins"),
        Some(Type::map(login("a", 1.into()).ty()))
    );
    assert_eq!(ty(r#"secret["a"][0]"#), Some(Type::String));
    for path in [
        "hosts",
        "host.name",
        "host[0].public",
        "public.a.b",
        "secret[0]",
        "host[0].logins[0]",
        "token.a",
    ] {
        assert_eq!(ty(path), None, "{path}");
    }
    assert_eq!(block.at(&Path::root()).unwrap().ty(), block.implied_type());
    let place = block.at(&Path::from(r#"secret["a"][0]"#)).unwrap();
    assert_eq!(
        (place.path(), place.attribute().map(|one| &*one.name)),
        (&Path::from("secret"), Some("secret"))
    );
    let place = block.at(&Path::from("host[0].peer[1]")).unwrap();
    assert!(place.attribute().is_none() && place.has_sensitive() && !place.is_sensitive());
    assert_eq!(place.nested_block().unwrap().type_name, "peer");
    let redacted = place.redact(&login("p", 105.into()));
    assert_eq!(
        redacted,
        object(&[("key", HIDDEN.into()), ("user", "p".into())])
    );
    let place = block.at(&Path::from("whole.user")).unwrap();
    assert!(place.is_sensitive());
    assert_eq!(place.redact(&Value::from(105)), Value::from(HIDDEN));
}
