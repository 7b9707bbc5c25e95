//! Paths into a struct, with a method for each member.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::{Lifetime, Path};

use super::{adapt, at, implement_with, lints, probed};
use crate::ast::{Container, Field};
use crate::bound;

/// Writes the impl for a type without paths to members.
pub(super) fn end(container: &Container<'_>) -> TokenStream {
    implement_with(
        container,
        container.generics,
        &quote!(__tf::TfPaths),
        &quote!(
            type Paths = __tf::Path;
        ),
    )
}

/// Writes the struct of the paths, which is outside the block so that the user can name it.
pub(super) fn structure(container: &Container<'_>, krate: &Path) -> Option<TokenStream> {
    container.attrs.paths.get()?;
    let (vis, ident) = (&container.original.vis, container.ident);
    let name = name(container);
    let text = format!(
        "A path to a `{}`, with a method for each member.",
        ident.unraw()
    );
    let lints = lints(&container.original.attrs);
    Some(quote! {
        #[doc = #text]
        #lints
        #[derive(::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq, ::core::cmp::Eq)]
        #vis struct #name(#krate::Path);
    })
}

/// Writes the methods that extend a path, or the impl for a type without paths to members.
pub(super) fn impls(container: &Container<'_>, fields: &[Field<'_>]) -> TokenStream {
    if !container.attrs.paths.is_set() {
        return end(container);
    }
    let (vis, ident) = (&container.original.vis, container.ident);
    let name = name(container);
    let methods = fields.iter().map(|field| method(container, field));
    let has_paths = implement_with(
        container,
        container.generics,
        &quote!(__tf::TfPaths),
        &quote!(type Paths = #name;),
    );
    let (impl_generics, ty_generics, where_clause) = container.generics.split_for_impl();
    quote! {
        #has_paths

        #[automatically_derived]
        impl __tf::fmt::Display for #name {
            fn fmt(&self, __f: &mut __tf::fmt::Formatter<'_>) -> __tf::fmt::Result {
                __tf::fmt::Display::fmt(&self.0, __f)
            }
        }

        #[automatically_derived]
        impl __tf::From<__tf::Path> for #name {
            fn from(__path: __tf::Path) -> Self {
                Self(__path)
            }
        }

        #[automatically_derived]
        impl __tf::From<#name> for __tf::Path {
            fn from(__path: #name) -> Self {
                __path.0
            }
        }

        #[automatically_derived]
        #[allow(dead_code)]
        impl #name {
            #(#methods)*
        }

        #[automatically_derived]
        #[allow(dead_code)]
        impl #impl_generics #ident #ty_generics #where_clause {
            /// Returns the empty path, with a method for each member.
            #[must_use]
            #vis fn paths() -> #name {
                #name(__tf::Path::root())
            }
        }
    }
}

fn name(container: &Container<'_>) -> syn::Ident {
    format_ident!("{}Paths", container.ident.unraw())
}

fn method(container: &Container<'_>, field: &Field<'_>) -> TokenStream {
    let (vis, ident, name) = (&field.original.vis, field.ident, &field.name);
    let lifetime = Lifetime::new("'static", Span::call_site());
    let ty = bound::with_lifetime(adapt::wire_type(field), &lifetime);
    let ty = probed::wrapped(container, field, quote!(#ty));
    let (text, path) = if field.is_flattened() {
        (
            "Returns the path with a method for each flattened member.".to_owned(),
            quote!(self.0),
        )
    } else {
        (
            format!("Returns the path to `{name}`."),
            quote!(self.0.step(__tf::step(#name))),
        )
    };
    let lints = lints(&field.original.attrs);
    quote_spanned! {at(field.ty)=>
        #[doc = #text]
        #lints
        #[must_use]
        #vis fn #ident(self) -> <#ty as __tf::TfPaths>::Paths {
            __tf::From::from(#path)
        }
    }
}
