//! The rules about single attributes that depend on the types of the fields.
//!
//! Each attribute is checked by a function of the library, which is called with the location of what the
//! user wrote. The calls are part of the one constant that checks the field.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Ident, LitStr};

use crate::ast::Field;
use crate::attr::{Names, ValueConstraints};
use crate::meta::Slot;

/// Writes the checks of the attributes of a field. `__member` is the field in the struct `this`.
pub(super) fn of_attributes(field: &Field<'_>, this: &TokenStream, roles: &[Ident]) -> TokenStream {
    let attrs = &field.attrs;
    let planning = &attrs.planning;
    let mut calls = TokenStream::new();
    let own = [
        planning.pair_by.name(),
        planning.refine.name(),
        planning.same_as.name(),
    ];
    calls.extend(own.into_iter().flatten().map(own_rules));
    calls.extend(
        field
            .import
            .optional
            .name()
            .map(|name| quote_spanned!(located(name)=> __member.check_optional_for_import();)),
    );
    let role = planned(roles);
    calls.extend(attrs.known.name().map(
        |name| quote_spanned!(located(name)=> __tf::Field::check_known(&[#(__tf::Role::#roles),*]);),
    ));
    let pair_by = planning.pair_by.name();
    calls.extend(
        pair_by.map(|name| quote_spanned!(located(name)=> __member.check_pair_by_has_effect();)),
    );
    let replace = planning.replace.name();
    calls
        .extend(replace.map(
            |name| quote_spanned!(located(name)=> __member.check_replace(__tf::Role::#role);),
        ));
    calls.extend(attrs.empty_as_null.name().map(
        |name| quote_spanned!(located(name)=> __member.check_empty_as_null(__tf::Role::#role);),
    ));
    calls.extend(subject(&attrs.validation.value));
    calls.extend(headline(field));
    calls.extend(planning.time_limit.get().map(time_limit));
    for slot in attrs.validation.related() {
        if let (Some(name), Some(names)) = (slot.name(), slot.get()) {
            calls.extend([relation(name), related(name, names, this)]);
        }
    }
    let mut slots = attrs.validation.relations().into_iter();
    let first = slots.find_map(Slot::get);
    calls.extend(first.map(|names| relations(names, this)));
    let prefer = &attrs.validation.prefer_write_only;
    if let (Some(name), Some(names)) = (prefer.name(), prefer.get()) {
        calls.extend([own_rules(name), preferred(names, this)]);
    }
    let revision = planning.fingerprint.get();
    calls.extend(revision.map(|revision| fingerprint(revision, this)));
    let keep = planning.keep.get();
    let names = keep.and_then(|keep| keep.unless_changed.get());
    calls.extend(names.map(|names| unless_changed(names, this, role)));
    calls
}

/// Returns the kind whose rules apply to the planning attributes. If there are several kinds, the attributes are
/// allowed as long as one kind has plans.
pub(super) fn planned(roles: &[Ident]) -> &Ident {
    let resource = roles.iter().find(|role| *role == "Resource");
    resource.unwrap_or(&roles[0])
}

fn own_rules(name: &Ident) -> TokenStream {
    let at = located(name);
    let check = check(name, at);
    quote_spanned!(at=> __member.#check();)
}

fn time_limit(limit: &LitStr) -> TokenStream {
    quote_spanned!(located(limit)=> __member.check_time_limit();)
}

/// Writes the checks of the constraints on the values of a field.
fn subject(constraints: &ValueConstraints) -> Option<TokenStream> {
    constraints.written().next()?;
    let values = values(constraints);
    Some(quote!({ let __subject = __member.subject(); #values }))
}

/// Writes the check of a headline that is not about a constraint.
fn headline(field: &Field<'_>) -> Option<TokenStream> {
    let validation = &field.attrs.validation;
    let name = validation.headline.name()?;
    // The type of an adapter does not show which values the adapter rejects.
    let is_about_type = validation.written().all(|other| other == name);
    let is_checked = is_about_type && !field.attrs.display.is_set() && !field.attrs.with.is_set();
    is_checked.then(|| quote_spanned!(located(name)=> __member.subject().check_headline();))
}

/// Writes the checks of the constraints on values, their elements and their keys.
fn values(constraints: &ValueConstraints) -> TokenStream {
    let calls = constraints.limits().map(|name| {
        let at = located(name);
        let check = check(name, at);
        quote_spanned!(at=> __subject.#check();)
    });
    let parts = constraints.parts().into_iter().filter_map(|slot| {
        let (name, values) = (slot.name()?, values(slot.get()?));
        let at = located(name);
        let part = Ident::new(&name.to_string(), at);
        Some(quote_spanned!(at=> { let __subject = __subject.#part(); #values }))
    });
    quote!(#(#calls)* #(#parts)*)
}

fn relation(name: &Ident) -> TokenStream {
    let text = name.to_string();
    quote_spanned!(located(name)=> __member.check_relation(#text);)
}

fn related(name: &Ident, names: &Names, this: &TokenStream) -> TokenStream {
    let (at, text, names) = (located(&names.text), name.to_string(), &names.names);
    quote_spanned!(at=> __tf::Field::check_related(<#this as __tf::Fields>::FIELDS, #text, &[#(#names),*]);)
}

fn relations(names: &Names, this: &TokenStream) -> TokenStream {
    quote_spanned!(located(&names.text)=> __member.check_relations(
        <#this as __tf::Fields>::MEMBERS_ARE_NOT_RECURSIVE,
        <#this as __tf::Fields>::FIELDS,
    );)
}

fn preferred(names: &Names, this: &TokenStream) -> TokenStream {
    let (at, names) = (located(&names.text), &names.names);
    quote_spanned!(at=> __tf::Field::check_preferred(<#this as __tf::Fields>::FIELDS, &[#(#names),*]);)
}

fn unless_changed(names: &Names, this: &TokenStream, role: &Ident) -> TokenStream {
    let (at, names) = (located(&names.text), &names.names);
    quote_spanned!(at=> __member.check_unless_changed(
        __tf::Role::#role,
        <#this as __tf::Fields>::FIELDS,
        &[#(#names),*],
    );)
}

fn fingerprint(revision: &LitStr, this: &TokenStream) -> TokenStream {
    let at = located(revision);
    quote_spanned!(at=> __tf::Field::check_fingerprint(<#this as __tf::Fields>::FIELDS, #revision);)
}

/// Returns the name of the library's function for an attribute.
fn check(name: &Ident, at: Span) -> Ident {
    format_ident!("check_{name}", span = at)
}

fn located(tokens: &impl ToTokens) -> Span {
    Span::call_site().located_at(syn::spanned::Spanned::span(tokens))
}
