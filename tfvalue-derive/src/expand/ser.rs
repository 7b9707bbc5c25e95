//! `Serialize` of a struct.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Ident;

use super::{adapt, at, flatten, implement, probed};
use crate::ast::{Container, Field, split};

pub(super) fn impls(container: &Container<'_>, fields: &[Field<'_>]) -> TokenStream {
    let (own, parts) = split(fields);
    // `TfType` determines whether a member is written with its type.
    let bound = quote!(__tf::Serialize + __tf::TfType);
    let writes = own.iter().map(|field| member(container, field));
    let one = flatten::write(&parts);
    let members = implement(
        container,
        &quote!(__tf::Members),
        &bound,
        &quote! {
            #[inline]
            #[allow(unused_mut)]
            fn write<__S: __tf::SerializeStruct, const __ALL: __tf::bool, const __SETS: __tf::bool>(
                &self,
                mut __out: __tf::Writer<'_, __S, __ALL, __SETS>,
            ) -> __tf::Result<(), __S::Error> {
                #(#writes)*
                __out.end()
            }

            #one
        },
    );
    let how = if parts.is_empty() {
        quote!(write_members)
    } else {
        quote!(write_with_parts)
    };
    let serialize = implement(
        container,
        &quote!(__tf::Serialize),
        &bound,
        &quote! {
            fn serialize<__S: __tf::Serializer>(&self, __serializer: __S) -> __tf::Result<__S::Ok, __S::Error> {
                __tf::#how(self, __serializer)
            }
        },
    );
    quote!(#members #serialize)
}

/// Writes the next member to the object.
fn member(container: &Container<'_>, field: &Field<'_>) -> TokenStream {
    let (name, at) = (&field.name, at(field.ty));
    let value = probed::reference(container, field, value(field));
    let is_block = field
        .attrs
        .block
        .get()
        .is_some_and(|block| !block.group.is_set());
    let write = Ident::new(if is_block { "nested_block" } else { "member" }, at);
    quote_spanned!(at=> __out.#write(#name, &#value);)
}

/// Returns the value of the field, inside the wrappers that change how the value is written.
fn value(field: &Field<'_>) -> TokenStream {
    let (ident, ty, at) = (field.ident, field.ty, at(field.ty));
    let mut value = quote_spanned!(at=> self.#ident);
    if let Some(adapter) = adapt::adapter(field) {
        value = quote_spanned!(at=> __tf::Through::<#ty, #adapter>::new(&#value));
    }
    if field.attrs.empty_as_null.is_set() && !field.attrs.block.is_set() {
        value = quote_spanned!(at=> __tf::NullIf(__tf::IsEmpty::is_empty(&self.#ident), &#value));
    }
    if field.attrs.write_only.is_set() {
        value = quote_spanned!(at=> __tf::WriteOnly(&#value));
    } else if field.is_secret() {
        value = quote_spanned!(at=> __tf::Secret(&#value));
    }
    value
}
