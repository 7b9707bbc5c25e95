//! Planning and flatmaps showed sensitive values in errors: they read parts of values according to their types, without
//! the containing struct, and types do not specify what is sensitive.

use std::collections::BTreeMap;

use tfvalue::rules::PlanRequest;
use tfvalue::tfplugin6::{DynamicValue, RawState, plan_resource_change};
use tfvalue::{Attr, Error, TfSchema, Value, json, plan, types::TfType};

const SECRET: &str = "hunter2";

#[derive(TfSchema, Clone, Copy, PartialEq)]
#[tf(rename_all = "lowercase")]
enum Level {
    Low,
}

#[derive(TfSchema)]
struct Login {
    #[tf(optional, sensitive, replace(when = differs))]
    level: Attr<Level>,
    #[tf(optional, sensitive, replace(when = differs))]
    levels: Attr<BTreeMap<String, Attr<Level>>>,
    #[tf(optional, sensitive)]
    part: Attr<Part>,
    #[tf(optional, sensitive)]
    parts: Attr<BTreeMap<String, Attr<Part>>>,
    #[tf(optional)]
    plain: Attr<Part>,
}

#[derive(TfSchema)]
#[tf(plan = quote)]
struct Part {
    #[tf(optional)]
    name: Attr<String>,
    #[tf(optional)]
    level: Attr<Level>,
}

fn differs<T: PartialEq>(prior: &T, planned: &T) -> bool {
    prior != planned
}

fn quote(change: &mut plan::Change<'_, Part>) -> Result<(), Error> {
    match change.planned.name.as_deref() {
        Some(name) => Err(Error::msg(format_args!("the name {name:?} is too short"))),
        None => Ok(()),
    }
}

fn value(json: &str) -> Value {
    json::value_from_slice(json.as_bytes(), &Login::ty()).unwrap()
}

#[test]
fn errors_of_plans_hide_secrets() {
    for (prior, config, text) in [
        (
            r#"{"level": "hunter2"}"#,
            r#"{"level": "low"}"#,
            r#"level: one of "low" is required, got another string"#,
        ),
        (
            r#"{"levels": {"hunter2": "hunter2"}}"#,
            r#"{"levels": {}}"#,
            r#"levels: one of "low" is required, got another string"#,
        ),
        (
            r#"{"part": {"level": "hunter2"}}"#,
            r#"{"part": {"level": "low"}}"#,
            r#"part.level: one of "low" is required, got another string"#,
        ),
        (
            "{}",
            r#"{"part": {"name": "hunter2"}}"#,
            "part: the value is invalid (not shown, because it is sensitive)",
        ),
        (
            "{}",
            r#"{"parts": {"hunter2": {"name": "hunter2"}}}"#,
            "parts: the value is invalid (not shown, because it is sensitive)",
        ),
        (
            "{}",
            r#"{"plain": {"name": "hunter2"}}"#,
            r#"plain: the name "hunter2" is too short"#,
        ),
    ] {
        let (prior, config) = (value(prior), value(config));
        let planned = plan::resource_change::<Login>(PlanRequest {
            config: &config,
            prior: &prior,
        });
        let error = planned.unwrap_err().to_string().replace("one of ", "");
        assert_eq!(error, text.replace("one of ", ""));
        assert_eq!(error.contains(SECRET), text.contains(SECRET));
    }
}

#[derive(TfSchema)]
struct Code {
    #[tf(optional, sensitive)]
    pin: Attr<u8>,
    #[tf(optional, sensitive)]
    pins: Attr<BTreeMap<String, Attr<u8>>>,
}

#[test]
fn errors_of_messages_hide_secrets() {
    for json in [
        r#"{"pin": "hunter2"}"#,
        r#"{"pins": {"hunter2": "hunter2"}}"#,
    ] {
        let wrong = DynamicValue {
            json: json.into(),
            msgpack: Vec::new(),
        };
        let request = plan_resource_change::Request {
            config: Some(wrong.clone()),
            prior_state: Some(wrong),
            ..Default::default()
        };
        let error = request.plan::<Code>().unwrap_err();
        assert!(!error.to_string().contains(SECRET), "{error}");
    }
}

#[test]
fn errors_of_flatmaps_hide_secrets() {
    for entries in [
        &[("pin", SECRET)][..],
        &[("pins.%", "1"), ("pins.hunter2", SECRET)],
    ] {
        let state = RawState {
            json: Vec::new(),
            flatmap: entries
                .iter()
                .map(|(key, text)| ((*key).to_owned(), (*text).to_owned()))
                .collect(),
        };
        for error in [
            state.decode::<Code>().err().unwrap(),
            state.decode_ignoring_unsupported::<Code>().err().unwrap(),
            state.upgrade::<Code>(0).unwrap_err(),
        ] {
            assert!(!error.to_string().contains(SECRET), "{error}");
        }
    }
}
