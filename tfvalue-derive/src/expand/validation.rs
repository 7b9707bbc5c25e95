//! The constraints of a field, as constants.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::{adapt, at, literal};
use crate::ast::{Container, Field};
use crate::attr::{Names, ValueConstraints};
use crate::meta::Slot;

/// Writes `.validate(…)` for a field with constraints.
pub(super) fn constraints(field: &Field<'_>) -> Option<TokenStream> {
    let validation = &field.attrs.validation;
    validation.written().next()?;
    let (ty, at) = (adapt::wire_type(field), at(field.ty));
    let value = of_value(&validation.value, &quote!(#ty), at);
    let related = validation.related().into_iter().map(related);
    let headlines = validation.headline.get().map(|all| {
        let all = all.iter().map(|(name, text)| {
            let name = name.to_string();
            quote!((#name, #text))
        });
        quote!(.headlines(&[#(#all),*]))
    });
    let describe = validation.describe.name().map(|_| quote!(.describe()));
    Some(quote_spanned! {at=>
        .validate(const { &__tf::Constraints::NONE #value #(#related)* #headlines #describe })
    })
}

/// Writes the check that calls the `check` function of the struct.
pub(super) fn check(container: &Container<'_>) -> Option<TokenStream> {
    let function = container.attrs.check.get()?;
    let at = Span::call_site().located_at(function.span());
    Some(
        quote_spanned!(at=> .with_check(|__object| __tf::check_struct::<Self, _>(__object, #function))),
    )
}

/// Writes the constraints on values of a type, their elements and their keys. Constraints that are functions need the
/// type.
fn of_value(constraints: &ValueConstraints, ty: &TokenStream, at: Span) -> TokenStream {
    let one_of = constraints.one_of.get().map(|one_of| {
        let literals = one_of.iter().map(literal::of);
        quote!(.one_of(const { &[#(#literals),*] }))
    });
    let range = constraints.range.get().map(literal::range);
    let range = range.map(|range| quote!(.range(#range)));
    let length = constraints.length.get().map(literal::range);
    let length = length.map(|range| quote!(.length(#range)));
    let regex = constraints.regex.get().map(|pattern| {
        quote!(.regex(|| {
            static PATTERN: __tf::Pattern = __tf::Pattern::new(#pattern);
            &PATTERN
        }))
    });
    let check = constraints.check.get().map(|function| {
        quote_spanned!(at=> .check(|__value| __tf::check_value::<#ty, _, _>(__value, #function)))
    });
    let each = constraints.each.get().map(|each| {
        let element = quote_spanned!(at=> <#ty as __tf::Elements>::Element);
        let each = of_value(each, &element, at);
        quote!(.each(const { &__tf::Constraints::NONE #each }))
    });
    let keys = constraints.keys.get().map(|keys| {
        let key = quote_spanned!(at=> <#ty as __tf::Keys>::Key);
        let keys = of_value(keys, &key, at);
        quote!(.keys(const { &__tf::Constraints::NONE #keys }))
    });
    quote!(#one_of #range #length #regex #check #each #keys)
}

fn related(slot: &Slot<Names>) -> Option<TokenStream> {
    let (name, names) = (slot.name()?, &slot.get()?.names);
    Some(quote!(.#name(&[#(#names),*])))
}
