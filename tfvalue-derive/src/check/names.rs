//! Rules about names.

use std::collections::BTreeMap;

use syn::Ident;
use unicode_normalization::is_nfc;

use crate::ast::{Container, Field};
use crate::ctxt::Ctxt;

/// `#[tf(rename = "b")] a: …, b: …`
pub(super) fn unique<'a>(cx: &Ctxt, names: impl Iterator<Item = (usize, &'a Ident, &'a str)>) {
    let mut names: Vec<_> = names.collect();
    names.sort_by_key(|(position, ..)| *position);
    let mut seen = BTreeMap::new();
    for (_, ident, name) in names {
        match seen.get(name) {
            Some(first) => cx.error(
                ident,
                format_args!("duplicate name {name:?}: rename `{first}` or `{ident}`"),
            ),
            None => {
                seen.insert(name, ident);
            }
        }
    }
}

/// `#[tf(rename = "a b")] a: …`
///
/// A configuration can only set an attribute whose name is an identifier. Members of plain objects may have other
/// names, because a configuration can write these names as strings.
///
/// Source: the identifiers in the Terraform language. Terraform normalizes strings to NFC.
pub(super) fn name_fits(cx: &Ctxt, container: &Container<'_>, field: &Field<'_>) {
    let name = &field.name;
    // A configuration does not set an attribute that is only computed, and can read the attribute as `x["3d"]`.
    let flags = &field.attrs.flags;
    let is_set = !flags.computed.is_set() || flags.optional.is_set();
    let needs_identifier = is_set && !container.is_object();
    if name.is_empty() || needs_identifier && !is_identifier(name) {
        let rule = "it must start with a letter or `_`, followed by letters, digits, `_` or `-`";
        invalid(cx, field, rule);
    } else if !is_nfc(name) {
        invalid(cx, field, "it must be in Unicode normalization form C");
    }
}

pub(super) fn is_identifier(name: &str) -> bool {
    let mut letters = name.chars();
    let first = letters.next();
    first.is_some_and(|letter| letter == '_' || unicode_ident::is_xid_start(letter))
        && letters.all(|letter| letter == '-' || unicode_ident::is_xid_continue(letter))
}

/// `#[tf(block, rename = "a-b")]`
pub(super) fn block_name(cx: &Ctxt, field: &Field<'_>) {
    let allowed =
        |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
    if field.name.is_empty() || !field.name.chars().all(allowed) {
        let rule = "the name of a nested block only consists of `a` to `z`, digits and `_`";
        invalid(cx, field, rule);
    } else if field.name == "dynamic" {
        // Source: the `dynblock` extension of HCL. The test `terraform` covers it.
        let rule =
            "Terraform expands blocks with this name, so no configuration can contain this one";
        invalid(cx, field, rule);
    }
}

fn invalid(cx: &Ctxt, field: &Field<'_>, rule: &str) {
    let name = &field.name;
    match field.attrs.rename.get() {
        Some(text) => cx.error(
            text,
            format_args!("invalid name {name:?}: {rule}; change it"),
        ),
        None => cx.error(
            field.ident,
            format_args!("invalid name {name:?}: {rule}; add `rename`"),
        ),
    }
}
