//! A provider that exits when an object is written with the text `boom`. The provider's service is kept in memory and
//! is lost when the process exits.

use std::collections::BTreeMap;
use std::process::{self, ExitCode};
use std::sync::Mutex;

use tfvalue::provider::{Context, Provider, ProviderConfig, Resource};
use tfvalue::{Attr, Diagnostics, TfSchema};

fn main() -> ExitCode {
    tfvalue::serve(Provider::new::<Config>("fuse").resource::<Item>())
}

#[derive(TfSchema)]
#[tf(kind = provider)]
struct Config {}

impl ProviderConfig for Config {
    type Client = Mutex<BTreeMap<u64, String>>;

    async fn configure(self, _: &mut Context<()>) -> Result<Self::Client, Diagnostics> {
        Ok(Mutex::default())
    }
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Item {
    #[tf(computed, keep)]
    id: Attr<u64>,
    #[tf(required)]
    text: Attr<String>,
}

impl Item {
    fn store(
        mut self,
        context: &Context<<Config as ProviderConfig>::Client>,
    ) -> Result<Self, Diagnostics> {
        let text = self.text.require("text")?.clone();
        if text == "boom" {
            eprintln!("thread 'main' panicked at src/fuse.rs:7:5:\nthe fuse has blown");
            process::exit(101);
        }
        let mut items = context.client().lock().expect("no handler panics");
        let next = items.keys().last().map_or(1, |last| last + 1);
        let id = self.id.copied().unwrap_or(next);
        items.insert(id, text);
        self.id.set(id);
        Ok(self)
    }
}

impl Resource for Item {
    const NAME: &'static str = "item";
    type Client = <Config as ProviderConfig>::Client;

    async fn create(plan: Self, context: &mut Context<Self::Client>) -> Result<Self, Diagnostics> {
        plan.store(context)
    }

    async fn read(
        mut state: Self,
        context: &mut Context<Self::Client>,
    ) -> Result<Option<Self>, Diagnostics> {
        let items = context.client().lock().expect("no handler panics");
        let Some(text) = items.get(state.id.require("id")?) else {
            return Ok(None);
        };
        state.text.set(text.clone());
        Ok(Some(state))
    }

    async fn update(
        _: Self,
        plan: Self,
        context: &mut Context<Self::Client>,
    ) -> Result<Self, Diagnostics> {
        plan.store(context)
    }

    async fn delete(state: Self, context: &mut Context<Self::Client>) -> Result<(), Diagnostics> {
        let mut items = context.client().lock().expect("no handler panics");
        items.remove(state.id.require("id")?);
        Ok(())
    }
}
