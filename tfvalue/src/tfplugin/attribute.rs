//! The message of an attribute.

/// Defines the message with the field numbers of a protocol version, and provides these numbers to the reader.
macro_rules! attribute_message {
    (
        write_only = $write_only:tt,
        deprecation_message = $deprecation_message:tt
        $(, $(#[$doc:meta])* $nested:ident: $object:ty = $tag:tt)?
    ) => {
        crate::tfplugin::message! {
            /// An attribute of a block.
            #[derive(Clone, PartialEq, Eq, Hash)]
            pub struct Attribute {
                /// The name in the configuration.
                pub name: String = 1,
                /// The type as a JSON type constraint. The field is empty if the attribute has a nested type.
                pub r#type: Vec<u8> = 2,
                /// The description for users, or an empty string if there is no description.
                pub description: String = 3,
                /// Whether the configuration must set the attribute.
                pub required: bool = 4,
                /// Whether the configuration can set the attribute.
                pub optional: bool = 5,
                /// Whether the provider can set the attribute.
                pub computed: bool = 6,
                /// Whether Terraform hides the value in its output.
                pub sensitive: bool = 7,
                /// The format of the description.
                pub description_kind: i32 as crate::tfplugin::messages::StringKind = 8,
                /// Whether the use of the attribute causes a warning.
                pub deprecated: bool = 9,
                $(
                    $(#[$doc])*
                    pub $nested: Option<$object> = $tag,
                )?
                /// Whether the value is sent to the provider but never stored.
                pub write_only: bool = $write_only,
                /// The deprecation message.
                pub deprecation_message: String = $deprecation_message,
            }
        }

        impl Attribute {
            const NUMBERS: crate::tfplugin::read::Numbers = crate::tfplugin::read::Numbers {
                nested_type: [$($tag)?].first().copied(),
                write_only: $write_only,
                deprecation_message: $deprecation_message,
            };
        }
    };
}

pub(crate) use attribute_message;
