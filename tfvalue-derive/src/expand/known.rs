//! The struct in which all is known.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::{GenericArgument, Path, PathArguments, Type};

use super::{at, debug, implement_with};
use crate::ast::{Container, Field};

/// Writes that a type is its own view.
pub(super) fn itself(container: &Container<'_>) -> TokenStream {
    let body = quote! {
        type View = Self;

        fn into_known_view(self) -> __tf::Result<Self, __tf::Error> {
            __tf::Ok(self)
        }
    };
    implement_with(container, container.generics, &quote!(__tf::TfKnown), &body)
}

/// Writes the struct, which stands beside all other code so that it can be named.
pub(super) fn structure(
    container: &Container<'_>,
    fields: &[Field<'_>],
    krate: &Path,
) -> Option<TokenStream> {
    let name = container.attrs.known_view.get()?;
    let (vis, generics) = (&container.original.vis, container.generics);
    let text = format!("A `{}` in which all is known.", container.ident.unraw());
    let trait_path = quote!(#krate::TfKnown);
    let members = in_place(fields).into_iter().map(|field| {
        let (vis, ident) = (&field.original.vis, field.ident);
        let docs = field.original.attrs.iter();
        let docs = docs.filter(|attribute| attribute.path().is_ident("doc"));
        let ty = view_type(field, &trait_path);
        quote!(#(#docs)* #vis #ident: #ty)
    });
    let where_clause = &generics.where_clause;
    Some(quote! {
        #[doc = #text]
        #vis struct #name #generics #where_clause {
            #(#members),*
        }
    })
}

/// Writes how one struct is made of the other.
pub(super) fn impls(container: &Container<'_>, fields: &[Field<'_>]) -> TokenStream {
    let Some(view) = container.attrs.known_view.get() else {
        return itself(container);
    };
    let ident = container.ident;
    let (impl_generics, ty_generics, where_clause) = container.generics.split_for_impl();
    let fields = in_place(fields);
    let value = |field: &Field<'_>| format_ident!("__{}", field.position);
    let takes = fields.iter().map(|field| {
        let (value, secret) = (value(field), field.is_secret());
        let name = match field.is_flattened() {
            true => quote!(__tf::None),
            false => {
                let name = &field.name;
                quote!(__tf::Some(#name))
            }
        };
        let known = known(field);
        quote_spanned!(at(field.ty)=> let #value = __faults.take(#name, #secret, #known);)
    });
    let (values, idents): (Vec<_>, Vec<_>) = fields
        .iter()
        .map(|field| (value(field), field.ident))
        .unzip();
    let view_impl = implement_with(
        container,
        container.generics,
        &quote!(__tf::TfKnown),
        &quote! {
            type View = #view #ty_generics;

            fn into_known_view(self) -> __tf::Result<Self::View, __tf::Error> {
                let mut __faults = <__tf::Faults as __tf::Default>::default();
                #(#takes)*
                __faults.end()?;
                match (#(#values,)*) {
                    (#(__tf::Some(#values),)*) => __tf::Ok(#view { #(#idents: #values),* }),
                    #[allow(unreachable_patterns)]
                    _ => __tf::unreachable!("what is missing is a fault"),
                }
            }
        },
    );
    let shown = debug::members(&fields);
    let text = view.unraw().to_string();
    quote! {
        #view_impl

        #[automatically_derived]
        impl #impl_generics __tf::TryFrom<#ident #ty_generics> for #view #ty_generics #where_clause {
            type Error = __tf::Error;

            fn try_from(value: #ident #ty_generics) -> __tf::Result<Self, __tf::Error> {
                __tf::TfKnown::into_known_view(value)
            }
        }

        #[automatically_derived]
        impl #impl_generics __tf::fmt::Debug for #view #ty_generics #where_clause {
            fn fmt(&self, f: &mut __tf::fmt::Formatter<'_>) -> __tf::fmt::Result {
                __tf::debug(f, #text, &[#shown])
            }
        }
    }
}

/// Returns the fields as they are written.
fn in_place<'f, 'a>(fields: &'f [Field<'a>]) -> Vec<&'f Field<'a>> {
    let mut fields: Vec<_> = fields.iter().collect();
    fields.sort_by_key(|field| field.position);
    fields
}

fn known(field: &Field<'_>) -> TokenStream {
    let ident = field.ident;
    let known = quote_spanned!(at(field.ty)=> __tf::TfKnown::into_known_view(self.#ident));
    match required(field) {
        Some(_) => quote_spanned!(at(field.ty)=> __tf::required(#known)),
        None => known,
    }
}

fn view_type(field: &Field<'_>, trait_path: &TokenStream) -> TokenStream {
    let ty = required(field).unwrap_or(field.ty);
    quote!(<#ty as #trait_path>::View)
}

/// Returns what a required attribute is where it is not null.
fn required<'a>(field: &Field<'a>) -> Option<&'a Type> {
    field.attrs.flags.required.get()?;
    let Type::Path(path) = field.ty else {
        return None;
    };
    let last = path.path.segments.last()?;
    match &last.arguments {
        PathArguments::AngleBracketed(arguments)
            if last.ident == "Attr" || last.ident == "Option" =>
        {
            match arguments.args.first() {
                Some(GenericArgument::Type(ty)) => Some(ty),
                _ => None,
            }
        }
        _ => None,
    }
}
