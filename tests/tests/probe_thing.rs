//! A derived struct announces the schema of `probe_thing`, a resource that a real Terraform
//! worked with, but for what contains dynamic.

use std::collections::BTreeMap;

use serde_json::Value as Json;
use tfvalue::schema::{Attribute, AttributeType, Block, NestedBlock};
use tfvalue::{Attr, Number, Set, TfSchema, Type, Unknown};

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
    n2: Attr<i64>,
    #[tf(optional, lossy)]
    n3: Attr<f64>,
    #[tf(optional)]
    b: Attr<bool>,
    #[tf(computed)]
    n_comp: Attr<f64>,
    #[tf(computed)]
    b_comp: Attr<bool>,
    #[tf(computed)]
    l_comp: Attr<Vec<String>>,
    #[tf(computed)]
    set_comp: Attr<Set<String>>,
    #[tf(computed)]
    m_comp: Attr<BTreeMap<String, String>>,
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
    tup_empty: Attr<()>,
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
    b_map: BTreeMap<String, Inner>,
    #[tf(block(group))]
    b_group: Grouped,
    #[tf(block)]
    b_deep: Vec<Deep>,
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
    deep: Vec<Just>,
}

#[derive(TfSchema)]
struct Deep {
    #[tf(optional)]
    a: Attr<String>,
    #[tf(block)]
    s: Set<Deeper>,
    #[tf(block(group))]
    g: Just,
}

#[derive(TfSchema)]
struct Deeper {
    #[tf(optional)]
    a: Attr<String>,
    #[tf(block)]
    m: BTreeMap<String, Deepest>,
}

#[derive(TfSchema)]
struct Deepest {
    #[tf(optional)]
    n: Attr<Number>,
}

#[test]
fn the_schema_is_the_one_that_was_captured() {
    let schemas = include_str!("../data/captures/schema.json");
    let schemas: Json = serde_json::from_str(schemas).unwrap();
    let captured = &schemas["probe_thing"];
    let derived = ProbeThing::schema();
    assert_eq!(derived.version, captured["version"]);
    let (derived, captured) = (
        derived_block(&derived.block),
        captured_block(&captured["block"]),
    );
    assert_eq!(derived, captured);
}

/// Lists all attributes and blocks, one a line, each under its path.
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
    }
}

/// Lists the same of the capture, leaving out what contains dynamic.
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
        .filter(|element| !element.to_string().contains("\"dynamic\""))
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
