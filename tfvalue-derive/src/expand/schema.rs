//! `TfType` and `TfSchema` of a struct.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Lifetime;

use super::{at, implement};
use crate::ast::{Container, Field};
use crate::attr::Flags;
use crate::bound;

pub(super) fn impls(container: &Container<'_>, fields: &[Field<'_>]) -> TokenStream {
    let described = fields.iter().map(|field| match container.is_object() {
        true => member(field),
        false => describe(field),
    });
    let tf_type = quote!(__tf::TfType);
    let list = implement(
        container,
        &quote!(__tf::Fields),
        &tf_type,
        &quote! {
            const FIELDS: &'static [__tf::Field] = &[#(#described),*];
        },
    );
    let (free, inside) = rules(container, fields);
    let rest = match container.is_object() {
        true => object(container, &inside),
        false => schema(container, &inside),
    };
    quote!(#list #free #rest)
}

fn schema(container: &Container<'_>, rules: &TokenStream) -> TokenStream {
    let version = container.attrs.version.get().copied().unwrap_or(0);
    let description = &container.description;
    let deprecated = match container.attrs.deprecated.get() {
        Some(message) => quote!(__tf::Some(#message)),
        None => quote!(__tf::None),
    };
    let bound = quote!(__tf::TfType);
    let tf_type = implement(
        container,
        &quote!(__tf::TfType),
        &bound,
        &quote! {
            const FACTS: __tf::Facts = __tf::Facts::of_schema(<Self as __tf::Fields>::FIELDS);

            fn ty() -> __tf::Type {
                <Self as __tf::TfSchema>::block().implied_type()
            }

            fn nested() -> __tf::Option<__tf::Block> {
                __tf::Some(<Self as __tf::TfSchema>::block())
            }
        },
    );
    let tf_schema = implement(
        container,
        &quote!(__tf::TfSchema),
        &bound,
        &quote! {
            const VERSION: i64 = #version;

            fn block() -> __tf::Block {
                #rules
                __tf::Block::of_fields(<Self as __tf::Fields>::FIELDS, #description, #deprecated)
            }
        },
    );
    quote!(#tf_type #tf_schema)
}

fn object(container: &Container<'_>, rules: &TokenStream) -> TokenStream {
    implement(
        container,
        &quote!(__tf::TfType),
        &quote!(__tf::TfType),
        &quote! {
            const FACTS: __tf::Facts = __tf::Facts::of_object(<Self as __tf::Fields>::FIELDS);

            fn ty() -> __tf::Type {
                #rules
                __tf::Type::of_fields(<Self as __tf::Fields>::FIELDS)
            }
        },
    )
}

/// Writes the rules about the fields' types, which the compiler checks: as an item of its own,
/// which even `cargo check` evaluates, or as a part of a function, where there are parameters
/// that only the function knows.
fn rules(container: &Container<'_>, fields: &[Field<'_>]) -> (TokenStream, TokenStream) {
    let faults = fields.iter().enumerate().map(|(index, field)| {
        quote_spanned! {at(field.ty)=>
            if let __tf::Some(fault) = fields[#index].fault() {
                __tf::panic!("{}", fault);
            }
        }
    });
    let faults = quote!(#(#faults)*);
    let generics = container.generics;
    if generics.type_params().next().is_some() || generics.const_params().next().is_some() {
        let inside = quote!(const { let fields = <Self as __tf::Fields>::FIELDS; #faults });
        return (TokenStream::new(), inside);
    }
    // The faults are the same for all lifetimes, and an item knows only this one.
    let ident = container.ident;
    let (_, ty_generics, _) = generics.split_for_impl();
    let ty_generics =
        bound::with_lifetime(ty_generics, &Lifetime::new("'static", Span::call_site()));
    let free = quote! {
        const _: () = { let fields = <#ident #ty_generics as __tf::Fields>::FIELDS; #faults };
    };
    (free, TokenStream::new())
}

/// Writes a field down as data.
fn describe(field: &Field<'_>) -> TokenStream {
    let (ty, name, description) = (field.ty, &field.name, &field.description);
    let attrs = &field.attrs;
    let deprecated = attrs
        .deprecated
        .get()
        .map(|message| quote!(.deprecated(#message)));
    if let Some(block) = attrs.block.get() {
        let group = block.group.is_set();
        let min_items = block.min_items.get().copied().unwrap_or(0);
        let max_items = block.max_items.get().copied().unwrap_or(0);
        return quote_spanned! {at(ty)=>
            __tf::Field::block::<#ty>(#name, #description, #group, #min_items, #max_items) #deprecated
        };
    }
    let form = match attrs.object.is_set() {
        true => quote!(object),
        false => quote!(attribute),
    };
    let mut flags = flags(&attrs.flags);
    for slot in [&attrs.sensitive, &attrs.write_only, &attrs.lossy] {
        flags.extend(slot.name().map(|name| quote!(.#name())));
    }
    let members = attrs.members.get().map(|members| {
        let members = self::flags(members);
        quote!(.members(#members))
    });
    quote_spanned! {at(ty)=>
        __tf::Field::#form::<#ty>(#name, #description, #flags) #members #deprecated
    }
}

/// Writes a field of a plain object down as data.
fn member(field: &Field<'_>) -> TokenStream {
    let (ty, name) = (field.ty, &field.name);
    quote_spanned!(at(ty)=> __tf::Field::member::<#ty>(#name))
}

fn flags(flags: &Flags) -> TokenStream {
    let names = flags.names();
    quote!(__tf::Flags::NONE #(.#names())*)
}
