//! A provider for items in a shop, which are kept in memory. The configuration can select a single fault.

use std::collections::BTreeMap;
use std::sync::Mutex;

use tfvalue::provider::{
    Context, DataSource, EphemeralResource, Function, Opened, Plan, Provider, ProviderConfig,
    Resource,
};
use tfvalue::{Attr, Diagnostic, Diagnostics, Error, TfFunction, TfSchema, Unknown};

#[derive(TfSchema)]
#[tf(kind = provider)]
pub(crate) struct Config {
    #[tf(optional)]
    fault: Attr<String>,
}

#[derive(Default)]
pub(crate) struct Shop {
    fault: String,
    pub(crate) items: Mutex<BTreeMap<String, Item>>,
    next: Mutex<u32>,
}

impl Shop {
    fn has(&self, fault: &str) -> bool {
        self.fault == fault
    }
}

impl ProviderConfig for Config {
    type Client = Shop;

    async fn configure(self, _: &mut Context<()>) -> Result<Shop, Diagnostics> {
        Ok(Shop {
            fault: self.fault.value().cloned().unwrap_or_default(),
            ..Shop::default()
        })
    }
}

/// An item.
#[derive(Clone, Default, TfSchema)]
#[tf(
    kind = resource,
    version = 1,
    upgrade(0 = ItemV0),
    moved_from("old_item" = OldItem),
    import = "id",
    identity = ItemIdentity,
)]
pub(crate) struct Item {
    #[tf(computed, keep, refine(not_null, prefix = "i-"))]
    pub(crate) id: Attr<String>,
    #[tf(required, replace, length = 1..=8)]
    pub(crate) name: Attr<String>,
    #[tf(default = 1)]
    pub(crate) size: Attr<i64>,
    #[tf(optional)]
    pub(crate) color: Attr<String>,
    #[tf(optional)]
    pub(crate) tags: Attr<Vec<Attr<String>>>,
    #[tf(default = "eu")]
    pub(crate) zone: Attr<String>,
    #[tf(computed)]
    pub(crate) revision: Attr<i64>,
    #[tf(optional, write_only, sensitive)]
    pub(crate) password: Attr<String>,
    #[tf(block(max_items = 2))]
    pub(crate) disk: Unknown<Vec<Disk>>,
}

#[derive(Clone, Default, PartialEq, TfSchema)]
pub(crate) struct Disk {
    #[tf(required)]
    pub(crate) size: Attr<i64>,
}

#[derive(TfSchema)]
pub(crate) struct ItemV0 {
    #[tf(optional)]
    name: Attr<String>,
    #[tf(optional)]
    color: Attr<String>,
}

impl From<ItemV0> for Item {
    fn from(old: ItemV0) -> Self {
        Item {
            name: old.name,
            color: old.color,
            ..Item::default()
        }
    }
}

/// An item from another provider.
#[derive(TfSchema)]
pub(crate) struct OldItem {
    #[tf(computed)]
    id: Attr<String>,
}

impl From<OldItem> for Item {
    fn from(old: OldItem) -> Self {
        Item {
            id: old.id,
            ..Item::default()
        }
    }
}

#[derive(TfSchema)]
#[tf(kind = identity)]
pub(crate) struct ItemIdentity {
    #[tf(required)]
    id: String,
}

impl Item {
    /// Adds the selected fault to a new state.
    fn spoil(&mut self, shop: &Shop) {
        match &*shop.fault {
            "value changed" => self.size.set(99),
            "refinement broken" => self.id.set("x-1"),
            "list reordered" => {
                if let Some(tags) = self.tags.value() {
                    let tags: Vec<Attr<String>> = tags.iter().rev().cloned().collect();
                    self.tags.set(tags);
                }
            }
            "null for empty" if self.tags.value().is_some_and(Vec::is_empty) => {
                self.tags = Attr::null();
            }
            _ => {}
        }
    }
}

impl Resource for Item {
    const NAME: &'static str = "item";
    type Client = Shop;

    async fn create(mut plan: Self, context: &mut Context<Shop>) -> Result<Self, Diagnostics> {
        let shop = context.client().clone();
        let id = {
            let mut next = shop.next.lock().unwrap();
            *next += 1;
            format!("i-{next}")
        };
        plan.id.set(&*id);
        plan.revision.set(1);
        if plan.size.is_null() {
            plan.size.set(1);
        }
        if plan.zone.is_unknown() {
            plan.zone.set("eu");
        }
        context.set_private("created", &true)?;
        shop.items.lock().unwrap().insert(id, plan.clone());
        if plan.color.as_deref() == Some("broken") {
            context.save(&plan)?;
            return Err(Diagnostic::error("Out of paint", "The item has no color.")
                .at("color")
                .into());
        }
        if plan.color.as_deref() == Some("cursed") {
            let detail = "The paint shop says: This is a bug in the provider of the paint.";
            return Err(Diagnostic::error("Out of luck", detail).at("color").into());
        }
        plan.spoil(&shop);
        if shop.has("forgotten") {
            plan.revision.set_unknown();
        }
        Ok(plan)
    }

