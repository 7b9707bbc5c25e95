//! `TfType` and `TfSchema` of a struct.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::{at, facts, implement};
use crate::ast::{Container, Field};
use crate::attr::Flags;

pub(super) fn impls(container: &Container<'_>, fields: &[Field<'_>]) -> TokenStream {
    let rules = facts::rules(container, fields);
    match container.is_object() {
        true => {
            let object = object(container, fields, rules.inside.as_ref());
            let free = rules.free;
            quote!(#free #object)
        }
        false => {
            let schema = schema(container, fields, rules.inside.as_ref());
            let free = rules.free;
            quote!(#free #schema)
        }
    }
}

fn schema(
    container: &Container<'_>,
    fields: &[Field<'_>],
    rules: Option<&TokenStream>,
) -> TokenStream {
    let blocks = fields.iter().any(|field| field.attrs.block.is_set());
    let write_only = fields.iter().any(|field| field.attrs.write_only.is_set());
    let facts = fields.iter().map(facts_of);
    let version = container.attrs.version.get().copied().unwrap_or(0);
    let described = fields.iter().map(describe);
    let description = &container.description;
    let deprecated = match container.attrs.deprecated.get() {
        Some(message) => quote!(__tf::Some(#message)),
        None => quote!(__tf::None),
    };
    let tf_type = implement(
        container,
        &quote!(__tf::TfType),
        &quote!(__tf::TfType),
        &quote! {
            const FACTS: __tf::Facts = __tf::facts::of_schema(#blocks, #write_only, &[#(#facts),*]);

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
        &quote!(__tf::TfType),
        &quote! {
            const VERSION: i64 = #version;

            fn block() -> __tf::Block {
                #rules
                __tf::block_of(const { &[#(#described),*] }, #description, #deprecated)
            }
        },
    );
    quote!(#tf_type #tf_schema)
}

fn object(
    container: &Container<'_>,
    fields: &[Field<'_>],
    rules: Option<&TokenStream>,
) -> TokenStream {
    let facts = fields.iter().map(facts_of);
    let members = fields.iter().map(|field| {
        let (name, ty) = (&field.name, field.ty);
        quote_spanned!(at(ty)=> (#name, <#ty as __tf::TfType>::ty))
    });
    implement(
        container,
        &quote!(__tf::TfType),
        &quote!(__tf::TfType),
        &quote! {
            const FACTS: __tf::Facts = __tf::facts::of_object(&[#(#facts),*]);

            fn ty() -> __tf::Type {
                #rules
                __tf::object_type(&[#(#members),*])
            }
        },
    )
}

fn facts_of(field: &Field<'_>) -> TokenStream {
    let ty = field.ty;
    quote_spanned!(at(ty)=> <#ty as __tf::TfType>::FACTS)
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
    for name in attrs
        .sensitive
        .name()
        .into_iter()
        .chain(attrs.write_only.name())
    {
        flags.extend(quote!(.#name()));
    }
    let members = attrs.members.get().map(|members| {
        let members = self::flags(members);
        quote!(.members(#members))
    });
    quote_spanned! {at(ty)=>
        __tf::Field::#form::<#ty>(#name, #description, #flags) #members #deprecated
    }
}

fn flags(flags: &Flags) -> TokenStream {
    let names = flags.names();
    quote!(__tf::Flags::NONE #(.#names())*)
}
