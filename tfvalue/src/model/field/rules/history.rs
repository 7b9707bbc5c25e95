//! The requirements that imports and identities place on the fields of a resource.

use super::planning::find;
use crate::model::field::{Field, Form};
use crate::model::{TypeKind, fail};

impl Field {
    /// Checks that an attribute can be set from an import ID. A failure is a compiler error.
    ///
    /// # Panics
    ///
    /// Panics if no stored string or number has this name.
    #[track_caller]
    pub const fn check_import(fields: &[Field], name: &str) {
        let Some(field) = find(fields, name) else {
            panic!("`import` names an attribute that the struct does not have");
        };
        assert!(
            field.is_stored_attribute(),
            "`import` names a nested block or a write-only attribute: name stored attributes"
        );
        assert!(
            matches!(field.facts.kind, TypeKind::String | TypeKind::Number),
            "`import` only sets strings and numbers: name other attributes"
        );
    }

    /// Checks that a resource has the attributes of its identity. A failure is a compiler error.
    ///
    /// # Panics
    ///
    /// Panics if an attribute is missing or has a different type.
    #[track_caller]
    pub const fn check_identity(fields: &[Field], identity: &[Field]) {
        let mut rest = identity;
        while let [attribute, others @ ..] = rest {
            rest = others;
            let not_in_state = matches!(
                attribute.form,
                Form::Identity {
                    not_in_state: true,
                    ..
                }
            );
            let field = match find(fields, attribute.name) {
                None if not_in_state => continue,
                None => fail(&[
                    "the resource does not have the attribute `",
                    attribute.name,
                    "` of its identity: add it to the resource, rename it in the identity, or write `not_in_state` there",
                ]),
                Some(_) if not_in_state => fail(&[
                    "the attribute `",
                    attribute.name,
                    "` of the identity is `not_in_state`, but the resource has it: remove `not_in_state`",
                ]),
                Some(field) => field,
            };
            assert!(
                field.is_stored_attribute(),
                "an attribute of the identity is a nested block or a write-only attribute in the resource: use a stored attribute"
            );
            assert!(
                field.has_kind_of(attribute),
                "an attribute of the identity has another type in the resource: use the same type"
            );
            if matches!(field.flags(), Some((flags, _)) if flags.sensitive) {
                fail(&[
                    "the attribute `",
                    attribute.name,
                    "` is sensitive in the resource, but an identity cannot express this, and Terraform would show the value: use another attribute",
                ]);
            }
        }
    }

    const fn is_stored_attribute(&self) -> bool {
        match self.form {
            Form::Attribute { flags, .. } | Form::Object(flags) => !flags.write_only,
            Form::Block { .. } | Form::Member | Form::Identity { .. } => false,
        }
    }

    const fn has_kind_of(&self, other: &Field) -> bool {
        self.facts.kind as u8 == other.facts.kind as u8
            && match (self.facts.element_kind(), other.facts.element_kind()) {
                (None, None) => true,
                (Some(one), Some(other)) => one as u8 == other as u8,
                _ => false,
            }
    }
}
