//! Attributes of protocol 6, which may be nested.

use std::convert::Infallible;

use crate::error::Result;
use crate::schema::{self, AttributeType, Nesting};
use crate::tfplugin::{self, AttributeMessage, attributes};
use crate::ty::Type;

tfplugin::attribute_message! {
    write_only = "11",
    deprecation_message = "12",
    /// The nested type, whose members are attributes in their own right.
    nested_type: Object = "10"
}

tfplugin::protocol_schema!();

/// The nested type of an attribute.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct Object {
    /// The attributes of each object.
    #[prost(message, repeated, tag = "1")]
    pub attributes: Vec<Attribute>,
    /// What the objects are collected in.
    #[prost(enumeration = "object::NestingMode", tag = "3")]
    pub nesting: i32,
    /// Never read by any release of Terraform.
    #[prost(int64, tag = "4")]
    pub min_items: i64,
    /// Never read by any release of Terraform.
    #[prost(int64, tag = "5")]
    pub max_items: i64,
}

/// What belongs to [`Object`].
pub mod object {
    /// What the objects of a nested type are collected in.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ::prost::Enumeration)]
    #[repr(i32)]
    pub enum NestingMode {
        /// Not set, which a provider must not send.
        Invalid = 0,
        /// Nothing: there is one object.
        Single = 1,
        /// A list.
        List = 2,
        /// A set.
        Set = 3,
        /// A map.
        Map = 4,
    }

    impl NestingMode {
        /// Returns the name that the protocol gives to the mode.
        #[must_use]
        pub fn as_str_name(&self) -> &'static str {
            match self {
                Self::Invalid => "INVALID",
                Self::Single => "SINGLE",
                Self::List => "LIST",
                Self::Set => "SET",
                Self::Map => "MAP",
            }
        }

        /// Finds the mode that has this name in the protocol.
        #[must_use]
        pub fn from_str_name(name: &str) -> Option<Self> {
            match name {
                "INVALID" => Some(Self::Invalid),
                "SINGLE" => Some(Self::Single),
                "LIST" => Some(Self::List),
                "SET" => Some(Self::Set),
                "MAP" => Some(Self::Map),
                _ => None,
            }
        }
    }
}

impl AttributeMessage for Attribute {
    type Refusal = Infallible;

    fn write(attribute: &schema::Attribute) -> std::result::Result<Self, Infallible> {
        Ok(match &attribute.ty {
            AttributeType::Type(ty) => Attribute::of(attribute, Some(ty)),
            AttributeType::Nested(object) => Attribute {
                nested_type: Some(object_message(object)),
                ..Attribute::of(attribute, None)
            },
        })
    }

    fn read(&self) -> Result<schema::Attribute> {
        Ok(self.read_as(match &self.nested_type {
            None => AttributeType::Type(Type::from_json(&self.r#type)?),
            Some(object) => AttributeType::Nested(schema::Object {
                attributes: attributes(&object.attributes)?,
                nesting: match object.nesting() {
                    object::NestingMode::Single => Nesting::Single,
                    object::NestingMode::List => Nesting::List,
                    object::NestingMode::Set => Nesting::Set,
                    object::NestingMode::Map => Nesting::Map,
                    object::NestingMode::Invalid => return Err(tfplugin::no_nesting()),
                },
            }),
        }))
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn refused_in(refusal: Infallible, _: &str) -> Infallible {
        refusal
    }
}

fn object_message(object: &schema::Object) -> Object {
    let nesting = match object.nesting {
        Nesting::Single | Nesting::Group => object::NestingMode::Single,
        Nesting::List => object::NestingMode::List,
        Nesting::Set => object::NestingMode::Set,
        Nesting::Map => object::NestingMode::Map,
    };
    let members = object.attributes.iter().map(Attribute::write);
    Object {
        attributes: members.map(|Ok(member)| member).collect(),
        nesting: nesting.into(),
        ..Object::default()
    }
}
