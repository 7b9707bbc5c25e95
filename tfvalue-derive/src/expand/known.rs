//! The fully known view of a struct.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::{Ident, Lifetime, Path};

use super::{adapt, at, debug, implement_with, lints, planning};
use crate::ast::{Container, Field};
use crate::bound;

/// Writes the impl for a type that is its own view.
pub(super) fn itself(container: &Container<'_>) -> TokenStream {
    let body = quote!(
        type Adapter = __tf::Itself;
    );
    implement_with(
        container,
        container.generics,
        &quote!(__tf::ViewedBy),
        &body,
    )
}

/// Writes the struct of the view, which is outside the block so that the user can name it.
pub(super) fn structure(
    container: &Container<'_>,
    fields: &[Field<'_>],
    krate: &Path,
) -> Option<TokenStream> {
    let view = container.attrs.known_view.get()?;
    let name = view.ident()?;
    let derives = view.derives();
    let derive = (!derives.is_empty()).then(|| quote!(#[derive(#(#derives),*)]));
    let has_serde = derives.iter().any(is_serde);
    let (vis, generics) = (&container.original.vis, container.generics);
    let text = format!(
        "A `{}` whose values are all known.",
        container.ident.unraw()
    );
    let members = in_place(fields).into_iter().map(|field| {
        let (vis, ident) = (&field.original.vis, field.ident);
        let docs = field.original.attrs.iter();
        let docs = docs.filter(|attribute| attribute.path().is_ident("doc"));
        let ty = view_type(container, field, krate);
        let serde = has_serde.then(|| serde_attribute(field));
        let lints = lints(&field.original.attrs);
        quote!(#(#docs)* #lints #serde #vis #ident: #ty)
    });
    let where_clause = &generics.where_clause;
    let lints = lints(&container.original.attrs);
    Some(quote! {
        #[doc = #text]
        #lints
        #derive
        #vis struct #name #generics #where_clause {
            #(#members),*
        }
    })
}

/// `known_view` derives only these two traits from serde, whose macros read attributes.
fn is_serde(path: &Path) -> bool {
    let last = path.segments.last();
    last.is_some_and(|last| last.ident == "Serialize" || last.ident == "Deserialize")
}

/// Writes the attribute that makes serde use the name in Terraform.
fn serde_attribute(field: &Field<'_>) -> TokenStream {
    if field.is_flattened() {
        return quote!(#[serde(flatten)]);
    }
    let name = &field.name;
    quote!(#[serde(rename = #name)])
}

/// Writes the conversion to the view.
pub(super) fn impls(container: &Container<'_>, fields: &[Field<'_>]) -> TokenStream {
    let view = container.attrs.known_view.get();
    let Some(view) = view.and_then(|view| view.ident()) else {
        return itself(container);
    };
    let ident = container.ident;
    let (impl_generics, ty_generics, where_clause) = container.generics.split_for_impl();
    let fields = in_place(fields);
    let associated = fields.iter().filter(|field| is_associated(field));
    let associated = associated.map(|field| associated_type(container, field));
    let value = |field: &Field<'_>| format_ident!("__{}", field.position);
    let takes = fields.iter().map(|field| {
        let (value, secret) = (value(field), field.is_secret());
        let name = if field.is_flattened() {
            quote!(__tf::None)
        } else {
            let name = &field.name;
            quote!(__tf::Some(#name))
        };
        let known = known(field);
        quote_spanned!(at(field.ty)=> let #value = __faults.take(#name, #secret, #known);)
    });
    let backs = fields.iter().map(|field| back(field));
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
                    _ => __tf::unreachable!("each missing value has a fault"),
                }
            }

            #[inline]
            fn from_known_view(__view: Self::View) -> Self {
                Self { #(#idents: #backs),* }
            }
        },
    );
    let shown = debug::members(&fields, |_, value| value);
    let text = view.unraw().to_string();
    quote! {
        #(#associated)*

        #view_impl

        #[automatically_derived]
        impl #impl_generics __tf::TryFrom<#ident #ty_generics> for #view #ty_generics #where_clause {
            type Error = __tf::Error;

            fn try_from(__value: #ident #ty_generics) -> __tf::Result<Self, __tf::Error> {
                __tf::TfKnown::into_known_view(__value)
            }
        }

        #[automatically_derived]
        impl #impl_generics __tf::From<#view #ty_generics> for #ident #ty_generics #where_clause {
            #[inline]
            fn from(__view: #view #ty_generics) -> Self {
                __tf::TfKnown::from_known_view(__view)
            }
        }

        #[automatically_derived]
        impl #impl_generics __tf::fmt::Debug for #view #ty_generics #where_clause {
            fn fmt(&self, __f: &mut __tf::fmt::Formatter<'_>) -> __tf::fmt::Result {
                __tf::debug(__f, #text, &[#shown])
            }
        }
    }
}

/// Returns the fields in the order of the source.
fn in_place<'f, 'a>(fields: &'f [Field<'a>]) -> Vec<&'f Field<'a>> {
    let mut fields: Vec<_> = fields.iter().collect();
    fields.sort_by_key(|field| field.position);
    fields
}

fn known(field: &Field<'_>) -> TokenStream {
    let (ident, ty, at) = (field.ident, field.ty, at(field.ty));
    let view = |value: TokenStream| match adapt::viewer(field) {
        Some(viewer) => quote_spanned!(at=> <#viewer as __tf::Viewed<#ty>>::view(#value)),
        None => quote_spanned!(at=> <#ty as __tf::TfKnown>::into_known_view(#value)),
    };
    let known = view(quote!(self.#ident));
    let null = null(field);
    match field.attrs.default.get() {
        Some(value) => {
            let default = view(planning::default_value(field, value));
            quote_spanned!(at=> __tf::or_default::<#null, _>(#known, || #default))
        }
        None if is_never_null(field) => quote_spanned!(at=> __tf::required::<#null, _>(#known)),
        None => known,
    }
}

/// Converts a member of the view back to the field.
fn back(field: &Field<'_>) -> TokenStream {
    let (ident, ty, at) = (field.ident, field.ty, at(field.ty));
    let mut value = quote!(__view.#ident);
    if is_never_null(field) {
        let null = null(field);
        value = quote_spanned!(at=> __tf::NotNull::<#null>::of(#value));
    }
    match adapt::viewer(field) {
        Some(viewer) => quote_spanned!(at=> <#viewer as __tf::Viewed<#ty>>::back(#value)),
        None => quote_spanned!(at=> <#ty as __tf::TfKnown>::from_known_view(#value)),
    }
}

/// Returns the type of a field in the view. If the type depends on attributes, it is an associated type that the block
/// defines, because the view itself is outside the block.
fn view_type(container: &Container<'_>, field: &Field<'_>, krate: &Path) -> TokenStream {
    let ty = field.ty;
    if is_associated(field) {
        let (ident, position) = (container.ident, field.position);
        let (_, ty_generics, _) = container.generics.split_for_impl();
        return quote!(<#ident #ty_generics as #krate::__private::FieldView<#ty, #position>>::View);
    }
    quote!(<#ty as #krate::types::TfKnown>::View)
}

/// Returns `true` if the field cannot be null in the view.
fn is_never_null(field: &Field<'_>) -> bool {
    field.attrs.flags.required.is_set() || field.attrs.default.is_set()
}

fn is_associated(field: &Field<'_>) -> bool {
    is_never_null(field) || adapt::viewer(field).is_some()
}

/// Writes the associated type of a field in the view.
fn associated_type(container: &Container<'_>, field: &Field<'_>) -> TokenStream {
    let lifetime = Lifetime::new("'static", Span::call_site());
    let (at, position, null) = (at(field.ty), field.position, null(field));
    let view = |ty: &TokenStream| match adapt::viewer(field) {
        Some(viewer) => quote_spanned!(at=> <#viewer as __tf::Viewed<#ty>>::View),
        None => quote_spanned!(at=> <#ty as __tf::TfKnown>::View),
    };
    let field_type = field.ty;
    let mut ty = view(&field_type.to_token_stream());
    let constant = is_never_null(field).then(|| {
        let view = view(&bound::with_lifetime(field.ty, &lifetime));
        ty = quote_spanned!(at=> <#ty as __tf::NotNull<#null>>::Value);
        quote_spanned! {at=>
            const #null: __tf::bool = { use __tf::Fallback as _; __tf::Probe::<#view>::NULL };
        }
    });
    let field_view = implement_with(
        container,
        container.generics,
        &quote!(__tf::FieldView<#field_type, #position>),
        &quote_spanned!(at=> type View = #ty;),
    );
    quote!(#constant #field_view)
}

/// Returns the name of the constant for a field that is never null. The constant tells whether the view of the field's
/// type can be null.
fn null(field: &Field<'_>) -> Ident {
    format_ident!("__NULL{}", field.position)
}
