//! Rules about the attributes that are related to stored states.

use std::collections::BTreeSet;

use super::names::is_identifier;
use super::{NOT_GENERIC, forbid, no_such_attribute};
use crate::ast::{Container, Data, Field};
use crate::attr::Upgrade;
use crate::bound;
use crate::ctxt::Ctxt;
use crate::kind::Kind;

/// Checks the attributes that are related to stored states.
pub(super) fn container(cx: &Ctxt, container: &Container<'_>) {
    let history = &container.attrs.history;
    if container.is_identity() {
        let names = history.written();
        forbid(
            cx,
            names.filter(|name| Some(*name) != history.upgrade.name()),
            "is only for resources, not for identities: remove it",
        );
    } else if !is_resource(container) {
        forbid(
            cx,
            history.written(),
            "is only for resources, whose states are stored: remove it",
        );
        return;
    }
    if !history.identity.is_set() && !container.is_identity() {
        forbid(
            cx,
            history.mutable_identity.name(),
            "has no effect without an identity: add `identity = …`, or remove it",
        );
    }
    upgrades_are_older(cx, container);
    sources_are_types(cx, container);
    imported_attributes_exist(cx, container);
    if bound::has_parameters(container.generics) {
        forbid(cx, container.attrs.history.written(), NOT_GENERIC);
    }
}

/// Returns `false` for `#[tf(kind = data_source)]`, for plain objects, and for everything that is not a struct.
fn is_resource(container: &Container<'_>) -> bool {
    let is_struct = matches!(container.data, Data::Struct(_)) && !container.is_object();
    let kind = container.attrs.kind();
    is_struct && kind.is_none_or(|kind| kind == Kind::Resource)
}

/// `#[tf(version = 1, upgrade(0 = ServerV0, 0 = ServerV0, 1 = ServerV1))]`
fn upgrades_are_older(cx: &Ctxt, container: &Container<'_>) {
    let attrs = &container.attrs;
    let upgrades = attrs.history.upgrade.get().map_or(&[][..], Vec::as_slice);
    for (index, Upgrade { versions, .. }) in upgrades.iter().enumerate() {
        let mut before = upgrades[..index].iter();
        let twice = before.find(|other| other.versions.overlaps(versions));
        let newest = versions.newest();
        let message = match (twice, attrs.literal_version()) {
            (Some(other), _) => {
                let version = versions.min.max(other.versions.min);
                format!("duplicate version {version} in `upgrade`: remove one of them")
            }
            (None, Some(current)) if newest >= current => format!(
                "`upgrade` from version {newest} has no effect, because the current version is {current}: raise `version`, or remove this upgrade"
            ),
            _ => continue,
        };
        cx.push(syn::Error::new(versions.span, message));
    }
}

/// `#[tf(moved_from("aws_instance/" = AwsInstance))]`, `#[tf(moved_from("AWS/aws_instance" = AwsInstance))]`
fn sources_are_types(cx: &Ctxt, container: &Container<'_>) {
    let sources = container.attrs.history.moved_from.get();
    for source in sources.into_iter().flatten() {
        let from = source.from.value();
        let parts: Vec<_> = from.split('/').collect();
        let (name, provider) = parts.split_last().unwrap_or((&"", &[]));
        if parts.iter().any(|part| part.is_empty()) {
            cx.error(
                &source.from,
                "expected the name of a resource type, such as \"aws_instance\", or with the provider, such as \"hashicorp/aws/aws_instance\"",
            );
        } else if !is_identifier(name) {
            cx.error(
                &source.from,
                format_args!("no state matches: `{name}` is not the name of a resource type"),
            );
        } else if provider.len() > 3 || !provider.iter().all(|part| is_of_address(part)) {
            cx.error(
                &source.from,
                "no state matches: the address of a provider consists of up to three parts in lower case, as in \"registry.terraform.io/hashicorp/aws\"",
            );
        }
    }
}

/// Returns `true` if this string can be part of an address that Terraform has stored. Terraform converts addresses to
/// lower case.
fn is_of_address(part: &str) -> bool {
    let is_allowed = |letter: char| {
        let is_lower = letter.is_alphanumeric() && letter.to_lowercase().eq([letter]);
        is_lower || matches!(letter, '-' | '_' | '.' | ':')
    };
    part.chars().all(is_allowed)
}

/// `#[tf(import = "regoin/name")]`
fn imported_attributes_exist(cx: &Ctxt, container: &Container<'_>) {
    let (Some(import), Data::Struct(fields)) =
        (container.attrs.history.import.get(), &container.data)
    else {
        return;
    };
    // The names of flattened members are only known to the compiler.
    let knows_all = !fields.iter().any(Field::is_flattened);
    let mut seen = BTreeSet::new();
    for (name, _) in &import.parts {
        if !seen.insert(name) {
            cx.error(
                &import.text,
                format_args!("duplicate attribute `{name}` in `import`: remove one of them"),
            );
        } else if knows_all && !fields.iter().any(|field| field.name == *name) {
            no_such_attribute(cx, &import.text, name, fields);
        }
    }
}
