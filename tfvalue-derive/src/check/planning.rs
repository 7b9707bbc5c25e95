//! Rules about the attributes that determine how changes are planned.

use super::{forbid, no_such_attribute, validation};
use crate::ast::{Container, Field};
use crate::attr::Names;
use crate::ctxt::Ctxt;
use crate::kind::Kind;

/// Checks the planning attributes of a field.
pub(super) fn field(cx: &Ctxt, container: &Container<'_>, fields: &[Field<'_>], field: &Field<'_>) {
    only_resources_are_planned(cx, container, field);
    kept_is_computed(cx, container, field);
    replaced_is_configurable(cx, field);
    refined_is_computed(cx, field);
    promises_agree(cx, field);
    same_as_is_stored(cx, field);
    let planning = &field.attrs.planning;
    if let Some(names) = planning.pair_by.get() {
        names_are_distinct(cx, names);
    }
    let keep = planning.keep.get();
    if let Some(names) = keep.and_then(|keep| keep.unless_changed.get()) {
        names_are_distinct(cx, names);
        siblings_exist(cx, fields, field, names);
    }
}

/// `#[tf(kind = data_source, plan = …)]`
pub(super) fn container(cx: &Ctxt, container: &Container<'_>) {
    if container
        .attrs
        .kind
        .get()
        .is_some_and(|kind| *kind != Kind::Resource)
    {
        forbid(
            cx,
            container.attrs.plan.name(),
            "is only for resources: Terraform plans nothing else",
        );
    }
}

/// `#[tf(kind = data_source)] struct Servers { #[tf(optional, replace)] zone: … }`
fn only_resources_are_planned(cx: &Ctxt, container: &Container<'_>, field: &Field<'_>) {
    let Some(kind) = container.attrs.kind.get() else {
        return;
    };
    // Identities and functions have no such attributes at all.
    if !matches!(kind, Kind::Resource | Kind::Identity | Kind::Function) {
        forbid(
            cx,
            field.attrs.planning.written(),
            "is only for resources: Terraform plans nothing else",
        );
    }
}

/// `#[tf(optional, keep)]`, `#[tf(kind = resource)] struct Server { #[tf(default = 1, keep)] size: … }`
fn kept_is_computed(cx: &Ctxt, container: &Container<'_>, field: &Field<'_>) {
    let Some(keep) = field.attrs.planning.keep.name() else {
        return;
    };
    if field.attrs.block.is_set() {
        return; // another check reports attributes that are not allowed on blocks
    }
    if field.attrs.default.is_set() {
        // A nested object can be left to the provider, and its defaults do not apply then.
        if container.attrs.kind.is_set() {
            cx.error(
                keep,
                "`keep` conflicts with `default`, which always decides the value: remove one of them",
            );
        }
    } else if !field.attrs.flags.computed.is_set() {
        cx.error(
            keep,
            "`keep` is only for computed attributes: add `computed`, or remove `keep`",
        );
    }
}

/// `#[tf(computed, replace)]`
fn replaced_is_configurable(cx: &Ctxt, field: &Field<'_>) {
    let attrs = &field.attrs;
    let Some(name) = attrs.planning.replace.name() else {
        return;
    };
    if attrs.write_only.is_set() {
        cx.error(name, "`replace` cannot compare a write-only attribute, which is never stored: put it on an attribute that holds a version of the value");
    } else if attrs.flags.computed.is_set() && !attrs.flags.optional.is_set() {
        cx.error(name, "`replace` has no effect on an attribute that only the provider sets: add `optional`, or remove `replace`");
    }
    let Some(replace) = attrs.planning.replace.get() else {
        return;
    };
    if let (Some(_), Some(when)) = (replace.if_configured.name(), replace.when.name()) {
        cx.error(
            when,
            "`when` conflicts with `if_configured`: remove one of them",
        );
    }
}

/// `#[tf(required, refine(not_null))]`
fn refined_is_computed(cx: &Ctxt, field: &Field<'_>) {
    if !field.attrs.flags.computed.is_set() {
        forbid(
            cx,
            field.attrs.planning.refine.name(),
            "is only for computed attributes, whose unknown values the provider plans",
        );
    }
}

/// `#[tf(computed, refine(prefix = "a", at_least = 1))]`, `#[tf(computed, refine(at_least = 9, at_most = 1))]`
fn promises_agree(cx: &Ctxt, field: &Field<'_>) {
    let Some(refine) = field.attrs.planning.refine.get() else {
        return;
    };
    let mut kinds = refine.kinds();
    if let (Some((first, _)), Some((second, _))) = (kinds.next(), kinds.next()) {
        cx.error(
            second,
            format_args!(
                "`{second}` conflicts with `{first}`, because no value has both: remove one of them"
            ),
        );
    }
    let numbers = refine
        .at_least
        .get()
        .and_then(validation::number)
        .zip(refine.at_most.get().and_then(validation::number));
    let lengths = refine.min_length.get().zip(refine.max_length.get());
    let is_contradiction =
        numbers.is_some_and(|(min, max)| min > max) || lengths.is_some_and(|(min, max)| min > max);
    if is_contradiction {
        forbid(
            cx,
            field.attrs.planning.refine.name(),
            "contains a minimum above the maximum, so no value is possible: change one of them",
        );
    }
}

/// `#[tf(optional, write_only, same_as = json)]`
fn same_as_is_stored(cx: &Ctxt, field: &Field<'_>) {
    if field.attrs.write_only.is_set() {
        forbid(
            cx,
            field.attrs.planning.same_as.name(),
            "has no effect on a write-only attribute, which is never stored",
        );
    }
}

/// `#[tf(optional, pair_by = "name, name")]`
fn names_are_distinct(cx: &Ctxt, names: &Names) {
    for (at, name) in names.names.iter().enumerate() {
        if names.names[..at].contains(name) {
            cx.error(
                &names.text,
                format_args!("`{name}` is listed twice: list it once"),
            );
        }
    }
}

/// `#[tf(computed, keep(unless_changed = "nmae"))]`
fn siblings_exist(cx: &Ctxt, fields: &[Field<'_>], field: &Field<'_>, names: &Names) {
    // The names of flattened members are known only to the compiler.
    if fields.iter().any(Field::is_flattened) {
        return;
    }
    for name in &names.names {
        if *name == field.name {
            cx.error(
                &names.text,
                format_args!("`{name}` is the attribute itself: name other attributes"),
            );
        } else if !fields.iter().any(|other| other.name == *name) {
            no_such_attribute(cx, &names.text, name, fields);
        }
    }
}
