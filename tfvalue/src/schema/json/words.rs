//! The JSON strings for nesting modes and kinds of descriptions.

use crate::schema::{Nesting, StringKind};

/// An enum whose variants are strings in JSON.
pub(crate) trait Word: Copy + 'static {
    /// All strings that JSON may contain, for the error that lists them.
    const WORDS: &'static [&'static str];

    /// Returns the string for a variant.
    fn word(self) -> &'static str;

    /// Returns the variant for a string.
    fn from_word(word: &str) -> Option<Self>;
}

macro_rules! words {
    ($($Enum:ident { $($Variant:ident = $word:literal,)* })*) => {$(
        impl Word for $Enum {
            const WORDS: &'static [&'static str] = &[$($word),*];

            fn word(self) -> &'static str {
                match self {
                    $($Enum::$Variant => $word,)*
                }
            }

            fn from_word(word: &str) -> Option<Self> {
                match word {
                    $($word => Some($Enum::$Variant),)*
                    _ => None,
                }
            }
        }
    )*};
}

words! {
    Nesting {
        Single = "single",
        Group = "group",
        List = "list",
        Set = "set",
        Map = "map",
    }
    StringKind {
        Plain = "plain",
        Markdown = "markdown",
    }
}
