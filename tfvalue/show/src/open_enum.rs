//! Enums that Terraform may extend.

/// Defines enums of strings that keep an unknown string.
macro_rules! open_enum {
    ($($(#[$meta:meta])* pub enum $Name:ident {
        $($(#[$variant_meta:meta])* $Variant:ident = $text:literal,)*
    })*) => {$(
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum $Name {
            $($(#[$variant_meta])* $Variant,)*
            /// Any other string, such as a string from a newer release.
            Other(Box<str>),
        }

        impl $Name {
            /// Returns the string that represents the value in JSON.
            #[must_use]
            pub fn as_str(&self) -> &str {
                match self {
                    $($Name::$Variant => $text,)*
                    $Name::Other(text) => text,
                }
            }
        }

        impl Default for $Name {
            /// Returns the empty string as [`Other`](Self::Other).
            fn default() -> Self {
                "".into()
            }
        }

        impl From<&str> for $Name {
            fn from(text: &str) -> Self {
                match text {
                    $($text => $Name::$Variant,)*
                    other => $Name::Other(other.into()),
                }
            }
        }

        impl std::fmt::Display for $Name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl $crate::field::Field for $Name {
            fn read<'de, D: serde::de::Deserializer<'de>>(
                deserializer: D,
                path: &tfvalue::__internal::show::ErrorPath,
            ) -> tfvalue::Result<Self, D::Error> {
                let text = <String as $crate::field::Field>::read(deserializer, path)?;
                Ok(text.as_str().into())
            }
        }

        $crate::field::deserialize_as_field! { $Name }

        impl serde::ser::Serialize for $Name {
            fn serialize<S: serde::ser::Serializer>(&self, serializer: S) -> tfvalue::Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }
    )*};
}

pub(super) use open_enum;
