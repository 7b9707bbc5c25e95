//! The messages themselves, laid out as prost-build would generate them.
//!
//! They hold no more than the wire does, so that a provider's own build can put them in place of
//! generated ones:
//!
//! ```text
//! prost_config.extern_path(".tfplugin6.DynamicValue", "::tfvalue::tfplugin6::DynamicValue");
//! ```
//!
//! Numbers and names are those of protocol 6.10 with the deprecation messages of Terraform 1.15.
//! Fields that a peer does not know are skipped by it, so the newest layout serves every 6.x.

use std::collections::HashMap;

/// A Terraform value on the wire: MessagePack, or JSON where MessagePack is absent.
///
/// A message in which both are empty stands for null.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct DynamicValue {
    /// The value in MessagePack; it counts where both are given.
    #[prost(bytes = "vec", tag = "1")]
    pub msgpack: Vec<u8>,
    /// The value in JSON, which cannot express unknown values.
    #[prost(bytes = "vec", tag = "2")]
    pub json: Vec<u8>,
}

/// An error or a warning for the user, at a place in the configuration if there is one to name.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct Diagnostic {
    /// Whether this stops the operation.
    #[prost(enumeration = "diagnostic::Severity", tag = "1")]
    pub severity: i32,
    /// One line that says what is wrong.
    #[prost(string, tag = "2")]
    pub summary: String,
    /// What the user can do about it.
    #[prost(string, tag = "3")]
    pub detail: String,
    /// The attribute at fault.
    #[prost(message, optional, tag = "4")]
    pub attribute: Option<AttributePath>,
}

/// What belongs to [`Diagnostic`].
pub mod diagnostic {
    /// How much a diagnostic matters.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ::prost::Enumeration)]
    #[repr(i32)]
    pub enum Severity {
        /// Not set, which a provider must not send.
        Invalid = 0,
        /// The operation failed.
        Error = 1,
        /// The operation goes on.
        Warning = 2,
    }

    impl Severity {
        /// Returns the name that the protocol gives to the severity.
        #[must_use]
        pub fn as_str_name(&self) -> &'static str {
            match self {
                Self::Invalid => "INVALID",
                Self::Error => "ERROR",
                Self::Warning => "WARNING",
            }
        }

        /// Finds the severity that has this name in the protocol.
        #[must_use]
        pub fn from_str_name(name: &str) -> Option<Self> {
            match name {
                "INVALID" => Some(Self::Invalid),
                "ERROR" => Some(Self::Error),
                "WARNING" => Some(Self::Warning),
                _ => None,
            }
        }
    }
}

/// The failure of a provider's function.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct FunctionError {
    /// What went wrong, in words for the user.
    #[prost(string, tag = "1")]
    pub text: String,
    /// The argument at fault, counted from 0, where one is.
    #[prost(int64, optional, tag = "2")]
    pub function_argument: Option<i64>,
}

/// The way from a value to a part of it.
///
/// No step leads into a set: its elements have no address.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct AttributePath {
    /// The steps, outermost first.
    #[prost(message, repeated, tag = "1")]
    pub steps: Vec<attribute_path::Step>,
}

/// What belongs to [`AttributePath`].
pub mod attribute_path {
    /// One step of a path.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Step {
        /// Where the step leads; absent only in a malformed message.
        #[prost(oneof = "step::Selector", tags = "1, 2, 3")]
        pub selector: Option<step::Selector>,
    }

    /// What belongs to [`Step`].
    pub mod step {
        /// Where a step leads.
        #[derive(Clone, PartialEq, Eq, Hash, ::prost::Oneof)]
        pub enum Selector {
            /// To the attribute or nested block of this name.
            #[prost(string, tag = "1")]
            AttributeName(String),
            /// To the element of a map under this key.
            #[prost(string, tag = "2")]
            ElementKeyString(String),
            /// To the element of a list or tuple at this index.
            #[prost(int64, tag = "3")]
            ElementKeyInt(i64),
        }
    }
}

