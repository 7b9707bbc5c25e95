//! The annotations of a struct that concern stored states, as constants.

use crate::error::Result;
use crate::state::Stored;

/// The states that a resource's struct can be created from.
#[derive(Clone, Copy)]
pub struct History {
    pub(crate) upgrades: &'static [Upgrade],
}

/// How a state of an older version becomes a state of the current one.
#[derive(Clone, Copy)]
pub struct Upgrade {
    pub(crate) version: i64,
    pub(crate) convert: Convert,
}

/// Reads a state into a struct, converts the struct, and writes the new state as MessagePack.
pub(crate) type Convert = fn(&Stored<'_>) -> Result<Vec<u8>>;

impl History {
    /// No annotations.
    pub const NONE: Self = History { upgrades: &[] };

    /// Sets the older versions.
    #[must_use]
    pub const fn upgrades(mut self, upgrades: &'static [Upgrade]) -> Self {
        self.upgrades = upgrades;
        self
    }
}

impl Upgrade {
    /// Creates the upgrade from a version.
    #[must_use]
    pub const fn new(version: i64, convert: Convert) -> Self {
        Upgrade { version, convert }
    }
}
