//! Values that Terraform and the AWS provider exchanged, read into generated structs and written again.
//! The ten resource types are the largest in the captures.
//!
//! The module [`generated`] is the output of `tfvalue schema generate --structs aws-5.100.0.json --resource …` for
//! these types. To regenerate the module, run this test with `GENERATE=1`, which requires the corpus.

use std::collections::BTreeMap;
use std::fs::{self, File};

use flate2::read::GzDecoder;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tfvalue::schema::{ProviderSchema, ProviderSchemas};
use tfvalue::{TfSchema, Type, json, msgpack, schema};
use tfvalue_cli::schema::generate::{self, Selection};
use tfvalue_tests::announced::announced;
use tfvalue_tests::models::aws::generated::{
    self, AwsAutoscalingGroup, AwsAutoscalingPolicy, AwsDbInstance, AwsEc2Fleet, AwsInstance,
    AwsLaunchTemplate, AwsRdsCluster, AwsS3Bucket, AwsSpotFleetRequest, AwsSpotInstanceRequest,
};
use tfvalue_tests::{corpus, hex};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/models/aws/generated.rs");

const RESOURCES: [&str; 10] = [
    "aws_autoscaling_group",
    "aws_autoscaling_policy",
    "aws_db_instance",
    "aws_ec2_fleet",
    "aws_instance",
    "aws_launch_template",
    "aws_rds_cluster",
    "aws_s3_bucket",
    "aws_spot_fleet_request",
    "aws_spot_instance_request",
];

/// A captured `DynamicValue`.
#[derive(serde::Deserialize)]
struct Sent {
    id: String,
    schema: String,
    msgpack: String,
}

/// A captured stored state, and the provider's upgraded state.
#[derive(serde::Deserialize)]
struct Stored {
    id: String,
    schema: String,
    json: String,
    upgraded_state: String,
}

fn lines<T: DeserializeOwned>(text: &str) -> impl Iterator<Item = T> {
    text.lines()
        .map(|line| serde_json::from_str(line).expect("the lines of the capture are valid"))
}

/// Checks a struct against all captured values and stored states of a resource.
#[track_caller]
fn assert_reads_all<T>(resource: &str, values: usize, states: usize)
where
    T: TfSchema + Serialize + DeserializeOwned,
{
    let schema = format!("resource/{resource}");
    let types = include_str!("../../../data/captures/aws/types.json");
    let types: BTreeMap<String, Type> = serde_json::from_str(types).unwrap();
    assert_eq!(T::schema().implied_type(), types[&schema]);

    let sent = include_str!("../../../data/captures/aws/dynamic_values.jsonl");
    let sent = lines::<Sent>(sent).filter(|one| one.schema == schema);
    let known = sent.map(|one| round_trip::<T>(&one.id, &hex::decode(&one.msgpack)));
    let known: Vec<_> = known.collect();
    assert_eq!(known.len(), values);
    assert!(known.into_iter().any(|is_known| is_known));

    let stored = include_str!("../../../data/captures/aws/raw_states.jsonl");
    let stored = lines::<Stored>(stored).filter(|one| one.schema == schema);
    assert_eq!(stored.map(|one| upgrade::<T>(&one)).count(), states);
}

/// Reads a value, and checks that writing it produces the same bytes. Returns `true` if the value is not null.
fn round_trip<T: Serialize + DeserializeOwned>(id: &str, bytes: &[u8]) -> bool {
    let value: Option<T> =
        msgpack::from_slice(bytes).unwrap_or_else(|error| panic!("{id}: {error}"));
    assert!(
        msgpack::to_vec(&value).unwrap() == bytes,
        "{id} is written differently"
    );
    value.is_some()
}

/// Reads a stored state, and checks that it is written as the provider's upgraded state, both directly and after a
/// round trip through JSON.
fn upgrade<T: Serialize + DeserializeOwned>(stored: &Stored) {
    let id = &stored.id;
    let read =
        |text: &str| -> T { json::from_str(text).unwrap_or_else(|error| panic!("{id}: {error}")) };
    let upgraded = hex::decode(&stored.upgraded_state);
    let state = read(&stored.json);
    assert!(
        msgpack::to_vec(&state).unwrap() == upgraded,
        "{id} is upgraded differently"
    );
    let again = read(&json::to_string(&state).unwrap());
    assert!(
        msgpack::to_vec(&again).unwrap() == upgraded,
        "{id} is written as JSON differently"
    );
    assert!(round_trip::<T>(id, &upgraded));
}

macro_rules! resources {
    ($($name:ident: $ty:ident, $values:literal, $states:literal;)*) => {$(
        #[test]
        fn $name() {
            assert_reads_all::<$ty>(stringify!($name), $values, $states);
        }
    )*};
}

resources! {
    aws_autoscaling_group: AwsAutoscalingGroup, 8, 1;
    aws_autoscaling_policy: AwsAutoscalingPolicy, 13, 2;
    aws_db_instance: AwsDbInstance, 8, 1;
    aws_ec2_fleet: AwsEc2Fleet, 7, 1;
    aws_instance: AwsInstance, 23, 3;
    aws_launch_template: AwsLaunchTemplate, 7, 1;
    aws_rds_cluster: AwsRdsCluster, 7, 1;
    aws_s3_bucket: AwsS3Bucket, 12, 2;
    aws_spot_fleet_request: AwsSpotFleetRequest, 7, 1;
    aws_spot_instance_request: AwsSpotInstanceRequest, 8, 1;
}

/// Reads the schemas of the ten resources from the corpus.
fn provider() -> Option<(String, ProviderSchema)> {
    let file = corpus::folder("schema")?.join("aws-5.100.0.json.gz");
    let schemas = GzDecoder::new(File::open(file).unwrap());
    let schemas: ProviderSchemas = schema::json::from_reader(schemas).unwrap();
    let selection = Selection {
        resources: RESOURCES.map(str::to_owned).to_vec(),
        ..Selection::default()
    };
    Some(generate::select(schemas, &selection).unwrap())
}

#[test]
fn models_are_up_to_date() {
    let Some((name, provider)) = provider() else {
        return;
    };
    assert_eq!(announced(generated::schemas()), announced(provider.clone()));
    let written = generate::models(&name, &provider, &[]).unwrap();
    if std::env::var_os("GENERATE").is_some() {
        fs::write(FILE, written).unwrap();
    } else {
        assert!(
            written == fs::read_to_string(FILE).unwrap(),
            "{FILE} is out of date: run this test with GENERATE=1"
        );
    }
}

/// No other resource type in the captures has more members.
#[test]
fn resources_are_the_largest() {
    let types = include_str!("../../../data/captures/aws/types.json");
    let types: BTreeMap<String, Type> = serde_json::from_str(types).unwrap();
    let resources = types.iter().filter_map(|(schema, ty)| {
        let name = schema.strip_prefix("resource/")?;
        Some((members(ty), name))
    });
    let mut resources: Vec<_> = resources.collect();
    resources.sort_unstable();
    let largest = resources.iter().rev().map(|(_, name)| *name).take(10);
    let mut largest: Vec<_> = largest.collect();
    largest.sort_unstable();
    assert_eq!(largest, RESOURCES);
}

/// Counts the members of a type at all levels.
fn members(ty: &Type) -> usize {
    match ty {
        Type::List(element) | Type::Set(element) | Type::Map(element) => members(element),
        Type::Object(object) => {
            let within = object.iter().map(|member| members(&member.ty));
            object.len() + within.sum::<usize>()
        }
        _ => 0,
    }
}
