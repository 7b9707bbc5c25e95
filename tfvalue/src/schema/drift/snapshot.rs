//! Schemas in files, to hold the next version against.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use super::compare::compare;
use crate::error::{Error, Result};
use crate::schema::{Schema, json};

/// The environment variable that makes [`assert_snapshot`] write the file, where it is set to
/// anything but nothing or `0`.
pub const UPDATE_SNAPSHOTS: &str = "TFVALUE_UPDATE_SNAPSHOTS";

/// Holds a schema against the one in a file, for use in tests.
///
/// The file holds the schema as Terraform would print it. Where the environment variable
/// [`UPDATE_SNAPSHOTS`] is set the file is written, so that a change of the schema shows in the
/// history of the file; but never where stored states could no longer be read and the version has
/// not risen.
///
/// # Panics
///
/// If the schema is another than that in the file, or the file cannot be read or written.
///
/// # Examples
///
/// ```no_run
/// use tfvalue::schema::drift::assert_snapshot;
/// use tfvalue::{Attr, TfSchema};
///
/// #[derive(TfSchema)]
/// #[tf(version = 2)]
/// struct Server {
///     #[tf(required)]
///     name: Attr<String>,
/// }
///
/// assert_snapshot(&Server::schema(), "tests/schemas/server.json");
/// ```
#[track_caller]
pub fn assert_snapshot(schema: &Schema, path: impl AsRef<Path>) {
    let update = std::env::var_os(UPDATE_SNAPSHOTS);
    let update = update.is_some_and(|value| !value.is_empty() && value != "0");
    if let Err(error) = check_snapshot(schema, path.as_ref(), update) {
        panic!("{error}");
    }
}

/// Holds a schema against the one in a file as [`assert_snapshot`] does, and writes the file
/// where `update` says so.
///
/// # Errors
///
/// If the schema is another than that in the file and is not written, or the file cannot be read
/// or written.
///
/// # Examples
///
/// ```
/// use tfvalue::schema::{Attribute, Schema, drift::check_snapshot};
/// use tfvalue::Type;
///
/// # let path = std::env::temp_dir().join(format!("tfvalue-{}.json", std::process::id()));
/// let mut schema = Schema::default();
/// schema.block.attributes = vec![Attribute { optional: true, ..Attribute::new("a", Type::Bool) }];
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
pub fn check_snapshot(schema: &Schema, path: impl AsRef<Path>, update: bool) -> Result<()> {
    let path = path.as_ref();
    let stored: Schema = match fs::read(path) {
        Ok(text) => json::from_slice(&text)?,
        Err(error) if error.kind() == ErrorKind::NotFound && update => return write(schema, path),
        Err(error) => {
            return Err(Error::msg(format_args!(
                "the schema in {} cannot be read: {error}; with {UPDATE_SNAPSHOTS}=1 it is written",
                path.display()
            )));
        }
    };
    let changes = compare(&stored, schema);
    if changes.is_empty() {
        return Ok(());
    }
    let stored_form = changes.iter().any(super::Change::is_of_stored_form);
    let advice = match stored_form && schema.version <= stored.version {
        true => "raise its version, and upgrade older states",
        false if update => return write(schema, path),
        false => "if this is meant, run the test with TFVALUE_UPDATE_SNAPSHOTS=1",
    };
    let mut message = format!("the schema is not that in {}: {advice}", path.display());
    for change in &changes {
        message.push_str(&format!("\n{change}"));
    }
    Err(Error::msg(message))
}

fn write(schema: &Schema, path: &Path) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(Error::io)?;
    }
    let mut text = json::to_string_pretty(schema)?;
    text.push('\n');
    fs::write(path, text).map_err(Error::io)
}
