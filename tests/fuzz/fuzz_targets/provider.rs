#![no_main]
//! Calls a provider with requests that Terraform would never send: with any bytes, and for the calls of a change, with
//! random values whose bytes are changed.

use std::pin::pin;
use std::sync::LazyLock;
use std::task::{Poll, Waker};

use libfuzzer_sys::fuzz_target;
use tfvalue::prost::Message;
use tfvalue::prost::bytes::Bytes;
use tfvalue::provider::{Context, Method, Provider, Resource, Streams};
use tfvalue::rules::{PlanRequest, proposed_new_state};
use tfvalue::tfplugin6::{
    DynamicValue, METHODS, apply_resource_change, configure_provider, plan_resource_change,
    read_resource, validate_resource_config,
};
use tfvalue::{Attr, Diagnostics, Set, TfSchema, Unknown, Value, msgpack};
use tfvalue_tests::no_config::NoConfig;
use tfvalue_tests::random::{self, Rng};

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

static PROVIDER: LazyLock<Provider<()>> = LazyLock::new(|| {
    let provider = Provider::new::<NoConfig>("example/fuzz").resource::<Thing>();
    // Without a configuration, the provider refuses most calls.
    let empty = DynamicValue {
        msgpack: vec![0x80],
        ..Default::default()
    };
    let request = configure_provider::Request {
        config: Some(empty),
        ..Default::default()
    };
    let method = Method::find(6, "ConfigureProvider").unwrap();
    let response = call(&provider, method, &request.encode_to_vec()).unwrap();
    let response = configure_provider::Response::decode(response).unwrap();
    assert!(response.diagnostics.is_empty());
    provider
});

/// Calls a method. The handlers never wait.
fn call(provider: &Provider<()>, method: &Method, request: &[u8]) -> Option<Bytes> {
    let mut call = pin!(provider.respond(method, request));
    let Poll::Ready(response) = call
        .as_mut()
        .poll(&mut std::task::Context::from_waker(Waker::noop()))
    else {
        panic!("{} waits", method.name);
    };
    response.ok()
}

fn respond<T: Message + Default>(name: &str, request: &impl Message) -> T {
    let method = Method::find(6, name).unwrap();
    let response = call(&PROVIDER, method, &request.encode_to_vec()).unwrap();
    T::decode(response).unwrap()
}

/// Validates, plans, applies and reads an object. Each change of a byte has four bytes: the number of the value, the
/// position, and what is added to the byte.
fn change(seed: u64, changes: &[[u8; 4]]) {
    let block = Thing::block();
    let ty = block.implied_type();
    let rng = &mut Rng::new(seed, 0);
    let (Ok(random), Ok(prior)) = (random::value(rng, &ty), random::value(rng, &ty)) else {
        return;
    };
    // Most configurations have no values for what the provider computes, and most prior states are known.
    let config = random.transform(|path, value| {
        let name = path.to_string();
        let is_computed = name == "id" || name.ends_with(".state");
        Ok(if is_computed {
            Value::null(value.ty())
        } else {
            value
        })
    });
    let Ok(config) = config else {
        return;
    };
    let prior = if prior.is_wholly_known() {
        prior
    } else {
        Value::null(ty.clone())
    };
    let request = PlanRequest {
        config: &config,
        prior: &prior,
    };
    let Ok(proposed) = proposed_new_state(&block, request) else {
        return;
    };
    let spoil = |number: u8, bytes: &mut Vec<u8>| {
        for [own, high, low, sum] in changes {
            let at = usize::from(u16::from_be_bytes([*high, *low]));
            if own % 5 == number && at < bytes.len() {
                bytes[at] = bytes[at].wrapping_add(*sum);
            }
        }
    };
    let value = |number, value: &Value| {
        let mut msgpack = msgpack::value_to_vec(value, &ty).ok()?;
        spoil(number, &mut msgpack);
        Some(DynamicValue {
            msgpack,
            ..Default::default()
        })
    };
    let (config, prior) = (value(0, &config), value(1, &prior));
    let type_name = || "fuzz_thing".to_owned();
    let _: validate_resource_config::Response = respond(
        "ValidateResourceConfig",
        &validate_resource_config::Request {
            type_name: type_name(),
            config: config.clone(),
            ..Default::default()
        },
    );
    let mut planned: plan_resource_change::Response = respond(
        "PlanResourceChange",
        &plan_resource_change::Request {
            type_name: type_name(),
            prior_state: prior.clone(),
            proposed_new_state: value(2, &proposed),
            config: config.clone(),
            ..Default::default()
        },
    );
    if let Some(planned) = &mut planned.planned_state {
        spoil(3, &mut planned.msgpack);
    }
    let mut applied: apply_resource_change::Response = respond(
        "ApplyResourceChange",
        &apply_resource_change::Request {
            type_name: type_name(),
            prior_state: prior,
            planned_state: planned.planned_state,
            config,
            planned_private: planned.planned_private,
            ..Default::default()
        },
    );
    if let Some(state) = &mut applied.new_state {
        spoil(4, &mut state.msgpack);
    }
    let _: read_resource::Response = respond(
        "ReadResource",
        &read_resource::Request {
            type_name: type_name(),
            current_state: applied.new_state,
            private: applied.private,
            ..Default::default()
        },
    );
}

fuzz_target!(|input: (u8, &[u8])| {
    let (number, bytes) = input;
    match (bytes.split_first_chunk::<4>(), number) {
        (Some((seed, changes)), 128..) => {
            change(u32::from_be_bytes(*seed).into(), changes.as_chunks().0);
        }
        _ => {
            let method = &METHODS[usize::from(number) % METHODS.len()];
            if method.streams == Streams::Nothing {
                call(&PROVIDER, method, bytes);
            }
        }
    }
});
