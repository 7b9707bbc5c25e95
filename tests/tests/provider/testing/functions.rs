//! Functions whose result changes.

use std::sync::atomic::{AtomicU32, Ordering};

use tfvalue::provider::Function;
use tfvalue::tfplugin6::{DynamicValue, call_function};
use tfvalue::{Attr, Diagnostics, Dynamic, TfFunction, Type, Value};
use tfvalue_testing::Harness;

use super::shop;

/// Returns a different number each time.
#[derive(TfFunction)]
#[tf(returns = String)]
struct Ticket {
    queue: String,
}

static NEXT: AtomicU32 = AtomicU32::new(0);

impl Function for Ticket {
    const NAME: &'static str = "ticket";

    async fn run(self) -> Result<String, Diagnostics> {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        Ok(format!("{}-{number}", self.queue))
    }
}

#[test]
#[should_panic(
    expected = "function ticket: called twice: provider function returned an inconsistent result,"
)]
fn a_harness_calls_a_function_twice() {
    let harness = Harness::new(shop::provider().function::<Ticket>());
    let _ = harness.function("ticket", &["a".into()]);
}

#[test]
fn debug_builds_compare_results() {
    let provider = shop::provider().function::<Ticket>();
    let call = |queue: &str| {
        let request = call_function::Request {
            name: "ticket".to_owned(),
            arguments: vec![DynamicValue::encode(queue).unwrap()],
        };
        let response: call_function::Response = crate::call(&provider, "CallFunction", &request);
        response
    };
    assert_eq!(call("b").error, None);
    assert_eq!(call("c").error, None);
    let error = call("b").error.unwrap().text;
    assert!(
        error.contains(
            "This is a bug in the provider: its response breaks the rule FunctionResultChanged"
        ),
        "{error}"
    );
}

/// Returns the name of the type of any value.
#[derive(TfFunction)]
#[tf(returns = String)]
struct Kind {
    value: Dynamic,
    #[tf(variadic)]
    more: Vec<i64>,
}

impl Function for Kind {
    const NAME: &'static str = "kind";

    async fn run(self) -> Result<String, Diagnostics> {
        Ok(format!("{} and {}", self.value.ty(), self.more.len()))
    }
}

/// Returns the name of the type of any value, including null and unknown values.
#[derive(TfFunction)]
#[tf(returns = Attr<String>)]
struct AnyKind {
    #[tf(allow(null, unknown))]
    value: Dynamic,
}

impl Function for AnyKind {
    const NAME: &'static str = "any_kind";

    async fn run(self) -> Result<Attr<String>, Diagnostics> {
        Ok(if self.value.is_unknown() {
            Attr::unknown()
        } else {
            Attr::default()
        })
    }
}

fn kinds() -> Harness<shop::Shop> {
    Harness::new(shop::provider().function::<Kind>().function::<AnyKind>())
}

/// Terraform does not call a function with a nested unknown value either.
#[test]
fn a_function_is_not_called_with_unknown_values() {
    let harness = kinds();
    assert_eq!(
        harness.function("kind", &[true.into()]).unwrap(),
        "bool and 0".into()
    );
    let unknown = Value::unknown(Type::String);
    let list = Value::list(Type::String, ["a".into(), unknown.clone()]).unwrap();
    let calls = harness.calls();
    for arguments in [
        vec![unknown.clone()],
        vec![list],
        vec![true.into(), Value::unknown(Type::Number)],
    ] {
        assert_eq!(harness.function("kind", &arguments).unwrap(), unknown);
    }
    assert_eq!(harness.calls(), calls);
    assert!(
        harness
            .function("any_kind", &[unknown])
            .unwrap()
            .is_unknown()
    );
    assert!(
        harness
            .function("any_kind", &[Value::null(Type::String)])
            .unwrap()
            .is_null()
    );
    assert!(harness.calls() > calls);
}

#[test]
#[should_panic(expected = "function kind: argument \"value\" cannot be null")]
fn a_function_is_not_called_with_null() {
    let _ = kinds().function("kind", &[Value::null(Type::String)]);
}

#[test]
#[should_panic(expected = "function kind: argument \"more\" cannot be null")]
fn the_last_arguments_cannot_be_null_either() {
    let _ = kinds().function("kind", &[true.into(), Value::null(Type::Number)]);
}
