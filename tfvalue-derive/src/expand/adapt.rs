//! Fields that are read and written by adapters instead of by the serde impls of their types.
//!
//! An adapter applies to the type inside `Attr`, `Option` and other layers. The generated code finds the layers one by
//! one: a constant of the type's `Probe` identifies the outermost layer, and selects the impl of `Layer` that names the
//! type inside. All lifetimes are `'static`, because items cannot use other lifetimes.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Ident, Lifetime, Type, parse_quote};

use super::at;
use crate::ast::Field;
use crate::bound;

/// The maximum number of layers: `Attr` has two, `Attr<Vec<Attr<Vec<Attr<T>>>>>` has eight.
const LAYERS: usize = 8;

/// Returns `true` if the field has an adapter or a different type in Terraform.
fn is_adapted(field: &Field<'_>) -> bool {
    field.attrs.of_adapters().next().is_some()
}

/// Returns the type of a field in Terraform: the field's own type, or the type in `as` inside the field's layers.
pub(super) fn wire_type(field: &Field<'_>) -> Type {
    if is_adapted(field) {
        let name = name("Wire", field);
        parse_quote!(#name)
    } else {
        field.ty.clone()
    }
}

/// Returns the type of the adapter, if the field has one.
pub(super) fn adapter(field: &Field<'_>) -> Option<Ident> {
    let has_one = field.attrs.display.is_set() || field.attrs.with.is_set();
    has_one.then(|| name("Adapter", field))
}

/// Returns the type that creates the known view of the field, if the field's own type does not create it.
pub(super) fn viewer(field: &Field<'_>) -> Option<Ident> {
    is_adapted(field).then(|| name("Viewer", field))
}

/// Writes the items that the other functions refer to.
pub(super) fn items(fields: &[Field<'_>]) -> TokenStream {
    let items: Vec<_> = fields
        .iter()
        .filter(|field| is_adapted(field))
        .map(|field| layers(field, adapter_impl(field).as_ref()))
        .collect();
    if items.is_empty() {
        return TokenStream::new();
    }
    quote! {
        #[allow(unused_imports)]
        use __tf::Fallback as _;
        #(#items)*
    }
}

/// Writes the type aliases for the layers of a field, and the types that are built from them.
fn layers(field: &Field<'_>, innermost: Option<&Innermost>) -> TokenStream {
    let attrs = &field.attrs;
    let at = at(field.ty);
    let lifetime = Lifetime::new("'static", Span::call_site());
    let ty = bound::with_lifetime(field.ty, &lifetime);
    let stands_for = match attrs.stands_for.get() {
        Some(ty) => bound::with_lifetime(ty, &lifetime),
        None => quote!(__tf::String),
    };
    // Only `display` applies to the elements of collections.
    let (count, constant) = if attrs.display.is_set() {
        (LAYERS, quote!(LAYER))
    } else {
        (2, quote!(OUTER))
    };
    let layer = |index: usize| name(&format!("Layer{index}Of"), field);
    let number = |index: usize| name(&format!("LAYER{index}_OF"), field);
    let inner = (0..count).map(|index| {
        let (outer, inner, number) = (layer(index), layer(index + 1), number(index));
        quote_spanned! {at=>
            const #number: __tf::u8 = __tf::Probe::<#outer>::#constant;
            type #inner = <#outer as __tf::Layer<#number>>::Inner;
        }
    });
    let around = |name: Ident, member: &str, innermost: TokenStream| {
        let member = format_ident!("{member}");
        let ty = (0..count).rev().fold(innermost, |inner, index| {
            let (outer, number) = (layer(index), number(index));
            quote_spanned!(at=> <#outer as __tf::Layer<#number>>::#member<#inner>)
        });
        quote_spanned!(at=> #[allow(dead_code)] type #name = #ty;)
    };
    let wire = around(name("Wire", field), "Around", stands_for);
    let viewer = around(name("Viewer", field), "Adapter", quote!(__tf::Itself));
    let adapter = innermost.map(|innermost| {
        let (item, ty) = (&innermost.item, &innermost.ty);
        let adapter = around(name("Adapter", field), "Adapter", ty.clone());
        quote!(#item #adapter)
    });
    let first = layer(0);
    quote_spanned! {at=>
        type #first = #ty;
        #(#inner)*
        #wire
        #viewer
        #adapter
    }
}

/// The adapter of the value inside all layers.
struct Innermost {
    item: TokenStream,
    ty: TokenStream,
}

fn adapter_impl(field: &Field<'_>) -> Option<Innermost> {
    let this = name("Innermost", field);
    if field.attrs.display.is_set() {
        let mut value = name(&format!("Layer{LAYERS}Of"), field);
        // Errors about the type point at the field.
        value.set_span(at(field.ty));
        let item = quote_spanned! {at(field.ty)=>
            struct #this;

            impl __tf::TextField for #this {
                type Value = #value;
            }
        };
        return Some(Innermost {
            item,
            ty: quote!(__tf::Text<#this>),
        });
    }
    let mut module = field.attrs.with.get()?.clone();
    let at = Span::call_site().located_at(module.span());
    // Lints must treat the path as generated.
    for segment in &mut module.segments {
        segment.ident.set_span(at);
    }
    let value = name("Layer2Of", field);
    let item = quote_spanned! {at=>
        struct #this;

        impl __tf::Adapter<#value> for #this {
            fn read<'de, __D: __tf::Deserializer<'de>>(__deserializer: __D) -> __tf::Result<#value, __D::Error> {
                #module::deserialize(__deserializer)
            }

            fn write<__S: __tf::Serializer>(__value: &#value, __serializer: __S) -> __tf::Result<__S::Ok, __S::Error> {
                #module::serialize(__value, __serializer)
            }
        }
    };
    Some(Innermost {
        item,
        ty: quote!(#this),
    })
}

fn name(what: &str, field: &Field<'_>) -> Ident {
    format_ident!("__{what}{}", field.position)
}
