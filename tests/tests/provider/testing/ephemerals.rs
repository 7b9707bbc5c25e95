//! The lifecycle of an ephemeral resource: Terraform closes the resource with the private data from `open`; OpenTofu
//! uses the private data from `renew`.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::{Duration, SystemTime};

use prost::Message as _;
use tfvalue::provider::{Context, EphemeralResource, Opened, Provider, ProviderConfig};
use tfvalue::tfplugin6::renew_ephemeral_resource;
use tfvalue::{Attr, Diagnostics, Error, Path, TfSchema};
use tfvalue_testing::{Harness, Lint};

use crate::ready;

/// The leases, the number of renewals for each lease, and the calls to the service.
#[derive(Default)]
struct Service {
    leases: Mutex<BTreeMap<u32, u32>>,
    calls: Mutex<Vec<String>>,
}

impl Service {
    fn call(&self, text: String) {
        self.calls.lock().unwrap().push(text);
    }
}

#[derive(TfSchema)]
#[tf(kind = provider)]
struct Config {}

impl ProviderConfig for Config {
    type Client = Service;

    async fn configure(self, _: &mut Context<()>) -> Result<Service, Diagnostics> {
        Ok(Service::default())
    }
}

#[derive(TfSchema)]
#[tf(kind = ephemeral)]
struct Lease {
    /// What the provider does wrong.
    #[tf(optional)]
    fault: Attr<String>,
    #[tf(computed)]
    id: Attr<u32>,
}

impl EphemeralResource for Lease {
    const NAME: &'static str = "lease";
    type Client = Service;

    async fn open(
        mut config: Self,
        context: &mut Context<Service>,
    ) -> Result<Opened<Self>, Diagnostics> {
        let mut leases = context.client().leases.lock().unwrap();
        let id = leases.keys().last().map_or(1, |last| last + 1);
        leases.insert(id, 0);
        drop(leases);
        context.client().call(format!("open {id}"));
        config.id.set(id);
        context.set_private("id", &id)?;
        context.set_private("fault", &config.fault.as_deref())?;
        context.set_private("fresh", &true)?;
        Ok(Opened::from(config).renew_at(SystemTime::now() + Duration::from_secs(60)))
    }

    async fn renew(context: &mut Context<Service>) -> Result<Option<SystemTime>, Diagnostics> {
        let id: u32 = context.private("id")?.unwrap_or_default();
        let fault: Option<String> = context.private::<Option<String>>("fault")?.flatten();
        let mut leases = context.client().leases.lock().unwrap();
        let Some(renewals) = leases.get_mut(&id) else {
            return Err(Error::msg(format!("there is no lease {id} to renew")).into());
        };
        *renewals += 1;
        let count = *renewals;
        match fault.as_deref() {
            Some("fails") => return Err(Error::msg("renewals are not possible").into()),
            // The new lease replaces the old lease.
            Some("new lease") => {
                leases.remove(&id);
                leases.insert(id + 100, count);
            }
            _ => {}
        }
        drop(leases);
        context.client().call(format!("renew {id}"));
        context.set_private("renewals", &count)?;
        match fault.as_deref() {
            Some("new lease") => context.set_private("id", &(id + 100))?,
            Some("no longer fresh") => context.set_private("fresh", &false)?,
            _ => {}
        }
        Ok((count < 5).then(SystemTime::now))
    }

    async fn close(context: &mut Context<Service>) -> Result<(), Diagnostics> {
        let id: u32 = context.private("id")?.unwrap_or_default();
        let fault: Option<String> = context.private::<Option<String>>("fault")?.flatten();
        context.client().call(format!("close {id}"));
        if fault.as_deref() == Some("no longer fresh") && context.private("fresh")? != Some(true) {
            return Err(Error::msg("the lease is no longer fresh").into());
        }
        match context.client().leases.lock().unwrap().remove(&id) {
            Some(_) => Ok(()),
            None => Err(Error::msg(format!("there is no lease {id} to close")).into()),
        }
    }
}

fn provider() -> Provider<Service> {
    Provider::new::<Config>("cloud").ephemeral_resource::<Lease>()
}

fn opened(fault: &str) -> (Vec<String>, tfvalue_testing::Outcome) {
    let harness = Harness::new(provider());
    harness.configure("{}").succeeds();
    let config = serde_json::json!({ "fault": fault }).to_string();
    let outcome = harness.ephemeral_resource("cloud_lease", config);
    let calls = harness.client().calls.lock().unwrap().clone();
    (calls, outcome)
}

#[test]
fn a_resource_is_closed_as_by_both_programs() {
    let (calls, outcome) = opened("");
    assert_eq!(outcome.succeeds().state::<Lease>().id, 1);
    let expected = ["open 1", "renew 1", "renew 1", "close 1"];
    assert_eq!(calls, [expected, expected].concat());
}

#[test]
fn a_provider_that_is_wrong_under_terraform_fails() {
    let (_, outcome) = opened("new lease");
    let outcome = outcome.fails(Path::root(), "there is no lease 1 to close");
    assert_eq!(outcome.failed, Some("CloseEphemeralResource"));
    assert_eq!(outcome.title, "open cloud_lease");
}

#[test]
fn a_provider_that_is_wrong_under_opentofu_fails() {
    let (_, outcome) = opened("no longer fresh");
    let outcome = outcome.fails(Path::root(), "the lease is no longer fresh");
    assert_eq!(
        outcome.title,
        "open cloud_lease, closed as OpenTofu does, with the private data of the last renewal"
    );
}

#[test]
fn a_resource_is_closed_after_a_renewal_that_fails() {
    let (calls, outcome) = opened("fails");
    let outcome = outcome.fails(Path::root(), "renewals are not possible");
    assert_eq!(outcome.failed, Some("RenewEphemeralResource"));
    assert_eq!(calls, ["open 1", "close 1"]);
}

/// A provider that does not return the private data, such as a provider in another language.
#[test]
fn private_data_that_a_renewal_loses_is_found() {
    for version in [5, 6] {
        let provider = provider();
        let harness = Harness::from_fn(move |method, request| {
            let response = ready(provider.respond(method, request))?;
            if method.name != "RenewEphemeralResource" {
                return Ok(response);
            }
            let mut response = renew_ephemeral_resource::Response::decode(response).unwrap();
            response.private = None;
            Ok(response.encode_to_vec().into())
        });
        let harness = harness.protocol(version);
        harness.configure("{}").succeeds();
        let outcome = harness.ephemeral_resource("cloud_lease", "{}");
        assert!(outcome.has(Lint::PrivateLost, Path::root()), "{outcome}");
    }
}
