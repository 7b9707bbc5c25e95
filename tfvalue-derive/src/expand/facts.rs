//! Rules about the types of fields, which the compiler checks.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Lifetime;

use super::at;
use crate::ast::{Container, Field};
use crate::attr::Block;
use crate::bound;

/// The rules of a struct, where they are checked.
pub(super) struct Rules {
    /// An item of its own, which even `cargo check` evaluates.
    pub(super) free: Option<TokenStream>,
    /// A part of a function, since only there the type parameters are known.
    pub(super) inside: Option<TokenStream>,
}

pub(super) fn rules(container: &Container<'_>, fields: &[Field<'_>]) -> Rules {
    let rules = fields.iter().map(|field| rules_of(container, field));
    let rules = quote!(#(#rules)*);
    let generic = container.generics.type_params().next().is_some()
        || container.generics.const_params().next().is_some();
    if generic {
        return Rules {
            free: None,
            inside: Some(quote!(const { #rules })),
        };
    }
    // The facts are the same for all lifetimes, and an item knows only this one.
    let rules = bound::with_lifetime(rules, &Lifetime::new("'static", Span::call_site()));
    Rules {
        free: Some(quote!(const _: () = { #rules };)),
        inside: None,
    }
}

fn rules_of(container: &Container<'_>, field: &Field<'_>) -> TokenStream {
    let mut rules = Vec::new();
    match field.attrs.block.get() {
        _ if container.is_object() => {}
        Some(block) => of_block(field, block, &mut rules),
        None => of_attribute(field, &mut rules),
    }
    let ty = field.ty;
    let asserts = rules
        .iter()
        .map(|Rule(holds, message)| quote_spanned!(at(ty)=> __tf::assert!(#holds, #message);));
    match rules.is_empty() {
        true => TokenStream::new(),
        false => quote_spanned! {at(ty)=> {
            let facts = <#ty as __tf::TfType>::FACTS;
            #(#asserts)*
        }},
    }
}

/// A condition on `facts`, and what is said where it does not hold.
struct Rule(TokenStream, String);

fn of_attribute(field: &Field<'_>, rules: &mut Vec<Rule>) {
    let (name, attrs) = (field.ident, &field.attrs);
    if attrs.flags.names().is_empty() {
        rules.push(Rule(
            quote!(__tf::facts::tells_who_sets_it(facts)),
            format!("`{name}` can be null and unknown, so its type does not tell who sets it: add `#[tf(required)]`, `#[tf(optional)]`, `#[tf(computed)]` or `#[tf(optional, computed)]`"),
        ));
    }
    if attrs.flags.is_configurable() && !attrs.lossy.is_set() {
        rules.push(Rule(
            quote!(!facts.float),
            format!("a configured number comes back changed if it passes through a float, and Terraform refuses it then: use `tfvalue::Number` for `{name}`, or accept the loss with `#[tf(lossy)]`"),
        ));
    }
    if attrs.write_only.is_set() {
        rules.push(Rule(
            quote!(facts.null),
            format!("`{name}` is null in plans and states, since it is write-only: use `tfvalue::Attr` or `Option`"),
        ));
    }
    if attrs.object.is_set() {
        rules.push(Rule(
            quote!(facts.schema),
            format!("`{name}` holds no struct that derives `TfSchema`, and is what it is without `#[tf(object)]`"),
        ));
        rules.push(Rule(
            quote!(!facts.write_only),
            format!("`{name}` holds write-only members, and members of a plain object cannot be so: make it a nested attribute or block, without `#[tf(object)]`"),
        ));
        return;
    }
    if attrs.members.is_set() {
        rules.push(Rule(
            quote!(facts.schema),
            format!("`{name}` is no nested attribute, and has no members whose flags `#[tf(members)]` could set"),
        ));
    }
    rules.push(Rule(
        quote!(__tf::facts::can_be_nested(facts)),
        format!("`{name}` holds structs deeper than in one list, set or map, which no nested attribute can: make them plain objects with `#[tf(object)]`"),
    ));
    rules.push(Rule(
        quote!(__tf::facts::has_no_blocks(facts)),
        format!("`{name}` is a nested attribute, and blocks inside nested attributes do not exist: add `#[tf(block)]`, or use a struct without blocks"),
    ));
    rules.push(in_set(field));
}

fn of_block(field: &Field<'_>, block: &Block, rules: &mut Vec<Rule>) {
    let name = field.ident;
    rules.push(Rule(
        quote!(__tf::Option::is_some(&facts.nesting)),
        format!("`{name}` is a nested block: its type must be a struct that derives `TfSchema`, or an `Option`, list, set or map of one"),
    ));
    rules.push(Rule(
        quote!(__tf::facts::is_empty_not_null(facts)),
        format!("`{name}` holds blocks in a list, set or map, which is empty where there are none, and never null: leave out the `Option`, and write `tfvalue::Unknown` for `tfvalue::Attr`"),
    ));
    rules.push(in_set(field));
    if block.group.is_set() {
        rules.push(Rule(
            quote!(__tf::facts::is_single(facts) && !facts.null),
            format!("`{name}` is a group, which is one block and never null: its type must be the struct itself"),
        ));
        return;
    }
    let min_items = block.min_items.get().copied().unwrap_or(0);
    let max_items = block.max_items.get().copied().unwrap_or(0);
    if min_items == 0 {
        rules.push(Rule(
            quote!(__tf::facts::can_be_absent(facts)),
            format!("`{name}` is a single block, and null where it is absent: use `Option`, or say `block(min_items = 1, max_items = 1)` where it is required, or `block(group)` where it is always there"),
        ));
    }
    if min_items != 0 || max_items != 0 {
        rules.push(Rule(
            quote!(__tf::facts::can_be_counted(facts, #min_items, #max_items)),
            format!("the blocks of `{name}` cannot be counted so: a single block has both `min_items` and `max_items` at 1, or neither; blocks in a map have neither"),
        ));
    }
}

fn in_set(field: &Field<'_>) -> Rule {
    let name = field.ident;
    Rule(
        quote!(__tf::facts::can_be_in_set(facts)),
        format!(
            "`{name}` is a set of structs with write-only or dynamic members, which Terraform refuses: use a list or map"
        ),
    )
}
