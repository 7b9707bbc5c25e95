//! The values of a plan and a state, as trees of modules.

use std::collections::{BTreeMap, BTreeSet};

use super::address::Address;
use super::change::Decoded;
use super::kind::Kinds;
use super::mask::{Part, Paths, known};
use super::release::Release;
use crate::error::{Error, Result};
use crate::path::Step;
use crate::show::actions::Action;
use crate::show::checks::Check;
use crate::show::mode::Mode;
use crate::show::raw::Raw;
use crate::show::state_file::{self, Instance, StateFile};
use crate::show::values::{Module, Output, Resource, State, Values};
use crate::value::Value;

/// A tree of modules that is being built.
#[derive(Default)]
struct Tree {
    resources: BTreeMap<String, Vec<Resource>>,
    /// The children of each module, in the order in which they were found.
    children: BTreeMap<String, Vec<String>>,
    found: BTreeSet<String>,
}

impl Tree {
    fn add(&mut self, address: &Address, resource: Resource) {
        let mut parent = "";
        for module in address.ancestors() {
            if self.found.insert(module.to_owned()) {
                self.children
                    .entry(parent.to_owned())
                    .or_default()
                    .push(module.to_owned());
            }
            parent = module;
        }
        self.resources
            .entry(parent.to_owned())
            .or_default()
            .push(resource);
    }

    /// Builds a module. An address has a limited number of modules, so the depth is limited, too.
    fn module(
        &mut self,
        address: &str,
        finish: &impl Fn(&str, &mut Vec<Resource>, &mut Vec<Module>),
    ) -> Module {
        let mut resources = self.resources.remove(address).unwrap_or_default();
        let children = self.children.remove(address).unwrap_or_default();
        let mut children = children
            .iter()
            .map(|child| self.module(child, finish))
            .collect();
        finish(address, &mut resources, &mut children);
        Module {
            address: (!address.is_empty()).then(|| address.to_owned()),
            resources,
            child_modules: children,
            ..Module::default()
        }
    }
}

/// Returns the planned values of all resources.
pub(super) fn planned<'c>(
    changes: impl Iterator<Item = &'c Decoded<'c>>,
    kinds: &Kinds<'_>,
) -> Result<Module> {
    let mut tree = Tree::default();
    for change in changes {
        let is_left = match change.actions.as_slice() {
            [Action::Delete] => true,
            [Action::Forget] => !kinds.release.plans_forgotten(),
            _ => false,
        };
        let (mode, kind, name) = change.address.resource()?;
        if is_left || !change.source.deposed_key.is_empty() || mode == Mode::Ephemeral {
            continue;
        }
        let identity = change
            .after_identity
            .as_ref()
            .filter(|identity| !identity.is_null());
        let resource = Resource {
            address: change.address.as_str().to_owned(),
            mode,
            r#type: kind.to_owned(),
            name: name.to_owned(),
            index: change.address.key.shown(),
            provider_name: Some(change.kind.provider.to_owned()),
            schema_version: u64::try_from(change.kind.version).ok(),
            values: attributes(&change.after)?,
            sensitive_values: Some(change.after_marks(kinds)?),
            identity_schema_version: match (identity, change.kind.identity) {
                (Some(_), Some(schema)) => u64::try_from(schema.version).ok(),
                _ => None,
            },
            identity: identity.map(known).transpose()?.flatten(),
            ..Resource::default()
        };
        tree.add(&change.address, resource);
    }
    Ok(tree.module("", &|address, resources, children| {
        resources.sort_by(|a, b| a.address.cmp(&b.address));
        if address.is_empty() {
            children.sort_by(|a, b| a.address.cmp(&b.address));
        }
    }))
}

/// Returns the known attributes; `None` for null.
fn attributes(value: &Value) -> Result<Option<Raw>> {
    if value.is_null() {
        Ok(None)
    } else {
        known(value)
    }
}

/// Returns a state as `terraform show -json` prints it; `None` if it is empty.
pub(super) fn state(
    file: &StateFile,
    kinds: &Kinds<'_>,
    checks: Vec<Check>,
) -> Result<Option<State>> {
    if file.outputs.is_empty() && file.resources.is_empty() {
        return Ok(None);
    }
    let mut objects = Vec::new();
    for (resource, instance) in file.instances() {
        let address = Address::parse(&resource.address(instance))?;
        objects.push((address, resource, instance));
    }
    objects.sort_by(|(a, _, one), (b, _, other)| {
        a.order(b).then_with(|| one.deposed.cmp(&other.deposed))
    });
    let mut tree = Tree::default();
    for (address, resource, instance) in objects {
        let at = |error: Error| error.at_step(Step::Key(address.as_str().into()));
        let shown = object(&address, resource, instance, kinds).map_err(at)?;
        tree.add(&address, shown);
    }
    let root = tree.module("", &|_, _, children| {
        children.sort_by(|a, b| a.address.cmp(&b.address));
    });
    let outputs = file.outputs.iter();
    let outputs = outputs.map(|(name, output)| Ok((name.clone(), with_sensitive(output.clone())?)));
    Ok(Some(State {
        terraform_version: file.terraform_version.clone(),
        values: Some(Values {
            outputs: outputs.collect::<Result<_>>()?,
            root_module: Some(root),
            ..Values::default()
        }),
        checks,
        ..State::default()
    }))
}

/// Returns an object of a state.
fn object(
    address: &Address,
    resource: &state_file::Resource,
    instance: &Instance,
    kinds: &Kinds<'_>,
) -> Result<Resource> {
    let schema = resource.schema(instance, kinds.schemas)?;
    let value = instance.value(&schema)?;
    let paths = Paths::of_state(instance.sensitive_attributes.as_ref())?;
    let mask = kinds
        .sensitive
        .mask(&value, Some(&paths), Part::Block(&schema.block));
    let identity = match (
        resource.identity_schema(instance, kinds.schemas)?,
        kinds.release,
    ) {
        // OpenTofu does not check it.
        (_, Release::OpenTofu) => instance.identity.clone(),
        (Some(schema), _) => {
            let value = instance.identity_value(schema)?;
            value.as_ref().map(known).transpose()?.flatten()
        }
        (None, _) => None,
    };
    let is_current = instance.deposed.is_none();
    let identity_version = instance
        .identity_schema_version
        .filter(|_| identity.is_some() && (is_current || kinds.release == Release::OpenTofu));
    Ok(Resource {
        address: address.as_str().to_owned(),
        mode: resource.mode.clone(),
        r#type: resource.r#type.clone(),
        name: resource.name.clone(),
        index: instance.index_key.clone(),
        provider_name: resource.provider_name(instance).map(str::to_owned),
        // Terraform prints no version of a deposed object.
        schema_version: Some(if is_current {
            instance.schema_version
        } else {
            0
        }),
        values: attributes(&value)?,
        sensitive_values: Some(mask.to_raw()?),
        depends_on: instance.dependencies.clone(),
        tainted: instance.status == Some(state_file::Status::Tainted),
        deposed_key: instance.deposed.clone(),
        identity_schema_version: identity_version,
        identity,
        ..Resource::default()
    })
}

/// Adds what `terraform show -json` always prints.
pub(super) fn with_sensitive(mut output: Output) -> Result<Output> {
    if !output.sensitive {
        output
            .other
            .insert("sensitive".to_owned(), Raw::from_json("false")?);
    }
    Ok(output)
}
