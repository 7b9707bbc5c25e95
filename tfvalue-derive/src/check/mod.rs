//! Rules that the spelling alone decides, one function each.

mod names;
mod roots;

use syn::{Fields, Generics, Ident};

use crate::ast::{Container, Data, Field, Variant};
use crate::attr::{Block, Flags};
use crate::bound;
use crate::ctxt::Ctxt;
use crate::guess;

use self::names::{block_name, name_fits, unique};
use self::roots::{
    allow_reserved_has_effect, function, identity_has_no_flags, known_view_is_of_one_type,
    parameter, paths_are_of_one_type,
};

/// Checks the whole struct or enum.
pub(crate) fn container(cx: &Ctxt, container: &Container<'_>) {
    attributes_fit_shape(cx, container);
    no_serde_attributes(cx, container);
    match &container.data {
        Data::Struct(fields) => {
            unique(
                cx,
                fields
                    .iter()
                    .filter(|field| !field.is_flattened())
                    .map(|field| (field.position, field.ident, field.name.as_str())),
            );
            for field in fields {
                self::field(cx, container, field);
            }
            flatten_counts(cx, container, fields);
            paths_are_of_one_type(cx, container);
            known_view_is_of_one_type(cx, container);
            function(cx, container, fields);
        }
        Data::Newtype(field) => newtype_has_no_attributes(cx, field),
        Data::Enum(variants) => {
            let known = variants
                .iter()
                .filter(|variant| variant.other.is_none())
                .enumerate();
            unique(
                cx,
                known.map(|(at, variant)| (at, variant.ident, variant.name.as_str())),
            );
            enum_has_strings(cx, container, variants);
            one_other(cx, variants);
            for variant in variants {
                variant_is_string(cx, variant);
            }
        }
    }
}

fn field(cx: &Ctxt, container: &Container<'_>, field: &Field<'_>) {
    not_recursive(cx, container, field);
    allow_reserved_has_effect(cx, container, field);
    if !field.is_flattened() && !field.attrs.block.is_set() {
        name_fits(cx, container, field);
    }
    if container.is_function() {
        parameter(cx, container.generics, field);
        return;
    }
    forbid(
        cx,
        field.attrs.variadic.name(),
        "is for functions: say `#[tf(kind = function)]` of the struct",
    );
    match container.is_identity() {
        true => identity_has_no_flags(cx, field),
        false => forbid(
            cx,
            field.attrs.of_identities(),
            "is for identities: say `#[tf(kind = identity)]` of the struct",
        ),
    }
    if field.is_flattened() {
        forbid(
            cx,
            field.attrs.beside_flatten(),
            "has no effect beside `flatten`: say it of the members",
        );
        return;
    }
    adapters_agree(cx, container.generics, field);
    default_agrees(cx, field);
    flags_agree(cx, &field.attrs.flags);
    if let Some(members) = field.attrs.members.get() {
        flags_agree(cx, members);
    }
    write_only_is_not_computed(cx, field);
    object_has_no_member_flags(cx, field);
    match field.attrs.block.get() {
        Some(_) if container.is_object() => {}
        Some(block) => self::block(cx, field, block),
        None => {}
    }
    if container.is_object() {
        plain_object_has_no_flags(cx, field);
    }
}

fn block(cx: &Ctxt, field: &Field<'_>, block: &Block) {
    block_has_no_flags(cx, field);
    block_name(cx, field);
    group_is_not_counted(cx, block);
    counts_agree(cx, block);
}

/// `#[tf(version = 1)] enum Size { … }`
fn attributes_fit_shape(cx: &Ctxt, container: &Container<'_>) {
    let attrs = &container.attrs;
    let has_paths = matches!(container.data, Data::Struct(_));
    let of_schema = || {
        attrs
            .version
            .name()
            .into_iter()
            .chain(attrs.description.name())
            .chain(attrs.deprecated.name())
            .chain(attrs.kind.name())
            .chain(attrs.paths.name().filter(|_| !has_paths))
            .chain(attrs.known_view.name().filter(|_| !has_paths))
    };
    if !container.is_function() {
        let names = attrs.returns.name().into_iter();
        forbid(
            cx,
            names.chain(attrs.summary.name()),
            "is for functions: say `#[tf(kind = function)]`",
        );
    }
    if let Some(kind) = attrs.kind.get() {
        if !kind.is_stored() {
            forbid(
                cx,
                attrs.version.name(),
                "is for what is stored: resources and identities",
            );
        }
        if container.is_identity() {
            let names = attrs.description.name().into_iter();
            forbid(
                cx,
                names.chain(attrs.deprecated.name()),
                "is not for identities, which say nothing of themselves",
            );
        }
    }
    match &container.data {
        Data::Struct(_) if container.is_object() => forbid(
            cx,
            of_schema(),
            "is for structs with a schema, which a plain object has not",
        ),
        Data::Struct(_) => {}
        Data::Newtype(_) => {
            let names = of_schema()
                .chain(attrs.rename_all.name())
                .chain(attrs.object.name());
            forbid(
                cx,
                names,
                "is for structs with named fields; a newtype is what it wraps",
            );
        }
        Data::Enum(_) => {
            forbid(
                cx,
                of_schema().chain(attrs.object.name()),
                "is for structs; an enum is a string",
            );
        }
    }
}

