//! `TfFunction` and `TfArguments` of a struct whose fields are the parameters.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Lifetime, Type, parse_quote_spanned};

use super::de::Read;
use super::{adapt, at, implement_with};
use crate::ast::{Container, Field};
use crate::bound;

pub(super) fn impls(container: &Container<'_>, fields: &[Field<'_>]) -> TokenStream {
    let mut fields: Vec<_> = fields.iter().collect();
    fields.sort_by_key(|field| field.position);
    let is_variadic = |field: &&Field<'_>| field.attrs.variadic.is_set();
    let (variadic, parameters): (Vec<&Field<'_>>, Vec<_>) =
        fields.iter().copied().partition(is_variadic);
    let described = parameters
        .iter()
        .map(|field| describe(field, &argument_type(field)));
    let rest = match variadic.first() {
        Some(field) => {
            let described = describe(field, &argument_type(field));
            quote!(__tf::Some(const { &#described }))
        }
        None => quote!(__tf::None),
    };
    let attrs = &container.attrs;
    let returns = attrs.returns.get();
    let summary = attrs
        .summary
        .get()
        .map_or(String::new(), syn::LitStr::value);
    let description = &container.description;
    let deprecated = attrs.deprecated.get().cloned().unwrap_or_default();
    let (generics, de) = bound::with_input_lifetime(container.generics);
    let members = fields.iter().map(|field| {
        let (ident, name) = (field.ident, &field.name);
        let read = Read::of(field, container.generics, &de);
        let (ty, at) = (&read.ty, at(field.ty));
        let value = if field.attrs.variadic.is_set() {
            quote_spanned!(at=> __arguments.rest()?)
        } else {
            read.open(&quote_spanned!(at=> __arguments.next::<#ty>(#name)?))
        };
        quote!(#ident: #value)
    });
    let lifetime = Lifetime::new("'static", Span::call_site());
    let parameters = fields.iter().map(|field| {
        let allowed = allowed(field);
        (at(field.ty), argument_type(field), allowed)
    });
    let result = returns.map(|ty| (at(ty), ty.clone(), TokenStream::new()));
    let checks = parameters.chain(result).map(|(at, ty, allowed)| {
        let ty = bound::with_lifetime(&ty, &lifetime);
        quote_spanned!(at=> const _: () = const { &__tf::Field::of::<#ty>("")#allowed }.check_of_function();)
    });
    let checks = quote!(#(#checks)*);
    let result = returns.map(|ty| bound::with_lifetime(ty.clone(), &lifetime));
    let function = implement_with(
        container,
        container.generics,
        &quote!(__tf::TfFunction),
        &quote! {
            type Return = #result;

            fn function() -> __tf::Function {
                __tf::Field::function_of(
                    const { &[#(#described),*] },
                    #rest,
                    <#returns as __tf::TfType>::ty(),
                    [#summary, #description, #deprecated],
                )
            }
        },
    );
    let arguments = implement_with(
        container,
        &generics,
        &quote!(__tf::TfArguments<#de>),
        &quote! {
            fn from_arguments<__I: __tf::IntoIterator<Item: __tf::Argument<#de>>>(
                __arguments: __I,
            ) -> __tf::Result<Self, __tf::FunctionError> {
                let mut __arguments = __tf::Arguments::new(__arguments);
                let __call = Self { #(#members),* };
                __arguments.end()?;
                __tf::Ok(__call)
            }
        },
    );
    quote!(#checks #function #arguments)
}

/// Returns the type of an argument of the parameter.
fn argument_type(field: &Field<'_>) -> Type {
    let ty = adapt::wire_type(field);
    if field.attrs.variadic.is_set() {
        parse_quote_spanned!(at(field.ty)=> <#ty as __tf::Variadic>::Element)
    } else {
        ty
    }
}

fn describe(field: &Field<'_>, ty: &Type) -> TokenStream {
    let (name, description, allowed) = (&field.name, &field.description, allowed(field));
    quote_spanned!(at(field.ty)=> __tf::Field::of::<#ty>(#name).description(#description)#allowed)
}

/// Returns the arguments that the annotations allow.
fn allowed(field: &Field<'_>) -> TokenStream {
    let attrs = &field.attrs;
    let allow = attrs.allow.get();
    let null = allow.is_some_and(|allow| allow.null.is_set());
    let unknown = allow.is_some_and(|allow| allow.unknown.is_set());
    // The error for a parameter that is not dynamic is about the annotation.
    let name = attrs.allow.name();
    let span = Span::call_site();
    let at = name.map_or(span, |name| span.located_at(name.span()));
    quote_spanned!(at=> .allowing(#null, #unknown))
}
