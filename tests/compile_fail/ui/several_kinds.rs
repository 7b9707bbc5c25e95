// A struct with several kinds.

use tfvalue::provider::{Context, Resource};
use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
#[tf(kind(resource, identity))]
struct NotShared {}

#[derive(TfSchema)]
#[tf(kind(resource, resource))]
struct Twice {}

#[derive(TfSchema)]
#[tf(kind(data_source, ephemeral), version = 1)]
struct NotStored {
    #[tf(optional, replace)]
    name: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind(resource, ephemeral))]
struct WriteOnly {
    #[tf(optional, write_only)]
    password: Attr<String>,
    #[tf(optional)]
    count: Attr<u8>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct StateOnly {}

impl Resource for StateOnly {
    const NAME: &'static str = "state_only";
    type Client = ();
    tfvalue::state_only!(|it: &StateOnly| it.missing());

    async fn delete(_: Self, _: &mut Context<()>) -> Result<(), tfvalue::Diagnostics> {
        Ok(())
    }
}

fn main() {}
