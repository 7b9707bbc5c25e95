//! `same_as = json` overflowed the stack for documents that are nested too deeply.

use tfvalue::plan::same_as::json;
use tfvalue::rules::PlanRequest;
use tfvalue::{Attr, TfSchema, Value, plan, types::TfType};

#[derive(TfSchema)]
struct Policy {
    #[tf(optional, same_as = json)]
    document: Attr<String>,
}

fn nested(depth: usize, space: &str) -> String {
    format!("{}{space}{}", "[".repeat(depth), "]".repeat(depth))
}

fn policy(document: String) -> Value {
    Value::object([("document", Value::string(document))]).unwrap()
}

#[test]
fn deep_documents_are_compared_as_texts() {
    assert_eq!(Policy::ty(), policy(String::new()).ty());
    for (depth, is_document) in [(1, true), (128, true), (1_000, false), (1_000_000, false)] {
        let (prior, config) = (policy(nested(depth, "")), policy(nested(depth, " ")));
        let planned = plan::resource_change::<Policy>(PlanRequest {
            config: &config,
            prior: &prior,
        })
        .unwrap();
        let is_respelled = plan::is_respelled::<Policy>(&prior, &planned.state).unwrap();
        assert_eq!(is_respelled, is_document, "{depth}");
    }
    let objects = |depth: usize| r#"{"a":"#.repeat(depth) + "1" + &"}".repeat(depth);
    assert!(json(&objects(128).into()).is_some());
    assert_eq!(json(&objects(10_000).into()), None);
}
