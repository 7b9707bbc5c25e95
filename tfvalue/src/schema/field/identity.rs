//! Identities of resources.

use std::borrow::Cow;

use super::{Field, Form};
use crate::schema::TfType;
use crate::ty::Type;

/// The description of what tells a resource from all others, as an import may give it.
///
/// Source: `ResourceIdentitySchema` of protocol 6.9.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IdentitySchema {
    /// The version of the stored form: a change of it makes Terraform ask for an upgrade.
    pub version: i64,
    /// The attributes, sorted by name.
    pub attributes: Vec<IdentityAttribute>,
}

/// An attribute of an identity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdentityAttribute {
    /// The name.
    pub name: Cow<'static, str>,
    /// What values it takes: no maps, sets or objects.
    pub ty: Type,
    /// Whether an import must give it.
    pub required_for_import: bool,
    /// Whether an import may give it.
    pub optional_for_import: bool,
    /// What the attribute is for.
    pub description: Cow<'static, str>,
}

/// A struct that describes the identity of a resource; derived by
/// [`#[derive(TfSchema)]`](macro@crate::TfSchema) with `#[tf(kind = identity)]`.
pub trait TfIdentity: TfType {
    /// The version of the stored form.
    const VERSION: i64;

    /// Describes the attributes.
    fn identity_schema() -> IdentitySchema;
}

impl Field {
    /// Makes it an attribute of an identity.
    #[must_use]
    pub const fn identity(mut self, required: bool, optional: bool) -> Self {
        self.form = Form::Identity { required, optional };
        self
    }

    /// Makes the schema of an identity.
    #[must_use]
    pub fn identity_of(fields: &[Field], version: i64) -> IdentitySchema {
        let attributes = fields.iter().filter_map(Field::as_identity).collect();
        IdentitySchema {
            version,
            attributes,
        }
    }

    fn as_identity(&self) -> Option<IdentityAttribute> {
        let Form::Identity { required, optional } = self.form else {
            return None;
        };
        // What is said of neither is implied by the type, as for other attributes.
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
