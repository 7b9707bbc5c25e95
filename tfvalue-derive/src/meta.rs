//! The syntax inside `#[tf(…)]`: items of the form `name`, `name = value` or `name(items)`.

use std::fmt::Display;
use std::str::FromStr;

use proc_macro2::{TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, Ident, Lit, LitStr, Token, Type};

use crate::ctxt::Ctxt;

/// One item, such as `version = 2`.
pub(crate) struct Item {
    pub(crate) name: Ident,
    value: Value,
}

enum Value {
    None,
    Literal(Lit),
    Expr(Box<Expr>),
    Type(Box<Type>),
    Word(Box<Item>),
    Bounds(Box<Bounds>),
    Array(Vec<Expr>),
    List(Vec<Item>),
    Pairs(Vec<(Lit, Type)>),
}

/// A range, with open ends.
#[derive(Clone)]
pub(crate) struct Bounds {
    pub(crate) min: Option<Expr>,
    pub(crate) max: Option<Expr>,
    /// Whether the maximum itself is not allowed.
    pub(crate) below_max: bool,
}

impl Item {
    /// Returns the value of `name = "text"`.
    pub(crate) fn string(&self, cx: &Ctxt) -> Option<LitStr> {
        match &self.value {
            Value::Literal(Lit::Str(text)) => Some(text.clone()),
            _ => self.wrong(
                cx,
                format_args!("requires a string: `{} = \"…\"`", self.name),
            ),
        }
    }

    /// Returns the value of `name = "text"`, or an empty string for `name`.
    pub(crate) fn string_or_word(&self, cx: &Ctxt) -> Option<String> {
        match &self.value {
            Value::None => Some(String::new()),
            _ => self.string(cx).map(|text| text.value()),
        }
    }

    /// Returns the value of `name = 1`.
    pub(crate) fn number<N: FromStr<Err: Display>>(&self, cx: &Ctxt) -> Option<N> {
        match &self.value {
            Value::Literal(Lit::Int(number)) if !number.base10_digits().starts_with('-') => {
                number.base10_parse().map_err(|error| cx.push(error)).ok()
            }
            _ => self.wrong(
                cx,
                format_args!("requires a non-negative integer: `{} = 1`", self.name),
            ),
        }
    }

    /// Returns the value of `name = expression`.
    pub(crate) fn expr(&self, cx: &Ctxt) -> Option<Expr> {
        match &self.value {
            Value::Expr(expr) => Some((**expr).clone()),
            _ => self.wrong(cx, format_args!("requires a value: `{} = …`", self.name)),
        }
    }

    /// Returns the value of `name = 1..=10`, or of `name = 5`.
    pub(crate) fn bounds(&self, cx: &Ctxt) -> Option<Bounds> {
        match &self.value {
            Value::Bounds(bounds) if bounds.min.is_some() || bounds.max.is_some() => {
                Some((**bounds).clone())
            }
            _ => self.wrong(
                cx,
                format_args!("requires a range: `{} = 1..=10`", self.name),
            ),
        }
    }

    /// Returns the values of `name = [value, …]`.
    pub(crate) fn array(&self, cx: &Ctxt) -> Option<Vec<Expr>> {
        match &self.value {
            Value::Array(values) if !values.is_empty() => Some(values.clone()),
            _ => self.wrong(
                cx,
                format_args!("requires values: `{} = [\"a\", \"b\"]`", self.name),
            ),
        }
    }

    /// Returns the value of `name = Type`.
    pub(crate) fn ty(&self, cx: &Ctxt) -> Option<Type> {
        match &self.value {
            Value::Type(ty) => Some((**ty).clone()),
            _ => {
                let is_identity = self.name == "identity";
                let ty = if is_identity {
                    "ServerIdentity"
                } else {
                    "String"
                };
                self.wrong(cx, format_args!("requires a type: `{} = {ty}`", self.name))
            }
        }
    }

    /// Checks that the item is a name without a value.
    pub(crate) fn word(&self, cx: &Ctxt) -> Option<()> {
        match &self.value {
            Value::None => Some(()),
            _ => self.wrong(
                cx,
                format_args!("takes no value: only write `{}`", self.name),
            ),
        }
    }

    /// Returns `true` for `name(item, …)`.
    pub(crate) fn is_list(&self) -> bool {
        matches!(self.value, Value::List(_))
    }

    /// Returns the items of `name(item, …)`, or none for `name`.
    pub(crate) fn list_or_word(&self, cx: &Ctxt) -> Option<&[Item]> {
        match &self.value {
            Value::None => Some(&[]),
            Value::List(items) => Some(items),
            _ => self.wrong(
                cx,
                format_args!("takes options in parentheses: `{}(…)`", self.name),
            ),
        }
    }

