//! The attributes of protocol 5, which has no nested attributes.

use crate::error::{Error, Result};
use crate::path::Step;
use crate::schema::{self, AttributeType, NestedType};
use crate::tfplugin::read::Numbers;
use crate::tfplugin::write::SchemaWriter;
use crate::tfplugin::{self, AttributeMessage};
use crate::ty::{ObjectAttribute, ObjectType, Type};

tfplugin::attribute_message! {
    write_only = 10,
    deprecation_message = 11
}

tfplugin::protocol_schema!();

impl AttributeMessage for Attribute {
    type WriteError = Error;

    const NUMBERS: Numbers = Attribute::NUMBERS;

    fn write(attribute: &schema::Attribute, out: &mut SchemaWriter) -> Result<()> {
        let ty = lowered(attribute).map_err(|error| in_attribute(error, &attribute.name))?;
        tfplugin::write::attribute(attribute, Some(&ty), out);
        out.flag(10, attribute.write_only);
        out.text(11, &attribute.deprecation_message);
        Ok(())
    }

    fn computed_block() -> Result<()> {
        Err(Error::data("protocol 5 has no computed blocks"))
    }

    fn error_at(error: Error, step: Step) -> Error {
        error.at_step(step)
    }
}

/// Returns the type of an attribute, or the object type of a nested attribute.
fn lowered(attribute: &schema::Attribute) -> Result<Type> {
    match &attribute.ty {
        AttributeType::Type(ty) => Ok(ty.clone()),
        AttributeType::Nested(object) => {
            // If the attribute cannot be configured, its members cannot be configured either, so they do not need a
            // `computed` flag.
            let is_read_only = attribute.computed && !attribute.optional;
            let members = object.attributes.iter().map(|one| {
                member(one, is_read_only).map_err(|error| in_attribute(error, &one.name))
            });
            let object_type = Type::Object(members.collect::<Result<ObjectType>>()?);
            Ok(collected(object, object_type))
        }
    }
}

fn member(member: &schema::Attribute, is_read_only: bool) -> Result<ObjectAttribute> {
    let flags = [
        (member.computed && !is_read_only, "computed"),
        (member.sensitive, "sensitive"),
        (member.write_only, "write-only"),
        (member.deprecated, "deprecated"),
    ];
    if let Some((_, flag)) = flags.into_iter().find(|(is_set, _)| *is_set) {
        return Err(Error::data(format!(
            "protocol 5 has no nested attributes, and an attribute of an object type cannot be {flag}"
        )));
    }
    Ok(ObjectAttribute {
        name: member.name.clone(),
        ty: lowered(member)?,
        optional: member.optional,
    })
}

fn collected(object: &NestedType, ty: Type) -> Type {
    use schema::Nesting;
    match object.nesting {
        Nesting::Single | Nesting::Group => ty,
        Nesting::List => Type::list(ty),
        Nesting::Set => Type::set(ty),
        Nesting::Map => Type::map(ty),
    }
}

#[cold]
fn in_attribute(error: Error, name: &str) -> Error {
    error.at_step(Step::Attribute(name.to_owned().into()))
}