/// `#[serde(rename = "…")] name: String`
fn no_serde_attributes(cx: &Ctxt, container: &Container<'_>) {
    if container.attrs.schema_only.is_set() {
        return;
    }
    let inner = match &container.data {
        Data::Struct(fields) => fields
            .iter()
            .flat_map(|field| &field.original.attrs)
            .collect(),
        Data::Newtype(field) => field.attrs.iter().collect(),
        Data::Enum(variants) => variants
            .iter()
            .flat_map(|variant| &variant.original.attrs)
            .collect::<Vec<_>>(),
    };
    for attribute in container.original.attrs.iter().chain(inner) {
        if attribute.path().is_ident("serde") {
            cx.error(
                attribute,
                "serde attributes have no effect here, since `TfSchema` derives the serde impls: use `#[tf(…)]`, or write `#[tf(schema_only)]` and derive the serde impls yourself",
            );
        }
    }
}

/// `struct Node { next: Option<Box<Node>> }`: the compiler finds each cycle, but its error is long.
fn not_recursive(cx: &Ctxt, container: &Container<'_>, field: &Field<'_>) {
    if guess::contains(field.ty, container.ident) {
        cx.error(
            field.ty,
            format_args!("`{0}` contains itself, and Terraform has no recursive types: write a struct for each level, as deep as it goes", container.ident),
        );
    }
}

/// `#[tf(required, computed)]`
fn flags_agree(cx: &Ctxt, flags: &Flags) {
    if flags.required.is_set() {
        for other in [&flags.optional, &flags.computed] {
            if let Some(name) = other.name() {
                cx.error(name, format_args!("an attribute cannot be both `required` and `{name}`: the configuration must set what is required"));
            }
        }
    }
}

/// `struct Page<T> { #[tf(flatten)] items: Items<T> }`
fn flatten_counts(cx: &Ctxt, container: &Container<'_>, fields: &[Field<'_>]) {
    if !bound::has_parameters(container.generics) {
        return;
    }
    for field in fields {
        forbid(
            cx,
            field.attrs.flatten.name(),
            "is not possible in a struct with type parameters: which members it has must be known where it is written",
        );
    }
}

/// `#[tf(with = "text", display)]`
fn adapters_agree(cx: &Ctxt, generics: &Generics, field: &Field<'_>) {
    let attrs = &field.attrs;
    if let (Some(_), Some(name)) = (attrs.with.name(), attrs.display.name()) {
        forbid(
            cx,
            [name],
            "is not possible beside `with`: the module reads and writes the value",
        );
    }
    if let (Some(name), None) = (attrs.with.name(), attrs.stands_for.get()) {
        cx.error(
            name,
            "`with` says how a value is written, and not what it is to Terraform: add `as = String`, or the type that it is",
        );
    }
    if attrs.block.is_set() {
        forbid(
            cx,
            attrs.of_adapters(),
            "is for attributes: a nested block is a struct that derives `TfSchema`",
        );
    } else if bound::names_parameter(generics, field.ty)
        || bound::names_parameter(generics, attrs.stands_for.get())
    {
        forbid(
            cx,
            attrs.of_adapters().take(1),
            "is not possible on a type parameter: what the type is made of must be known where it is written",
        );
    }
}

/// `#[tf(required, default = 1)]`
fn default_agrees(cx: &Ctxt, field: &Field<'_>) {
    if !field.attrs.default.is_set() {
        return;
    }
    forbid(
        cx,
        field.attrs.flags.required.name(),
        "is not possible beside `default`: the configuration may leave out what has a default",
    );
    forbid(
        cx,
        field.attrs.write_only.name(),
        "is not possible beside `default`: the default would be written to the plan, where a write-only attribute is null",
    );
}

