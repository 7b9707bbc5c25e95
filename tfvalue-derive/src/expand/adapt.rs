//! Fields that are read and written by something else than their type's serde impls.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{GenericArgument, PathArguments, Type, parse_quote};

use super::at;
use crate::ast::Field;

/// What a field is to Terraform: its type, with the type that the innermost one stands for.
pub(super) fn wire_type(field: &Field<'_>) -> Type {
    let attrs = &field.attrs;
    let stands_for = match (attrs.stands_for.get(), attrs.display.is_set()) {
        (Some(ty), _) => ty.clone(),
        (None, true) => parse_quote!(__tf::String),
        (None, false) => return field.ty.clone(),
    };
    let mut ty = field.ty.clone();
    *innermost(&mut ty, attrs.display.is_set()).1 = stands_for;
    ty
}

/// Returns the type of the adapter, where the field has one.
pub(super) fn adapter(field: &Field<'_>) -> Option<TokenStream> {
    let attrs = &field.attrs;
    let innermost_adapter = match (attrs.display.is_set(), attrs.with.is_set()) {
        (true, _) => quote_spanned!(at(field.ty)=> __tf::Text),
        (_, true) => {
            let name = module_adapter(field);
            quote!(#name)
        }
        _ => return None,
    };
    let mut ty = field.ty.clone();
    let (around, _) = innermost(&mut ty, attrs.display.is_set());
    let within = around.into_iter().rev();
    Some(within.fold(innermost_adapter, |inner, name| {
        let name = format_ident!("{name}");
        quote_spanned!(at(field.ty)=> __tf::#name<#inner>)
    }))
}

/// Writes the adapters that call the functions of a module.
pub(super) fn modules(fields: &[Field<'_>]) -> TokenStream {
    let modules = fields.iter().filter_map(|field| {
        let mut module = field.attrs.with.get()?.clone();
        let at = Span::call_site().located_at(module.span());
        // Lints must know that the path is not written out.
        for segment in &mut module.segments {
            segment.ident.set_span(at);
        }
        let name = module_adapter(field);
        let mut ty = field.ty.clone();
        let ty = innermost(&mut ty, false).1;
        Some(quote_spanned! {at=>
            struct #name;

            impl __tf::Adapter<#ty> for #name {
                fn read<'de, __D: __tf::Deserializer<'de>>(__deserializer: __D) -> __tf::Result<#ty, __D::Error> {
                    #module::deserialize(__deserializer)
                }

                fn write<__S: __tf::Serializer>(__value: &#ty, __serializer: __S) -> __tf::Result<__S::Ok, __S::Error> {
                    #module::serialize(__value, __serializer)
                }
            }
        })
    });
    quote!(#(#modules)*)
}

fn module_adapter(field: &Field<'_>) -> syn::Ident {
    format_ident!("__With{}", field.position)
}

/// Goes into a type through what may be unknown or null, and collections if wanted; returns the
/// adapters around the innermost type, and that.
fn innermost(ty: &mut Type, collections: bool) -> (Vec<&'static str>, &mut Type) {
    let mut around = Vec::new();
    let mut ty = ty;
    while let Some((names, at)) = wrapper(ty, collections) {
        around.extend_from_slice(names);
        ty = argument(ty, at);
    }
    (around, ty)
}

/// Returns the adapters for a type that wraps another, and which of its arguments that is.
fn wrapper(ty: &Type, collections: bool) -> Option<(&'static [&'static str], usize)> {
    let Type::Path(path) = ty else {
        return None;
    };
    let last = path.path.segments.last()?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    let (names, at): (&[_], _) = match last.ident.to_string().as_str() {
        "Attr" => (&["InUnknown", "InOption"], 0),
        "Unknown" => (&["InUnknown"], 0),
        "Option" => (&["InOption"], 0),
        "Vec" if collections => (&["InList"], 0),
        "Set" | "BTreeSet" if collections => (&["InSet"], 0),
        "BTreeMap" | "HashMap" if collections => (&["InMap"], 1),
        _ => return None,
    };
    matches!(arguments.args.get(at), Some(GenericArgument::Type(_))).then_some((names, at))
}

fn argument(ty: &mut Type, at: usize) -> &mut Type {
    let Type::Path(path) = ty else {
        unreachable!("a wrapper is a path");
    };
    match path
        .path
        .segments
        .last_mut()
        .map(|last| &mut last.arguments)
    {
        Some(PathArguments::AngleBracketed(arguments)) => match arguments.args.get_mut(at) {
            Some(GenericArgument::Type(ty)) => ty,
            _ => unreachable!("a wrapper has this argument"),
        },
        _ => unreachable!("a wrapper has arguments"),
    }
}
