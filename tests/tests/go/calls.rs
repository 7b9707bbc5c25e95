//! The client calls a provider written in Go.

use std::process::Command;
use std::time::Duration;

use tfvalue::rules::{self, PlanRequest, PlanResponse, Rule};
use tfvalue::schema::Block;
use tfvalue::tfplugin6::{
    DynamicValue, RawState, apply_resource_change, call_function, configure_provider, get_metadata,
    import_resource_state, open_ephemeral_resource, plan_resource_change, read_data_source,
    read_resource, stop_provider, upgrade_resource_state, validate_provider_config,
    validate_resource_config,
};
use tfvalue::{Attr, TfSchema, Type, Value};
use tfvalue_client::{Client, ClientErrorKind};

use super::{Test, start};

pub(crate) const TRIALS: &[Test] = &[
    ("every_call", every_call),
    ("a_panic_is_explained", a_panic_is_explained),
    ("output_does_not_block", output_does_not_block),
    ("it_ends_with_its_client", it_ends_with_its_client),
];

/// The resource type, as its author might describe it in Rust.
#[derive(TfSchema)]
#[tf(kind = resource)]
struct Note {
    #[tf(required)]
    name: Attr<String>,
    #[tf(optional, computed)]
    text: Attr<String>,
    #[tf(computed)]
    length: Attr<i64>,
}

fn configure(client: &Client) {
    let prefix = Value::object([("prefix", "p")]).unwrap();
    let ty = prefix.ty();
    let config = Some(DynamicValue::encode_value(&prefix, &ty).unwrap());
    let request = validate_provider_config::Request {
        config: config.clone(),
    };
    let response = client.validate_provider_config(&request).wait().unwrap();
    assert_eq!(response.diagnostics, []);
    let request = configure_provider::Request {
        terraform_version: "1.14.0".to_owned(),
        config,
        ..Default::default()
    };
    let response = client.configure_provider(&request).wait().unwrap();
    assert_eq!(response.diagnostics, []);
}

/// Returns the configuration of an empty block.
fn empty(block: &Block) -> DynamicValue {
    DynamicValue::encode_value(&block.empty(), &block.implied_type()).unwrap()
}

fn config(name: &str, text: &str) -> Note {
    Note {
        name: name.into(),
        text: text.into(),
        length: Attr::null(),
    }
}

/// Plans and applies a new note. The values match the values in the struct.
fn create(
    client: &Client,
    block: &Block,
    note: &Note,
) -> Result<(DynamicValue, apply_resource_change::Response), tfvalue_client::ClientError> {
    let ty = block.implied_type();
    let config = DynamicValue::encode(note).unwrap();
    let value = config.decode_value(&ty).unwrap();
    let prior = Value::null(ty.clone());
    let change = PlanRequest {
        config: &value,
        prior: &prior,
    };
    let proposed = rules::proposed_new_state(block, change).unwrap();
    let request = plan_resource_change::Request {
        type_name: "go_note".to_owned(),
        prior_state: Some(DynamicValue::null()),
        proposed_new_state: Some(DynamicValue::encode_value(&proposed, &ty).unwrap()),
        config: Some(config.clone()),
        ..Default::default()
    };
    let plan = client.plan_resource_change(&request).wait()?;
    assert_eq!(plan.diagnostics, []);
    let planned_state = plan.planned_state.unwrap();
    let planned = planned_state.decode_value(&ty).unwrap();
    let faults = rules::check_plan(block, change, PlanResponse::new(&planned));
    assert!(faults.is_empty(), "{faults:?}");
    let request = apply_resource_change::Request {
        type_name: "go_note".to_owned(),
        prior_state: Some(DynamicValue::null()),
        planned_state: Some(planned_state.clone()),
        config: Some(config),
        planned_private: plan.planned_private,
        ..Default::default()
    };
    let response = client.apply_resource_change(&request).wait()?;
    Ok((planned_state, response))
}

