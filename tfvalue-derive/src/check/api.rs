//! Rules about conversions to and from the structs of a service's client.

use std::collections::HashSet;

use quote::ToTokens;
use syn::ext::IdentExt;

use super::{NOT_GENERIC, forbid, no_such_attribute};
use crate::ast::{Container, Data, Field};
use crate::attr::{ApiType, api_name, member};
use crate::bound;
use crate::ctxt::Ctxt;
use crate::suggest::nearest;

/// Checks the attributes `from_api`, `to_api` and `api_name`.
pub(super) fn container(cx: &Ctxt, container: &Container<'_>) {
    let api = &container.attrs.api;
    let names = || api.all().map(|api| &api.name);
    types_are_distinct(cx, &api.to_api);
    types_are_distinct(cx, &api.from_api);
    if container.is_function() {
        forbid(cx, names(), "is not allowed on a function: remove it");
    } else if bound::has_parameters(container.generics) {
        forbid(cx, names(), NOT_GENERIC);
    }
    let api_names: Vec<_> = match &container.data {
        Data::Struct(fields) => {
            struct_options(cx, container, fields);
            let fields = fields.iter();
            fields.map(|field| &field.attrs.api_name).collect()
        }
        Data::Newtype(_) => {
            no_options(cx, container, "a newtype, which has no members");
            Vec::new()
        }
        Data::Enum(variants) => {
            no_options(cx, container, "an enum, which has no members");
            if let Some(other) = variants.iter().find_map(|one| one.attrs.other.name()) {
                forbid(
                    cx,
                    names(),
                    &format!(
                        "is not allowed with `{other}`: implement `tfvalue::ToApi` or `FromApi`"
                    ),
                );
            }
            let variants = variants.iter();
            variants.map(|variant| &variant.attrs.api_name).collect()
        }
    };
    let written = api_names.iter().filter_map(|slot| slot.name());
    if api.all().next().is_none() {
        forbid(
            cx,
            written,
            "has no effect without `from_api` or `to_api` on the type: remove it",
        );
    }
    for text in api_names.iter().filter_map(|slot| slot.get()) {
        if member(&text.value(), text.span()).is_none() {
            cx.error(text, "expected the name of a Rust field or variant");
        }
    }
}

fn no_options(cx: &Ctxt, container: &Container<'_>, what: &str) {
    for api in container.attrs.api.all() {
        let options = &api.options;
        let names = options.ignore.name().into_iter().chain(options.set.name());
        forbid(
            cx,
            names.chain(options.without.name()),
            &format!("is not allowed on {what}: remove it"),
        );
    }
}

fn struct_options(cx: &Ctxt, container: &Container<'_>, fields: &[Field<'_>]) {
    let api = &container.attrs.api;
    for to_api in &api.to_api {
        forbid(
            cx,
            to_api.options.ignore.name(),
            "is only for `from_api`, because a request needs all members: use `set(member = value)`",
        );
    }
    for from_api in &api.from_api {
        let ignore = from_api.options.ignore.get();
        let rest = ignore.is_some_and(|ignore| ignore.names == [".."]);
        if let (Some(ignore), None, false) = (ignore, from_api.options.ignored(), rest) {
            cx.error(
                &ignore.text,
                "expected names of members, such as \"etag, kind\", or \"..\" for all others",
            );
        }
        set_fields_exist(cx, from_api, fields);
        ignored_are_not_read(cx, from_api, fields);
    }
    for api in api.all() {
        let mut seen = HashSet::new();
        for (name, _) in api.options.computed() {
            if !seen.insert(name.unraw()) {
                cx.error(name, format_args!("duplicate `{name}`: remove one of them"));
            }
        }
        let Some(without) = api.options.without.get() else {
            continue;
        };
        for name in &without.names {
            if !fields.iter().any(|field| field.name == *name) {
                no_such_attribute(cx, &without.text, name, fields);
            }
        }
    }
}

/// `from_api(Server, ignore = "name")`
fn ignored_are_not_read(cx: &Ctxt, api: &ApiType, fields: &[Field<'_>]) {
    let computed = api.options.computed();
    let returned = fields.iter().filter(|field| {
        let is_set = computed.iter().any(|(name, _)| name == field.ident);
        !is_set && !api.options.lacks(&field.name)
    });
    let theirs = |field: &Field<'_>| api_name(field.ident, &field.attrs.api_name).unraw();
    let returned: Vec<_> = returned.map(|field| (field, theirs(field))).collect();
    for ident in api.options.ignored().into_iter().flatten() {
        if let Some((field, _)) = returned.iter().find(|(_, theirs)| *theirs == ident.unraw()) {
            let name = &field.name;
            cx.error(
                &ident,
                format_args!("`ignore` names `{ident}`, which the field `{}` reads: remove the name, or add `without = {name:?}` to keep the value of the field", field.ident),
            );
        }
    }
}

/// `to_api = Server, to_api = Server`
fn types_are_distinct(cx: &Ctxt, list: &[ApiType]) {
    let mut seen = HashSet::new();
    for api in list {
        let ty = api.ty.to_token_stream().to_string();
        if !seen.insert(ty) {
            cx.error(
                &api.ty,
                format_args!("duplicate type in `{}`: remove one of them", api.name),
            );
        }
    }
}

/// `from_api(Server, set(naem = …), without = "name")`
fn set_fields_exist(cx: &Ctxt, api: &ApiType, fields: &[Field<'_>]) {
    for (name, _) in api.options.computed() {
        let plain = name.unraw().to_string();
        let Some(field) = fields.iter().find(|field| *field.ident == *name) else {
            let idents: Vec<_> = fields
                .iter()
                .map(|field| field.ident.unraw().to_string())
                .collect();
            let idents: Vec<_> = idents.iter().map(String::as_str).collect();
            let advice = nearest(&plain, &idents);
            let advice = advice.map(|nearest| format!("; did you mean `{nearest}`?"));
            cx.error(
                name,
                format_args!(
                    "there is no field `{plain}` in this struct{}",
                    advice.unwrap_or_default()
                ),
            );
            continue;
        };
        if api.options.lacks(&field.name) {
            cx.error(
                name,
                format_args!(
                    "`{plain}` is also in `without`, which keeps its value: remove one of them"
                ),
            );
        }
    }
}
