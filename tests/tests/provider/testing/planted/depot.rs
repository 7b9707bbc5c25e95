//! A provider for a depot that can have a single bug.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use tfvalue::provider::{Context, DataSource, Imported, Provider, ProviderConfig, Resource};
use tfvalue::{Attr, Diagnostic, Diagnostics, Error, Number, Set, TfSchema, Value};

use super::service::{Bug, Service};

/// The services, by their addresses.
pub(crate) static SERVICES: Mutex<BTreeMap<String, Arc<Service>>> = Mutex::new(BTreeMap::new());

#[derive(TfSchema)]
#[tf(kind = provider)]
pub(crate) struct Config {
    #[tf(required)]
    address: Attr<String>,
}

/// The connection to a service whose address may be unknown.
pub(crate) struct Client {
    pub(crate) service: Option<Arc<Service>>,
    bug: Bug,
}

impl Client {
    pub(crate) fn service(&self) -> Result<&Service, Diagnostics> {
        let fault = || Diagnostic::error("Unknown depot", "Its address is not known yet.");
        Ok(self.service.as_deref().ok_or_else(fault)?)
    }
}

impl ProviderConfig for Config {
    type Client = Client;

    async fn configure(self, _: &mut Context<()>) -> Result<Client, Diagnostics> {
        let services = SERVICES.lock().unwrap();
        let Some(Some(address)) = self.address.known() else {
            // All services in a test have the same bug.
            let bug = BUG.with(std::cell::Cell::get);
            return Ok(Client { service: None, bug });
        };
        let service = services.get(address).cloned();
        let service = service.ok_or_else(|| Error::msg("no such depot").at("address"))?;
        Ok(Client {
            bug: service.bug,
            service: Some(service),
        })
    }
}

thread_local! {
    /// The bug in the test on this thread.
    pub(crate) static BUG: std::cell::Cell<Bug> = const { std::cell::Cell::new(Bug::None) };
}

/// A crate whose name is unique.
#[derive(Clone, Default, PartialEq, TfSchema)]
#[tf(kind = resource)]
pub(crate) struct Crate {
    #[tf(computed, keep)]
    pub(crate) id: Attr<String>,
    #[tf(required, replace, length = 1..=40)]
    pub(crate) name: Attr<String>,
    #[tf(optional)]
    pub(crate) text: Attr<String>,
    #[tf(optional)]
    pub(crate) amount: Attr<i64>,
    #[tf(optional)]
    pub(crate) weight: Attr<Number>,
    #[tf(optional)]
    pub(crate) price: Attr<Number>,
    #[tf(optional)]
    pub(crate) tags: Attr<Vec<Attr<String>>>,
    #[tf(optional)]
    pub(crate) marks: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    pub(crate) labels: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, sensitive)]
    pub(crate) password: Attr<String>,
    #[tf(optional, write_only, sensitive)]
    key: Attr<String>,
    #[tf(computed, keep, sensitive)]
    pub(crate) token: Attr<String>,
    /// Whether the crate has a password.
    #[tf(computed, keep(unless_changed = "password"))]
    pub(crate) note: Attr<String>,
    /// The marks, in order.
    #[tf(computed, keep(unless_changed = "marks"))]
    pub(crate) seen: Attr<Vec<Attr<String>>>,
    #[tf(computed)]
    pub(crate) revision: Attr<i64>,
}

impl Resource for Crate {
    const NAME: &'static str = "crate";
    type Client = Client;

    async fn create(plan: Self, context: &mut Context<Client>) -> Result<Self, Diagnostics> {
        let client = Arc::clone(context.client());
        let (bug, service) = (client.bug, client.service()?);
        if bug != Bug::NeverUsesKey {
            let config: Crate = context.config()?;
            drop(config.key);
        }
        let password = plan.password.as_deref().cloned_text();
        if bug == Bug::SecretInLog {
            tracing::info!(password, "logging in");
        }
        let explained = |error: Error| match bug {
            Bug::PanicsIfServiceFails => panic!("{error}"),
            Bug::SecretInError => Diagnostic::error("Failed", format!("{password}: {error}")),
            Bug::EncodedSecretInError => {
                let text: String = password.bytes().map(|it| format!("%{it:02X}")).collect();
                Diagnostic::error("Failed", format!("/login?{text}: {error}"))
            }
            _ => error.into(),
        };
        let created = context.until_cancelled(async { service.insert(plan) });
        let state = created.await?.map_err(explained)?;
        if bug != Bug::LeavesObject && bug != Bug::LeavesCancelledObject {
            context.save(&state)?;
        }
        let id = state.id.require("id")?;
        let printed = context.until_cancelled(async { service.print(id) }).await;
        match (printed, bug) {
            (Err(_) | Ok(Err(_)), Bug::IgnoresFailure) => {
                let mut content = service.content.lock().unwrap();
                content.crates.remove(id);
            }
            (printed, _) => printed?.map_err(explained)?,
        }
        Ok(state)
    }

