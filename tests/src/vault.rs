//! A provider that includes its secrets in messages, for testing that the secrets are masked.

use std::thread;

use tfvalue::provider::{Context, Plan, Provider, ProviderConfig, Resource, Secrets};
use tfvalue::{Attr, Diagnostic, Diagnostics, Set, TfSchema};

/// A session that the service creates.
pub const SESSION: &str = "session-5318";

/// The configuration of the provider.
#[derive(TfSchema)]
#[tf(kind = provider)]
pub struct Config {
    #[tf(optional)]
    path: Attr<String>,
    #[tf(optional, sensitive)]
    token: Attr<String>,
}

/// The client, whose debug output contains the token.
#[derive(Debug)]
pub struct Client {
    token: String,
    secrets: Secrets,
}

impl ProviderConfig for Config {
    type Client = Client;

    async fn configure(self, context: &mut Context<()>) -> Result<Client, Diagnostics> {
        let token = self.token.as_deref().unwrap_or("none").to_owned();
        context.secrets().add(SESSION);
        tracing::info!(token, "configured with {token} at {:?}", self.path);
        Ok(Client {
            token,
            secrets: context.secrets().clone(),
        })
    }
}

/// Two secrets: one that is stored, and one that is not stored.
#[derive(TfSchema)]
#[tf(kind = resource, check = check_safe)]
pub struct Safe {
    #[tf(required)]
    name: Attr<String>,
    #[tf(optional, sensitive, prefer_write_only = "password_wo")]
    password: Attr<String>,
    #[tf(optional, write_only)]
    password_wo: Attr<String>,
    #[tf(optional, sensitive)]
    pin: Attr<i64>,
    #[tf(optional)]
    keys: Attr<Vec<Attr<Key>>>,
    /// What the handler does: `fail` or `panic`.
    #[tf(optional)]
    end: Attr<String>,
}

/// A key.
#[derive(TfSchema)]
pub struct Key {
    #[tf(optional, sensitive)]
    texts: Attr<Set<Attr<String>>>,
}

fn check_safe(safe: &Safe) -> Diagnostics {
    let password = safe.password.as_deref().unwrap_or_default();
    tracing::info!("checking {password}");
    match safe.end.as_deref() {
        Some("warn") => Diagnostic::warning("Weak password", format!("{password} is weak.")).into(),
        _ => Diagnostics::new(),
    }
}

impl Safe {
    /// Returns all secrets in one string.
    fn told(&self, config: &Safe) -> String {
        let mut told = vec![
            self.password.as_deref().unwrap_or_default().to_owned(),
            config.password_wo.as_deref().unwrap_or_default().to_owned(),
            self.pin
                .copied()
                .map_or(String::new(), |pin| pin.to_string()),
        ];
        for key in self.keys.value().into_iter().flatten() {
            let texts = key.value().and_then(|key| key.texts.value());
            told.extend(
                texts
                    .into_iter()
                    .flatten()
                    .filter_map(|text| text.value().cloned()),
            );
        }
        told.join(" and ")
    }

    fn tell(&self, verb: &str, context: &Context<Client>) -> Result<String, Diagnostics> {
        let config: Safe = context.config()?;
        let (client, pin) = (
            context.client().clone(),
            self.pin.copied().unwrap_or_default(),
        );
        let told = format!("{} with {}", self.told(&config), client.token);
        client.secrets.add("renewed-2718");
        tracing::info!(pin, password = ?self.password.value(), session = SESSION, "{verb} {told}");
        let spawned = told.clone();
        let spawned = thread::spawn(move || tracing::info!("renewed-2718 for {spawned}"));
        spawned.join().expect("the thread only logs");
        Ok(told)
    }
}

impl Resource for Safe {
    const NAME: &'static str = "safe";
    type Client = Client;

    async fn plan(
        plan: &mut Plan<'_, Self>,
        context: &mut Context<Client>,
    ) -> Result<(), Diagnostics> {
        let planned = plan.change()?;
        planned.planned.tell("planning", context)?;
        Ok(())
    }

    async fn create(plan: Self, context: &mut Context<Client>) -> Result<Self, Diagnostics> {
        let told = plan.tell("creating", context)?;
        match plan.end.as_deref() {
            Some("fail") => Err(Diagnostic::error(format!("No {told}"), told)
                .at("name")
                .into()),
            Some("panic") => panic!("{told}"),
            _ => {
                context.warn(Diagnostic::warning("Created", format!("{told}, {SESSION}")));
                Ok(plan)
            }
        }
    }

    async fn read(state: Self, _: &mut Context<Client>) -> Result<Option<Self>, Diagnostics> {
        Ok(Some(state))
    }

    async fn update(
        _: Self,
        plan: Self,
        context: &mut Context<Client>,
    ) -> Result<Self, Diagnostics> {
        plan.tell("updating", context)?;
        Ok(plan)
    }

    async fn delete(_: Self, _: &mut Context<Client>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

/// Returns the provider, with the same address as in the tests that run Terraform.
#[must_use]
pub fn provider() -> Provider<Client> {
    Provider::new::<Config>("example/inventory").resource::<Safe>()
}
