//! Structs whose members stand in the struct around them.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{Ident, Lifetime};

use super::at;
use crate::ast::{Container, Field};
use crate::bound;

/// Joins the fields of the struct and its parts while it is compiled, and checks their names.
pub(super) fn joined(container: &Container<'_>, parts: &[&Field<'_>]) -> TokenStream {
    if parts.is_empty() {
        return TokenStream::new();
    }
    let this = for_all_lifetimes(container);
    let schema = !container.is_object() && !container.is_identity();
    let lifetime = Lifetime::new("'static", Span::call_site());
    let types: Vec<_> = parts
        .iter()
        .map(|part| {
            let ty = bound::with_lifetime(part.ty, &lifetime);
            quote_spanned!(at(part.ty)=> #ty)
        })
        .collect();
    let all: Vec<_> = parts
        .iter()
        .zip(&types)
        .map(|(part, ty)| quote_spanned!(at(part.ty)=> <#ty as __tf::Fields>::FIELDS))
        .collect();
    let checks = types.iter().enumerate().map(|(index, ty)| {
        let (before, part) = (&all[..index], &all[index]);
        let root = root(container, part, parts[index]);
        quote_spanned! {at(parts[index].ty)=>
            const _: () = __tf::check_part(
                &[<#this as __tf::Fields>::OWN, #(#before),*],
                #part,
                #schema,
                <#ty as __tf::TfType>::FACTS.schema,
            );
            #root
        }
    });
    quote! {
        #(#checks)*
        const __FLAT: &__tf::Flat<{ <#this as __tf::Fields>::OWN.len() #(+ #all.len())* }> =
            &__tf::Flat::of(&[<#this as __tf::Fields>::OWN, #(#all),*]);
    }
}

/// Checks a part of a struct that says what it is the root of.
fn root(container: &Container<'_>, fields: &TokenStream, part: &Field<'_>) -> Option<TokenStream> {
    let kind = container
        .attrs
        .kind
        .get()
        .filter(|_| !container.is_identity())?;
    let role = Ident::new(kind.role(), Span::call_site());
    let reserved = match part.attrs.allow_reserved.is_set() {
        true => [&[][..]; 2],
        false => kind.reserved(),
    };
    let [arguments, blocks] = reserved;
    Some(quote_spanned! {at(part.ty)=>
        const _: () = __tf::check_root(#fields, __tf::Role::#role, &[#(#arguments),*], &[#(#blocks),*]);
    })
}

/// Writes the type with `'static` for all lifetimes: what is known of it is the same for all, and
/// an item knows only this one.
pub(super) fn for_all_lifetimes(container: &Container<'_>) -> TokenStream {
    let lifetime = Lifetime::new("'static", Span::call_site());
    let ident = container.ident;
    let (_, ty_generics, _) = container.generics.split_for_impl();
    let ty_generics = bound::with_lifetime(ty_generics, &lifetime);
    quote!(#ident #ty_generics)
}

/// Reads the parts around what reads the members, which it hands over by their index.
pub(super) fn collect(parts: &[&Field<'_>], keep: &TokenStream) -> TokenStream {
    if parts.is_empty() {
        return quote!(let __rest = __read(&mut |__member, __map| { #keep })?;);
    }
    let keeps: Vec<_> = (0..parts.len())
        .map(|index| format_ident!("__keep{index}"))
        .collect();
    let routes = keeps.iter().enumerate().map(|(index, keep)| {
        let part = part_number(index);
        quote!((#part, __member) => #keep(__member as usize, __map),)
    });
    let innermost = quote! {
        __read(&mut |__member, __map| match __FLAT.routes[__member] {
            (0, __member) => { let __member = __member as usize; #keep }
            #(#routes)*
            _ => __tf::unreachable!("parts are counted"),
        })
    };
    let body = parts
        .iter()
        .zip(&keeps)
        .rev()
        .fold(innermost, |inner, (part, keep)| {
            let ty = part.ty;
            quote_spanned!(at(ty)=> <#ty as __tf::Object<'_>>::collect(|#keep| { #inner }))
        });
    let names = parts.iter().map(|part| part_value(part));
    let pattern = names
        .rev()
        .fold(quote!(__rest), |inner, name| quote!((#name, #inner)));
    quote!(let #pattern = #body?;)
}

/// Writes a member where it stands: among those of the struct itself or in a part.
pub(super) fn write(parts: &[&Field<'_>], own: &TokenStream) -> TokenStream {
    if parts.is_empty() {
        return own.clone();
    }
    let routes = parts.iter().enumerate().map(|(index, part)| {
        let (ident, part) = (part.ident, part_number(index));
        quote!((#part, __member) => __tf::Members::write(&self.#ident, __member as usize, __object),)
    });
    quote! {
        match __FLAT.routes[__member] {
            (0, __member) => { let __member = __member as usize; #own }
            #(#routes)*
            _ => __tf::unreachable!("parts are counted"),
        }
    }
}

/// The variable that holds a part.
pub(super) fn part_value(part: &Field<'_>) -> Ident {
    format_ident!("__part{}", part.position)
}

fn part_number(index: usize) -> u16 {
    u16::try_from(index + 1).unwrap_or(u16::MAX)
}
