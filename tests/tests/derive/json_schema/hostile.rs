//! Documents that would require unlimited time, memory or stack space.

use serde_json::{Map, Value as Json, json};
use tfvalue::errors::Category;
use tfvalue::provider::Description;
use tfvalue_json_schema::{JsonSchema, Mapping};
use tfvalue_tests::peak;

/// Reads a document within the memory limits.
fn read(document: &Json) -> tfvalue::Result<Mapping> {
    let size = document.to_string().len();
    let (result, peak) = peak::measure(|| JsonSchema::new(document).read());
    assert!(peak <= 64 * size + (1 << 20), "{peak} for {size}");
    let (_, peak) = peak::measure(|| JsonSchema::new(document).map_to_dynamic().read());
    assert!(peak <= 64 * size + (1 << 20), "{peak} for {size}");
    result
}

/// Creates a document in which schema number n is `part` of schema number n + 1.
fn chain(len: usize, part: impl Fn(Json) -> Json) -> Json {
    let reference = |at: usize| json!({"$ref": format!("#/$defs/s{at}")});
    let mut all: Map<_, _> = (0..len)
        .map(|at| (format!("s{at}"), part(reference(at + 1))))
        .collect();
    all.insert(
        format!("s{len}"),
        json!({"type": "string", "description": "The end."}),
    );
    json!({"properties": {"p": reference(0)}, "$defs": all})
}

#[test]
fn references_cannot_expand_without_limit() {
    let twice = chain(40, |next| json!({"properties": {"a": next, "b": next}}));
    let error = read(&twice).unwrap_err();
    assert_eq!(error.category(), Category::Limit);
    assert!(
        error
            .to_string()
            .contains("too large for the size of the document")
    );

    // A schema that applies twice is applied once.
    let mapping = read(&chain(
        2_000,
        |next| json!({"allOf": [next, next, {"allOf": [next]}]}),
    ))
    .unwrap();
    assert_eq!(
        mapping.schema.implied_type().to_json(),
        r#"["object",{"p":"string"}]"#
    );

    for bomb in [
        chain(
            40,
            |next| json!({"oneOf": [{"properties": {"a": next}}, {"properties": {"b": next}}]}),
        ),
        chain(
            40,
            |next| json!({"anyOf": [{"allOf": [next], "title": "a"}, {"allOf": [next], "title": "b"}]}),
        ),
        chain(
            40,
            |next| json!({"properties": {"a": next, "b": {"allOf": [next, {"properties": {"c": next}}]}}}),
        ),
        chain(
            40,
            |next| json!({"type": "array", "items": next, "prefixItems": [next, next], "maxItems": 2}),
        ),
    ] {
        _ = read(&bomb);
    }
    let values: Vec<_> = (0..2_000).map(|at| format!("value {at}")).collect();
    let many: Map<_, _> = (0..2_000)
        .map(|at| (format!("p{at}"), json!({"$ref": "#/$defs/e"})))
        .collect();
    let bomb = json!({"properties": many, "$defs": {"e": {"type": "string", "enum": values}}});
    assert_eq!(read(&bomb).unwrap_err().category(), Category::Limit);
    let text = "x".repeat(50_000);
    let bomb = json!({"properties": many, "$defs": {"e": {"type": "string", "pattern": text, "description": text, "default": text}}});
    assert_eq!(read(&bomb).unwrap_err().category(), Category::Limit);
}

#[test]
fn depth_is_limited() {
    let mapping = read(&chain(60, |next| json!({"properties": {"a": next}}))).unwrap();
    mapping.schema.validate().unwrap();
    for part in [
        (|next| json!({"properties": {"a": next}})) as fn(Json) -> Json,
        |next| json!({"type": "array", "items": next}),
        |next| json!({"type": "object", "additionalProperties": next}),
        |next| json!({"oneOf": [next, {"type": "array", "items": {"type": "string"}}]}),
        |next| json!({"prefixItems": [next], "items": false}),
    ] {
        let error = read(&chain(5_000, part)).unwrap_err();
        assert!(
            error
                .to_string()
                .ends_with("a schema of more than 64 levels"),
            "{error}"
        );
    }
    for part in [
        (|next| json!({"allOf": [next]})) as fn(Json) -> Json,
        |next| json!({"$ref": next["$ref"]}),
        |next| json!({"oneOf": [next]}),
        |next| json!({"propertyNames": next}),
    ] {
        _ = read(&chain(5_000, part));
    }
}