/// `#[tf(computed, write_only)]`
fn write_only_is_not_computed(cx: &Ctxt, field: &Field<'_>) {
    if let (Some(computed), Some(_)) = (
        field.attrs.flags.computed.name(),
        field.attrs.write_only.name(),
    ) {
        cx.error(
            computed,
            "a write-only attribute cannot be `computed`: it is null in plans and states",
        );
    }
}

/// `#[tf(object, members = computed)]`
fn object_has_no_member_flags(cx: &Ctxt, field: &Field<'_>) {
    if field.attrs.object.is_set() {
        forbid(
            cx,
            field.attrs.members.name(),
            "is for nested attributes; the members of a plain object have no flags",
        );
    }
}

/// `#[tf(block, required)]`
fn block_has_no_flags(cx: &Ctxt, field: &Field<'_>) {
    for name in field.attrs.of_attributes() {
        let advice = match name == "required" {
            true => "say `block(min_items = 1)`",
            false => "say it of the attributes inside",
        };
        cx.error(
            name,
            format_args!("`{name}` is for attributes, and this is a nested block: {advice}"),
        );
    }
}

/// `#[tf(object)] struct Rule { #[tf(required)] port: … }`
fn plain_object_has_no_flags(cx: &Ctxt, field: &Field<'_>) {
    let attrs = &field.attrs;
    let names = attrs
        .of_attributes()
        .chain(attrs.block.name())
        .chain(attrs.description.name())
        .chain(attrs.deprecated.name());
    forbid(
        cx,
        names,
        "is for structs with a schema; the members of a plain object have a name and a type",
    );
}

/// `#[tf(block(group, min_items = 1))]`
fn group_is_not_counted(cx: &Ctxt, block: &Block) {
    if block.group.is_set() {
        let counts = block
            .min_items
            .name()
            .into_iter()
            .chain(block.max_items.name());
        forbid(cx, counts, "is not for groups: there is always one");
    }
}

/// `#[tf(block(min_items = 3, max_items = 2))]`
fn counts_agree(cx: &Ctxt, block: &Block) {
    if let (Some(&min), Some(&max)) = (block.min_items.get(), block.max_items.get()) {
        if max != 0 && min > max {
            let name = block.max_items.name();
            forbid(cx, name, "is less than `min_items`");
        }
    }
}

/// `struct Port(#[tf(required)] u16);`
fn newtype_has_no_attributes(cx: &Ctxt, field: &syn::Field) {
    for attribute in field
        .attrs
        .iter()
        .filter(|attribute| attribute.path().is_ident("tf"))
    {
        cx.error(
            attribute,
            "a newtype is what it wraps: write the attributes where it is used",
        );
    }
}

/// `enum Size {}`
fn enum_has_strings(cx: &Ctxt, container: &Container<'_>, variants: &[Variant<'_>]) {
    if variants.is_empty() {
        cx.error(container.ident, "an enum without variants has no values");
    }
}

/// `#[tf(other)] A(String), #[tf(other)] B(String)`
fn one_other(cx: &Ctxt, variants: &[Variant<'_>]) {
    let others = variants
        .iter()
        .filter_map(|variant| variant.attrs.other.name());
    for name in others.skip(1) {
        cx.error(name, "only one variant can keep other strings");
    }
}

/// `enum Size { Small(u8) }`
fn variant_is_string(cx: &Ctxt, variant: &Variant<'_>) {
    let is_unit = matches!(variant.original.fields, Fields::Unit);
    match (variant.attrs.other.name(), variant.other) {
        (Some(other), None) => cx.error(other, "a variant for other strings holds the string: write `Other(String)`"),
        (Some(_), Some(_)) => forbid(cx, variant.attrs.rename.name(), "has no effect on a variant for other strings"),
        (None, _) if !is_unit => cx.error(
            variant.original,
            "an enum is a string in Terraform, so its variants hold nothing: use a struct with optional attributes, or mark the variant that keeps other strings with `#[tf(other)]`",
        ),
        (None, _) => {}
    }
}

fn forbid<'a>(cx: &Ctxt, names: impl IntoIterator<Item = &'a Ident>, why: &str) {
    for name in names {
        cx.error(name, format_args!("`{name}` {why}"));
    }
}
