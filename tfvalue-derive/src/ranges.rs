//! Ranges in attributes: ranges of values and ranges of versions.

use proc_macro2::{Span, TokenStream, TokenTree};
use syn::parse::{Parse, ParseStream};
use syn::{Expr, LitInt, Token};

use crate::invisible;

/// A range whose bounds are optional.
#[derive(Clone)]
pub(crate) struct Bounds {
    pub(crate) min: Option<Expr>,
    pub(crate) max: Option<Expr>,
    /// Whether the maximum itself is excluded.
    pub(crate) below_max: bool,
}

impl Parse for Bounds {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let has_operator = |input: ParseStream<'_>| input.peek(Token![..]);
        // syn would parse the whole range as the first bound.
        let bound = |input: ParseStream<'_>| {
            let mut tokens = TokenStream::new();
            while !input.is_empty() && !input.peek(Token![,]) && !has_operator(input) {
                tokens.extend([input.parse::<TokenTree>()?]);
            }
            if tokens.is_empty() {
                return Ok(None);
            }
            syn::parse2(tokens).map(Some)
        };
        let ahead: TokenStream = input.fork().parse()?;
        let value = ahead.into_iter().take_while(|token| !is_comma(token));
        if let Some(range) = invisible::only_group(&value.collect()) {
            input.parse::<TokenTree>()?;
            return syn::parse2(range);
        }
        let min: Option<Expr> = bound(input)?;
        if !has_operator(input) {
            return Ok(Bounds {
                max: min.clone(),
                min,
                below_max: false,
            });
        }
        let is_inclusive = input.parse::<Option<Token![..=]>>()?.is_some();
        if !is_inclusive {
            input.parse::<Token![..]>()?;
        }
        let max = bound(input)?;
        Ok(Bounds {
            below_max: max.is_some() && !is_inclusive,
            min,
            max,
        })
    }
}

fn is_comma(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',')
}

/// The version of a schema: `1`, or the path of a constant.
pub(crate) enum Version {
    Literal(i64),
    Constant(Expr),
}

/// `2`, `0..=2`, `1..` or `..`, with the maximum included.
#[derive(Clone, Copy)]
pub(crate) struct Versions {
    pub(crate) min: i64,
    pub(crate) max: i64,
    /// The place where the versions are written.
    pub(crate) span: Span,
}

impl Versions {
    /// Returns the newest version, or the first version of an open range.
    pub(crate) fn newest(&self) -> i64 {
        if self.max == i64::MAX {
            self.min
        } else {
            self.max
        }
    }

    /// Returns `true` if a version is in both ranges.
    pub(crate) fn overlaps(&self, other: &Versions) -> bool {
        self.min <= other.max && other.min <= self.max
    }
}

impl Parse for Versions {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let span = input.span();
        let number = |input: ParseStream<'_>| {
            if !input.peek(LitInt) {
                return Ok(None);
            }
            input.parse::<LitInt>()?.base10_parse::<i64>().map(Some)
        };
        let min: Option<i64> = number(input)?;
        let range = if input.parse::<Option<Token![..=]>>()?.is_some() {
            (min.unwrap_or(0), number(input)?)
        } else if input.parse::<Option<Token![..]>>()?.is_some() {
            let below = number(input)?;
            (
                min.unwrap_or(0),
                Some(below.map_or(i64::MAX, |max| max - 1)),
            )
        } else {
            (min.unwrap_or(0), min)
        };
        match range {
            (min, Some(max)) if min <= max => Ok(Versions { min, max, span }),
            _ => Err(syn::Error::new(
                span,
                "expected versions, such as `2`, `0..=2` or `..`",
            )),
        }
    }
}
