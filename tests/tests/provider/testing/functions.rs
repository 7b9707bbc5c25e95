//! Functions whose result changes.

use std::sync::atomic::{AtomicU32, Ordering};

use tfvalue::provider::Function;
use tfvalue::testing::Harness;
use tfvalue::tfplugin6::{DynamicValue, call_function};
use tfvalue::{Diagnostics, TfFunction};

use super::shop;

/// Returns another number each time.
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
