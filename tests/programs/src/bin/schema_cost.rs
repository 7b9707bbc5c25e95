//! Measures how much a provider's schemas cost a tool, regardless of the provider's language: decoding the response to
//! `GetProviderSchema`, converting it, and computing the implied types of all schemas.
//!
//! The time is the best of five measurements. Memory is the amount that is allocated at the same time, excluding the
//! bytes of the response.
//!
//! ```console
//! $ cargo run --release -p tfvalue-programs --bin schema_cost -- PROVIDER
//! ```

use std::process::Command;
use std::time::Instant;

use prost::Message as _;
use tfvalue::Type;
use tfvalue::prost::bytes::Bytes;
use tfvalue::schema::{Identity, ProviderSchema, Schema};
use tfvalue::{tfplugin5, tfplugin6};
use tfvalue_client::{Client, Method};
use tfvalue_tests::peak::{self, Counting};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Decodes a response and converts its schemas.
fn converted(version: u32, response: Bytes) -> Result<ProviderSchema, String> {
    let malformed = |error: prost::DecodeError| error.to_string();
    match version {
        5 => {
            let response = tfplugin5::get_provider_schema::Response::decode(response);
            ProviderSchema::try_from(&response.map_err(malformed)?)
        }
        _ => {
            let response = tfplugin6::get_provider_schema::Response::decode(response);
            ProviderSchema::try_from(&response.map_err(malformed)?)
        }
    }
    .map_err(|error| error.to_string())
}

fn implied_types(schemas: &ProviderSchema) -> Vec<Type> {
    let own = schemas.provider.iter().chain(&schemas.provider_meta);
    let kinds = [
        &schemas.resource_schemas,
        &schemas.data_source_schemas,
        &schemas.ephemeral_resource_schemas,
        &schemas.list_resource_schemas,
        &schemas.state_store_schemas,
    ];
    let named = kinds.into_iter().flat_map(|kind| kind.values());
    let types = own.chain(named).map(Schema::implied_type);
    let actions = schemas.action_schemas.values();
    let identities = schemas.resource_identity_schemas.values();
    types
        .chain(actions.map(|action| action.block.implied_type()))
        .chain(identities.map(Identity::implied_type))
        .collect()
}

fn main() -> Result<(), String> {
    let mut arguments = std::env::args_os().skip(1);
    let (Some(program), None) = (arguments.next(), arguments.next()) else {
        return Err("usage: schema_cost PROVIDER".to_owned());
    };
    let client = Client::start(&Command::new(program)).wait();
    let client = client.map_err(|error| error.to_string())?;
    let method = Method::find(6, "GetProviderSchema").ok_or("no such method")?;
    let response = client.respond(method, Bytes::new()).wait();
    let response = response.map_err(|error| error.to_string())?;
    let version = client.protocol();
    drop(client);

    let work = || {
        let start = Instant::now();
        let schemas = converted(version, response.clone())?;
        let until_types = start.elapsed();
        let types = implied_types(&schemas);
        Ok::<_, String>((schemas, types, until_types, start.elapsed()))
    };
    let (mut decoding, mut all) = (f64::MAX, f64::MAX);
    for _ in 0..5 {
        let (.., until_types, total) = work()?;
        decoding = decoding.min(until_types.as_secs_f64() * 1000.0);
        all = all.min(total.as_secs_f64() * 1000.0);
    }
    let (result, peak) = peak::measure(work);
    let (schemas, types, ..) = result?;
    let (_, held) = peak::measure(|| schemas.clone());
    let megabytes = |bytes: usize| bytes as f64 / 1e6;
    println!("response            {:>8.1} MB", megabytes(response.len()));
    println!("resource types      {:>8}", schemas.resource_schemas.len());
    println!("implied types       {:>8}", types.len());
    println!("decode and convert  {decoding:>8.1} ms");
    println!("with implied types  {all:>8.1} ms");
    println!("peak                {:>8.1} MB", megabytes(peak));
    println!("a copy of schemas   {:>8.1} MB", megabytes(held));
    Ok(())
}
