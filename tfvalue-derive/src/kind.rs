//! What a struct is the root of.

/// What a struct is the root of.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    Resource,
    DataSource,
    Provider,
    ProviderMeta,
    Ephemeral,
    Identity,
    List,
    Action,
    Function,
}

impl Kind {
    /// The kinds by the words that say them, and the names of the library for them.
    pub(crate) const ALL: [(&'static str, &'static str, Self); 9] = [
        ("resource", "Resource", Kind::Resource),
        ("data_source", "DataSource", Kind::DataSource),
        ("provider", "Provider", Kind::Provider),
        ("provider_meta", "ProviderMeta", Kind::ProviderMeta),
        ("ephemeral", "Ephemeral", Kind::Ephemeral),
        ("identity", "Identity", Kind::Identity),
        ("list", "List", Kind::List),
        ("action", "Action", Kind::Action),
        ("function", "Part", Kind::Function),
    ];

    /// Returns the name of the library for what the struct is the root of.
    pub(crate) fn role(self) -> &'static str {
        let found = Self::ALL.iter().find(|(_, _, kind)| *kind == self);
        found.map_or("Part", |(_, role, _)| role)
    }

    /// Tells whether values of it are stored, and so have a version.
    pub(crate) fn is_stored(self) -> bool {
        matches!(self, Kind::Resource | Kind::Identity)
    }

    /// Returns the names at the root that Terraform keeps for itself.
    pub(crate) fn reserved(self) -> &'static [&'static str] {
        match self {
            Kind::Resource => &[
                "connection",
                "count",
                "depends_on",
                "for_each",
                "lifecycle",
                "locals",
                "provider",
                "provisioner",
            ],
            Kind::DataSource | Kind::Ephemeral => &[
                "count",
                "depends_on",
                "for_each",
                "lifecycle",
                "locals",
                "provider",
            ],
            Kind::Provider => &[
                "alias",
                "count",
                "depends_on",
                "for_each",
                "lifecycle",
                "locals",
                "source",
                "version",
            ],
            Kind::ProviderMeta | Kind::Identity | Kind::List | Kind::Action | Kind::Function => &[],
        }
    }
}
