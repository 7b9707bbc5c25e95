//! Redacted plans, which have a `plan_format_version`, and configurations, which have no version, could not be read,
//! and the error did not include the kind of document. Other documents that have a version were read as an empty plan.

use tfvalue::{Error, Result, Type};
use tfvalue_show::{self as show, Configuration, Plan, ResourceChange, ResourceChanges, State};

const REDACTED: &str = r#"{"plan_format_version":"1.2","resource_changes":[{"address":"x_y.z","mode":"managed","type":"x_y","name":"z","change":{"actions":["create"],"after_unknown":{"id":true}}}],"provider_format_version":"1.0","provider_schemas":{"example.com/x/x":{}},"output_changes":{},"relevant_attributes":[],"resource_drift":[]}"#;
const CONFIGURATION: &str = r#"{"root_module":{"module_calls":{"m":{"source":"./m"}}}}"#;
const SCHEMAS: &str = r#"{"format_version":"1.0","provider_schemas":{}}"#;
const STATE: &str = r#"{"format_version":"1.0","values":{"root_module":{}}}"#;
/// The output of `terraform show -json` if there is no state.
const EMPTY_STATE: &str = r#"{"format_version":"1.0"}"#;
const PLAN: &str = r#"{"format_version":"1.2","planned_values":{"root_module":{}}}"#;

fn stream(json: &str) -> Result<Vec<ResourceChange>> {
    ResourceChanges::from_reader(json.as_bytes()).collect()
}

#[test]
fn reads_redacted_plans() {
    let plan: Plan = show::from_slice(REDACTED.as_bytes()).unwrap();
    assert_eq!(plan.format_version, None);
    assert_eq!(plan.plan_format_version.unwrap().to_string(), "1.2");
    let after = plan.resource_changes[0].change.after();
    let unknown = after.unknown_paths(&Type::Dynamic).unwrap();
    assert_eq!(unknown[0].to_string(), "id");
    assert_eq!(show::to_string(&plan).unwrap(), REDACTED);

    let mut changes = ResourceChanges::from_reader(REDACTED.as_bytes());
    assert_eq!(changes.next().unwrap().unwrap().address, "x_y.z");
    assert!(changes.next().is_none());
    assert_eq!(changes.format_version(), plan.plan_format_version);
}

#[test]
fn reads_configurations() {
    let configuration: Configuration = show::from_slice(CONFIGURATION.as_bytes()).unwrap();
    let module = configuration.root_module.as_ref().unwrap();
    assert!(module.module_calls["m"].module.is_none());
    assert_eq!(show::to_string(&configuration).unwrap(), CONFIGURATION);
}

#[track_caller]
fn assert_rejected<T>(result: Result<T>, message: &str) {
    let error: Error = result.err().unwrap();
    assert_eq!(error.message(), message);
}

#[test]
fn names_the_kind_of_other_documents() {
    for (json, kind) in [
        (STATE, "a state"),
        (CONFIGURATION, "a configuration"),
        (SCHEMAS, "the schemas of providers"),
        (EMPTY_STATE, "an empty state"),
    ] {
        let message = format!("a plan is required, got {kind}");
        assert_rejected(show::from_slice::<Plan>(json.as_bytes()), &message);
        let error = serde_json::from_str::<Plan>(json).unwrap_err().to_string();
        assert!(error.starts_with(&message), "{error}");
        assert_rejected(stream(json), &message);
    }
    for (json, kind) in [
        (PLAN, "a plan"),
        (REDACTED, "a redacted plan"),
        (CONFIGURATION, "a configuration"),
        (SCHEMAS, "the schemas of providers"),
    ] {
        let message = format!("a state is required, got {kind}");
        assert_rejected(show::from_slice::<State>(json.as_bytes()), &message);
    }
    for (json, kind) in [
        (PLAN, "a plan"),
        (REDACTED, "a redacted plan"),
        (STATE, "a state"),
        (SCHEMAS, "the schemas of providers"),
        (r#"{"format_version":"1.0"}"#, "another document"),
    ] {
        let message = format!("a configuration is required, got {kind}");
        assert_rejected(show::from_slice::<Configuration>(json.as_bytes()), &message);
    }
}

/// A document that contains the fields of a plan is a plan, even if it has no planned values.
#[test]
fn reads_plans_without_values() {
    for json in [
        r#"{"format_version":"1.0","resource_changes":[]}"#,
        r#"{"format_version":"1.0","errored":true}"#,
    ] {
        show::from_slice::<Plan>(json.as_bytes()).unwrap();
        assert!(stream(json).unwrap().is_empty());
    }
    let state: State = show::from_slice(EMPTY_STATE.as_bytes()).unwrap();
    assert!(state.values.is_none());
}

#[test]
fn requires_a_version() {
    let json = r#"{"planned_values":{}}"#;
    let message = "format_version: the attribute is missing at line 1 column 21";
    assert_eq!(
        show::from_slice::<Plan>(json.as_bytes())
            .unwrap_err()
            .to_string(),
        message
    );
    assert!(stream(json).is_err());
    for json in [
        r#"{"format_version":"2.0"}"#,
        r#"{"plan_format_version":"2.0"}"#,
    ] {
        assert!(show::from_slice::<Plan>(json.as_bytes()).is_err());
        assert!(stream(json).is_err());
    }
}
