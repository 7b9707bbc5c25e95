//! The field attributes that determine how changes are planned.

use std::collections::HashSet;

use syn::{Expr, Ident, LitStr};

use super::{Attributes, Place, read};
use crate::ctxt::Ctxt;
use crate::meta::{Item, Slot};
use crate::ranges::Bounds;

attributes! {
    /// The attributes of a field that determine how changes are planned.
    Planning;
    "fingerprint" => fingerprint: LitStr = Item::string;
    "keep" => keep: Keep = Keep::read;
    "pair_by" => pair_by: Names = Names::read;
    "provider_only" => provider_only: () = Item::word;
    "refine" => refine: Refine = Refine::read;
    "replace" => replace: Replace = Replace::read;
    "same_as" => same_as: SameAs = SameAs::read;
    "time_limit" => time_limit: LitStr = Item::string;
}

attributes! {
    /// The options of `keep`.
    Keep;
    "not_null" => not_null: () = Item::word;
    "unless_changed" => unless_changed: Names = Names::read;
}

attributes! {
    /// The options of `replace`.
    Replace;
    "if_configured" => if_configured: () = Item::word;
    "when" => when: Expr = Item::function;
}

attributes! {
    /// The promises of `refine`.
    Refine;
    "at_least" => at_least: Expr = Item::expr;
    "at_most" => at_most: Expr = Item::expr;
    "max_length" => max_length: u64 = Item::number;
    "min_length" => min_length: u64 = Item::number;
    "not_null" => not_null: () = Item::word;
    "prefix" => prefix: LitStr = Item::string;
}

attributes! {
    /// The options of `same_as`. `same_as = json` is short for `same_as(rule = json)`.
    SameAs;
    "each" => each: Expr = Item::function;
    "hide_edits" => hide_edits: () = Item::word;
    "rule" => rule: Expr = Item::function;
}

/// Names of attributes, as in `"name, port"`.
pub(crate) struct Names {
    pub(crate) text: LitStr,
    pub(crate) names: Vec<String>,
}

const KEEP: Place = ("`keep` option", Keep::names);
const REPLACE: Place = ("`replace` option", Replace::names);
const REFINE: Place = ("`refine` option", Refine::names);
const SAME_AS: Place = ("`same_as` option", SameAs::names);

impl Planning {
    /// Returns the attributes that the user wrote.
    pub(crate) fn written(&self) -> impl Iterator<Item = &Ident> {
        let names = [
            self.fingerprint.name(),
            self.keep.name(),
            self.replace.name(),
            self.same_as.name(),
            self.refine.name(),
            self.pair_by.name(),
            self.provider_only.name(),
            self.time_limit.name(),
        ];
        names.into_iter().flatten()
    }
}

impl Keep {
    fn read(item: &Item, cx: &Ctxt) -> Option<Self> {
        Some(read(cx, item.list_or_word(cx)?, KEEP))
    }
}

impl Replace {
    fn read(item: &Item, cx: &Ctxt) -> Option<Self> {
        Some(read(cx, item.list_or_word(cx)?, REPLACE))
    }
}

impl Refine {
    fn read(item: &Item, cx: &Ctxt) -> Option<Self> {
        let items = item.list_or_word(cx)?;
        if items.is_empty() {
            return item.wrong(cx, "takes promises: `refine(not_null)`");
        }
        Some(read(cx, items, REFINE))
    }

    /// Returns the first promise about each kind of value.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = &Ident> {
        let numbers = self.at_least.name().or(self.at_most.name());
        let lengths = self.min_length.name().or(self.max_length.name());
        [self.prefix.name(), numbers, lengths].into_iter().flatten()
    }

    /// Returns the bounds of a number.
    pub(crate) fn bounds(&self) -> Bounds {
        Bounds {
            min: self.at_least.get().cloned(),
            max: self.at_most.get().cloned(),
            below_max: false,
        }
    }
}

impl SameAs {
    fn read(item: &Item, cx: &Ctxt) -> Option<Self> {
        if !item.is_list() {
            let mut this = SameAs::default();
            this.rule.set(cx, item, Some(item.function(cx)?));
            return Some(this);
        }
        let items = item.list_or_word(cx)?;
        if items.is_empty() {
            return item.wrong(cx, "takes a rule: `same_as(each = case_insensitive)`");
        }
        Some(read(cx, items, SAME_AS))
    }
}

impl Names {
    pub(super) fn read(item: &Item, cx: &Ctxt) -> Option<Self> {
        let text = item.string(cx)?;
        let names: Vec<_> = text
            .value()
            .split(',')
            .map(|name| name.trim().to_owned())
            .collect();
        if names.iter().any(String::is_empty) {
            return item.wrong(
                cx,
                format_args!(
                    "takes names of attributes: `{} = \"name, port\"`",
                    item.name
                ),
            );
        }
        let mut seen = HashSet::new();
        if let Some(twice) = names.iter().find(|name| !seen.insert(*name)) {
            cx.error(
                &text,
                format_args!("duplicate name `{twice}`: remove one of them"),
            );
        }
        Some(Names { text, names })
    }
}
