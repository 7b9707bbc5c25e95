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
    let value = of_value(&validation.value);
    let each = validation.each.get().map(|each| {
        let each = of_value(each);
        quote!(.each(const { &__tf::Constraints::NONE #each }))
    });
    let related = validation.related().into_iter().map(related);
    let check = validation.check.get().map(|function| {
        let (ty, at) = (adapt::wire_type(field), at(field.ty));
        quote_spanned!(at=> .check(|__value| __tf::check_value::<#ty, _, _>(__value, #function)))
    });
    let describe = validation.describe.name().map(|_| quote!(.describe()));
    let at = at(field.ty);
    Some(quote_spanned! {at=>
        .validate(const { &__tf::Constraints::NONE #value #each #(#related)* #check #describe })
    })
}

/// Writes the function of the struct for its facts.
pub(super) fn check(container: &Container<'_>) -> Option<TokenStream> {
    let function = container.attrs.check.get()?;
    let at = Span::call_site().located_at(function.span());
    Some(
        quote_spanned!(at=> .with_check(|__object| __tf::check_struct::<Self, _>(__object, #function))),
    )
}

fn of_value(constraints: &ValueConstraints) -> TokenStream {
    let one_of = constraints.one_of.get().map(|one_of| {
        let literals = one_of.iter().map(literal::of);
        quote!(.one_of(&[#(#literals),*]))
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
    quote!(#one_of #range #length #regex)
}

fn related(slot: &Slot<Names>) -> Option<TokenStream> {
    let (name, names) = (slot.name()?, &slot.get()?.names);
    Some(quote!(.#name(&[#(#names),*])))
}
