//! Messages from handlers and checks identify the elements of sets by names.

use prost::Message as _;
use prost::bytes::Bytes;
use tfvalue::provider::{Context, Function, Provider, Resource};
use tfvalue::tfplugin6::{DynamicValue, apply_resource_change, call_function};
use tfvalue::{
    Attr, Diagnostic, Diagnostics, Error, Path, Set, TfFunction, TfSchema, Value, types::TfType,
};
use tfvalue_testing::Harness;
use tfvalue_tests::no_config::NoConfig;

use crate::calls::texts;
use crate::{call, ready};

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Zone {
    #[tf(required)]
    fault: Attr<String>,
    #[tf(optional, pair_by = "name")]
    record: Attr<Set<Attr<Record>>>,
}

#[derive(TfSchema)]
struct Record {
    #[tf(required)]
    address: Attr<String>,
    #[tf(required)]
    name: Attr<String>,
    #[tf(optional, sensitive)]
    token: Attr<String>,
    #[tf(optional, computed)]
    weight: Attr<i64>,
}

/// Reports each record with the given name.
fn report(zone: &Zone, name: &str) -> Diagnostics {
    let records = zone.record.value().into_iter().flat_map(Set::iter);
    let named = records.zip(0..).filter(|(record, _)| {
        let record = record.value().unwrap();
        record.name == name
    });
    let at = |index| Path::from("record").index(index).attribute("weight");
    named
        .map(|(_, index)| Diagnostic::error("Bad", "It is bad.").at(at(index)))
        .collect()
}

impl Resource for Zone {
    const NAME: &'static str = "zone";
    type Client = ();

    async fn create(mut plan: Self, context: &mut Context<()>) -> Result<Self, Diagnostics> {
        for one in report(&plan, "slow") {
            context.warn(Diagnostic::warning("Slow", "It is slow.").at(one.path()));
        }
        report(&plan, "www").into_result().map(drop)?;
        if let Some(records) = plan.record.value_mut() {
            for record in records.iter_mut().filter_map(Attr::value_mut) {
                record.weight.set(1);
            }
        }
        Ok(plan)
    }

    async fn read(state: Self, _: &mut Context<()>) -> Result<Option<Self>, Diagnostics> {
        report(&state, "read").into_result().map(drop)?;
        Ok(Some(state))
    }

    async fn update(_: Self, plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        report(&plan, "update").into_result().map(drop)?;
        Ok(plan)
    }

    async fn delete(state: Self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        report(&state, "delete").into_result().map(drop)
    }
}

#[derive(TfFunction)]
#[tf(returns = i64)]
struct Sum {
    weights: Vec<Set<Weight>>,
}

#[derive(TfSchema)]
#[tf(object)]
struct Weight {
    name: String,
    weight: u8,
}

impl Function for Sum {
    const NAME: &'static str = "sum";

    async fn run(self) -> Result<i64, Diagnostics> {
        let path = Path::from("weights").index(0).index(1).attribute("weight");
        let names: usize = self
            .weights
            .iter()
            .flatten()
            .map(|one| one.name.len())
            .sum();
        assert!(names > 0 && self.weights[0].iter().all(|one| one.weight > 0));
        Err(Error::msg("it is bad").at(path).into())
    }
}

fn provider() -> Provider<()> {
    Provider::new::<NoConfig>("x")
        .resource::<Zone>()
        .function::<Sum>()
}

fn zone(names: [&str; 2]) -> String {
    let record = |name| format!(r#"{{"address": "a", "name": "{name}", "token": "hush-{name}"}}"#);
    let records = names.map(record).join(", ");
    format!(r#"{{"fault": "", "record": [{records}]}}"#)
}

#[test]
fn diagnostics_of_handlers_name_elements_of_what_they_got() {
    let harness = Harness::new(provider());
    harness.configure("{}").succeeds();
    let created = harness
        .resource("x_zone")
        .apply(zone(["www", "slow"]).as_str());
    assert_eq!(
        texts(&created.diagnostics),
        [
            r#"record | Slow | record[name = "slow"].weight: It is slow."#,
            r#"record | Bad | record[name = "www"].weight: It is bad."#,
        ]
    );
    let mut object = harness.resource("x_zone");
    object.apply(zone(["b", "a"]).as_str()).created();
    let updated = object.apply(zone(["update", "a"]).as_str());
    assert_eq!(
        texts(&updated.diagnostics),
        [r#"record | Bad | record[name = "update"].weight: It is bad."#]
    );
    for name in ["read", "delete"] {
        let mut object = harness.resource("x_zone");
        let zone = zone([name, "a"]);
        let read = object.apply(zone.as_str());
        let failed = if name == "delete" {
            object.destroy()
        } else {
            read
        };
        assert_eq!(
            texts(&failed.diagnostics),
            [format!(
                r#"record | Bad | record[name = "{name}"].weight: It is bad."#
            )]
        );
    }
}

/// Leaves the weight of a record unknown.
fn spoiled(response: &Bytes) -> Bytes {
    let mut response = apply_resource_change::Response::decode(&response[..]).unwrap();
    let state = response
        .new_state
        .unwrap()
        .decode_value(&Zone::ty())
        .unwrap();
    let spoiled = state.transform(|_, part| {
        let is_it = part.get("name") == Some(&Value::from("b"));
        let members = part.members().filter(|_| is_it);
        let Some(members) = members else {
            return Ok(part);
        };
        Value::object(members.map(|(name, value)| match name {
            "weight" => (name, Value::unknown(value.ty())),
            _ => (name, value.clone()),
        }))
    });
    response.new_state = Some(DynamicValue::encode_value(&spoiled.unwrap(), &Zone::ty()).unwrap());
    response.encode_to_vec().into()
}

#[test]
fn findings_name_elements() {
    let provider = provider().check_responses(false);
    let harness = Harness::from_fn(move |method, request| {
        let response = ready(provider.respond(method, request))?;
        Ok(match method.name {
            "ApplyResourceChange" => spoiled(&response),
            _ => response,
        })
    });
    harness.configure("{}").succeeds();
    let applied = harness.resource("x_zone").apply(zone(["b", "a"]).as_str());
    let texts: Vec<_> = applied.findings.iter().map(ToString::to_string).collect();
    assert_eq!(texts.len(), 1, "{texts:?}");
    // The rules do not take the annotations into account.
    let place = r#" at record[name = "b"].weight: unknown value"#;
    assert!(texts[0].contains(place), "{texts:?}");
    assert!(!texts[0].contains("hush"), "{texts:?}");
}

#[test]
fn errors_of_functions_do_not_show_elements() {
    let weights = |weight: i64| {
        let weights = [("a", 1), ("b", weight)].map(|(name, weight)| {
            Value::object([("name", Value::from(name)), ("weight", weight.into())]).unwrap()
        });
        let set = Value::set(tfvalue::Type::Dynamic, weights).unwrap();
        let list = Value::list(tfvalue::Type::Dynamic, [set]).unwrap();
        DynamicValue::encode_value(&list, &list.ty()).unwrap()
    };
    for (weight, text) in [
        (2, "[0][...].weight: it is bad"),
        (
            300,
            "[0][...].weight: a whole number from 0 to 255 is required, got another value",
        ),
    ] {
        let request = call_function::Request {
            name: "sum".into(),
            arguments: vec![weights(weight)],
        };
        let response: call_function::Response = call(&provider(), "CallFunction", &request);
        assert_eq!(response.error.unwrap().text, text);
    }
}
