//! The syntax inside `#[tf(…)]`: items that are a word, `name = value` or `name(items)`.

use std::fmt::Display;
use std::str::FromStr;

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
    List(Vec<Item>),
}

impl Item {
    /// Returns the value of `name = "text"`.
    pub(crate) fn string(&self, cx: &Ctxt) -> Option<LitStr> {
        match &self.value {
            Value::Literal(Lit::Str(text)) => Some(text.clone()),
            _ => self.wrong(cx, format_args!("takes a string: `{} = \"…\"`", self.name)),
        }
    }

    /// Returns the value of `name = "text"`, or the empty text of a bare `name`.
    pub(crate) fn string_or_word(&self, cx: &Ctxt) -> Option<String> {
        match &self.value {
            Value::None => Some(String::new()),
            _ => self.string(cx).map(|text| text.value()),
        }
    }

    /// Returns the value of `name = 1`, which must not be negative.
    pub(crate) fn number<N: FromStr<Err: Display>>(&self, cx: &Ctxt) -> Option<N> {
        match &self.value {
            Value::Literal(Lit::Int(number)) if !number.base10_digits().starts_with('-') => {
                number.base10_parse().map_err(|error| cx.push(error)).ok()
            }
            _ => self.wrong(
                cx,
                format_args!(
                    "takes a whole number that is not negative: `{} = 1`",
                    self.name
                ),
            ),
        }
    }

    /// Returns the value of `name = expression`.
    pub(crate) fn expr(&self, cx: &Ctxt) -> Option<Expr> {
        match &self.value {
            Value::Expr(expr) => Some((**expr).clone()),
            _ => self.wrong(cx, format_args!("takes a value: `{} = …`", self.name)),
        }
    }

    /// Returns the value of `name = Type`.
    pub(crate) fn ty(&self, cx: &Ctxt) -> Option<Type> {
        match &self.value {
            Value::Type(ty) => Some((**ty).clone()),
            _ => self.wrong(cx, format_args!("takes a type: `{} = String`", self.name)),
        }
    }

    /// Makes sure that the item is a bare word.
    pub(crate) fn word(&self, cx: &Ctxt) -> Option<()> {
        match &self.value {
            Value::None => Some(()),
            _ => self.wrong(cx, "takes no value"),
        }
    }

    /// Returns the items of `name(item, …)`, or none of a bare `name`.
    pub(crate) fn list_or_word(&self, cx: &Ctxt) -> Option<&[Item]> {
        match &self.value {
            Value::None => Some(&[]),
            Value::List(items) => Some(items),
            _ => self.wrong(
                cx,
                format_args!("takes its details in parentheses: `{}(…)`", self.name),
            ),
        }
    }

    /// Returns the items of `name = word` or `name(item, …)`.
    pub(crate) fn words(&self, cx: &Ctxt) -> Option<&[Item]> {
        match &self.value {
            Value::Word(word) => Some(std::slice::from_ref(word)),
            Value::List(items) if !items.is_empty() => Some(items),
            _ => self.wrong(
                cx,
                format_args!("takes words: `{0} = …` or `{0}(…, …)`", self.name),
            ),
        }
    }

    /// Reports a value of the wrong form.
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
            if name == "default" {
                Value::Expr(input.parse()?)
            } else if name == "as" || name == "returns" {
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
            Value::List(parse_items(&content)?)
        } else {
            Value::None
        };
        Ok(Item { name, value })
    }
}

/// A value that may be given once.
pub(crate) struct Slot<T>(Option<(Ident, T)>);

impl<T> Slot<T> {
    /// Keeps the value, if there was none.
    pub(crate) fn set(&mut self, cx: &Ctxt, item: &Item, value: Option<T>) {
        if self.0.is_some() {
            cx.error(&item.name, format_args!("`{}` is given twice", item.name));
        } else if let Some(value) = value {
            self.0 = Some((item.name.clone(), value));
        }
    }

    /// Tells whether there is a value.
    pub(crate) fn is_set(&self) -> bool {
        self.0.is_some()
    }

    /// Returns the value.
    pub(crate) fn get(&self) -> Option<&T> {
        self.0.as_ref().map(|(_, value)| value)
    }

    /// Returns the value, so that it can be changed.
    pub(crate) fn get_mut(&mut self) -> Option<&mut T> {
        self.0.as_mut().map(|(_, value)| value)
    }

    /// Returns the word by which the value was given.
    pub(crate) fn name(&self) -> Option<&Ident> {
        self.0.as_ref().map(|(name, _)| name)
    }
}

impl<T> Default for Slot<T> {
    fn default() -> Self {
        Slot(None)
    }
}

/// Returns the items of all `#[tf(…)]` among the attributes.
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
