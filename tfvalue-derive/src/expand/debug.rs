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
    let members = fields.iter().map(|field| {
        let (ident, name) = (field.ident, field.ident.unraw().to_string());
        match field.is_secret() {
            true => quote!(.field(#name, &__tf::Hidden)),
            false => quote_spanned!(at(field.ty)=> .field(#name, &self.#ident)),
        }
    });
    let body = quote!(f.debug_struct(#name) #(#members)* .finish());
    fmt(container, &body)
}

/// Writes the impl around what it does with the formatter `f`.
pub(super) fn fmt(container: &Container<'_>, body: &TokenStream) -> TokenStream {
    implement(
        container,
        &quote!(__tf::fmt::Debug),
        &quote!(__tf::fmt::Debug),
        &quote! {
            fn fmt(&self, f: &mut __tf::fmt::Formatter<'_>) -> __tf::fmt::Result {
                #body
            }
        },
    )
}