#[test]
fn references_in_circles_end() {
    for document in [
        json!({"$ref": "#"}),
        json!({"allOf": [{"$ref": "#"}], "properties": {"p": {"type": "string"}}}),
        json!({"properties": {"p": {"$ref": "#/properties/q"}, "q": {"$ref": "#/properties/p"}}}),
        json!({"properties": {"p": {"propertyNames": {"$ref": "#/properties/p"}, "additionalProperties": {"$ref": "#/properties/p"}}}}),
        json!({"properties": {"p": {"oneOf": [{"$ref": "#/properties/p"}, {"type": "string"}]}}}),
        json!({"properties": {"p": {"anyOf": [{"$ref": "#/properties/p"}]}}}),
        json!({"oneOf": [{"$ref": "#"}, {"properties": {"p": {"$ref": "#"}}}]}),
        json!({"properties": {"p": {"items": {"$ref": "#/properties/p/items"}}}}),
        json!({"properties": {"p": {"prefixItems": [{"$ref": "#/properties/p"}], "items": false}}}),
    ] {
        _ = read(&document);
    }
}

#[test]
fn many_faults_are_cut() {
    let many: Map<_, _> = (0..20_000)
        .map(|at| (format!("p{at}"), json!({"type": at})))
        .collect();
    let error = read(&json!({"properties": many})).unwrap_err();
    assert!(error.faults().count() <= 1_000);
    let name = "n".repeat(30_000);
    let long = json!({"properties": {name: {"properties": {"a": 1, "b": 2, "c": 3, "d": 4}}}});
    read(&long).unwrap_err();
    let deep = (0..120).fold(
        json!({"type": 1}),
        |schema, at| json!({"properties": {format!("a{at}"): schema}}),
    );
    read(&deep).unwrap_err();
}

/// Each schema refers to all other schemas, as in the documents of some services. Every order of the schemas is a path
/// through them.
#[test]
fn schemas_that_refer_to_each_other_have_few_levels() {
    let reference = |at: usize| json!({"$ref": format!("#/$defs/s{at}")});
    let all: Map<_, _> = (0..12)
        .map(|at| {
            let properties: Map<_, _> = (0..12)
                .map(|to| {
                    (
                        format!("p{to}"),
                        json!({"anyOf": [{"type": "string"}, reference(to)]}),
                    )
                })
                .collect();
            (format!("s{at}"), json!({"properties": properties}))
        })
        .collect();
    let document = json!({"properties": {"p": reference(0)}, "$defs": all});
    let error = read(&document).unwrap_err();
    let mut faults = error.faults();
    assert!(faults.any(|fault| fault.category() == Category::Limit));
    let mapping = JsonSchema::new(&document).map_to_dynamic().read().unwrap();
    mapping.schema.validate().unwrap();
    let notes = &mapping.notes;
    assert!(notes.iter().any(|note| note.message.contains(" levels")));
    let json = json!({"p": {"p1": {"p2": {"p3": {"p4": "x"}}}, "p5": "y"}});
    let value = mapping.plain.read(&json).unwrap();
    assert_eq!(mapping.plain.write(&value).unwrap(), json);
}

/// Previously, each pattern used up to 10 MB and was compiled twice.
#[test]
fn patterns_cannot_take_unlimited_memory() {
    for pattern in [
        r"^(\w{1,60}[\p{L}]{1,60}){1,9}",
        r"^([a-z]{1,90}){1,90}$",
        r"\p{L}{1,200}|\p{N}{200}",
        r"^\d{1,3}$",
        "(",
    ] {
        let many: Map<_, _> = (0..200)
            .map(|at| {
                (
                    format!("p{at}"),
                    json!({"type": "string", "pattern": format!("{pattern}{at}")}),
                )
            })
            .collect();
        read(&json!({"properties": many})).unwrap();
    }
    // The character classes in ECMA-262 contain only ASCII.
    let document =
        json!({"properties": {"p": {"type": "string", "pattern": r"^[\w-.]{1,255}\d\W$"}}});
    let mapping = JsonSchema::new(&document).read().unwrap();
    let description = Description::from(&mapping);
    assert!(format!("{description:?}").contains("schema"));
}
