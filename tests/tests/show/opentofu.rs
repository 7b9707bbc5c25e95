//! OpenTofu's output for variables, outputs, checks and modules of every kind. `tests/opentofu/capture`
//! captures it.

use tfvalue::Type;
use tfvalue_show::{self as show, ActionReason, CheckStatus, Configuration, Plan, State};

use crate::files::captures;

fn capture(name: &str) -> Vec<u8> {
    let mut files = captures("opentofu").into_iter();
    let found = files.find(|(path, _)| path.ends_with(name));
    found.expect("the capture exists").1
}

/// The types of the variables as JSON, or `None` if any type is allowed.
const TYPES: [(&str, Option<&str>); 14] = [
    ("any", None),
    ("bool", Some(r#""bool""#)),
    ("empty", Some(r#"["object",{}]"#)),
    ("ephemeral", Some(r#"["list","string"]"#)),
    ("list", Some(r#"["list","string"]"#)),
    ("map", Some(r#"["map","bool"]"#)),
    ("number", Some(r#""number""#)),
    (
        "object",
        Some(
            r#"["object",{"name":"string","rules":["list",["object",{"open":"bool","port":"number"},["open"]]],"tags":["map","string"]},["rules","tags"]]"#,
        ),
    ),
    ("required", Some(r#"["list",["object",{"id":"string"}]]"#)),
    ("secret", Some(r#"["map","string"]"#)),
    ("set", Some(r#"["set","number"]"#)),
    ("string", Some(r#""string""#)),
    (
        "tuple",
        Some(r#"["tuple",["string","number",["list","dynamic"]]]"#),
    ),
    ("untyped", None),
];

fn assert_variable_types(configuration: Configuration) {
    let variables = configuration.root_module.unwrap().variables;
    let types = variables.iter().map(|(name, variable)| {
        let ty = variable.ty().unwrap();
        (name.as_str(), ty.map(|ty| ty.to_json()))
    });
    let expected = TYPES.map(|(name, ty)| (name, ty.map(str::to_owned)));
    assert_eq!(types.collect::<Vec<_>>(), expected);

    // The defaults and the values have these types.
    for (name, variable) in &variables {
        let ty = variable.ty().unwrap().unwrap_or(Type::Dynamic);
        if let Some(default) = &variable.default {
            default.to_value(&ty).unwrap();
        }
        assert_eq!(variable.default.is_none(), variable.required, "{name}");
        assert_eq!(variable.sensitive, name == "secret");
        assert_eq!(variable.ephemeral, name == "ephemeral");
    }
}

#[test]
fn variables() {
    let plan: Plan = show::from_slice(&capture("create.plan.json")).unwrap();
    assert_variable_types(plan.configuration.unwrap());
    for name in ["whole.config.json", "single.config.json"] {
        assert_variable_types(show::from_slice::<Configuration>(&capture(name)).unwrap());
    }
}

#[test]
fn modules() {
    let calls = |name| {
        let configuration: Configuration = show::from_slice(&capture(name)).unwrap();
        configuration.root_module.unwrap().module_calls
    };
    let whole = calls("whole.config.json");
    assert_eq!(whole.len(), 3);
    let one = whole["one"].module.as_ref().unwrap();
    let rules = one.variables["rules"].ty().unwrap().unwrap();
    assert_eq!(
        rules.to_json(),
        r#"["set",["object",{"open":"bool","port":"number"},["open"]]]"#
    );
    assert!(one.module_calls["inner"].module.is_some());
    let single = calls("single.config.json");
    assert!(single.len() == 3 && single["one"].module.is_none());
}

#[test]
fn checks_and_outputs() {
    let plan: Plan = show::from_slice(&capture("create.plan.json")).unwrap();
    let status = |name: &str| {
        let mut checks = plan.checks.iter();
        let found = checks.find(|check| check.address.to_display.as_deref() == Some(name));
        found.unwrap().status.clone()
    };
    assert_eq!(status("check.passes"), CheckStatus::Pass);
    assert_eq!(status("check.fails"), CheckStatus::Fail);
    assert_eq!(status("check.unknown"), CheckStatus::Unknown);
    let partly = plan.output_changes["partly"].after();
    let partly = partly.value(&Type::Dynamic).unwrap().to_string();
    assert_eq!(partly, r#"["s", (known after apply)]"#);

    let state: State = show::from_slice(&capture("applied.state.json")).unwrap();
    for (name, output) in &state.values.unwrap().outputs {
        let ty = output.ty().unwrap().unwrap();
        let value = output.value.as_ref().unwrap().to_value(&ty);
        assert!(value.is_ok(), "{name}: {value:?}");
    }
}

#[test]
fn reasons() {
    let plan: Plan = show::from_slice(&capture("update.plan.json")).unwrap();
    let mut changes = plan.resource_changes.iter();
    let disabled = changes.find(|changed| changed.address == "terraform_data.enabled");
    let reason = disabled.unwrap().action_reason.clone();
    assert_eq!(reason, Some(ActionReason::DeleteBecauseEnabledFalse));
}
