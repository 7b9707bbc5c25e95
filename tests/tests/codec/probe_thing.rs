//! Captures from the Terraform program for a resource with every type and nesting mode. A derived struct has the same
//! schema, and reads and writes all values. The lists and maps of dynamic values are removed, because a struct cannot
//! contain such values. [`Value`] can read these values; see the program `conformance`.

use std::collections::BTreeMap;

use serde_json::Value as Json;
use tfvalue::schema::{Attribute, AttributeType, Block, NestedBlock, ProviderSchemas, json};
use tfvalue::{Attr, Dynamic, Number, Set, TfSchema, Type, Unknown, Value, types::EmptyTuple};
use tfvalue_tests::{dynamic_elements, hex};

#[derive(TfSchema)]
#[tf(version = 3)]
struct ProbeThing {
    #[tf(computed)]
    id: Attr<String>,
    #[tf(required)]
    name: Attr<String>,
    #[tf(optional)]
    s_opt: Attr<String>,
    #[tf(optional)]
    s_opt2: Attr<String>,
    #[tf(optional, computed)]
    s_optcomp: Attr<String>,
    #[tf(optional, sensitive)]
    s_sens: Attr<String>,
    #[tf(optional, write_only)]
    s_wo: Attr<String>,
    #[tf(optional)]
    n: Attr<Number>,
    #[tf(optional)]
    n2: Attr<Number>,
    #[tf(optional)]
    n3: Attr<Number>,
    #[tf(optional)]
    b: Attr<bool>,
    #[tf(computed)]
    n_comp: Attr<Number>,
    #[tf(computed)]
    b_comp: Attr<bool>,
    #[tf(computed)]
    l_comp: Attr<Vec<Attr<String>>>,
    #[tf(computed)]
    set_comp: Attr<Set<Attr<String>>>,
    #[tf(computed)]
    m_comp: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(computed)]
    obj_comp: Attr<Pair>,
    #[tf(computed)]
    tup_comp: Attr<(Attr<String>, Attr<Number>)>,
    #[tf(optional)]
    l_str: Attr<Vec<Attr<String>>>,
    #[tf(optional)]
    l_num: Attr<Vec<Attr<Number>>>,
    #[tf(optional)]
    l_bool: Attr<Vec<Attr<bool>>>,
    #[tf(optional)]
    set_str: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    set_num: Attr<Set<Attr<Number>>>,
    #[tf(optional)]
    set_bool: Attr<Set<Attr<bool>>>,
    #[tf(optional)]
    m_str: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional)]
    m_num: Attr<BTreeMap<String, Attr<Number>>>,
    #[tf(optional)]
    m_bool: Attr<BTreeMap<String, Attr<bool>>>,
    #[tf(optional)]
    l_obj: Attr<Vec<Attr<Pair>>>,
    #[tf(optional)]
    set_obj: Attr<Set<Attr<Pair>>>,
    #[tf(optional)]
    m_obj: Attr<BTreeMap<String, Attr<Pair>>>,
    #[tf(optional)]
    ll_str: Attr<Vec<Attr<Vec<Attr<String>>>>>,
    #[tf(optional)]
    m_l_num: Attr<BTreeMap<String, Attr<Vec<Attr<Number>>>>>,
    #[tf(optional)]
    obj: Attr<Wide>,
    #[tf(optional)]
    obj_empty: Attr<NoMembers>,
    #[tf(optional)]
    tup: Attr<(Attr<String>, Attr<Number>, Attr<bool>)>,
    #[tf(optional)]
    tup_empty: Attr<EmptyTuple>,
    #[tf(optional)]
    n_single: Attr<Inner>,
    #[tf(optional)]
    n_list: Attr<Vec<Attr<Inner>>>,
    #[tf(optional)]
    n_set: Attr<Set<Attr<Inner>>>,
    #[tf(optional)]
    n_map: Attr<BTreeMap<String, Attr<Inner>>>,
    #[tf(optional, computed)]
    n_single_oc: Attr<Inner>,
    #[tf(computed, members = computed)]
    n_list_c: Attr<Vec<Attr<Just>>>,
    #[tf(block)]
    b_single: Attr<Inner>,
    #[tf(block)]
    b_list: Unknown<Vec<Inner>>,
    #[tf(block(max_items = 2))]
    b_list_mm: Unknown<Vec<Inner>>,
    #[tf(block)]
    b_set: Unknown<Set<Inner>>,
    #[tf(block)]
    b_map: Unknown<BTreeMap<String, Inner>>,
    #[tf(block(group))]
    b_group: Grouped,
    #[tf(block)]
    b_deep: Unknown<Vec<Deep>>,
    #[tf(computed)]
    dyn_comp: Dynamic,
    #[tf(optional)]
    r#dyn: Dynamic,
    #[tf(optional)]
    dyn2: Dynamic,
    #[tf(optional)]
    obj_dyn: Attr<WithDynamic>,
    #[tf(optional)]
    tup_dyn: Attr<(Attr<String>, Dynamic)>,
    #[tf(optional, write_only)]
    dyn_wo: Dynamic,
    #[tf(block)]
    b_single_dyn: Attr<DynamicBlock>,
}

