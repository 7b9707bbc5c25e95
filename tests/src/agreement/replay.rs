//! Replays recorded responses to the Terraform program.
//!
//! Each row is a resource with its own type, so that the type in a request identifies the row. Terraform handles all
//! rows in a single run.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use prost::Message;
use prost::bytes::Bytes;
use serde_json::{Map, Value as Json, json};
use tfvalue::Result;
use tfvalue::provider::{CallError, Method};
use tfvalue::schema::{Block, ProviderSchema, Schema};
use tfvalue::serve::{InProcess, Service};
use tfvalue::tfplugin6::{
    DynamicValue, apply_resource_change, get_provider_schema, plan_resource_change,
};
use tfvalue_testing::acceptance::Program;

use super::config::{self, Sources};
use super::diagnostics;
pub use super::diagnostics::Printed;
use super::provider::{call, read};

/// One resource, and the responses of its provider.
#[derive(Clone, Debug)]
pub struct Row {
    /// The schema.
    pub block: Arc<Block>,
    /// The configuration, as Terraform sends it.
    pub config: DynamicValue,
    /// Expressions for attributes in the configuration, in Terraform's syntax. All other attributes are written as
    /// constants.
    pub expressions: Vec<(&'static str, &'static str)>,
    /// The planned state.
    pub planned: DynamicValue,
    /// The new state. If there is no new state, the row is only planned.
    pub new: Option<DynamicValue>,
    /// Whether the provider has the legacy type system.
    pub legacy: bool,
}

/// The result of a row in Terraform.
#[derive(Default)]
pub struct Replayed {
    /// The address of the resource.
    pub address: String,
    /// The configuration that Terraform sent.
    pub config: Option<DynamicValue>,
    /// The errors that refer to the resource.
    pub printed: Vec<Printed>,
    /// `true` if Terraform has accepted all responses.
    pub is_accepted: bool,
}

/// The results of some rows in Terraform.
#[derive(Default)]
pub struct Outcome {
    /// The rows, in the same order.
    pub rows: Vec<Replayed>,
    /// The errors that do not refer to a resource. Terraform prints such errors for responses that it cannot decode.
    pub unplaced: Vec<Printed>,
    /// The output of Terraform on stderr, which is empty unless Terraform crashes.
    pub stderr: String,
}

struct Shared {
    source: String,
    rows: Vec<Row>,
    /// The configurations, by row.
    configs: Mutex<BTreeMap<usize, DynamicValue>>,
}

/// A provider that returns the responses in the rows.
struct Provider(Arc<Shared>);

/// Returns the address of the provider.
#[must_use]
pub fn source(binary: &Program) -> String {
    format!("{}/example/agree", binary.host())
}

/// Returns the type of the resource in a row.
fn type_name(index: usize) -> String {
    format!("agree_t{index}")
}

impl Service for Provider {
    fn name(&self) -> &str {
        &self.0.source
    }

    async fn respond(&self, method: &'static Method, request: &[u8]) -> Result<Bytes, CallError> {
        let shared = &*self.0;
        let response = match method.name {
            "GetProviderSchema" => shared.schema().encode_to_vec(),
            // Without diagnostics, these responses are empty.
            "ConfigureProvider" | "ValidateProviderConfig" | "ValidateResourceConfig" => Vec::new(),
            "PlanResourceChange" => call(request, |request| shared.plan(request))?,
            "ApplyResourceChange" => call(request, |request| shared.apply(request))?,
            _ => return Err(CallError::unimplemented(method.name)),
        };
        Ok(response.into())
    }

    fn stop(&self) {}
}

impl Shared {
    fn schema(&self) -> get_provider_schema::Response {
        let mut all = ProviderSchema::default();
        all.provider = Some(Schema::new(Block::new()));
        for (index, row) in self.rows.iter().enumerate() {
            let schema = Schema::new(Block::clone(&row.block));
            all.resource_schemas.insert(type_name(index), schema);
        }
        (&all).into()
    }

    fn row(&self, ty: &str) -> Result<(usize, &Row)> {
        let index = ty.strip_prefix("agree_t").and_then(|it| it.parse().ok());
        let row = index.and_then(|index| Some((index, self.rows.get(index)?)));
        row.ok_or_else(|| serde::ser::Error::custom(format!("there is no row for {ty}")))
    }

