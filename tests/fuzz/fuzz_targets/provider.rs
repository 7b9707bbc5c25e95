#![no_main]
//! Calls a provider with requests that Terraform would never send. The request has the types that the method requires,
//! so for most inputs, the provider reads the values inside.

use std::pin::pin;
use std::sync::LazyLock;
use std::task::{Poll, Waker};

use libfuzzer_sys::fuzz_target;
use tfvalue::provider::{Context, Provider, Resource, Streams};
use tfvalue::tfplugin6::METHODS;
use tfvalue::{Attr, Diagnostics, Set, TfSchema, Unknown};
use tfvalue_tests::no_config::NoConfig;

/// A resource with every kind of nesting.
#[derive(TfSchema)]
#[tf(kind = resource, version = 2)]
struct Thing {
    #[tf(required, replace)]
    name: Attr<String>,
    #[tf(optional, sensitive)]
    secret: Attr<String>,
    #[tf(computed)]
    id: Attr<String>,
    #[tf(optional)]
    numbers: Attr<Set<Attr<i64>>>,
    #[tf(block)]
    part: Unknown<Vec<Part>>,
}

#[derive(TfSchema)]
struct Part {
    #[tf(required)]
    size: Attr<i64>,
    #[tf(computed)]
    state: Attr<String>,
}

impl Resource for Thing {
    const NAME: &'static str = "thing";
    type Client = ();

    async fn create(mut plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        if plan.id.is_unknown() {
            plan.id = "i-1".into();
        }
        if let Unknown::Known(parts) = &mut plan.part {
            for part in parts {
                part.state = "ready".into();
            }
        }
        Ok(plan)
    }

    async fn read(state: Self, _: &mut Context<()>) -> Result<Option<Self>, Diagnostics> {
        Ok(Some(state))
    }

    async fn update(_: Self, plan: Self, context: &mut Context<()>) -> Result<Self, Diagnostics> {
        Self::create(plan, context).await
    }

    async fn delete(_: Self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

static PROVIDER: LazyLock<Provider<()>> =
    LazyLock::new(|| Provider::new::<NoConfig>("example/fuzz").resource::<Thing>());

fuzz_target!(|input: (u8, &[u8])| {
    let (number, request) = input;
    let method = &METHODS[usize::from(number) % METHODS.len()];
    if method.streams != Streams::Nothing {
        return;
    }
    let mut call = pin!(PROVIDER.respond(method, request));
    // The handlers never wait.
    let Poll::Ready(response) = call
        .as_mut()
        .poll(&mut std::task::Context::from_waker(Waker::noop()))
    else {
        panic!("{} waits", method.name);
    };
    _ = response;
});
