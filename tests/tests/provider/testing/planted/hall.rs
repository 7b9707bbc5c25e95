//! A resource with every kind of attribute and block.

use std::collections::BTreeMap;

use tfvalue::provider::{Context, Resource};
use tfvalue::{Attr, Diagnostics, Dynamic, Number, Set, TfSchema, Unknown};

use super::depot::Client;

/// A hall.
#[derive(Clone, Default, PartialEq, TfSchema)]
#[tf(kind = resource, import = "id")]
pub(crate) struct Hall {
    #[tf(computed, keep)]
    id: Attr<String>,
    #[tf(required)]
    text: Attr<String>,
    #[tf(optional)]
    fragile: Attr<bool>,
    #[tf(optional)]
    height: Attr<i64>,
    #[tf(optional, lossy)]
    width: Attr<f64>,
    #[tf(optional)]
    price: Attr<Number>,
    #[tf(default = "north", one_of = ["north", "south"])]
    zone: Attr<String>,
    #[tf(optional, range = 1..=1_000_000)]
    shelf: Attr<i64>,
    #[tf(optional, length = 3..=90)]
    code: Attr<String>,
    #[tf(optional, regex = "^[a-z]{2}-[0-9]{1,4}$")]
    lot: Attr<String>,
    #[tf(optional, length = 1..=4, each(length = 1..))]
    tags: Attr<Vec<Attr<String>>>,
    #[tf(optional)]
    marks: Attr<Set<Attr<String>>>,
    #[tf(optional, keys(regex = "^[a-z]+$"))]
    labels: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional)]
    numbers: Attr<BTreeMap<String, Attr<Number>>>,
    #[tf(optional)]
    pair: Attr<(Attr<String>, Attr<bool>)>,
    #[tf(optional)]
    any: Dynamic,
    #[tf(optional, object)]
    owner: Attr<Owner>,
    #[tf(optional)]
    place: Attr<Place>,
    #[tf(optional)]
    parts: Attr<Vec<Attr<Place>>>,
    #[tf(optional)]
    bins: Attr<Set<Attr<Place>>>,
    #[tf(optional)]
    rooms: Attr<BTreeMap<String, Attr<Place>>>,
    #[tf(optional, sensitive)]
    password: Attr<String>,
    #[tf(optional, write_only, sensitive)]
    key: Attr<String>,
    #[tf(computed)]
    revision: Attr<i64>,
    #[tf(block(max_items = 3))]
    lid: Unknown<Vec<Lid>>,
    #[tf(block)]
    lock: Unknown<Set<Lid>>,
    #[tf(block)]
    seal: Unknown<BTreeMap<String, Lid>>,
    #[tf(block)]
    door: Attr<Lid>,
    #[tf(block(group))]
    frame: Unknown<Frame>,
}

#[derive(Clone, Default, PartialEq, TfSchema)]
struct Owner {
    #[tf(optional)]
    team: Attr<String>,
    #[tf(optional)]
    size: Attr<i64>,
}

#[derive(Clone, Default, PartialEq, TfSchema)]
struct Place {
    #[tf(required)]
    row: Attr<i64>,
    #[tf(optional)]
    side: Attr<String>,
}

#[derive(Clone, Default, PartialEq, TfSchema)]
struct Lid {
    #[tf(required)]
    size: Attr<i64>,
    #[tf(optional)]
    color: Attr<String>,
    #[tf(optional)]
    notes: Attr<Vec<Attr<String>>>,
}

#[derive(Clone, Default, PartialEq, TfSchema)]
struct Frame {
    #[tf(optional)]
    width: Attr<i64>,
}

impl Resource for Hall {
    const NAME: &'static str = "hall";
    type Client = Client;

    async fn create(mut plan: Self, context: &mut Context<Client>) -> Result<Self, Diagnostics> {
        let config: Hall = context.config()?;
        drop(config.key);
        let mut content = context.client().service()?.content.lock().unwrap();
        content.next += 1;
        let id = format!("h-{}", content.next);
        plan.id.set(&*id);
        plan.revision.set(1);
        content.halls.insert(id, plan.clone());
        Ok(plan)
    }

    async fn read(state: Self, context: &mut Context<Client>) -> Result<Option<Self>, Diagnostics> {
        let Some(service) = &context.client().service else {
            return Ok(Some(state));
        };
        let id = state.id.require("id")?;
        Ok(service.content.lock().unwrap().halls.get(id).cloned())
    }

    async fn update(
        prior: Self,
        mut plan: Self,
        context: &mut Context<Client>,
    ) -> Result<Self, Diagnostics> {
        plan.revision.set(prior.revision.require("revision")? + 1);
        let mut content = context.client().service()?.content.lock().unwrap();
        content
            .halls
            .insert(plan.id.require("id")?.clone(), plan.clone());
        Ok(plan)
    }

    async fn delete(state: Self, context: &mut Context<Client>) -> Result<(), Diagnostics> {
        let mut content = context.client().service()?.content.lock().unwrap();
        content.halls.remove(state.id.require("id")?);
        Ok(())
    }
}
