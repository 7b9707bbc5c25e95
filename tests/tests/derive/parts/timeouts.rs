//! `timeouts!` as a block and as a nested attribute.

use std::time::Duration;

use tfvalue::schema::Nesting;
use tfvalue::tfplugin6::DynamicValue;
use tfvalue::{Attr, GoDuration, TfSchema, json, msgpack, plan, tfplugin5, tfplugin6};

tfvalue::timeouts! {
    /// How long to wait.
    #[tf(known_view = LimitsView)]
    pub(crate) struct Limits {
        create: "20m",
        read: "1.5s",
        delete: "1h",
    }
}

#[derive(TfSchema, Clone, Default, PartialEq)]
#[tf(kind = resource)]
struct Blocks {
    #[tf(optional)]
    name: Attr<String>,
    #[tf(block)]
    timeouts: Option<Limits>,
    #[tf(computed)]
    revision: Attr<i64>,
}

#[derive(TfSchema, Clone, Default, PartialEq)]
#[tf(kind = resource)]
struct Nested {
    #[tf(optional)]
    name: Attr<String>,
    #[tf(optional)]
    timeouts: Attr<Limits>,
    #[tf(computed)]
    revision: Attr<i64>,
}

#[derive(TfSchema)]
#[tf(kind = data_source)]
struct Found {
    #[tf(block)]
    timeouts: Option<Reading>,
}

tfvalue::timeouts! {
    struct Reading {
        read: "1.5s",
    }
}

fn limits(create: &str) -> Limits {
    Limits {
        create: create.parse::<GoDuration>().unwrap().into(),
        ..Limits::default()
    }
}

#[test]
fn methods_return_the_configured_or_the_default_limit() {
    let limits = limits("90s");
    assert_eq!(limits.create().unwrap(), Duration::from_secs(90));
    assert_eq!(limits.read().unwrap(), Duration::from_millis(1500));
    assert_eq!(limits.delete().unwrap(), Duration::from_secs(3600));
    let none = Blocks::default().timeouts.unwrap_or_default();
    assert_eq!(none.create().unwrap(), Duration::from_secs(1200));
}

#[test]
fn unknown_limits_are_errors() {
    let unknown = Limits {
        delete: Attr::unknown(),
        ..Limits::default()
    };
    assert_eq!(
        unknown.delete().unwrap_err().to_string(),
        "delete: a known value is required, got an unknown value"
    );
}

/// An older version of a provider may have stored such values.
#[test]
fn the_default_replaces_what_is_no_limit() {
    for stored in ["-1s", "0", "0s", "-0h"] {
        assert_eq!(limits(stored).create().unwrap(), Duration::from_secs(1200));
    }
}

#[test]
fn a_limit_must_be_more_than_zero() {
    let faults = |limit: &str| {
        let config = DynamicValue {
            json: format!(
                r#"{{"timeouts": {{"create": "{limit}", "read": null, "delete": "1s"}}}}"#
            )
            .into(),
            ..DynamicValue::default()
        };
        let faults = config.validate_config::<Blocks>();
        faults.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    for limit in ["-1s", "0s", "0", "-0.5h"] {
        let expected = format!(
            "Invalid value: timeouts.create: a duration of more than zero is required, got \"{limit}\""
        );
        assert_eq!(faults(limit), [expected]);
    }
    assert_eq!(faults("1ns"), [""; 0]);
    let expected = "Invalid value: timeouts.create: a duration with a unit, such as \"30s\", is required, got \"30\"";
    assert_eq!(faults("30"), [expected]);
}

#[test]
fn schemas_of_both_protocols_have_the_operations() {
    let schema = Blocks::schema();
    schema.validate().unwrap();
    Found::schema().validate().unwrap();
    let block = schema.block.block_type("timeouts").unwrap();
    assert_eq!(block.nesting, Nesting::Single);
    assert_eq!(block.block.description, "How long to wait.");
    let names: Vec<_> = block
        .block
        .attributes
        .iter()
        .map(|attribute| &*attribute.name)
        .collect();
    assert_eq!(names, ["create", "delete", "read"]);
    assert!(
        block
            .block
            .attributes
            .iter()
            .all(|attribute| attribute.optional)
    );
    assert!(tfplugin5::Schema::try_from(&schema).is_ok());
    let nested = Nested::schema();
    nested.validate().unwrap();
    assert!(tfplugin6::Schema::from(&nested).block.is_some());
}

#[test]
fn both_formats_keep_the_text() {
    let server = Blocks {
        timeouts: Some(limits("0.5h")),
        ..Blocks::default()
    };
    let bytes = msgpack::to_vec(&server).unwrap();
    let read: Blocks = msgpack::from_slice(&bytes).unwrap();
    let text = json::to_string(&read).unwrap();
    assert!(text.contains(r#""create":"0.5h""#), "{text}");
    let absent: Blocks =
        msgpack::from_slice(b"\x83\xa4name\xc0\xa8revision\xc0\xa8timeouts\xc0").unwrap();
    assert!(absent.timeouts.is_none());
}

/// Returns the planned revision and limits of a block, and checks that the same values are planned for a nested attribute.
fn planned(
    prior: Option<Limits>,
    config: Option<Limits>,
    name: &str,
) -> (Attr<i64>, Option<Limits>) {
    let before = Blocks {
        name: "a".into(),
        timeouts: prior.clone(),
        revision: 1.into(),
    };
    let after = Blocks {
        name: name.into(),
        timeouts: config.clone(),
        revision: Attr::null(),
    };
    let (block, replace) = plan::typed(&after, Some(&before)).unwrap();
    assert!(replace.is_empty());
    let before = Nested {
        name: "a".into(),
        timeouts: prior.map_or_else(Attr::null, Attr::from),
        revision: 1.into(),
    };
    let after = Nested {
        name: name.into(),
        timeouts: config.map_or_else(Attr::null, Attr::from),
        revision: Attr::null(),
    };
    let (nested, _) = plan::typed(&after, Some(&before)).unwrap();
    assert!(nested.revision == block.revision);
    assert!(nested.timeouts.value() == block.timeouts.as_ref());
    (block.revision, block.timeouts)
}

#[test]
fn changes_of_limits_leave_computed_attributes_known() {
    let cases = [
        (None, Some(limits("5m"))),
        (Some(limits("5m")), None),
        (Some(limits("5m")), Some(limits("6m"))),
        (Some(limits("5m")), Some(Limits::default())),
    ];
    for (prior, config) in cases {
        let (revision, timeouts) = planned(prior.clone(), config.clone(), "a");
        assert_eq!(revision, 1);
        assert!(timeouts == config);
        let (revision, _) = planned(prior, config, "b");
        assert!(revision.is_unknown());
    }
    let (_, timeouts) = planned(Some(limits("60m")), Some(limits("1h")), "b");
    assert_eq!(timeouts.unwrap().create.value().unwrap().as_str(), "1h");
}
