//! The rules in a struct that decide what a new version plans for existing objects.

use super::compare::mean_the_same;
use crate::model::{Field, Replace, TfSchema};
use crate::path::Path;
use crate::schema::HIDDEN;
use crate::schema::diff::{Rules, RulesByPath, Snapshot};
use crate::value::Value;

impl Snapshot {
    /// Returns the schema of a struct, with its defaults and replacements.
    #[must_use]
    pub fn of<T: TfSchema>() -> Self {
        Snapshot {
            rules: Some(rules_by_path(T::FACTS.model.fields)),
            ..T::schema().into()
        }
    }
}

/// Returns the defaults and replacements of fields and of their nested fields.
pub(crate) fn rules_by_path(fields: &[Field]) -> RulesByPath {
    let mut rules = RulesByPath::new();
    add(fields, false, &mut Path::root(), &mut rules);
    rules
}

/// Adds the rules of fields. If `is_secret` is `true`, the fields are nested in a sensitive attribute.
fn add(fields: &[Field], is_secret: bool, path: &mut Path, rules: &mut RulesByPath) {
    for field in fields {
        let is_secret = is_secret || field.is_secret();
        path.push(field.step());
        let planning = field.planning();
        if planning.default.is_some() || !matches!(planning.replace, Replace::Never) {
            rules.insert(path.to_string(), rules_of(field, is_secret));
        }
        add(field.fields(), is_secret, path, rules);
        path.pop();
    }
}

fn rules_of(field: &Field, is_secret: bool) -> Rules {
    let default = field.planning().default.as_ref();
    let default = default.and_then(|default| default.value().ok());
    Rules {
        replaces_null: default
            .as_ref()
            .is_some_and(|default| replaces_null(field, default)),
        default: match default {
            Some(_) if is_secret || has_secret(field) => HIDDEN.into(),
            Some(default) => default.to_string().into(),
            None => "".into(),
        },
        replace: match field.planning().replace {
            Replace::Never => "",
            Replace::Always => "always",
            Replace::IfConfigured => "if_configured",
            Replace::If(_) => "when",
        }
        .into(),
    }
}

/// Returns `true` if a default replaces an object that is null in the state.
fn replaces_null(field: &Field, default: &Value) -> bool {
    let null = Value::null(field.wire_type());
    if mean_the_same(field, &null, default).unwrap_or_default() {
        return false;
    }
    let own = match &field.planning().replace {
        Replace::Always => true,
        Replace::If(condition) => condition.holds(&null, default).unwrap_or(true),
        Replace::Never | Replace::IfConfigured => false,
    };
    own || field.fields().iter().any(replaces_unconfigured)
}

fn replaces_unconfigured(field: &Field) -> bool {
    matches!(field.planning().replace, Replace::Always | Replace::If(_))
        || field.fields().iter().any(replaces_unconfigured)
}

/// Returns `true` if a part of a field is secret.
fn has_secret(field: &Field) -> bool {
    let mut fields = field.fields().iter();
    fields.any(|field| field.is_secret() || has_secret(field))
}
