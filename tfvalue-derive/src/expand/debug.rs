//! `Debug` that does not show secrets.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;

use super::{at, implement};
use crate::ast::{Container, Field};

pub(super) fn impls(container: &Container<'_>, fields: &[Field<'_>]) -> TokenStream {
    let name = container.ident.unraw().to_string();
    let mut fields: Vec<_> = fields.iter().collect();
    fields.sort_by_key(|field| field.position);
    let members = members(&fields);
    let body = quote!(__tf::debug(__f, #name, &[#members]));
    fmt(container, &body)
}

/// Lists the fields with their names, and what hides it in the place of a secret.
pub(super) fn members(fields: &[&Field<'_>]) -> TokenStream {
    let members = fields.iter().map(|field| {
        let (ident, name) = (field.ident, field.ident.unraw().to_string());
        match field.is_secret() {
            true => quote!((#name, &__tf::Hidden)),
            false => quote_spanned!(at(field.ty)=> (#name, &self.#ident)),
        }
    });
    quote!(#(#members),*)
}

/// Writes the impl around what it does with the formatter `__f`.
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
