//! The message of an attribute.

/// Defines the message with the field numbers of one version of the protocol, and the conversion of
/// all fields except the type.
macro_rules! attribute_message {
    (
        write_only = $write_only:tt,
        deprecation_message = $deprecation_message:tt
        $(, $(#[$doc:meta])* $nested:ident: $object:ty = $tag:tt)?
    ) => {
        /// An attribute of a block.
        #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
        pub struct Attribute {
            /// The name in the configuration.
            #[prost(string, tag = "1")]
            pub name: String,
            /// The type, in the JSON of type constraints; empty if the attribute has a nested type.
            #[prost(bytes = "vec", tag = "2")]
            pub r#type: Vec<u8>,
            $(
                $(#[$doc])*
                #[prost(message, optional, tag = $tag)]
                pub $nested: Option<$object>,
            )?
            /// The description.
            #[prost(string, tag = "3")]
            pub description: String,
            /// Whether the configuration must set it.
            #[prost(bool, tag = "4")]
            pub required: bool,
            /// Whether the configuration can set it.
            #[prost(bool, tag = "5")]
            pub optional: bool,
            /// Whether the provider can set it.
            #[prost(bool, tag = "6")]
            pub computed: bool,
            /// Whether Terraform hides the value in its output.
            #[prost(bool, tag = "7")]
            pub sensitive: bool,
            /// The format of the description.
            #[prost(enumeration = "crate::tfplugin::messages::StringKind", tag = "8")]
            pub description_kind: i32,
            /// Whether the use of the attribute causes a warning.
            #[prost(bool, tag = "9")]
            pub deprecated: bool,
            /// Whether the provider receives the value, but it is never stored.
            #[prost(bool, tag = $write_only)]
            pub write_only: bool,
            /// The text of the warning for a deprecated attribute.
            #[prost(string, tag = $deprecation_message)]
            pub deprecation_message: String,
        }

        impl Attribute {
            /// Converts all fields, with the given type.
            fn with_type(&self, ty: crate::schema::AttributeType) -> crate::schema::Attribute {
                crate::schema::Attribute {
                    name: self.name.clone().into(),
                    ty,
                    description: self.description.clone().into(),
                    description_kind: self.description_kind().into(),
                    required: self.required,
                    optional: self.optional,
                    computed: self.computed,
                    sensitive: self.sensitive,
                    write_only: self.write_only,
                    deprecated: self.deprecated,
                    deprecation_message: self.deprecation_message.clone().into(),
                }
            }
        }
    };
}

pub(crate) use attribute_message;
