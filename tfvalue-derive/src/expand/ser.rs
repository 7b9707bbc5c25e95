//! `Serialize` of a struct.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;

use super::{at, implement};
use crate::ast::{Container, Field};

pub(super) fn impls(container: &Container<'_>, fields: &[Field<'_>]) -> TokenStream {
    let name = container.ident.unraw().to_string();
    let len = fields.len();
    let members = fields.iter().map(|field| {
        let (ident, name) = (field.ident, &field.name);
        let write = match field.attrs.write_only.is_set() {
            true => quote!(__tf::write_only),
            false => quote!(__tf::SerializeStruct::serialize_field),
        };
        quote_spanned!(at(field.ty)=> #write(&mut __object, #name, &self.#ident)?;)
    });
    implement(
        container,
        &quote!(__tf::Serialize),
        &quote!(__tf::Serialize),
        &quote! {
            fn serialize<__S: __tf::Serializer>(&self, __serializer: __S) -> __tf::Result<__S::Ok, __S::Error> {
                let mut __object = __tf::Serializer::serialize_struct(__serializer, #name, #len)?;
                #(#members)*
                __tf::SerializeStruct::end(__object)
            }
        },
    )
}
