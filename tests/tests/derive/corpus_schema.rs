//! Schemas of real providers, read and written in every form.

use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::time::Instant;

use flate2::read::GzDecoder;
use prost::Message as _;
use tfvalue::schema::{ProviderSchema, ProviderSchemas, json};
use tfvalue::tfplugin5::get_provider_schema::Response;
use tfvalue::{tfplugin5, tfplugin6};
use tfvalue_tests::corpus;
use tfvalue_tests::peak::measure;

fn read(path: &Path) -> Vec<u8> {
    let bytes = fs::read(path).unwrap();
    if path.extension().is_none_or(|extension| extension != "gz") {
        return bytes;
    }
    let mut unpacked = Vec::new();
    GzDecoder::new(&bytes[..])
        .read_to_end(&mut unpacked)
        .unwrap();
    unpacked
}

/// Returns all documents in the corpus with their names.
fn documents() -> Vec<(String, Vec<u8>)> {
    let Some(folder) = corpus::folder("schema") else {
        return Vec::new();
    };
    let files = fs::read_dir(folder).unwrap();
    let paths = files.map(|file| file.unwrap().path());
    let named = paths.map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), path));
    let documents = named.filter(|(name, _)| name.contains(".json"));
    documents.map(|(name, path)| (name, read(&path))).collect()
}

#[test]
fn writes_the_same_json() {
    for (name, text) in documents() {
        let start = Instant::now();
        let (schemas, peak) = measure(|| json::from_slice::<ProviderSchemas>(&text).unwrap());
        let reading = start.elapsed();
        let start = Instant::now();
        let written = json::to_vec(&schemas).unwrap();
        let writing = start.elapsed();
        println!(
            "{name}: {} bytes read in {reading:?} with {peak} bytes of memory, written in {writing:?}",
            text.len()
        );
        let same = |json: &[u8]| serde_json::from_slice::<serde_json::Value>(json).unwrap();
        assert!(
            same(&written) == same(&text),
            "{name} is written differently"
        );
        assert_eq!(
            json::from_slice::<ProviderSchemas>(&written).unwrap(),
            schemas
        );
        // A small multiple of the size of the text, because names and types are small allocations.
        assert!(peak < 8 * text.len() + 65_536, "{name}: {peak} bytes");
    }
}

#[test]
fn accepts_all_schemas() {
    for (name, text) in documents() {
        let schemas: ProviderSchemas = json::from_slice(&text).unwrap();
        if let Err(error) = schemas.validate() {
            let faults: Vec<_> = error.faults().map(ToString::to_string).collect();
            panic!("{name}: {faults:#?}");
        }
    }
}

#[test]
fn protobuf_and_json_have_the_same_schemas() {
    let Some(folder) = corpus::folder("schema") else {
        return;
    };
    let bytes = read(&folder.join("aws-5.100.0.get_schema_response.pb.gz"));
    let message = Response::decode(&bytes[..]).unwrap();
    let start = Instant::now();
    let announced = ProviderSchema::try_from(&message).unwrap();
    println!("converted in {:?}", start.elapsed());

    let printed = read(&folder.join("aws-5.100.0.json.gz"));
    let printed: ProviderSchemas = json::from_slice(&printed).unwrap();
    let printed = printed.provider_schemas.into_values().next().unwrap();
    // The JSON does not contain all parts of the schemas.
    let mut shown = announced.clone();
    shown.provider_meta = None;
    for function in shown.functions.values_mut() {
        function.description_kind = Default::default();
        for parameter in &mut function.parameters {
            parameter.description_kind = Default::default();
            parameter.allow_unknown_values = false;
        }
    }
    for (name, schema) in &printed.resource_schemas {
        assert!(shown.resource_schemas[name] == *schema, "{name} differs");
    }
    assert!(shown == printed, "a schema other than a resource's differs");

    let written = Response::try_from(&announced).unwrap();
    let written = Response {
        diagnostics: message.diagnostics.clone(),
        server_capabilities: message.server_capabilities,
        ..written
    };
    let written = Response::decode(&written.encode_to_vec()[..]).unwrap();
    for (name, schema) in &message.resource_schemas {
        assert_eq!(written.resource_schemas[name], *schema, "{name}");
    }
    assert!(
        written == message,
        "a schema other than a resource's differs"
    );

    // The same schemas in protocol 6.
    let newer = tfplugin6::get_provider_schema::Response::from(&announced);
    let newer = newer.encode_to_vec();
    let newer = tfplugin6::get_provider_schema::Response::decode(&newer[..]).unwrap();
    assert!(ProviderSchema::try_from(&newer).unwrap() == announced);
}

#[test]
fn protocol_5_rejects_nested_attributes() {
    let cloudflare = documents()
        .into_iter()
        .find(|(name, _)| name.starts_with("cloudflare"));
    let Some((_, text)) = cloudflare else { return };
    let schemas: ProviderSchemas = json::from_slice(&text).unwrap();
    let provider = schemas.provider_schemas.values().next().unwrap();
    let (mut told, mut refused) = (0, 0);
    for (name, schema) in &provider.resource_schemas {
        match tfplugin5::Schema::try_from(schema) {
            Ok(message) => {
                let lowered = tfvalue::schema::Schema::try_from(&message).unwrap();
                let ty = lowered.implied_type().without_optional();
                assert_eq!(ty, schema.implied_type(), "{name}");
                told += 1;
            }
            Err(error) => {
                assert!(!error.path().is_root(), "{name}: {error}");
                refused += 1;
            }
        }
        let message = tfplugin6::Schema::from(schema);
        // The bytes written without prost are the same.
        let block = message.decode_block().unwrap();
        assert!(Some(block.encode_to_vec()) == message.block, "{name}");
        assert!(
            tfvalue::schema::Schema::try_from(&message).unwrap() == *schema,
            "{name}"
        );
    }
    println!("{told} schemas have a form in protocol 5, {refused} do not");
    assert!(told > 0 && refused > 0);
}
