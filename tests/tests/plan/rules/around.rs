//! Moves, identities, deferrals and functions.

use tfvalue::rules::{
    Deferrals, Phase, Rule, check_action_deferral, check_deferral, check_function, check_identity,
    check_move,
};
use tfvalue::{Type, Value};

use super::schema::{block, read};

const PROVIDER: &str = "example.com/a/b";

#[test]
fn moved_states() {
    assert_eq!(check_move(&block(), &read(r#"{"o": "a"}"#)), []);
    let faults = check_move(&block(), &read(r#"{"o": "?"}"#));
    assert_eq!(faults[0].rule, Rule::UnknownInResult);
    assert_eq!(faults[0].path.to_string(), "o");
    assert_eq!(faults[0].summary(), "Provider returned invalid value");
    assert_eq!(
        faults[0].detail(PROVIDER, "b_c.d"),
        "The provider provider[\"example.com/a/b\"] returned an invalid value during an across type move \
         operation: The returned state contains unknown values. This is a bug in the relevant provider; \
         Please report it."
    );
    // Terraform stops at write-only attributes.
    let faults = check_move(&block(), &read(r#"{"o": "?", "w": "x"}"#));
    assert_eq!(faults.len(), 1);
    assert_eq!(faults[0].rule, Rule::WriteOnlyValue);
    assert_eq!(
        faults[0].detail(PROVIDER, "b_c.d"),
        "The provider \"provider[\\\"example.com/a/b\\\"]\" returned a value for the write-only attribute \
         \"b_c.d.w\" during an across type move operation to b_c.d. Write-only attributes cannot be read \
         back from the provider. This is a bug in the provider, which should be reported in the \
         provider's own issue tracker."
    );
}

#[test]
fn identities() {
    let identity = |id| Value::object([("id", id)]).unwrap();
    assert_eq!(check_identity(Phase::Refresh, &identity("a".into())), []);
    assert_eq!(
        check_identity(Phase::Refresh, &Value::null(Type::Dynamic)),
        []
    );
    let faults = check_identity(Phase::Plan, &identity(Value::unknown(Type::String)));
    assert_eq!(faults[0].rule, Rule::UnknownIdentity);
    assert_eq!(faults[0].summary(), "Provider produced invalid identity");
    assert_eq!(
        faults[0].detail(PROVIDER, "b_c.d"),
        "Provider \"example.com/a/b\" returned an identity with unknown values for b_c.d. \n\nThis is a bug \
         in the provider, which should be reported in the provider's own issue tracker."
    );
}

#[test]
fn upgraded_and_moved_identities() {
    let identity = Value::object([("id", Value::unknown(Type::String))]).unwrap();
    let faults = check_identity(Phase::Upgrade, &identity);
    assert_eq!(faults[0].summary(), "Invalid resource identity upgrade");
    assert_eq!(
        faults[0].detail(PROVIDER, "b_c.d"),
        "The b provider upgraded the identity for b_c.d from a previous version, but produced an invalid \
         result: The returned state contains unknown values."
    );
    let faults = check_identity(Phase::Move, &identity);
    assert_eq!(faults[0].summary(), "Provider produced invalid identity");
    let start = "Provider \"provider[\\\"example.com/a/b\\\"]\" planned an identity with unknown values for the move";
    assert!(faults[0].detail(PROVIDER, "b_c.d").starts_with(start));
}

#[test]
fn deferrals() {
    assert_eq!(check_deferral(Phase::Plan, Deferrals::Allowed), []);
    let faults = check_deferral(Phase::Refresh, Deferrals::NotAllowed);
    assert_eq!(faults[0].rule, Rule::UnexpectedDeferral);
    assert_eq!(
        faults[0].detail(PROVIDER, "b_c.d[\"k\"]"),
        "The provider signaled a deferred action for \"b_c.d[\\\"k\\\"]\", but in this context deferrals are \
         disabled. This is a bug in the provider, please file an issue with the provider developers."
    );
}

#[test]
fn deferrals_of_actions() {
    assert_eq!(check_action_deferral(Deferrals::Allowed, 2), []);
    // Terraform checks the permission first.
    for reason in [0, 2] {
        let faults = check_action_deferral(Deferrals::NotAllowed, reason);
        let rules: Vec<_> = faults.iter().map(|fault| fault.rule).collect();
        assert_eq!(rules, [Rule::UnexpectedDeferral]);
        assert_eq!(faults[0].summary(), "Invalid deferral");
        assert_eq!(
            faults[0].detail(PROVIDER, "action.b_c.d"),
            "The provider example.com/a/b signaled a deferred action, but deferrals are not enabled for this \
             client."
        );
    }
    for (reason, name) in [
        (0, "UNKNOWN"),
        (1, "RESOURCE_CONFIG_UNKNOWN"),
        (3, "ABSENT_PREREQ"),
        (4, "4"),
        (-1, "-1"),
    ] {
        let faults = check_action_deferral(Deferrals::Allowed, reason);
        let rules: Vec<_> = faults.iter().map(|fault| fault.rule).collect();
        assert_eq!(rules, [Rule::WrongDeferralReason]);
        assert_eq!(faults[0].summary(), "Invalid deferred reason");
        assert_eq!(
            faults[0].detail("registry.terraform.io/a/b", "action.b_c.d"),
            format!(
                "An action can only be deferred due to an unknown provider configuration. Provider a/b returned \
                 {name}."
            )
        );
    }
}

#[test]
fn results_of_functions() {
    let string = Type::String;
    assert_eq!(check_function(&string, &"a".into(), None), []);
    assert_eq!(check_function(&string, &"a".into(), Some(&"a".into())), []);
    // Terraform compares the strings, so these values are the same.
    let number = |text: &str| Value::from(text.parse::<tfvalue::Number>().unwrap());
    let same = check_function(&Type::Number, &number("1.0"), Some(&number("1")));
    assert_eq!(same, []);
    let unknown = Value::unknown(Type::String);
    let faults = check_function(&string, &"y".into(), Some(&unknown));
    assert_eq!(faults[0].rule, Rule::FunctionResultChanged);
    assert_eq!(faults[0].summary(), "Error in function call");
    assert_eq!(
        faults[0].detail(PROVIDER, "provider::b::f"),
        "Call to function \"provider::b::f\" failed: provider function returned an inconsistent result,\nwas: \
         cty.UnknownVal(cty.String),\nnow: cty.StringVal(\"y\")."
    );
    let faults = check_function(&Type::Dynamic, &7.into(), Some(&"7".into()));
    assert_eq!(faults[0].rule, Rule::FunctionResultChanged);
    let faults = check_function(&string, &7.into(), None);
    assert_eq!(faults[0].rule, Rule::WrongType);
}
