//! The attributes of fields that validate a configuration.

use syn::{Expr, Ident, LitStr};

use super::{Attributes, Names, Place, read};
use crate::ctxt::Ctxt;
use crate::meta::{Bounds, Item, Slot};

attributes! {
    /// The attributes of a field that validate a configuration.
    Validation, and value: ValueConstraints;
    "at_least_one_of" => at_least_one_of: Names = Names::read;
    "check" => check: Expr = Item::function;
    "conflicts_with" => conflicts_with: Names = Names::read;
    "describe" => describe: () = Item::word;
    "each" => each: ValueConstraints = ValueConstraints::read;
    "exactly_one_of" => exactly_one_of: Names = Names::read;
    "prefer_write_only" => prefer_write_only: Names = Names::read;
    "required_with" => required_with: Names = Names::read;
}

attributes! {
    /// The constraints on a value or element.
    ValueConstraints;
    "length" => length: Bounds = Item::bounds;
    "one_of" => one_of: Vec<Expr> = one_of;
    "range" => range: Bounds = Item::bounds;
    "regex" => regex: LitStr = Item::string;
}

fn one_of(item: &Item, cx: &Ctxt) -> Option<Vec<Expr>> {
    item.array(cx, "one_of = [\"a\", \"b\"]")
}

const EACH: Place = ("`each` option", ValueConstraints::names);

impl Validation {
    /// Returns the attributes that are written.
    pub(crate) fn written(&self) -> impl Iterator<Item = &Ident> {
        let names = [self.describe.name(), self.each.name()];
        let names = names.into_iter().flatten().chain(self.value.written());
        names.chain(self.of_blocks())
    }

    /// Returns the attributes that are written and also allowed on nested blocks.
    pub(crate) fn of_blocks(&self) -> impl Iterator<Item = &Ident> {
        let names = self.related().into_iter().filter_map(Slot::name);
        names.chain(self.check.name())
    }

    /// Returns the attributes that name other members.
    pub(crate) fn related(&self) -> [&Slot<Names>; 5] {
        [
            &self.conflicts_with,
            &self.exactly_one_of,
            &self.at_least_one_of,
            &self.required_with,
            &self.prefer_write_only,
        ]
    }
}

impl ValueConstraints {
    fn read(item: &Item, cx: &Ctxt) -> Option<Self> {
        let items = item.list_or_word(cx)?;
        if items.is_empty() {
            return item.wrong(cx, "takes constraints: `each(length = 1..=64)`");
        }
        Some(read(cx, items, EACH))
    }

    /// Returns the attributes that are written.
    pub(crate) fn written(&self) -> impl Iterator<Item = &Ident> {
        let names = [
            self.one_of.name(),
            self.range.name(),
            self.length.name(),
            self.regex.name(),
        ];
        names.into_iter().flatten()
    }
}
