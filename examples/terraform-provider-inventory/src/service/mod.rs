//! The inventory service. A real provider would access the service over the network; this provider uses a SQLite file.
//!
//! The service does not depend on Terraform. The service behaves in ways that make providers hard to write: it changes
//! the spelling of names, fills in missing values, assigns identifiers to parts of resources, and fails halfway.

mod fill;
mod networks;
mod passwords;
mod racks;
mod records;
mod servers;

use std::fmt;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension as _, TransactionBehavior, params};

pub use networks::Document;
pub use passwords::Lease;
pub use records::{
    Boot, Disk, Endpoint, Interface, Monitoring, Mount, Owner, Placement, Rack, Rule, Server,
    Volume,
};

const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS racks (
        id TEXT PRIMARY KEY, name TEXT UNIQUE, units INTEGER, revision INTEGER);
    CREATE TABLE IF NOT EXISTS networks (
        id TEXT PRIMARY KEY, name TEXT UNIQUE, document TEXT, carrier_key TEXT);
    CREATE TABLE IF NOT EXISTS servers (
        id TEXT PRIMARY KEY, name TEXT UNIQUE, zone TEXT, cpus INTEGER, revision INTEGER, record TEXT);
    CREATE TABLE IF NOT EXISTS secrets (
        server_id TEXT PRIMARY KEY, admin_password TEXT, unlock_key TEXT);
    CREATE TABLE IF NOT EXISTS passwords (
        id TEXT PRIMARY KEY, holder TEXT, value TEXT, renewals INTEGER, withdrawn INTEGER);
    CREATE TABLE IF NOT EXISTS faults (operation TEXT, name TEXT);
    CREATE TABLE IF NOT EXISTS sequences (name TEXT PRIMARY KEY, last INTEGER);
";

/// The maximum time to wait for another process that writes to the file.
const PATIENCE: Duration = Duration::from_secs(10);

/// A connection to the service.
pub struct Service {
    connection: Mutex<Connection>,
}

impl Service {
    /// Opens the inventory in a file, which is created if it does not exist.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be opened, or if the file is not an inventory.
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        Self::over(Connection::open(path)?)
    }

    fn over(mut connection: Connection) -> Result<Self> {
        // A transaction that begins with a read would fail instead of waiting for another writer.
        connection.set_transaction_behavior(TransactionBehavior::Immediate);
        connection.busy_timeout(PATIENCE)?;
        connection.execute_batch(TABLES)?;
        Ok(Self {
            connection: Mutex::new(connection),
        })
    }

    /// Returns the connection. A poisoned lock is ignored, because the transaction of a call that panicked was rolled
    /// back.
    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// The result of a call to the service.
pub type Result<T> = std::result::Result<T, Error>;

/// An error of the service.
#[derive(Debug)]
pub enum Error {
    /// The file cannot be used.
    Storage(rusqlite::Error),
    /// A stored record cannot be read.
    Record(serde_json::Error),
    /// The service rejects the call, with a message for the user.
    Rejected(String),
}

impl Error {
    fn rejected<T>(message: impl Into<String>) -> Result<T> {
        Err(Self::Rejected(message.into()))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Storage(error) => write!(f, "cannot access the inventory: {error}"),
            Self::Record(error) => write!(f, "cannot read a record of the inventory: {error}"),
            Self::Rejected(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for Error {}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Self {
        Self::Storage(error)
    }
}

impl From<serde_json::Error> for Error {
    fn from(error: serde_json::Error) -> Self {
        Self::Record(error)
    }
}

/// Returns a name as the service stores it.
#[must_use]
pub fn canonical_name(name: &str) -> String {
    name.to_lowercase()
}

/// Increments a sequence and returns the new number. No number is returned twice.
fn next(connection: &Connection, sequence: &str) -> Result<u64> {
    let number: i64 = connection.query_row(
        "INSERT INTO sequences VALUES (?1, 1)
         ON CONFLICT (name) DO UPDATE SET last = last + 1 RETURNING last",
        params![sequence],
        |row| row.get(0),
    )?;
    Ok(number.unsigned_abs())
}

/// Fails if the table `faults` contains this call.
fn check_fault(connection: &Connection, operation: &str, name: &str) -> Result<()> {
    let fault = connection
        .query_row(
            "SELECT 1 FROM faults WHERE operation = ?1 AND name = ?2",
            params![operation, name],
            |_| Ok(()),
        )
        .optional()?;
    match fault {
        Some(()) => Error::rejected(format!(
            "{operation} of {name} failed because of a row in the table faults"
        )),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns an in-memory inventory for tests.
    pub(super) fn service() -> Service {
        Service::over(Connection::open_in_memory().unwrap()).unwrap()
    }

    impl Service {
        pub(super) fn fail(&self, operation: &str, name: &str) {
            self.connection()
                .execute(
                    "INSERT INTO faults VALUES (?1, ?2)",
                    params![operation, name],
                )
                .unwrap();
        }
    }

    #[test]
    fn numbers_are_unique() {
        let service = service();
        let connection = service.connection();
        assert_eq!(next(&connection, "a").unwrap(), 1);
        assert_eq!(next(&connection, "a").unwrap(), 2);
        assert_eq!(next(&connection, "b").unwrap(), 1);
    }

    #[test]
    fn inventory_outlives_its_connection() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("inventory.db");
        let rack = Rack {
            name: "r".to_owned(),
            ..Rack::default()
        };
        let id = Service::open(&path).unwrap().create_rack(&rack).unwrap().id;
        assert_eq!(
            Service::open(&path)
                .unwrap()
                .rack(&id)
                .unwrap()
                .unwrap()
                .name,
            "r"
        );
    }

    #[test]
    fn rejects_other_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("text");
        std::fs::write(
            &path,
            "this text is long enough for a database, but it is not one",
        )
        .unwrap();
        assert!(matches!(Service::open(&path), Err(Error::Storage(_))));
    }
}
