//! A provider whose resource has write-only attributes with fingerprints.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use tfvalue::provider::{Context, Provider, ProviderConfig, Resource};
use tfvalue::{Attr, Diagnostics, Error, TfSchema};

/// The configuration of the provider.
#[derive(TfSchema)]
#[tf(kind = provider)]
pub struct Config {
    /// The name of the service, which exists as long as this process is running.
    #[tf(optional)]
    service: Attr<String>,
}

/// The passwords and tokens in the service, keyed by the name of the account.
pub type Accounts = Arc<Mutex<BTreeMap<String, (Option<String>, String)>>>;

/// The named services.
static SERVICES: Mutex<BTreeMap<String, Accounts>> = Mutex::new(BTreeMap::new());

impl ProviderConfig for Config {
    type Client = Accounts;

    async fn configure(self, _: &mut Context<()>) -> Result<Accounts, Diagnostics> {
        Ok(match self.service.value() {
            Some(name) => SERVICES
                .lock()
                .unwrap()
                .entry(name.clone())
                .or_default()
                .clone(),
            None => Accounts::default(),
        })
    }
}

/// An account.
#[derive(TfSchema, Default)]
#[tf(kind = resource, import = "name")]
pub struct Account {
    /// The name.
    #[tf(required)]
    pub name: Attr<String>,
    /// A note; an update fails if the note is `fail`. A note that contains a dot is a key of private data.
    #[tf(optional)]
    pub note: Attr<String>,
    /// The password.
    #[tf(optional, write_only, fingerprint = "password_revision")]
    pub password: Attr<String>,
    /// The number of passwords.
    #[tf(computed, keep)]
    pub password_revision: Attr<i64>,
    /// A different password requires a different token.
    #[tf(computed, keep(unless_changed = "password_revision"))]
    pub token: Attr<String>,
    /// The key that encrypts everything.
    #[tf(optional, write_only, fingerprint = "keys_revision")]
    pub key: Attr<Vec<Attr<String>>>,
    /// The key of old data.
    #[tf(optional, write_only, fingerprint = "keys_revision")]
    pub old_key: Attr<i64>,
    /// The number of keys. A different key requires a different account.
    #[tf(computed, keep, replace)]
    pub keys_revision: Attr<u64>,
}

impl Account {
    /// Sends the password.
    fn send(mut self, context: &mut Context<Accounts>) -> Result<Self, Diagnostics> {
        let name = self.name.require("name")?.clone();
        let config: Account = context.config()?;
        if self.token.is_unknown() {
            let revision = self.password_revision.require("password_revision")?;
            self.token.set(format!("{name}-{revision}"));
        }
        if self.note.as_deref() == Some("fail") {
            return Err(Error::msg("the service is not available").into());
        }
        let (password, token) = (config.password.value(), self.token.require("token")?);
        let account = (password.cloned(), token.clone());
        context.client().lock().unwrap().insert(name, account);
        Ok(self)
    }
}

impl Resource for Account {
    const NAME: &'static str = "account";
    type Client = Accounts;

    async fn create(plan: Self, context: &mut Context<Accounts>) -> Result<Self, Diagnostics> {
        let note = plan.note.as_deref().filter(|note| note.starts_with('.'));
        context.set_private(note.unwrap_or("created"), &true)?;
        plan.send(context)
    }

    async fn read(
        mut state: Self,
        context: &mut Context<Accounts>,
    ) -> Result<Option<Self>, Diagnostics> {
        let name = state.name.require("name")?;
        let accounts = context.client().lock().unwrap();
        let Some((_, token)) = accounts.get(name) else {
            return Ok(None);
        };
        state.token.set(token.clone());
        Ok(Some(state))
    }

    async fn update(
        _: Self,
        plan: Self,
        context: &mut Context<Accounts>,
    ) -> Result<Self, Diagnostics> {
        plan.send(context)
    }

    async fn delete(state: Self, context: &mut Context<Accounts>) -> Result<(), Diagnostics> {
        let name = state.name.require("name")?;
        context.client().lock().unwrap().remove(name);
        Ok(())
    }
}

/// Returns the provider, with the same address as in the tests that run Terraform.
#[must_use]
pub fn provider() -> Provider<Accounts> {
    Provider::new::<Config>("example/inventory").resource::<Account>()
}
