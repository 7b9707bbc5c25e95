//! The field attributes that validate a configuration.

use syn::{Expr, ExprLit, Ident, Lit, LitStr};

use super::{Attributes, Names, Place, read};
use crate::ctxt::Ctxt;
use crate::meta::{Item, Slot};
use crate::ranges::Bounds;

attributes! {
    /// The attributes of a field that validate a configuration.
    Validation, and value: ValueConstraints;
    "at_least_one_of" => at_least_one_of: Names = Names::read;
    "conflicts_with" => conflicts_with: Names = Names::read;
    "describe" => describe: () = Item::word;
    "exactly_one_of" => exactly_one_of: Names = Names::read;
    "headline" => headline: Vec<(Ident, LitStr)> = headlines;
    "prefer_write_only" => prefer_write_only: Names = Names::read;
    "required_with" => required_with: Names = Names::read;
}

attributes! {
    /// The constraints on a value, an element or a key.
    ValueConstraints;
    "check" => check: Expr = Item::function;
    "each" => each: Box<ValueConstraints> = each;
    "keys" => keys: Box<ValueConstraints> = keys;
    "length" => length: Bounds = Item::bounds;
    "one_of" => one_of: Vec<Expr> = one_of;
    "range" => range: Bounds = Item::bounds;
    "regex" => regex: LitStr = Item::string;
}

fn one_of(item: &Item, cx: &Ctxt) -> Option<Vec<Expr>> {
    item.array(cx, "one_of = [\"a\", \"b\"]")
}

/// Returns the headlines, keyed by the names of their constraints. `headline = "text"` applies to all `other` faults.
fn headlines(item: &Item, cx: &Ctxt) -> Option<Vec<(Ident, LitStr)>> {
    if !item.is_exprs() {
        let other = Ident::new("other", item.name.span());
        return item.string(cx).map(|text| vec![(other, text)]);
    }
    let all = item.exprs(cx)?.into_iter().map(|(name, text)| match text {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some((name, text)),
        _ => item.wrong(
            cx,
            format_args!("requires strings: `headline({name} = \"…\")`"),
        ),
    });
    all.collect()
}

fn each(item: &Item, cx: &Ctxt) -> Option<Box<ValueConstraints>> {
    const EACH: Place = ("`each` option", ValueConstraints::names);
    ValueConstraints::read(item, cx, EACH, "each(length = 1..=64)")
}

fn keys(item: &Item, cx: &Ctxt) -> Option<Box<ValueConstraints>> {
    const KEYS: Place = ("`keys` option", ValueConstraints::names);
    ValueConstraints::read(item, cx, KEYS, "keys(length = 1..=64)")
}

impl Validation {
    /// Returns the attributes that the user wrote.
    pub(crate) fn written(&self) -> impl Iterator<Item = &Ident> {
        let names = [self.describe.name(), self.headline.name()];
        let names = names.into_iter().flatten().chain(self.value.written());
        names.chain(self.related().into_iter().filter_map(Slot::name))
    }

    /// Returns the attributes that the user wrote and that are also allowed on nested blocks.
    pub(crate) fn of_blocks(&self) -> impl Iterator<Item = &Ident> {
        let names = self.related().into_iter().filter_map(Slot::name);
        let value = [self.value.check.name(), self.value.keys.name()];
        let value = value.into_iter().flatten();
        names.chain(value).chain(self.headline.name())
    }

    /// Returns the attributes that refer to other members.
    pub(crate) fn related(&self) -> [&Slot<Names>; 5] {
        let [first, second, third, fourth] = self.relations();
        [first, second, third, fourth, &self.prefer_write_only]
    }

    /// Returns the attributes that specify which members can be set together.
    pub(crate) fn relations(&self) -> [&Slot<Names>; 4] {
        [
            &self.conflicts_with,
            &self.exactly_one_of,
            &self.at_least_one_of,
            &self.required_with,
        ]
    }

    /// Returns `true` if a description can mention one of the constraints.
    pub(crate) fn can_be_described(&self) -> bool {
        self.related().into_iter().any(Slot::is_set) || self.value.can_be_described()
    }
}

impl ValueConstraints {
    fn read(item: &Item, cx: &Ctxt, place: Place, example: &str) -> Option<Box<Self>> {
        let items = item.list_or_word(cx)?;
        if items.is_empty() {
            return item.wrong(cx, format_args!("takes constraints: `{example}`"));
        }
        Some(Box::new(read(cx, items, place)))
    }

    /// Returns the attributes that the user wrote.
    pub(crate) fn written(&self) -> impl Iterator<Item = &Ident> {
        let parts = self.parts().into_iter().filter_map(Slot::name);
        self.limits().chain(self.check.name()).chain(parts)
    }

    /// Returns `true` if there are constraints other than functions.
    fn can_be_described(&self) -> bool {
        let mut parts = self.parts().into_iter().filter_map(Slot::get);
        self.limits().next().is_some() || parts.any(|part| part.can_be_described())
    }

    /// Returns the constraints on elements and keys.
    pub(crate) fn parts(&self) -> [&Slot<Box<ValueConstraints>>; 2] {
        [&self.each, &self.keys]
    }

    /// Returns the attributes that limit a string, a number or a length.
    pub(crate) fn limits(&self) -> impl Iterator<Item = &Ident> {
        let names = [
            self.one_of.name(),
            self.range.name(),
            self.length.name(),
            self.regex.name(),
        ];
        names.into_iter().flatten()
    }
}
