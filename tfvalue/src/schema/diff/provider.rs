//! Compares all schemas of a provider.

use std::collections::BTreeMap;

use super::change::{ChangeKind, Flag, SchemaChange};
use super::compare::Changes;
use crate::path::Step;
use crate::schema::{
    ActionSchema, Function, Identity, IdentityAttribute, Parameter, ProviderSchema, Schema,
};
use crate::ty::Type;

/// Returns the changes between two versions of a provider.
///
/// # Examples
///
/// ```
/// use tfvalue::schema::Schema;
/// use tfvalue::schema::{ProviderSchema, diff};
///
/// let old = ProviderSchema::new().resource_schemas([("shop_order", Schema::default())]);
/// let new = ProviderSchema::new().resource_schemas([("shop_purchase", Schema::default())]);
///
/// let changes = diff::compare_providers(&old, &new);
/// assert_eq!(changes[0].to_string(), r#"breaking: resource_schemas["shop_order"]: removed"#);
/// assert_eq!(changes[1].to_string(), r#"resource_schemas["shop_purchase"]: added"#);
/// ```
#[must_use]
pub fn compare_providers(old: &ProviderSchema, new: &ProviderSchema) -> Vec<SchemaChange> {
    let mut changes = Changes::default();
    for (member, old, new) in [
        ("provider", &old.provider, &new.provider),
        ("provider_meta", &old.provider_meta, &new.provider_meta),
    ] {
        let named = |schema: &Option<Schema>| schema.clone().map(|schema| (member, schema));
        let (old, new) = (named(old), named(new));
        changes.named(
            |name| Step::Attribute(name.to_owned().into()),
            old.iter().map(|(name, schema)| (*name, schema)),
            new.iter().map(|(name, schema)| (*name, schema)),
            |_| false,
            Changes::schema,
        );
    }
    macro_rules! members {
        ($($member:ident: $compare:expr;)*) => {$(
            changes.members(stringify!($member), &old.$member, &new.$member, $compare);
        )*};
    }
    members! {
        resource_schemas: Changes::schema;
        data_source_schemas: Changes::schema;
        ephemeral_resource_schemas: Changes::schema;
        list_resource_schemas: Changes::schema;
        action_schemas: Changes::action;
        state_store_schemas: Changes::schema;
        functions: Changes::function;
        resource_identity_schemas: Changes::identity;
    }
    changes.found
}

impl Changes {
    fn members<T>(
        &mut self,
        member: &'static str,
        old: &BTreeMap<String, T>,
        new: &BTreeMap<String, T>,
        compare: impl Fn(&mut Changes, &T, &T),
    ) {
        self.within(Step::Attribute(member.into()), |changes| {
            changes.named(
                |name| Step::Key(name.into()),
                old.iter().map(|(name, one)| (name.as_str(), one)),
                new.iter().map(|(name, one)| (name.as_str(), one)),
                |_| false,
                compare,
            );
        });
    }

    fn action(&mut self, old: &ActionSchema, new: &ActionSchema) {
        self.block(&old.block, &new.block);
    }

    fn function(&mut self, old: &Function, new: &Function) {
        self.ty(&old.return_type, &new.return_type);
        let parameters = |function: &Function| {
            let last = function
                .variadic_parameter
                .as_ref()
                .map(|one| one.ty.clone());
            let types = function.parameters.iter().map(|one| one.ty.clone());
            (types.collect::<Vec<_>>(), last)
        };
        if parameters(old) == parameters(new) {
            self.parameters(old, new);
        } else {
            self.add(ChangeKind::Parameters);
        }
        let message = |one: &Function| one.deprecation_message.clone();
        let is_deprecated = |one: &Function| !one.deprecation_message.is_empty();
        self.flag(Flag::Deprecated, is_deprecated(old), is_deprecated(new));
        let text = |one: &Function| (one.summary.clone(), one.description.clone(), message(one));
        self.text(&text(old), &text(new));
    }

    /// Compares parameters that have the same types. The names of parameters do not affect callers.
    fn parameters(&mut self, old: &Function, new: &Function) {
        let all = |function: &Function| {
            let last = function.variadic_parameter.clone();
            function
                .parameters
                .iter()
                .cloned()
                .chain(last)
                .collect::<Vec<Parameter>>()
        };
        for (old, new) in all(old).iter().zip(&all(new)) {
            self.within(Step::Attribute(new.name.clone()), |changes| {
                changes.flag(Flag::Nullable, old.allow_null_value, new.allow_null_value);
                let text = |one: &Parameter| (one.name.clone(), one.description.clone());
                changes.text(&text(old), &text(new));
            });
        }
    }

    fn identity(&mut self, old: &Identity, new: &Identity) {
        self.version(old.version, new.version);
        self.named(
            |name| Step::Attribute(name.to_owned().into()),
            old.attributes.iter().map(|one| (&*one.name, one)),
            new.attributes.iter().map(|one| (&*one.name, one)),
            |one| one.required_for_import,
            |changes, old: &IdentityAttribute, new| {
                changes.ty(&old.ty, &new.ty);
                let (was, is) = (old.required_for_import, new.required_for_import);
                changes.flag(Flag::Required, was, is);
                let configurable =
                    |one: &IdentityAttribute| one.required_for_import || one.optional_for_import;
                changes.flag(Flag::Configurable, configurable(old), configurable(new));
                changes.text(&old.description, &new.description);
            },
        );
    }

    fn ty(&mut self, old: &Type, new: &Type) {
        if old != new {
            self.add(ChangeKind::Type {
                old: old.clone(),
                new: new.clone(),
            });
        }
    }
}
