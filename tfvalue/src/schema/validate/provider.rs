//! The rules for providers, functions and identities.

use super::faults::Faults;
use super::schema::{check_block, check_reserved, check_version};
use crate::error::Error;
use crate::path::Step;
use crate::schema::{Function, Identity, ProviderSchema, SchemaKind};
use crate::ty::Type;

pub(super) fn check(provider: &ProviderSchema, faults: &mut Faults) {
    for (kind, name, schema) in provider.schemas() {
        within(faults, kind.member(), name, |faults| {
            check_version(schema.version, faults);
        });
    }
    for (kind, name, block) in provider.blocks() {
        within(faults, kind.member(), name, |faults| {
            if !matches!(kind, SchemaKind::Provider | SchemaKind::ProviderMeta) {
                check_identifier(name, faults);
            }
            check_block(block, faults);
            check_reserved(block, kind, faults);
        });
    }
    for (name, function) in &provider.functions {
        within(faults, "functions", name, |faults| {
            check_identifier(name, faults);
            check_function(function, faults);
        });
    }
    for (name, identity) in &provider.resource_identity_schemas {
        within(faults, "resource_identity_schemas", name, |faults| {
            check_identity(identity, faults);
        });
    }
}

fn within(faults: &mut Faults, member: &'static str, name: &str, check: impl FnOnce(&mut Faults)) {
    faults.within(Step::Attribute(member.into()), |faults| match name {
        "" => check(faults),
        name => faults.within(Step::Key(name.into()), check),
    });
}

pub(super) fn check_identity(identity: &Identity, faults: &mut Faults) {
    check_version(identity.version, faults);
    faults.repeated(identity.attributes.iter().map(|one| &*one.name));
    for attribute in &identity.attributes {
        faults.attribute(&attribute.name, |faults| {
            faults.rule(
                attribute.required_for_import && attribute.optional_for_import,
                "required_for_import and optional_for_import exclude each other",
            );
            if let Some(kind) = unsupported(&attribute.ty) {
                faults.add(Error::data(format!("an identity cannot contain a {kind}")));
            }
        });
    }
}

/// Returns the kind of type that makes the type invalid for an identity, if any.
fn unsupported(ty: &Type) -> Option<&'static str> {
    match ty {
        Type::Map(_) => Some("map"),
        Type::Set(_) => Some("set"),
        Type::Object(_) => Some("object"),
        Type::List(element) => unsupported(element),
        Type::Tuple(elements) => elements.iter().find_map(unsupported),
        Type::String | Type::Number | Type::Bool | Type::Dynamic => None,
    }
}

pub(super) fn check_function(function: &Function, faults: &mut Faults) {
    let variadic = function.variadic_parameter.as_ref();
    let parameters = function
        .parameters
        .iter()
        .zip(0..)
        .map(|(parameter, index)| {
            let steps = vec![Step::Attribute("parameters".into()), Step::Index(index)];
            (parameter, steps)
        });
    let variadic = variadic.map(|parameter| {
        let steps = vec![Step::Attribute("variadic_parameter".into())];
        (parameter, steps)
    });
    let mut seen = Vec::new();
    for (parameter, steps) in parameters.chain(variadic) {
        let mut check = |faults: &mut Faults| {
            check_identifier(&parameter.name, faults);
            if seen.contains(&&parameter.name) {
                faults.add(Error::repeated(&parameter.name));
            }
            seen.push(&parameter.name);
        };
        match steps.as_slice() {
            [one] => faults.within(one.clone(), check),
            [list, index] => faults.within(list.clone(), |faults| {
                faults.within(index.clone(), check);
            }),
            _ => check(faults),
        }
    }
}

/// Checks that the name is an identifier in the Terraform language.
fn check_identifier(name: &str, faults: &mut Faults) {
    let mut chars = name.chars();
    let begins = chars.next().is_some_and(|c| c.is_alphabetic() || c == '_');
    if !begins || !chars.all(|c| c.is_alphanumeric() || matches!(c, '_' | '-')) {
        faults.add(Error::mismatch_value(
            "an identifier",
            "another string",
            format_args!("{name:?}"),
        ));
    }
}
