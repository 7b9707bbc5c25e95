//! Terraform accepts schemas that are read from JSON Schemas.

use bytes::Bytes;
use serde_json::Value as Json;
use tfvalue::prost::Message as _;
use tfvalue::provider::{CallError, Method};
use tfvalue::schema::{ProviderSchema, Schema, json};
use tfvalue::serve::Service;
use tfvalue::tfplugin6;
use tfvalue_json_schema::JsonSchema;
use tfvalue_tests::json_schemas;

use crate::harness::{Bench, Protocol};

/// A provider that announces resources and accepts every configuration.
struct Announcing(ProviderSchema);

impl Service for Announcing {
    fn name(&self) -> &str {
        "inventory"
    }

    async fn respond(&self, method: &'static Method, _: &[u8]) -> Result<Bytes, CallError> {
        match method.name {
            "GetProviderSchema" => {
                let response = tfplugin6::get_provider_schema::Response::from(&self.0);
                Ok(response.encode_to_vec().into())
            }
            "ValidateProviderConfig" | "ValidateResourceConfig" => Ok(Bytes::new()),
            name => Err(CallError::unimplemented(name)),
        }
    }

    fn stop(&self) {}
}

const CONFIGURATION: &str = r#"
resource "inventory_deployment" "web" {
  metadata = { name = "web" }
  spec = {
    replicas = 2
    strategy = { rolling_update = { max_surge = 1, max_unavailable = "25%" } }
    selector = { match_labels = { app = "web" } }
    template = {
      spec = {
        finalizers = ["a"]
        containers = [{
          name  = "web"
          image = "nginx"
          ports = [{ container_port = 80 }]
          env   = [{ name = "A", value = "b" }]
        }]
      }
    }
  }
}
resource "inventory_enclosure" "cats" {
  name     = "cats"
  resident = { kind = "bigCat", big_cat = { fur_color = "red" } }
  climate  = { preset = "desert" }
  tags     = ["b", "a"]
}
resource "inventory_note" "n" {
  title      = "a"
  access_key = "k"
}
"#;

#[test]
fn terraform_accepts_all_schemas() {
    let mut announced = ProviderSchema::new().provider(Schema::default());
    let generated = (0..200).map(json_schemas::generated);
    let all = json_schemas::definitions().into_iter();
    for document in all.chain(json_schemas::open_api()).chain(generated) {
        let reading = JsonSchema::new(&document.json).at(&document.pointer);
        if let Ok(mapping) = reading.map_to_dynamic().read() {
            let name = format!("inventory_{}", document.name);
            announced = announced.resource_schemas([(name, mapping.schema)]);
        }
    }
    let count = announced.resource_schemas.len();
    assert!(count > 100, "{count}");

    let Some(bench) = Bench::serving(Protocol::V6, Announcing(announced.clone())) else {
        return;
    };
    bench.configure_with("", "");
    let printed = bench.run(&["providers", "schema", "-json"]).exits(0).json();
    let printed = &printed["provider_schemas"][bench.source()]["resource_schemas"];
    for (name, schema) in &announced.resource_schemas {
        let written = json::to_vec(schema).unwrap();
        let expected: Json = serde_json::from_slice(&written).unwrap();
        assert!(
            printed[name] == expected,
            "{name}: {:#}\n{expected:#}",
            printed[name]
        );
    }
    if bench.is_since((1, 11)) {
        bench.configure_with("", CONFIGURATION);
        bench.run(&["validate"]).exits(0);
    }
}
