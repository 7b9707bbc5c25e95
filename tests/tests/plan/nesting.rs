//! Each rule in every nesting mode.

use std::collections::BTreeMap;

use tfvalue::plan::{Planned, resource_change};
use tfvalue::{Attr, Set, TfSchema, Unknown, Value, json, msgpack};

#[derive(TfSchema, Clone, Default)]
#[tf(kind = resource)]
struct Server {
    #[tf(required, replace)]
    name: Attr<String>,
    #[tf(computed, keep)]
    id: Attr<String>,
    #[tf(computed)]
    revision: Attr<i64>,
    #[tf(default = "main")]
    zone: Attr<String>,
    #[tf(computed, keep(unless_changed = "name"))]
    url: Attr<String>,
    #[tf(optional, same_as = case_insensitive)]
    region: Attr<String>,
    #[tf(optional)]
    single: Attr<Part>,
    #[tf(optional)]
    list: Attr<Vec<Attr<Part>>>,
    #[tf(optional)]
    set: Attr<Set<Attr<Part>>>,
    #[tf(optional)]
    map: Attr<BTreeMap<String, Attr<Part>>>,
    #[tf(block)]
    disk: Unknown<Vec<Part>>,
    #[tf(block)]
    rule: Unknown<Set<Part>>,
}

#[derive(TfSchema, Clone, Default)]
struct Part {
    #[tf(required)]
    key: Attr<String>,
    #[tf(computed, keep)]
    id: Attr<String>,
    #[tf(computed)]
    serial: Attr<i64>,
    #[tf(default = 5)]
    size: Attr<i64>,
}

fn value(json: &str) -> Value {
    json::value_from_slice(json.as_bytes(), &Server::schema().implied_type()).unwrap()
}

fn part(key: &str, id: &str, serial: &str, size: &str) -> String {
    format!(r#"{{"key": {key:?}, "id": {id}, "serial": {serial}, "size": {size}}}"#)
}

fn server(parts: &str, name: &str, computed: [&str; 4], zone: &str) -> String {
    let [id, revision, url, region] = computed;
    format!(
        r#"{{"name": {name:?}, "id": {id}, "revision": {revision}, "url": {url}, "zone": {zone},
            "region": {region}, "single": null, "list": {parts}, "set": {parts}, "map": null,
            "disk": {parts}, "rule": {parts}}}"#
    )
}

fn plan(config: &str, prior: Option<&str>) -> Planned {
    let config = value(config);
    let null = Value::null(Server::schema().implied_type());
    let prior = prior.map_or(null, value);
    resource_change::<Server>(&config, &prior, &config).unwrap()
}

#[test]
fn plans() {
    let config = server(
        &format!("[{}]", part("a", "null", "null", "null")),
        "web",
        ["null", "null", "null", "\"EU\""],
        "null",
    );
    let planned = plan(&config, None);
    println!("{}", planned.state);
    let prior = server(
        &format!("[{}]", part("a", "\"p1\"", "7", "5")),
        "web",
        ["\"s1\"", "3", "\"u\"", "\"eu\""],
        "\"main\"",
    );
    let planned = plan(&config, Some(&prior));
    assert_eq!(planned.state, value(&prior), "nothing changes");
    let config = server(
        &format!(
            "[{}, {}]",
            part("b", "null", "null", "9"),
            part("a", "null", "null", "null")
        ),
        "db",
        ["null", "null", "null", "\"EU\""],
        "null",
    );
    let planned = plan(&config, Some(&prior));
    println!("{}", planned.state);
    println!("{:?}", planned.requires_replace);
    let bytes = msgpack::value_to_vec(&planned.state, &Server::schema().implied_type()).unwrap();
    let _: Server = msgpack::from_slice(&bytes).unwrap();
}
