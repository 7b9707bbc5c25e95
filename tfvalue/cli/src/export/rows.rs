//! The rows of a file.

use std::fs;
use std::path::Path;

use parquet::data_type::ByteArray;
use tfvalue::schema::{Attribute, Block, ProviderSchemas};
use tfvalue::{Type, Value, schema::Schema};
use tfvalue_show::state_file::{self, Instances};
use tfvalue_show::{self as show, Change, Mode, Raw, ResourceChanges, State};

use super::leaves;
use super::table::{Row, Table};
use crate::files::{self, Kind, Wanted};
use crate::html::Secrets;
use crate::inspect::protected;

/// Where rows come from.
pub(super) struct Source<'a> {
    pub(super) file: &'a str,
    pub(super) schemas: &'a ProviderSchemas,
    pub(super) trusts_marks: bool,
}

/// An object, and its sensitive parts.
struct Object<'a> {
    address: &'a str,
    kind: String,
    action: &'a str,
    value: &'a Value,
    secrets: Secrets<'a>,
}

impl Source<'_> {
    /// Adds the rows of a file.
    pub(super) fn export(&self, path: &Path, table: &mut Table) -> Result<(), String> {
        let bytes = fs::read(path).map_err(|error| error.to_string())?;
        let bytes = files::without_mark(bytes);
        match Kind::of_document(&bytes) {
            Kind::State => self.state_file(&bytes, table),
            Kind::PlanJson => self.plan(&bytes, table),
            Kind::StateJson | Kind::OnlyVersion | Kind::InvalidJson => self.state(&bytes, table),
            other => Err(other.instead_of(Wanted::PlanOrState)),
        }
    }

    fn state_file(&self, bytes: &[u8], table: &mut Table) -> Result<(), String> {
        if self.schemas.provider_schemas.is_empty() && !self.trusts_marks {
            return Err("a state file needs --schema, because it does not say which attributes are sensitive".to_owned());
        }
        for item in Instances::from_reader(bytes) {
            let (resource, instance) = item.map_err(|error| error.to_string())?;
            let address = resource.address(&instance);
            let problem = |error: tfvalue::Error| format!("{address}: {}", error.message());
            let (value, block) = self.stored(&resource, &instance).map_err(problem)?;
            let action = if instance.deposed.is_some() {
                "deposed"
            } else {
                "exists"
            };
            let secret = Value::from(true);
            let object = Object {
                address: &address,
                kind: kind(&resource.mode, &resource.r#type),
                action,
                value: &value,
                secrets: match &block {
                    Some(block) => Secrets::of_block(block),
                    None => Secrets::masked(vec![&secret]),
                },
            };
            self.add(&object, table)?;
        }
        Ok(())
    }

    /// Returns the value of an object in a state file, and the schema that marks the sensitive parts. Returns no schema
    /// if any part may be sensitive.
    fn stored(
        &self,
        resource: &state_file::Resource,
        instance: &state_file::Instance,
    ) -> tfvalue::Result<(Value, Option<Block>)> {
        if let Ok(schema) = resource.schema(instance, self.schemas)
            && let Ok(value) = instance.value(&schema)
        {
            return Ok((value, Some(protected(instance, &schema)?)));
        }
        let value = match &instance.attributes {
            Some(attributes) => attributes.to_value(&Type::Dynamic)?,
            None => Value::null(Type::Dynamic),
        };
        if !self.trusts_marks {
            return Ok((value, None));
        }
        let members = value.members().into_iter().flatten();
        let attributes = members.map(|(name, part)| Attribute::new(name.to_owned(), part.ty()));
        let schema = Schema::new(Block::new().attributes(attributes));
        let block = protected(instance, &schema)?;
        Ok((value, Some(block)))
    }

    fn plan(&self, bytes: &[u8], table: &mut Table) -> Result<(), String> {
        for item in ResourceChanges::from_reader(bytes) {
            let changed = item.map_err(|error| error.to_string())?;
            let change = &changed.change;
            let action = change.actions.as_slice().iter();
            let action = action
                .map(show::Action::as_str)
                .collect::<Vec<_>>()
                .join(",");
            let (value, mask) = planned(change).map_err(|error| error.to_string())?;
            let object = Object {
                address: &changed.address,
                kind: kind(&changed.mode, &changed.r#type),
                action: &action,
                value: &value,
                secrets: Secrets::masked(vec![&mask]),
            };
            self.add(&object, table)?;
        }
        Ok(())
    }

    fn state(&self, bytes: &[u8], table: &mut Table) -> Result<(), String> {
        let failed = |error: tfvalue::Error| error.to_string();
        let state: State = show::from_slice(bytes).map_err(failed)?;
        for resource in state.values.iter().flat_map(show::Values::resources) {
            let value = resource.snapshot().value(&Type::Dynamic).map_err(failed)?;
            let mask = mask(resource.sensitive_values.as_ref()).map_err(failed)?;
            let object = Object {
                address: &resource.address,
                kind: kind(&resource.mode, &resource.r#type),
                action: "exists",
                value: &value,
                secrets: Secrets::masked(vec![&mask]),
            };
            self.add(&object, table)?;
        }
        Ok(())
    }

    fn add(&self, object: &Object<'_>, table: &mut Table) -> Result<(), String> {
        let text = |text: &str| ByteArray::from(text.as_bytes().to_vec());
        let (file, address) = (text(self.file), text(object.address));
        let (kind, action) = (text(&object.kind), text(object.action));
        leaves::each(object.value, &object.secrets, &mut |leaf| {
            let row = Row {
                address: &address,
                kind: &kind,
                action: &action,
                path: leaf.path,
                value: leaf.value,
                is_sensitive: leaf.is_sensitive,
                is_unknown: leaf.is_unknown,
            };
            table.push(&file, row)
        })
    }
}

/// Returns the value after the change, or the value before the change if the object no longer exists.
fn planned(change: &Change) -> tfvalue::Result<(Value, Value)> {
    let after = change.after();
    if after.is_null() {
        let value = change.before().value(&Type::Dynamic)?;
        return Ok((value, mask(change.before_sensitive.as_ref())?));
    }
    Ok((
        after.value(&Type::Dynamic)?,
        mask(change.after_sensitive.as_ref())?,
    ))
}

fn mask(raw: Option<&Raw>) -> tfvalue::Result<Value> {
    raw.map_or(Ok(false.into()), |raw| raw.to_value(&Type::Dynamic))
}

/// Returns the name of a resource type in the form that users write in arguments.
fn kind(mode: &Mode, name: &str) -> String {
    match mode {
        Mode::Managed => name.to_owned(),
        mode => format!("{mode}.{name}"),
    }
}
