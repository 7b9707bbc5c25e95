//! `TfType::set_defaults` of a struct.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Expr, ExprLit, Lit};

use super::at;
use crate::ast::Field;

/// Writes the method, or nothing if no field can have a default.
///
/// Only the compiler can tell whether the type of a field contains defaults.
pub(super) fn method(fields: &[Field<'_>]) -> Option<TokenStream> {
    let mut statements = fields.iter().filter_map(statement).peekable();
    statements.peek()?;
    Some(quote! {
        fn set_defaults(&mut self, __config: &Self, __existing: __tf::Existing) {
            // The compiler removes the body if there are no defaults, here or in nested structs.
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
    // The type of an adapted field may not implement `TfType`; plain objects have no defaults.
    if field.attrs.object.is_set() || field.attrs.of_adapters().next().is_some() {
        return None;
    }
    Some(quote_spanned!(at=>
        __tf::TfType::set_defaults(&mut self.#ident, &__config.#ident, __existing);
    ))
}

/// Converts a string literal; other expressions must have the type of the field.
fn convert(value: &Expr) -> TokenStream {
    match value {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => quote!(__tf::From::from(#text)),
        _ => quote!(#value),
    }
}