    /// Returns the items of `name = word` or `name(item, …)`; an error shows the example.
    pub(crate) fn words(&self, cx: &Ctxt, example: &str) -> Option<&[Item]> {
        match &self.value {
            Value::Word(word) => Some(std::slice::from_ref(word)),
            Value::List(items) if !items.is_empty() => Some(items),
            _ => self.wrong(cx, format_args!("requires a value: `{example}`")),
        }
    }

    /// Returns the pairs of `name(1 = Type, …)` or `name("key" = Type, …)`; an error shows the example.
    pub(crate) fn pairs(&self, cx: &Ctxt, example: &str) -> Option<&[(Lit, Type)]> {
        match &self.value {
            Value::Pairs(pairs) => Some(pairs),
            _ => self.wrong(cx, format_args!("requires types: `{example}`")),
        }
    }

    /// Reports a value with the wrong syntax.
    pub(crate) fn wrong<T>(&self, cx: &Ctxt, what: impl Display) -> Option<T> {
        cx.error(&self.name, format_args!("`{}` {what}", self.name));
        None
    }
}

impl Parse for Item {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = input.call(Ident::parse_any)?;
        let value = if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            if EXPRESSIONS.iter().any(|known| name == known) {
                Value::Expr(input.parse()?)
            } else if name == "range" || name == "length" || input.peek2(Token![..]) {
                Value::Bounds(Box::new(input.parse()?))
            } else if input.peek(syn::token::Bracket) {
                let content;
                syn::bracketed!(content in input);
                let values = Punctuated::<Expr, Token![,]>::parse_terminated(&content)?;
                Value::Array(values.into_iter().collect())
            } else if ["as", "identity", "returns"]
                .iter()
                .any(|known| name == known)
            {
                Value::Type(input.parse()?)
            } else if input.peek(Ident) {
                Value::Word(Box::new(Item {
                    name: input.parse()?,
                    value: Value::None,
                }))
            } else {
                Value::Literal(input.parse()?)
            }
        } else if input.peek(syn::token::Paren) {
            let content;
            syn::parenthesized!(content in input);
            if content.peek(Lit) && content.peek2(Token![=]) {
                let pairs = Punctuated::<Pair, Token![,]>::parse_terminated(&content)?;
                Value::Pairs(pairs.into_iter().map(|Pair(key, ty)| (key, ty)).collect())
            } else {
                Value::List(parse_items(&content)?)
            }
        } else {
            Value::None
        };
        Ok(Item { name, value })
    }
}

/// `key = Type`
struct Pair(Lit, Type);

impl Parse for Pair {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let key = input.parse()?;
        input.parse::<Token![=]>()?;
        Ok(Pair(key, input.parse()?))
    }
}

impl Parse for Bounds {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let has_operator = |input: ParseStream<'_>| input.peek(Token![..]);
        // syn would take the whole range for the first bound.
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

/// The attributes whose value is an expression.
const EXPRESSIONS: &[&str] = &[
    "default", "same_as", "each", "when", "plan", "at_least", "at_most", "check",
];

/// The value of an attribute that may be given once, with the name that the user wrote.
pub(crate) struct Slot<T>(Option<(Ident, T)>);

impl<T> Slot<T> {
    /// Stores the value, or reports that there already is one.
    pub(crate) fn set(&mut self, cx: &Ctxt, item: &Item, value: Option<T>) {
        if self.0.is_some() {
            cx.error(
                &item.name,
                format_args!("duplicate `{}`: remove one of them", item.name),
            );
        } else if let Some(value) = value {
            self.0 = Some((item.name.clone(), value));
        }
    }

    /// Returns `true` if the attribute is given.
    pub(crate) fn is_set(&self) -> bool {
        self.0.is_some()
    }

    /// Returns the value.
    pub(crate) fn get(&self) -> Option<&T> {
        self.0.as_ref().map(|(_, value)| value)
    }

    /// Returns a mutable reference to the value.
    pub(crate) fn get_mut(&mut self) -> Option<&mut T> {
        self.0.as_mut().map(|(_, value)| value)
    }

    /// Returns the name of the attribute, where the user wrote it.
    pub(crate) fn name(&self) -> Option<&Ident> {
        self.0.as_ref().map(|(name, _)| name)
    }
}

impl<T> Default for Slot<T> {
    fn default() -> Self {
        Slot(None)
    }
}

/// Returns the items of all `#[tf(…)]` attributes.
pub(crate) fn items(cx: &Ctxt, attributes: &[Attribute]) -> Vec<Item> {
    let mut all = Vec::new();
    for attribute in attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("tf"))
    {
        match attribute.parse_args_with(parse_items) {
            Ok(items) => all.extend(items),
            Err(error) => cx.push(error),
        }
    }
    all
}

fn parse_items(input: ParseStream<'_>) -> syn::Result<Vec<Item>> {
    Ok(Punctuated::<Item, Token![,]>::parse_terminated(input)?
        .into_iter()
        .collect())
}
