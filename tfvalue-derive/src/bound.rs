//! Generics of the impls: the bounds that the fields' types ask for.

use std::collections::BTreeSet;

use proc_macro2::{Spacing, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{GenericParam, Generics, Ident, Lifetime, LifetimeParam, Type, parse_quote};

/// Adds `bound` for each type parameter, or associated type of one, that the types name.
pub(crate) fn with_bound(generics: &Generics, types: &[&Type], bound: &TokenStream) -> Generics {
    let parameters: Vec<_> = generics
        .type_params()
        .map(|parameter| &parameter.ident)
        .collect();
    let mut generics = generics.clone();
    if parameters.is_empty() {
        return generics;
    }
    let mut seen = BTreeSet::new();
    let mut named = Vec::new();
    for ty in types {
        find_named(ty.to_token_stream(), &parameters, &mut named);
    }
    let predicates = &mut generics.make_where_clause().predicates;
    for named in named {
        if seen.insert(named.to_string()) {
            predicates.push(parse_quote!(#named: #bound));
        }
    }
    generics
}

/// Returns `true` if the generics have parameters that stand for types or constants.
pub(crate) fn has_parameters(generics: &Generics) -> bool {
    generics.type_params().next().is_some() || generics.const_params().next().is_some()
}

/// Returns `true` if a type names a parameter that stands for a type or constant.
pub(crate) fn names_parameter(generics: &Generics, ty: impl ToTokens) -> bool {
    fn any(tokens: TokenStream, is_parameter: &dyn Fn(&Ident) -> bool) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Group(group) => any(group.stream(), is_parameter),
            TokenTree::Ident(ident) => is_parameter(&ident),
            _ => false,
        })
    }
    has_parameters(generics)
        && any(ty.to_token_stream(), &|ident| {
            let types = generics.type_params().map(|parameter| &parameter.ident);
            let mut all = types.chain(generics.const_params().map(|parameter| &parameter.ident));
            all.any(|parameter| parameter == ident)
        })
}

/// Adds the lifetime of the input, which outlives all others, and returns it.
pub(crate) fn with_input_lifetime(generics: &Generics) -> (Generics, Lifetime) {
    let others = || {
        generics
            .lifetimes()
            .map(|parameter| parameter.lifetime.clone())
    };
    let name = match others().any(|lifetime| lifetime.ident == "de") {
        true => "'__de",
        false => "'de",
    };
    let input = Lifetime::new(name, proc_macro2::Span::call_site());
    let mut parameter = LifetimeParam::new(input.clone());
    parameter.bounds.extend(others());
    let mut generics = generics.clone();
    generics.params.insert(0, GenericParam::Lifetime(parameter));
    (generics, input)
}

/// Writes a type with another lifetime in the place of all that it names.
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

/// Writes a type with another type in the place of all the parameters that it names, or returns
/// `None` if it names constants.
pub(crate) fn without_parameters(
    generics: &Generics,
    ty: impl ToTokens,
    with: &TokenStream,
) -> Option<TokenStream> {
    let constant = |ident: &Ident| generics.const_params().any(|other| other.ident == *ident);
    let parameter = |ident: &Ident| generics.type_params().any(|other| other.ident == *ident);
    let tokens = ty.to_token_stream().into_iter();
    let replaced = tokens.map(|token| match token {
        TokenTree::Group(group) => {
            let content = without_parameters(generics, group.stream(), with)?;
            Some(proc_macro2::Group::new(group.delimiter(), content).to_token_stream())
        }
        TokenTree::Ident(ident) if constant(&ident) => None,
        TokenTree::Ident(ident) if parameter(&ident) => Some(with.clone()),
        other => Some(other.to_token_stream()),
    });
    replaced.collect()
}

/// Looks for `T` and `T::Assoc` in the tokens of a type.
fn find_named(tokens: TokenStream, parameters: &[&Ident], found: &mut Vec<TokenStream>) {
    let tokens: Vec<_> = tokens.into_iter().collect();
    let is_colon =
        |at: usize| matches!(tokens.get(at), Some(TokenTree::Punct(p)) if p.as_char() == ':');
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => find_named(group.stream(), parameters, found),
            TokenTree::Ident(ident) if parameters.contains(&ident) => {
                if at > 0 && is_colon(at - 1) {
                    continue;
                }
                match (is_colon(at + 1), is_colon(at + 2), tokens.get(at + 3)) {
                    (true, true, Some(TokenTree::Ident(member))) => {
                        found.push(quote!(#ident::#member));
                    }
                    _ => found.push(quote!(#ident)),
                }
            }
            _ => {}
        }
    }
}
