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
                format_args!(
                    "`{first}` and `{ident}` both have the name {name:?}: rename one of them"
                ),
            ),
            None => {
                seen.insert(name, ident);
            }
        }
    }
}

/// `#[tf(rename = "a b")] a: …`: no configuration could set it. Members of plain objects may have
/// any name but an empty one, since a configuration can write it as a string.
///
/// Source: the identifiers of Terraform's language. Strings are in NFC once Terraform has read them.
pub(super) fn name_fits(cx: &Ctxt, container: &Container<'_>, field: &Field<'_>) {
    let name = &field.name;
    let mut letters = name.chars();
    let starts = letters
        .next()
        .is_some_and(|letter| letter == '_' || unicode_ident::is_xid_start(letter));
    let advice = match field.attrs.rename.get() {
        Some(_) => "change it",
        None => "use `rename`",
    };
    let is_identifier =
        starts && letters.all(|letter| letter == '-' || unicode_ident::is_xid_continue(letter));
    // A configuration does not set what is only computed, and can read `x["3d"]`.
    let flags = &field.attrs.flags;
    let is_set = !flags.computed.is_set() || flags.optional.is_set();
    let message = if name.is_empty() || !is_identifier && is_set && !container.is_object() {
        format!(
            "{name:?} is not a Terraform identifier, which starts with a letter or `_`, followed by letters, digits, `_` and `-`: {advice}"
        )
    } else if !is_nfc(name) {
        format!(
            "{name:?} is not in Unicode's normalization form C, in which Terraform compares names: {advice}"
        )
    } else {
        return;
    };
    match field.attrs.rename.get() {
        Some(text) => cx.error(text, message),
        None => cx.error(field.ident, message),
    }
}

/// `#[tf(block, rename = "a-b")]`
pub(super) fn block_name(cx: &Ctxt, field: &Field<'_>) {
    let allowed =
        |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
    if field.name.is_empty() || !field.name.chars().all(allowed) {
        cx.error(
            field.ident,
            format_args!("the name of a nested block consists of `a` to `z`, digits and `_`, and {:?} does not: rename it", field.name),
        );
    }
}
