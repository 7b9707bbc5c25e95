//! Diagnostics contained the index of a set element, and Terraform marked a different block.

use std::collections::BTreeMap;

use tfvalue::tfplugin6::{self, AttributePath, DynamicValue};
use tfvalue::{Attr, Diagnostics, Error, Path, Set, TfSchema, Unknown, msgpack};

#[derive(TfSchema)]
struct Zone {
    #[tf(required)]
    name: Attr<String>,
    #[tf(optional)]
    tags: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional)]
    ports: Attr<Vec<Attr<u16>>>,
    #[tf(optional)]
    peers: Attr<Vec<Attr<Peer>>>,
    #[tf(optional)]
    origin: Attr<Peer>,
    #[tf(optional)]
    members: Attr<Set<Attr<Peer>>>,
    #[tf(block)]
    record: Unknown<Set<Record>>,
    #[tf(block)]
    view: Unknown<Vec<View>>,
}

#[derive(TfSchema)]
struct Peer {
    #[tf(required)]
    port: Attr<u16>,
}

#[derive(TfSchema)]
struct Record {
    #[tf(required)]
    weight: Attr<u16>,
}

#[derive(TfSchema)]
struct View {
    #[tf(block)]
    record: Unknown<Set<Record>>,
    #[tf(required)]
    weight: Attr<u16>,
}

#[test]
fn paths_end_at_sets() {
    let schema = Zone::block();
    let end = |path: Path| schema.config_path(&path).to_string();
    assert_eq!(end(Path::root()), "");
    assert_eq!(end(Path::from("name")), "name");
    assert_eq!(end(Path::from("tags").key("a")), r#"tags["a"]"#);
    assert_eq!(end(Path::from("ports").index(1)), "ports[1]");
    let port = |path: Path| end(path.attribute("port"));
    assert_eq!(port(Path::from("peers").index(1)), "peers[1]");
    assert_eq!(port(Path::from("origin")), "origin");
    assert_eq!(port(Path::from("members").index(1)), "members");
    assert_eq!(
        end(Path::from("record").index(2).attribute("weight")),
        "record"
    );
    let view = Path::from("view").index(1);
    assert_eq!(end(view.clone().attribute("weight")), "view[1].weight");
    let record = view.attribute("record").index(0).attribute("weight");
    assert_eq!(end(record), "view[1].record");
    assert_eq!(end(Path::from("nothing").index(0)), "");
}

/// Returns the paths and the messages of diagnostics.
fn told(diagnostics: Diagnostics) -> Vec<(String, String)> {
    let diagnostics: Vec<tfplugin6::Diagnostic> = diagnostics.into();
    let place = |path: &AttributePath| Path::try_from(path).unwrap().to_string();
    let told = diagnostics.into_iter().map(|one| {
        let place = one.attribute.as_ref().map(place);
        (place.unwrap_or_default(), one.detail)
    });
    told.collect()
}

const RANGE: &str = "a whole number from 0 to 65535 is required, got -1";

#[test]
fn configuration_errors_point_at_the_set_and_name_the_element() {
    let config = br#"{
        "name": "a", "tags": null, "ports": [-1], "origin": null,
        "peers": [{"port": -1}], "members": [{"port": -1}], "record": [{"weight": -1}],
        "view": [{"weight": 1, "record": []}, {"weight": -1, "record": [{"weight": -1}]}]
    }"#;
    let config = DynamicValue {
        msgpack: Vec::new(),
        json: config.to_vec(),
    };
    let diagnostics = config.validate_config::<Zone>();
    let expected = [
        ("members", "members[port = -1].port"),
        ("peers[0]", "peers[0].port"),
        ("ports[0]", "ports[0]"),
        ("record", "record[weight = -1].weight"),
        ("view[1].record", "view[1].record[weight = -1].weight"),
        ("view[1].weight", "view[1].weight"),
    ];
    let expected = expected.map(|(place, path)| (place.to_owned(), format!("{path}: {RANGE}")));
    assert_eq!(told(diagnostics), expected);
}

#[test]
fn validation_errors_point_at_the_set() {
    let config = DynamicValue {
        msgpack: Vec::new(),
        json: br#"{"name": "a", "tags": null, "ports": null, "origin": null, "peers": null,
            "members": null, "record": [{"weight": null}, {"weight": 7}], "view": []}"#
            .to_vec(),
    };
    let mut diagnostics = config.validate_config::<Zone>();
    let path = Path::from("record").index(1).attribute("weight");
    let own = Error::msg("7 is taken").at(path);
    diagnostics.push(own.in_config(&Zone::block()));
    let told = told(diagnostics);
    let places: Vec<_> = told.iter().map(|(place, _)| place.as_str()).collect();
    assert_eq!(places, ["record", "record"]);
    assert_eq!(told[1].1, "record[1].weight: 7 is taken");
}

#[test]
fn set_errors_point_at_the_set_without_a_schema() {
    let bytes = b"\x92\x81\xa6weight\x01\x81\xa6weight\xff";
    let error = msgpack::from_slice::<Set<Record>>(bytes).err().unwrap();
    assert_eq!(error.to_string(), format!("[1].weight: {RANGE}"));
    let error = error.at("record");
    assert_eq!(error.path().steps().len(), 3);
    let told = told(error.into());
    assert_eq!(
        told,
        [("record".to_owned(), format!("record[1].weight: {RANGE}"))]
    );
}
