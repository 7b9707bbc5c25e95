//! A provider for messages of the day.

mod client;
mod message;

use tfvalue::provider::{Context, Provider, ProviderConfig};
use tfvalue::{Attr, Diagnostic, Diagnostics, TfSchema};

use client::Client;
pub use message::Message;

type Result<T, E = Diagnostics> = std::result::Result<T, E>;

/// Returns the provider with all its parts.
pub fn provider() -> Provider<Session> {
    Provider::new::<Config>("example/motd").resource::<Message>()
}

/// Manages messages of the day.
#[derive(TfSchema)]
#[tf(kind = provider)]
struct Config {
    /// The folder of the messages. Defaults to the value of the environment variable `MOTD_FOLDER`.
    #[tf(optional)]
    folder: Attr<String>,
}

/// The configured provider.
pub struct Session {
    /// `None` while the configuration is unknown, which is only possible during planning.
    client: Option<Client>,
}

impl ProviderConfig for Config {
    type Client = Session;

    async fn configure(self, _: &mut Context<()>) -> Result<Session> {
        if self.folder.is_unknown() {
            return Ok(Session { client: None });
        }
        let folder = self.folder.require_or_env("folder", "MOTD_FOLDER")?;
        Ok(Session {
            client: Some(Client::new(folder)),
        })
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