/// The markup of a description.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ::prost::Enumeration)]
#[repr(i32)]
pub enum StringKind {
    /// Plain text.
    Plain = 0,
    /// Markdown.
    Markdown = 1,
}

impl StringKind {
    /// Returns the name that the protocol gives to the markup.
    #[must_use]
    pub fn as_str_name(&self) -> &'static str {
        match self {
            Self::Plain => "PLAIN",
            Self::Markdown => "MARKDOWN",
        }
    }

    /// Finds the markup that has this name in the protocol.
    #[must_use]
    pub fn from_str_name(name: &str) -> Option<Self> {
        match name {
            "PLAIN" => Some(Self::Plain),
            "MARKDOWN" => Some(Self::Markdown),
            _ => None,
        }
    }
}

/// A resource's state as it was stored, perhaps by an older version of the provider.
#[derive(Clone, PartialEq, Eq, ::prost::Message)]
pub struct RawState {
    /// The state in JSON, as every Terraform since 0.12 stores it.
    #[prost(bytes = "vec", tag = "1")]
    pub json: Vec<u8>,
    /// The state as older releases stored it: flattened to strings.
    #[prost(map = "string, string", tag = "2")]
    pub flatmap: HashMap<String, String>,
}

/// The schema of a provider, a resource, a data source or an ephemeral resource.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct Schema {
    /// The version that a stored state is compared with.
    #[prost(int64, tag = "1")]
    pub version: i64,
    /// The outermost block.
    #[prost(message, optional, tag = "2")]
    pub block: Option<schema::Block>,
}

