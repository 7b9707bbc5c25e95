//! Fields whose type may be a struct without the derive, which would cause many errors.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Lifetime;

use super::at;
use crate::ast::{Container, Field};
use crate::{bound, guess};

/// Returns `true` for a field whose type, if it lacks `TfType`, also lacks several other traits.
pub(super) fn is_probed(container: &Container<'_>, field: &Field<'_>) -> bool {
    !container.is_function()
        && !field.is_flattened()
        && field.attrs.of_adapters().next().is_none()
        && guess::may_be_struct(field.ty)
        && !bound::names_parameter(container.generics, field.ty)
}

/// Writes the alias that tells whether all types of these fields are Terraform types. A separate alias for each field
/// would take longer to compile.
pub(super) fn alias(container: &Container<'_>, fields: &[Field<'_>]) -> Option<TokenStream> {
    let lifetime = Lifetime::new("'static", Span::call_site());
    let probes = fields
        .iter()
        .filter(|field| is_probed(container, field))
        .map(|field| {
            let ty = bound::with_lifetime(field.ty, &lifetime);
            quote!(__tf::Probe::<#ty>::TYPE)
        });
    let probes: Vec<_> = probes.collect();
    let all = quote!({ use __tf::Fallback as _; #(#probes)&&* });
    (!probes.is_empty()).then(
        || quote!(#[allow(dead_code)] type __Fit = <__tf::If<#all> as __tf::Choose<__tf::Fit, __tf::Unfit>>::Chosen;),
    )
}

/// Wraps the type of a field.
pub(super) fn wrapped(
    container: &Container<'_>,
    field: &Field<'_>,
    ty: TokenStream,
) -> TokenStream {
    if is_probed(container, field) {
        quote_spanned!(at(field.ty)=> __tf::Probed<#ty, __Fit>)
    } else {
        ty
    }
}

/// Wraps the value of a field that is written or printed.
pub(super) fn reference(
    container: &Container<'_>,
    field: &Field<'_>,
    value: TokenStream,
) -> TokenStream {
    if is_probed(container, field) {
        quote_spanned!(at(field.ty)=> __tf::ProbedRef::<_, __Fit>::new(&#value))
    } else {
        value
    }
}
