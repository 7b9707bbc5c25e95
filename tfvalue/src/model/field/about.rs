//! The description and the deprecation of a struct.

use crate::schema::StringKind;

/// The description and the deprecation of a struct, for use in its schema.
pub struct About {
    /// The description, or an empty string.
    pub description: &'static str,
    /// The deprecation message, if the struct is deprecated.
    pub deprecated: Option<&'static str>,
}

impl About {
    /// Nothing.
    pub const NOTHING: &Self = &About {
        description: "",
        deprecated: None,
    };
}

/// Doc comments are Markdown.
pub(super) fn kind_of(description: &str) -> StringKind {
    if description.is_empty() {
        StringKind::Plain
    } else {
        StringKind::Markdown
    }
}
