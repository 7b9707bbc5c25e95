//! Strings can be used as paths wherever a test refers to an attribute.

use tfvalue::provider::{Context, Provider, Resource};
use tfvalue::{Attr, Diagnostics, Error, Path, TfSchema};
use tfvalue_testing::{Config, Harness, Instance, Lint};
use tfvalue_tests::no_config::NoConfig;

tfvalue::timeouts! {
    struct Timeouts {
        create: "20m",
    }
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Server {
    #[tf(optional)]
    disks: Attr<Vec<Attr<Disk>>>,
    #[tf(block)]
    timeouts: Option<Timeouts>,
    #[tf(computed, keep)]
    id: Attr<String>,
}

#[derive(TfSchema)]
struct Disk {
    #[tf(optional)]
    size: Attr<i64>,
}

impl Resource for Server {
    const NAME: &'static str = "server";
    type Client = ();

    async fn create(mut plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        for disk in plan.disks.value().into_iter().flatten() {
            if disk.value().is_some_and(|disk| disk.size == 13) {
                return Err(Error::msg("13 is unlucky").at("disks[0].size").into());
            }
        }
        plan.id.set("s-1");
        Ok(plan)
    }

    async fn read(mut state: Self, _: &mut Context<()>) -> Result<Option<Self>, Diagnostics> {
        // The service has a different size.
        let disk = state.disks.value_mut().and_then(|disks| disks.first_mut());
        let disk = disk.and_then(Attr::value_mut);
        if let Some(disk) = disk.filter(|disk| disk.size == 7) {
            disk.size.set(8);
        }
        Ok(Some(state))
    }

    async fn delete(_: Self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        Ok(())
    }

    async fn update(_: Self, plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        Ok(plan)
    }
}

fn harness() -> Harness<()> {
    let harness = Harness::new(Provider::new::<NoConfig>("x").resource::<Server>());
    harness.configure("{}").succeeds();
    harness
}

fn with_limit<'h>(harness: &'h Harness<()>, create: &str) -> Instance<'h> {
    let mut server = harness.resource("x_server");
    let config = format!(r#"{{"timeouts": {{"create": {create:?}}}, "disks": [{{"size": 1}}]}}"#);
    server.apply(config).created();
    server
}

#[test]
fn of_expected_errors() {
    let harness = harness();
    let mut server = harness.resource("x_server");
    let config = r#"{"timeouts": {"create": "five minutes"}}"#;
    server.apply(config).fails("timeouts.create", "a duration");
    let path = Path::from("timeouts").attribute("create");
    server.apply(config).fails(path, "a duration");
    let config = r#"{"disks": [{"size": 13}]}"#;
    server.apply(config).fails("disks[0].size", "13 is unlucky");
}

#[test]
fn of_values_in_the_state() {
    let harness = harness();
    let mut server = with_limit(&harness, "5m");
    server.set_stored("timeouts.create", "6m");
    let state: Server = server.refresh().succeeds().state();
    let limit = state.timeouts.unwrap().create;
    assert_eq!(limit.value().unwrap().as_str(), "6m");
    server.set_stored("disks[0].size", 2);
    let state: Server = server.refresh().succeeds().state();
    assert!(state.disks.value().unwrap()[0].value().unwrap().size == 2);
}

#[test]
#[should_panic(expected = "the stored state: timeouts: there is no attribute")]
fn of_values_that_the_state_does_not_have() {
    let harness = harness();
    with_limit(&harness, "5m").set_stored("timeouts.delete", "6m");
}

#[test]
fn of_unknown_values() {
    let harness = harness();
    let config = Config::from(r#"{"disks": [{"size": 1}]}"#).unknown("disks[0].size");
    let outcome = harness.resource("x_server").apply(config).created();
    let plan: Server = outcome.plan();
    assert!(
        plan.disks.value().unwrap()[0]
            .value()
            .unwrap()
            .size
            .is_unknown()
    );
    let config = Config::from(r#"{"disks": [{"size": 1}]}"#).unknown("disks[1].size");
    let outcome = harness.resource("x_server").apply(config);
    assert!(
        outcome
            .to_string()
            .contains("disks[1].size: the configuration has no such value"),
        "{outcome}"
    );
}

#[test]
fn of_advice_that_is_turned_off() {
    let config = r#"{"disks": [{"size": 7}]}"#;
    let outcome = harness().resource("x_server").apply(config);
    assert!(
        outcome.has(Lint::RefreshChanged, "disks[0].size"),
        "{outcome}"
    );
    for path in ["disks[0].size", "disks.size", "disks"] {
        let harness = harness().allow(Lint::RefreshChanged, path);
        let outcome = harness.resource("x_server").apply(config);
        assert!(
            !outcome.has(Lint::RefreshChanged, "disks[0].size"),
            "{outcome}"
        );
    }
    for path in ["disks[1].size", "disks[0].size.x"] {
        let harness = harness().allow(Lint::RefreshChanged, path);
        let outcome = harness.resource("x_server").apply(config);
        assert!(
            outcome.has(Lint::RefreshChanged, "disks[0].size"),
            "{outcome}"
        );
    }
}
