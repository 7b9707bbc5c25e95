//! The generics of the implementations, with the bounds that the types of the fields require.

use std::collections::BTreeSet;

use proc_macro2::{Spacing, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{GenericParam, Generics, Ident, Lifetime, LifetimeParam, Type, parse_quote};

/// Adds `bound` for each type parameter in the types, for each associated type of a type parameter, and for each type
/// that contains a const parameter: serde implements its traits only for arrays of some lengths.
pub(crate) fn with_bound(generics: &Generics, types: &[&Type], bound: &TokenStream) -> Generics {
    let parameters: Vec<_> = generics
        .type_params()
        .map(|parameter| &parameter.ident)
        .collect();
    let constants: Vec<_> = generics.const_params().map(|one| &one.ident).collect();
    let mut generics = generics.clone();
    if parameters.is_empty() && constants.is_empty() {
        return generics;
    }
    let has_length = |ty: &&&Type| {
        let mut found = Vec::new();
        find_named(ty.to_token_stream(), &constants, &mut found);
        !found.is_empty()
    };
    let sized: Vec<_> = types
        .iter()
        .filter(has_length)
        .map(ToTokens::to_token_stream)
        .collect();
    let mut seen = BTreeSet::new();
    let mut named = Vec::new();
    for ty in types {
        find_named(ty.to_token_stream(), &parameters, &mut named);
    }
    let predicates = &mut generics.make_where_clause().predicates;
    for named in named.into_iter().chain(sized) {
        if seen.insert(named.to_string()) {
            predicates.push(parse_quote!(#named: #bound));
        }
    }
    generics
}

/// Returns `true` if there are type parameters or const parameters.
pub(crate) fn has_parameters(generics: &Generics) -> bool {
    generics.type_params().next().is_some() || generics.const_params().next().is_some()
}

/// Returns `true` if a type contains a type parameter or const parameter.
pub(crate) fn names_parameter(generics: &Generics, ty: impl ToTokens) -> bool {
    let types = generics.type_params().map(|parameter| &parameter.ident);
    let constants = generics.const_params().map(|parameter| &parameter.ident);
    let parameters: Vec<_> = types.chain(constants).collect();
    let mut found = Vec::new();
    if !parameters.is_empty() {
        find_named(ty.to_token_stream(), &parameters, &mut found);
    }
    !found.is_empty()
}

/// Adds and returns the lifetime of the input, which must outlive all other lifetimes.
pub(crate) fn with_input_lifetime(generics: &Generics) -> (Generics, Lifetime) {
    let others = || {
        generics
            .lifetimes()
            .map(|parameter| parameter.lifetime.clone())
    };
    let name = if others().any(|lifetime| lifetime.ident == "de") {
        "'__de"
    } else {
        "'de"
    };
    let input = Lifetime::new(name, proc_macro2::Span::call_site());
    let mut parameter = LifetimeParam::new(input.clone());
    parameter.bounds.extend(others());
    let mut generics = generics.clone();
    generics.params.insert(0, GenericParam::Lifetime(parameter));
    (generics, input)
}

/// Replaces all lifetimes in a type.
pub(crate) fn with_lifetime(ty: impl ToTokens, lifetime: &Lifetime) -> TokenStream {
    let mut tokens = ty.to_token_stream().into_iter().peekable();
    let mut out = TokenStream::new();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(tick)
                if tick.as_char() == '\'' && tick.spacing() == Spacing::Joint =>
            {
                tokens.next();
                lifetime.to_tokens(&mut out);
            }
            TokenTree::Group(group) => {
                let content = with_lifetime(group.stream(), lifetime);
                let mut changed = proc_macro2::Group::new(group.delimiter(), content);
                changed.set_span(group.span());
                changed.to_tokens(&mut out);
            }
            other => other.to_tokens(&mut out),
        }
    }
    out
}

/// Finds `T` and `T::Assoc` in the tokens of a type, but not `module::T`.
fn find_named(tokens: TokenStream, parameters: &[&Ident], found: &mut Vec<TokenStream>) {
    let tokens: Vec<_> = tokens.into_iter().collect();
    let is_punct = |at: usize, expected: char| matches!(tokens.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == expected);
    let is_path = |at: usize| is_punct(at, ':') && is_punct(at + 1, ':');
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => find_named(group.stream(), parameters, found),
            TokenTree::Ident(ident) if parameters.contains(&ident) => {
                let is_lifetime = at > 0 && is_punct(at - 1, '\'');
                if is_lifetime || at > 1 && is_path(at - 2) {
                    continue;
                }
                match tokens.get(at + 3) {
                    Some(TokenTree::Ident(member)) if is_path(at + 1) => {
                        found.push(quote!(#ident::#member));
                    }
                    _ => found.push(quote!(#ident)),
                }
            }
            _ => {}
        }
    }
}
