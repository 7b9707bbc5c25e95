//! The attributes of protocol 6, which can be nested.

use std::convert::Infallible;

use crate::path::Step;
use crate::schema::{self, AttributeType, Nesting};
use crate::tfplugin::read::Numbers;
use crate::tfplugin::write::SchemaWriter;
use crate::tfplugin::{self, AttributeMessage};

tfplugin::attribute_message! {
    write_only = 11,
    deprecation_message = 12,
    /// The nested type, which consists of attributes.
    nested_type: Object = 10
}

tfplugin::protocol_schema!();

crate::tfplugin::message! {
    /// The nested type of an attribute.
    #[derive(Clone, PartialEq, Eq, Hash)]
    pub struct Object {
        /// The attributes of each object.
        pub attributes: Vec<Attribute> = 1,
        /// The way in which the objects are combined into a value.
        pub nesting: i32 as object::NestingMode = 3,
        /// No release of Terraform reads this field.
        pub min_items: i64 = 4,
        /// No release of Terraform reads this field.
        pub max_items: i64 = 5,
    }
}

/// The types of [`Object`]'s fields.
pub mod object {
    crate::tfplugin::enumeration! {
        /// The way in which the objects of a nested type are combined into a value.
        NestingMode {
            /// Not set. A provider must not send this value.
            #[default]
            Invalid = 0 "INVALID",
            /// One object.
            Single = 1 "SINGLE",
            /// A list of objects.
            List = 2 "LIST",
            /// A set of objects.
            Set = 3 "SET",
            /// A map from strings to objects.
            Map = 4 "MAP",
        }
    }
}

impl AttributeMessage for Attribute {
    type WriteError = Infallible;

    const NUMBERS: Numbers = Attribute::NUMBERS;

    fn write(attribute: &schema::Attribute, out: &mut SchemaWriter) -> Result<(), Infallible> {
        match &attribute.ty {
            AttributeType::Type(ty) => tfplugin::write::attribute(attribute, Some(ty), out),
            AttributeType::Nested(nested) => {
                tfplugin::write::attribute(attribute, None, out);
                out.message(10, |out| object(nested, out))?;
            }
        }
        out.flag(11, attribute.write_only);
        out.text(12, &attribute.deprecation_message);
        Ok(())
    }

    fn computed_block() -> Result<(), Infallible> {
        Ok(())
    }

    fn error_at(error: Infallible, _: Step) -> Infallible {
        error
    }
}

fn object(nested: &schema::NestedType, out: &mut SchemaWriter) -> Result<(), Infallible> {
    let mode = match nested.nesting {
        Nesting::Single | Nesting::Group => object::NestingMode::Single,
        Nesting::List => object::NestingMode::List,
        Nesting::Set => object::NestingMode::Set,
        Nesting::Map => object::NestingMode::Map,
    };
    for member in &nested.attributes {
        out.message(1, |out| Attribute::write(member, out))?;
    }
    out.number(3, mode as u64);
    Ok(())
}