#[derive(TfSchema)]
#[tf(object)]
struct WithDynamic {
    d: Dynamic,
    s: Attr<String>,
}

#[derive(TfSchema)]
struct DynamicBlock {
    #[tf(optional)]
    d: Dynamic,
}

#[derive(TfSchema)]
#[tf(object)]
struct Pair {
    a: Attr<String>,
    n: Attr<Number>,
}

#[derive(TfSchema)]
#[tf(object)]
struct Wide {
    a: Attr<String>,
    n: Attr<Number>,
    b: Attr<bool>,
    l: Attr<Vec<Attr<String>>>,
    o: Attr<Last>,
}

#[derive(TfSchema)]
#[tf(object)]
struct Last {
    z: Attr<String>,
}

#[derive(TfSchema)]
#[tf(object)]
struct NoMembers {}

#[derive(TfSchema)]
struct Inner {
    #[tf(optional)]
    a: Attr<String>,
    #[tf(optional)]
    n: Attr<Number>,
    #[tf(computed)]
    c: Attr<String>,
    #[tf(optional, computed)]
    oc: Attr<String>,
    #[tf(optional)]
    l: Attr<Vec<Attr<String>>>,
}

#[derive(TfSchema)]
struct Just {
    #[tf(optional)]
    a: Attr<String>,
}

#[derive(TfSchema)]
struct Grouped {
    #[tf(optional)]
    a: Attr<String>,
    #[tf(optional)]
    n: Attr<Number>,
    #[tf(computed)]
    c: Attr<String>,
    #[tf(optional, computed)]
    oc: Attr<String>,
    #[tf(optional)]
    l: Attr<Vec<Attr<String>>>,
    #[tf(block)]
    deep: Unknown<Vec<Just>>,
}

#[derive(TfSchema)]
struct Deep {
    #[tf(optional)]
    a: Attr<String>,
    #[tf(block)]
    s: Unknown<Set<Deeper>>,
    #[tf(block(group))]
    g: Just,
}

#[derive(TfSchema)]
struct Deeper {
    #[tf(optional)]
    a: Attr<String>,
    #[tf(block)]
    m: Unknown<BTreeMap<String, Deepest>>,
}

#[derive(TfSchema)]
struct Deepest {
    #[tf(optional)]
    n: Attr<Number>,
}

#[test]
fn schema_is_the_captured_one() {
    let schemas = include_str!("../../data/captures/schema.json");
    let schemas: Json = serde_json::from_str(schemas).unwrap();
    let captured = &schemas["probe_thing"];
    let derived = ProbeThing::schema();
    assert_eq!(derived.version, captured["version"]);
    let (derived, captured) = (
        derived_block(&derived.block),
        captured_block(&captured["block"]),
    );
    let (_, removed) = captured_type();
    let is_removed = |line: &String| {
        let name = line.split([':', '.']).next().unwrap();
        removed.iter().any(|one| one == name)
    };
    let captured: Vec<_> = captured
        .into_iter()
        .filter(|line| !is_removed(line))
        .collect();
    assert_eq!(derived, captured);
}

#[test]
fn reads_and_writes_captured_values() {
    let (ty, removed) = captured_type();
    let lines = include_str!("../../data/captures/dynamic_values.jsonl").lines();
    let mut count = 0;
    for line in lines {
        let line: Json = serde_json::from_str(line).unwrap();
        if line["schema"] != "probe_thing" {
            continue;
        }
        let (id, digits) = (text(&line["id"]), text(&line["msgpack"]));
        let bytes = hex::decode(digits);
        let value = tfvalue::msgpack::value_from_slice(&bytes, &ty).unwrap();
        assert_eq!(tfvalue::msgpack::value_to_vec(&value, &ty).unwrap(), bytes);
        let bytes = without(&value, &removed);
        let value: Option<ProbeThing> =
            tfvalue::msgpack::from_slice(&bytes).unwrap_or_else(|error| panic!("{id}: {error}"));
        let written =
            tfvalue::msgpack::to_vec(&value).unwrap_or_else(|error| panic!("{id}: {error}"));
        assert_eq!(written, bytes, "{id}: {value:#?}");
        count += 1;
    }
    assert_eq!(count, 208);
}

#[test]
fn reads_and_writes_captured_states_as_json() {
    let (captured, removed) = captured_type();
    let ty = ProbeThing::schema().implied_type();
    let lines = include_str!("../../data/captures/raw_states.jsonl").lines();
    let mut count = 0;
    for line in lines {
        let line: Json = serde_json::from_str(line).unwrap();
        if line["schema"] != "probe_thing" {
            continue;
        }
        let json = text(&line["json"]);
        let value = tfvalue::json::value_from_slice(json.as_bytes(), &captured).unwrap();
        let bytes = without(&value, &removed);
        let value = tfvalue::msgpack::value_from_slice(&bytes, &ty).unwrap();
        let json = tfvalue::json::value_to_string(&value, &ty).unwrap();
        let state: ProbeThing = tfvalue::json::from_str(&json).unwrap();
        assert_eq!(tfvalue::msgpack::to_vec(&state).unwrap(), bytes);
        assert_eq!(tfvalue::json::to_string(&state).unwrap(), json);
        count += 1;
    }
    assert!(count > 20, "{count}");
}

