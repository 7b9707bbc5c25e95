//! One struct as a resource, a data source and an ephemeral resource; resources that exist only in the state; and a
//! provider that tries to defer changes.

use tfvalue::provider::{
    Context, DataSource, DeferReason, EphemeralResource, Opened, Provider, ProviderConfig, Resource,
};
use tfvalue::{Attr, Diagnostics, TfSchema};

use crate::harness::{Bench, Protocol};

#[derive(TfSchema)]
#[tf(kind = provider)]
struct Config {
    #[tf(optional)]
    region: Attr<String>,
}

impl ProviderConfig for Config {
    type Client = String;

    async fn configure(self, context: &mut Context<()>) -> Result<String, Diagnostics> {
        if self.region.is_unknown() && context.defer(DeferReason::ProviderConfigUnknown) {
            return Err(Diagnostics::new());
        }
        let region = self.region.value().cloned();
        Ok(region.unwrap_or_else(|| "nowhere".to_owned()))
    }
}

#[derive(TfSchema)]
#[tf(kind(resource, data_source, ephemeral), version = 1)]
struct Echo {
    #[tf(required, replace)]
    text: Attr<String>,
    #[tf(default = 2)]
    times: Attr<u8>,
    #[tf(computed)]
    echo: Attr<String>,
}

impl Echo {
    fn complete(&mut self) {
        let times = self.times.copied().unwrap_or_default();
        let text = self.text.as_deref().unwrap_or_default();
        self.echo.set(text.repeat(times.into()));
    }
}

impl Resource for Echo {
    const NAME: &'static str = "echo";
    type Client = String;
    tfvalue::state_only!(Self::complete);
}

impl DataSource for Echo {
    const NAME: &'static str = "echo";
    type Client = String;

    async fn read(mut config: Self, _: &mut Context<String>) -> Result<Self, Diagnostics> {
        config.complete();
        Ok(config)
    }
}

impl EphemeralResource for Echo {
    const NAME: &'static str = "echo";
    type Client = String;

    async fn open(mut config: Self, _: &mut Context<String>) -> Result<Opened<Self>, Diagnostics> {
        config.complete();
        Ok(config.into())
    }
}

fn bench(protocol: Protocol) -> Option<Bench> {
    let provider = Provider::new::<Config>("inventory")
        .resource::<Echo>()
        .data_source::<Echo>()
        .ephemeral_resource::<Echo>();
    let bench = Bench::serving(protocol, provider)?;
    bench.is_since((1, 11)).then_some(bench)
}

#[test]
fn one_struct_serves_three_kinds_of_blocks() {
    for protocol in [Protocol::V5, Protocol::V6] {
        let Some(bench) = bench(protocol) else { return };
        let body = |times: u8| {
            format!(
                r#"
resource "inventory_echo" "a" {{
  text  = "a"
  times = {times}
}}
data "inventory_echo" "a" {{
  text = "b"
}}
ephemeral "inventory_echo" "a" {{
  text = data.inventory_echo.a.echo
}}
output "all" {{
  value = [inventory_echo.a.echo, data.inventory_echo.a.echo]
}}
"#
            )
        };
        bench.configure_with("", &body(1));
        bench.plan();
        bench.apply();
        let output = bench.run(&["output", "-json", "all"]).exits(0).stdout;
        assert_eq!(output.trim(), r#"["a","bb"]"#);
        bench.plan().assert_empty();
        bench.configure_with("", &body(3));
        assert_eq!(bench.plan().actions("inventory_echo.a"), "update");
        bench.apply();
        bench.plan().assert_empty();
        bench.run(&["destroy", "-auto-approve"]).exits(0);
    }
}

/// Terraform permits deferral only with an experimental option, and OpenTofu never permits it. Without permission,
/// nothing is deferred.
#[test]
fn a_provider_defers_only_with_permission() {
    let Some(bench) = bench(Protocol::V6) else {
        return;
    };
    let body = r#"
resource "terraform_data" "region" {
  input = "eu"
}
resource "inventory_echo" "a" {
  text = "a"
}
"#;
    bench.configure_with("region = terraform_data.region.output", body);
    assert_eq!(bench.plan().actions("inventory_echo.a"), "create");
    bench.apply();
    bench.plan().assert_empty();
}
