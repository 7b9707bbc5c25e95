//! The ephemeral resource `inventory_password`.

use std::time::{Duration, SystemTime};

use tfvalue::provider::{Context, EphemeralResource, Opened};
use tfvalue::{Diagnostics, Error};

use crate::models::Password;
use crate::session::Session;

/// The interval at which Terraform must renew a password.
const RENEW_AFTER: Duration = Duration::from_secs(300);

/// The private data with the identifier of the password. Terraform keeps the private data for later calls.
const LEASE: &str = "lease";

impl EphemeralResource for Password {
    const NAME: &'static str = "password";
    type Client = Session;

    /// Issues a password.
    async fn open(
        mut config: Self,
        context: &mut Context<Session>,
    ) -> Result<Opened<Self>, Diagnostics> {
        let length = *config.length.require("length")?;
        let holder = config.holder.require("holder")?;
        let lease = context.client().service()?.issue_password(holder, length)?;
        context.set_private(LEASE, &lease.id)?;
        config.value.set(lease.value);
        Ok(Opened::from(config).renew_at(renew_at()))
    }

    /// Extends the lifetime of a password.
    async fn renew(context: &mut Context<Session>) -> Result<Option<SystemTime>, Diagnostics> {
        context
            .client()
            .service()?
            .renew_password(&lease(context)?)?;
        Ok(Some(renew_at()))
    }

    /// Revokes a password.
    async fn close(context: &mut Context<Session>) -> Result<(), Diagnostics> {
        let service = context.client().service()?;
        Ok(service.withdraw_password(&lease(context)?)?)
    }
}

fn lease(context: &Context<Session>) -> Result<String, Error> {
    let missing = || Error::msg("Terraform did not send the identifier of the password");
    context.private(LEASE)?.ok_or_else(missing)
}

fn renew_at() -> SystemTime {
    SystemTime::now() + RENEW_AFTER
}
