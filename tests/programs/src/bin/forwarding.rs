//! Measures the cost of calling a provider through a Rust provider that forwards everything (`serve_both`): the same
//! calls are made to the two providers in turn.
//!
//! Arguments: the program of a provider, the provider's configuration as JSON, a resource type, and the configuration
//! of a resource as JSON. Linux only: processor time and memory are read from `/proc`, for each provider and its child
//! processes.
//!
//! ```console
//! $ cargo build --release -p tfvalue-tests --bin serve_both
//! $ cargo run --release -p tfvalue-programs --bin forwarding -- PROVIDER '{}' notes_note '{"title": "a"}'
//! ```

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use prost::Message as _;
use prost::bytes::Bytes;
use tfvalue::Value;
use tfvalue::rules::{PlanRequest, proposed_new_state};
use tfvalue::schema::ProviderSchema;
use tfvalue::tfplugin6::{
    DynamicValue, configure_provider, plan_resource_change, validate_resource_config,
};
use tfvalue_client::{Client, Method};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The number of calls to one provider before the other provider is called.
const ROUND: usize = 50;
const ROUNDS: usize = 40;

/// A running provider with the IDs of its processes.
struct Side {
    client: Client,
    schema: ProviderSchema,
    start: Duration,
    processes: Vec<u32>,
}

impl Side {
    fn start(command: &Command) -> Result<Self> {
        let before = descendants();
        let start = Instant::now();
        let client = Client::start(command).wait()?;
        let schema = client.schema().wait()?.schema;
        let start = start.elapsed();
        let mut processes = descendants();
        processes.retain(|one| !before.contains(one));
        Ok(Side {
            client,
            schema,
            start,
            processes,
        })
    }

    /// Returns the processor time in milliseconds.
    fn processor(&self) -> f64 {
        // A tick is 10 ms.
        let ticks = self.processes.iter().filter_map(|process| {
            let fields = stat(*process)?;
            Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
        });
        ticks.sum::<u64>() as f64 * 10.0
    }

    /// Returns the name and the peak memory in MB of each process.
    fn memory(&self) -> String {
        let of = |process: &u32| {
            let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
            let field = |name| status.lines().find_map(|line| line.strip_prefix(name));
            let peak: f64 = field("VmHWM:")?.split_whitespace().next()?.parse().ok()?;
            Some(format!("{} {:.1}", field("Name:")?.trim(), peak / 1000.0))
        };
        let all: Vec<_> = self.processes.iter().filter_map(of).collect();
        all.join(", ")
    }
}

/// Returns the fields of a process after its name; the first field is the state.
fn stat(process: u32) -> Option<Vec<String>> {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let (_, fields) = text.rsplit_once(')')?;
    Some(fields.split_whitespace().map(str::to_owned).collect())
}

/// Returns the child processes of this process, and their child processes. The client's watcher processes are not
/// included, because their parents have ended.
fn descendants() -> Vec<u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let parents: BTreeMap<u32, u32> = numbers
        .filter_map(|number| Some((number, stat(number)?.get(1)?.parse().ok()?)))
        .collect();
    let mut found = vec![std::process::id()];
    let mut at = 0;
    while let Some(&parent) = found.get(at) {
        let children = parents.iter().filter(|(_, of)| **of == parent);
        found.extend(children.map(|(number, _)| *number));
        at += 1;
    }
    found.split_off(1)
}

/// The calls that are measured.
fn calls(side: &Side, name: &str, config: &str) -> Result<[(&'static str, Vec<u8>); 2]> {
    let schema = side.schema.resource_schemas.get(name);
    let block = &schema.ok_or("no such resource type")?.block;
    let ty = block.implied_type();
    let (prior, config) = (Value::null(ty.clone()), block.config_from_json(config)?);
    let request = PlanRequest {
        config: &config,
        prior: &prior,
    };
    let proposed = proposed_new_state(block, request)?;
    let encode = |value: &Value| DynamicValue::encode_value(value, &ty).map(Some);
    let validate = validate_resource_config::Request {
        type_name: name.to_owned(),
        config: encode(&config)?,
        ..Default::default()
    };
    let plan = plan_resource_change::Request {
        type_name: name.to_owned(),
        prior_state: encode(&prior)?,
        proposed_new_state: encode(&proposed)?,
        config: encode(&config)?,
        ..Default::default()
    };
    Ok([
        ("ValidateResourceConfig", validate.encode_to_vec()),
        ("PlanResourceChange", plan.encode_to_vec()),
    ])
}

fn configure(side: &Side, config: &str) -> Result<()> {
    let block = side.schema.provider.as_ref().map(|schema| &schema.block);
    let block = block.cloned().unwrap_or_default();
    let config = block.config_from_json(config)?;
    let request = configure_provider::Request {
        config: Some(DynamicValue::encode_value(&config, &block.implied_type())?),
        ..Default::default()
    };
    let response = side.client.configure_provider(&request).wait()?;
    match response.diagnostics.first() {
        Some(problem) => Err(format!("{}: {}", problem.summary, problem.detail).into()),
        None => Ok(()),
    }
}

fn main() -> Result<()> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [program, provider, name, config] = &arguments[..] else {
        return Err("usage: forwarding PROVIDER PROVIDER_CONFIG TYPE CONFIG".into());
    };
    let both = std::env::current_exe()?.with_file_name("serve_both");
    let sides = [
        Side::start(&Command::new(program))?,
        Side::start(Command::new(both).env("OLD_PROVIDER", program))?,
    ];
    for (what, side) in ["direct", "forwarded"].iter().zip(&sides) {
        let (start, memory) = (side.start.as_millis(), side.memory());
        println!("{what}: {start} ms until the schemas are read; peak memory in MB: {memory}");
        configure(side, provider)?;
    }
    println!("| call | | latency, median | processor time |\n|---|---|---:|---:|");
    for (method, request) in calls(&sides[0], name, config)? {
        let found = Method::find(6, method).ok_or("no such method")?;
        let request = Bytes::from(request);
        let (mut times, mut processor) = ([Vec::new(), Vec::new()], [0.0; 2]);
        for _ in 0..ROUNDS {
            for (at, side) in sides.iter().enumerate() {
                let before = side.processor();
                for _ in 0..ROUND {
                    let start = Instant::now();
                    side.client.respond(found, request.clone()).wait()?;
                    times[at].push(start.elapsed());
                }
                processor[at] += side.processor() - before;
            }
        }
        let median = times.map(|mut times| {
            times.sort();
            times[times.len() / 2].as_secs_f64() * 1e6
        });
        let processor = processor.map(|time| time * 1e3 / (ROUND * ROUNDS) as f64);
        for (what, at) in [("direct", 0), ("forwarded", 1)] {
            println!(
                "| {method} | {what} | {:.0} µs | {:.0} µs |",
                median[at], processor[at]
            );
        }
        println!(
            "| | ratio | {:.2} | {:.2} |",
            median[1] / median[0],
            processor[1] / processor[0]
        );
    }
    Ok(())
}
