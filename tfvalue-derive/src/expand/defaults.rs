//! The method that sets defaults.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Expr, ExprLit, Lit, PathArguments, Type};

use super::at;
use crate::ast::Field;

/// Writes the method, or nothing where no default can be.
pub(super) fn method(fields: &[Field<'_>]) -> Option<TokenStream> {
    let mut statements = fields.iter().filter_map(statement).peekable();
    statements.peek()?;
    Some(quote! {
        fn fill_defaults(&mut self, __config: &Self) {
            // Nothing is generated where no struct within has a default.
            if const { <Self as __tf::TfType>::FACTS.default } {
                #(#statements)*
            }
        }
    })
}

fn statement(field: &Field<'_>) -> Option<TokenStream> {
    let ident = field.ident;
    let at = at(field.ty);
    match field.attrs.default.get() {
        Some(value) => {
            let value = convert(value);
            Some(
                quote_spanned!(at=> __tf::set_default(&mut self.#ident, &__config.#ident, || #value);),
            )
        }
        None if holds_no_struct(field.ty)
            || field.attrs.object.is_set()
            || field.attrs.of_adapters().next().is_some() =>
        {
            None
        }
        None => Some(
            quote_spanned!(at=> __tf::TfType::fill_defaults(&mut self.#ident, &__config.#ident);),
        ),
    }
}

/// Makes a string of a literal; all else is of the field's type.
fn convert(value: &Expr) -> TokenStream {
    match value {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => quote!(__tf::From::from(#text)),
        _ => quote!(#value),
    }
}

/// Tells whether a type is spelled so that no struct can be within.
fn holds_no_struct(ty: &Type) -> bool {
    const KNOWN: &[&str] = &[
        "Attr", "Unknown", "Option", "Vec", "Set", "BTreeSet", "BTreeMap", "HashMap", "Box", "Cow",
        "String", "str", "bool", "Number", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64",
        "f32", "f64", "Dynamic",
    ];
    match ty {
        Type::Reference(reference) => holds_no_struct(&reference.elem),
        Type::Path(path) => path.path.segments.last().is_some_and(|last| {
            KNOWN.iter().any(|known| last.ident == known)
                && match &last.arguments {
                    PathArguments::AngleBracketed(arguments) => {
                        arguments.args.iter().all(|argument| match argument {
                            syn::GenericArgument::Type(ty) => holds_no_struct(ty),
                            _ => true,
                        })
                    }
                    _ => true,
                }
        }),
        _ => false,
    }
}
