//! Rules about the attributes that structs, newtypes and enums can have, and rules about variants.

use syn::{Attribute, Fields};

use super::forbid;
use crate::ast::{Container, Data, Variant};
use crate::ctxt::Ctxt;

/// `#[tf(version = 1)] enum Size { … }`
pub(super) fn attributes_fit_shape(cx: &Ctxt, container: &Container<'_>) {
    let attrs = &container.attrs;
    let is_struct = matches!(container.data, Data::Struct(_));
    let of_schema = || {
        let names = attrs.version.name().into_iter();
        let names = names.chain(attrs.description.name());
        let names = names.chain(attrs.deprecated.name());
        let names = names.chain(attrs.kinds.name());
        let names = names.chain(attrs.plan.name()).chain(attrs.check.name());
        let names = names.chain(attrs.paths.name().filter(|_| !is_struct));
        names.chain(attrs.known_view.name().filter(|_| !is_struct))
    };
    if !container.is_function() {
        let names = attrs.returns.name().into_iter();
        forbid(
            cx,
            names.chain(attrs.summary.name()),
            "is only allowed on functions: derive `TfFunction` instead of `TfSchema`",
        );
    }
    kind_allows_attributes(cx, container);
    if !matches!(container.data, Data::Enum(_)) {
        forbid(
            cx,
            attrs.as_str.name(),
            "is only allowed on enums: remove it",
        );
    } else if !container.generics.params.is_empty() {
        forbid(
            cx,
            attrs.as_str.name(),
            "is not allowed on a generic enum: remove the parameters of the type",
        );
    }
    match &container.data {
        Data::Struct(_) if container.is_object() => forbid(
            cx,
            of_schema(),
            "is not allowed with `object`: a plain object has no schema",
        ),
        Data::Struct(_) => {}
        Data::Newtype(_) => {
            let names = of_schema().chain(attrs.rename_all.name());
            forbid(
                cx,
                names.chain(attrs.object.name()),
                "is not allowed on a newtype, which has the schema of the type that it wraps: remove it",
            );
        }
        Data::Enum(_) => forbid(
            cx,
            of_schema().chain(attrs.object.name()),
            "is not allowed on an enum, which is a string in Terraform: remove it",
        ),
    }
}

/// `#[tf(kind = data_source, version = 1)]`
fn kind_allows_attributes(cx: &Ctxt, container: &Container<'_>) {
    let attrs = &container.attrs;
    if attrs.kind().is_some_and(|kind| !kind.is_stored()) {
        forbid(
            cx,
            attrs.version.name(),
            "is only allowed on resources and identities, whose values are stored: remove it",
        );
    }
    if container.is_identity() {
        let names = attrs.description.name().into_iter();
        forbid(
            cx,
            names.chain(attrs.deprecated.name()),
            "is not allowed on an identity: the protocol has no field for it",
        );
    }
}

/// `#[serde(rename = "…")] name: String`
pub(super) fn no_serde_attributes(cx: &Ctxt, container: &Container<'_>) {
    if container.attrs.schema_only.is_set() {
        return;
    }
    let inner: Vec<&Attribute> = match &container.data {
        Data::Struct(fields) => {
            let fields = fields.iter();
            fields.flat_map(|field| &field.original.attrs).collect()
        }
        Data::Newtype(field) => field.attrs.iter().collect(),
        Data::Enum(variants) => {
            let variants = variants.iter();
            variants
                .flat_map(|variant| &variant.original.attrs)
                .collect()
        }
    };
    for attribute in container.original.attrs.iter().chain(inner) {
        if attribute.path().is_ident("serde") {
            cx.error(
                attribute,
                "serde attributes have no effect, because `TfSchema` derives serde's traits: use `#[tf(…)]`, or add `#[tf(schema_only)]` and derive the traits yourself",
            );
        }
    }
}

/// `struct Port(#[tf(required)] u16);`
pub(super) fn newtype_has_no_attributes(cx: &Ctxt, field: &syn::Field) {
    let attributes = field.attrs.iter();
    for attribute in attributes.filter(|attribute| attribute.path().is_ident("tf")) {
        cx.error(
            attribute,
            "the field of a newtype takes no attributes: write them on the fields of the newtype's type",
        );
    }
}

/// `enum Size {}`
pub(super) fn enum_has_variants(cx: &Ctxt, container: &Container<'_>, variants: &[Variant<'_>]) {
    if variants.is_empty() {
        cx.error(
            container.ident,
            "an enum without variants has no values: add a variant",
        );
    }
}

/// `#[tf(other)] A(String), #[tf(other)] B(String)`
pub(super) fn one_other(cx: &Ctxt, variants: &[Variant<'_>]) {
    let others = variants
        .iter()
        .filter_map(|variant| variant.attrs.other.name());
    forbid(
        cx,
        others.skip(1),
        "is only allowed on one variant: remove it here",
    );
}

/// `enum Size { Small(u8) }`
pub(super) fn variant_is_string(cx: &Ctxt, variant: &Variant<'_>) {
    let is_unit = matches!(variant.original.fields, Fields::Unit);
    let inside = variant
        .original
        .fields
        .iter()
        .flat_map(|field| &field.attrs);
    for attribute in inside.filter(|attribute| attribute.path().is_ident("tf")) {
        cx.error(
            attribute,
            "`tf` has no effect here: write it on the variant",
        );
    }
    match (variant.attrs.other.name(), variant.other) {
        (Some(other), None) => cx.error(
            other,
            "`other` requires a variant that holds a string: write `Other(String)`",
        ),
        (Some(_), Some(_)) => forbid(
            cx,
            variant.attrs.rename.name(),
            "has no effect on a variant with `other`: remove it",
        ),
        (None, _) if !is_unit => cx.error(
            variant.original,
            "a variant cannot hold data, because an enum is a string in Terraform: use a struct, or add `#[tf(other)]` to the variant that holds any other string",
        ),
        (None, _) => {}
    }
}
