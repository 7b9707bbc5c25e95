//! Configurations that are generated from states.

use tfvalue::provider::{Context, Provider, Resource};
use tfvalue::tfplugin6::{DynamicValue, generate_resource_config, get_provider_schema};
use tfvalue::{Attr, Diagnostics, TfSchema, Unknown, json};
use tfvalue_tests::no_config::NoConfig;

use crate::call_version;
use crate::calls::texts;

#[derive(TfSchema, Default)]
#[tf(kind = resource)]
struct Server {
    #[tf(optional, computed)]
    id: Attr<String>,
    #[tf(required, deprecated = "There is nothing else.")]
    name: Attr<String>,
    #[tf(optional)]
    note: Attr<String>,
    #[tf(default = 1)]
    size: Attr<i64>,
    #[tf(computed)]
    address: Attr<String>,
    #[tf(optional, deprecated = "Use `note`.")]
    comment: Attr<String>,
    #[tf(optional, computed, deprecated = "Use `size`.")]
    cores: Attr<i64>,
    #[tf(optional, write_only, sensitive)]
    password: Attr<String>,
    #[tf(optional, sensitive)]
    key: Attr<String>,
    #[tf(optional)]
    ports: Attr<Vec<Attr<Port>>>,
    #[tf(block)]
    disk: Unknown<Vec<Disk>>,
    #[tf(block)]
    boot: Option<Disk>,
    #[tf(block)]
    old: Unknown<Vec<Old>>,
}

#[derive(TfSchema)]
struct Port {
    #[tf(required)]
    number: Attr<i64>,
    #[tf(computed)]
    url: Attr<String>,
}

#[derive(TfSchema)]
struct Disk {
    #[tf(optional)]
    size: Attr<i64>,
    #[tf(computed)]
    id: Attr<String>,
    #[tf(block)]
    label: Unknown<Vec<Label>>,
}

#[derive(TfSchema)]
struct Label {
    #[tf(required)]
    text: Attr<String>,
    #[tf(computed)]
    at: Attr<String>,
}

#[derive(TfSchema)]
#[tf(deprecated = "Use `disk`.")]
struct Old {
    #[tf(optional)]
    size: Attr<i64>,
}

impl Resource for Server {
    const NAME: &'static str = "server";
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

const STATE: &str = r#"{
  "id": "17",
  "name": "a",
  "note": "",
  "size": 1,
  "address": "10.0.0.1",
  "comment": "c",
  "cores": 2,
  "password": null,
  "key": "k",
  "ports": [{ "number": 22, "url": "ssh://a" }, null],
  "disk": [
    { "size": 10, "id": "d-1", "label": [{ "text": "x", "at": "now" }] },
    { "size": null, "id": "d-2", "label": [] }
  ],
  "boot": { "size": 1, "id": "d-3", "label": [] },
  "old": [{ "size": 1 }]
}"#;

const GENERATED: &str = r#"{
  "id": "17",
  "name": "a",
  "note": "",
  "size": null,
  "address": null,
  "comment": null,
  "cores": null,
  "password": null,
  "key": "k",
  "ports": [{ "number": 22, "url": null }, null],
  "disk": [
    { "size": 10, "id": null, "label": [{ "text": "x", "at": null }] },
    { "size": null, "id": null, "label": [] }
  ],
  "boot": { "size": 1, "id": null, "label": [] },
  "old": []
}"#;

fn generate(version: u32, type_name: &str, state: &str) -> generate_resource_config::Response {
    let provider = Provider::new::<NoConfig>("cloud").resource::<Server>();
    let state = DynamicValue {
        json: state.into(),
        ..Default::default()
    };
    let request = generate_resource_config::Request {
        type_name: type_name.into(),
        state: Some(state),
    };
    call_version(&provider, version, "GenerateResourceConfig", &request)
}

#[test]
fn only_what_a_configuration_sets_is_left() {
    let schema = Server::schema();
    let ty = schema.implied_type();
    let expected = json::value_from_slice(GENERATED.as_bytes(), &ty).unwrap();
    for version in [5, 6] {
        let generated = generate(version, "cloud_server", STATE);
        assert_eq!(texts(&generated.diagnostics), [""; 0]);
        let config = generated.config.unwrap();
        assert_eq!(config.decode_value(&ty).unwrap(), expected);
        assert!(config.validate_config::<Server>().is_empty());
    }
}

#[test]
fn an_object_without_a_state_has_no_configuration() {
    let generated = generate(6, "cloud_server", "null");
    assert_eq!(generated.config, Some(DynamicValue::null()));
    let generated = generate(6, "cloud_x", STATE);
    assert_eq!(generated.config, None);
    let text =
        " | Unknown resource type | This version of the provider has no resource type \"cloud_x\".";
    assert_eq!(texts(&generated.diagnostics), [text]);
}

#[test]
fn the_capability_is_announced() {
    let provider = Provider::new::<NoConfig>("cloud").resource::<Server>();
    let request = get_provider_schema::Request::default();
    for (version, method) in [(5, "GetSchema"), (6, "GetProviderSchema")] {
        let announced: get_provider_schema::Response =
            call_version(&provider, version, method, &request);
        let capabilities = announced.server_capabilities.unwrap();
        assert!(capabilities.generate_resource_config);
    }
}
