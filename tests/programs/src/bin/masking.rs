//! Calls a provider, so that the instructions needed for masking secrets can be counted.
//!
//! ```text
//! masking CALLS [sensitive] [end]
//! ```
//!
//! Plans and creates an object the given number of times. The resource either has no sensitive attributes, or has ten
//! attributes of which three are sensitive. With the argument `end`, each create call fails with an error that contains
//! a sensitive value. Compare the instruction counts for two numbers of calls:
//!
//! ```console
//! $ cargo build --release -p tfvalue-programs --bin masking
//! $ for calls in 10 110; do
//! >     valgrind --tool=callgrind --callgrind-out-file=/dev/null target/release/masking $calls sensitive
//! > done
//! ```

use std::env;
use std::future::Future;
use std::pin::pin;
use std::task::{Context as Polling, Poll, Waker};

use prost::Message;
use tfvalue::provider::{Context, Method, Provider, Resource};
use tfvalue::tfplugin6::{
    DynamicValue, apply_resource_change, configure_provider, plan_resource_change,
};
use tfvalue::{Attr, Diagnostic, Diagnostics, TfSchema};
use tfvalue_tests::no_config::NoConfig;

/// Defines the resource twice: with and without sensitive attributes.
macro_rules! resource {
    ($Name:ident, $name:literal, $($sensitive:ident)?) => {
        #[derive(TfSchema)]
        #[tf(kind = resource)]
        struct $Name {
            #[tf(required)]
            name: Attr<String>,
            #[tf(optional $(, $sensitive)?)]
            password: Attr<String>,
            #[tf(optional $(, $sensitive)?)]
            token: Attr<String>,
            #[tf(optional $(, $sensitive)?)]
            pin: Attr<i64>,
            #[tf(optional)]
            size: Attr<i64>,
            #[tf(optional)]
            tags: Attr<Vec<Attr<String>>>,
            #[tf(default = "small")]
            kind: Attr<String>,
            #[tf(optional)]
            end: Attr<String>,
            #[tf(computed, keep)]
            id: Attr<String>,
            #[tf(computed)]
            address: Attr<String>,
        }

        impl Resource for $Name {
            const NAME: &'static str = $name;
            type Client = ();

            async fn create(mut plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
                if plan.end.value().is_some() {
                    let password = plan.password.require("password")?;
                    let detail = format!("The service refused {password:?} for the new object.");
                    return Err(Diagnostic::error("Not created", detail).into());
                }
                plan.id.set("1");
                plan.address.set("192.0.2.1");
                Ok(plan)
            }

            async fn read(state: Self, _: &mut Context<()>) -> Result<Option<Self>, Diagnostics> {
                Ok(Some(state))
            }

            async fn delete(_: Self, _: &mut Context<()>) -> Result<(), Diagnostics> {
                Ok(())
            }
        }
    };
}

resource!(Plain, "plain",);
resource!(Secret, "secret", sensitive);

fn call<R: Message + Default>(provider: &Provider<()>, name: &str, request: &impl Message) -> R {
    let method = Method::find(6, name).expect("a method of version 6");
    let request = request.encode_to_vec();
    let response = pin!(provider.respond(method, &request));
    match response.poll(&mut Polling::from_waker(Waker::noop())) {
        Poll::Ready(response) => {
            R::decode(response.expect("a valid request")).expect("a valid response")
        }
        Poll::Pending => panic!("the handlers wait for nothing"),
    }
}

fn main() {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let calls: usize = arguments[0].parse().expect("a number of calls");
    let has = |word: &str| arguments.iter().any(|argument| argument == word);
    let type_name = if has("sensitive") {
        "cloud_secret"
    } else {
        "cloud_plain"
    };
    let fails = has("end");
    let provider = Provider::new::<NoConfig>("cloud")
        .resource::<Plain>()
        .resource::<Secret>()
        .check_responses(false);
    let empty = DynamicValue {
        json: b"{}".to_vec(),
        msgpack: Vec::new(),
    };
    let request = configure_provider::Request {
        config: Some(empty),
        ..Default::default()
    };
    let _: configure_provider::Response = call(&provider, "ConfigureProvider", &request);
    let plain = Plain {
        name: "main".into(),
        password: "correct horse battery staple".into(),
        token: "0123456789abcdef0123456789abcdef".into(),
        pin: 271_828.into(),
        size: 10.into(),
        tags: ["one", "two", "three"].map(str::to_owned).to_vec().into(),
        kind: Attr::null(),
        end: if fails { "fail".into() } else { Attr::null() },
        id: Attr::null(),
        address: Attr::null(),
    };
    let config = Some(DynamicValue::encode(&plain).expect("a valid configuration"));
    for _ in 0..calls {
        let request = plan_resource_change::Request {
            type_name: type_name.to_owned(),
            prior_state: Some(DynamicValue::null()),
            proposed_new_state: config.clone(),
            config: config.clone(),
            ..Default::default()
        };
        let planned: plan_resource_change::Response =
            call(&provider, "PlanResourceChange", &request);
        assert!(planned.diagnostics.is_empty(), "{:?}", planned.diagnostics);
        let request = apply_resource_change::Request {
            type_name: type_name.to_owned(),
            prior_state: Some(DynamicValue::null()),
            planned_state: planned.planned_state,
            config: config.clone(),
            ..Default::default()
        };
        let applied: apply_resource_change::Response =
            call(&provider, "ApplyResourceChange", &request);
        assert_eq!(applied.diagnostics.is_empty(), !fails);
    }
}
