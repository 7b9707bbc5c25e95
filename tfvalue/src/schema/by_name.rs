//! Keeps attributes and nested blocks sorted by name.

use super::{Attribute, IdentityAttribute, NestedBlock};

/// An element of a schema that has a name.
pub(crate) trait Named {
    /// Returns the name that the configuration uses.
    fn name(&self) -> &str;

    /// Sets the name, which is the key of the element in JSON.
    fn set_name(&mut self, name: String);
}

macro_rules! named {
    ($($ty:ident $field:ident)*) => {$(
        impl Named for $ty {
            fn name(&self) -> &str {
                &self.$field
            }

            fn set_name(&mut self, name: String) {
                self.$field = name.into();
            }
        }
    )*};
}

named! {
    Attribute name
    NestedBlock type_name
    IdentityAttribute name
}

/// Sorts elements by name. Elements that are already sorted, such as the elements that Terraform prints, require only a
/// single pass.
pub(crate) fn sort<T: Named>(all: &mut [T]) {
    all.sort_by(|a, b| a.name().cmp(b.name()));
}
