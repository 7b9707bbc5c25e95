//! Rules about the attributes that determine how changes are planned.

use syn::LitStr;

use super::{conflict, forbid, no_such_attribute, validation};
use crate::ast::{Container, Field};
use crate::attr::Flags;
use crate::ctxt::Ctxt;
use crate::kind::Kind;
use crate::suggest::{list, nearest};

/// Checks the planning attributes of a field.
pub(super) fn field(cx: &Ctxt, container: &Container<'_>, fields: &[Field<'_>], field: &Field<'_>) {
    only_resources_are_planned(cx, container, field);
    kept_is_computed(cx, container, field);
    replaced_is_configurable(cx, fields, field);
    fingerprint(cx, container, fields, field);
    refined_is_computed(cx, container, field);
    promises_agree(cx, field);
    only_stored_values_change(cx, field);
    provider_only_has_effect(cx, field);
    pairs_are_configurable(cx, field);
    time_limit_is_optional(cx, field);
    time_limit_has_effect(cx, container, field);
    let keep = field.attrs.planning.keep.get();
    if let Some(names) = keep.and_then(|keep| keep.unless_changed.get()) {
        for name in &names.names {
            sibling_exists(cx, fields, field, (&names.text, name));
        }
    }
}

/// `#[tf(kind = data_source, plan = …)]`
pub(super) fn container(cx: &Ctxt, container: &Container<'_>) {
    if container
        .attrs
        .kind()
        .is_some_and(|kind| kind != Kind::Resource)
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
    let Some(kind) = container.attrs.kind() else {
        return;
    };
    // Identities have no planning attributes at all.
    if !matches!(kind, Kind::Resource | Kind::Identity) {
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
        // A nested object can be left to the provider, in which case its defaults do not apply.
        if container.attrs.kinds.is_set() {
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
fn replaced_is_configurable(cx: &Ctxt, fields: &[Field<'_>], field: &Field<'_>) {
    let attrs = &field.attrs;
    let Some(name) = attrs.planning.replace.name() else {
        return;
    };
    if attrs.write_only.is_set() {
        cx.error(name, "`replace` cannot compare a write-only attribute, which is never stored: put it on an attribute that holds a version of the value");
    } else if attrs.is_only_computed() && !fields.iter().any(|other| other.counts_in(field)) {
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
fn refined_is_computed(cx: &Ctxt, container: &Container<'_>, field: &Field<'_>) {
    // A nested object can be left to the provider, in which case its defaults do not apply.
    if field.attrs.default.is_set() && container.attrs.kinds.is_set() {
        let why = "which always decides the value, so that it is never unknown: remove one of them";
        forbid(
            cx,
            field.attrs.planning.refine.name(),
            &format!("conflicts with `default`, {why}"),
        );
    } else if !field.attrs.flags.computed.is_set() {
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
    if let (Some(first), Some(second)) = (kinds.next(), kinds.next()) {
        cx.error(
            second,
            format_args!(
                "`{second}` conflicts with `{first}`, because no value has both: remove one of them"
            ),
        );
    }
    let is_empty = refine
        .prefix
        .get()
        .is_some_and(|prefix| prefix.value().is_empty());
    let without_effect = [
        refine.prefix.name().filter(|_| is_empty),
        refine
            .min_length
            .name()
            .filter(|_| refine.min_length.get() == Some(&0)),
    ];
    forbid(
        cx,
        without_effect.into_iter().flatten(),
        "promises nothing: remove it, or change it",
    );
    let bounds = refine.bounds();
    let lengths = refine.min_length.get().zip(refine.max_length.get());
    if let Some(name) = refine.at_least.name().or(refine.at_most.name()) {
        validation::bounds_are_numbers(cx, name, &bounds);
    }
    if validation::is_empty(&bounds) || lengths.is_some_and(|(min, max)| min > max) {
        forbid(
            cx,
            field.attrs.planning.refine.name(),
            "contains a minimum above the maximum, so no value is possible: change one of them",
        );
    }
}

/// `#[tf(optional, write_only, same_as = json)]`, `#[tf(optional, write_only, provider_only)]`
fn only_stored_values_change(cx: &Ctxt, field: &Field<'_>) {
    if field.attrs.write_only.is_set() {
        let planning = &field.attrs.planning;
        let names = planning.same_as.name().into_iter();
        forbid(
            cx,
            names.chain(planning.provider_only.name()),
            "has no effect on a write-only attribute, which is never stored: remove it",
        );
    }
}

/// `#[tf(optional, provider_only, replace)]`, `#[tf(computed, provider_only)]`
fn provider_only_has_effect(cx: &Ctxt, field: &Field<'_>) {
    let attrs = &field.attrs;
    let provider_only = attrs.planning.provider_only.name();
    if attrs.planning.replace.is_set() {
        let why = "a change that concerns only the provider requires no new object";
        conflict(cx, provider_only, "replace", Some(why));
    }
    if attrs.is_only_computed() {
        forbid(
            cx,
            provider_only,
            "has no effect on an attribute that only the provider sets: add `optional`, or remove it",
        );
    }
}

/// `#[tf(computed, pair_by = "name")]`, `#[tf(optional, members = computed, pair_by = "name")]`
fn pairs_are_configurable(cx: &Ctxt, field: &Field<'_>) {
    let attrs = &field.attrs;
    let members = attrs.members.get();
    if attrs.is_only_computed() || members.is_some_and(Flags::are_only_computed) {
        forbid(
            cx,
            attrs.planning.pair_by.name(),
            "has no effect on elements that only the provider sets: remove it, or make them `optional`",
        );
    }
}

/// `#[tf(required, time_limit = "20m")]`
fn time_limit_is_optional(cx: &Ctxt, field: &Field<'_>) {
    let attrs = &field.attrs;
    let flags = attrs.flags.required.name().into_iter();
    let flags = flags.chain(attrs.flags.computed.name());
    let flags = flags.chain(attrs.write_only.name());
    for other in flags.chain(attrs.default.name()) {
        let why = "the limit applies to an attribute that is omitted";
        conflict(
            cx,
            attrs.planning.time_limit.name(),
            &other.to_string(),
            Some(why),
        );
    }
}

/// `#[tf(kind = resource)] struct Server { #[tf(optional, time_limit = "5m")] create: … }`,
/// `#[tf(optional, time_limit = "5m")] craete: …`
fn time_limit_has_effect(cx: &Ctxt, container: &Container<'_>, field: &Field<'_>) {
    const OPERATIONS: [&str; 4] = ["create", "delete", "read", "update"];
    let Some(name) = field.attrs.planning.time_limit.name() else {
        return;
    };
    if container.attrs.kinds.is_set() {
        cx.error(
            name,
            "`time_limit` has no effect here: move the attribute to the struct of a nested block or nested attribute, such as `timeouts`",
        );
    } else if !OPERATIONS.contains(&field.name.as_str()) {
        let advice = match nearest(&field.name, &OPERATIONS) {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => format!("expected {}", list(&OPERATIONS)),
        };
        cx.error(
            field.ident,
            format_args!("there is no operation `{}`; {advice}", field.name),
        );
    }
}

/// `#[tf(optional, fingerprint = "revision")]`, `#[tf(optional, write_only, fingerprint = "revsion")]`
fn fingerprint(cx: &Ctxt, container: &Container<'_>, fields: &[Field<'_>], field: &Field<'_>) {
    let attrs = &field.attrs;
    let Some(name) = attrs.planning.fingerprint.name() else {
        return;
    };
    #[cfg(not(feature = "provider"))]
    cx.error(
        name,
        "`fingerprint` requires the feature `provider` of tfvalue: add it in Cargo.toml",
    );
    let kind = container.attrs.kind();
    if kind.is_some_and(|kind| kind != Kind::Resource) {
        return; // another check reports it
    }
    if kind.is_none() {
        cx.error(
            name,
            "`fingerprint` is only for attributes of a resource: move the attribute to the struct with `kind = resource`, or add an attribute with a version of the value",
        );
    }
    if !attrs.write_only.is_set() {
        cx.error(
            name,
            "`fingerprint` is only for write-only attributes, because Terraform sees changes of all others: add `write_only`, or remove `fingerprint`",
        );
    }
    if let Some(revision) = attrs.planning.fingerprint.get() {
        sibling_exists(cx, fields, field, (revision, &revision.value()));
    }
}

impl Field<'_> {
    /// Returns `true` if another field counts the changes to this field.
    fn counts_in(&self, revision: &Field<'_>) -> bool {
        let name = self.attrs.planning.fingerprint.get();
        name.is_some_and(|name| name.value() == revision.name)
    }
}

/// `#[tf(computed, keep(unless_changed = "nmae"))]`
fn sibling_exists(
    cx: &Ctxt,
    fields: &[Field<'_>],
    field: &Field<'_>,
    (text, name): (&LitStr, &str),
) {
    // The names of flattened members are only known to the compiler.
    let knows_all = !fields.iter().any(Field::is_flattened);
    if name == field.name {
        cx.error(
            text,
            format_args!("`{name}` is the attribute itself: name other attributes"),
        );
    } else if knows_all && !fields.iter().any(|other| other.name == *name) {
        no_such_attribute(cx, text, name, fields);
    }
}