fn every_call() {
    for version in [5, 6] {
        let client = start(version, &[]);
        assert_eq!(client.protocol(), version);
        let announced = client.schema().wait().unwrap();
        let schema = announced.schema;
        assert!(schema.validate().is_ok());
        let names = get_metadata::Request::default();
        let names = client.get_metadata(&names).wait().unwrap();
        assert_eq!(names.actions[0].type_name, "go_ring");
        assert_eq!(names.actions.len(), 1);
        assert!(schema.action_schemas.contains_key("go_ring"));
        let block = &schema.resource_schemas["go_note"].block;
        assert_eq!(block.implied_type(), Note::schema().block.implied_type());
        configure(&client);

        let note = config("first", "text");
        let request = validate_resource_config::Request {
            type_name: "go_note".to_owned(),
            config: Some(DynamicValue::encode(&note).unwrap()),
            ..Default::default()
        };
        let response = client.validate_resource_config(&request).wait().unwrap();
        assert_eq!(response.diagnostics, []);

        // Typed.
        let (planned, created) = create(&client, block, &note).unwrap();
        let planned: Note = planned.decode().unwrap();
        assert!(planned.length.is_unknown());
        assert_eq!(created.diagnostics, []);
        let state = created.new_state.unwrap();
        let new: Note = state.decode().unwrap();
        assert_eq!(new.length, 4);

        let request = read_resource::Request {
            type_name: "go_note".to_owned(),
            current_state: Some(state.clone()),
            private: created.private,
            ..Default::default()
        };
        let read = client.read_resource(&request).wait().unwrap();
        assert_eq!(read.new_state, Some(state.clone()));

        // Dynamic.
        let request = read_data_source::Request {
            type_name: "go_count".to_owned(),
            config: Some(empty(&schema.data_source_schemas["go_count"].block)),
            ..Default::default()
        };
        let response = client.read_data_source(&request).wait().unwrap();
        let ty = schema.data_source_schemas["go_count"].block.implied_type();
        let value = response.state.unwrap().decode_value(&ty).unwrap();
        assert_eq!(value.get("number"), Some(&Value::from(1)));
        assert_eq!(value.get("prefix"), Some(&Value::from("p")));

        let request = import_resource_state::Request {
            type_name: "go_note".to_owned(),
            id: "first".to_owned(),
            ..Default::default()
        };
        let imported = client.import_resource_state(&request).wait().unwrap();
        assert_eq!(imported.imported_resources.len(), 1);

        let json = br#"{"name": "first", "text": "text", "length": 4}"#.to_vec();
        let request = upgrade_resource_state::Request {
            type_name: "go_note".to_owned(),
            version: 0,
            raw_state: Some(RawState {
                json,
                ..Default::default()
            }),
        };
        let upgraded = client.upgrade_resource_state(&request).wait().unwrap();
        let upgraded: Note = upgraded.upgraded_state.unwrap().decode().unwrap();
        assert_eq!(upgraded.name, "first");

        let mut request = call_function::Request {
            name: "shout".to_owned(),
            arguments: vec![DynamicValue::encode("hey").unwrap()],
        };
        let response = client.call_function(&request).wait().unwrap();
        let result = response.result.unwrap().decode_value(&Type::String);
        assert_eq!(result.unwrap().as_str(), Some("HEY"));
        request.arguments = vec![DynamicValue::encode("").unwrap()];
        let response = client.call_function(&request).wait().unwrap();
        assert_eq!(response.error.unwrap().text, "a text is required");

        let request = open_ephemeral_resource::Request {
            type_name: "go_token".to_owned(),
            config: Some(empty(&schema.ephemeral_resource_schemas["go_token"].block)),
            ..Default::default()
        };
        let response = client.open_ephemeral_resource(&request).wait().unwrap();
        assert_eq!(response.diagnostics, []);
        assert!(!response.result.unwrap().is_null());

        let request = stop_provider::Request::default();
        assert_eq!(client.stop_provider(&request).wait().unwrap().error, "");
    }
}

/// The provider breaks a rule only if the text requests it; the rules report which rule was broken.
pub(crate) fn shouts(client: &Client) -> Vec<rules::Fault> {
    let schema = client.schema().wait().unwrap().schema;
    let block = &schema.resource_schemas["go_note"].block;
    let ty = block.implied_type();
    let (planned, response) = create(client, block, &config("loud", "shout")).unwrap();
    let planned = planned.decode_value(&ty).unwrap();
    let new = response.new_state.unwrap().decode_value(&ty).unwrap();
    let is_legacy = response.legacy_type_system;
    let response = rules::ApplyResponse::new(&new).legacy_type_system(is_legacy);
    let faults = rules::check_apply(block, &planned, response);
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert_eq!(faults[0].rule, Rule::ValueChanged);
    faults
}

fn a_panic_is_explained() {
    let client = start(6, &[]);
    configure(&client);
    assert!(shouts(&client)[0].is_fatal());
    let schema = client.schema().wait().unwrap().schema;
    let block = &schema.resource_schemas["go_note"].block;
    let error = create(&client, block, &config("first", "panic")).unwrap_err();
    assert_eq!(error.kind(), ClientErrorKind::Ended);
    let message = "ApplyResourceChange: the provider has ended: exit status: 2";
    assert_eq!(error.message(), message);
    let panic = error.panic().unwrap();
    assert!(panic.starts_with("panic: the text is panic"), "{panic}");
    assert!(panic.contains("main.(*note).write"), "{panic}");
    assert!(error.to_string().contains("the text is panic"));
}

/// go-plugin sends the output of the provider to the client, and waits until the client has received it.
fn output_does_not_block() {
    let client = start(6, &[]);
    configure(&client);
    let schema = client.schema().wait().unwrap().schema;
    let block = &schema.resource_schemas["go_note"].block;
    create(&client, block, &config("first", "print")).unwrap();
}

/// A Go provider does not exit when its connection ends, so the client must stop the provider.
fn it_ends_with_its_client() {
    let folder = tempfile::tempdir().unwrap();
    let number = folder.path().join("number");
    let program = tfvalue_tests::go_program::build("go_provider").unwrap();
    let mut command = Command::new("sh");
    let script = "echo $$ >\"$1\"; exec \"$0\"";
    command.args(["-c", script]).arg(program).arg(&number);
    let client = Client::start(&command).wait().unwrap();
    let running = || {
        let number = std::fs::read_to_string(&number).unwrap();
        let status = Command::new("kill").args(["-0", number.trim()]).output();
        status.unwrap().status.success()
    };
    assert!(running());
    drop(client);
    let mut waits = 0;
    while running() {
        waits += 1;
        assert!(waits < 1000, "the process is left over");
        std::thread::sleep(Duration::from_millis(20));
    }
}
