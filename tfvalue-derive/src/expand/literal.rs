//! Strings and numbers in annotations.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, ExprUnary, Lit, UnOp};

use crate::ranges::Bounds;

/// Writes a `Range`.
pub(super) fn range(bounds: &Bounds) -> TokenStream {
    let (min, max) = (bound(bounds.min.as_ref()), bound(bounds.max.as_ref()));
    let below_max = bounds.below_max;
    quote!(__tf::Range::new(#min, #max, #below_max))
}

fn bound(bound: Option<&Expr>) -> TokenStream {
    match bound {
        Some(bound) => {
            let literal = of(bound);
            quote!(__tf::Some(#literal))
        }
        None => quote!(__tf::None),
    }
}

/// Writes a `Literal`. For a constant, the type of the constant determines the variant.
pub(super) fn of(value: &Expr) -> TokenStream {
    let at = Span::call_site().located_at(value.span());
    match value {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => quote_spanned!(at=> __tf::Literal::Text(#text)),
        _ => match decimal(value) {
            Some(digits) => {
                let float: f64 = digits.parse().unwrap_or_default();
                quote_spanned!(at=> __tf::Literal::Decimal(#digits, #float))
            }
            None if names_constant(value.to_token_stream()) => {
                quote_spanned!(at=> const { __tf::Constant(#value).string_or_number() })
            }
            // If the expression contains no constant, only this variant determines the type of the number.
            None => quote_spanned!(at=> __tf::Literal::Integer(#value)),
        },
    }
}

/// Returns `true` if an expression names something that has a type.
fn names_constant(value: TokenStream) -> bool {
    value.into_iter().any(|token| match token {
        TokenTree::Ident(_) => true,
        TokenTree::Group(group) => names_constant(group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// Returns the digits of a float, as in `-0.5`.
fn decimal(value: &Expr) -> Option<String> {
    match value {
        Expr::Lit(ExprLit {
            lit: Lit::Float(float),
            ..
        }) => Some(float.base10_digits().to_owned()),
        Expr::Unary(ExprUnary {
            op: UnOp::Neg(_),
            expr,
            ..
        }) => decimal(expr).map(|digits| format!("-{digits}")),
        _ => None,
    }
}
