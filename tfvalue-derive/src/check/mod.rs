//! Rules that follow from the code that the user wrote, with one function for each rule.
//!
//! The compiler checks rules that depend on types when it evaluates the constants in the generated code.

mod api;
mod block;
mod history;
mod names;
mod planning;
mod regex;
mod relations;
mod roots;
mod shape;
mod validation;

use syn::ext::IdentExt;
use syn::{Generics, Ident, LitStr};

use crate::ast::{Container, Data, Field};
use crate::attr::Flags;
use crate::bound;
use crate::ctxt::Ctxt;
use crate::guess;
use crate::suggest::nearest;

use self::block::block;
use self::names::{name_fits, unique};
use self::roots::{
    allow_reserved_has_effect, function, function_is_struct, identity_has_attributes,
    identity_has_few_flags, known_view_is_not_generic, parameter, paths_are_not_generic,
};
use self::shape::{
    attributes_fit_shape, enum_has_variants, newtype_has_no_attributes, no_serde_attributes,
    one_other, variant_is_string,
};

/// Checks a struct or enum.
pub(crate) fn container(cx: &Ctxt, container: &Container<'_>) {
    attributes_fit_shape(cx, container);
    planning::container(cx, container);
    history::container(cx, container);
    api::container(cx, container);
    validation::container(cx, container);
    no_serde_attributes(cx, container);
    function_is_struct(cx, container);
    match &container.data {
        Data::Struct(fields) => {
            let own = fields.iter().filter(|field| !field.is_flattened());
            let names = own.map(|field| (field.position, field.ident, field.name.as_str()));
            unique(cx, names);
            for field in fields {
                self::field(cx, container, field);
                planning::field(cx, container, fields, field);
                validation::field(cx, container, fields, field);
            }
            flatten_is_not_generic(cx, container, fields);
            paths_are_not_generic(cx, container);
            known_view_is_not_generic(cx, container);
            function(cx, container, fields);
            identity_has_attributes(cx, container, fields);
        }
        Data::Newtype(field) => newtype_has_no_attributes(cx, field),
        Data::Enum(variants) => {
            let known = variants.iter().filter(|variant| variant.other.is_none());
            let names = known
                .enumerate()
                .map(|(at, variant)| (at, variant.ident, variant.name.as_str()));
            unique(cx, names);
            enum_has_variants(cx, container, variants);
            one_other(cx, variants);
            for variant in variants {
                variant_is_string(cx, variant);
            }
        }
    }
}

fn field(cx: &Ctxt, container: &Container<'_>, field: &Field<'_>) {
    let attrs = &field.attrs;
    not_recursive(cx, container, field);
    allow_reserved_has_effect(cx, container, field);
    if !field.is_flattened() && !attrs.block.is_set() {
        name_fits(cx, container, field);
    }
    if container.is_function() {
        parameter(cx, container.generics, field);
        return;
    }
    forbid(
        cx,
        attrs.of_parameters(),
        "is only allowed in functions: derive `TfFunction` instead of `TfSchema`",
    );
    if container.is_identity() {
        identity_has_few_flags(cx, field);
    } else {
        forbid(
            cx,
            attrs.of_identities(),
            "is only allowed in identities: add `#[tf(kind = identity)]` to the struct",
        );
    }
    if field.is_flattened() {
        forbid(
            cx,
            attrs.without_effect_on_flatten(),
            "has no effect with `flatten`: move it to the fields of the flattened struct",
        );
        return;
    }
    adapters_agree(cx, container.generics, field);
    default_agrees(cx, field);
    flags_agree(cx, &attrs.flags);
    if let Some(members) = attrs.members.get() {
        flags_agree(cx, members);
        members_can_be_set(cx, field, members);
    }
    write_only_is_not_computed(cx, field);
    exemptions_have_effect(cx, container, field);
    object_has_no_member_flags(cx, field);
    if container.is_object() {
        plain_object_has_no_flags(cx, field);
    } else if let Some(options) = attrs.block.get() {
        block(cx, field, options);
    }
}

/// `struct Node { next: Option<Box<Node>> }`: the compiler finds each cycle, but the error message is long.
fn not_recursive(cx: &Ctxt, container: &Container<'_>, field: &Field<'_>) {
    if guess::contains(field.ty, container.ident) {
        cx.error(
            field.ty,
            format_args!(
                "`{}` contains itself, but Terraform has no recursive types: write a struct for each level of nesting",
                container.ident
            ),
        );
    }
}

/// `#[tf(required, computed)]`
fn flags_agree(cx: &Ctxt, flags: &Flags) {
    if flags.required.is_set() {
        for other in [&flags.optional, &flags.computed] {
            conflict(cx, other.name(), "required", None);
        }
    }
}

/// `#[tf(computed, members = required)]`
fn members_can_be_set(cx: &Ctxt, field: &Field<'_>, members: &Flags) {
    if field.attrs.is_only_computed() && !members.computed.is_set() {
        forbid(
            cx,
            members.required.name(),
            "is not allowed for members of an attribute that only the provider sets: write `members = computed`",
        );
    }
}

/// `struct Page<T> { #[tf(flatten)] items: Items<T> }`
fn flatten_is_not_generic(cx: &Ctxt, container: &Container<'_>, fields: &[Field<'_>]) {
    if bound::has_parameters(container.generics) {
        forbid(
            cx,
            fields.iter().filter_map(|field| field.attrs.flatten.name()),
            "is not allowed in a generic struct: remove the type parameters, or write the members as fields",
        );
    }
}

