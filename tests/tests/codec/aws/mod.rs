//! Values that Terraform and the AWS provider exchanged, read into derived structs and written again.

mod generated;
mod hostile;

use std::collections::BTreeMap;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tfvalue::{Set, TfSchema, Type, Unknown};
use tfvalue_tests::hex;
use tfvalue_tests::models::aws::instance::Instance;
use tfvalue_tests::models::aws::security_group::SecurityGroup;
use tfvalue_tests::models::aws::ssm_parameter::{Kind, SsmParameter};

/// A line of the capture.
#[derive(serde::Deserialize)]
struct Captured {
    id: String,
    schema: String,
    msgpack: String,
}

fn captured(schema: &str) -> Vec<(String, Vec<u8>)> {
    let lines = include_str!("../../../data/captures/aws/typed_values.jsonl").lines();
    let values = lines.map(|line| serde_json::from_str::<Captured>(line).unwrap());
    let values = values.filter(|value| value.schema == schema);
    values
        .map(|value| (value.id, hex::decode(&value.msgpack)))
        .collect()
}

/// Reads and writes all values of a resource, and returns the values that are not null.
fn round_trip<T>(schema: &str, count: usize) -> Vec<T>
where
    T: TfSchema + Serialize + DeserializeOwned,
{
    let types = include_str!("../../../data/captures/aws/typed_types.json");
    let types: BTreeMap<String, serde_json::Value> = serde_json::from_str(types).unwrap();
    let ty = Type::from_json(types[schema].to_string().as_bytes()).unwrap();
    assert_eq!(T::schema().implied_type(), ty);

    let captured = captured(schema);
    assert_eq!(captured.len(), count);
    let read = captured.iter().map(|(id, bytes)| {
        let value: Option<T> =
            tfvalue::msgpack::from_slice(bytes).unwrap_or_else(|error| panic!("{id}: {error}"));
        assert_eq!(tfvalue::msgpack::to_vec(&value).unwrap(), *bytes, "{id}");
        value
    });
    read.flatten().collect()
}

#[test]
fn instance() {
    let instances = round_trip::<Instance>("resource/aws_instance", 23);
    assert!(instances.iter().any(|instance| instance.arn.is_unknown()));
    let devices = instances
        .iter()
        .filter_map(|instance| instance.ebs_block_device.known());
    assert!(
        devices
            .flat_map(Set::iter)
            .any(|device| device.volume_size.value().is_some())
    );
    assert!(
        instances
            .iter()
            .any(|instance| instance.root_block_device.is_unknown())
    );
}

#[test]
fn security_group() {
    let groups = round_trip::<SecurityGroup>("resource/aws_security_group", 26);
    let rules = groups
        .iter()
        .filter_map(|group| group.ingress.value())
        .flat_map(Set::iter);
    assert!(rules.filter_map(Unknown::known).count() > 0);
}

#[test]
fn ssm_parameter() {
    let parameters = round_trip::<SsmParameter>("resource/aws_ssm_parameter", 37);
    let kinds = parameters
        .iter()
        .filter_map(|parameter| parameter.r#type.value());
    assert!(kinds.into_iter().any(|kind| *kind == Kind::SecureString));
    for parameter in &parameters {
        let shown = format!("{parameter:?}");
        assert!(
            shown.contains(" value: (sensitive value), value_wo: (sensitive value)"),
            "{shown}"
        );
    }
}
