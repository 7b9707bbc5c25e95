//! The syntax inside `#[tf(…)]`: items of the form `name`, `name = value` or `name(items)`.

use std::fmt::Display;
use std::mem;
use std::str::FromStr;

use proc_macro2::{TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, ExprLit, Ident, Lit, LitInt, LitStr, Meta, Token, Type};

use crate::ctxt::Ctxt;
use crate::invisible;
use crate::ranges::{Bounds, Version, Versions};

/// A single item, such as `version = 2`.
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
    Pairs(Vec<Pair>),
    Exprs(Vec<(Ident, Expr)>),
    TypeWithOptions(Box<Type>, Vec<Item>),
    /// Syntax that no attribute accepts; the error shows the syntax of the attribute instead.
    Other,
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
        let literal = match &self.value {
            Value::Literal(literal) => Some(literal),
            _ => None,
        };
        self.number_of(cx, literal)
    }

    fn number_of<N: FromStr<Err: Display>>(&self, cx: &Ctxt, literal: Option<&Lit>) -> Option<N> {
        match literal {
            Some(Lit::Int(number)) if !number.base10_digits().starts_with('-') => {
                number.base10_parse().map_err(|error| cx.push(error)).ok()
            }
            _ => self.wrong(
                cx,
                format_args!("requires a non-negative integer: `{} = 1`", self.name),
            ),
        }
    }

    /// Returns the value of `version = 1`, or of `version = CONSTANT`.
    pub(crate) fn version(&self, cx: &Ctxt) -> Option<Version> {
        let number = match &self.value {
            Value::Expr(expr) => match &**expr {
                Expr::Lit(ExprLit { lit, .. }) => self.number_of(cx, Some(lit)),
                Expr::Unary(_) => self.number_of(cx, None),
                constant => return Some(Version::Constant(constant.clone())),
            },
            _ => self.number(cx),
        };
        number.map(Version::Literal)
    }

    /// Returns the value of `name = expression`.
    pub(crate) fn expr(&self, cx: &Ctxt) -> Option<Expr> {
        match &self.value {
            Value::Expr(expr) => Some((**expr).clone()),
            _ => self.wrong(cx, format_args!("requires a value: `{} = …`", self.name)),
        }
    }

    /// Returns the value of `name = function`.
    pub(crate) fn function(&self, cx: &Ctxt) -> Option<Expr> {
        match &self.value {
            Value::Expr(expr) if !is_text(expr) => Some((**expr).clone()),
            _ => self.wrong(
                cx,
                format_args!(
                    "requires a function, without quotes: `{} = function`",
                    self.name
                ),
            ),
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

    /// Returns the values of `name = [value, …]`; an error shows the example.
    pub(crate) fn array(&self, cx: &Ctxt, example: &str) -> Option<Vec<Expr>> {
        match &self.value {
            Value::Array(values) if !values.is_empty() => Some(values.clone()),
            _ => self.wrong(cx, format_args!("requires values: `{example}`")),
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
                let quotes = self.without_quotes();
                self.wrong(
                    cx,
                    format_args!("requires a type{quotes}: `{} = {ty}`", self.name),
                )
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

    /// Returns `true` for `name(member = expression, …)`.
    pub(crate) fn is_exprs(&self) -> bool {
        matches!(self.value, Value::Exprs(_))
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
            _ => {
                let quotes = self.without_quotes();
                self.wrong(cx, format_args!("requires a value{quotes}: `{example}`"))
            }
        }
    }

    /// Returns the end of an error message about a value of the wrong kind. If the value is a string, the message asks
    /// for a value without quotes.
    fn without_quotes(&self) -> &'static str {
        match self.value {
            Value::Literal(Lit::Str(_)) => ", without quotes",
            _ => "",
        }
    }

    /// Returns the pairs of `name(1 = Type, …)` or `name("key" = Type, …)`; an error shows the example.
    pub(crate) fn pairs(&self, cx: &Ctxt, example: &str) -> Option<&[Pair]> {
        match &self.value {
            Value::Pairs(pairs) => Some(pairs),
            _ => self.wrong(cx, format_args!("requires types: `{example}`")),
        }
    }

    /// Returns the expressions of `name(member = expression, …)`.
    pub(crate) fn exprs(&self, cx: &Ctxt) -> Option<Vec<(Ident, Expr)>> {
        match &self.value {
            Value::Exprs(exprs) if !exprs.is_empty() => Some(exprs.clone()),
            _ => self.wrong(
                cx,
                format_args!("requires values: `{}(member = value)`", self.name),
            ),
        }
    }

    /// Returns the type of `name = Type` or `name(Type, option, …)`, and the options.
    pub(crate) fn ty_with_options(&self, cx: &Ctxt) -> Option<(&Type, &[Item])> {
        match &self.value {
            Value::Type(ty) => Some((ty, &[])),
            Value::TypeWithOptions(ty, options) => Some((ty, options)),
            _ => {
                let (name, quotes) = (&self.name, self.without_quotes());
                self.wrong(
                    cx,
                    format_args!("requires a type of the client{quotes}: `{name} = Server`"),
                )
            }
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
            } else if input.peek(Lit) || input.peek(Token![-]) {
                Value::Literal(input.parse()?)
            } else if TYPES.iter().any(|known| name == known) {
                Value::Type(Box::new(ty(input)?))
            } else if input.peek(Ident) {
                let word = Item {
                    name: input.parse()?,
                    value: Value::None,
                };
                if input.is_empty() || input.peek(Token![,]) || input.peek(Ident) {
                    Value::Word(Box::new(word))
                } else {
                    skip(input)?
                }
            } else {
                skip(input)?
            }
        } else if input.peek(syn::token::Paren) {
            let content;
            syn::parenthesized!(content in input);
            let is_expr = EXPRESSIONS.iter().any(|known| name == known);
            let has_options = name == "same_as" || name == "each";
            let is_range =
                name == "upgrade" && (content.peek2(Token![..]) || content.peek(Token![..]));
            let is_pair = is_range || content.peek2(Token![=]) || content.peek2(Token![@]);
            let is_value = content.peek(Lit) && !is_pair;
            if (name == "set" || name == "headline") && !content.peek(Lit) {
                let exprs = Punctuated::<Member, Token![,]>::parse_terminated(&content)?;
                Value::Exprs(
                    exprs
                        .into_iter()
                        .map(|Member(name, expr)| (name, expr))
                        .collect(),
                )
            } else if TYPES_WITH_OPTIONS.iter().any(|known| name == known) && !content.peek(Lit) {
                let ty = ty(&content)?;
                let options = match content.parse::<Option<Token![,]>>()? {
                    Some(_) => parse_items(&content)?,
                    None if content.is_empty() => Vec::new(),
                    None => return Err(content.error("expected `,`")),
                };
                Value::TypeWithOptions(Box::new(ty), options)
            } else if is_value || is_expr && !has_options {
                content.parse::<TokenStream>()?;
                Value::Other
            } else if content.peek(Lit) || is_range {
                let pairs = Punctuated::<Pair, Token![,]>::parse_terminated(&content)?;
                Value::Pairs(pairs.into_iter().collect())
            } else {
                Value::List(parse_items(&content)?)
            }
        } else {
            Value::None
        };
        Ok(Item { name, value })
    }
}

