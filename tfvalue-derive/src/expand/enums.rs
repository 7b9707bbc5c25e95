//! Enums, which are strings.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;

use super::de::Read;
use super::{at, debug, flatten, implement, implement_with};
use crate::ast::{Container, Variant};
use crate::bound;

pub(super) fn impls(
    container: &Container<'_>,
    variants: &[Variant<'_>],
    serde_and_debug: bool,
) -> TokenStream {
    let other = variants.iter().find_map(|variant| variant.other);
    let facts = match other {
        Some(ty) => quote_spanned!(at(ty)=> __tf::facts_with_other::<#ty>()),
        None => {
            let names = variants.iter().map(|variant| &variant.name);
            quote!(__tf::Facts::one_of(&[#(#names),*]))
        }
    };
    let tf_type = implement(
        container,
        &quote!(__tf::TfType),
        &quote!(__tf::TfType),
        &quote! {
            const FACTS: __tf::Facts = #facts;

            fn ty() -> __tf::Type {
                __tf::Type::String
            }
        },
    );
    let text = container
        .attrs
        .as_str
        .name()
        .map(|_| text(container, variants));
    let tf_type = quote!(#tf_type #text);
    // Reports errors even if nothing uses the enum.
    let this = flatten::for_all_lifetimes(container);
    let check = other.filter(|_| !bound::has_parameters(container.generics));
    let check = check
        .map(|ty| quote_spanned!(at(ty)=> const _: __tf::Facts = <#this as __tf::TfType>::FACTS;));
    let tf_type = quote!(#tf_type #check);
    if !serde_and_debug {
        return tf_type;
    }
    let serialize = serialize(container, variants);
    let deserialize = deserialize(container, variants);
    let debug = debug(container, variants);
    quote!(#tf_type #serialize #deserialize #debug)
}

/// Writes `as_str`, `ALL`, `Display`, `FromStr`, and the conversions to and from a `String` of a service. They are
/// inline, so they cost nothing until they are used.
fn text(container: &Container<'_>, variants: &[Variant<'_>]) -> TokenStream {
    let (ident, vis) = (container.ident, &container.original.vis);
    let known = variants.iter().filter(|variant| variant.other.is_none());
    let (all, other): (Vec<_>, _) = (
        known.map(|variant| variant.ident).collect(),
        variants.iter().find_map(|variant| variant.other),
    );
    let arms = variants.iter().map(|variant| {
        let (ident, name) = (variant.ident, &variant.name);
        match variant.other {
            Some(ty) => {
                quote_spanned!(at(ty)=> Self::#ident(__other) => <#ty as __tf::AsRef<__tf::str>>::as_ref(__other))
            }
            None => quote!(Self::#ident => #name),
        }
    });
    let (constness, text, except) = match other {
        Some(_) => (
            None,
            quote!(&__tf::str),
            ", except the one for any other string",
        ),
        None => (Some(quote!(const)), quote!(&'static __tf::str), ""),
    };
    let all_doc = format!("All variants{except}, in the order of the source.");
    quote! {
        #[automatically_derived]
        #[allow(dead_code)]
        impl #ident {
            #[doc = #all_doc]
            #vis const ALL: &'static [Self] = &[#(Self::#all),*];

            /// Returns the string in Terraform.
            #[inline]
            #[must_use]
            #vis #constness fn as_str(&self) -> #text {
                match self { #(#arms),* }
            }
        }

        #[automatically_derived]
        impl __tf::fmt::Display for #ident {
            #[inline]
            fn fmt(&self, __f: &mut __tf::fmt::Formatter<'_>) -> __tf::fmt::Result {
                __f.pad(self.as_str())
            }
        }

        #[automatically_derived]
        impl __tf::FromStr for #ident {
            type Err = __tf::Error;

            #[inline]
            fn from_str(__text: &__tf::str) -> __tf::Result<Self, __tf::Error> {
                __tf::variant_from_str(__text)
            }
        }

        #[automatically_derived]
        impl __tf::ToApi<__tf::String> for #ident {
            #[inline]
            fn to_api(&self) -> __tf::Result<__tf::String, __tf::Error> {
                __tf::Ok(__tf::From::from(self.as_str()))
            }
        }

        #[automatically_derived]
        impl __tf::FromApi<__tf::String> for #ident {
            #[inline]
            fn from_api(__api: __tf::String, _: __tf::Option<Self>) -> __tf::Result<Self, __tf::Error> {
                __tf::variant_from_str(&__api)
            }
        }
    }
}

fn serialize(container: &Container<'_>, variants: &[Variant<'_>]) -> TokenStream {
    let arms = variants.iter().map(|variant| {
        let (ident, name) = (variant.ident, &variant.name);
        match variant.other {
            Some(_) => quote!(Self::#ident(__other) => {
                return __tf::Serialize::serialize(__other, __serializer);
            }),
            None => quote!(Self::#ident => #name),
        }
    });
    let has_names = variants.iter().any(|variant| variant.other.is_none());
    let body = if has_names {
        quote! {
            let __name = match self { #(#arms),* };
            __tf::Serializer::serialize_str(__serializer, __name)
        }
    } else {
        quote!(match self { #(#arms),* }) // each arm returns, so nothing can follow
    };
    implement(
        container,
        &quote!(__tf::Serialize),
        &quote!(__tf::Serialize),
        &quote! {
            fn serialize<__S: __tf::Serializer>(&self, __serializer: __S) -> __tf::Result<__S::Ok, __S::Error> {
                #body
            }
        },
    )
}

fn deserialize(container: &Container<'_>, variants: &[Variant<'_>]) -> TokenStream {
    let (generics, de) = bound::with_input_lifetime(container.generics);
    let bound = quote!(__tf::Deserialize<#de>);
    let generics = bound::with_bound(&generics, &container.types(), &bound);
    let known = || variants.iter().filter(|variant| variant.other.is_none());
    let names = known().map(|variant| &variant.name);
    let arms = known().enumerate().map(|(at, variant)| {
        let ident = variant.ident;
        quote!(__tf::Ok(#at) => Self::#ident)
    });
    let other = variants
        .iter()
        .find_map(|variant| Some((variant.ident, variant.other?)));
    let (other, rest) = match other {
        Some((ident, ty)) => {
            let read = Read::plain(ty, container.generics, &de);
            let (ty, value) = (&read.ty, read.open(&quote!(__other.0)));
            (
                quote!(__tf::Kept<#ty>),
                quote!(__tf::Err(__other) => Self::#ident(#value)),
            )
        }
        None => (
            quote!(__tf::NoOther),
            quote!(__tf::Err(__other) => match __other {}),
        ),
    };
    implement_with(
        container,
        &generics,
        &bound,
        &quote! {
            fn deserialize<__D: __tf::Deserializer<#de>>(__deserializer: __D) -> __tf::Result<Self, __D::Error> {
                const NAMES: &[&__tf::str] = &[#(#names),*];
                __tf::Ok(match __tf::variant::<#other, _>(__deserializer, NAMES)? {
                    #(#arms,)*
                    __tf::Ok(_) => __tf::unreachable!("variants are counted"),
                    #rest,
                })
            }
        },
    )
}

fn debug(container: &Container<'_>, variants: &[Variant<'_>]) -> TokenStream {
    let arms = variants.iter().map(|variant| {
        let (ident, name) = (variant.ident, variant.ident.unraw().to_string());
        match variant.other {
            Some(_) => {
                quote!(Self::#ident(__other) => __f.debug_tuple(#name).field(__other).finish())
            }
            None => quote!(Self::#ident => __f.write_str(#name)),
        }
    });
    debug::fmt(container, &quote!(match self { #(#arms),* }))
}
