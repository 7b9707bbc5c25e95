//! The annotations of a struct that apply to stored states, as constants.

use super::const_or_owned::{Code, FieldText, Table, set};
use super::same::is_same_bytes;
use crate::error::Result;
use crate::schema::Identity;
use crate::state::{Encoded, Stored};

/// The stored states and the import IDs from which a resource can be created.
pub struct History {
    pub(crate) upgrades: Table<Upgrade>,
    pub(crate) moves: Table<Move>,
    pub(crate) import: Table<ImportPart>,
    pub(crate) identity: Option<ResourceIdentity>,
    pub(crate) mutable_identity: bool,
}

/// The identity of a resource.
pub struct ResourceIdentity {
    pub(crate) schema: IdentitySchema,
    pub(crate) upgrade: UpgradeIdentity,
}

/// The schema of an identity.
pub(crate) enum IdentitySchema {
    Const(fn() -> Identity),
    Owned(Box<Identity>),
}

impl IdentitySchema {
    pub(crate) fn get(&self) -> Identity {
        match self {
            IdentitySchema::Const(schema) => schema(),
            IdentitySchema::Owned(schema) => Identity::clone(schema),
        }
    }
}

/// Upgrades an identity that was stored with another version of its schema.
pub(crate) type UpgradeIdentity = Code<
    fn(i64, &Stored<'_>) -> Result<Encoded>,
    dyn Fn(i64, &Stored<'_>) -> Result<Encoded> + Send + Sync,
>;

/// The conversion of states with older versions to the current version.
pub struct Upgrade {
    /// The oldest version.
    pub(crate) min: i64,
    /// The newest version.
    pub(crate) max: i64,
    pub(crate) convert: Convert,
}

/// The conversion of a state of another resource type to this resource type.
pub struct Move {
    /// The name of the type, in the same form as in [`Origin`].
    pub(crate) name: FieldText,
    pub(crate) min_version: i64,
    pub(crate) max_version: i64,
    pub(crate) convert: ConvertMoved,
}

/// The resource type of a moved state, and the supported versions of the type's schema.
#[derive(Clone, Copy)]
#[allow(clippy::exhaustive_structs)] // generated code creates it
pub struct Origin {
    /// The name of the type. If the annotation specifies a provider, the name begins with the last parts of the
    /// provider's address.
    pub name: &'static str,
    /// The oldest version of the schema.
    pub min_version: i64,
    /// The newest version of the schema.
    pub max_version: i64,
}

/// A part of an import ID.
pub struct ImportPart {
    pub(crate) attribute: FieldText,
    /// The separator after the part, or an empty string after the last part.
    pub(crate) separator: FieldText,
}

/// Reads a state into a struct, converts the struct, and writes the new state as MessagePack.
pub(crate) type Convert =
    Code<fn(&Stored<'_>) -> Result<Vec<u8>>, dyn Fn(&Stored<'_>) -> Result<Vec<u8>> + Send + Sync>;

/// The function of a derived struct that converts the state of another resource type.
type ConvertMovedFn = fn(&Stored<'_>, Option<&[u8]>) -> Result<Vec<u8>>;

/// A function like [`Convert`] that also receives the JSON of the object's identity, if the object has an identity.
pub(crate) type ConvertMoved =
    Code<ConvertMovedFn, dyn Fn(&Stored<'_>, Option<&[u8]>) -> Result<Vec<u8>> + Send + Sync>;

impl History {
    /// No annotations.
    pub const NONE: Self = History {
        upgrades: Table::Const(&[]),
        moves: Table::Const(&[]),
        import: Table::Const(&[]),
        identity: None,
        mutable_identity: false,
    };

    /// Sets how states with older versions are read.
    #[must_use]
    pub const fn upgrades(mut self, upgrades: &'static [Upgrade]) -> Self {
        set(&mut self.upgrades, Table::Const(upgrades));
        self
    }

    /// Sets the other resource types whose states can be converted.
    #[must_use]
    pub const fn moves(mut self, moves: &'static [Move]) -> Self {
        set(&mut self.moves, Table::Const(moves));
        self
    }

    /// Sets the parts of the import ID.
    #[must_use]
    pub const fn import(mut self, parts: &'static [ImportPart]) -> Self {
        set(&mut self.import, Table::Const(parts));
        self
    }

    /// Sets the struct of the identity.
    #[must_use]
    pub const fn identity(mut self, identity: ResourceIdentity) -> Self {
        set(&mut self.identity, Some(identity));
        self
    }

    /// Allows the identity of an object to change.
    #[must_use]
    pub const fn mutable_identity(mut self) -> Self {
        self.mutable_identity = true;
        self
    }
}

impl Upgrade {
    /// Creates an upgrade from the older versions `min` to `max`.
    #[must_use]
    pub const fn new(min: i64, max: i64, convert: fn(&Stored<'_>) -> Result<Vec<u8>>) -> Self {
        Upgrade {
            min,
            max,
            convert: Code::Const(convert),
        }
    }

    /// Returns `true` if the upgrade reads states of this version.
    pub(crate) fn reads(&self, version: i64) -> bool {
        self.min <= version && version <= self.max
    }

    /// Checks the struct that reads older versions. A failure is a compiler error. The current struct can also read
    /// older states.
    ///
    /// # Panics
    ///
    /// Panics if `declared`, which is the version of the struct, is not one of the versions in the annotation.
    #[track_caller]
    pub const fn check(min: i64, max: i64, declared: i64, current: i64) {
        assert!(
            min <= declared && declared <= max || declared == current,
            "the `version` of the struct is not one that `upgrade` gives it: add `#[tf(version = …)]` to the struct, or correct `upgrade`"
        );
    }

    /// Checks a current version that is a constant. A failure is a compiler error.
    ///
    /// # Panics
    ///
    /// Panics if the version is negative.
    #[track_caller]
    pub const fn check_current(current: i64) {
        assert!(current >= 0, "`version` requires a non-negative integer");
    }

    /// Checks the newest version of an upgrade if the current version is a constant. A failure is a compiler error.
    ///
    /// # Panics
    ///
    /// Panics if the version is not older than the current version.
    #[track_caller]
    pub const fn check_older(newest: i64, current: i64) {
        assert!(
            newest < current,
            "`upgrade` has no effect, because the current version is not newer: raise `version`, or remove this upgrade"
        );
    }
}

impl Move {
    /// Creates a move from another resource type.
    #[must_use]
    pub const fn new(from: Origin, convert: ConvertMovedFn) -> Self {
        Move {
            name: FieldText::Const(from.name),
            min_version: from.min_version,
            max_version: from.max_version,
            convert: Code::Const(convert),
        }
    }

    /// Returns `true` if both moves convert the same version of the same type.
    pub(crate) fn overlaps(&self, other: &Move) -> bool {
        let of = |one: &Move| (one.min_version, one.max_version);
        overlap(
            (self.name.as_str(), of(self)),
            (other.name.as_str(), of(other)),
        )
    }

    /// Checks that each version of a type has only one struct. A failure is a compiler error.
    ///
    /// # Panics
    ///
    /// Panics if two structs have a common version.
    #[track_caller]
    pub const fn check(origins: &[Origin]) {
        let mut rest = origins;
        while let [one, others @ ..] = rest {
            let mut left = others;
            while let [other, tail @ ..] = left {
                assert!(
                    !one.overlaps(other),
                    "`moved_from` names two structs for the same version of one resource type: remove one of them, or correct its version"
                );
                left = tail;
            }
            rest = others;
        }
    }
}

impl Origin {
    /// Creates an origin with one version.
    #[must_use]
    pub const fn of(name: &'static str, version: i64) -> Self {
        Origin {
            name,
            min_version: version,
            max_version: version,
        }
    }

    const fn overlaps(&self, other: &Origin) -> bool {
        overlap(
            (self.name, (self.min_version, self.max_version)),
            (other.name, (other.min_version, other.max_version)),
        )
    }
}

/// Returns `true` if a state can match both type names, each with its own range of schema versions.
const fn overlap(one: (&str, (i64, i64)), other: (&str, (i64, i64))) -> bool {
    let ((name, (first, last)), (other_name, (other_first, other_last))) = (one, other);
    let is_apart = last < other_first || other_last < first;
    !is_apart && (is_end(name, other_name) || is_end(other_name, name))
}

/// Returns `true` if the parts of one address, such as `aws/aws_instance`, are the last parts of another address.
const fn is_end(end: &str, whole: &str) -> bool {
    let whole = whole.as_bytes();
    let Some(before) = whole.len().checked_sub(end.len()) else {
        return false;
    };
    let (start, rest) = whole.split_at(before);
    is_same_bytes(rest, end.as_bytes()) && matches!(start, [] | [.., b'/'])
}

impl ImportPart {
    /// Creates a part that sets an attribute and is followed by the given separator.
    #[must_use]
    pub const fn new(attribute: &'static str, separator: &'static str) -> Self {
        ImportPart {
            attribute: FieldText::Const(attribute),
            separator: FieldText::Const(separator),
        }
    }
}
