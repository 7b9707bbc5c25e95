//! A resource that is described at run time: defaults, replacement, computed values, secrets, nested attributes and
//! blocks, import and drift.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use serde_json::json;
use tfvalue::provider::{Context, Description, DynamicResource, Provider, Rules};
use tfvalue::schema::{Attribute, Block, NestedBlock, NestedType, Nesting, Schema};
use tfvalue::{Diagnostics, Error, Type, Value};
use tfvalue_tests::no_config::NoConfig;

use crate::harness::{Bench, Protocol};

const ADDRESS: &str = "inventory_thing.a";

type Store = Arc<Mutex<BTreeMap<String, Value>>>;

struct Things(Store);

impl Things {
    fn put(&self, state: &Value) -> Result<(), Error> {
        let id = state.get("id").and_then(Value::as_str);
        let id = id.ok_or_else(|| Error::msg("no ID").at("id"))?;
        self.0.lock().unwrap().insert(id.to_owned(), state.clone());
        Ok(())
    }
}

impl DynamicResource for Things {
    type Client = ();

    fn describe(&self) -> Description {
        let network = NestedType::new(
            Nesting::Single,
            [
                Attribute::new("zone", Type::String).optional().computed(),
                Attribute::new("ports", Type::list(Type::Number)).optional(),
            ],
        );
        let disk = Block::new().attributes([Attribute::new("size", Type::Number).required()]);
        let block = Block::new()
            .attributes([
                Attribute::new("id", Type::String).computed(),
                Attribute::new("name", Type::String).required(),
                Attribute::new("size", Type::Number).optional().computed(),
                Attribute::new("password", Type::String)
                    .optional()
                    .sensitive(),
                Attribute::new("network", network).optional(),
                Attribute::new("revision", Type::Number).computed(),
            ])
            .block_types([NestedBlock::new("disk", Nesting::List, disk)]);
        Description::new(Schema::new(block))
            .rules("id", Rules::new().keep())
            .rules("name", Rules::new().replace())
            .rules("size", Rules::new().default(1).range(1..=8))
            .rules("network.zone", Rules::new().default("eu"))
            .import_id("id")
    }

    async fn create(&self, plan: Value, _: &mut Context<()>) -> Result<Value, Diagnostics> {
        let name = plan.get("name").and_then(Value::as_str).unwrap_or_default();
        let state = plan.with("id", format!("t-{name}"))?.with("revision", 1)?;
        self.put(&state)?;
        Ok(state)
    }

    async fn read(&self, state: Value, _: &mut Context<()>) -> Result<Option<Value>, Diagnostics> {
        let id = state.get("id").and_then(Value::as_str).unwrap_or_default();
        Ok(self.0.lock().unwrap().get(id).cloned())
    }

    async fn update(
        &self,
        _: Value,
        plan: Value,
        _: &mut Context<()>,
    ) -> Result<Value, Diagnostics> {
        let state = plan.with("revision", 2)?;
        self.put(&state)?;
        Ok(state)
    }

    async fn delete(&self, state: Value, _: &mut Context<()>) -> Result<(), Diagnostics> {
        let id = state.get("id").and_then(Value::as_str).unwrap_or_default();
        self.0.lock().unwrap().remove(id);
        Ok(())
    }
}

fn thing(members: &str) -> String {
    format!(
        "resource \"inventory_thing\" \"a\" {{\n  password = \"hush-hush\"\n  network = {{ ports = [80] }}\n  disk {{ size = 1 }}\n  \
         disk {{ size = 2 }}\n{members}\n}}\n"
    )
}

#[test]
fn lives_under_terraform() {
    let store = Store::default();
    let things = Things(Arc::clone(&store));
    let provider = Provider::new::<NoConfig>("inventory").dynamic_resource("thing", things);
    let Some(bench) = Bench::serving(Protocol::V6, provider) else {
        return;
    };
    let configure = |members: &str| bench.configure_with("", &thing(members));

    configure("name = \"a\"");
    let change = bench.plan();
    let change = change.change(ADDRESS);
    assert_eq!(change["after"]["size"], 1);
    assert_eq!(
        change["after"]["network"],
        json!({ "zone": "eu", "ports": [80] })
    );
    assert_eq!(change["after_unknown"]["id"], true);
    assert_eq!(change["after_sensitive"]["password"], true);
    let state = bench.apply();
    assert_eq!(state.values(ADDRESS)["id"], "t-a");
    assert_eq!(
        state.values(ADDRESS)["disk"],
        json!([{ "size": 1 }, { "size": 2 }])
    );
    bench.plan().assert_empty();

    // An update in place: the ID stays the same, but the revision changes.
    configure("name = \"a\"\nsize = 4");
    let plan = bench.plan();
    assert_eq!(plan.actions(ADDRESS), "update");
    assert_eq!(plan.change(ADDRESS)["after"]["id"], "t-a");
    assert_eq!(plan.change(ADDRESS)["after_unknown"]["revision"], true);
    assert_eq!(bench.apply().values(ADDRESS)["revision"], 2);
    bench.plan().assert_empty();

    // Drift: the size was changed outside Terraform.
    let drifted = store.lock().unwrap()["t-a"].with("size", 5).unwrap();
    store.lock().unwrap().insert("t-a".to_owned(), drifted);
    let plan = bench.plan();
    assert_eq!(plan.actions(ADDRESS), "update");
    assert_eq!(plan.change(ADDRESS)["before"]["size"], 5);
    bench.apply();

    // A different name requires replacement.
    configure("name = \"b\"\nsize = 4");
    let plan = bench.plan();
    assert_eq!(plan.change(ADDRESS)["replace_paths"], json!([["name"]]));
    assert_eq!(bench.apply().values(ADDRESS)["id"], "t-b");
    assert_eq!(store.lock().unwrap().len(), 1);

    // The object is forgotten and imported again.
    bench.run(&["state", "rm", ADDRESS]).exits(0);
    let import = format!("import {{\n  to = {ADDRESS}\n  id = \"t-b\"\n}}\n");
    bench.configure_with("", &(import + &thing("name = \"b\"\nsize = 4")));
    let plan = bench.plan();
    assert_eq!(plan.actions(ADDRESS), "no-op");
    bench.apply();
    bench.plan().assert_empty();
    bench.run(&["destroy", "-auto-approve"]).exits(0);
    assert!(store.lock().unwrap().is_empty());
}
