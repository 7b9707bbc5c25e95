//! Resolves `Self` in the types of fields.
//!
//! Generated code uses these types in other structs and implementations, where `Self` refers to a different type.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use syn::{Data, DeriveInput, Generics, Ident, Type, TypeGenerics};

/// Replaces `Self` in the types of all fields.
pub(crate) fn replace(input: &mut DeriveInput) {
    let DeriveInput {
        ident,
        generics,
        data,
        ..
    } = input;
    let receiver = Receiver::new(ident, generics);
    let fields: Vec<_> = match data {
        Data::Struct(data) => data.fields.iter_mut().collect(),
        Data::Enum(data) => {
            let variants = data.variants.iter_mut();
            variants.flat_map(|variant| &mut variant.fields).collect()
        }
        Data::Union(_) => Vec::new(),
    };
    for field in fields {
        receiver.replace_in(&mut field.ty);
    }
}

/// The struct or enum that derives `TfSchema`, as a type.
pub(crate) struct Receiver<'a> {
    ident: &'a Ident,
    generics: TypeGenerics<'a>,
}

impl<'a> Receiver<'a> {
    /// Returns the struct or enum as a type.
    pub(crate) fn of(input: &'a DeriveInput) -> Self {
        Self::new(&input.ident, &input.generics)
    }

    fn new(ident: &'a Ident, generics: &'a Generics) -> Self {
        let (_, generics, _) = generics.split_for_impl();
        Receiver { ident, generics }
    }

    /// Replaces `Self` in a type.
    pub(crate) fn replace_in(&self, ty: &mut Type) {
        if has_self(ty.to_token_stream()) {
            if let Ok(replaced) = syn::parse2(self.replaced(ty.to_token_stream())) {
                *ty = replaced;
            }
        }
    }

    fn replaced(&self, tokens: TokenStream) -> TokenStream {
        let mut tokens = tokens.into_iter().peekable();
        let mut out = TokenStream::new();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Ident(word) if word == "Self" => {
                    let (mut ident, generics) = (self.ident.clone(), &self.generics);
                    ident.set_span(word.span());
                    let is_path = matches!(tokens.peek(), Some(TokenTree::Punct(next)) if next.as_char() == ':');
                    out.extend(if is_path {
                        quote_spanned!(word.span()=> <#ident #generics>)
                    } else {
                        quote_spanned!(word.span()=> #ident #generics)
                    });
                }
                TokenTree::Group(group) => {
                    let content = self.replaced(group.stream());
                    let mut changed = proc_macro2::Group::new(group.delimiter(), content);
                    changed.set_span(group.span());
                    changed.to_tokens(&mut out);
                }
                other => other.to_tokens(&mut out),
            }
        }
        out
    }
}

fn has_self(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => has_self(group.stream()),
        TokenTree::Ident(ident) => ident == "Self",
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}
