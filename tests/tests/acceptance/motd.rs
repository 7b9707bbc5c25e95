//! The provider from the first page of the guide; `repository/guide.rs` compares the page with this file.

use std::fs;
use std::io::ErrorKind;

use tfvalue::provider::{Context, Provider, ProviderConfig, Resource};
use tfvalue::{Attr, Diagnostics, TfSchema};

/// Manages messages of the day.
#[derive(TfSchema)]
#[tf(kind = provider)]
struct Config {}

impl ProviderConfig for Config {
    type Client = ();

    async fn configure(self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

/// A message.
#[derive(TfSchema)]
#[tf(kind = resource, import = "path")]
struct Message {
    /// The file. Changing the name creates a new message.
    #[tf(required, replace)]
    path: Attr<String>,
    /// The text.
    #[tf(default = "Welcome!", length = 1..=200)]
    text: Attr<String>,
}

impl Resource for Message {
    const NAME: &'static str = "message";
    type Client = ();

    async fn create(plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        fs::write(plan.path.require("path")?, plan.text.require("text")?)?;
        Ok(plan)
    }

    async fn read(mut state: Self, _: &mut Context<()>) -> Result<Option<Self>, Diagnostics> {
        let path = state.path.require("path")?;
        if !fs::exists(path)? {
            return Ok(None);
        }
        state.text = fs::read_to_string(path)?.into();
        Ok(Some(state))
    }

    async fn update(_: Self, plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        fs::write(plan.path.require("path")?, plan.text.require("text")?)?;
        Ok(plan)
    }

    async fn delete(state: Self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        match fs::remove_file(state.path.require("path")?) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error.into()),
            _ => Ok(()),
        }
    }
}

pub(crate) fn provider() -> Provider<()> {
    Provider::new::<Config>("example/motd").resource::<Message>()
}
