//! The generated code.
//!
//! Almost all of it is in a block, in which `__tf` is the module of `tfvalue` for generated code.

mod adapt;
mod api;
mod de;
mod debug;
mod enums;
mod flatten;
mod function;
mod history;
mod known;
mod literal;
mod newtype;
mod paths;
mod planning;
mod probed;
mod rules;
mod schema;
mod ser;
mod stub;
mod validation;

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::spanned::Spanned;
use syn::{Attribute, DeriveInput, Generics, Path, Type, parse_quote};

use crate::ast::{Container, Data, Derive};
use crate::bound;
use crate::check;
use crate::ctxt::Ctxt;

/// Writes the impls, or the errors along with stubs of the impls to avoid follow-up errors.
pub(crate) fn derive(input: &DeriveInput, derive: Derive) -> TokenStream {
    let cx = Ctxt::default();
    let container = Container::read(&cx, input, derive);
    if let Some(container) = &container {
        check::container(&cx, container);
    }
    let krate = container
        .as_ref()
        .and_then(|container| container.attrs.krate.get());
    let krate = krate.cloned().unwrap_or_else(|| parse_quote!(::tfvalue));
    match (cx.finish(), &container) {
        (Ok(()), Some(container)) => {
            let paths = paths::structure(container, &krate);
            let view = match &container.data {
                Data::Struct(fields) => known::structure(container, fields, &krate),
                Data::Newtype(_) | Data::Enum(_) => None,
            };
            let impls = in_block(&krate, container.original, &impls(container));
            quote!(#paths #view #impls)
        }
        (Ok(()), None) => TokenStream::new(),
        (Err(error), container) => {
            let errors = error.to_compile_error();
            let stub = stub::impls(input, container.as_ref());
            let stub = in_block(&krate, input, &stub);
            quote!(#errors #stub)
        }
    }
}

fn impls(container: &Container<'_>) -> TokenStream {
    let serde_and_debug = !container.attrs.schema_only.is_set();
    match &container.data {
        Data::Struct(fields) if container.is_function() => {
            let function = function::impls(container, fields);
            let debug = debug::impls(container, fields);
            let adapters = adapt::items(fields);
            quote!(#adapters #function #debug)
        }
        Data::Struct(fields) => {
            let schema = schema::impls(container, fields);
            let paths = paths::impls(container, fields);
            let known = known::impls(container, fields);
            let rest = serde_and_debug.then(|| {
                let ser = ser::impls(container, fields);
                let de = de::impls(container, fields);
                let debug = debug::impls(container, fields);
                quote!(#ser #de #debug)
            });
            let adapters = adapt::items(fields);
            let api = api::structure(container, fields);
            let fit = probed::alias(container, fields);
            quote!(#adapters #fit #schema #paths #known #api #rest)
        }
        Data::Newtype(field) => {
            let paths = paths::end(container);
            let known = known::itself(container);
            let api = api::newtype(container, &field.ty);
            let rest = newtype::impls(container, field, serde_and_debug);
            quote!(#paths #known #api #rest)
        }
        Data::Enum(variants) => {
            let paths = paths::end(container);
            let known = known::itself(container);
            let api = api::enumeration(container, variants);
            let rest = enums::impls(container, variants, serde_and_debug);
            quote!(#paths #known #api #rest)
        }
    }
}

fn in_block(krate: &Path, input: &DeriveInput, impls: &TokenStream) -> TokenStream {
    let lints = lints(&input.attrs);
    quote! {
        #[allow(deprecated)]
        #lints
        const _: () = {
            use #krate::__private as __tf;
            #impls
        };
    }
}

/// Writes an impl, with `bound` on the type parameters that occur in the fields.
fn implement(
    container: &Container<'_>,
    what: &TokenStream,
    bound: &TokenStream,
    body: &TokenStream,
) -> TokenStream {
    let generics = bound::with_bound(container.generics, &container.types(), bound);
    implement_with(container, &generics, what, body)
}

/// Writes an impl whose generics differ from the generics of the type.
fn implement_with(
    container: &Container<'_>,
    generics: &Generics,
    what: &TokenStream,
    body: &TokenStream,
) -> TokenStream {
    let ident = container.ident;
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let (_, ty_generics, _) = container.generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #impl_generics #what for #ident #ty_generics #where_clause {
            #body
        }
    }
}

/// Returns an `allow` for each lint that the item allows, expects or warns about. Otherwise, these lints would report
/// the names that generated items repeat.
fn lints(attributes: &[Attribute]) -> TokenStream {
    let levels = ["allow", "expect", "warn"];
    let lists = attributes.iter().filter_map(|attribute| {
        let list = attribute.meta.require_list().ok()?;
        let is_level = levels.iter().any(|level| list.path.is_ident(level));
        is_level.then_some(&list.tokens)
    });
    // An `expect` on generated code could be unfulfilled.
    quote!(#(#[allow(#lists)])*)
}

/// Returns the span of a type, for generated code that refers to it: errors point there, and lints
/// treat the code as generated.
fn at(ty: &Type) -> Span {
    Span::call_site().located_at(ty.span())
}

#[cfg(test)]
mod tests {
    use proc_macro2::TokenTree;

    use super::*;

    /// Counts what rustc checks separately: functions, constants, statics and inline constants.
    fn bodies(tokens: TokenStream) -> usize {
        let tokens: Vec<_> = tokens.into_iter().collect();
        let is = |index: usize, text: &str| {
            tokens
                .get(index)
                .is_some_and(|token| token.to_string() == text)
        };
        let mut count = 0;
        for (index, token) in tokens.iter().enumerate() {
            if let TokenTree::Group(group) = token {
                count += bodies(group.stream());
            }
            let is_parameter = index > 0 && (is(index - 1, "<") || is(index - 1, ","));
            let is_function =
                is(index, "fn") && matches!(tokens.get(index + 1), Some(TokenTree::Ident(_)));
            let is_lifetime = index > 0 && is(index - 1, "'");
            let is_static = is(index, "static") && !is_lifetime;
            let is_constant = is(index, "const") && !is_parameter;
            count += usize::from(is_function || is_static || is_constant);
        }
        count
    }

    /// The compile time of a large provider depends on the number of these bodies.
    #[test]
    fn fields_have_no_bodies_of_their_own() {
        let one = parse_quote! {
            struct Thing {
                #[tf(required)]
                name: Attr<String>,
            }
        };
        let seven = parse_quote! {
            struct Thing {
                #[tf(required)]
                name: Attr<String>,
                #[tf(optional)]
                size: Attr<i64>,
                #[tf(optional)]
                on: Attr<bool>,
                #[tf(optional, computed)]
                group: Attr<String>,
                #[tf(optional)]
                ports: Attr<Vec<Attr<u16>>>,
                #[tf(computed)]
                id: Attr<String>,
                #[tf(computed)]
                made: Attr<String>,
            }
        };
        let count = |input| bodies(derive(&input, Derive::Schema));
        let (one, seven) = (count(one), count(seven));
        assert_eq!(one, seven);
        assert!(seven <= 12, "{seven} bodies");
    }
}
