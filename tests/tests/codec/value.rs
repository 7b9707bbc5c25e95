//! Creating, reading and changing a `Value`.

use tfvalue::{
    Dynamic, Error, Number, Path, Type, Value, json, msgpack,
    types::{ObjectType, Refinements},
};

fn server() -> Value {
    let tags = Value::map(Type::String, [("b", "2"), ("a", "1")]).unwrap();
    let disk = |size: u8| Value::object([("size", Value::from(size))]).unwrap();
    let disks = Value::list(Type::Dynamic, [disk(10), disk(20)]).unwrap();
    Value::object([
        ("tags", tags),
        ("name", Value::from("web")),
        ("disk", disks),
        ("id", Value::unknown(Type::String)),
        ("memory", Value::null(Type::Number)),
    ])
    .unwrap()
}

fn message(result: Result<Value, Error>) -> String {
    result.unwrap_err().to_string()
}

#[test]
fn is_small() {
    assert!(size_of::<Value>() <= 24);
    assert_eq!(size_of::<Option<Value>>(), size_of::<Value>());
}

#[test]
fn keeps_text_of_any_length() {
    for len in 0..70 {
        for text in [
            "x".repeat(len),
            "é".repeat(len / 2),
            format!("{}é", "x".repeat(len)),
        ] {
            let value = Value::from(&*text);
            assert_eq!(value.as_str(), Some(&*text));
            assert_eq!(value.clone().read_into::<String>().unwrap(), text);
            // The end of the input is read differently from the rest.
            let list = Value::list(Type::String, vec![value; 40]).unwrap();
            let bytes = msgpack::value_to_vec(&list, &list.ty()).unwrap();
            assert_eq!(bytes, msgpack::to_vec(&vec![&text; 40]).unwrap());
            let read = msgpack::value_from_slice(&bytes, &list.ty()).unwrap();
            assert_eq!(read, list);
            assert!(
                read.elements()
                    .unwrap()
                    .all(|value| value.as_str() == Some(&text))
            );
        }
    }
}

#[test]
fn has_a_type() {
    let disk = Type::Object(ObjectType::new([("size", Type::Number)]));
    let ty = ObjectType::new([
        ("disk", Type::list(disk)),
        ("id", Type::String),
        ("memory", Type::Number),
        ("name", Type::String),
        ("tags", Type::map(Type::String)),
    ]);
    assert_eq!(server().ty(), Type::Object(ty));
}

#[test]
fn returns_its_parts() {
    let server = server();
    assert_eq!(server.get("name").and_then(Value::as_str), Some("web"));
    assert_eq!(server.get("nome"), None);
    let tags = server.get("tags").unwrap();
    assert_eq!(tags.get("b").and_then(Value::as_str), Some("2"));
    assert_eq!(tags.get("c"), None);
    let keys: Vec<_> = tags.entries().unwrap().map(|(key, _)| key).collect();
    assert_eq!(keys, ["a", "b"]);
    let names: Vec<_> = server.members().unwrap().map(|(name, _)| name).collect();
    assert_eq!(names, ["disk", "id", "memory", "name", "tags"]);
    let disks = server.get("disk").unwrap();
    assert_eq!(disks.elements().unwrap().len(), 2);
    assert_eq!(disks.get(1).unwrap().get("size"), Some(&Value::from(20)));
    assert_eq!(disks.get(2), None);
    assert!(server.get("memory").unwrap().is_null());
    assert!(server.get("id").unwrap().is_unknown());
    assert!(!server.is_wholly_known());
}

#[test]
fn keeps_strings_in_nfc() {
    assert_eq!(Value::string("e\u{301}").as_str(), Some("é"));
    let map = Value::map(Type::Bool, [("e\u{301}", true)]).unwrap();
    assert_eq!(map.get("é"), Some(&Value::from(true)));
    let object = Value::object([("e\u{301}", true)]).unwrap();
    assert_eq!(object.get("é"), Some(&Value::from(true)));
}

#[test]
fn rejects_elements_of_several_types() {
    let mixed = || [Value::from(1), Value::from("a")];
    let text = "[1]: a number is required, got a string";
    assert_eq!(message(Value::list(Type::Dynamic, mixed())), text);
    assert_eq!(message(Value::set(Type::Number, mixed())), text);
    let entries = ["a", "b"].into_iter().zip(mixed());
    assert_eq!(
        message(Value::map(Type::Dynamic, entries)),
        r#"["b"]: a number is required, got a string"#
    );
    assert_eq!(
        Value::tuple(mixed()).ty(),
        Type::tuple([Type::Number, Type::String])
    );
}