    async fn read(state: Self, context: &mut Context<Client>) -> Result<Option<Self>, Diagnostics> {
        let client = Arc::clone(context.client());
        let Some(service) = &client.service else {
            return Ok(Some(state).filter(|_| client.bug != Bug::LostWhileUnknown));
        };
        let found = service.find(state.id.require("id")?)?;
        if found.is_none() && client.bug == Bug::ReadFailsIfMissing {
            return Err(Error::msg("404 Not Found").into());
        }
        Ok(found)
    }

    async fn update(
        _: Self,
        plan: Self,
        context: &mut Context<Client>,
    ) -> Result<Self, Diagnostics> {
        let client = Arc::clone(context.client());
        let service = client.service()?;
        Ok(service.update(plan)?)
    }

    async fn delete(state: Self, context: &mut Context<Client>) -> Result<(), Diagnostics> {
        let client = Arc::clone(context.client());
        Ok(client.service()?.remove(state.id.require("id")?)?)
    }

    async fn import(
        name: String,
        context: &mut Context<Client>,
    ) -> Result<Imported<Self>, Diagnostics> {
        let client = Arc::clone(context.client());
        let content = client.service()?.content.lock().unwrap();
        let mut crates = content.crates.values();
        let found = crates.find(|one| one.name.as_deref() == Some(&*name));
        let found = found.ok_or_else(|| Error::msg("there is no such crate"))?;
        Ok(Imported::State(found.clone()))
    }
}

/// An item in a crate.
#[derive(Clone, Default, TfSchema)]
#[tf(kind = resource)]
pub(crate) struct Item {
    #[tf(computed, keep)]
    id: Attr<String>,
    #[tf(required, replace)]
    parent: Attr<String>,
    #[tf(optional)]
    text: Attr<String>,
}

impl Item {
    fn put(self, service: &Service) -> Result<Self, Error> {
        let text = self.text.as_deref().cloned_text();
        service.put_item(
            self.id.require("id")?,
            self.parent.require("parent")?,
            &text,
        )?;
        Ok(self)
    }
}

impl Resource for Item {
    const NAME: &'static str = "item";
    type Client = Client;

    async fn create(mut plan: Self, context: &mut Context<Client>) -> Result<Self, Diagnostics> {
        plan.id
            .set(format!("i-of-{}", plan.parent.require("parent")?));
        Ok(plan.put(context.client().service()?)?)
    }

    async fn read(
        mut state: Self,
        context: &mut Context<Client>,
    ) -> Result<Option<Self>, Diagnostics> {
        let Some((parent, _)) = context.client().service()?.item(state.id.require("id")?)? else {
            return Ok(None);
        };
        state.parent.set(parent);
        Ok(Some(state))
    }

    async fn update(
        _: Self,
        plan: Self,
        context: &mut Context<Client>,
    ) -> Result<Self, Diagnostics> {
        Ok(plan.put(context.client().service()?)?)
    }

    async fn delete(state: Self, context: &mut Context<Client>) -> Result<(), Diagnostics> {
        Ok(context
            .client()
            .service()?
            .remove_item(state.id.require("id")?)?)
    }
}

/// The names of all crates.
#[derive(TfSchema)]
#[tf(kind = data_source)]
pub(crate) struct Crates {
    #[tf(computed)]
    names: Attr<Vec<String>>,
}

impl DataSource for Crates {
    const NAME: &'static str = "crates";
    type Client = Client;

    async fn read(mut config: Self, context: &mut Context<Client>) -> Result<Self, Diagnostics> {
        config.names.set(context.client().service()?.names()?);
        Ok(config)
    }
}

trait ClonedText {
    fn cloned_text(self) -> String;
}

impl ClonedText for Option<&str> {
    fn cloned_text(self) -> String {
        self.unwrap_or_default().to_owned()
    }
}

pub(crate) fn provider() -> Provider<Client> {
    Provider::new::<Config>("depot")
        .resource::<Crate>()
        .resource::<Item>()
        .resource::<super::hall::Hall>()
        .data_source::<Crates>()
}

/// Returns the configuration of an item in a crate.
pub(crate) fn item(state: &Value) -> Option<String> {
    let parent = state.get("id")?.as_str()?;
    Some(serde_json::json!({ "parent": parent, "text": "a" }).to_string())
}
