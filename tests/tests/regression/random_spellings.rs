//! An element of a set received a random prior spelling if several elements differed only in computed members.

use tfvalue::{Attr, Set, TfSchema, Unknown, Value, json, plan, types::TfType};

#[derive(TfSchema)]
struct Host {
    #[tf(block)]
    part: Unknown<Set<Part>>,
}

#[derive(TfSchema)]
struct Part {
    #[tf(required, same_as = case_insensitive)]
    name: Attr<String>,
    #[tf(optional, computed)]
    zone: Attr<String>,
}

fn host(parts: impl Iterator<Item = (&'static str, usize)>) -> Value {
    let parts = parts.map(|(name, zone)| format!(r#"{{"name": "{name}", "zone": "{zone}"}}"#));
    let parts = parts.collect::<Vec<_>>().join(",");
    json::value_from_slice(format!(r#"{{"part": [{parts}]}}"#).as_bytes(), &Host::ty()).unwrap()
}

#[test]
fn the_same_elements_always_get_the_same_spelling() {
    let names = ["name", "Name", "NAME", "nAME", "naME"];
    let old = host(names.into_iter().zip(0..));
    let new = host(names.into_iter().zip(10..));
    let first = plan::semantic_equality::<Host>(&old, new.clone()).unwrap();
    for _ in 0..20 {
        assert_eq!(
            plan::semantic_equality::<Host>(&old, new.clone()).unwrap(),
            first
        );
    }
}
