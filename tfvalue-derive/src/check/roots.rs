//! Rules that depend on the kind of the struct, and rules about the items that are generated with it.

use syn::Generics;

use super::{NOT_GENERIC, adapters_agree, conflict, forbid};
use crate::ast::{Container, Data, Field};
use crate::bound;
use crate::ctxt::Ctxt;

/// `#[derive(TfFunction)] enum Join { … }`
pub(super) fn function_is_struct(cx: &Ctxt, container: &Container<'_>) {
    if container.is_function() && !matches!(container.data, Data::Struct(_)) {
        cx.error(
            container.ident,
            "a function is a struct with a field for each parameter",
        );
    }
}

/// `#[derive(TfFunction)] struct Join { #[tf(variadic)] parts: Vec<String>, last: String }`
pub(super) fn function(cx: &Ctxt, container: &Container<'_>, fields: &[Field<'_>]) {
    let attrs = &container.attrs;
    if !container.is_function() {
        return;
    }
    if !attrs.returns.is_set() {
        cx.error(
            container.ident,
            "a function requires `returns`: add `#[tf(returns = String)]`, or another type",
        );
    }
    let names = attrs.paths.name().into_iter().chain(attrs.object.name());
    let names = names.chain(attrs.known_view.name());
    let names = names.chain(attrs.kinds.name());
    forbid(
        cx,
        names.chain(attrs.schema_only.name()),
        "is not allowed on a function: remove it",
    );
    if container.generics.type_params().next().is_some() {
        cx.error(
            container.generics,
            "a function cannot have type parameters: use concrete types",
        );
    }
    let last = fields.iter().map(|field| field.position).max();
    let others = fields.iter().filter(|field| Some(field.position) != last);
    forbid(
        cx,
        others.filter_map(|field| field.attrs.variadic.name()),
        "is only allowed on the last parameter: move this field to the end",
    );
}

/// `#[derive(TfFunction)] struct Join { #[tf(required)] parts: … }`
pub(super) fn parameter(cx: &Ctxt, generics: &Generics, field: &Field<'_>) {
    let attrs = &field.attrs;
    let names = attrs.of_attributes().chain(attrs.block.name());
    let names = names.chain(attrs.flatten.name());
    let names = names.chain(attrs.of_identities());
    let names = names.chain(attrs.deprecated.name());
    forbid(
        cx,
        names.chain(attrs.allow_reserved.name()),
        "is not allowed on a parameter of a function: remove it",
    );
    if attrs.variadic.is_set() {
        conflict(cx, attrs.of_adapters().next(), "variadic", None);
    }
    adapters_agree(cx, generics, field);
}

/// `#[tf(known_view = PageView)] struct Page<T>`
pub(super) fn known_view_is_not_generic(cx: &Ctxt, container: &Container<'_>) {
    if bound::has_parameters(container.generics) {
        forbid(cx, container.attrs.known_view.name(), NOT_GENERIC);
    }
}

/// `#[tf(paths)] struct Page<T> { … }`
pub(super) fn paths_are_not_generic(cx: &Ctxt, container: &Container<'_>) {
    if bound::has_parameters(container.generics) {
        forbid(cx, container.attrs.paths.name(), NOT_GENERIC);
    }
}

/// `struct Server { #[tf(allow_reserved)] count: … }`
pub(super) fn allow_reserved_has_effect(cx: &Ctxt, container: &Container<'_>, field: &Field<'_>) {
    let reserves_names = container.attrs.kinds.is_set() && !container.is_identity();
    if !reserves_names && !container.is_function() {
        forbid(
            cx,
            field.attrs.allow_reserved.name(),
            "has no effect, because names are only reserved in a struct with a `kind`, except `identity`: remove it",
        );
    }
}

/// `#[tf(kind = identity)] struct Id {}`
pub(super) fn identity_has_attributes(cx: &Ctxt, container: &Container<'_>, fields: &[Field<'_>]) {
    if container.is_identity() && fields.is_empty() {
        cx.error(
            container.ident,
            "an identity without attributes identifies no object: add an attribute",
        );
    }
}

/// `#[tf(kind = identity)] struct Id { #[tf(required, optional)] name: … }`
pub(super) fn identity_has_few_flags(cx: &Ctxt, field: &Field<'_>) {
    let (attrs, import) = (&field.attrs, &field.import);
    let names = attrs.of_attributes().chain(attrs.block.name());
    let names = names.chain(import.computed.name());
    forbid(
        cx,
        names.chain(attrs.deprecated.name()),
        "is not allowed in an identity: remove it",
    );
    if import.required.is_set() {
        conflict(cx, import.optional.name(), "required", None);
    }
}