/// What belongs to [`Schema`].
pub mod schema {
    /// A block: attributes beside further blocks.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Block {
        /// A version of the block, which Terraform does not read; the one in [`Schema`](super::Schema) counts.
        #[prost(int64, tag = "1")]
        pub version: i64,
        /// The attributes.
        #[prost(message, repeated, tag = "2")]
        pub attributes: Vec<Attribute>,
        /// The nested blocks.
        #[prost(message, repeated, tag = "3")]
        pub block_types: Vec<NestedBlock>,
        /// What the block is for.
        #[prost(string, tag = "4")]
        pub description: String,
        /// The markup of the description.
        #[prost(enumeration = "super::StringKind", tag = "5")]
        pub description_kind: i32,
        /// Whether the use of the block earns a warning.
        #[prost(bool, tag = "6")]
        pub deprecated: bool,
        /// What to use instead of a deprecated block.
        #[prost(string, tag = "7")]
        pub deprecation_message: String,
    }

    /// An attribute: either of a type, or of a nested type.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Attribute {
        /// The name, as the configuration spells it.
        #[prost(string, tag = "1")]
        pub name: String,
        /// The type, in the JSON of type constraints; empty where there is a nested type.
        #[prost(bytes = "vec", tag = "2")]
        pub r#type: Vec<u8>,
        /// The nested type, whose members are attributes in their own right.
        #[prost(message, optional, tag = "10")]
        pub nested_type: Option<Object>,
        /// What the attribute is for.
        #[prost(string, tag = "3")]
        pub description: String,
        /// Whether the configuration must set it.
        #[prost(bool, tag = "4")]
        pub required: bool,
        /// Whether the configuration may set it.
        #[prost(bool, tag = "5")]
        pub optional: bool,
        /// Whether the provider may set it.
        #[prost(bool, tag = "6")]
        pub computed: bool,
        /// Whether Terraform hides the value from its output.
        #[prost(bool, tag = "7")]
        pub sensitive: bool,
        /// The markup of the description.
        #[prost(enumeration = "super::StringKind", tag = "8")]
        pub description_kind: i32,
        /// Whether the use of the attribute earns a warning.
        #[prost(bool, tag = "9")]
        pub deprecated: bool,
        /// Whether the value reaches the provider but is never stored.
        #[prost(bool, tag = "11")]
        pub write_only: bool,
        /// What to use instead of a deprecated attribute.
        #[prost(string, tag = "12")]
        pub deprecation_message: String,
    }

    /// A block inside a block.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct NestedBlock {
        /// The name, as the configuration spells it.
        #[prost(string, tag = "1")]
        pub type_name: String,
        /// What stands inside.
        #[prost(message, optional, tag = "2")]
        pub block: Option<Block>,
        /// How often the block may occur, and what the occurrences become.
        #[prost(enumeration = "nested_block::NestingMode", tag = "3")]
        pub nesting: i32,
        /// The fewest occurrences; 0 where there is no such bound.
        #[prost(int64, tag = "4")]
        pub min_items: i64,
        /// The most occurrences; 0 where there is no such bound.
        #[prost(int64, tag = "5")]
        pub max_items: i64,
    }

    /// What belongs to [`NestedBlock`].
    pub mod nested_block {
        /// How the occurrences of a block become a value.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ::prost::Enumeration,
        )]
        #[repr(i32)]
        pub enum NestingMode {
            /// Not set, which a provider must not send.
            Invalid = 0,
            /// One object, null where the block is absent.
            Single = 1,
            /// A list.
            List = 2,
            /// A set.
            Set = 3,
            /// A map, keyed by the label of each block.
            Map = 4,
            /// One object that is never null.
            Group = 5,
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
                    Self::Group => "GROUP",
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
                    "GROUP" => Some(Self::Group),
                    _ => None,
                }
            }
        }
    }

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
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ::prost::Enumeration,
        )]
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::prost::Message as _;

    #[test]
    fn fields_stand_under_the_protocols_numbers() {
        let attribute = schema::Attribute {
            name: "n".to_owned(),
            r#type: b"\"bool\"".to_vec(),
            description: "d".to_owned(),
            required: true,
            optional: true,
            computed: true,
            sensitive: true,
            description_kind: StringKind::Markdown.into(),
            deprecated: true,
            nested_type: Some(schema::Object {
                nesting: schema::object::NestingMode::Map.into(),
                ..Default::default()
            }),
            write_only: true,
            deprecation_message: "m".to_owned(),
        };
        let wire = b"\x0a\x01n\x12\x06\"bool\"\x1a\x01d\x20\x01\x28\x01\x30\x01\x38\x01\x40\x01\x48\x01\x52\x02\x18\x04\x58\x01\x62\x01m";
        assert_eq!(attribute.encode_to_vec(), wire);
        assert_eq!(schema::Attribute::decode(&wire[..]), Ok(attribute));

        let block = schema::Block {
            block_types: vec![schema::NestedBlock {
                type_name: "b".to_owned(),
                nesting: schema::nested_block::NestingMode::Group.into(),
                min_items: 1,
                max_items: 2,
                ..Default::default()
            }],
            deprecated: true,
            deprecation_message: "m".to_owned(),
            ..Default::default()
        };
        let wire = b"\x1a\x09\x0a\x01b\x18\x05\x20\x01\x28\x02\x30\x01\x3a\x01m";
        assert_eq!(block.encode_to_vec(), wire);
    }

    #[test]
    fn a_step_is_one_of_three() {
        use attribute_path::{Step, step::Selector};
        let path = AttributePath {
            steps: [
                Selector::AttributeName("a".to_owned()),
                Selector::ElementKeyString("k".to_owned()),
                Selector::ElementKeyInt(3),
            ]
            .map(|selector| Step {
                selector: Some(selector),
            })
            .to_vec(),
        };
        assert_eq!(
            path.encode_to_vec(),
            b"\x0a\x03\x0a\x01a\x0a\x03\x12\x01k\x0a\x02\x18\x03"
        );
    }

    #[test]
    fn messages_of_a_newer_protocol_lose_only_what_is_new() {
        // Block.computed is field 8 from protocol 6.11 on.
        let block = schema::Block::decode(&b"\x30\x01\x40\x01"[..]).unwrap();
        assert_eq!(
            block,
            schema::Block {
                deprecated: true,
                ..Default::default()
            }
        );
    }
}
