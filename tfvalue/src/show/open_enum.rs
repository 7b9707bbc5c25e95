//! Enumerations that Terraform may extend: words of which some are known.

/// Defines enumerations of words, which keep a word that is not known.
macro_rules! words {
    ($($(#[$meta:meta])* pub enum $Name:ident {
        $($(#[$word_meta:meta])* $Word:ident = $text:literal,)*
    })*) => {$(
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum $Name {
            $($(#[$word_meta])* $Word,)*
            /// A word that this library does not know.
            Other(Box<str>),
        }

        impl $Name {
            /// Returns the word as it stands in JSON.
            #[must_use]
            pub fn as_str(&self) -> &str {
                match self {
                    $($Name::$Word => $text,)*
                    $Name::Other(word) => word,
                }
            }
        }

        impl Default for $Name {
            /// Makes the empty word.
            fn default() -> Self {
                "".into()
            }
        }

        impl From<&str> for $Name {
            fn from(word: &str) -> Self {
                match word {
                    $($text => $Name::$Word,)*
                    other => $Name::Other(other.into()),
                }
            }
        }

        impl std::fmt::Display for $Name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl field::Field for $Name {
            fn read<'de, D: serde::de::Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
                <String as field::Field>::read(deserializer).map(|word| word.as_str().into())
            }
        }

        impl<'de> serde::de::Deserialize<'de> for $Name {
            fn deserialize<D: serde::de::Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
                <Self as field::Field>::read(deserializer)
            }
        }

        impl serde::ser::Serialize for $Name {
            fn serialize<S: serde::ser::Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }
    )*};
}

pub(super) use words;
