//! The differences between values, as rows of a table.

use std::borrow::Cow;
use std::collections::BTreeSet;

use tfvalue::{Path, Type, Value, paths::Step};

use super::{Change, Node, Secrets};

/// The maximum number of rows in a table.
const MAX_ROWS: usize = 2_000;

/// Returns a row for each part that differs between two of the given columns: `pairs` contains the indexes of the
/// columns to compare.
///
/// An element of a set has no index, so its row has no values in the other columns.
#[must_use]
pub fn changes(columns: &[&Value], pairs: &[(usize, usize)], secrets: &Secrets<'_>) -> Vec<Change> {
    let columns: Vec<_> = columns
        .iter()
        .map(|column| opened(column, columns))
        .collect();
    let mut rows: Vec<Change> = Vec::new();
    let mut keys = BTreeSet::new();
    for &(first, second) in pairs {
        for part in columns[first].differences(&columns[second]) {
            let (path, secrets, is_hidden) = visible(&part.path, secrets);
            if rows.len() >= MAX_ROWS || !keys.insert(key(&path)) {
                continue;
            }
            let node = |part: Option<&Value>| match part {
                Some(part) => Node::new(part, &secrets),
                None => Node::absent(),
            };
            let cell = |(at, column): (usize, &Cow<'_, Value>)| match at {
                _ if is_hidden => node(lookup(column, &path)),
                _ if at == first => node(part.before),
                _ if at == second => node(part.after),
                _ => node(lookup(column, &path)),
            };
            rows.push(Change {
                path: path.to_string(),
                key: key(&path),
                cells: columns.iter().enumerate().map(cell).collect(),
                note: String::new(),
            });
        }
    }
    rows
}

/// Replaces null with an object of nulls if another column has an object. The rows then show the attributes of the
/// object instead of the whole object.
fn opened<'a>(value: &'a Value, columns: &[&Value]) -> Cow<'a, Value> {
    let object = columns.iter().find_map(|column| column.members());
    let Some(members) = object.filter(|_| value.is_null()) else {
        return Cow::Borrowed(value);
    };
    let nothing = |part: &Value| {
        let is_empty = part
            .elements()
            .is_some_and(|mut parts| parts.next().is_none())
            || part
                .entries()
                .is_some_and(|mut parts| parts.next().is_none());
        if is_empty {
            part.clone()
        } else {
            Value::null(part.ty())
        }
    };
    let members = members.map(|(name, part)| (name.to_owned(), nothing(part)));
    Value::object(members).map_or(Cow::Borrowed(value), Cow::Owned)
}

/// Returns the path up to the first part that is sensitive as a whole, and the sensitive parts at this path.
fn visible<'a>(path: &Path, secrets: &Secrets<'a>) -> (Path, Secrets<'a>, bool) {
    let (mut visible, mut secrets) = (Path::root(), secrets.clone());
    for step in path.steps() {
        if secrets.hides_name(step) {
            return (visible, secrets, true);
        }
        secrets = secrets.step(step);
        visible = visible.step(step.clone());
        if secrets.is_hidden() {
            return (visible, secrets, true);
        }
    }
    (visible, secrets, false)
}

/// Returns the part of a value at a path without sets.
fn lookup<'a>(value: &'a Value, path: &Path) -> Option<&'a Value> {
    path.steps().iter().try_fold(value, |value, step| {
        if matches!(value.ty(), Type::Set(_)) {
            return None;
        }
        value.get(step.clone())
    })
}

/// Returns a path in the form that the trees use.
pub(super) fn key(path: &Path) -> String {
    let step = |step: &Step| match step {
        Step::Attribute(name) => format!("\0a{name}"),
        Step::Key(key) => format!("\0k{key}"),
        Step::Index(at) => format!("\0i{at}"),
    };
    path.steps().iter().map(step).collect()
}