    fn plan(
        &self,
        request: &plan_resource_change::Request,
    ) -> Result<plan_resource_change::Response> {
        let (index, row) = self.row(&request.type_name)?;
        let config = request.config.clone().unwrap_or_default();
        let mut configs = self.configs.lock().unwrap_or_else(PoisonError::into_inner);
        configs.insert(index, config);
        Ok(plan_resource_change::Response {
            planned_state: Some(row.planned.clone()),
            legacy_type_system: row.legacy,
            ..Default::default()
        })
    }

    fn apply(
        &self,
        request: &apply_resource_change::Request,
    ) -> Result<apply_resource_change::Response> {
        let (_, row) = self.row(&request.type_name)?;
        Ok(apply_resource_change::Response {
            new_state: row.new.clone(),
            legacy_type_system: row.legacy,
            ..Default::default()
        })
    }
}

/// Replays rows. If all rows have a new state, they are also applied, provided that Terraform accepts all plans.
///
/// # Errors
///
/// Fails if Terraform cannot be run, or if the configuration of a row cannot be written.
pub fn replay(binary: &Program, rows: Vec<Row>) -> io::Result<Outcome> {
    let folder = tempfile::tempdir()?;
    let source = source(binary);
    let resources = resources(&rows).map_err(io::Error::other)?;
    let main = json!({
        "terraform": { "required_providers": { "agree": { "source": source } } },
        "resource": resources,
    });
    fs::write(folder.path().join("main.tf.json"), main.to_string())?;
    fs::write(folder.path().join("cli.tfrc"), "")?;
    let is_applied = rows.iter().all(|row| row.new.is_some());
    let shared = Arc::new(Shared {
        source,
        rows,
        configs: Mutex::default(),
    });
    let served = InProcess::start(Provider(shared.clone()))?;
    let reattach = served.reattach(&shared.source, 6);
    let mut outcome = Outcome::default();
    let mut printed = BTreeMap::new();
    let mut accepted = BTreeSet::new();
    let mut run = |arguments: &[&str], event: &str| -> io::Result<()> {
        let mut command = binary.command(folder.path());
        command.env("TF_REATTACH_PROVIDERS", &reattach);
        let output = command.args(arguments).output()?;
        let text = String::from_utf8_lossy(&output.stdout);
        diagnostics::read(&text, &mut printed);
        accepted = events(&text, event);
        outcome.stderr += &String::from_utf8_lossy(&output.stderr);
        Ok(())
    };
    run(&["plan", "-json", "-out=plan.bin"], "planned_change")?;
    if is_applied && folder.path().join("plan.bin").exists() {
        run(&["apply", "-json", "plan.bin"], "apply_complete")?;
    }
    drop(served);
    let mut configs = shared
        .configs
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    outcome.unplaced = printed.remove(&None).unwrap_or_default();
    outcome.rows = (0..shared.rows.len())
        .map(|index| Replayed {
            address: format!("{}.c{index}", type_name(index)),
            config: configs.remove(&index),
            printed: printed.remove(&Some(index as u64)).unwrap_or_default(),
            is_accepted: accepted.contains(&index),
        })
        .collect();
    outcome.unplaced.extend(printed.into_values().flatten());
    Ok(outcome)
}

/// Returns the resources of a configuration in the JSON syntax.
fn resources(rows: &[Row]) -> Result<Map<String, Json>> {
    let mut resources = Map::new();
    for (index, row) in rows.iter().enumerate() {
        let config = read(Some(&row.config), &row.block.implied_type())?;
        let mut body = config::body(&row.block, &config, &mut Sources::default());
        for (name, expression) in &row.expressions {
            body[name] = format!("${{{expression}}}").into();
        }
        resources.insert(type_name(index), json!({ format!("c{index}"): body }));
    }
    Ok(resources)
}

/// Returns the rows for the events of a type in the output of a command with `-json`.
fn events(output: &str, name: &str) -> BTreeSet<usize> {
    let lines = output.lines();
    let messages = lines.filter_map(|line| serde_json::from_str::<Json>(line).ok());
    let events = messages.filter(|message| message["type"] == name);
    let address = |event: &Json| {
        let parts = [&event["change"], &event["hook"]];
        let mut types = parts
            .iter()
            .filter_map(|part| part["resource"]["resource_type"].as_str());
        types.next()?.strip_prefix("agree_t")?.parse().ok()
    };
    events.filter_map(|event| address(&event)).collect()
}
