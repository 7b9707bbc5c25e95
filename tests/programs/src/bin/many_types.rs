//! Measures a provider with thousands of resource types: from its start to the response to `GetProviderSchema`, and to
//! a first plan.
//!
//! ```text
//! many_types TYPES dynamic|derived
//! ```
//!
//! Each type has 20 attributes. With `dynamic`, the types are described at run time, each with its own names, and are
//! added in random order. `derived` adds one derived struct under the given number of names: the schema of the struct
//! is built as many times as the schemas of that many separate structs would be, but there is less code. Memory is the
//! peak memory of the process, as reported by the operating system.
//!
//! ```console
//! $ cargo run --release -p tfvalue-programs --bin many_types -- 3000 dynamic
//! ```

use std::future::Future;
use std::pin::pin;
use std::task::{Context as Polling, Poll, Waker};
use std::time::{Duration, Instant};
use std::{env, fs};

use prost::Message;
use tfvalue::provider::{Context, Description, DynamicResource, Method, Provider, Resource, Rules};
use tfvalue::schema::{Attribute, Block, Schema};
use tfvalue::tfplugin6::{
    DynamicValue, configure_provider, get_provider_schema, plan_resource_change,
};
use tfvalue::{Attr, Diagnostics, TfSchema, Type, Value};
use tfvalue_tests::no_config::NoConfig;

/// Type number `.0`.
struct Numbered(usize);

impl DynamicResource for Numbered {
    type Client = ();

    fn describe(&self) -> Description {
        let name = |at: usize| format!("member_{}_{at:02}", self.0 % 97);
        let members = (0..16).map(|at| {
            let attribute = Attribute::new(name(at), Type::String);
            attribute
                .optional()
                .description(format!("Member {at} of type {}.", self.0))
        });
        let block = Block::new().attributes(members).attributes([
            Attribute::new("id", Type::String).computed(),
            Attribute::new("name", Type::String).required(),
            Attribute::new("size", Type::String).optional().computed(),
            Attribute::new("zone", Type::String).required(),
        ]);
        Description::new(Schema::new(block))
            .rules("id", Rules::new().keep())
            .rules("zone", Rules::new().replace())
            .rules(
                "size",
                Rules::new().default("small").one_of(["small", "large"]),
            )
            .rules(name(0), Rules::new().conflicts_with([name(1)]))
    }

    async fn create(&self, plan: Value, _: &mut Context<()>) -> Result<Value, Diagnostics> {
        Ok(plan.with("id", "1")?)
    }

    async fn read(&self, state: Value, _: &mut Context<()>) -> Result<Option<Value>, Diagnostics> {
        Ok(Some(state))
    }

