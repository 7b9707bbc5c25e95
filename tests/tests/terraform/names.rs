//! Names of nested blocks that hide parts of the Terraform language.

use std::sync::Arc;

use tfvalue::provider::{Context, DataSource, Provider};
use tfvalue::schema::Schema;
use tfvalue::{Attr, Diagnostics, TfSchema};
use tfvalue_tests::no_config::NoConfig;

use crate::harness::{Bench, Protocol};

/// A data source that contains blocks which the derive macro rejects.
#[derive(TfSchema)]
#[tf(kind = data_source)]
struct Found {
    #[tf(block)]
    other: Option<Part>,
    #[tf(block)]
    set: Option<Outer>,
}

#[derive(TfSchema)]
struct Outer {
    #[tf(block)]
    other: Option<Part>,
}

#[derive(TfSchema)]
struct Part {
    #[tf(optional)]
    name: Attr<String>,
}

impl DataSource for Found {
    const NAME: &'static str = "found";
    type Client = ();

    fn described() -> Schema {
        let mut schema = Self::schema();
        let root = &mut schema.block.block_types;
        root[0].type_name = "dynamic".into();
        let outer = Arc::make_mut(&mut root[1].block);
        outer.block_types[0].type_name = "dynamic".into();
        schema
    }

    async fn read(config: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        Ok(config)
    }
}

/// No configuration can contain a block named `dynamic`, at any depth: Terraform expands it. (A `dynamic` block that
/// generates `dynamic` blocks crashes Terraform 1.11.)
#[test]
fn a_block_named_dynamic_cannot_be_configured() {
    let provider = Provider::new::<NoConfig>("inventory").data_source::<Found>();
    let Some(bench) = Bench::serving(Protocol::V6, provider) else {
        return;
    };
    for blocks in [
        "dynamic {\n name = \"a\"\n}",
        "set {\n dynamic {\n name = \"a\"\n}\n}",
        "_ {\n dynamic {\n name = \"a\"\n}\n}",
    ] {
        bench.configure_with(
            "",
            &format!("data \"inventory_found\" \"a\" {{\n{blocks}\n}}"),
        );
        let error = bench.run(&["validate", "-json"]).exits(1).error();
        assert_eq!(error.summary, "Missing type for dynamic", "{blocks}");
    }
}
