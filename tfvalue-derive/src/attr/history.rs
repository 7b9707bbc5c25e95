//! The attributes of structs that concern stored states.

use syn::{Ident, Lit, LitInt, Type};

use super::Attributes;
use crate::ctxt::Ctxt;
use crate::meta::{Item, Slot};

attributes! {
    /// The attributes of a struct that concern stored states.
    History;
    "upgrade" => upgrade: Vec<Upgrade> = Upgrade::read;
}

/// `0 = ServerV0` in `upgrade(0 = ServerV0)`.
pub(crate) struct Upgrade {
    pub(crate) number: LitInt,
    pub(crate) version: i64,
    pub(crate) old: Type,
}

impl History {
    /// Returns the attributes that are written.
    pub(crate) fn written(&self) -> impl Iterator<Item = &Ident> {
        self.upgrade.name().into_iter()
    }

    /// Returns the types that are written.
    pub(crate) fn types_mut(&mut self) -> impl Iterator<Item = &mut Type> {
        let upgrades = self.upgrade.get_mut().into_iter().flatten();
        upgrades.map(|upgrade| &mut upgrade.old)
    }
}

impl Upgrade {
    fn read(item: &Item, cx: &Ctxt) -> Option<Vec<Self>> {
        let pairs = item.pairs(cx, "upgrade(0 = ServerV0)")?.iter();
        pairs
            .map(|(key, ty)| Self::read_one(item, cx, key, ty))
            .collect()
    }

    fn read_one(item: &Item, cx: &Ctxt, key: &Lit, ty: &Type) -> Option<Self> {
        let Lit::Int(number) = key else {
            return item.wrong(cx, "requires numbers of versions: `upgrade(0 = ServerV0)`");
        };
        let version = number.base10_parse().map_err(|error| cx.push(error)).ok()?;
        Some(Upgrade {
            number: number.clone(),
            version,
            old: ty.clone(),
        })
    }
}
