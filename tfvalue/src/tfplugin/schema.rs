//! The messages for schemas, which are generic over the message for an attribute.

use super::convert::AttributeMessage;

crate::tfplugin::message! {
    /// A block, which contains attributes and nested blocks.
    #[derive(Clone, PartialEq, Eq, Hash)]
    pub struct Block<A: AttributeMessage> {
        /// The version, which Terraform ignores, because only the version of the schema matters.
        pub version: i64 = 1,
        /// The attributes. An attribute must not have the same name as a nested block.
        pub attributes: Vec<A> = 2,
        /// The nested blocks, with one entry for each name.
        pub block_types: Vec<NestedBlock<A>> = 3,
        /// The description for users, or an empty string if there is no description.
        pub description: String = 4,
        /// The format of the description.
        pub description_kind: i32 as super::messages::StringKind = 5,
        /// Whether the use of the block causes a warning.
        pub deprecated: bool = 6,
        /// The deprecation message.
        pub deprecation_message: String = 7,
        /// Whether the provider can set the nested block; only in protocol 6.
        pub computed: bool = 8,
    }

    /// The nested blocks of a block that share a name.
    #[derive(Clone, PartialEq, Eq, Hash)]
    pub struct NestedBlock<A: AttributeMessage> {
        /// The name in the configuration.
        pub type_name: String = 1,
        /// The attributes and nested blocks of each block.
        pub block: Option<Block<A>> = 2,
        /// The way in which the blocks are combined into a value.
        pub nesting: i32 as nested_block::NestingMode = 3,
        /// The minimum number of blocks, or 0 for no limit.
        pub min_items: i64 = 4,
        /// The maximum number of blocks, or 0 for no limit.
        pub max_items: i64 = 5,
    }
}

/// The types of the fields of a nested block.
pub mod nested_block {
    crate::tfplugin::enumeration! {
        /// The way in which nested blocks are combined into a value.
        NestingMode {
            /// Not set. A provider must not send this value.
            #[default]
            Invalid = 0 "INVALID",
            /// A single object, which is null if the block is absent.
            Single = 1 "SINGLE",
            /// A list, in the order of the configuration.
            List = 2 "LIST",
            /// A set, without an order and without equal blocks.
            Set = 3 "SET",
            /// A map whose keys are the labels of the blocks.
            Map = 4 "MAP",
            /// A single object that is never null.
            Group = 5 "GROUP",
        }
    }
}
