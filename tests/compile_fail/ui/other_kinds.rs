//! A provider cannot register structs of another kind than it requires.

use tfvalue::provider::{Action, Context, DataSource, Provider, ProviderConfig, Resource};
use tfvalue::{Attr, Diagnostics, TfSchema};

#[derive(TfSchema)]
struct Config {}

impl ProviderConfig for Config {
    type Client = ();

    async fn configure(self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

#[derive(TfSchema)]
#[tf(kind = data_source)]
struct Image {
    #[tf(required)]
    name: Attr<String>,
}

impl DataSource for Image {
    const NAME: &'static str = "image";
    type Client = ();

    async fn read(config: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        Ok(config)
    }
}

impl Resource for Image {
    const NAME: &'static str = "image";
    type Client = ();

    async fn create(plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        Ok(plan)
    }

    async fn read(state: Self, _: &mut Context<()>) -> Result<Option<Self>, Diagnostics> {
        Ok(Some(state))
    }

    async fn delete(_: Self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

// The error of the derive is the only one.
#[derive(TfSchema)]
#[tf(resource)]
struct Server {
    #[tf(required)]
    name: Attr<String>,
}

impl DataSource for Server {
    const NAME: &'static str = "server";
    type Client = ();

    async fn read(config: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        Ok(config)
    }
}

#[derive(TfSchema)]
#[tf(kind = ephemeral)]
struct Restart {}

impl Action for Restart {
    const NAME: &'static str = "restart";
    type Client = ();

    async fn invoke(_: Self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

fn main() {
    _ = Provider::new::<Config>("cloud").provider_meta::<Image>();
}
