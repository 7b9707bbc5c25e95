//! Blocks that the provider sets if the configuration contains no blocks.

use prost::Message;
use tfvalue::provider::{ClientCapabilities, Context, Provider, Resource};
use tfvalue::schema::{Attribute, Block, NestedBlock, Nesting, Schema};
use tfvalue::{Attr, Diagnostics, Path, TfSchema, Type, Unknown, tfplugin5, tfplugin6};
use tfvalue_testing::{Harness, Lint};
use tfvalue_tests::no_config::NoConfig;

use crate::{method, ready};

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Machine {
    #[tf(required)]
    name: Attr<String>,
    #[tf(block(computed))]
    disk: Unknown<Vec<Disk>>,
    #[tf(block(computed))]
    boot: Attr<Disk>,
}

#[derive(TfSchema)]
struct Disk {
    #[tf(optional, computed)]
    size: Attr<u32>,
}

impl Resource for Machine {
    const NAME: &'static str = "machine";
    type Client = ();

    async fn create(mut plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        plan.complete();
        Ok(plan)
    }

    async fn read(state: Self, _: &mut Context<()>) -> Result<Option<Self>, Diagnostics> {
        Ok(Some(state))
    }

    async fn update(_: Self, mut plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        plan.complete();
        Ok(plan)
    }

    async fn delete(_: Self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

impl Machine {
    /// Sets the values that the service decides.
    fn complete(&mut self) {
        let disk = || Disk { size: 10.into() };
        if self.disk.is_unknown() {
            self.disk = vec![disk(), disk()].into();
        }
        if self.boot.is_unknown() {
            self.boot = disk().into();
        }
        let boot = self.boot.value_mut().into_iter();
        for disk in self.disk.known_mut().into_iter().flatten().chain(boot) {
            if disk.size.is_unknown() {
                disk.size.set(20_u32);
            }
        }
    }
}

fn provider() -> Provider<()> {
    Provider::new::<NoConfig>("x").resource::<Machine>()
}

#[test]
fn the_provider_sets_blocks_that_are_not_configured() {
    // A machine exists only in the state.
    let harness = Harness::new(provider()).allow(Lint::NotDeleted, Path::root());
    harness.configure("{}").succeeds();
    let mut machine = harness.resource("x_machine");
    let created = machine.apply(r#"{"name": "a"}"#).created();
    let planned: Machine = created.plan();
    assert!(planned.disk.is_unknown() && planned.boot.is_unknown());
    let state: Machine = created.state();
    assert_eq!(state.disk.known().unwrap().len(), 2);
    machine.apply(r#"{"name": "b"}"#).updated();
    let configured = r#"{"name": "b", "disk": [{"size": 5}, {}, {}], "boot": {}}"#;
    let state: Machine = machine.apply(configured).updated().state();
    let sizes: Vec<_> = state
        .disk
        .known()
        .unwrap()
        .iter()
        .map(|one| &one.size)
        .collect();
    assert_eq!(sizes[0], &5);
    assert_eq!(sizes.len(), 3);
    machine.destroy().destroyed();
}

#[test]
fn older_clients_must_configure_them() {
    let harness = Harness::new(provider()).client_capabilities(ClientCapabilities::default());
    harness.configure("{}").succeeds();
    let mut machine = harness.resource("x_machine");
    let outcome = machine.apply(r#"{"name": "a"}"#);
    let texts: Vec<_> = outcome.diagnostics.iter().map(|one| &one.summary).collect();
    assert_eq!(texts, ["Computed Blocks Not Allowed"; 2]);
    let configured = r#"{"name": "a", "disk": [{}], "boot": {"size": 1}}"#;
    machine.apply(configured).created();
}

#[test]
fn protocol_5_leaves_the_resource_out() {
    let announced = ready(provider().respond(method(5, "GetSchema"), b"")).unwrap();
    let announced = tfplugin5::get_provider_schema::Response::decode(announced).unwrap();
    assert!(announced.resource_schemas.is_empty());
    let detail = &announced.diagnostics[0].detail;
    assert!(
        detail.ends_with("boot: protocol 5 has no computed blocks"),
        "{detail}"
    );
}

fn schema(block: Block, nesting: Nesting, min_items: u64) -> Schema {
    let disk = NestedBlock::new("disk", nesting, block.computed()).min_items(min_items);
    Schema::new(Block::new().block_types([disk]))
}

#[test]
fn messages_and_json_keep_the_flag() {
    let size = || Attribute::new("size", Type::Number).computed();
    let schema = schema(Block::new().attributes([size()]), Nesting::List, 0);
    let message = tfplugin6::Schema::from(&schema);
    assert!(
        message.decode_block().unwrap().block_types[0]
            .block
            .as_ref()
            .unwrap()
            .computed
    );
    assert_eq!(Schema::try_from(&message).unwrap(), schema);
    assert!(tfplugin5::Schema::try_from(&schema).is_err());
    let json = tfvalue::schema::json::to_vec(&schema).unwrap();
    assert_eq!(
        tfvalue::schema::json::from_slice::<Schema>(&json).unwrap(),
        schema
    );
}

#[test]
fn schemas_are_validated() {
    let size = || Attribute::new("size", Type::Number);
    let faults = |schema: Schema| schema.validate().unwrap_err().to_string();
    let all = "everything in a computed block must be computed";
    let optional = Block::new().attributes([size().optional()]);
    assert_eq!(
        faults(schema(optional, Nesting::List, 0)),
        format!("disk.size: {all}")
    );
    let part = NestedBlock::new("part", Nesting::Set, Block::new());
    let inner = Block::new().block_types([part]);
    assert_eq!(
        faults(schema(inner, Nesting::Map, 0)),
        format!("disk.part: {all}")
    );
    let computed = || Block::new().attributes([size().computed()]);
    assert_eq!(
        faults(schema(computed(), Nesting::Set, 1)),
        "disk: min_items and computed exclude each other"
    );
    assert_eq!(
        faults(schema(computed(), Nesting::Group, 0)),
        "disk: a group of attributes cannot be computed"
    );
    assert!(schema(computed(), Nesting::Map, 0).validate().is_ok());
}
