//! Prints schemas.

use std::collections::BTreeMap;

use clap::Args;
use tfvalue::schema::{
    Attribute, AttributeType, Block, Function, Identity, ProviderSchema, ProviderSchemas, json,
};

use crate::provider::{Announced, Source};
use crate::terminal::{Failure, Status, Streams};

/// Prints the schemas of a provider
///
/// Without names, lists all types and functions of the provider.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    source: Source,
    /// The schemas to print: aws_instance, data.aws_ami, ephemeral.NAME, list.NAME, action.NAME, state_store.NAME,
    /// identity.NAME, function.NAME, provider
    names: Vec<String>,
    /// Print all schemas as `terraform providers schema -json` does
    #[arg(long, conflicts_with = "names")]
    json: bool,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let announced = arguments.source.schemas()?;
    if arguments.json {
        let Announced { name, schema, .. } = announced;
        let all = ProviderSchemas::new().provider_schemas([(name, schema)]);
        let text = json::to_string(&all).map_err(|error| Failure::unusable(error.to_string()))?;
        streams.write_json(&format!("{text}\n"));
        return Ok(Status::Fine);
    }
    if arguments.names.is_empty() {
        streams.print(overview(&announced.schema));
        return Ok(Status::Fine);
    }
    let mut text = String::new();
    for name in &arguments.names {
        let shown = one(&announced.schema, name);
        let shown = shown.ok_or_else(|| {
            Failure::unusable(format!("{}: no schema for {name}", arguments.source.source))
        })?;
        text += &format!("{name}:\n{shown}");
    }
    streams.print(text);
    Ok(Status::Fine)
}

/// Lists the names of all parts.
fn overview(schema: &ProviderSchema) -> String {
    fn names<T>(all: &BTreeMap<String, T>) -> Vec<&str> {
        all.keys().map(String::as_str).collect()
    }
    let parts = [
        ("resources", names(&schema.resource_schemas)),
        ("data sources", names(&schema.data_source_schemas)),
        (
            "ephemeral resources",
            names(&schema.ephemeral_resource_schemas),
        ),
        ("list resources", names(&schema.list_resource_schemas)),
        ("actions", names(&schema.action_schemas)),
        ("state stores", names(&schema.state_store_schemas)),
        ("functions", names(&schema.functions)),
    ];
    let mut text = String::new();
    for (title, names) in parts {
        if !names.is_empty() {
            text += &format!("{title} ({}):\n  {}\n", names.len(), names.join("\n  "));
        }
    }
    text
}

/// Prints one schema. Returns `None` if nothing is found.
fn one(schema: &ProviderSchema, name: &str) -> Option<String> {
    let (kind, rest) = name.split_once('.').unwrap_or(("", name));
    let versioned = |schema: &tfvalue::schema::Schema| {
        format!(
            "  schema version {}\n{}",
            schema.version,
            describe(&schema.block, "  ")
        )
    };
    match kind {
        "" if rest == "provider" => schema.provider.as_ref().map(versioned),
        "" => schema.resource_schemas.get(rest).map(versioned),
        "data" => schema.data_source_schemas.get(rest).map(versioned),
        "ephemeral" => schema.ephemeral_resource_schemas.get(rest).map(versioned),
        "list" => schema.list_resource_schemas.get(rest).map(versioned),
        "state_store" => schema.state_store_schemas.get(rest).map(versioned),
        "action" => {
            let action = schema.action_schemas.get(rest)?;
            Some(describe(&action.block, "  "))
        }
        "identity" => schema.resource_identity_schemas.get(rest).map(identity),
        "function" => schema.functions.get(rest).map(function),
        _ => None,
    }
}

/// Lists attributes and nested blocks with their types, flags and descriptions.
fn describe(block: &Block, indent: &str) -> String {
    let mut text: String = block
        .attributes
        .iter()
        .map(|one| attribute(one, indent))
        .collect();
    for nested in &block.block_types {
        let nesting = format!("{:?}", nested.nesting).to_lowercase();
        let least = match nested.min_items {
            0 => String::new(),
            count => format!(", at least {count}"),
        };
        let most = match nested.max_items {
            0 => String::new(),
            count => format!(", at most {count}"),
        };
        text += &format!(
            "{indent}{} {{ # {nesting} of blocks{least}{most}\n",
            nested.type_name
        );
        text += &describe(&nested.block, &format!("{indent}  "));
        text += &format!("{indent}}}\n");
    }
    text
}

fn attribute(attribute: &Attribute, indent: &str) -> String {
    let flags = [
        (attribute.required, "required"),
        (attribute.optional, "optional"),
        (attribute.computed, "computed"),
        (attribute.sensitive, "sensitive"),
        (attribute.write_only, "write-only"),
        (attribute.deprecated, "deprecated"),
    ];
    let flags = flags
        .iter()
        .filter_map(|(is_set, word)| is_set.then_some(*word));
    let flags = flags.collect::<Vec<_>>().join(", ");
    let first = attribute.description.lines().next().unwrap_or_default();
    let description = if first.is_empty() {
        String::new()
    } else {
        format!(": {first}")
    };
    let name = &attribute.name;
    match &attribute.ty {
        AttributeType::Nested(object) => {
            let nesting = format!("{:?}", object.nesting).to_lowercase();
            let inner = format!("{indent}  ");
            let members = object.attributes.iter();
            let members: String = members.map(|one| self::attribute(one, &inner)).collect();
            format!("{indent}{name} = {nesting} {{ # {flags}{description}\n{members}{indent}}}\n")
        }
        _ => {
            let ty = attribute.implied_type();
            format!("{indent}{name} = {ty} # {flags}{description}\n")
        }
    }
}

fn identity(identity: &Identity) -> String {
    let attributes = identity.attributes.iter().map(|one| {
        let needed = if one.required_for_import {
            "required for import"
        } else {
            "optional for import"
        };
        format!("  {} = {} # {needed}\n", one.name, one.ty)
    });
    attributes.collect()
}

fn function(function: &Function) -> String {
    let parameters = function.parameters.iter();
    let variadic = function.variadic_parameter.iter();
    let parameters = parameters.map(|one| format!("{}: {}", one.name, one.ty));
    let variadic = variadic.map(|one| format!("{}...: {}", one.name, one.ty));
    let all: Vec<_> = parameters.chain(variadic).collect();
    let summary = &function.summary;
    format!(
        "  ({}) -> {} # {summary}\n",
        all.join(", "),
        function.return_type
    )
}
