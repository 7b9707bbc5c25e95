//! Stubs of the impls, which avoid follow-up errors after an error of the derive.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Generics};

use crate::ast::Container;
use crate::bound;
use crate::kind::Kind;

pub(super) fn impls(input: &DeriveInput, container: Option<&Container<'_>>) -> TokenStream {
    let (de_generics, de) = bound::with_input_lifetime(&input.generics);
    let implement = |generics: &Generics, what: TokenStream, body: TokenStream| {
        let ident = &input.ident;
        let (impl_generics, _, where_clause) = generics.split_for_impl();
        let (_, ty_generics, _) = input.generics.split_for_impl();
        quote!(#[automatically_derived] impl #impl_generics #what for #ident #ty_generics #where_clause { #body })
    };
    let never = quote!(__tf::unreachable!("the struct has errors"));
    let tf_type = implement(
        &input.generics,
        quote!(__tf::TfType),
        quote! {
            const FACTS: __tf::Facts = __tf::Field::facts_of_schema::<Self>(&[], __tf::About::NOTHING);
        },
    );
    let schema = implement(&input.generics, quote!(__tf::TfSchema), TokenStream::new());
    let paths = implement(
        &input.generics,
        quote!(__tf::TfPaths),
        quote!(
            type Paths = __tf::Path;
        ),
    );
    let known = implement(
        &input.generics,
        quote!(__tf::ViewedBy),
        quote!(
            type Adapter = __tf::Itself;
        ),
    );
    let fields = implement(
        &input.generics,
        quote!(__tf::Fields),
        quote!(
            const MEMBERS_ARE_NOT_RECURSIVE: &'static [__tf::Field] = &[];
        ),
    );
    // The error may be in the kind.
    let kinds: TokenStream = Kind::markers()
        .map(|(_, marker)| implement(&input.generics, quote!(__tf::#marker), TokenStream::new()))
        .collect();
    if container.is_some_and(|container| container.attrs.schema_only.is_set()) {
        return quote!(#tf_type #schema #fields #paths #known #kinds);
    }
    let members = implement(
        &input.generics,
        quote!(__tf::Members),
        quote! {
            fn write<__S: __tf::SerializeStruct, const __ALL: __tf::bool, const __SETS: __tf::bool>(&self, _: __tf::Writer<'_, __S, __ALL, __SETS>) -> __tf::Result<(), __S::Error> { #never }
        },
    );
    let object = implement(
        &de_generics,
        quote!(__tf::Object<#de>),
        quote! {
            fn from_seq<__A: __tf::SeqAccess<#de>>(_: __A) -> __tf::Result<Self, __A::Error> { #never }
            type Slots = ();
            fn slots() {}
            fn keep<__A: __tf::MapAccess<#de>>(_: &mut (), _: __tf::usize, _: &mut __A) -> __tf::Result<(), __A::Error> { #never }
            fn finish<__E: __tf::DeError>(_: ()) -> __tf::Result<Self, __E> { #never }
        },
    );
    let serialize = implement(
        &input.generics,
        quote!(__tf::Serialize),
        quote! {
            fn serialize<__S: __tf::Serializer>(&self, _: __S) -> __tf::Result<__S::Ok, __S::Error> { #never }
        },
    );
    let deserialize = implement(
        &de_generics,
        quote!(__tf::Deserialize<#de>),
        quote! {
            fn deserialize<__D: __tf::Deserializer<#de>>(_: __D) -> __tf::Result<Self, __D::Error> { #never }
        },
    );
    let debug = implement(
        &input.generics,
        quote!(__tf::fmt::Debug),
        quote! {
            fn fmt(&self, _: &mut __tf::fmt::Formatter<'_>) -> __tf::fmt::Result { #never }
        },
    );
    quote!(#tf_type #schema #fields #paths #known #kinds #members #object #serialize #deserialize #debug)
}
