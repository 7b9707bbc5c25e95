//! Writes a crate with a provider whose handlers are to be filled in.

mod handlers;
mod skeleton;

use std::collections::{BTreeMap, HashMap};

use tfvalue::schema::{ProviderSchema, ProviderSchemas, Schema, SchemaKind, json};

use self::handlers::Handlers;
use super::fit::{self, LeftOut};
use super::models::Models;
use super::models::root::{self, Root};
use super::names::{self, Names};
use crate::provider::Announced;

/// The names that generated modules import from the library.
const TAKEN: &[&str] = &[
    "Action",
    "Client",
    "Config",
    "Context",
    "DataSource",
    "Diagnostics",
    "EphemeralResource",
    "Function",
    "Imported",
    "ListResource",
    "ListResults",
    "Opened",
    "Provider",
    "ProviderConfig",
    "Resource",
    "Result",
    "StateReceiver",
    "StateSender",
    "StateStore",
];

/// The crate.
pub(super) struct Project {
    /// The name of the provider, which is the first part of the names of its types.
    pub(super) name: String,
    /// The contents of the files, keyed by path.
    pub(super) files: BTreeMap<String, String>,
    pub(super) left_out: Vec<LeftOut>,
    /// The number of parts in each folder, with the name of the folder.
    pub(super) counts: Vec<(&'static str, usize)>,
}

/// The modules of one folder.
#[derive(Default)]
struct Folder {
    /// The names of the modules, and the paths of the structs that are added to the provider.
    modules: Vec<(String, String)>,
    names: Option<Names>,
}

/// Writes the files of the crate.
pub(super) fn project(announced: Announced, derives: &[String]) -> Result<Project, String> {
    let mut schema = announced.schema;
    let name = prefix(&announced.name, &schema);
    crate::new::name(&name).map_err(|error| format!("{name}: {error}"))?;
    let mut left_out = fit::structs(&name, &mut schema);
    left_out.extend(fit::parts(&name, &mut schema));
    schema.provider.get_or_insert_with(Schema::default);
    let mut writer = Writer {
        name: name.clone(),
        derives,
        files: BTreeMap::new(),
        folders: BTreeMap::new(),
        resources: HashMap::new(),
    };
    for root in root::all(&name, &schema) {
        writer.part(&root)?;
    }
    for (function_name, function) in &schema.functions {
        writer.function(function_name, function)?;
    }
    let folders = std::mem::take(&mut writer.folders);
    let mut counts = Vec::new();
    for (folder, Folder { modules, .. }) in &folders {
        counts.push((*folder, modules.len()));
        let text = skeleton::folder(folder, modules);
        writer.files.insert(format!("src/{folder}/mod.rs"), text);
    }
    let namespace = announced
        .address
        .rsplit_once('/')
        .map_or("", |(namespace, _)| namespace);
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || "-./".contains(letter);
    let address = match namespace {
        _ if !namespace.chars().all(is_part) => name.clone(),
        "" => name.clone(),
        _ => format!("{namespace}/{name}"),
    };
    let has_meta = schema.provider_meta.is_some();
    let library = skeleton::library(&address, has_meta, &counts, &left_out);
    writer.files.insert("src/lib.rs".to_owned(), library);
    let main = skeleton::main(&name);
    writer.files.insert("src/main.rs".to_owned(), main);
    let is_store = !schema.state_store_schemas.is_empty();
    let manifest = skeleton::manifest(&name, is_store);
    writer.files.insert("Cargo.toml".to_owned(), manifest);
    let readme = skeleton::readme(&name, &left_out);
    writer.files.insert("README.md".to_owned(), readme);
    writer
        .files
        .insert(".gitignore".to_owned(), "/target\n".to_owned());
    let all = ProviderSchemas::new().provider_schemas([(address, schema)]);
    let all = json::to_string(&all).map_err(|error| error.to_string())?;
    writer
        .files
        .insert("schemas.json".to_owned(), format!("{all}\n"));
    Ok(Project {
        name,
        files: writer.files,
        left_out,
        counts,
    })
}

/// Returns the first part of the names of the provider's types. This part can differ from the name of the provider, as
/// in google-beta.
fn prefix(name: &str, schema: &ProviderSchema) -> String {
    let blocks = schema.blocks().map(|(_, name, _)| name);
    let types: Vec<_> = blocks.filter(|name| !name.is_empty()).collect();
    if types.is_empty() || types.iter().any(|one| fit::short(one, name).is_some()) {
        return name.to_owned();
    }
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for one in types {
        *counts
            .entry(one.split('_').next().unwrap_or(one))
            .or_default() += 1;
    }
    let most = counts.into_iter().max_by_key(|(_, count)| *count);
    most.map_or(name, |(prefix, _)| prefix).to_owned()
}

/// Writes one module after another.
struct Writer<'a> {
    name: String,
    derives: &'a [String],
    files: BTreeMap<String, String>,
    folders: BTreeMap<&'static str, Folder>,
    /// The paths of the structs for managed resources.
    resources: HashMap<String, String>,
}

