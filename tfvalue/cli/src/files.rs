//! Detects plan files and state files, and prints the objects of a state file without sensitive values.

use std::fs;
use std::path::Path as File;
use std::sync::Arc;

use tfvalue::schema::{Block, ProviderSchemas, json};
use tfvalue::{Path, Step};
use tfvalue_show::state_file::StateFile;
use tfvalue_show::{self as show, Mode};

use crate::inspect;

/// The kind of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A file that `terraform plan -out` writes.
    PlanFile,
    /// `terraform.tfstate`.
    StateFile,
    /// Anything else, such as the output of `terraform show -json`.
    Other,
}

impl Kind {
    /// Detects a file from its first bytes: plan files are archives. A state file begins with its version; if OpenTofu
    /// has encrypted it, it begins with its serial number.
    #[must_use]
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let text = bytes.trim_ascii_start();
        let first = text.strip_prefix(b"{").map(<[u8]>::trim_ascii_start);
        match first {
            None if bytes.starts_with(b"PK\x03\x04") => Kind::PlanFile,
            Some(first)
                if first.starts_with(b"\"version\"") || first.starts_with(b"\"serial\"") =>
            {
                Kind::StateFile
            }
            _ => Kind::Other,
        }
    }
}

/// Reads the output of `terraform providers schema -json` from a file. State files need these schemas.
///
/// # Errors
///
/// If no file is given, or it has no schemas.
pub(crate) fn schemas(path: Option<&File>) -> Result<ProviderSchemas, String> {
    let path = path.ok_or(
        "this file needs the schemas: name the output of `terraform providers schema -json`, too",
    )?;
    let named = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let text = fs::read(path).map_err(|error| named(&error))?;
    json::from_slice_ignoring_unsupported(&text).map_err(|error| named(&error))
}

/// The error for a state file in place of a plan.
pub(crate) const STATE_FILE: &str =
    "this is a state file: `tfvalue inspect --schema SCHEMAS @FILE` prints its objects";

/// Replaces a file as a whole, so that an interruption does not damage it.
pub(crate) fn save(path: &File, bytes: &[u8]) -> Result<(), String> {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    fs::write(&part, bytes)
        .and_then(|()| fs::rename(&part, path))
        .map_err(|error| format!("{}: {error}", path.display()))
}

/// The error for a file that `terraform plan -out` has written.
pub(crate) const PLAN_FILE: &str = "this is a saved plan, whose format is internal to Terraform: pass the output of `terraform show -json FILE`";

/// Prints the objects of a state file without sensitive values. `only` is the resource type to print.
///
/// # Errors
///
/// If an object does not fit its schema.
pub(crate) fn objects(
    bytes: &[u8],
    schemas: &ProviderSchemas,
    only: Option<&str>,
) -> tfvalue::Result<String> {
    let mut text = String::new();
    let state: StateFile = show::from_slice(bytes)?;
    let objects = state.instances();
    for (resource, instance) in
        objects.filter(|(one, _)| only.is_none_or(|only| name(&one.mode, &one.r#type) == only))
    {
        let schema = resource.schema(instance, schemas)?;
        let deposed = instance
            .deposed
            .as_ref()
            .map_or_else(String::new, |key| format!(" (deposed {key})"));
        let address = format!("{}{deposed}", resource.address(instance));
        let mut block = schema.block.clone();
        for path in instance.sensitive_paths(&schema.implied_type())? {
            hide(&mut block, &path);
        }
        let value = instance.value(&schema)?;
        text.push_str(&format!(
            "# {address}\n{}\n",
            inspect::print(&value, &block)
        ));
    }
    Ok(text)
}

/// Returns the name of a resource type as users write it in arguments.
fn name(mode: &Mode, kind: &str) -> String {
    match mode {
        Mode::Managed => kind.to_owned(),
        mode => format!("{mode}.{kind}"),
    }
}

/// Makes the attribute or the nested blocks around a path sensitive.
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
