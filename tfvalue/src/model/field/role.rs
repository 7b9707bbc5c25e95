//! The kinds of schemas that derived structs describe, and the rules for their attributes.

use crate::schema::SchemaKind;

/// The kind of schema that a struct describes.
#[derive(Clone, Copy)]
pub enum Role {
    /// A nested struct, or a root struct without a `kind`.
    Part,
    /// A managed resource, which is configured by a `resource` block.
    Resource,
    /// A data source, which is configured by a `data` block.
    DataSource,
    /// The configuration of a provider.
    Provider,
    /// The metadata that a module sends to the provider.
    ProviderMeta,
    /// An ephemeral resource, which is configured by an `ephemeral` block.
    Ephemeral,
    /// The configuration of a list resource.
    List,
    /// An action, which is configured by an `action` block.
    Action,
    /// The configuration of a state store.
    StateStore,
}

impl Role {
    /// Returns the kind of schema, if the struct has a `kind`.
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
            Role::StateStore => SchemaKind::StateStore,
        })
    }

    /// Returns `true` if the struct has a `kind`.
    pub(super) const fn is_root(self) -> bool {
        !matches!(self, Role::Part)
    }

    /// Returns `true` if the provider may set attributes.
    pub(super) const fn can_compute(self) -> bool {
        matches!(
            self,
            Role::Part | Role::Resource | Role::DataSource | Role::Ephemeral
        )
    }

    /// Returns `true` if write-only attributes are allowed.
    pub(super) const fn can_write_only(self) -> bool {
        matches!(self, Role::Part | Role::Resource | Role::Action)
    }

    /// Returns `true` if the provider plans changes.
    pub(super) const fn plans(self) -> bool {
        matches!(self, Role::Resource)
    }

    /// Returns `true` if the provider receives a configuration with unknown values.
    pub(super) const fn meets_unknown(self) -> bool {
        matches!(
            self,
            Role::Resource | Role::Provider | Role::Ephemeral | Role::Action
        )
    }
}
