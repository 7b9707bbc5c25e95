//! Fields that do not appear in any capture: fields from newer versions, and unknown fields.

use tfvalue::{Path, Type};
use tfvalue_show::{
    self as show, ActionReason, Argument, CheckStatus, DeferredReason, FormatVersion, Key, Mode,
    Plan, State,
};

const PLAN: &str = r#"{
    "format_version": "1.7",
    "terraform_version": "1.16.0",
    "resource_changes": [{
        "address": "x_y.z[\"k\"]", "previous_address": "x_y.old", "mode": "managed",
        "type": "x_y", "name": "z", "index": "k", "index_unknown": true,
        "provider_name": "registry.terraform.io/x/x", "deposed": "deadbeef",
        "change": {
            "actions": ["update"], "before": {"a": 1}, "after": {"a": 2},
            "before_identity": {"id": "1"}, "after_identity": {"id": "2"},
            "importing": {"identity": {"id": "1"}, "unknown": true, "colour": "red"},
            "generated_config": "resource ...", "novelty": {"deep": [1.10]}
        },
        "action_reason": "replace_because_of_the_moon"
    }],
    "deferred_changes": [{
        "reason": "provider_config_unknown",
        "resource_change": {
            "address": "x_y.d", "mode": "imaginary", "type": "x_y", "name": "d",
            "change": {"actions": ["create"], "after_unknown": {"a": true}}
        }
    }],
    "action_invocations": [{
        "address": "action.x_do.it", "type": "x_do", "name": "it",
        "config_values": {"a": "b"}, "config_sensitive": {"a": true},
        "config_unknown": {"c": true}, "provider_name": "registry.terraform.io/x/x",
        "lifecycle_action_trigger": {
            "triggering_resource_address": "x_y.z", "action_trigger_event": "AfterCreate",
            "action_trigger_block_index": 0, "actions_list_index": 1,
            "on_failure": "ActionOnFailureHalt"
        }
    }],
    "deferred_action_invocations": [{
        "reason": "deferred_prereq",
        "action_invocation": {
            "address": "action.x_do.that", "type": "x_do", "name": "that",
            "invoke_action_trigger": {"calling_resource_address": "x_y.z"}
        }
    }],
    "output_changes": {"o": {"actions": ["create"], "after_unknown": true}},
    "configuration": {
        "root_module": {
            "resources": [{
                "address": "x_y.z", "mode": "managed", "type": "x_y", "name": "z",
                "expressions": {
                    "a": {"references": ["var.a"]},
                    "one": {"b": {"constant_value": {"c": null}}},
                    "many": [{"b": {}}, {}],
                    "by_key": {"k": {"b": {"constant_value": 1}}}
                },
                "count_expression": {"constant_value": 2}
            }],
            "variables": {"a": {"default": null, "sensitive": true}},
            "module_calls": {"m": {"source": "./m", "module": {}}}
        }
    },
    "relevant_attributes": [{"resource": "x_y.z", "attribute": ["a", 0, "b"]}],
    "checks": [{
        "address": {"to_display": "check.c", "kind": "check", "name": "c"},
        "status": "fail",
        "instances": [{
            "address": {"to_display": "check.c", "instance_key": 3},
            "status": "perplexed",
            "problems": [{"message": "no"}]
        }]
    }],
    "timestamp": "2026-01-01T00:00:00Z", "applyable": true, "complete": false, "errored": false,
    "variables": {}, "resource_drift": [], "prior_state": null,
    "moods": [{"mood": 1e400}]
}"#;

