//! Values without write-only attributes.

use super::members::{SchemaMember, SchemaMembers};
use super::{Block, Nesting};
use crate::error::Result;
use crate::value::{Value, elements};

impl Block {
    /// Returns an object in which the write-only attributes are null, because Terraform never stores them.
    pub(crate) fn without_write_only(&self, value: Value) -> Result<Value> {
        if self.has_write_only() {
            SchemaMembers::of_block(self).without_write_only(&value)
        } else {
            Ok(value)
        }
    }
}

impl SchemaMembers<'_> {
    fn without_write_only(self, object: &Value) -> Result<Value> {
        let Some(members) = object.members() else {
            return Ok(object.clone());
        };
        let members = members.map(|(name, value)| {
            let value = match self.get(name) {
                Some(SchemaMember::Attribute(attribute)) if attribute.write_only => {
                    Ok(Value::null(attribute.implied_type()))
                }
                Some(member) if member.has_write_only() => match member.objects() {
                    Some((nesting, inner)) => {
                        each(nesting, value, &|object| inner.without_write_only(object))
                    }
                    None => Ok(value.clone()),
                },
                _ => Ok(value.clone()),
            };
            Ok((name, value?))
        });
        Value::object(members.collect::<Result<Vec<_>>>()?)
    }
}

impl SchemaMember<'_> {
    fn has_write_only(self) -> bool {
        match self {
            SchemaMember::Attribute(attribute) => attribute.has_write_only(),
            SchemaMember::Block(nested) => nested.block.has_write_only(),
        }
    }
}

/// Changes each object in a value.
fn each(
    nesting: Nesting,
    value: &Value,
    change: &dyn Fn(&Value) -> Result<Value>,
) -> Result<Value> {
    match nesting {
        _ if !value.is_present() => Ok(value.clone()),
        Nesting::Single | Nesting::Group => change(value),
        Nesting::List | Nesting::Set | Nesting::Map => {
            elements::map(value, |_, element| change(element))
        }
    }
}