/// `#[tf(with = "text", display)]`
fn adapters_agree(cx: &Ctxt, generics: &Generics, field: &Field<'_>) {
    let attrs = &field.attrs;
    if attrs.with.is_set() {
        conflict(cx, attrs.display.name(), "with", None);
    }
    if let (Some(name), None) = (attrs.with.name(), attrs.stands_for.get()) {
        cx.error(
            name,
            "`with` requires `as`: add `as = String`, or the type that the module reads and writes",
        );
    }
    if attrs.block.is_set() {
        forbid(
            cx,
            attrs.of_adapters(),
            "is not allowed on a nested block: use a struct that derives `TfSchema`",
        );
    } else if bound::names_parameter(generics, field.ty)
        || bound::names_parameter(generics, attrs.stands_for.get())
    {
        forbid(
            cx,
            attrs.of_adapters().take(1),
            "is not allowed on a type with type parameters: use a concrete type",
        );
    }
}

/// `#[tf(required, default = 1)]`
fn default_agrees(cx: &Ctxt, field: &Field<'_>) {
    if !field.attrs.default.is_set() {
        return;
    }
    let required = field.attrs.flags.required.name();
    let why = "a default only applies to an attribute that is omitted";
    conflict(cx, required, "default", Some(why));
    let write_only = field.attrs.write_only.name();
    let why = "a write-only attribute is null in the plan";
    conflict(cx, write_only, "default", Some(why));
}

/// `#[tf(computed, write_only)]`
fn write_only_is_not_computed(cx: &Ctxt, field: &Field<'_>) {
    if field.attrs.write_only.is_set() {
        let computed = field.attrs.flags.computed.name();
        let why = "a write-only attribute is null in plans and states";
        conflict(cx, computed, "write_only", Some(why));
    }
}

/// `#[tf(computed, lossy)]`, `#[tf(computed, known)]`
fn exemptions_have_effect(cx: &Ctxt, container: &Container<'_>, field: &Field<'_>) {
    let attrs = &field.attrs;
    let configurable_members = attrs
        .members
        .get()
        .is_some_and(|members| !members.are_only_computed());
    if !attrs.is_only_computed() || configurable_members {
        return;
    }
    // `members` on an attribute can make the members of a nested struct configurable.
    let known = attrs
        .known
        .name()
        .filter(|_| container.attrs.kinds.is_set());
    forbid(
        cx,
        attrs.lossy.name().into_iter().chain(known),
        "has no effect on an attribute that only the provider sets: remove it",
    );
}

/// `#[tf(object, members = computed)]`
fn object_has_no_member_flags(cx: &Ctxt, field: &Field<'_>) {
    if field.attrs.object.is_set() {
        let why = "members of a plain object have no flags";
        conflict(cx, field.attrs.members.name(), "object", Some(why));
    }
}

/// `#[tf(object)] struct Rule { #[tf(required)] port: … }`
fn plain_object_has_no_flags(cx: &Ctxt, field: &Field<'_>) {
    let attrs = &field.attrs;
    let names = attrs.of_attributes().chain(attrs.block.name());
    let names = names.chain(attrs.description.name());
    forbid(
        cx,
        names.chain(attrs.deprecated.name()),
        "is not allowed in a plain object, whose members only have a name and a type: remove it",
    );
}

const NOT_GENERIC: &str = "is not allowed on a generic struct: remove the type parameters";

/// Reports names that are not allowed.
fn forbid<'a>(cx: &Ctxt, names: impl IntoIterator<Item = &'a Ident>, why: &str) {
    for name in names {
        cx.error(name, format_args!("`{name}` {why}"));
    }
}

/// Reports the name of an attribute that the struct does not have.
fn no_such_attribute(cx: &Ctxt, text: &LitStr, name: &str, fields: &[Field<'_>]) {
    if is_path(name) {
        names_no_path(cx, text, name, "");
        return;
    }
    let ident = name.trim_start_matches("r#");
    let names: Vec<_> = fields.iter().map(|field| field.name.as_str()).collect();
    let of_field = fields.iter().find(|field| field.ident.unraw() == ident);
    let advice = match of_field.map(|field| field.name.as_str()) {
        Some(name) => format!(": write its name in Terraform, `{name}`"),
        None => match nearest(name, &names) {
            Some(nearest) => format!("; did you mean `{nearest}`?"),
            None => String::new(),
        },
    };
    cx.error(
        text,
        format_args!("there is no attribute `{name}` in this struct{advice}"),
    );
}

/// Reports a path that was written instead of the name of an attribute.
fn names_no_path(cx: &Ctxt, text: &LitStr, path: &str, advice: &str) {
    cx.error(
        text,
        format_args!("`{path}` is a path, but only attributes of this struct can be named{advice}"),
    );
}

/// Returns `true` for `disk.size` and `disks[0]`.
fn is_path(name: &str) -> bool {
    name.contains(['.', '['])
}

/// Reports a name that is not allowed together with another name.
fn conflict(cx: &Ctxt, name: Option<&Ident>, other: &str, why: Option<&str>) {
    let Some(name) = name else {
        return;
    };
    let why = why.map(|why| format!(", because {why}"));
    cx.error(
        name,
        format_args!(
            "`{name}` conflicts with `{other}`{}: remove one of them",
            why.unwrap_or_default()
        ),
    );
}
