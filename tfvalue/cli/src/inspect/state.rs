//! Prints the objects of a state file.

use std::sync::Arc;

use tfvalue::schema::{Block, ProviderSchemas};
use tfvalue::{Path, paths::Step, schema::Schema};
use tfvalue_show::state_file::{Instance, Resource, StateFile, Status};
use tfvalue_show::{self as show, Mode};

use super::fault;
use super::shape::Shape;

/// The objects that can be printed, and the problems with the other objects.
#[derive(Default)]
pub(super) struct Objects {
    pub(super) text: String,
    pub(super) problems: Vec<String>,
}

/// Prints all objects, or only the objects of one resource type, without sensitive values.
pub(super) fn objects(
    bytes: &[u8],
    schemas: &ProviderSchemas,
    only: Option<&str>,
) -> tfvalue::Result<Objects> {
    let state: StateFile = show::from_slice(bytes)?;
    let mut objects = Objects::default();
    for (resource, instance) in state.instances() {
        let name = match &resource.mode {
            Mode::Managed => resource.r#type.clone(),
            mode => format!("{mode}.{}", resource.r#type),
        };
        if only.is_some_and(|only| only != name) {
            continue;
        }
        let address = resource.address(instance);
        match print(resource, instance, schemas) {
            Ok(text) => {
                let notes = notes(instance);
                objects.text += &format!("# {address}{notes}\n{text}\n");
            }
            Err(problem) => objects.problems.push(format!("{address}: {problem}")),
        }
    }
    Ok(objects)
}

fn notes(instance: &Instance) -> String {
    let deposed = instance.deposed.as_ref();
    let deposed = deposed.map(|key| format!(" (deposed object {key})"));
    let tainted = (instance.status == Some(Status::Tainted)).then(|| " (tainted)".to_owned());
    deposed.into_iter().chain(tainted).collect()
}

/// Prints an object. The error has no position, because the position would be relative to the beginning of the object.
fn print(
    resource: &Resource,
    instance: &Instance,
    schemas: &ProviderSchemas,
) -> Result<String, String> {
    let schema = resource
        .schema(instance, schemas)
        .map_err(|error| error.to_string())?;
    let block = protected(instance, &schema).map_err(|error| error.to_string())?;
    match instance.value(&schema) {
        Ok(value) => Ok(super::print(&value, &block)),
        Err(error) => {
            // The names in a state file come from an older schema, so they are not misplaced secrets.
            if error.message().starts_with("unsupported attribute ") {
                return Err(error.message());
            }
            let (message, path) = fault::visible(&error, Shape::root(&block, true));
            Err(if path.is_root() {
                message
            } else {
                format!("{path}: {message}")
            })
        }
    }
}

/// Returns the block of an object. The parts that the file marks as sensitive are also sensitive in the block.
pub(crate) fn protected(instance: &Instance, schema: &Schema) -> tfvalue::Result<Block> {
    let mut block = schema.block.clone();
    for path in instance.sensitive_paths(&schema.implied_type())? {
        hide(&mut block, &path);
    }
    Ok(block)
}

/// Marks the attribute or the nested blocks around a path as sensitive.
fn hide(block: &mut Block, path: &Path) {
    let Some(Step::Attribute(name)) = path.steps().first() else {
        return hide_all(block);
    };
    for attribute in block.attributes.iter_mut().filter(|one| one.name == *name) {
        attribute.sensitive = true;
    }
    for nested in block
        .block_types
        .iter_mut()
        .filter(|one| one.type_name == *name)
    {
        hide_all(Arc::make_mut(&mut nested.block));
    }
}

fn hide_all(block: &mut Block) {
    for attribute in &mut block.attributes {
        attribute.sensitive = true;
    }
    for nested in &mut block.block_types {
        hide_all(Arc::make_mut(&mut nested.block));
    }
}