#[test]
fn reads_a_plan() {
    let plan: Plan = show::from_slice(PLAN.as_bytes()).unwrap();
    assert_eq!(
        plan.format_version,
        Some(serde_json::from_str::<FormatVersion>("\"1.7\"").unwrap())
    );

    let changed = &plan.resource_changes[0];
    assert!(matches!(&changed.index, Some(Key::String(key)) if key == "k"));
    assert!(changed.index_unknown);
    let reason = ActionReason::Other("replace_because_of_the_moon".into());
    assert_eq!(changed.action_reason, Some(reason));
    let importing = changed.change.importing.as_ref().unwrap();
    assert!(importing.unknown && importing.id.is_none());
    assert_eq!(importing.other["colour"].get(), "\"red\"");
    assert_eq!(changed.change.other["novelty"].get(), r#"{"deep": [1.10]}"#);

    let deferred = &plan.deferred_changes[0];
    assert_eq!(deferred.reason, DeferredReason::ProviderConfigUnknown);
    assert_eq!(
        deferred.resource_change.mode,
        Mode::Other("imaginary".into())
    );

    let invocation = &plan.action_invocations[0];
    let config = invocation.config().value(&Type::Dynamic).unwrap();
    assert_eq!(
        config.to_string(),
        r#"{ a = "b", c = (known after apply) }"#
    );
    let trigger = invocation.lifecycle_action_trigger.as_ref().unwrap();
    assert_eq!(trigger.action_trigger_block_index, Some(0));
    let invocation = &plan.deferred_action_invocations[0].action_invocation;
    assert!(invocation.invoke_action_trigger.is_some());

    let check = &plan.checks[0].instances[0];
    assert_eq!(check.status, CheckStatus::Other("perplexed".into()));
    assert!(matches!(check.address.instance_key, Some(Key::Number(3))));
    assert_eq!(
        plan.relevant_attributes[0].path(&Type::Dynamic),
        Path::from("a").index(0).attribute("b")
    );
    assert_eq!(plan.other["moods"].get(), r#"[{"mood": 1e400}]"#);
}

#[test]
fn reads_a_configuration() {
    let plan: Plan = show::from_slice(PLAN.as_bytes()).unwrap();
    let configuration = plan.configuration.unwrap();
    let module = configuration.root_module.unwrap();
    let body = &module.resources[0].expressions;
    assert_eq!(body["a"].expression().unwrap().references, ["var.a"]);
    let constant = body["one"].blocks()[0]["b"].expression().unwrap();
    assert_eq!(
        constant.constant_value.as_ref().unwrap().get(),
        r#"{"c": null}"#
    );
    assert_eq!(body["many"].blocks().len(), 2);
    assert!(matches!(&body["by_key"], Argument::Block(blocks) if blocks["k"].blocks().len() == 1));
    // A default of null is different from no default.
    assert!(module.variables["a"].default.as_ref().unwrap().is_null());
}

#[test]
fn writes_all_fields() {
    let plan: Plan = show::from_slice(PLAN.as_bytes()).unwrap();
    let written = show::to_string(&plan).unwrap();
    let json = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    let finite = |text: &str| json(&text.replace("1e400", "1"));
    assert_eq!(finite(&written), finite(PLAN));
    assert!(
        written.contains("1e400") && written.contains("1.10"),
        "{written}"
    );
}

#[test]
fn writes_changed_fields() {
    let mut plan =
        show::from_slice::<Plan>(br#"{"format_version": "1.0", "variables": {}, "errored": null}"#)
            .unwrap();
    assert_eq!(
        show::to_string(&plan).unwrap(),
        r#"{"format_version":"1.0","errored":null,"variables":{}}"#
    );
    plan.errored = Some(true);
    plan.variables.insert("v".to_owned(), Default::default());
    assert_eq!(
        show::to_string(&plan).unwrap(),
        r#"{"format_version":"1.0","variables":{"v":{}},"errored":true}"#
    );
}

#[test]
fn reads_a_state() {
    let json = r#"{"format_version":"1.0","values":{"outputs":{"o":{"sensitive":false,"value":1,"type":["list","string"]}},"root_module":{"resources":[{"address":"a.b","mode":"data","type":"a","name":"b","index":0,"tainted":true,"deposed_key":"d","identity_schema_version":0,"identity":{"id":1}}]}}}"#;
    let state: State = show::from_slice(json.as_bytes()).unwrap();
    let values = state.values.as_ref().unwrap();
    assert_eq!(
        values.outputs["o"].ty().unwrap(),
        Some(Type::list(Type::String))
    );
    let resource = state.resources().next().unwrap();
    assert!(resource.tainted && resource.mode == Mode::Data);
    assert_eq!(resource.identity_schema_version, Some(0));
    let json = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    assert_eq!(
        json(&show::to_string(&state).unwrap()),
        json(&serde_json::to_string(&state).unwrap())
    );
}
