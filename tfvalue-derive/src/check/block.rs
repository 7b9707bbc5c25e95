//! Rules about nested blocks.

use super::{conflict, forbid};
use syn::Ident;

use crate::ast::Field;
use crate::attr::Block;
use crate::check::names::block_name;
use crate::ctxt::Ctxt;

/// Checks a field with `block`.
pub(super) fn block(cx: &Ctxt, field: &Field<'_>, block: &Block) {
    block_has_no_flags(cx, field);
    block_name(cx, field);
    group_is_not_counted(cx, block);
    counts_agree(cx, block);
    computed_is_optional(cx, block);
}

/// `#[tf(block, required)]`
fn block_has_no_flags(cx: &Ctxt, field: &Field<'_>) {
    let is_of_blocks = |name: &&Ident| {
        let mut constraints = field.attrs.validation.of_blocks();
        let names = ["empty_as_null", "pair_by", "replace", "same_as"];
        names.iter().any(|of_blocks| *name == of_blocks) || constraints.any(|other| other == *name)
    };
    for name in field
        .attrs
        .of_attributes()
        .filter(|name| !is_of_blocks(name))
    {
        let advice = if name == "required" || name == "length" {
            "use `block(min_items = 1)`"
        } else {
            "move it to the fields of the block's struct"
        };
        cx.error(
            name,
            format_args!("`{name}` is not allowed on a nested block: {advice}"),
        );
    }
}

/// `#[tf(block(group, min_items = 1))]`
fn group_is_not_counted(cx: &Ctxt, block: &Block) {
    if block.group.is_set() {
        for count in [&block.min_items, &block.max_items] {
            let why = "a group is always one block";
            conflict(cx, count.name(), "group", Some(why));
        }
    }
}

/// `#[tf(block(computed, group))]`, `#[tf(block(computed, min_items = 1))]`
fn computed_is_optional(cx: &Ctxt, block: &Block) {
    if block.computed.is_set() {
        let why = "a group is never absent, so the provider can set its attributes";
        conflict(cx, block.group.name(), "computed", Some(why));
        if block.min_items.get().is_some_and(|&min| min > 0) {
            let why = "the provider sets the blocks only if the configuration has none";
            conflict(cx, block.min_items.name(), "computed", Some(why));
        }
    }
}

/// `#[tf(block(min_items = 3, max_items = 2))]`
fn counts_agree(cx: &Ctxt, block: &Block) {
    if let (Some(&min), Some(&max)) = (block.min_items.get(), block.max_items.get()) {
        if max != 0 && min > max {
            forbid(
                cx,
                block.max_items.name(),
                "is less than `min_items`: increase it, or write 0 for no limit",
            );
        }
    }
}