impl Writer<'_> {
    /// Writes the module for a schema.
    fn part(&mut self, root: &Root<'_>) -> Result<(), String> {
        let kind = root.kind.schemas;
        let full = root.name.unwrap_or(&self.name).to_owned();
        let short = match kind {
            SchemaKind::Provider => "config",
            SchemaKind::ProviderMeta => "meta",
            _ => fit::short(&full, &self.name).unwrap_or(&full),
        };
        let words = if short.is_empty() { &full } else { short };
        let mut models = Models::new(self.derives, TAKEN);
        let wanted = match kind {
            SchemaKind::ListResource => format!("{words}_search"),
            _ => words.to_owned(),
        };
        let ty = match kind {
            SchemaKind::Provider => "Config".to_owned(),
            _ => models.claim(&wanted),
        };
        models.root(root, &ty)?;
        let resource = self.resources.get(&full).map(String::as_str);
        let added = resource.filter(|_| kind == SchemaKind::ListResource);
        let added = added.map(str::to_owned);
        let handlers = Handlers::of_part(kind, &ty, &full, short, resource);
        let text = handlers.module(&root.title, models);
        match folder(kind) {
            None => {
                let file = format!("src/{short}.rs");
                self.files.insert(file, text);
            }
            Some(folder) => {
                let module = self.module(folder, words, text, |module| {
                    added.unwrap_or_else(|| format!("{module}::{ty}"))
                });
                if kind == SchemaKind::Resource {
                    self.resources
                        .insert(full, format!("crate::resources::{module}::{ty}"));
                }
            }
        }
        Ok(())
    }

    /// Writes the module for a function.
    fn function(&mut self, name: &str, function: &tfvalue::schema::Function) -> Result<(), String> {
        let mut models = Models::new(self.derives, TAKEN);
        let (ty, returns) = models.function(function, &names::of_struct(name))?;
        let handlers = Handlers::of_function(&ty, &self.name, name, &returns);
        let text = handlers.module(&format!("Function `{name}`"), models);
        self.module("functions", name, text, |module| format!("{module}::{ty}"));
        Ok(())
    }

    /// Adds a module to a folder, and returns the name of the module.
    fn module(
        &mut self,
        folder: &'static str,
        wanted: &str,
        text: String,
        path: impl FnOnce(&str) -> String,
    ) -> String {
        let all = self.folders.entry(folder).or_default();
        let names = all.names.get_or_insert_with(|| Names::new(&["mod"]));
        let file = names.claim(&names::of_field(wanted));
        self.files.insert(format!("src/{folder}/{file}.rs"), text);
        let module = names::spelled(&file);
        all.modules.push((module.clone(), path(&module)));
        module
    }
}

/// Returns the folder for the modules of a kind.
fn folder(kind: SchemaKind) -> Option<&'static str> {
    Some(match kind {
        SchemaKind::Resource => "resources",
        SchemaKind::DataSource => "data_sources",
        SchemaKind::EphemeralResource => "ephemeral_resources",
        SchemaKind::ListResource => "list_resources",
        SchemaKind::Action => "actions",
        SchemaKind::StateStore => "state_stores",
        _ => return None,
    })
}
