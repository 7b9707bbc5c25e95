//! Fields whose struct is flattened: its members become members of the outer struct.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{Ident, Index, Lifetime};

use super::{at, schema};
use crate::ast::{Container, Field};
use crate::bound;

/// Writes a constant with the fields of the struct and its flattened parts, and checks their names.
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
    let fits = types.iter().enumerate().map(|(index, ty)| {
        let name = fits(index);
        quote!(const #name: __tf::bool = { use __tf::Fallback as _; __tf::Probe::<#ty>::FLAT };)
    });
    let has_kind = container.attrs.kinds.is_set();
    let checks = types.iter().enumerate().map(|(index, ty)| {
        let (before, part) = (&all[..index], &all[index]);
        let root = root(container, part, parts[index]);
        quote_spanned! {at(parts[index].ty)=>
            const _: () = __tf::check_part(
                &[<#this as __tf::Fields>::MEMBERS_ARE_NOT_RECURSIVE, #(#before),*],
                #part,
                #schema,
                <#ty as __tf::TfType>::FACTS.has_schema(),
            );
            const _: () = <#ty as __tf::TfType>::FACTS.check_flattened(#has_kind);
            #root
        }
    });
    quote! {
        #(#fits)*
        #(#checks)*
        const __FLAT: &__tf::Flat<{ <#this as __tf::Fields>::MEMBERS_ARE_NOT_RECURSIVE.len() #(+ #all.len())* }> =
            &__tf::Flat::of(&[<#this as __tf::Fields>::MEMBERS_ARE_NOT_RECURSIVE, #(#all),*]);
    }
}

/// Checks the members of a part against the rules for the `kind` of the struct.
fn root(container: &Container<'_>, fields: &TokenStream, part: &Field<'_>) -> Option<TokenStream> {
    let kind = container.attrs.kind();
    kind.filter(|_| !container.is_identity())?;
    let roles = schema::roles(container);
    let allow = part.attrs.allow_reserved.is_set();
    Some(quote_spanned! {at(part.ty)=>
        #(const _: () = __tf::check_root(#fields, __tf::Role::#roles, #allow);)*
    })
}

/// Writes the type with `'static` for all lifetimes, because items cannot use other lifetimes.
pub(super) fn for_all_lifetimes(container: &Container<'_>) -> TokenStream {
    let lifetime = Lifetime::new("'static", Span::call_site());
    let ident = container.ident;
    let (_, ty_generics, _) = container.generics.split_for_impl();
    let ty_generics = bound::with_lifetime(ty_generics, &lifetime);
    quote!(#ident #ty_generics)
}

/// Reads the flattened parts, whose members can be in any order. The slots of the parts follow the slots of the struct
/// itself.
pub(super) struct Parts<'f, 'a> {
    parts: &'f [&'f Field<'a>],
    /// The index of the first slot of the parts.
    first: usize,
    /// Each part as an `Object`.
    types: Vec<TokenStream>,
}

impl<'f, 'a> Parts<'f, 'a> {
    pub(super) fn new(parts: &'f [&'f Field<'a>], first: usize, de: &Lifetime) -> Self {
        let types = parts.iter().enumerate().map(|(index, part)| {
            let part = part_type(index, part);
            quote!(<#part as __tf::Object<#de>>)
        });
        Parts {
            parts,
            first,
            types: types.collect(),
        }
    }

    pub(super) fn types(&self) -> &[TokenStream] {
        &self.types
    }

    /// Stores a member in its slot; `own` stores members of the struct itself.
    pub(super) fn keep(&self, own: &TokenStream) -> TokenStream {
        if self.parts.is_empty() {
            return own.clone();
        }
        let routes = self.slots().map(|(part, ty, slot)| {
            quote!((#part, __member) => #ty::keep(&mut __slots.#slot, __member as __tf::usize, __map),)
        });
        quote! {
            match __FLAT.routes[__member] {
                (0, __member) => { let __member = __member as __tf::usize; #own }
                #(#routes)*
                _ => __tf::unreachable!("parts are counted"),
            }
        }
    }

    /// Builds the parts from their slots.
    pub(super) fn members(&self) -> impl Iterator<Item = TokenStream> {
        let parts = self.parts.iter().zip(self.slots());
        parts.map(|(part, (_, ty, slot))| {
            let ident = part.ident;
            quote!(#ident: #ty::finish(__slots.#slot)?.0)
        })
    }

    fn slots(&self) -> impl Iterator<Item = (u16, &TokenStream, Index)> {
        let numbered = self.types.iter().enumerate();
        numbered.map(|(index, ty)| (part_number(index), ty, Index::from(self.first + index)))
    }
}

/// Writes the method that writes the member with a given index. The member belongs to the struct itself or to a part.
pub(super) fn write(parts: &[&Field<'_>]) -> Option<TokenStream> {
    if parts.is_empty() {
        return None;
    }
    let routes = parts.iter().enumerate().map(|(index, part)| {
        let (ident, ty, part) = (part.ident, part_type(index, part), part_number(index));
        quote!((#part, __member) => <#ty as __tf::WritePart>::write(&self.#ident, __member as __tf::usize, __object),)
    });
    Some(quote! {
        fn write_one<__S: __tf::SerializeStruct>(
            &self,
            __member: __tf::usize,
            __object: &mut __S,
        ) -> __tf::Result<(), __S::Error> {
            match __FLAT.routes[__member] {
                (0, __member) => __tf::write_own(self, __member as __tf::usize, __object),
                #(#routes)*
                _ => __tf::unreachable!("parts are counted"),
            }
        }
    })
}

/// Returns the name of the constant that is true if the type can be flattened.
fn fits(index: usize) -> Ident {
    format_ident!("__FITS{index}")
}

/// Wraps the type of a part, so that a type that cannot be flattened causes only one error.
fn part_type(index: usize, part: &Field<'_>) -> TokenStream {
    let (ty, fits) = (part.ty, fits(index));
    quote_spanned!(at(ty)=> __tf::Part<#ty, { #fits }>)
}

fn part_number(index: usize) -> u16 {
    u16::try_from(index + 1).unwrap_or(u16::MAX)
}
