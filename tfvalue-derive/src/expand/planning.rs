//! The planning rules of a field, as constants.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Expr, ExprLit, ExprPath, Lit};

use super::{adapt, at, literal};
use crate::ast::{Container, Field};
use crate::attr::{Keep, Refine, Replace, SameAs};

/// The functions of the library that `same_as` finds by their names, in addition to `any_order`.
const READY_MADE: [&str; 5] = [
    "case_insensitive",
    "duration",
    "ip_network",
    "json",
    "rfc3339",
];

/// Writes `.plan(…)` for a field with planning rules.
pub(super) fn rules(field: &Field<'_>) -> Option<TokenStream> {
    let planning = &field.attrs.planning;
    let at = at(field.ty);
    let default = field.attrs.default.get().map(|value| default(field, value));
    let keep = planning.keep.get().map(keep);
    let replace = planning.replace.get().map(|rule| replace(field, rule));
    let same_as = planning.same_as.get().map(same_as);
    let refine = planning.refine.get().map(refine);
    let pair_by = planning.pair_by.get().map(|names| {
        let names = &names.names;
        quote!(.pair_by(&[#(#names),*]))
    });
    let provider_only = planning
        .provider_only
        .name()
        .map(|_| quote!(.provider_only()));
    let time_limit = planning.time_limit.get();
    let time_limit = time_limit.map(|limit| quote!(.time_limit(#limit)));
    let fingerprint = planning.fingerprint.get();
    let fingerprint = fingerprint.map(|revision| quote!(.fingerprint(#revision)));
    let all = [
        default,
        keep,
        replace,
        same_as,
        refine,
        pair_by,
        provider_only,
        time_limit,
        fingerprint,
    ];
    let all: Vec<_> = all.into_iter().flatten().collect();
    (!all.is_empty()).then(|| quote_spanned!(at=> .plan(const { &__tf::Planning::NONE #(#all)* })))
}

/// Writes the hook that calls the `plan` function of the struct.
pub(super) fn hook(container: &Container<'_>) -> Option<TokenStream> {
    let function = container.attrs.plan.get()?;
    Some(quote!(.with_hook(|__config, __prior, __planned, __paths| {
        __tf::call_plan::<Self, _>(#function, __config, __prior, __planned, __paths)
    })))
}

fn default(field: &Field<'_>, value: &Expr) -> TokenStream {
    let (ty, wire) = (field.ty, adapt::wire_type(field));
    let at = at(field.ty);
    let value = default_value(field, value);
    let written = match adapt::adapter(field) {
        Some(adapter) => quote_spanned!(at=> __tf::Through::<#ty, #adapter>::new(&__default)),
        None => quote_spanned!(at=> __default),
    };
    quote_spanned!(at=> .default(|| {
        let __default = #value;
        __tf::plan_value::<#wire>(&#written)
    }))
}

/// Writes the value of a field that is set to its default.
pub(super) fn default_value(field: &Field<'_>, value: &Expr) -> TokenStream {
    let (ty, value) = (field.ty, convert(value));
    quote_spanned!(at(ty)=> __tf::nullable::<#ty>(|| #value))
}

fn keep(keep: &Keep) -> TokenStream {
    let kept = match keep.unless_changed.get() {
        Some(names) => {
            let names = &names.names;
            quote!(.keep_unless_changed(&[#(#names),*]))
        }
        None => quote!(.keep()),
    };
    let not_null = keep.not_null.is_set().then(|| quote!(.keep_not_null()));
    quote!(#kept #not_null)
}

fn replace(field: &Field<'_>, replace: &Replace) -> TokenStream {
    let ty = field.ty;
    match replace.when.get() {
        Some(function) => quote!(.replace_if(|__prior, __planned| {
            __tf::replace_if::<#ty>(__prior, __planned, #function)
        })),
        None if replace.if_configured.is_set() => quote!(.replace_if_configured()),
        None => quote!(.replace()),
    }
}

fn same_as(same_as: &SameAs) -> TokenStream {
    let whole = same_as.rule.get().map(spelling);
    let whole = whole.map(|spelling| quote!(.whole(#spelling)));
    let each = same_as.each.get().map(spelling);
    let each = each.map(|spelling| quote!(.each(#spelling)));
    let hide_edits = same_as.hide_edits.name().map(|_| quote!(.hide_edits()));
    quote!(.same_as(__tf::SameAs::NONE #whole #each #hide_edits))
}

fn spelling(canonical: &Expr) -> TokenStream {
    let name = match canonical {
        Expr::Path(ExprPath {
            path, qself: None, ..
        }) => path.get_ident(),
        _ => None,
    };
    match name {
        Some(name) if name == "any_order" => quote!(__tf::Spelling::AnyOrder),
        Some(name) if READY_MADE.iter().any(|known| name == known) => {
            quote!(__tf::Spelling::By(__tf::same_as::#name))
        }
        _ => {
            // If these names are in scope, rustc suggests them for a misspelled name.
            let names = name.map(|_| {
                quote! {
                    #[allow(unused_imports, clippy::wildcard_imports)]
                    use __tf::ready_made::*;
                }
            });
            quote!(__tf::Spelling::By(|__value| {
                #names
                __tf::canonical_text(__value, #canonical)
            }))
        }
    }
}

fn refine(refine: &Refine) -> TokenStream {
    let not_null = refine.not_null.name().map(|_| quote!(.not_null()));
    let prefix = refine.prefix.get().map(|prefix| quote!(.prefix(#prefix)));
    let bounds = refine.bounds();
    let range = (bounds.min.is_some() || bounds.max.is_some()).then(|| {
        let range = literal::range(&bounds);
        quote!(.range(#range))
    });
    let (min, max) = (refine.min_length.get(), refine.max_length.get());
    let length = min.or(max).map(|_| {
        let min = min.unwrap_or(&0);
        let max = match max {
            Some(max) => quote!(__tf::Some(#max)),
            None => quote!(__tf::None),
        };
        quote!(.length(#min, #max))
    });
    quote!(.refine(__tf::Promises::NONE #not_null #prefix #range #length))
}

/// Converts a string literal; other expressions must have the type of the field.
fn convert(value: &Expr) -> TokenStream {
    match value {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => quote_spanned!(text.span()=> __tf::default_text(#text)),
        _ => quote!(#value),
    }
}
