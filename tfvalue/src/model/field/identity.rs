//! Identities of resources.

use super::{Field, Form};
use crate::model::{Code, History, IdentitySchema, ResourceIdentity, TfType};
use crate::schema::{Identity, IdentityAttribute};
use crate::state;

/// A struct with the attributes of a resource's identity.
/// [`#[derive(TfSchema)]`](macro@crate::TfSchema) implements this trait for structs with `#[tf(kind = identity)]`.
///
/// # Examples
///
/// ```
/// use tfvalue::{TfSchema, types::TfIdentity};
///
/// #[derive(TfSchema)]
/// #[tf(kind = identity, version = 1)]
/// struct ServerIdentity {
///     #[tf(required)]
///     id: String,
/// }
///
/// let identity = ServerIdentity::identity_schema();
/// assert_eq!(identity.version, 1);
/// assert!(identity.attributes[0].required_for_import);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the identity of a resource",
    label = "does not implement `TfIdentity`",
    note = "derive `TfSchema` with `#[tf(kind = identity)]` for the struct"
)]
pub trait TfIdentity: TfType + Sized {
    /// The version of the schema.
    const VERSION: i64;

    /// The annotations for stored identities.
    #[doc(hidden)]
    const HISTORY: &'static History = &History::NONE;

    /// The facts about this identity that a resource requires.
    #[doc(hidden)]
    const OF_RESOURCE: ResourceIdentity = ResourceIdentity {
        schema: IdentitySchema::Const(Self::identity_schema),
        upgrade: Code::Const(state::upgrade_identity::<Self>),
    };

    /// Returns the attributes by which an object can be imported, with the version of their schema.
    fn identity_schema() -> Identity;
}

impl Field {
    /// Converts the field to an attribute of an identity.
    #[must_use]
    pub const fn identity(mut self, required: bool, optional: bool, not_in_state: bool) -> Self {
        self.form = Form::Identity {
            required,
            optional,
            not_in_state,
        };
        self
    }

    /// Checks `optional` in an identity. A failure is a compiler error.
    ///
    /// # Panics
    ///
    /// Panics if the type cannot represent null.
    #[track_caller]
    pub const fn check_optional_for_import(&self) {
        assert!(
            self.facts.null,
            "an import can omit an attribute with `optional`, but the type has no null: use `Option`, or write `required`"
        );
    }

    /// Creates the schema of an identity.
    #[must_use]
    pub fn identity_of(fields: &[Field], version: i64) -> Identity {
        let attributes = fields.iter().filter_map(Field::as_identity).collect();
        Identity {
            version,
            attributes,
        }
    }

    fn as_identity(&self) -> Option<IdentityAttribute> {
        let Form::Identity {
            required, optional, ..
        } = self.form
        else {
            return None;
        };
        // If no flag is set, the type implies the flag, as for other attributes.
        let neither = !required && !optional;
        Some(IdentityAttribute {
            name: self.name.into(),
            ty: (self.ty)(),
            required_for_import: required || (neither && !self.facts.null),
            optional_for_import: optional || (neither && self.facts.null),
            description: self.description_with_values(),
        })
    }
}
