//! `Debug`, which hides secrets.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;

use super::{at, implement, probed};
use crate::ast::{Container, Field};

pub(super) fn impls(container: &Container<'_>, fields: &[Field<'_>]) -> TokenStream {
    let name = container.ident.unraw().to_string();
    let mut fields: Vec<_> = fields.iter().collect();
    fields.sort_by_key(|field| field.position);
    let members = members(&fields, |field, value| {
        probed::reference(container, field, value)
    });
    let body = quote!(__tf::debug(__f, #name, &[#members]));
    fmt(container, &body)
}

/// Lists the names and the wrapped values of the fields, with a placeholder for each secret value.
pub(super) fn members(
    fields: &[&Field<'_>],
    wrap: impl Fn(&Field<'_>, TokenStream) -> TokenStream,
) -> TokenStream {
    let members = fields.iter().map(|field| {
        let (ident, name) = (field.ident, field.ident.unraw().to_string());
        if field.is_secret() {
            quote!((#name, &__tf::Hidden))
        } else {
            let value = wrap(field, quote_spanned!(at(field.ty)=> self.#ident));
            quote_spanned!(at(field.ty)=> (#name, &#value))
        }
    });
    quote!(#(#members),*)
}

/// Writes the impl with a body that uses the formatter `__f`.
pub(super) fn fmt(container: &Container<'_>, body: &TokenStream) -> TokenStream {
    implement(
        container,
        &quote!(__tf::fmt::Debug),
        &quote!(__tf::fmt::Debug),
        &quote! {
            fn fmt(&self, __f: &mut __tf::fmt::Formatter<'_>) -> __tf::fmt::Result {
                #body
            }
        },
    )
}
