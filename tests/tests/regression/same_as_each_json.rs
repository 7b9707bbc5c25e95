//! `same_as(each = json)` never considered two documents the same, because the canonical documents do not have the type
//! of the elements.

use std::collections::BTreeMap;

use tfvalue::{Attr, Set, TfSchema, Value, plan, types::TfType};

#[derive(TfSchema, Clone, Default, PartialEq)]
#[tf(kind = resource)]
struct Policies {
    #[tf(optional, same_as(each = json))]
    list: Attr<Vec<Attr<String>>>,
    #[tf(optional, same_as(each = json))]
    set: Attr<Set<Attr<String>>>,
    #[tf(optional, same_as(each = json))]
    map: Attr<BTreeMap<String, Attr<String>>>,
}

fn policies(first: &str, second: &str) -> Policies {
    Policies {
        list: [first, second].into(),
        set: [first, second].into(),
        map: BTreeMap::from([
            ("a".to_owned(), first.into()),
            ("b".to_owned(), second.into()),
        ])
        .into(),
    }
}

#[test]
fn documents_in_collections_are_found_the_same() {
    let value = |policies: &Policies| Value::of(policies, &Policies::ty()).unwrap();
    let prior = policies(r#"{"a":1}"#, "[1]");
    let is_respelled = |config: &Policies| {
        let (planned, _) = plan::typed(config, Some(&prior)).unwrap();
        assert!(planned == *config, "{planned:?}");
        let (prior, planned) = (value(&prior), value(&planned));
        let is_respelled = plan::is_respelled::<Policies>(&prior, &planned).unwrap();
        let swapped = plan::is_respelled::<Policies>(&planned, &prior).unwrap();
        assert_eq!(is_respelled, swapped);
        is_respelled
    };
    assert!(is_respelled(&policies(r#"{ "a": 1.0 }"#, "[ 1 ]")));
    assert!(!is_respelled(&policies(r#"{ "a": 2 }"#, "[ 1 ]")));
}