/// `key = Type`, `key @ versions = Type` or `versions = Type`
pub(crate) struct Pair {
    pub(crate) key: Option<Lit>,
    pub(crate) versions: Option<Versions>,
    pub(crate) ty: Type,
}

impl Parse for Pair {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let are_versions = input.peek(LitInt) || input.peek(Token![..]);
        let (key, versions) = if are_versions {
            (None, Some(input.parse()?))
        } else {
            let key = input.parse()?;
            let at: Option<Token![@]> = input.parse()?;
            (Some(key), at.map(|_| input.parse()).transpose()?)
        };
        if input.peek(Token![=>]) {
            return Err(input.error("expected `=`"));
        }
        input.parse::<Token![=]>()?;
        let ty = ty(input)?;
        Ok(Pair { key, versions, ty })
    }
}

/// `member = expression`
struct Member(Ident, Expr);

impl Parse for Member {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = input.call(Ident::parse_any)?;
        input.parse::<Token![=]>()?;
        Ok(Member(name, input.parse()?))
    }
}

/// The attributes whose value is an expression.
const EXPRESSIONS: &[&str] = &[
    "default", "same_as", "each", "rule", "when", "plan", "at_least", "at_most", "check", "version",
];

/// The attributes whose value is a type.
const TYPES: &[&str] = &["as", "from_api", "identity", "returns", "to_api"];

/// The attributes whose value is a type that options can follow.
const TYPES_WITH_OPTIONS: &[&str] = &["from_api", "to_api"];

fn ty(input: ParseStream<'_>) -> syn::Result<Type> {
    // The error from syn lists the tokens that a type can start with.
    let expected = |error: syn::Error| syn::Error::new(error.span(), "expected a type");
    input.parse().map_err(expected)
}

/// Skips the remaining tokens of a value.
fn skip(input: ParseStream<'_>) -> syn::Result<Value> {
    while !input.is_empty() && !input.peek(Token![,]) {
        input.parse::<TokenTree>()?;
    }
    Ok(Value::Other)
}

fn is_text(value: &Expr) -> bool {
    matches!(value, Expr::Lit(literal) if matches!(literal.lit, Lit::Str(_)))
}

/// The value of an attribute that may be given only once, with the name that the user wrote. Absent if the value was
/// reported as wrong.
pub(crate) struct Slot<T>(Option<(Ident, Option<T>)>);

impl<T> Slot<T> {
    /// Stores the value, or reports that there is already a value.
    pub(crate) fn set(&mut self, cx: &Ctxt, item: &Item, value: Option<T>) {
        if self.0.is_some() {
            cx.error(
                &item.name,
                format_args!("duplicate `{}`: remove one of them", item.name),
            );
        } else {
            self.0 = Some((item.name.clone(), value));
        }
    }

    /// Returns `true` if the attribute is given, even if its value is wrong.
    pub(crate) fn is_set(&self) -> bool {
        self.0.is_some()
    }

    /// Returns the value.
    pub(crate) fn get(&self) -> Option<&T> {
        self.0.as_ref()?.1.as_ref()
    }

    /// Returns a mutable reference to the value.
    pub(crate) fn get_mut(&mut self) -> Option<&mut T> {
        self.0.as_mut()?.1.as_mut()
    }

    /// Returns the name of the attribute, at the place where the user wrote it.
    pub(crate) fn name(&self) -> Option<&Ident> {
        self.0.as_ref().map(|(name, _)| name)
    }
}

impl<T> Default for Slot<T> {
    fn default() -> Self {
        Slot(None)
    }
}

/// Returns the items in all `#[tf(…)]` attributes.
pub(crate) fn items(cx: &Ctxt, attributes: &[Attribute]) -> Vec<Item> {
    let mut all = Vec::new();
    for attribute in attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("tf"))
    {
        let mut attribute = attribute.clone();
        if let Meta::List(list) = &mut attribute.meta {
            list.tokens = invisible::open(mem::take(&mut list.tokens));
        }
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