    async fn delete(&self, _: Value, _: &mut Context<()>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

/// The same type, defined as a struct.
#[derive(TfSchema)]
#[tf(kind = resource)]
struct Derived {
    #[tf(computed, keep)]
    id: Attr<String>,
    #[tf(required)]
    name: Attr<String>,
    #[tf(default = "small", one_of = ["small", "large"])]
    size: Attr<String>,
    #[tf(required, replace)]
    zone: Attr<String>,
    /// Member 0 of type 1000.
    #[tf(optional, conflicts_with = "member_10_01")]
    member_10_00: Attr<String>,
    /// Member 1 of type 1000.
    #[tf(optional)]
    member_10_01: Attr<String>,
    /// Member 2 of type 1000.
    #[tf(optional)]
    member_10_02: Attr<String>,
    /// Member 3 of type 1000.
    #[tf(optional)]
    member_10_03: Attr<String>,
    /// Member 4 of type 1000.
    #[tf(optional)]
    member_10_04: Attr<String>,
    /// Member 5 of type 1000.
    #[tf(optional)]
    member_10_05: Attr<String>,
    /// Member 6 of type 1000.
    #[tf(optional)]
    member_10_06: Attr<String>,
    /// Member 7 of type 1000.
    #[tf(optional)]
    member_10_07: Attr<String>,
    /// Member 8 of type 1000.
    #[tf(optional)]
    member_10_08: Attr<String>,
    /// Member 9 of type 1000.
    #[tf(optional)]
    member_10_09: Attr<String>,
    /// Member 10 of type 1000.
    #[tf(optional)]
    member_10_10: Attr<String>,
    /// Member 11 of type 1000.
    #[tf(optional)]
    member_10_11: Attr<String>,
    /// Member 12 of type 1000.
    #[tf(optional)]
    member_10_12: Attr<String>,
    /// Member 13 of type 1000.
    #[tf(optional)]
    member_10_13: Attr<String>,
    /// Member 14 of type 1000.
    #[tf(optional)]
    member_10_14: Attr<String>,
    /// Member 15 of type 1000.
    #[tf(optional)]
    member_10_15: Attr<String>,
}

impl Resource for Derived {
    const NAME: &'static str = "derived";
    type Client = ();

    async fn create(mut plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        plan.id.set("1");
        Ok(plan)
    }

    async fn read(state: Self, _: &mut Context<()>) -> Result<Option<Self>, Diagnostics> {
        Ok(Some(state))
    }

    async fn delete(_: Self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

fn call<R: Message + Default>(
    provider: &Provider<()>,
    name: &str,
    request: &impl Message,
) -> Result<(R, usize), String> {
    let method = Method::find(6, name).ok_or("no such method")?;
    let request = request.encode_to_vec();
    let mut future = pin!(provider.respond(method, &request));
    let Poll::Ready(response) = future
        .as_mut()
        .poll(&mut Polling::from_waker(Waker::noop()))
    else {
        return Err(format!("{name} waits"));
    };
    let response = response.map_err(|error| error.to_string())?;
    let size = response.len();
    let response = R::decode(response).map_err(|error| error.to_string())?;
    Ok((response, size))
}

fn report(what: &str, time: Duration) {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let time = time.as_secs_f64() * 1000.0;
    println!(
        "{what:<24} {time:>9.2} ms   peak {}",
        peak.unwrap_or(" unknown").trim()
    );
}

fn main() -> Result<(), String> {
    let mut arguments = env::args().skip(1);
    let (Some(Ok(count)), Some(kind)) = (
        arguments.next().map(|count| count.parse::<usize>()),
        arguments.next(),
    ) else {
        return Err("usage: many_types TYPES dynamic|derived".to_owned());
    };
    let start = Instant::now();
    let mut provider = Provider::new::<NoConfig>("x").check_responses(false);
    for at in 0..count {
        // With a prime step, all numbers below the count are visited in an order that is not sorted.
        let number = at * 1_000_003 % count;
        let name = format!("type_{number:05}");
        provider = match kind.as_str() {
            "derived" => provider.resource_as::<Derived>(&name),
            _ => provider.dynamic_resource(&name, Numbered(number)),
        };
    }
    report("add all types", start.elapsed());
    let method = Method::find(6, "GetProviderSchema").ok_or("no such method")?;
    let request = get_provider_schema::Request::default().encode_to_vec();
    let mut future = pin!(provider.respond(method, &request));
    let Poll::Ready(Ok(schemas)) = future
        .as_mut()
        .poll(&mut Polling::from_waker(Waker::noop()))
    else {
        return Err("GetProviderSchema fails".to_owned());
    };
    report("GetProviderSchema", start.elapsed());
    println!("{:<24} {:>9} bytes", "its response", schemas.len());

    let configure = configure_provider::Request {
        config: Some(DynamicValue {
            msgpack: vec![0x80],
            json: Vec::new(),
        }),
        ..Default::default()
    };
    call::<configure_provider::Response>(&provider, "ConfigureProvider", &configure)?;
    let number = 1000 % count;
    for what in ["first plan", "second plan"] {
        let start = Instant::now();
        let group = if kind == "derived" { 10 } else { number % 97 };
        let members =
            (0..16).map(|at| (format!("member_{group}_{at:02}"), Value::null(Type::String)));
        let own = [
            ("id".to_owned(), Value::null(Type::String)),
            ("name".to_owned(), "a".into()),
            ("size".to_owned(), Value::null(Type::String)),
            ("zone".to_owned(), "eu".into()),
        ];
        let config = Value::object(members.chain(own)).map_err(|error| error.to_string())?;
        let config =
            DynamicValue::encode_value(&config, &config.ty()).map_err(|error| error.to_string())?;
        let request = plan_resource_change::Request {
            type_name: format!("x_type_{number:05}"),
            prior_state: Some(DynamicValue::null()),
            proposed_new_state: Some(config.clone()),
            config: Some(config),
            ..Default::default()
        };
        let (response, _) =
            call::<plan_resource_change::Response>(&provider, "PlanResourceChange", &request)?;
        if let Some(error) = response.diagnostics.first() {
            return Err(error.detail.clone());
        }
        report(what, start.elapsed());
    }
    Ok(())
}
