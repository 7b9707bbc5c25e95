//! The constraints of a field, as constants.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, ExprUnary, Lit, UnOp};

use super::{adapt, at};
use crate::ast::{Container, Field};
use crate::attr::{Names, ValueConstraints};
use crate::meta::{Bounds, Slot};

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
        let literals = one_of.iter().map(literal);
        quote!(.one_of(&[#(#literals),*]))
    });
    let range = constraints.range.get().map(|range| {
        let (min, max) = (bound(range.min.as_ref()), bound(range.max.as_ref()));
        let below_max = range.below_max;
        quote!(.range(__tf::Range::new(#min, #max, #below_max)))
    });
    let length = constraints.length.get().map(length);
    let regex = constraints.regex.get().map(|pattern| {
        quote!(.regex(|| {
            static PATTERN: __tf::Pattern = __tf::Pattern::new(#pattern);
            &PATTERN
        }))
    });
    quote!(#one_of #range #length #regex)
}

fn length(length: &Bounds) -> TokenStream {
    let min = length.min.as_ref().map_or(quote!(0), |min| quote!(#min));
    let max = match &length.max {
        Some(max) if length.below_max => quote!(__tf::Some(#max - 1)),
        Some(max) => quote!(__tf::Some(#max)),
        None => quote!(__tf::None),
    };
    quote!(.length(#min, #max))
}

fn bound(bound: Option<&Expr>) -> TokenStream {
    match bound {
        Some(bound) => {
            let literal = literal(bound);
            quote!(__tf::Some(#literal))
        }
        None => quote!(__tf::None),
    }
}

/// Writes a `Literal`. Everything but literals of strings and floats must be an integer.
fn literal(value: &Expr) -> TokenStream {
    let at = value.span();
    match value {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => quote_spanned!(at=> __tf::Literal::Text(#text)),
        _ => match decimal(value) {
            Some(digits) => quote_spanned!(at=> __tf::Literal::Decimal(#digits)),
            None => quote_spanned!(at=> __tf::Literal::Integer(#value)),
        },
    }
}

/// Returns the digits of a float, as in `-0.5`.
fn decimal(value: &Expr) -> Option<String> {
    match value {
        Expr::Lit(ExprLit {
            lit: Lit::Float(float),
            ..
        }) => Some(float.base10_digits().to_owned()),
        Expr::Unary(ExprUnary {
            op: UnOp::Neg(_),
            expr,
            ..
        }) => decimal(expr).map(|digits| format!("-{digits}")),
        _ => None,
    }
}

fn related(slot: &Slot<Names>) -> Option<TokenStream> {
    let (name, names) = (slot.name()?, &slot.get()?.names);
    Some(quote!(.#name(&[#(#names),*])))
}
