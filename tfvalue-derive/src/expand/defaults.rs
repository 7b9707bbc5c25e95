//! The method that sets defaults.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Expr, ExprLit, Lit};

use super::at;
use crate::ast::Field;

/// Writes the method, or nothing if there are no fields that could have a default.
///
/// Whether there is one within a field is a fact of its type, which only the compiler knows.
pub(super) fn method(fields: &[Field<'_>]) -> Option<TokenStream> {
    let mut statements = fields.iter().filter_map(statement).peekable();
    statements.peek()?;
    Some(quote! {
        fn set_defaults(&mut self, __config: &Self, __existing: __tf::Existing) {
            // Nothing is generated for the machine if no struct within has a default.
            if const { <Self as __tf::TfType>::FACTS.default } {
                #(#statements)*
            }
        }
    })
}

fn statement(field: &Field<'_>) -> Option<TokenStream> {
    let ident = field.ident;
    let at = at(field.ty);
    if let Some(value) = field.attrs.default.get() {
        let value = convert(value);
        return Some(quote_spanned!(at=>
            __tf::set_default(&mut self.#ident, &__config.#ident, __existing, || #value);
        ));
    }
    // The type behind an adapter need not be a `TfType`, and object types have no defaults.
    if field.attrs.object.is_set() || field.attrs.of_adapters().next().is_some() {
        return None;
    }
    Some(quote_spanned!(at=>
        __tf::TfType::set_defaults(&mut self.#ident, &__config.#ident, __existing);
    ))
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