    async fn read(
        mut state: Self,
        context: &mut Context<Shop>,
    ) -> Result<Option<Self>, Diagnostics> {
        let shop = context.client();
        let items = shop.items.lock().unwrap();
        let Some(item) = items.get(state.id.require("id")?) else {
            return Ok(None);
        };
        let old = std::mem::replace(&mut state, item.clone());
        match &*shop.fault {
            "spelling" => state.color = item.color.as_deref().map(str::to_uppercase).into(),
            "import forgets" => state.color = old.color,
            "drift unseen" => state.size = old.size,
            "refresh drifts" => state.revision.set(old.revision.require("revision")? + 1),
            "read forgotten" => state.revision.set_unknown(),
            "no convergence" => state.size.set(item.size.require("size")? + 1),
            _ => {}
        }
        Ok(Some(state))
    }

    async fn update(
        prior: Self,
        mut plan: Self,
        context: &mut Context<Shop>,
    ) -> Result<Self, Diagnostics> {
        let shop = context.client();
        let revision = *prior.revision.require("revision")?;
        plan.revision.set(revision + 1);
        if shop.has("empty update") {
            plan.revision.set(revision);
        }
        if plan.zone.is_unknown() {
            plan.zone = prior.zone;
        }
        let id = plan.id.require("id")?.clone();
        shop.items.lock().unwrap().insert(id, plan.clone());
        plan.spoil(shop);
        Ok(plan)
    }

    async fn delete(state: Self, context: &mut Context<Shop>) -> Result<(), Diagnostics> {
        let shop = context.client();
        if !shop.has("not deleted") {
            shop.items.lock().unwrap().remove(state.id.require("id")?);
        }
        Ok(())
    }

    async fn plan(
        plan: &mut Plan<'_, Self>,
        context: &mut Context<Shop>,
    ) -> Result<(), Diagnostics> {
        let mut change = plan.change()?;
        let config = change.config.take().unwrap();
        let is_new = change.prior.is_none();
        let planned = &mut *change.planned;
        match &*context.client().fault {
            "default not applied" if config.size.is_null() => planned.size = Attr::null(),
            "default overrides" if !config.size.is_null() => planned.size.set(42),
            "unknown forgotten" => {
                let prior = change.prior.take();
                planned.revision = prior.map_or(Attr::null(), |prior| prior.revision);
            }
            "always unknown" => planned.zone.set_unknown(),
            "empty update" => planned.revision.set_unknown(),
            "keep missing" if !is_new && config.zone.is_null() && planned.revision.is_unknown() => {
                planned.zone.set_unknown();
            }
            "default hidden" if is_new && config.zone.is_null() => {
                planned.zone.set_unknown();
            }
            "replace path" if !is_new => change.require_replace("color"),
            "plan panics" if planned.color.as_deref() == Some("red") => panic!("red is unlucky"),
            "no such path" if !is_new => change.require_replace("colour"),
            _ => {}
        }
        Ok(())
    }
}

/// The number of items.
#[derive(TfSchema)]
#[tf(kind = data_source)]
pub(crate) struct Stock {
    #[tf(optional)]
    color: Attr<String>,
    #[tf(computed)]
    pub(crate) count: Attr<i64>,
}

impl DataSource for Stock {
    const NAME: &'static str = "stock";
    type Client = Shop;

    async fn read(mut config: Self, context: &mut Context<Shop>) -> Result<Self, Diagnostics> {
        let shop = context.client();
        let items = shop.items.lock().unwrap();
        let found = items.values().filter(|item| item.color == config.color);
        config.count.set(i64::try_from(found.count())?);
        if shop.has("unknown data") {
            config.count.set_unknown();
        }
        Ok(config)
    }
}

/// A key for one run.
#[derive(TfSchema)]
#[tf(kind = ephemeral)]
pub(crate) struct Key {
    #[tf(optional)]
    door: Attr<String>,
    #[tf(computed, sensitive)]
    pub(crate) key: Attr<String>,
}

impl EphemeralResource for Key {
    const NAME: &'static str = "key";
    type Client = Shop;

    async fn open(
        mut config: Self,
        context: &mut Context<Shop>,
    ) -> Result<Opened<Self>, Diagnostics> {
        config.key.set("k-1");
        if context.client().has("ephemeral changed") {
            config.door.set("another");
        }
        context.set_private("lease", "lease-1")?;
        Ok(Opened::from(config).renew_at(std::time::UNIX_EPOCH))
    }

    async fn renew(
        context: &mut Context<Shop>,
    ) -> Result<Option<std::time::SystemTime>, Diagnostics> {
        context.set_private("lease", "lease-2")?;
        Ok(None)
    }

    async fn close(context: &mut Context<Shop>) -> Result<(), Diagnostics> {
        let lease: Option<String> = context.private("lease")?;
        match lease.as_deref() {
            // The lease from `open` under Terraform, and the lease from `renew` under OpenTofu.
            Some("lease-1" | "lease-2") => Ok(()),
            _ => Err(Error::msg("there is no such lease").into()),
        }
    }
}

/// The price of some items.
#[derive(TfFunction)]
#[tf(returns = i64)]
pub(crate) struct Price {
    count: i64,
    each: i64,
}

impl Function for Price {
    const NAME: &'static str = "price";

    async fn run(self) -> Result<i64, Diagnostics> {
        let fault = || Error::msg("at least one item is required").at(tfvalue::Path::from("count"));
        let count = (self.count > 0).then_some(self.count);
        Ok(count.ok_or_else(fault)? * self.each)
    }
}

pub(crate) fn provider() -> Provider<Shop> {
    Provider::new::<Config>("shop")
        .resource::<Item>()
        .data_source::<Stock>()
        .ephemeral_resource::<Key>()
        .function::<Price>()
}
