//! Enumerations, as prost-build would generate them.

/// Defines an enumeration with the numbers and the names that the protocol gives to its variants.
macro_rules! enumeration {
    ($(#[$doc:meta])* $name:ident {
        $($(#[$variant_doc:meta])* $variant:ident = $number:tt $text:literal,)*
    }) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ::prost::Enumeration,
        )]
        #[repr(i32)]
        pub enum $name {
            $($(#[$variant_doc])* $variant = $number,)*
        }

        impl $name {
            /// Returns the name that the protocol gives to the variant.
            #[must_use]
            pub fn as_str_name(&self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)*
                }
            }

            /// Finds the variant that has this name in the protocol.
            #[must_use]
            pub fn from_str_name(name: &str) -> Option<Self> {
                match name {
                    $($text => Some(Self::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

pub(crate) use enumeration;
