//! Newtypes, which delegate to the type that they wrap.

use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt;

use super::de::Read;
use super::{debug, implement, implement_with};
use crate::ast::Container;
use crate::bound;

pub(super) fn impls(
    container: &Container<'_>,
    field: &syn::Field,
    serde_and_debug: bool,
) -> TokenStream {
    let ty = &field.ty;
    let tf_type = implement(
        container,
        &quote!(__tf::TfType),
        &quote!(__tf::TfType),
        &quote! {
            const FACTS: __tf::Facts = <#ty as __tf::TfType>::FACTS;

            fn ty() -> __tf::Type {
                <#ty as __tf::TfType>::ty()
            }
        },
    );
    if !serde_and_debug {
        return tf_type;
    }
    let serialize = implement(
        container,
        &quote!(__tf::Serialize),
        &quote!(__tf::Serialize),
        &quote! {
            #[inline]
            fn serialize<__S: __tf::Serializer>(&self, __serializer: __S) -> __tf::Result<__S::Ok, __S::Error> {
                __tf::Serialize::serialize(&self.0, __serializer)
            }
        },
    );
    let deserialize = deserialize(container, field);
    let name = container.ident.unraw().to_string();
    let debug = debug::fmt(
        container,
        &quote!(__f.debug_tuple(#name).field(&self.0).finish()),
    );
    quote!(#tf_type #serialize #deserialize #debug)
}

fn deserialize(container: &Container<'_>, field: &syn::Field) -> TokenStream {
    let (generics, de) = bound::with_input_lifetime(container.generics);
    let bound = quote!(__tf::Deserialize<#de>);
    let generics = bound::with_bound(&generics, &container.types(), &bound);
    let read = Read::plain(&field.ty, container.generics, &de);
    let (ty, value) = (&read.ty, read.open(&quote!(__value)));
    implement_with(
        container,
        &generics,
        &bound,
        &quote! {
            #[inline]
            fn deserialize<__D: __tf::Deserializer<#de>>(__deserializer: __D) -> __tf::Result<Self, __D::Error> {
                let __value = <#ty as __tf::Deserialize<#de>>::deserialize(__deserializer)?;
                __tf::Ok(Self(#value))
            }
        },
    )
}
