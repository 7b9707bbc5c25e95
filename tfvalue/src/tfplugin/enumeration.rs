//! Enumerations in the form that prost-build generates.

/// Defines an enumeration with the numbers and names in the protocol.
macro_rules! enumeration {
    ($(#[$doc:meta])* $name:ident {
        $($(#[$variant_doc:meta])* $variant:ident = $number:tt $text:literal,)*
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(i32)]
        #[non_exhaustive]
        pub enum $name {
            $($(#[$variant_doc])* $variant = $number,)*
        }

        impl $name {
            /// Returns the name of the variant in the protocol.
            #[must_use]
            pub fn as_str_name(&self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)*
                }
            }
        }

        impl From<$name> for i32 {
            fn from(variant: $name) -> i32 {
                variant as i32
            }
        }

        impl TryFrom<i32> for $name {
            type Error = ::prost::UnknownEnumValue;

            fn try_from(number: i32) -> Result<Self, ::prost::UnknownEnumValue> {
                match number {
                    $($number => Ok(Self::$variant),)*
                    _ => Err(::prost::UnknownEnumValue(number)),
                }
            }
        }
    };
}

pub(crate) use enumeration;
