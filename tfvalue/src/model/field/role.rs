//! What a struct is the root of, and what such a root cannot contain.

use crate::schema::SchemaKind;

/// What a struct is the root of.
#[derive(Clone, Copy)]
pub enum Role {
    /// Nothing in particular: a nested block, say, or a root of which nothing is said.
    Part,
    /// A managed resource.
    Resource,
    /// A data source.
    DataSource,
    /// The configuration of a provider.
    Provider,
    /// What a module says of itself to a provider.
    ProviderMeta,
    /// An ephemeral resource.
    Ephemeral,
    /// The configuration of a list of resources.
    List,
    /// An action.
    Action,
}

impl Role {
    /// Returns the kind of schema that the struct describes.
    pub(super) const fn schema_kind(self) -> Option<SchemaKind> {
        Some(match self {
            Role::Part => return None,
            Role::Resource => SchemaKind::Resource,
            Role::DataSource => SchemaKind::DataSource,
            Role::Provider => SchemaKind::Provider,
            Role::ProviderMeta => SchemaKind::ProviderMeta,
            Role::Ephemeral => SchemaKind::EphemeralResource,
            Role::List => SchemaKind::ListResource,
            Role::Action => SchemaKind::Action,
        })
    }

    /// Returns `true` if the struct says what it is the root of.
    pub(super) const fn is_root(self) -> bool {
        !matches!(self, Role::Part)
    }

    /// Returns `true` if the provider may set attributes of its own.
    pub(super) const fn can_compute(self) -> bool {
        matches!(
            self,
            Role::Part | Role::Resource | Role::DataSource | Role::Ephemeral
        )
    }

    /// Returns `true` if there may be write-only attributes.
    pub(super) const fn can_write_only(self) -> bool {
        matches!(self, Role::Part | Role::Resource | Role::Action)
    }

    /// Returns `true` if unknown values arrive in what the configuration sets.
    pub(super) const fn meets_unknown(self) -> bool {
        matches!(
            self,
            Role::Resource | Role::Provider | Role::Ephemeral | Role::Action
        )
    }

    /// Returns `true` if the provider meets its own attributes before it has set them.
    pub(super) const fn meets_unset(self) -> bool {
        matches!(self, Role::Resource | Role::DataSource | Role::Ephemeral)
    }
}
