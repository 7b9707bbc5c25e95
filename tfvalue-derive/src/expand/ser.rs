//! `Serialize` of a struct.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::{adapt, at, flatten, implement};
use crate::ast::{Container, Field, split};

pub(super) fn impls(container: &Container<'_>, fields: &[Field<'_>]) -> TokenStream {
    let (own, parts) = split(fields);
    // `TfType` determines whether a member is written with its type.
    let bound = quote!(__tf::Serialize + __tf::TfType);
    let arms = own.iter().enumerate().map(|(index, field)| {
        let member = member(field, index, &quote!(__object));
        quote!(#index => #member,)
    });
    let write = quote!(match __member {
        #(#arms)*
        _ => __tf::unreachable!("members are counted"),
    });
    let write = flatten::write(&parts, &write);
    let members = implement(
        container,
        &quote!(__tf::Members),
        &bound,
        &quote! {
            fn write<__S: __tf::SerializeStruct>(&self, __member: usize, __object: &mut __S) -> __tf::Result<(), __S::Error> {
                #write
            }
        },
    );
    let body = if parts.is_empty() {
        in_order(&own)
    } else {
        quote!(__tf::write_members(self, __serializer))
    };
    let serialize = implement(
        container,
        &quote!(__tf::Serialize),
        &bound,
        &quote! {
            fn serialize<__S: __tf::Serializer>(&self, __serializer: __S) -> __tf::Result<__S::Ok, __S::Error> {
                #body
            }
        },
    );
    quote!(#members #serialize)
}

fn in_order(fields: &[&Field<'_>]) -> TokenStream {
    let len = fields.len();
    let members = fields.iter().enumerate().map(|(index, field)| {
        let member = member(field, index, &quote!(&mut __object));
        quote_spanned!(at(field.ty)=> (#member)?;)
    });
    quote! {
        let mut __object = __tf::write_object(__serializer, #len)?;
        #(#members)*
        __tf::SerializeStruct::end(__object)
    }
}

/// Writes the member with this index to the object.
fn member(field: &Field<'_>, index: usize, object: &TokenStream) -> TokenStream {
    let (ident, name) = (field.ident, &field.name);
    let at = at(field.ty);
    let value = match adapt::adapter(field) {
        Some(adapter) => {
            let ty = field.ty;
            quote_spanned!(at=> &__tf::Through::<#ty, #adapter>::new(&self.#ident))
        }
        None => quote_spanned!(at=> &self.#ident),
    };
    let is_block = field.attrs.block.is_set();
    let value = if field.attrs.empty_as_null.is_set() && !is_block {
        quote_spanned!(at=> &__tf::NullIf(__tf::IsEmpty::is_empty(&self.#ident), #value))
    } else {
        value
    };
    let value = match (field.attrs.write_only.is_set(), field.is_secret()) {
        (true, _) => quote_spanned!(at=> &__tf::WriteOnly(#value)),
        (false, true) => quote_spanned!(at=> &__tf::Secret(#value)),
        (false, false) => value,
    };
    match &field.attrs.block.get() {
        Some(block) if !block.group.is_set() => {
            quote_spanned!(at=> __tf::nested_block(#object, #name, #value))
        }
        // The condition is a constant, so the compiler only generates one branch.
        _ => quote_spanned! {at=>
            if const { <Self as __tf::Fields>::MEMBERS_ARE_NOT_RECURSIVE[#index].has_plain_sets() } {
                __tf::with_sets(#object, <Self as __tf::Fields>::MEMBERS_ARE_NOT_RECURSIVE[#index].constraint(), #name, #value)
            } else {
                __tf::SerializeStruct::serialize_field(#object, #name, #value)
            }
        },
    }
}
