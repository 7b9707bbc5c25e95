//! The attributes that concern stored states, as constants.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::{at, flatten};
use crate::ast::Container;
use crate::attr::{Import, Source, Upgrade};
use crate::ranges::{Version, Versions};

/// Writes the constant of `TfSchema` with the attributes, if there are any.
pub(super) fn constant(container: &Container<'_>) -> Option<TokenStream> {
    let history = &container.attrs.history;
    history.written().next()?;
    let upgrades = history.upgrade.get().map(|upgrades| {
        let upgrades = upgrades.iter().map(|one| upgrade(container, one));
        quote!(.upgrades(const { &[#(#upgrades),*] }))
    });
    let moves = history.moved_from.get().map(|sources| {
        let moves = sources.iter().map(moved_from);
        quote!(.moves(const { &[#(#moves),*] }))
    });
    let import = history.import.get().map(|import| {
        let parts = import.parts.iter();
        let parts = parts.map(|(name, separator)| quote!(__tf::ImportPart::new(#name, #separator)));
        quote!(.import(const { &[#(#parts),*] }))
    });
    let identity = history.identity.get().map(|identity| {
        let identity = quote_spanned!(at(identity)=> <#identity as __tf::TfIdentity>::OF_RESOURCE);
        quote!(.identity(#identity))
    });
    let mutable = history.mutable_identity.is_set();
    let mutable = mutable.then(|| quote!(.mutable_identity()));
    Some(quote! {
        const HISTORY: &'static __tf::History =
            &__tf::History::NONE #upgrades #moves #import #identity #mutable;
    })
}

/// Writes the version of the schema.
pub(super) fn version(container: &Container<'_>) -> TokenStream {
    match container.attrs.version.get() {
        Some(Version::Literal(version)) => quote!(#version),
        Some(Version::Constant(version)) => quote!(#version),
        None => quote!(0),
    }
}

fn upgrade(container: &Container<'_>, upgrade: &Upgrade) -> TokenStream {
    let (Versions { min, max, .. }, old) = (upgrade.versions, &upgrade.old);
    if container.is_identity() {
        quote_spanned!(at(old)=> __tf::Upgrade::new(#min, #max, __tf::upgrade_identity::<#old, Self>))
    } else {
        quote_spanned!(at(old)=> __tf::Upgrade::new(#min, #max, __tf::upgrade::<#old, Self>))
    }
}

fn moved_from(source: &Source) -> TokenStream {
    let (old, origin) = (&source.old, origin(source));
    quote_spanned!(at(old)=> __tf::Move::new(#origin, __tf::moved::<#old, Self>))
}

/// Writes the resource type and the versions of a source.
fn origin(source: &Source) -> TokenStream {
    let (from, old) = (&source.from, &source.old);
    match &source.versions {
        Some(Versions { min, max, .. }) => {
            quote!(__tf::Origin { name: #from, min_version: #min, max_version: #max })
        }
        None => quote_spanned! {at(old)=>
            __tf::Origin::of(#from, <#old as __tf::MovedFrom>::VERSION)
        },
    }
}

/// Writes constants that check the types in the attributes.
pub(super) fn checks(container: &Container<'_>) -> TokenStream {
    let attrs = &container.attrs;
    let current = version(container);
    let constant = match attrs.version.get() {
        Some(Version::Constant(version)) => {
            let at = Span::call_site().located_at(version.span());
            Some(quote_spanned!(at=> const _: () = __tf::Upgrade::check_current(#current);))
        }
        _ => None,
    };
    let schema = if container.is_identity() {
        quote!(TfIdentity)
    } else {
        quote!(TfSchema)
    };
    let upgrades = attrs.history.upgrade.get().into_iter().flatten();
    let upgrades = upgrades.map(|upgrade| {
        let (Versions { min, max, span }, old) = (upgrade.versions, &upgrade.old);
        let number = Span::call_site().located_at(span);
        let newest = upgrade.versions.newest();
        let is_older = constant.is_some().then(|| {
            quote_spanned!(number=> const _: () =
            __tf::Upgrade::check_older(#newest, #current);)
        });
        quote_spanned! {at(old)=>
            #is_older
            const _: () =
                __tf::Upgrade::check(#min, #max, <#old as __tf::#schema>::VERSION, #current);
        }
    });
    let moves = check_moves(container);
    let this = flatten::for_all_lifetimes(container);
    let import = attrs.history.import.get();
    let import = import.map(|import| check_import(import, &this));
    let identity = attrs.history.identity.get().map(|identity| {
        quote_spanned!(at(identity)=> const _: () = __tf::Field::check_identity(
            <#this as __tf::Fields>::FIELDS,
            <#identity as __tf::Fields>::FIELDS,
        );)
    });
    quote!(#constant #(#upgrades)* #moves #import #identity)
}

fn check_moves(container: &Container<'_>) -> Option<TokenStream> {
    let moved_from = &container.attrs.history.moved_from;
    let sources = moved_from.get()?.iter().map(origin);
    let at = Span::call_site().located_at(moved_from.name()?.span());
    Some(quote_spanned!(at=> const _: () = __tf::Move::check(&[#(#sources),*]);))
}

fn check_import(import: &Import, this: &TokenStream) -> TokenStream {
    let at = Span::call_site().located_at(import.text.span());
    let names = import.parts.iter().map(|(name, _)| name);
    quote_spanned!(at=> #(const _: () =
        __tf::Field::check_import(<#this as __tf::Fields>::FIELDS, #names);)*)
}
