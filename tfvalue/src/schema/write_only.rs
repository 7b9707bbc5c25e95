//! Values without write-only attributes.

use super::{Attribute, AttributeType, Block, NestedType, Nesting};
use crate::error::Result;
use crate::value::{Value, elements};

impl Block {
    /// Returns an object with null for the write-only attributes, which Terraform never stores.
    pub(crate) fn without_write_only(&self, value: Value) -> Result<Value> {
        if !self.has_write_only() || value.members().is_none() {
            return Ok(value);
        }
        let members = value.members().into_iter().flatten().map(|(name, member)| {
            let member = match (self.attribute(name), self.block_type(name)) {
                (Some(attribute), _) => cleared(attribute, member),
                (None, Some(nested)) => each(nested.nesting, member, &|object| {
                    nested.block.without_write_only(object.clone())
                }),
                (None, None) => Ok(member.clone()),
            };
            Ok((name, member?))
        });
        Value::object(members.collect::<Result<Vec<_>>>()?)
    }
}

fn cleared(attribute: &Attribute, value: &Value) -> Result<Value> {
    match &attribute.ty {
        _ if attribute.write_only => Ok(Value::null(attribute.implied_type())),
        AttributeType::Nested(nested) if attribute.has_write_only() => {
            each(nested.nesting, value, &|object| {
                without_members(nested, object)
            })
        }
        _ => Ok(value.clone()),
    }
}

fn without_members(nested: &NestedType, object: &Value) -> Result<Value> {
    let Some(members) = object.members() else {
        return Ok(object.clone());
    };
    let members = members.map(|(name, member)| {
        let attribute = nested.attributes.iter().find(|one| one.name == name);
        let member = match attribute {
            Some(attribute) => cleared(attribute, member),
            None => Ok(member.clone()),
        };
        Ok((name, member?))
    });
    Value::object(members.collect::<Result<Vec<_>>>()?)
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
