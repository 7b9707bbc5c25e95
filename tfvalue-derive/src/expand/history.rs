//! The attributes that concern stored states, as constants.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::at;
use crate::ast::Container;
use crate::attr::Upgrade;

/// Writes the constant of `TfSchema` with the attributes, if there are any.
pub(super) fn constant(container: &Container<'_>) -> Option<TokenStream> {
    let history = &container.attrs.history;
    history.written().next()?;
    let upgrades = history.upgrade.get().map(|upgrades| {
        let upgrades = upgrades.iter().map(upgrade);
        quote!(.upgrades(const { &[#(#upgrades),*] }))
    });
    Some(quote! {
        const HISTORY: &'static __tf::History = &__tf::History::NONE #upgrades;
    })
}

fn upgrade(upgrade: &Upgrade) -> TokenStream {
    let (version, old) = (upgrade.version, &upgrade.old);
    quote_spanned!(at(old)=> __tf::Upgrade::new(#version, __tf::upgrade::<#old, Self>))
}

/// Writes constants that check the types in the attributes.
pub(super) fn checks(container: &Container<'_>) -> TokenStream {
    let attrs = &container.attrs;
    let current = attrs.version.get().copied().unwrap_or(0);
    let upgrades = attrs.history.upgrade.get().into_iter().flatten();
    let upgrades = upgrades.map(|upgrade| {
        let (version, old) = (upgrade.version, &upgrade.old);
        quote_spanned!(at(old)=> const _: () =
            __tf::check_upgrade(#version, <#old as __tf::TfSchema>::VERSION, #current);)
    });
    quote!(#(#upgrades)*)
}
