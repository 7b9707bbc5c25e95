//! The kinds of structs that are the root of a schema.

use proc_macro2::Ident;
use quote::format_ident;

use crate::ctxt::Ctxt;
use crate::meta::Item;
use crate::suggest::{list, nearest};

/// The kind of a struct that is the root of a schema.
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
    StateStore,
}

impl Kind {
    /// Each kind, with its name in `kind = …` and the role of its fields in the library.
    const ALL: [(&'static str, &'static str, Self); 9] = [
        ("resource", "Resource", Kind::Resource),
        ("data_source", "DataSource", Kind::DataSource),
        ("provider", "Provider", Kind::Provider),
        ("provider_meta", "ProviderMeta", Kind::ProviderMeta),
        ("ephemeral", "Ephemeral", Kind::Ephemeral),
        ("identity", "Part", Kind::Identity),
        ("list", "List", Kind::List),
        ("action", "Action", Kind::Action),
        ("state_store", "StateStore", Kind::StateStore),
    ];

    /// Reads `kind = resource` or `kind(resource, ephemeral)`.
    pub(crate) fn read(item: &Item, cx: &Ctxt) -> Option<Vec<Self>> {
        let words = item.words(cx, "kind = resource")?;
        let mut kinds = Vec::new();
        for word in words {
            let name = word.name.to_string();
            match Kind::parse(&name) {
                Err(message) => {
                    cx.error(&word.name, message);
                    return None;
                }
                Ok(kind) if words.len() > 1 && !kind.is_shared() => {
                    let message = format!(
                        "a struct of kind `{name}` has no other kind: only `resource`, `data_source` and `ephemeral` can have one struct"
                    );
                    cx.error(&word.name, message);
                    return None;
                }
                Ok(kind) if kinds.contains(&kind) => {
                    cx.error(&word.name, format!("duplicate kind `{name}`: remove it"));
                }
                Ok(kind) => kinds.push(kind),
            }
        }
        kinds.sort_by_key(|kind| *kind != Kind::Resource);
        Some(kinds)
    }

    /// Returns `true` for the kinds that a single struct can combine.
    fn is_shared(self) -> bool {
        matches!(self, Kind::Resource | Kind::DataSource | Kind::Ephemeral)
    }

    /// Returns the kind with the given name, or a message about the problem with the name.
    pub(crate) fn parse(name: &str) -> Result<Self, String> {
        if let Some((.., kind)) = Self::ALL.iter().find(|(known, ..)| *known == name) {
            return Ok(*kind);
        }
        if name == "function" {
            return Err(
                "a function derives `TfFunction` instead of `TfSchema`, and has no `kind`"
                    .to_owned(),
            );
        }
        let known: Vec<_> = Self::ALL.iter().map(|(name, ..)| *name).collect();
        let advice = match nearest(name, &known) {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => format!("expected {}", list(&known)),
        };
        Err(format!("unknown kind `{name}`; {advice}"))
    }

    /// Returns the name of the library's `Role` that has the rules for the fields.
    pub(crate) fn role(self) -> &'static str {
        let found = Self::ALL.iter().find(|(.., kind)| *kind == self);
        found.map_or("Part", |(_, role, _)| role)
    }

    /// Returns the names of the library's traits that mark the kinds of parts in a provider.
    pub(crate) fn markers() -> impl Iterator<Item = (Self, Ident)> {
        let roots = Self::ALL.iter().filter(|(_, role, _)| *role != "Part");
        roots.map(|(_, role, kind)| (*kind, format_ident!("{role}Kind")))
    }

    /// Returns `true` if Terraform stores values of this kind. Stored values have a version.
    pub(crate) fn is_stored(self) -> bool {
        matches!(self, Kind::Resource | Kind::Identity)
    }
}
