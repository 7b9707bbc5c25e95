//! Compares schemas with snapshots in files.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use super::change::SchemaChange;
use super::compare::compare;
use super::rules::Snapshot;
use crate::error::{Error, Result};
use crate::schema::json;

/// The environment variable that makes [`assert_snapshot`] write the file. The variable has no effect if it is empty or
/// `0`.
const UPDATE_SNAPSHOTS: &str = "TFVALUE_UPDATE_SNAPSHOTS";

/// Compares a schema, and the rules of its struct, with the schema and rules in a file. Use this function in tests.
///
/// The file contains the schema in the form that Terraform prints, and the rules. If the environment variable
/// `TFVALUE_UPDATE_SNAPSHOTS` is set, the file is written, and version control shows how the schema changed. The file
/// is not written if a change [requires a state upgrade](super::SchemaChange::requires_state_upgrade) and the version
/// of the schema has not increased.
///
/// # Panics
///
/// Panics if the schemas differ, or if the file cannot be read or written.
///
/// # Examples
///
/// ```no_run
/// use tfvalue::schema::diff::{Snapshot, assert_snapshot};
/// use tfvalue::{Attr, TfSchema};
///
/// #[derive(TfSchema)]
/// #[tf(version = 2)]
/// struct Server {
///     #[tf(required)]
///     name: Attr<String>,
/// }
///
/// assert_snapshot(Snapshot::of::<Server>(), "tests/schemas/server.json");
/// ```
#[track_caller]
pub fn assert_snapshot(snapshot: impl Into<Snapshot>, path: impl AsRef<Path>) {
    let update = std::env::var_os(UPDATE_SNAPSHOTS);
    let update = update.is_some_and(|value| !value.is_empty() && value != "0");
    if let Err(error) = check_snapshot(snapshot, path.as_ref(), update) {
        panic!("{error}");
    }
}

/// Compares a schema with the schema in a file, as [`assert_snapshot`] does, and writes the file if `update` is `true`.
///
/// # Errors
///
/// Fails if the schemas differ and the file is not written, or if the file cannot be read or written.
///
/// # Examples
///
/// ```
/// use tfvalue::schema::{Attribute, Block, Schema, diff::check_snapshot};
/// use tfvalue::Type;
///
/// # let path = std::env::temp_dir().join(format!("tfvalue-{}.json", std::process::id()));
/// let block = Block::new().attributes([Attribute::new("a", Type::Bool).optional()]);
/// let mut schema = Schema::new(block);
/// check_snapshot(&schema, &path, true)?; // writes it
/// check_snapshot(&schema, &path, false)?;
///
/// schema.block.attributes.clear();
/// assert_eq!(
///     check_snapshot(&schema, &path, true).unwrap_err().to_string().lines().last().unwrap(),
///     "breaking: a: removed",
/// );
/// schema.version = 1;
/// check_snapshot(&schema, &path, true)?;
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn check_snapshot(
    snapshot: impl Into<Snapshot>,
    path: impl AsRef<Path>,
    update: bool,
) -> Result<()> {
    let (new, path) = (&snapshot.into(), path.as_ref());
    let stored: Snapshot = match fs::read(path) {
        Ok(text) => json::from_slice(&text)?,
        Err(error) if error.kind() == ErrorKind::NotFound && update => return write(new, path),
        Err(error) => {
            return Err(Error::msg(format_args!(
                "cannot read the schema in {}: {error}; set {UPDATE_SNAPSHOTS}=1 to write it",
                path.display()
            )));
        }
    };
    let changes = compare(&stored, new);
    let about_rules = match (&stored.rules, &new.rules) {
        (None, Some(_)) => "\nthe file has no rules of a struct",
        (Some(_), None) => "\nthe file has the rules of a struct: compare it with `Snapshot::of`",
        _ => "",
    };
    if changes.is_empty() && about_rules.is_empty() {
        return Ok(());
    }
    let must_upgrade = changes.iter().any(SchemaChange::requires_state_upgrade);
    let advice = if must_upgrade && new.version <= stored.version {
        "increase its version, and upgrade older states".to_owned()
    } else if update {
        return write(new, path);
    } else {
        format!("if this is intended, set {UPDATE_SNAPSHOTS}=1 to update the file")
    };
    let mut message = format!("the schema differs from {}: {advice}", path.display());
    for change in &changes {
        message.push_str(&format!("\n{change}"));
    }
    message.push_str(about_rules);
    Err(Error::msg(message))
}

fn write(snapshot: &Snapshot, path: &Path) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(Error::io)?;
    }
    let mut text = json::to_string_pretty(snapshot)?;
    text.push('\n');
    fs::write(path, text).map_err(Error::io)
}
