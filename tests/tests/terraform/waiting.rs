//! Waiting for a service with `Context::poll`.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tfvalue::provider::{Context, Polled, Polling, Provider, Resource};
use tfvalue::{Attr, Diagnostics, TfSchema};
use tfvalue_tests::no_config::NoConfig;

use crate::harness::{Bench, Protocol};

const QUICK: Polling = Polling::new().every(Duration::from_millis(10));

tfvalue::timeouts! {
    struct Timeouts {
        create: "10m",
        delete: "10m",
    }
}

/// A server that is ready at the third check, unless its name is `stuck`.
#[derive(TfSchema)]
#[tf(kind = resource)]
struct Server {
    #[tf(required, replace)]
    name: Attr<String>,
    #[tf(computed, keep)]
    id: Attr<String>,
    #[tf(computed, keep)]
    checks: Attr<u64>,
    #[tf(block)]
    timeouts: Option<Timeouts>,
}

impl Resource for Server {
    const NAME: &'static str = "server";
    type Client = ();

    async fn create(mut plan: Self, context: &mut Context<()>) -> Result<Self, Diagnostics> {
        plan.id.set("srv-1");
        context.save(&plan)?;
        let is_stuck = plan.name.as_deref() == Some("stuck");
        let checks = AtomicUsize::new(0);
        let check = async || match checks.fetch_add(1, Ordering::Relaxed) {
            2 if !is_stuck => Ok(Polled::Ready(3)),
            _ => Ok(Polled::Pending("starting")),
        };
        plan.checks
            .set(context.poll_with(QUICK, check).await? as u64);
        Ok(plan)
    }

    async fn read(state: Self, _: &mut Context<()>) -> Result<Option<Self>, Diagnostics> {
        Ok(Some(state))
    }

    async fn delete(_: Self, context: &mut Context<()>) -> Result<(), Diagnostics> {
        let checks = AtomicUsize::new(0);
        let check = async || match checks.fetch_add(1, Ordering::Relaxed) {
            0 => Ok(Polled::Pending("deleting")),
            _ => Ok(Polled::Ready(())),
        };
        context.poll_with(QUICK, check).await
    }
}

fn bench() -> Option<Bench> {
    let provider = Provider::new::<NoConfig>("inventory").resource::<Server>();
    Bench::serving(Protocol::V6, provider)
}

#[test]
fn a_server_is_ready_after_some_checks() {
    let Some(bench) = bench() else { return };
    bench.configure_with(
        "",
        "resource \"inventory_server\" \"a\" {\n  name = \"a\"\n}",
    );
    bench.plan();
    let state = bench.apply();
    bench.plan().assert_empty();
    assert_eq!(state.values("inventory_server.a")["checks"], 3);
    bench.run(&["destroy", "-auto-approve"]).exits(0);
}

#[test]
fn a_server_that_is_not_ready_in_time_is_tainted() {
    let Some(bench) = bench() else { return };
    bench.configure_with(
        "",
        "resource \"inventory_server\" \"a\" {\n  name = \"stuck\"\n  timeouts {\n    create = \"100ms\"\n  }\n}",
    );
    bench.plan();
    let error = bench.try_apply().exits(1).error();
    assert_eq!(error.summary, "Time limit exceeded");
    assert_eq!(error.code.trim(), "create = \"100ms\"");
    let start = "The operation \"create\" exceeded its time limit of 100ms. After ";
    assert!(error.detail.starts_with(start), "{}", error.detail);
    assert!(
        error.detail.contains("the last state was \"starting\""),
        "{}",
        error.detail
    );
    let state = bench.state();
    let server = state.find("inventory_server.a").unwrap();
    assert_eq!(server["tainted"], true);
    assert_eq!(server["values"]["id"], "srv-1");
}
