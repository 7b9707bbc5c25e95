//! `LockInfo`: the holder of the lock on a state.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::time::SystemTime;
use std::{env, fmt, fs};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::diagnostics::Diagnostic;
use crate::timestamp::timestamp;

/// The holder of the lock on a state, and the time at which the state was locked. A
/// [`StateStore`](crate::provider::StateStore) stores a `LockInfo` for each lock.
///
/// serde writes a `LockInfo` as a map of strings, for example for a JSON file or a database. Fields that are missing
/// when a `LockInfo` is read are empty.
///
/// # Examples
///
/// ```
/// use tfvalue::provider::LockInfo;
///
/// let lock = LockInfo::new("OperationTypeApply");
/// let stored = serde_json::to_string(&lock)?;
///
/// // Somebody else wants to lock the state.
/// let existing: LockInfo = serde_json::from_str(&stored)?;
/// let error = existing.already_locked("default");
/// assert_eq!(error.summary(), "Workspace already locked");
/// assert!(error.detail().starts_with("Another client holds the lock of the workspace \"default\"."));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LockInfo {
    /// The ID, which [`lock`](crate::provider::StateStore::lock) returns to Terraform.
    pub id: String,
    /// The operation that Terraform runs, such as `OperationTypeApply`.
    pub operation: String,
    /// The names of the user and the machine, such as `ann@laptop`. The string is empty if neither name is known.
    pub who: String,
    /// The time at which the state was locked, in UTC and in the format of RFC 3339.
    pub created: String,
}

impl LockInfo {
    /// Creates the lock information for an operation of the current user, with a random ID and the current time.
    ///
    /// The user name is taken from the environment (`USER`, `LOGNAME` or `USERNAME`). The machine name is taken from
    /// `/proc/sys/kernel/hostname` or from the environment (`HOSTNAME` or `COMPUTERNAME`).
    #[must_use]
    pub fn new(operation: &str) -> Self {
        // Each `RandomState` has its own random keys.
        let [a, b] = [0, 1].map(|half| RandomState::new().hash_one(half));
        let since_1970 = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        LockInfo {
            id: format!("{a:016x}{b:016x}"),
            operation: operation.to_owned(),
            who: who(),
            created: timestamp(since_1970.unwrap_or_default()),
        }
    }

    /// Creates the error for another client that tries to lock the same state.
    #[must_use]
    pub fn already_locked(&self, state: &str) -> Diagnostic {
        let text = format!("Another client holds the lock of the workspace {state:?}.\n\n{self}");
        Diagnostic::error("Workspace already locked", text)
    }
}

/// Prints one line for each field that is not empty.
impl fmt::Display for LockInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = [
            ("Lock ID", &self.id),
            ("Operation", &self.operation),
            ("Who", &self.who),
            ("Created", &self.created),
        ];
        let lines = lines.iter().filter(|(_, value)| !value.is_empty());
        let lines: Vec<_> = lines
            .map(|(name, value)| format!("{name}: {value}"))
            .collect();
        f.write_str(&lines.join("\n"))
    }
}

impl Serialize for LockInfo {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([
            ("id", &self.id),
            ("operation", &self.operation),
            ("who", &self.who),
            ("created", &self.created),
        ])
    }
}

impl<'de> Deserialize<'de> for LockInfo {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut fields = BTreeMap::<String, String>::deserialize(deserializer)?;
        let mut take = |name| fields.remove(name).unwrap_or_default();
        Ok(LockInfo {
            id: take("id"),
            operation: take("operation"),
            who: take("who"),
            created: take("created"),
        })
    }
}

/// Returns the current user and machine, as far as they are known.
fn who() -> String {
    let first = |names: &[&str]| {
        let values = names.iter().filter_map(|name| env::var(name).ok());
        values.into_iter().find(|value| !value.is_empty())
    };
    let user = first(&["USER", "LOGNAME", "USERNAME"]);
    let machine = fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let machine = machine
        .map(|name| name.trim().to_owned())
        .or_else(|| first(&["HOSTNAME", "COMPUTERNAME"]));
    match (user, machine) {
        (Some(user), Some(machine)) => format!("{user}@{machine}"),
        (user, machine) => user.or(machine).unwrap_or_default(),
    }
}
