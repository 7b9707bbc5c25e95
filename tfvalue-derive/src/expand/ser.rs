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
        let write = match (field.attrs.write_only.is_set(), &field.attrs.block.get()) {
            (true, _) => quote!(__tf::write_only),
            (false, Some(block)) if !block.group.is_set() => quote!(__tf::nested_block),
            (false, _) => quote!(__tf::SerializeStruct::serialize_field),
        };
        quote_spanned!(at(field.ty)=> #write(&mut __object, #name, &self.#ident)?;)
    });
    // Whether a block needs an envelope depends on its type.
    let bound = match fields.iter().any(|field| field.attrs.block.is_set()) {
        true => quote!(__tf::Serialize + __tf::TfType),
        false => quote!(__tf::Serialize),
    };
    implement(
        container,
        &quote!(__tf::Serialize),
        &bound,
        &quote! {
            fn serialize<__S: __tf::Serializer>(&self, __serializer: __S) -> __tf::Result<__S::Ok, __S::Error> {
                let mut __object = __tf::Serializer::serialize_struct(__serializer, #name, #len)?;
                #(#members)*
                __tf::SerializeStruct::end(__object)
            }
        },
    )
}
