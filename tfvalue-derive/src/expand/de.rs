//! `Deserialize` of a struct.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Generics, Ident, Index, Lifetime, Type, TypeGenerics};

use super::{adapt, at, flatten, implement_with, probed};
use crate::ast::{Container, Field, split};
use crate::bound;
use crate::guess;

pub(super) fn impls(container: &Container<'_>, fields: &[Field<'_>]) -> TokenStream {
    let (generics, de) = bound::with_input_lifetime(container.generics);
    let deserialize = quote!(__tf::Deserialize<#de>);
    // `TfType` determines whether an absent block is empty.
    let bound = if fields.iter().any(|field| field.attrs.block.is_set()) {
        quote!(#deserialize + __tf::TfType)
    } else {
        deserialize.clone()
    };
    let generics = bound::with_bound(&generics, &container.types(), &bound);
    let (own, parts) = split(fields);
    let names = if parts.is_empty() {
        let names = own.iter().map(|field| &field.name);
        quote!(&[#(#names),*])
    } else {
        quote!(&__FLAT.names)
    };
    let reads: Vec<_> = own
        .iter()
        .map(|field| Read::of_member(container, field, &de))
        .collect();
    let from_seq = if parts.is_empty() {
        in_order(&own, &reads)
    } else {
        quote!(__tf::from_counted(__seq, #names))
    };
    let slots = slots(container, &reads, &parts, &de);
    let (_, slots_generics, _) = generics.split_for_impl();
    let in_any_order = in_any_order(&own, &reads, &parts, &de, &slots_generics);
    let object = implement_with(
        container,
        &generics,
        &quote!(__tf::Object<#de>),
        &quote! {
            #[inline]
            #[allow(unused_mut)]
            fn from_seq<__A: __tf::SeqAccess<#de>>(mut __seq: __A) -> __tf::Result<Self, __A::Error> {
                #from_seq
            }

            #in_any_order
        },
    );
    let deserialize = implement_with(
        container,
        &generics,
        &deserialize,
        &quote! {
            #[inline]
            fn deserialize<__D: __tf::Deserializer<#de>>(__deserializer: __D) -> __tf::Result<Self, __D::Error> {
                __tf::object(__deserializer, #names)
            }
        },
    );
    quote!(#slots #object #deserialize)
}

/// Writes the struct with a slot for each member. The slots are not a tuple, because an associated type of a public
/// struct cannot name the private types of its fields.
fn slots(
    container: &Container<'_>,
    reads: &[Read],
    parts: &[&Field<'_>],
    de: &Lifetime,
) -> TokenStream {
    let (generics, _) = bound::with_input_lifetime(container.generics);
    let where_clause = &generics.where_clause;
    let types = reads.iter().map(|read| &read.ty);
    let parts = flatten::Parts::new(parts, reads.len(), de);
    let part_types = parts.types();
    quote! {
        pub struct __Slots #generics (
            #(__tf::Option<#types>,)*
            #(#part_types::Slots,)*
            __tf::PhantomData<&#de ()>,
        ) #where_clause;
    }
}

fn in_order(fields: &[&Field<'_>], reads: &[Read]) -> TokenStream {
    let members = fields.iter().zip(reads).map(|(field, read)| {
        let (ident, name) = (field.ident, &field.name);
        // Without a wrapper, the field determines the type. Naming the type again would cost compile time.
        let ty = (read.wrapped > 0).then_some(&read.ty);
        let ty = ty.map(|ty| quote!(::<#ty, _>));
        let value = quote_spanned!(at(field.ty)=> __tf::element #ty (&mut __seq, #name));
        let value = read.open(&try_(&value));
        quote!(#ident: #value)
    });
    quote!(__tf::Ok(Self { #(#members),* }))
}

/// Reads the members in any order, and stores each member in a slot. Members of flattened structs are stored in the
/// slots of these structs.
fn in_any_order(
    fields: &[&Field<'_>],
    reads: &[Read],
    parts: &[&Field<'_>],
    de: &Lifetime,
    generics: &TypeGenerics<'_>,
) -> TokenStream {
    let nones = fields.iter().map(|_| quote!(__tf::None));
    let arms = fields.iter().enumerate().map(|(index, field)| {
        let (slot, name) = (slot(index, field), &field.name);
        let store = quote_spanned!(at(field.ty)=> __tf::store(&mut __slots.#slot, __map, #name));
        quote!(#index => #store,)
    });
    let keep = quote!(match __member {
        #(#arms)*
        _ => __tf::unreachable!("members are counted"),
    });
    let fills = fields.iter().enumerate().map(|(index, field)| {
        let (slot, name) = (slot(index, field), &field.name);
        quote_spanned!(at(field.ty)=> __tf::fill(&mut __slots.#slot, #name, &mut __error);)
    });
    let members = fields.iter().zip(reads).enumerate();
    let members = members.map(|(index, (field, read))| {
        let (ident, slot) = (field.ident, Index::from(index));
        let value = read.open(&quote!(__tf::filled(__slots.#slot)));
        quote!(#ident: #value)
    });
    let parts = flatten::Parts::new(parts, fields.len(), de);
    let (keep, part_types) = (parts.keep(&keep), parts.types());
    let part_members = parts.members();
    quote! {
        type Slots = __Slots #generics;

        fn slots() -> Self::Slots {
            __Slots(#(#nones,)* #(#part_types::slots(),)* __tf::PhantomData)
        }

        #[allow(unused_variables)]
        fn keep<__A: __tf::MapAccess<#de>>(
            __slots: &mut Self::Slots,
            __member: __tf::usize,
            __map: &mut __A,
        ) -> __tf::Result<(), __A::Error> {
            #keep
        }

        #[allow(unused_mut)]
        fn finish<__E: __tf::DeError>(mut __slots: Self::Slots) -> __tf::Result<Self, __E> {
            let mut __error = __tf::None;
            #(#fills)*
            if let __tf::Some(__error) = __error {
                return __tf::Err(__error);
            }
            __tf::Ok(Self { #(#members,)* #(#part_members,)* })
        }
    }
}

/// Returns the index of a slot. The span makes errors about the field's type point at the field.
fn slot(index: usize, field: &Field<'_>) -> Index {
    let mut slot = Index::from(index);
    slot.span = at(field.ty);
    slot
}

/// Returns early with an error, like `?`, but without the calls that `?` generates in debug builds.
fn try_(value: &TokenStream) -> TokenStream {
    quote!(match #value {
        __tf::Ok(__value) => __value,
        __tf::Err(__error) => return __tf::Err(__error),
    })
}

/// How a field is read: as its type, or as newtypes whose names tell the format about the attributes of the field.
pub(super) struct Read {
    pub(super) ty: TokenStream,
    wrapped: usize,
}

impl Read {
    fn of_member(container: &Container<'_>, field: &Field<'_>, de: &Lifetime) -> Self {
        let mut this = Read::of(field, container.generics, de);
        this.wrapped += usize::from(probed::is_probed(container, field));
        this.ty = probed::wrapped(container, field, this.ty);
        this
    }

    pub(super) fn of(field: &Field<'_>, generics: &Generics, de: &Lifetime) -> Self {
        let mut this = match adapt::adapter(field) {
            Some(adapter) => {
                let ty = field.ty;
                Read {
                    ty: quote_spanned!(at(ty)=> __tf::Adapted<#ty, #adapter>),
                    wrapped: 1,
                }
            }
            // Blocks contain structs, for which there is no faster path.
            None if field.attrs.block.is_set() => Read::as_is(field.ty),
            None => Read::plain(field.ty, generics, de),
        };
        let is_block = field.attrs.block.is_set();
        if field.attrs.empty_as_null.is_set() && !is_block {
            this.wrap(field, "EmptyAsNull");
        }
        match field.attrs.block.get() {
            Some(block) if block.group.is_set() => this.wrap(field, "Group"),
            Some(_) => this.wrap(field, "BlockField"),
            None => {}
        }
        if field.is_secret() {
            this.wrap(field, "Sensitive");
        }
        this
    }

    /// Reads a type without regard to attributes. A constant of the type decides whether a faster reader is used. For
    /// most fields, a guess that is based on the spelling of the type makes this check unnecessary.
    pub(super) fn plain(ty: &Type, generics: &Generics, de: &Lifetime) -> Self {
        if guess::has_cow(ty) {
            Read::cows(ty, generics, de)
        } else if guess::has_map(ty) {
            Read::maps(ty, generics)
        } else {
            Read::as_is(ty)
        }
    }

    fn cows(ty: &Type, generics: &Generics, de: &Lifetime) -> Self {
        // The constant cannot refer to generic parameters.
        if bound::names_parameter(generics, ty) {
            return Read::as_is(ty);
        }
        let can_borrow = probe(ty, &quote!(COWS));
        let borrowed = bound::with_lifetime(ty, de);
        let borrowed = quote!(__tf::Directly<#borrowed, __tf::Cows>);
        // Another type named `Cow` may be invariant in its lifetime, so it keeps `ty`.
        let plain = quote!(__tf::Directly<#ty, __tf::Cows, false>);
        Read {
            ty: quote!(<__tf::If<#can_borrow> as __tf::Choose<#borrowed, #plain>>::Chosen),
            wrapped: 1,
        }
    }

    fn maps(ty: &Type, generics: &Generics) -> Self {
        let asked = if bound::names_parameter(generics, ty) {
            guess::map_of_strings(generics, ty)
        } else {
            Some(ty.clone())
        };
        let Some(asked) = asked else {
            return Read::as_is(ty);
        };
        let directly = probe(&asked, &quote!(MAPS));
        Read {
            ty: quote!(__tf::Directly<#ty, __tf::Maps, #directly>),
            wrapped: 1,
        }
    }

    fn as_is(ty: &Type) -> Self {
        Read {
            ty: quote!(#ty),
            wrapped: 0,
        }
    }

    fn wrap(&mut self, field: &Field<'_>, wrapper: &str) {
        let (ty, at) = (&self.ty, at(field.ty));
        let wrapper = Ident::new(wrapper, at);
        self.ty = quote_spanned!(at=> __tf::#wrapper<#ty>);
        self.wrapped += 1;
    }

    /// Unwraps the newtypes.
    pub(super) fn open(&self, value: &TokenStream) -> TokenStream {
        let dots = std::iter::repeat_n(quote!(.0), self.wrapped);
        quote!(#value #(#dots)*)
    }
}

/// Writes the value of a constant of the type's `Probe`.
fn probe(ty: &Type, constant: &TokenStream) -> TokenStream {
    let lifetime = Lifetime::new("'static", Span::call_site());
    let ty = bound::with_lifetime(ty, &lifetime);
    quote!({ use __tf::Fallback as _; __tf::Probe::<#ty>::#constant })
}
