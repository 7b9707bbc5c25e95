//! Validation of configurations according to annotations.
//!
//! All validation runs in code that does not depend on the struct. A fault is reported only if it exists for all
//! possible results of the unknown values.

mod check;
mod describe;
mod parts;
#[cfg(feature = "regex")]
mod pattern;
mod related;
mod value;
mod words;

pub use self::check::{Checked, Within, check_struct, check_value};
pub(crate) use self::describe::page_sentences;
pub(crate) use self::describe::{allowed_values, sentences};
pub use self::parts::{Elements, Keys};
pub(crate) use self::related::{Presence, broken_relations, is_related, is_set, relates};
use self::value::Subject;
pub(crate) use self::words::code;
pub(crate) use self::words::of_all;
pub use self::words::one_of_names;

use crate::diagnostics::Diagnostics;
use crate::error::Error;
use crate::model::{Field, Flags, Model};
use crate::path::{Path, Step};
use crate::schema::{Faults, Nesting};
use crate::value::Value;

/// Returns the constraint violations in a configuration, up to a limit of one thousand.
pub(crate) fn faults(model: Model<'_>, config: &Value) -> Diagnostics {
    Faults::diagnostics(|faults| object(model, None, config, faults))
}

/// Adds the headlines of attributes to faults in values that do not fit their types.
pub(crate) fn with_headlines(model: Model<'_>, unfit: Error) -> Error {
    unfit.each(|fault| match headline(model, &fault.path()) {
        Some(headline) => fault.or_headline(headline),
        None => fault,
    })
}

/// Returns the headline of the attribute at the end of a path, for faults that no constraint reports.
fn headline<'a>(model: Model<'a>, path: &Path) -> Option<&'a str> {
    let (mut fields, mut last) = (model.fields, None);
    for step in path.steps() {
        if let Step::Attribute(name) = step {
            let field = fields.iter().find(|field| field.name() == name)?;
            (fields, last) = (field.any_model().fields, Some(field));
        }
    }
    last?.constraints()?.headlines.get("other")
}

/// Returns the violations of a field's constraints that are caused by the field's own value. Violations of other
/// members, and violations in objects inside the value, are not included.
pub(crate) fn breaches(field: &Field, value: &Value) -> Diagnostics {
    Faults::diagnostics(|faults| of_value(field, value, faults))
}

/// Returns an error for each default that violates the constraints of its attribute, at any depth.
pub(crate) fn faults_of_defaults(fields: &[Field]) -> Vec<Error> {
    let mut found = Vec::new();
    for field in fields {
        let default = field.planning().default.as_ref();
        // A default that cannot be created is reported during planning.
        if let Some(value) = default.and_then(|default| default.value().ok()) {
            let faults = Faults::diagnostics(|faults| {
                redacted(field, faults, |faults| {
                    of_value(field, &value, faults);
                    if value.is_present() {
                        within(field, None, &value, faults);
                    }
                });
            });
            let fault = faults.into_error();
            let text = |fault| format!("the default is not valid: {fault}");
            found.extend(fault.map(|fault| Error::data(text(fault)).at_step(field.step())));
        }
        let within = faults_of_defaults(field.fields()).into_iter();
        found.extend(within.map(|fault| fault.at_step(field.step())));
    }
    found
}

fn object(model: Model<'_>, members: Option<Flags>, object: &Value, faults: &mut Faults) {
    if object.members().is_none() {
        return; // null, unknown, or of another type, which is reported elsewhere
    }
    for field in model.fields.iter().filter(|field| is_constrained(field)) {
        let Some(value) = object.get(field.name()) else {
            continue;
        };
        faults.attribute(&field.step_name(), |faults| {
            if field.is_settable(members) {
                related::check(field, model.fields, object, faults);
            }
            redacted(field, faults, |faults| of_value(field, value, faults));
            if value.is_present() {
                redacted(field, faults, |faults| {
                    within(field, members, value, faults);
                });
            }
        });
    }
    if let Some(check) = model.check {
        faults.extend(check.faults(object));
    }
}

/// Runs a check of a field's value, and redacts its faults if the value is a secret.
fn redacted(field: &Field, faults: &mut Faults, check: impl FnOnce(&mut Faults)) {
    if field.is_secret() {
        faults.redacted(check);
    } else {
        check(faults);
    }
}

/// Checks a value of a field against the constraints of the field.
fn of_value(field: &Field, value: &Value, faults: &mut Faults) {
    if let Some(constraints) = field.constraints().filter(|_| value.is_present()) {
        value::check(constraints, Subject::of(field), value, faults);
    }
    if let (Some(_), Some(limit)) = (field.time_limit(), value.as_str()) {
        value::time_limit(limit, faults);
    }
}

/// Checks the objects in a known value of a field.
fn within(field: &Field, members: Option<Flags>, value: &Value, faults: &mut Faults) {
    let model = field.any_model();
    if !model.is_constrained() {
        return;
    }
    let members = field.flags_within(members);
    match field.object_nesting() {
        Some(Nesting::Group) if related::is_omitted(model.fields, value) => {}
        Some(Nesting::Single | Nesting::Group) => object(model, members, value, faults),
        Some(Nesting::List | Nesting::Set | Nesting::Map) => {
            parts(value, faults, |part, faults| {
                object(model, members, part, faults);
            });
        }
        None => objects(model, members, value, faults),
    }
}

/// Checks the objects of a plain object type at any depth of lists, sets and maps.
fn objects(model: Model<'_>, members: Option<Flags>, value: &Value, faults: &mut Faults) {
    if value.members().is_some() {
        object(model, members, value, faults);
    } else {
        parts(value, faults, |part, faults| {
            objects(model, members, part, faults);
        });
    }
}

/// Checks the elements of a known value. The value is a list, set or map, or a tuple or object if blocks contain a
/// dynamic value.
fn parts(value: &Value, faults: &mut Faults, check: impl Fn(&Value, &mut Faults)) {
    if let Some(elements) = value.elements() {
        for (part, index) in elements.zip(0..) {
            faults.within(Step::Index(index), |faults| check(part, faults));
        }
    }
    entries(value, faults, |_, part, faults| check(part, faults));
}

/// Checks the keys and elements of a map, or of an object that replaces the map.
fn entries(value: &Value, faults: &mut Faults, check: impl Fn(&str, &Value, &mut Faults)) {
    let entries = value.entries().into_iter().flatten();
    for (key, part) in entries.chain(value.members().into_iter().flatten()) {
        faults.within(Step::Key(key.into()), |faults| check(key, part, faults));
    }
}

impl Model<'_> {
    fn is_constrained(self) -> bool {
        self.check.is_some() || self.fields.iter().any(is_constrained)
    }
}

/// Returns `true` if the field, or any part of its value, has constraints.
fn is_constrained(field: &Field) -> bool {
    field.constraints().is_some()
        || field.time_limit().is_some()
        || field.any_model().is_constrained()
}
