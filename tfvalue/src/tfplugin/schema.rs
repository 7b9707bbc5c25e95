//! The messages of schemas, generic over the message of an attribute.

use super::convert::AttributeMessage;

/// A block: attributes and nested blocks.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct Block<A: AttributeMessage> {
    /// The version, which Terraform ignores: only the version of the schema matters.
    #[prost(int64, tag = "1")]
    pub version: i64,
    /// The attributes.
    #[prost(message, repeated, tag = "2")]
    pub attributes: Vec<A>,
    /// The nested blocks.
    #[prost(message, repeated, tag = "3")]
    pub block_types: Vec<NestedBlock<A>>,
    /// The description.
    #[prost(string, tag = "4")]
    pub description: String,
    /// The format of the description.
    #[prost(enumeration = "super::messages::StringKind", tag = "5")]
    pub description_kind: i32,
    /// Whether the use of the block causes a warning.
    #[prost(bool, tag = "6")]
    pub deprecated: bool,
    /// The text of the warning for a deprecated block.
    #[prost(string, tag = "7")]
    pub deprecation_message: String,
    /// Whether the provider can set the nested block; only in protocol 6.
    #[prost(bool, tag = "8")]
    pub computed: bool,
}

/// A nested block.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct NestedBlock<A: AttributeMessage> {
    /// The name in the configuration.
    #[prost(string, tag = "1")]
    pub type_name: String,
    /// The content.
    #[prost(message, optional, tag = "2")]
    pub block: Option<Block<A>>,
    /// How the blocks become a value.
    #[prost(enumeration = "nested_block::NestingMode", tag = "3")]
    pub nesting: i32,
    /// The minimum number of blocks; 0 for no limit.
    #[prost(int64, tag = "4")]
    pub min_items: i64,
    /// The maximum number of blocks; 0 for no limit.
    #[prost(int64, tag = "5")]
    pub max_items: i64,
}

/// The types of the fields of a nested block.
pub mod nested_block {
    crate::tfplugin::enumeration! {
        /// How nested blocks become a value.
        NestingMode {
            /// Not set. A provider must not send it.
            Invalid = 0 "INVALID",
            /// One object; null if the block is absent.
            Single = 1 "SINGLE",
            /// A list.
            List = 2 "LIST",
            /// A set.
            Set = 3 "SET",
            /// A map, by the label of each block.
            Map = 4 "MAP",
            /// One object that is never null.
            Group = 5 "GROUP",
        }
    }
}