/// Returns the type of the captured resource, and the names of the resource's members that the struct does not have.
fn captured_type() -> (Type, Vec<String>) {
    let text = include_str!("../../data/captures/providers_schema.json");
    let schemas: ProviderSchemas = json::from_slice(text.as_bytes()).unwrap();
    let mut schemas = schemas.provider_schemas.into_values();
    let schema = schemas.find_map(|mut one| one.resource_schemas.remove("probe_thing"));
    let mut schema = schema.unwrap();
    let ty = schema.implied_type();
    let removed = dynamic_elements::remove(&mut schema.block);
    assert_eq!(
        removed,
        ["l_dyn", "m_dyn", "n_deep", "b_list_dyn", "b_map_dyn"]
    );
    (ty, removed)
}

/// Writes an object, omitting the members that the struct lacks.
fn without(value: &Value, removed: &[String]) -> Vec<u8> {
    let ty = ProbeThing::schema().implied_type();
    let value = match value.members() {
        Some(members) => {
            let members = members.filter(|(name, _)| removed.iter().all(|one| one != name));
            let members = members.map(|(name, member)| (name.to_owned(), member.clone()));
            Value::object(members).unwrap()
        }
        None => Value::null(ty.clone()),
    };
    tfvalue::msgpack::value_to_vec(&value, &ty).unwrap()
}

/// Lists all attributes and blocks with their paths, one per line.
fn derived_block(block: &Block) -> Vec<String> {
    let attributes = block.attributes.iter().flat_map(derived_attribute);
    let blocks = block.block_types.iter().flat_map(|nested| {
        let NestedBlock {
            type_name,
            nesting,
            min_items,
            max_items,
            ..
        } = nested;
        let head = format!("{type_name}: block {nesting:?} {min_items} {max_items}");
        under(head, type_name, derived_block(&nested.block))
    });
    sorted(attributes.chain(blocks))
}

fn derived_attribute(attribute: &Attribute) -> Vec<String> {
    let flags = [
        (attribute.required, "r"),
        (attribute.optional, "o"),
        (attribute.computed, "c"),
        (attribute.sensitive, "s"),
        (attribute.write_only, "w"),
    ];
    let flags: String = flags
        .iter()
        .filter(|(set, _)| *set)
        .map(|(_, flag)| *flag)
        .collect();
    let name = &attribute.name;
    match &attribute.ty {
        AttributeType::Type(ty) => vec![format!("{name}: {flags} {}", ty.to_json())],
        AttributeType::Nested(object) => {
            let members = object.attributes.iter().flat_map(derived_attribute);
            under(
                format!("{name}: {flags} {:?}", object.nesting),
                name,
                sorted(members),
            )
        }
        other => panic!("{other:?}"),
    }
}

/// Lists all attributes and blocks of the captured schema.
fn captured_block(block: &Json) -> Vec<String> {
    let attributes = elements(&block["attributes"]).flat_map(captured_attribute);
    let blocks = elements(&block["blocks"]).flat_map(|nested| {
        let name = text(&nested["type_name"]);
        let (nesting, min, max) = (nesting(nested), &nested["min"], &nested["max"]);
        let head = format!("{name}: block {nesting} {min} {max}");
        under(head, name, captured_block(&nested["block"]))
    });
    sorted(attributes.chain(blocks))
}

fn captured_attribute(attribute: &Json) -> Vec<String> {
    let (name, flags) = (text(&attribute["name"]), text(&attribute["flags"]));
    match attribute.get("type").filter(|ty| !ty.is_null()) {
        Some(ty) => {
            let ty = Type::from_json(ty.to_string().as_bytes()).unwrap();
            vec![format!("{name}: {flags} {}", ty.to_json())]
        }
        None => {
            let object = &attribute["nested"];
            let members = elements(&object["attributes"]).flat_map(captured_attribute);
            under(
                format!("{name}: {flags} {}", nesting(object)),
                name,
                sorted(members),
            )
        }
    }
}

fn elements(list: &Json) -> impl Iterator<Item = &Json> {
    let list = list.as_array().map(Vec::as_slice).unwrap_or_default();
    list.iter()
}

fn text(json: &Json) -> &str {
    json.as_str().unwrap()
}

fn nesting(json: &Json) -> String {
    let mode = text(&json["nesting"]);
    mode[..1].to_owned() + &mode[1..].to_lowercase()
}

fn under(head: String, name: &str, lines: Vec<String>) -> Vec<String> {
    let lines = lines.into_iter().map(|line| format!("{name}.{line}"));
    std::iter::once(head).chain(lines).collect()
}

fn sorted(lines: impl Iterator<Item = String>) -> Vec<String> {
    let mut lines: Vec<_> = lines.collect();
    lines.sort();
    lines
}
