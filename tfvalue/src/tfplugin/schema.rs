//! The messages of schemas, generic over the message of an attribute.

use super::convert::AttributeMessage;

crate::tfplugin::message! {
    /// A block: attributes and nested blocks.
    #[derive(Clone, PartialEq, Eq, Hash)]
    pub struct Block<A: AttributeMessage> {
        /// The version, which Terraform ignores: only the version of the schema matters.
        pub version: i64 = 1,
        /// The attributes, none of which has the name of a nested block.
        pub attributes: Vec<A> = 2,
        /// The nested blocks, one entry for each name.
        pub block_types: Vec<NestedBlock<A>> = 3,
        /// The description for users; empty if there is none.
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

    /// The blocks of one name inside another block.
    #[derive(Clone, PartialEq, Eq, Hash)]
    pub struct NestedBlock<A: AttributeMessage> {
        /// The name in the configuration.
        pub type_name: String = 1,
        /// The attributes and nested blocks of each block.
        pub block: Option<Block<A>> = 2,
        /// How the blocks become a value.
        pub nesting: i32 as nested_block::NestingMode = 3,
        /// The minimum number of blocks; 0 for no limit.
        pub min_items: i64 = 4,
        /// The maximum number of blocks; 0 for no limit.
        pub max_items: i64 = 5,
    }
}

/// The types of the fields of a nested block.
pub mod nested_block {
    crate::tfplugin::enumeration! {
        /// How nested blocks become a value.
        NestingMode {
            /// Not set. A provider must not send it.
            #[default]
            Invalid = 0 "INVALID",
            /// One object; null if the block is absent.
            Single = 1 "SINGLE",
            /// A list, in the order of the configuration.
            List = 2 "LIST",
            /// A set, without an order and without equal blocks.
            Set = 3 "SET",
            /// A map, by the label of each block.
            Map = 4 "MAP",
            /// One object that is never null.
            Group = 5 "GROUP",
        }
    }
}
