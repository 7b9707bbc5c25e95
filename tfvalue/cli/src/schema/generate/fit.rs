//! Removes and reports the parts that generated code cannot have.

use std::sync::Arc;

use tfvalue::schema::{Attribute, AttributeType, Block, ProviderSchema, Schema, SchemaKind};

use super::models::Models;
use super::models::root::{self, Kind, Root};

/// The parts that the generated code does not have, with the reasons.
pub(super) struct LeftOut {
    what: String,
    why: String,
}

impl std::fmt::Display for LeftOut {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.what, self.why)
    }
}

impl LeftOut {
    pub(super) fn new(what: impl Into<String>, why: impl Into<String>) -> Self {
        LeftOut {
            what: what.into(),
            why: why.into(),
        }
    }
}

/// Removes the parts that no struct can have.
pub(super) fn structs(name: &str, provider: &mut ProviderSchema) -> Vec<LeftOut> {
    let mut left_out = Vec::new();
    let mut faulty = Vec::new();
    for root in root::all(name, provider) {
        let problem = match root.name {
            Some(name) if !is_name(name) => Some(NO_NAME.to_owned()),
            _ => Models::new(&[], &[]).root(&root, "X").err(),
        };
        let kind = root.kind.schemas;
        faulty.extend(
            problem.map(|problem| (kind, root.name.map(str::to_owned), root.title, problem)),
        );
    }
    for (kind, name, title, problem) in faulty {
        let name = name.as_deref();
        if let Some(problem) = problem.strip_prefix("identity: ") {
            provider
                .resource_identity_schemas
                .remove(name.unwrap_or_default());
            let what = format!("Identity of `{}`", name.unwrap_or_default());
            left_out.push(LeftOut::new(what, problem));
        } else {
            remove(provider, kind, name);
            left_out.push(LeftOut::new(title, problem));
        }
    }
    provider.functions.retain(|name, function| {
        let problem = if is_name(name) {
            Models::new(&[], &[]).function(function, "X").err()
        } else {
            Some(NO_NAME.to_owned())
        };
        let is_fine = problem.is_none();
        let what = || format!("Function `{name}`");
        left_out.extend(problem.map(|problem| LeftOut::new(what(), problem)));
        is_fine
    });
    provider.resource_identity_schemas.retain(|name, _| {
        let is_fine = provider.resource_schemas.contains_key(name);
        let what = || format!("Identity of `{name}`");
        let why = "there is no managed resource with this name";
        left_out.extend((!is_fine).then(|| LeftOut::new(what(), why)));
        is_fine
    });
    left_out
}

const NO_NAME: &str = "Terraform cannot parse the name";

/// Returns `true` if Terraform can parse the name. Names that Terraform cannot parse could end a comment in the
/// generated code.
fn is_name(name: &str) -> bool {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || "_-".contains(letter);
    name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && name.chars().all(is_part)
}

/// Removes the parts that the traits of a provider cannot have. `prefix` is the first part of the type names.
pub(super) fn parts(prefix: &str, provider: &mut ProviderSchema) -> Vec<LeftOut> {
    let mut left_out = Vec::new();
    let mut faulty = Vec::new();
    let mut changed = provider.clone();
    for root in root::all(prefix, provider) {
        let (kind, name) = (root.kind, root.name.map(str::to_owned));
        if let Some(problem) = problem(&root, prefix, provider) {
            left_out.push(LeftOut::new(root.title, problem));
            faulty.push((kind.schemas, name));
            continue;
        }
        let what = |path: &str| format!("{}, `{path}`", root.title);
        let block = match schema(&mut changed, kind.schemas, name.as_deref()) {
            Some(schema) => {
                if !kind.is_stored && schema.version != 0 {
                    let what = format!("{}, version {}", root.title, schema.version);
                    left_out.push(LeftOut::new(what, "it has no stored states"));
                    schema.version = 0;
                }
                &mut schema.block
            }
            None => {
                let name = name.as_deref().unwrap_or_default();
                let Some(action) = changed.action_schemas.get_mut(name) else {
                    continue;
                };
                &mut action.block
            }
        };
        adjust(block, kind, "", &mut |path: &str, why: &str| {
            left_out.push(LeftOut::new(what(path), why));
        });
    }
    *provider = changed;
    for (kind, name) in faulty {
        remove(provider, kind, name.as_deref());
    }
    left_out
}

