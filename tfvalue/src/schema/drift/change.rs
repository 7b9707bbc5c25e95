//! A change, and what it means.

use std::fmt;

use crate::path::Path;
use crate::schema::Nesting;
use crate::ty::Type;

/// A change between two versions of a schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The attribute or block that changed; the root where it is the schema itself.
    pub path: Path,
    /// What changed.
    pub kind: ChangeKind,
}

/// What changed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChangeKind {
    /// A schema, attribute, kind of block or function is new.
    Added {
        /// Whether the configurations that there are must now set it.
        required: bool,
    },
    /// A schema, attribute, kind of block or function is gone.
    Removed,
    /// The version of the stored form is another.
    Version {
        /// The version before.
        old: i64,
        /// The version now.
        new: i64,
    },
    /// The type of an attribute, parameter or result is another.
    Type {
        /// The type before.
        old: Type,
        /// The type now.
        new: Type,
    },
    /// Nested blocks, or the objects of a nested attribute, are collected in another way.
    Nesting {
        /// The way before.
        old: Nesting,
        /// The way now.
        new: Nesting,
    },
    /// There must be another number of blocks.
    MinItems {
        /// The number before; 0 for any.
        old: u64,
        /// The number now; 0 for any.
        new: u64,
    },
    /// There may be another number of blocks.
    MaxItems {
        /// The number before; 0 for any.
        old: u64,
        /// The number now; 0 for any.
        new: u64,
    },
    /// A property was gained or lost.
    Flag {
        /// The property.
        flag: Flag,
        /// Whether it is there now.
        now: bool,
    },
    /// A function takes other parameters.
    Parameters,
    /// A description, its format or a deprecation message is another.
    Text,
}

/// A property of an attribute or block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Flag {
    /// It must be set.
    Required,
    /// It may be set.
    Configurable,
    /// The provider sets it where the configuration does not.
    Computed,
    /// Terraform hides its value.
    Sensitive,
    /// It is never stored.
    WriteOnly,
    /// It should no longer be used.
    Deprecated,
    /// A function takes null.
    Nullable,
}

impl Change {
    /// Tells whether configurations may fail, or mean something else, that were right before.
    ///
    /// What is hidden from now on counts, since outputs that show it are refused; what is only
    /// deprecated does not.
    #[must_use]
    pub fn is_breaking(&self) -> bool {
        match &self.kind {
            ChangeKind::Added { required } => *required,
            ChangeKind::Removed
            | ChangeKind::Type { .. }
            | ChangeKind::Nesting { .. }
            | ChangeKind::Parameters => true,
            ChangeKind::Version { old, new } => new < old,
            ChangeKind::MinItems { old, new } => new > old,
            ChangeKind::MaxItems { old, new } => *new != 0 && (*old == 0 || new < old),
            ChangeKind::Flag { flag, now } => match flag {
                Flag::Required | Flag::Sensitive | Flag::WriteOnly => *now,
                Flag::Configurable | Flag::Computed | Flag::Nullable => !now,
                Flag::Deprecated => false,
            },
            ChangeKind::Text => false,
        }
    }

    /// Tells whether states that are stored may no longer be read: the version must rise then,
    /// and older states be upgraded.
    ///
    /// A new attribute is no such change: it is null where the state does not have it.
    #[must_use]
    pub fn is_of_stored_form(&self) -> bool {
        matches!(
            self.kind,
            ChangeKind::Removed | ChangeKind::Type { .. } | ChangeKind::Nesting { .. }
        )
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_breaking() {
            f.write_str("breaking: ")?;
        }
        if !self.path.is_root() {
            write!(f, "{}: ", self.path)?;
        }
        self.kind.fmt(f)
    }
}

impl fmt::Display for ChangeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChangeKind::Added { required: false } => f.write_str("added"),
            ChangeKind::Added { required: true } => f.write_str("added, and must be set"),
            ChangeKind::Removed => f.write_str("removed"),
            ChangeKind::Version { old, new } => {
                write!(f, "the version is {new} and no longer {old}")
            }
            ChangeKind::Type { old, new } => write!(
                f,
                "the type is {} and no longer {}",
                new.brief(),
                old.brief()
            ),
            ChangeKind::Nesting { old, new } => {
                write!(
                    f,
                    "the nesting is {} and no longer {}",
                    word(*new),
                    word(*old)
                )
            }
            ChangeKind::MinItems { old, new } => {
                write!(f, "at least {new} and no longer {old} must be there")
            }
            ChangeKind::MaxItems { old, new } => {
                let bound = |count: &u64| match count {
                    0 => "any number".to_owned(),
                    count => format!("at most {count}"),
                };
                write!(
                    f,
                    "{} and no longer {} may be there",
                    bound(new),
                    bound(old)
                )
            }
            ChangeKind::Flag { flag, now } => f.write_str(match (flag, now) {
                (Flag::Required, true) => "must now be set",
                (Flag::Required, false) => "must no longer be set",
                (Flag::Configurable, true) => "can now be set",
                (Flag::Configurable, false) => "can no longer be set",
                (Flag::Computed, true) => "is now computed where it is not set",
                (Flag::Computed, false) => "is no longer computed where it is not set",
                (Flag::Sensitive, true) => "is now sensitive",
                (Flag::Sensitive, false) => "is no longer sensitive",
                (Flag::WriteOnly, true) => "is now write-only",
                (Flag::WriteOnly, false) => "is no longer write-only",
                (Flag::Deprecated, true) => "is now deprecated",
                (Flag::Deprecated, false) => "is no longer deprecated",
                (Flag::Nullable, true) => "can now be null",
                (Flag::Nullable, false) => "can no longer be null",
            }),
            ChangeKind::Parameters => f.write_str("takes other parameters"),
            ChangeKind::Text => f.write_str("is described in other words"),
        }
    }
}

fn word(nesting: Nesting) -> &'static str {
    match nesting {
        Nesting::Single => "single",
        Nesting::Group => "group",
        Nesting::List => "list",
        Nesting::Set => "set",
        Nesting::Map => "map",
    }
}
