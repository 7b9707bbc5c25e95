//! Schemas as messages. What differs between the versions of the protocol is the message of an
//! attribute, `A`.

use super::convert::AttributeMessage;

/// A block: attributes beside further blocks.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct Block<A: AttributeMessage> {
    /// A version of the block, which Terraform does not read; the one of the schema counts.
    #[prost(int64, tag = "1")]
    pub version: i64,
    /// The attributes.
    #[prost(message, repeated, tag = "2")]
    pub attributes: Vec<A>,
    /// The nested blocks.
    #[prost(message, repeated, tag = "3")]
    pub block_types: Vec<NestedBlock<A>>,
    /// What the block is for.
    #[prost(string, tag = "4")]
    pub description: String,
    /// The markup of the description.
    #[prost(enumeration = "super::messages::StringKind", tag = "5")]
    pub description_kind: i32,
    /// Whether the use of the block earns a warning.
    #[prost(bool, tag = "6")]
    pub deprecated: bool,
    /// What to use instead of a deprecated block.
    #[prost(string, tag = "7")]
    pub deprecation_message: String,
}

/// A block inside a block.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct NestedBlock<A: AttributeMessage> {
    /// The name, as the configuration spells it.
    #[prost(string, tag = "1")]
    pub type_name: String,
    /// What stands inside.
    #[prost(message, optional, tag = "2")]
    pub block: Option<Block<A>>,
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

/// What belongs to a nested block.
pub mod nested_block {
    crate::tfplugin::enumeration! {
        /// How the occurrences of a block become a value.
        NestingMode {
            /// Not set, which a provider must not send.
            Invalid = 0 "INVALID",
            /// One object, null where the block is absent.
            Single = 1 "SINGLE",
            /// A list.
            List = 2 "LIST",
            /// A set.
            Set = 3 "SET",
            /// A map, keyed by the label of each block.
            Map = 4 "MAP",
            /// One object that is never null.
            Group = 5 "GROUP",
        }
    }
}
