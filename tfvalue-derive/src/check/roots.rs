//! Rules about what a struct is the root of, and what is made beside its schema.

use syn::Generics;

use super::{adapters_agree, forbid};
use crate::ast::{Container, Field};
use crate::bound;
use crate::ctxt::Ctxt;

/// `#[tf(kind = function)] struct Join { #[tf(variadic)] parts: Vec<String>, last: String }`
pub(super) fn function(cx: &Ctxt, container: &Container<'_>, fields: &[Field<'_>]) {
    let Some(kind) = container
        .attrs
        .kind
        .name()
        .filter(|_| container.is_function())
    else {
        return;
    };
    if !container.attrs.returns.is_set() {
        cx.error(
            kind,
            "a function returns something: add `returns = String`, or the type that it returns",
        );
    }
    let attrs = &container.attrs;
    let names = attrs.paths.name().into_iter().chain(attrs.object.name());
    let names = names.chain(attrs.known_view.name());
    forbid(
        cx,
        names.chain(attrs.schema_only.name()),
        "is not for functions, whose parameters are no value",
    );
    if container.generics.type_params().next().is_some() {
        cx.error(
            container.generics,
            "the parameters of a function have one type each: leave out the type parameters",
        );
    }
    let last = fields.iter().map(|field| field.position).max();
    for field in fields {
        if Some(field.position) != last {
            forbid(
                cx,
                field.attrs.variadic.name(),
                "is for the last parameter, which takes all further arguments",
            );
        }
    }
}

/// `#[tf(kind = function)] struct Join { #[tf(required)] parts: … }`
pub(super) fn parameter(cx: &Ctxt, generics: &Generics, field: &Field<'_>) {
    let attrs = &field.attrs;
    let names = attrs.of_attributes().chain(attrs.block.name());
    let names = names
        .chain(attrs.flatten.name())
        .chain(attrs.of_identities());
    let names = names.chain(attrs.deprecated.name());
    forbid(
        cx,
        names.chain(attrs.allow_reserved.name()),
        "is not for parameters of functions: their types say all",
    );
    if let Some(name) = attrs.variadic.name() {
        if attrs.of_adapters().next().is_some() {
            cx.error(name, "a variadic parameter is read by its own type");
        }
    }
    adapters_agree(cx, generics, field);
}

/// `#[tf(known_view = PageView)] struct Page<T>`
pub(super) fn known_view_is_of_one_type(cx: &Ctxt, container: &Container<'_>) {
    let name = container.attrs.known_view.name();
    if bound::has_parameters(container.generics) {
        forbid(
            cx,
            name,
            "is not possible for a struct with type parameters: write the view for each type",
        );
    }
}

/// `#[tf(paths)] struct Page<T> { … }`
pub(super) fn paths_are_of_one_type(cx: &Ctxt, container: &Container<'_>) {
    if bound::has_parameters(container.generics) {
        forbid(
            cx,
            container.attrs.paths.name(),
            "is not possible for a struct with type parameters: what paths lead to must be known where it is written",
        );
    }
}

/// `struct Server { #[tf(allow_reserved)] count: … }`
pub(super) fn allow_reserved_has_effect(cx: &Ctxt, container: &Container<'_>, field: &Field<'_>) {
    if container.attrs.kind.is_set() && !container.is_identity() {
        return;
    }
    forbid(
        cx,
        field.attrs.allow_reserved.name(),
        "has no effect: names are only reserved in a struct with a `kind` other than `identity`",
    );
}

/// `#[tf(kind = identity)] struct Id { #[tf(required)] name: … }`
pub(super) fn identity_has_no_flags(cx: &Ctxt, field: &Field<'_>) {
    let attrs = &field.attrs;
    let names = attrs.of_attributes().chain(attrs.block.name());
    forbid(
        cx,
        names.chain(attrs.deprecated.name()),
        "is not for identities: their attributes are `required_for_import` or `optional_for_import`",
    );
    if let (Some(_), Some(name)) = (
        attrs.required_for_import.name(),
        attrs.optional_for_import.name(),
    ) {
        cx.error(
            name,
            "an attribute cannot be both `required_for_import` and `optional_for_import`",
        );
    }
}
