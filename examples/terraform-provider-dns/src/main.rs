#![doc = include_str!("../README.md")]

use std::process::ExitCode;

use tfvalue::provider::{Context, DataSource, Provider, ProviderConfig, Resource};
use tfvalue::{Attr, Diagnostic, Diagnostics, FromApi as _, Set, TfSchema, ToApi as _, Unknown};

mod api;
mod client;
#[cfg(test)]
mod tests;

use client::Client;

type Result<T, E = Diagnostics> = std::result::Result<T, E>;

fn main() -> ExitCode {
    tfvalue::serve(provider())
}

fn provider() -> Provider<Session> {
    Provider::new::<Config>("example/dns")
        .resource::<Record>()
        .data_source::<Records>()
}

/// Manages the records of a DNS service.
#[derive(TfSchema)]
#[tf(kind = provider)]
struct Config {
    /// URL of the service. Defaults to the value of the environment variable `DNS_URL`.
    #[tf(optional)]
    url: Attr<String>,
    /// Token for the service. Defaults to the value of the environment variable `DNS_TOKEN`.
    #[tf(optional, sensitive)]
    token: Attr<String>,
}

/// The configured provider.
struct Session {
    /// `None` while the configuration is unknown, which is only possible during planning.
    client: Option<Client>,
}

impl ProviderConfig for Config {
    type Client = Session;

    async fn configure(self, context: &mut Context<()>) -> Result<Session> {
        if self.url.is_unknown() || self.token.is_unknown() {
            return Ok(Session { client: None });
        }
        let mut faults = Diagnostics::default();
        let url = faults.take(self.url.require_or_env("url", "DNS_URL"));
        let token = faults.take(self.token.require_or_env("token", "DNS_TOKEN"));
        match (url, token) {
            (Some(url), Some(token)) => {
                // A token from the environment is not an attribute, so the token is not masked in the log automatically.
                context.secrets().add(&token);
                Ok(Session {
                    client: Some(Client::new(&url, token)),
                })
            }
            _ => Err(faults),
        }
    }
}

impl Session {
    fn client(&self) -> Result<&Client> {
        let unknown = || {
            let detail =
                "The configuration of the provider depends on objects that do not exist yet.";
            Diagnostic::error("The service is not known yet", detail)
        };
        Ok(self.client.as_ref().ok_or_else(unknown)?)
    }
}

/// A record.
#[derive(TfSchema)]
#[tf(kind = resource, import = "id")]
#[tf(from_api(api::Record, ignore = "changed_at"))]
#[tf(to_api(api::CreateRecord, without = "id"))]
#[tf(to_api(api::UpdateRecord, without = "id, name, type"))]
struct Record {
    /// Identifier that the service assigns.
    #[tf(computed, keep)]
    id: Attr<String>,
    /// The name, such as `www.example.com`. Changing this attribute creates a new record.
    #[tf(required, replace)]
    name: Attr<String>,
    /// The type. Changing this attribute creates a new record.
    #[tf(required, replace)]
    r#type: Attr<RecordType>,
    /// The values, in no particular order. No value can be null.
    #[tf(required, length = 1..)]
    values: Attr<Set<Unknown<String>>>,
    /// The time in seconds for which a resolver may cache the record.
    #[tf(default = 3600)]
    ttl: Attr<i64>,
}

/// The type of a record.
#[derive(TfSchema)]
#[tf(rename_all = "UPPERCASE", to_api = api::RecordType, from_api = api::RecordType)]
enum RecordType {
    A,
    Aaaa,
    Cname,
    Txt,
}

impl Resource for Record {
    const NAME: &'static str = "record";
    type Client = Session;

    async fn create(plan: Self, context: &mut Context<Session>) -> Result<Self> {
        let client = context.client().client()?;
        let created = client.create(&plan.to_api()?, context).await?;
        Ok(plan.with_api(created)?)
    }

    async fn read(state: Self, context: &mut Context<Session>) -> Result<Option<Self>> {
        // Plans work even while the address of the service is unknown.
        let Some(client) = &context.client().client else {
            return Ok(Some(state));
        };
        let found = client.get(state.id.require("id")?, context).await?;
        Ok(found.map(|found| state.with_api(found)).transpose()?)
    }

    async fn update(_: Self, plan: Self, context: &mut Context<Session>) -> Result<Self> {
        let client = context.client().client()?;
        let id = plan.id.require("id")?;
        let updated = client.update(id, &plan.to_api()?, context).await?;
        Ok(plan.with_api(updated)?)
    }

    async fn delete(state: Self, context: &mut Context<Session>) -> Result<()> {
        let client = context.client().client()?;
        client.delete(state.id.require("id")?, context).await
    }
}

/// The records of the service.
#[derive(TfSchema)]
#[tf(kind = data_source)]
struct Records {
    /// The name of the records. Defaults to all names.
    #[tf(optional)]
    name: Attr<String>,
    /// The records found.
    #[tf(computed, members = computed)]
    records: Attr<Vec<Attr<FoundRecord>>>,
}

/// A record that was found.
#[derive(TfSchema)]
#[tf(from_api(api::Record, ignore = "changed_at, ttl"))]
struct FoundRecord {
    /// Identifier of the record.
    #[tf(computed)]
    id: Attr<String>,
    /// The name.
    #[tf(computed)]
    name: Attr<String>,
    /// The type.
    #[tf(computed)]
    r#type: Attr<RecordType>,
    /// The values.
    #[tf(computed)]
    values: Attr<Set<Attr<String>>>,
}

impl DataSource for Records {
    const NAME: &'static str = "records";
    type Client = Session;

    async fn read(mut config: Self, context: &mut Context<Session>) -> Result<Self> {
        let client = context.client().client()?;
        let found = client.list(config.name.as_deref(), context).await?;
        let found = found
            .into_iter()
            .map(|record| FoundRecord::from_api(record, None));
        config.records = found.collect::<Result<Vec<_>, _>>()?.into();
        Ok(config)
    }
}
