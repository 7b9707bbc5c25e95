//! The leaves of a value: the parts that have no parts of their own.

use tfvalue::{Path, Value};

use crate::html::Secrets;
use crate::inspect::parts;

/// A value that has no parts, or that must not be shown.
pub(super) struct Leaf {
    pub(super) path: String,
    /// JSON.
    pub(super) value: Option<String>,
    pub(super) is_sensitive: bool,
    pub(super) is_unknown: bool,
}

/// Calls a function for each value without parts. Empty collections are values without parts. Null values are left out.
pub(super) fn each<E>(
    value: &Value,
    secrets: &Secrets<'_>,
    see: &mut impl FnMut(Leaf) -> Result<(), E>,
) -> Result<(), E> {
    walk(value, secrets, &Path::root(), see)
}

fn walk<E>(
    value: &Value,
    secrets: &Secrets<'_>,
    path: &Path,
    see: &mut impl FnMut(Leaf) -> Result<(), E>,
) -> Result<(), E> {
    if value.is_null() {
        return Ok(());
    }
    let (is_sensitive, is_unknown) = (secrets.hides(value), value.is_unknown());
    let parts = if is_sensitive || is_unknown {
        Vec::new()
    } else {
        parts(value).collect()
    };
    if parts.is_empty() {
        return see(Leaf {
            path: path.to_string(),
            value: (!is_sensitive && !is_unknown).then(|| json(value)),
            is_sensitive,
            is_unknown,
        });
    }
    for (step, part) in parts {
        if !secrets.hides_name(&step) {
            walk(part, &secrets.step(&step), &path.clone().step(step), see)?;
        }
    }
    Ok(())
}

/// Returns a value without parts as JSON.
fn json(value: &Value) -> String {
    if let Some(text) = value.as_str() {
        serde_json::Value::from(text).to_string()
    } else if let Some(number) = value.as_number() {
        number.to_string()
    } else if let Some(flag) = value.as_bool() {
        flag.to_string()
    } else if value.members().is_some() || value.entries().is_some() {
        "{}".to_owned()
    } else {
        "[]".to_owned()
    }
}
