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

    /// Returns the arguments and the nested blocks that Terraform takes out of the root before the
    /// provider sees it. Those of lists and actions stand around the root, where they reserve
    /// nothing.
    pub(crate) fn reserved(self) -> [&'static [&'static str]; 2] {
        const META: &[&str] = &["count", "depends_on", "for_each", "provider"];
        match self {
            Kind::Resource => [
                META,
                &["_", "connection", "lifecycle", "locals", "provisioner"],
            ],
            Kind::DataSource | Kind::Ephemeral => [META, &["_", "lifecycle", "locals"]],
            Kind::Provider => [
                &[
                    "alias",
                    "count",
                    "depends_on",
                    "for_each",
                    "source",
                    "version",
                ],
                &["_", "lifecycle", "locals"],
            ],
            Kind::ProviderMeta | Kind::Identity | Kind::List | Kind::Action | Kind::Function => {
                [&[], &[]]
            }
        }
    }
}
