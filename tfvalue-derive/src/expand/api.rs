//! Conversions to and from the structs of a service's client.
//!
//! Struct literals and patterns name all members of the client's struct, so that rustc reports members that the model
//! does not have. The conversion of each member is generic.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, Ident};

use super::{at, implement_with};
use crate::ast::{Container, Field, Variant};
use crate::attr::{ApiType, api_name};

/// Writes the conversions of a struct.
pub(super) fn structure(container: &Container<'_>, fields: &[Field<'_>]) -> TokenStream {
    let api = &container.attrs.api;
    let to_api = api.to_api.iter().map(|api| {
        let body = struct_to_api(api, fields);
        implement_to(container, api, &body)
    });
    let from_api = api.from_api.iter().map(|api| {
        let body = struct_from_api(api, fields);
        let keeps = fields
            .iter()
            .any(|field| api.options.lacks(&field.name) && !field.attrs.write_only.is_set());
        let keeps = keeps.then(|| {
            quote!(
                const KEEPS: __tf::bool = true;
            )
        });
        implement_from(container, api, &body, keeps.as_ref())
    });
    quote!(#(#to_api)* #(#from_api)*)
}

/// Writes the conversions of a newtype, which convert the wrapped type.
pub(super) fn newtype(container: &Container<'_>, ty: &syn::Type) -> TokenStream {
    let api = &container.attrs.api;
    let at = at(ty);
    let to_api = api.to_api.iter().map(|api| {
        let body = quote_spanned!(at=> __tf::to_member::<__tf::ByApi, #ty, _, _>(&self.0, false));
        implement_to(container, api, &body)
    });
    let from_api = api.from_api.iter().map(|api| {
        let body = quote_spanned! {at=>
            let __before = match __before {
                __tf::Some(__before) => __tf::Some(__before.0),
                __tf::None => __tf::None,
            };
            __tf::Ok(Self(__tf::from_member::<__tf::ByApi, #ty, _, _>(__api, __before)?))
        };
        implement_from(container, api, &body, None)
    });
    quote!(#(#to_api)* #(#from_api)*)
}

/// Writes the conversions of an enum between variants with the same names.
pub(super) fn enumeration(container: &Container<'_>, variants: &[Variant<'_>]) -> TokenStream {
    let api = &container.attrs.api;
    let to_api = api.to_api.iter().map(|api| {
        let arms = variants.iter().map(|variant| {
            let (own, theirs) = (variant.ident, their_variant(api, variant));
            quote!(Self::#own => #theirs)
        });
        let body = quote!(__tf::Ok(match self { #(#arms),* }));
        implement_to(container, api, &body)
    });
    let from_api = api.from_api.iter().map(|api| {
        let arms = variants.iter().map(|variant| {
            let (own, theirs) = (variant.ident, their_variant(api, variant));
            quote!(#theirs => Self::#own)
        });
        // rustc suggests an arm for a variant that the model does not have, unless the last two arms come from
        // different macros. The user writes an attribute, which has no arms, so the suggestion would be wrong.
        let never = quote_spanned! {Span::mixed_site()=>
            #[allow(unreachable_patterns)]
            _ if false => __tf::unreachable!("no arm")
        };
        let value = Ident::new("__api", at(&api.ty));
        let body = quote!(__tf::Ok(match #value { #(#arms,)* #never }));
        implement_from(container, api, &body, None)
    });
    quote!(#(#to_api)* #(#from_api)*)
}

/// Returns the path of a variant of the client's enum. An alias would appear in errors.
fn their_variant(api: &ApiType, variant: &Variant<'_>) -> TokenStream {
    let (ty, name) = (&api.ty, api_name(variant.ident, &variant.attrs.api_name));
    let at = Span::call_site().located_at(name.span());
    quote_spanned!(at=> <#ty>::#name)
}

fn implement_to(container: &Container<'_>, api: &ApiType, body: &TokenStream) -> TokenStream {
    let ty = &api.ty;
    let at = at(ty);
    let what = quote_spanned!(at=> __tf::ToApi<#ty>);
    implement_with(
        container,
        container.generics,
        &what,
        &quote! {
            fn to_api(&self) -> __tf::Result<#ty, __tf::Error> {
                #body
            }
        },
    )
}

fn implement_from(
    container: &Container<'_>,
    api: &ApiType,
    body: &TokenStream,
    keeps: Option<&TokenStream>,
) -> TokenStream {
    let ty = &api.ty;
    let at = at(ty);
    let what = quote_spanned!(at=> __tf::FromApi<#ty>);
    implement_with(
        container,
        container.generics,
        &what,
        &quote! {
            #keeps

            fn from_api(__api: #ty, __before: __tf::Option<Self>) -> __tf::Result<Self, __tf::Error> {
                #body
            }
        },
    )
}

fn struct_to_api(api: &ApiType, fields: &[Field<'_>]) -> TokenStream {
    let computed = api.options.computed();
    let secrets = fields.iter().filter(|field| field.is_secret());
    let secrets: Vec<_> = secrets.map(field_api_name).collect();
    let names: Vec<_> = fields.iter().map(|field| &field.name).collect();
    let sets = computed.iter().enumerate().map(|(index, (name, expr))| {
        let (value, expr) = (set_value(index), closure(expr));
        if secrets.contains(name) {
            quote!(let #value = __faults.take(__tf::None, true, __tf::named(&[#(#names),*], #expr));)
        } else {
            quote!(let #value = __faults.take(__tf::None, false, #expr);)
        }
    });
    let fields: Vec<_> = fields
        .iter()
        .filter(|field| !api.options.lacks(&field.name))
        .map(|field| (field, field_api_name(field)))
        .filter(|(_, theirs)| computed.iter().all(|(name, _)| name != theirs))
        .collect();
    let takes = fields.iter().map(|(field, _)| {
        let (ident, ty) = (field.ident, field.ty);
        let (leaf, decides) = (leaf(field), may_be_unknown(field));
        let converted =
            quote_spanned!(at(ty)=> __tf::to_member::<#leaf, #ty, _, _>(&self.#ident, #decides));
        take(field, &converted)
    });
    let theirs = alias(api);
    let (item, name, at) = (&theirs.item, &theirs.ident, theirs.at);
    let values = fields.iter().map(|(field, _)| value(field));
    let values: Vec<_> = values.chain((0..computed.len()).map(set_value)).collect();
    let members: Vec<_> = fields
        .iter()
        .map(|(_, theirs)| theirs)
        .chain(computed.iter().map(|(name, _)| name))
        .collect();
    let literal = quote_spanned!(at=> #name { #(#members: #values),* });
    quote! {
        #item
        let mut __faults = <__tf::Faults as __tf::Default>::default();
        #(#takes)*
        #(#sets)*
        __faults.end()?;
        match (#(#values,)*) {
            (#(__tf::Some(#values),)*) => __tf::Ok(#literal),
            #[allow(unreachable_patterns)]
            _ => __tf::unreachable!("each missing value has a fault"),
        }
    }
}

fn struct_from_api(api: &ApiType, fields: &[Field<'_>]) -> TokenStream {
    let computed = api.options.computed();
    let is_set = |field: &Field<'_>| computed.iter().position(|(name, _)| name == field.ident);
    let theirs = alias(api);
    let (item, name) = (&theirs.item, &theirs.ident);
    let sets = (!computed.is_empty()).then(|| {
        let api = Ident::new("api", Span::call_site());
        let values = (0..computed.len()).map(set_value);
        let exprs = computed.iter().map(|(_, expr)| closure(expr));
        quote! {
            let (#(#values,)*) = {
                #[allow(unused_variables)]
                let #api = &__api;
                (#(#exprs,)*)
            };
        }
    });
    let returned = fields
        .iter()
        .filter(|field| is_set(field).is_none() && !api.options.lacks(&field.name));
    let bindings = returned.map(|field| {
        let (theirs, value) = (field_api_name(field), value(field));
        quote!(#theirs: #value)
    });
    let ignored = match api.options.ignored() {
        Some(names) => quote!(#(#names: _),*),
        None => quote!(..),
    };
    let before = |field: &Field<'_>| format_ident!("__before{}", field.position);
    let (idents, befores): (Vec<_>, Vec<_>) = fields
        .iter()
        .map(|field| (field.ident, before(field)))
        .unzip();
    let nones = fields.iter().map(|_| quote!(__tf::None));
    let takes = fields.iter().map(|field| {
        let (ty, value, before) = (field.ty, value(field), before(field));
        let span = at(ty);
        let leaf = leaf(field);
        let converted = match is_set(field) {
            Some(index) => {
                let value = set_value(index);
                quote!(#value)
            }
            None if api.options.lacks(&field.name) => {
                quote_spanned!(span=> __tf::kept::<#ty>(#before))
            }
            None => {
                quote_spanned!(span=> __tf::from_member::<#leaf, #ty, _, _>(#value, #before))
            }
        };
        take(field, &converted)
    });
    let values: Vec<_> = fields.iter().map(|field| value(field)).collect();
    // rustc lists the members that a pattern omits only if the pattern appears to be written by the user.
    let mut name = name.clone();
    name.set_span(api.ty.span());
    let pattern = quote_spanned!(api.ty.span()=> #name { #(#bindings,)* #ignored });
    quote! {
        #item
        #sets
        let #pattern = __api;
        #[allow(unused_variables)]
        let (#(#befores,)*) = match __before {
            __tf::Some(Self { #(#idents: #befores),* }) => (#(__tf::Some(#befores),)*),
            __tf::None => (#(#nones,)*),
        };
        let mut __faults = <__tf::Faults as __tf::Default>::default();
        #(#takes)*
        __faults.end()?;
        match (#(#values,)*) {
            (#(__tf::Some(#values),)*) => __tf::Ok(Self { #(#idents: #values),* }),
            #[allow(unreachable_patterns)]
            _ => __tf::unreachable!("each missing value has a fault"),
        }
    }
}

/// Writes the statement that takes a field's value from the result of its conversion.
fn take(field: &Field<'_>, converted: &TokenStream) -> TokenStream {
    let (value, secret) = (value(field), field.is_secret());
    let name = if field.is_flattened() {
        quote!(__tf::None)
    } else {
        let name = &field.name;
        quote!(__tf::Some(#name))
    };
    quote_spanned!(at(field.ty)=> let #value = __faults.take(#name, #secret, #converted);)
}

/// Writes a closure around the user's expression, so that the expression can use `?`.
fn closure(expr: &Expr) -> TokenStream {
    quote_spanned! {Span::call_site().located_at(expr.span())=>
        (|| -> __tf::Result<_, __tf::Error> { __tf::Ok(#expr) })()
    }
}

/// A name for the client's type. In a literal or pattern, generics cannot be written in the same way as in a type.
struct Alias {
    item: TokenStream,
    ident: Ident,
    at: Span,
}

fn alias(api: &ApiType) -> Alias {
    let (ty, at) = (&api.ty, at(&api.ty));
    let ident = Ident::new("__Api", at);
    Alias {
        item: quote_spanned!(at=> type #ident = #ty;),
        ident,
        at,
    }
}

/// Returns the conversion of the innermost values.
fn leaf(field: &Field<'_>) -> TokenStream {
    if field.attrs.display.is_set() {
        quote!(__tf::ByText)
    } else {
        quote!(__tf::ByApi)
    }
}

/// Returns `true` if the service may determine the value.
fn may_be_unknown(field: &Field<'_>) -> bool {
    field.attrs.flags.computed.is_set()
}

fn field_api_name(field: &Field<'_>) -> Ident {
    api_name(field.ident, &field.attrs.api_name)
}

fn value(field: &Field<'_>) -> Ident {
    format_ident!("__{}", field.position)
}

fn set_value(index: usize) -> Ident {
    format_ident!("__set{}", index)
}