#[test]
fn rejects_duplicates() {
    let twice = [("é", 1), ("e\u{301}", 2)];
    assert!(Value::map(Type::Number, twice).is_err());
    assert!(Value::object(twice).is_err());
}

#[test]
fn untyped_elements_get_the_type_of_the_others() {
    let elements = [
        Value::null(Type::Dynamic),
        Value::from("a"),
        Value::unknown(Type::Dynamic),
    ];
    let list = Value::list(Type::Dynamic, elements).unwrap();
    assert_eq!(list.ty(), Type::list(Type::String));
    assert_eq!(list.get(0), Some(&Value::null(Type::String)));
    assert_eq!(list.get(2), Some(&Value::unknown(Type::String)));
}

#[test]
fn accepts_elements_of_a_type_with_optional_attributes() {
    let ty = Type::from_json(br#"["object",{"a":"number"},["a"]]"#).unwrap();
    let element = Value::object([("a", 1)]).unwrap();
    let list = Value::list(ty.clone(), [element]).unwrap();
    assert_eq!(list.ty(), Type::list(ty.without_optional()));
}

#[test]
fn sorts_sets_of_primitives() {
    let elements = [
        Value::null(Type::Number),
        Value::unknown(Type::Number),
        Value::from(10),
        Value::try_from(9.5).unwrap(),
        Value::unknown(Type::Number),
        Value::from(10),
        Value::null(Type::Number),
        Value::from(-1),
    ];
    let set = Value::set(Type::Number, elements).unwrap();
    let text = "toset([-1, 9.5, 10, (known after apply), (known after apply), null])";
    assert_eq!(set.to_string(), text);
}

#[test]
fn keeps_the_order_and_unknown_elements_of_other_sets() {
    let object = |value: Value| Value::object([("a", value)]).unwrap();
    let elements = [
        object(Value::from("b")),
        object(Value::unknown(Type::String)),
        object(Value::from("a")),
        object(Value::unknown(Type::String)),
        object(Value::from("b")),
    ];
    let set = Value::set(Type::Dynamic, elements).unwrap();
    let text = r#"toset([{ a = "b" }, { a = (known after apply) }, { a = "a" }, { a = (known after apply) }])"#;
    assert_eq!(set.to_string(), text);
}

#[test]
fn compares_sets_in_any_order() {
    let list = |text: &str| Value::list(Type::String, [text]).unwrap();
    let set =
        |texts: &[&str]| Value::set(Type::Dynamic, texts.iter().map(|text| list(text))).unwrap();
    assert_eq!(set(&["a", "b", "c"]), set(&["c", "a", "b"]));
    assert_ne!(set(&["a", "b", "c"]), set(&["a", "b", "d"]));
    assert_ne!(set(&["a", "b"]), set(&["a", "b", "c"]));
    let empty = Value::set(Type::String, [""; 0]).unwrap();
    assert_ne!(empty, Value::set(Type::Number, [0; 0]).unwrap());
    // Every unknown element counts, even if it equals another element.
    let unknown = || Value::unknown(Type::list(Type::String));
    let with = |elements: [Value; 3]| Value::set(Type::Dynamic, elements).unwrap();
    let one = || with([list("a"), unknown(), list("b")]);
    assert_eq!(one(), with([unknown(), list("b"), list("a")]));
    assert_ne!(one(), with([unknown(), unknown(), list("a")]));
}

/// Comparing each level twice would take 2^60 steps.
#[test]
fn compares_sets_within_sets_in_linear_time() {
    let nested = |reverse: bool| {
        let mut value = Value::set(Type::Number, [1]).unwrap();
        for _ in 0..60 {
            let mut elements = [
                value.clone(),
                Value::null(value.ty()),
                Value::unknown(value.ty()),
            ];
            // The first elements are at the same position, so they are compared before other elements differ.
            if reverse {
                elements[1..].reverse();
            }
            value = Value::set(Type::Dynamic, elements).unwrap();
        }
        value
    };
    assert_eq!(nested(false), nested(true));
}

/// If sets were hashed only by their length, 10^10 comparisons would be needed.
#[test]
fn finds_duplicates_among_sets_in_linear_time() {
    let sets = |numbers: std::ops::Range<u32>| {
        let sets = numbers.map(|number| Value::set(Type::Number, [number]).unwrap());
        sets.collect::<Vec<_>>()
    };
    let (mut one, two) = (sets(0..100_000), sets(0..100_000));
    one.reverse();
    one.extend(two.iter().cloned());
    let one = Value::set(Type::Dynamic, one).unwrap();
    assert_eq!(one.elements().unwrap().len(), 100_000);
    assert_eq!(one, Value::set(Type::Dynamic, two).unwrap());
}

#[test]
fn compares_numbers_as_terraform_does() {
    assert_eq!(
        Value::try_from(0.1).unwrap(),
        Value::from("0.10".parse::<Number>().unwrap())
    );
    assert_eq!(Value::try_from(3.0).unwrap(), Value::from(3));
    assert_ne!(Value::from(3), Value::from("3"));
    assert_ne!(Value::null(Type::String), Value::null(Type::Number));
    assert_ne!(Value::unknown(Type::String), Value::null(Type::String));
}

#[test]
fn refinements_can_determine_the_value() -> Result<(), Error> {
    let exactly = |n: u64| Refinements::new().not_null().min_length(n)?.max_length(n);
    let refined = |ty: &Type, n| Value::refined(ty.clone(), exactly(n)?);
    let (list, set, map) = (
        Type::list(Type::Bool),
        Type::set(Type::Bool),
        Type::map(Type::Bool),
    );
    assert_eq!(refined(&list, 0)?.to_string(), "[]");
    assert_eq!(refined(&set, 0)?.to_string(), "toset([])");
    assert_eq!(refined(&map, 0)?.to_string(), "{}");
    assert_eq!(
        refined(&list, 2)?.to_string(),
        "[(known after apply), (known after apply)]"
    );
    assert_eq!(
        refined(&set, 1)?.to_string(),
        "toset([(known after apply)])"
    );
    assert!(refined(&set, 2)?.is_unknown());
    assert!(refined(&map, 1)?.is_unknown());
    // A list with so many elements would use far more memory than the refinements.
    assert!(refined(&list, 100_000_000)?.is_unknown());
    // Null is possible, too.
    let nullable = Refinements::new().max_length(0)?;
    assert!(Value::refined(list, nullable)?.is_unknown());
    assert!(Value::refined(Type::Number, exactly(1)?).is_err());
    Ok(())
}

#[test]
fn finds_parts_by_path() {
    let server = server();
    let size = Path::from("disk").index(1).attribute("size");
    assert_eq!(server.lookup(&size).unwrap(), &Value::from(20));
    let tag = Path::from("tags").key("a");
    assert_eq!(server.lookup(&tag).unwrap(), &Value::from("1"));
    assert_eq!(server.lookup(&Path::root()).unwrap(), &server);
    let error = |path: Path| server.lookup(&path).unwrap_err().to_string();
    assert_eq!(error(Path::from("nome")), r#"there is no attribute "nome""#);
    assert_eq!(
        error(Path::from("disk").index(2).attribute("size")),
        "disk: there is no element 2"
    );
    assert_eq!(
        error(Path::from("tags").key("c")),
        r#"tags: there is no element "c""#
    );
    assert_eq!(
        error(Path::from("id").index(0)),
        "id: there is no element 0"
    );
}

#[test]
fn visits_all_parts() {
    let server = server();
    let mut seen = Vec::new();
    server.walk(|path, part| {
        assert_eq!(server.lookup(path).unwrap(), part);
        seen.push(path.to_string());
        path.to_string() != "disk[0]"
    });
    let expected = [
        "",
        "disk",
        "disk[0]",
        "disk[1]",
        "disk[1].size",
        "id",
        "memory",
        "name",
        "tags",
        r#"tags["a"]"#,
        r#"tags["b"]"#,
    ];
    assert_eq!(seen, expected);
}

#[test]
fn changes_parts() {
    // Replace all unknown values with null, as in a state.
    let settled = server().transform(|_, part| {
        Ok(if part.is_unknown() {
            Value::null(part.ty())
        } else {
            part
        })
    });
    let settled = settled.unwrap();
    assert!(settled.is_wholly_known());
    assert_eq!(settled.ty(), server().ty());
    assert_eq!(settled.get("disk"), server().get("disk"));
    // Elements may change their type, but only if all elements change together.
    let list = || Value::list(Type::Number, [1, 2]).unwrap();
    let text = list().transform(|_, part| {
        Ok(match part.as_number() {
            Some(number) => Value::from(number.to_string().as_str()),
            None => part,
        })
    });
    assert_eq!(text.unwrap().to_string(), r#"["1", "2"]"#);
    let mixed = list().transform(|_, part| {
        Ok(if part == Value::from(2) {
            Value::from("2")
        } else {
            part
        })
    });
    assert!(message(mixed).starts_with("[1]: "));
    let failed = server().transform(|_, part| match part.as_number() {
        Some(_) => Err(serde::de::Error::custom("no numbers")),
        None => Ok(part),
    });
    assert_eq!(message(failed), "disk[0].size: no numbers");
}

#[test]
fn prints_terraform_expressions() -> Result<(), Error> {
    assert_eq!(
        server().to_string(),
        r#"{ disk = [{ size = 10 }, { size = 20 }], id = (known after apply), memory = null, name = "web", tags = { "a" = "1", "b" = "2" } }"#
    );
    let lines = "{
  disk = [
    {
      size = 10
    },
    {
      size = 20
    },
  ]
  id = (known after apply)
  memory = null
  name = \"web\"
  tags = {
    \"a\" = \"1\"
    \"b\" = \"2\"
  }
}";
    assert_eq!(format!("{:#}", server()), lines);
    assert_eq!(
        Value::from("\"\\\n\t${a} %{b} $c\u{7}").to_string(),
        r#""\"\\\n\t$${a} %%{b} $c\u0007""#
    );
    let known = Refinements::new().not_null().full_prefix("arn:")?;
    let unknown = Value::refined(Type::String, known)?;
    assert_eq!(
        unknown.to_string(),
        r#"(known after apply, not null, begins with "arn:")"#
    );
    assert_eq!(Value::object::<&str, Value>([])?.to_string(), "{}");
    assert_eq!(format!("{:?}", Value::null(Type::String)), "string null");
    assert_eq!(format!("{:?}", Value::from(1)), "1");
    assert_eq!(
        format!("{:?}", Value::list(Type::Number, [1])?),
        "list of number [1]"
    );
    Ok(())
}

#[test]
fn replaces_unpaired_surrogates() -> Result<(), Error> {
    let ty = Type::map(Type::String);
    let read = |text: &str| json::value_from_slice(text.as_bytes(), &ty);
    let value = read(r#"{"\udc00k\ud83d": "\ud800\ud83d\ude00\udfff"}"#)?;
    assert_eq!(
        value.get("\u{fffd}k\u{fffd}").and_then(Value::as_str),
        Some("\u{fffd}😀\u{fffd}")
    );
    // Bytes that are not valid UTF-8 are an error everywhere.
    let bytes = |bytes: &[u8]| json::value_from_slice(bytes, &ty);
    assert!(bytes(b"{\"\xff\": \"\"}").is_err());
    assert!(bytes(b"{\"\": \"\xff\"}").is_err());
    Ok(())
}

#[test]
fn untyped_values_fit_every_type() {
    let ty = Type::Object(ObjectType::new([("a", Type::String), ("b", Type::Bool)]));
    let untyped = [
        ("a", Value::null(Type::Dynamic)),
        ("b", Value::unknown(Type::Dynamic)),
    ];
    let bytes = msgpack::value_to_vec(&Value::object(untyped).unwrap(), &ty).unwrap();
    assert_eq!(bytes, b"\x82\xa1a\xc0\xa1b\xd4\0\0");
}

#[test]
fn json_is_the_same_outside_and_inside_a_struct() {
    let long = "long & longer than what a value keeps";
    let numbers = ["-0.5", "1e30", "12345678.25", "0"].map(|text| text.parse::<Number>().unwrap());
    let value = Value::object([
        ("\"quoted\"", Value::from("<a>\n")),
        ("empty", Value::list(Type::String, [""; 0]).unwrap()),
        ("long", Value::from(long)),
        (
            "map",
            Value::map(Type::Bool, [("b", true), (long, false)]).unwrap(),
        ),
        (
            "numbers",
            Value::list(Type::Number, numbers.map(Value::from)).unwrap(),
        ),
        ("nothing", Value::null(Type::Dynamic)),
        (
            "tuple",
            Value::tuple([Value::from("é"), Value::null(Type::Bool)]),
        ),
    ])
    .unwrap();
    let text = json::value_to_string(&value, &Type::Dynamic).unwrap();
    let written = concat!(
        r#"{"value":{"\"quoted\"":"\u003ca\u003e\n","empty":[],"#,
        r#""long":"long \u0026 longer than what a value keeps","#,
        r#""map":{"b":true,"long \u0026 longer than what a value keeps":false},"#,
        r#""nothing":null,"numbers":[-0.5,1000000000000000000000000000000,12345678.25,0],"#,
        r#""tuple":["é",null]},"type":["object",{"\"quoted\"":"string","#,
        r#""empty":["list","string"],"long":"string","map":["map","bool"],"nothing":"dynamic","#,
        r#""numbers":["list","number"],"tuple":["tuple",["string","bool"]]}]}"#,
    );
    assert_eq!(text, written);
    let dynamic = Dynamic::from(value);
    assert_eq!(json::to_string(&dynamic).unwrap(), text);
    let list = json::to_string(&[&dynamic, &dynamic]).unwrap();
    assert_eq!(list, format!("[{text},{text}]"));
}
