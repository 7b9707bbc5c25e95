//! The struct attributes that are related to stored states.

use syn::{Ident, Lit, LitStr, Type};

use super::Attributes;
use crate::ctxt::Ctxt;
use crate::meta::{Item, Pair, Slot};
use crate::ranges::Versions;

attributes! {
    /// The attributes of a struct that are related to stored states.
    History;
    "identity" => identity: Type = Item::ty;
    "import" => import: Import = Import::read;
    "mutable_identity" => mutable_identity: () = Item::word;
    "moved_from" => moved_from: Vec<Source> = Source::read;
    "upgrade" => upgrade: Vec<Upgrade> = Upgrade::read;
}

/// `0 = ServerV0` in `upgrade(0 = ServerV0)`, or `0..=2 = Old`.
pub(crate) struct Upgrade {
    pub(crate) versions: Versions,
    pub(crate) old: Type,
}

/// `"aws_instance" = AwsInstance` in `moved_from("aws_instance" = AwsInstance)`.
pub(crate) struct Source {
    /// The name of the type, preceded by the end of the provider's address if the user wrote one.
    pub(crate) from: LitStr,
    /// The versions of the type's schema; the default is the version of the struct.
    pub(crate) versions: Option<Versions>,
    pub(crate) old: Type,
}

/// `"region/name"`: names of attributes, each with the separator that follows it.
pub(crate) struct Import {
    pub(crate) text: LitStr,
    pub(crate) parts: Vec<(String, String)>,
}

impl History {
    /// Returns the attributes that the user wrote.
    pub(crate) fn written(&self) -> impl Iterator<Item = &Ident> {
        let names = [
            self.identity.name(),
            self.import.name(),
            self.moved_from.name(),
            self.mutable_identity.name(),
            self.upgrade.name(),
        ];
        names.into_iter().flatten()
    }

    /// Returns the types that the user wrote.
    pub(crate) fn types_mut(&mut self) -> impl Iterator<Item = &mut Type> {
        let upgrades = self.upgrade.get_mut().into_iter().flatten();
        let upgrades = upgrades.map(|upgrade| &mut upgrade.old);
        let moves = self.moved_from.get_mut().into_iter().flatten();
        let moves = moves.map(|source| &mut source.old);
        upgrades.chain(moves).chain(self.identity.get_mut())
    }
}

impl Source {
    fn read(item: &Item, cx: &Ctxt) -> Option<Vec<Self>> {
        let example = "moved_from(\"aws_instance\" = AwsInstance)";
        let pairs = item.pairs(cx, example)?.iter();
        let source = |pair: &Pair| match &pair.key {
            Some(Lit::Str(from)) => Some(Source {
                from: from.clone(),
                versions: pair.versions,
                old: pair.ty.clone(),
            }),
            _ => item.wrong(
                cx,
                format_args!("requires names of resource types: `{example}`"),
            ),
        };
        pairs.map(source).collect()
    }
}

impl Import {
    fn read(item: &Item, cx: &Ctxt) -> Option<Self> {
        let text = item.string(cx)?;
        let value = text.value();
        let is_separator = |character: char| !character.is_alphanumeric() && character != '_';
        let (mut rest, mut parts) = (value.as_str(), Vec::new());
        while !rest.is_empty() {
            let name = rest.split(is_separator).next().unwrap_or_default();
            let after = &rest[name.len()..];
            rest = after.trim_start_matches(is_separator);
            let separator = &after[..after.len() - rest.len()];
            parts.push((name.to_owned(), separator.to_owned()));
        }
        let ends_with_name = parts
            .last()
            .is_some_and(|(_, separator)| separator.is_empty());
        if !ends_with_name || parts.iter().any(|(name, _)| name.is_empty()) {
            return item.wrong(
                cx,
                "takes names of attributes, with separators between them: `import = \"region/name\"`",
            );
        }
        let is_blank = |(_, separator): &(String, String)| separator.contains(char::is_whitespace);
        if parts.iter().any(is_blank) {
            let names: Vec<_> = parts.iter().map(|(name, _)| name.as_str()).collect();
            let form = names.join("/");
            let problem = "white space in `import` would be a part of each ID";
            cx.error(&text, format_args!("{problem}: write `{form}`"));
            return None;
        }
        Some(Import { text, parts })
    }
}

impl Upgrade {
    fn read(item: &Item, cx: &Ctxt) -> Option<Vec<Self>> {
        let pairs = item.pairs(cx, "upgrade(0 = ServerV0)")?.iter();
        pairs.map(|pair| Self::read_one(item, cx, pair)).collect()
    }

    fn read_one(item: &Item, cx: &Ctxt, pair: &Pair) -> Option<Self> {
        let (None, Some(versions)) = (&pair.key, pair.versions) else {
            return item.wrong(cx, "requires numbers of versions: `upgrade(0 = ServerV0)`");
        };
        Some(Upgrade {
            versions,
            old: pair.ty.clone(),
        })
    }
}