/// Explains why a provider cannot have a part.
fn problem(root: &Root<'_>, prefix: &str, provider: &ProviderSchema) -> Option<String> {
    let name = root.name.unwrap_or(prefix);
    if short(name, prefix).is_none() {
        return Some(format!("the name does not begin with `{prefix}_`"));
    }
    let is_list = root.kind.schemas == SchemaKind::ListResource;
    if is_list && !provider.resource_schemas.contains_key(name) {
        return Some("there is no managed resource with this name".to_owned());
    }
    if is_list && !provider.resource_identity_schemas.contains_key(name) {
        return Some("the resource has no identity".to_owned());
    }
    root.validate().err()
}

/// Returns the name without the prefix of the provider.
pub(super) fn short<'a>(name: &'a str, prefix: &str) -> Option<&'a str> {
    let rest = name.strip_prefix(prefix)?;
    if rest.is_empty() {
        return Some(rest);
    }
    rest.strip_prefix('_').filter(|rest| !rest.is_empty())
}

fn schema<'a>(
    provider: &'a mut ProviderSchema,
    kind: SchemaKind,
    name: Option<&str>,
) -> Option<&'a mut Schema> {
    let name = name.unwrap_or_default();
    match kind {
        SchemaKind::Provider => provider.provider.as_mut(),
        SchemaKind::ProviderMeta => provider.provider_meta.as_mut(),
        SchemaKind::Resource => provider.resource_schemas.get_mut(name),
        SchemaKind::DataSource => provider.data_source_schemas.get_mut(name),
        SchemaKind::EphemeralResource => provider.ephemeral_resource_schemas.get_mut(name),
        SchemaKind::ListResource => provider.list_resource_schemas.get_mut(name),
        SchemaKind::StateStore => provider.state_store_schemas.get_mut(name),
        _ => None,
    }
}

fn remove(provider: &mut ProviderSchema, kind: SchemaKind, name: Option<&str>) {
    let name = name.unwrap_or_default();
    match kind {
        SchemaKind::Provider => provider.provider = None,
        SchemaKind::ProviderMeta => provider.provider_meta = None,
        SchemaKind::Resource => {
            provider.resource_schemas.remove(name);
            provider.resource_identity_schemas.remove(name);
        }
        SchemaKind::DataSource => drop(provider.data_source_schemas.remove(name)),
        SchemaKind::EphemeralResource => drop(provider.ephemeral_resource_schemas.remove(name)),
        SchemaKind::ListResource => drop(provider.list_resource_schemas.remove(name)),
        SchemaKind::Action => drop(provider.action_schemas.remove(name)),
        SchemaKind::StateStore => drop(provider.state_store_schemas.remove(name)),
        _ => {}
    }
}

/// Removes the flags and attributes that a kind of schema cannot have.
fn adjust(block: &mut Block, kind: &Kind, within: &str, report: &mut dyn FnMut(&str, &str)) {
    adjust_attributes(&mut block.attributes, kind, within, report);
    for nested in &mut block.block_types {
        let within = format!("{within}{}.", nested.type_name);
        adjust(Arc::make_mut(&mut nested.block), kind, &within, report);
    }
}

fn adjust_attributes(
    all: &mut Vec<Attribute>,
    kind: &Kind,
    within: &str,
    report: &mut dyn FnMut(&str, &str),
) {
    all.retain_mut(|one| {
        let path = format!("{within}{}", one.name);
        if one.write_only && !kind.is_written {
            report(
                &path,
                "only resources and actions have write-only attributes",
            );
            return false;
        }
        if one.computed && !kind.computes {
            if !one.required && !one.optional {
                report(&path, "the provider cannot compute attributes here");
                return false;
            }
            report(
                &path,
                "the provider cannot compute the attribute here, so it is not computed",
            );
            one.computed = false;
        }
        if let AttributeType::Nested(object) = &mut one.ty {
            adjust_attributes(&mut object.attributes, kind, &format!("{path}."), report);
        }
        true
    });
}
