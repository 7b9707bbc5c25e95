//! The names that Terraform's language reserves.

use super::SchemaKind;

const META: &[&str] = &["count", "depends_on", "for_each", "provider"];

impl SchemaKind {
    /// Returns the attributes that a configuration cannot set because Terraform reserves their names. Terraform removes
    /// reserved names from the block before it applies the provider's schema.
    ///
    /// Schemas of actions, list resources and state stores describe a separate block, in which no names are reserved.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::schema::SchemaKind;
    ///
    /// assert!(SchemaKind::Resource.reserved_attributes().contains(&"count"));
    /// assert!(SchemaKind::Action.reserved_attributes().is_empty());
    /// ```
    #[must_use]
    pub const fn reserved_attributes(self) -> &'static [&'static str] {
        match self {
            SchemaKind::Resource | SchemaKind::DataSource | SchemaKind::EphemeralResource => META,
            SchemaKind::Provider => &[
                "alias",
                "count",
                "depends_on",
                "for_each",
                "source",
                "version",
            ],
            SchemaKind::ProviderMeta
            | SchemaKind::ListResource
            | SchemaKind::Action
            | SchemaKind::StateStore => &[],
        }
    }

    /// Returns the nested blocks that a configuration cannot have, because Terraform reserves their
    /// names.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::schema::SchemaKind;
    ///
    /// assert!(SchemaKind::Resource.reserved_blocks().contains(&"provisioner"));
    /// ```
    #[must_use]
    pub const fn reserved_blocks(self) -> &'static [&'static str] {
        match self {
            SchemaKind::Resource => &["_", "connection", "lifecycle", "locals", "provisioner"],
            SchemaKind::DataSource | SchemaKind::EphemeralResource | SchemaKind::Provider => {
                &["_", "lifecycle", "locals"]
            }
            SchemaKind::ProviderMeta
            | SchemaKind::ListResource
            | SchemaKind::Action
            | SchemaKind::StateStore => &[],
        }
    }
}
