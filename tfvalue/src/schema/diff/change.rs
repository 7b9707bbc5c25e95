//! A change, its description, and whether the change breaks existing configurations.

use std::fmt;

use crate::path::{Path, Step};
use crate::schema::Nesting;
use crate::schema::json::Word;
use crate::ty::Type;

/// A change between two versions of a schema.
///
/// # Examples
///
/// ```
/// use tfvalue::Type;
/// use tfvalue::schema::{Attribute, Block, Schema, diff};
///
/// let old = Block::new().attributes([Attribute::new("size", Type::String).optional()]);
/// let new = Block::new().attributes([Attribute::new("size", Type::Number).optional()]);
///
/// let [change] = &diff::compare(&Schema::new(old), &Schema::new(new))[..] else { panic!() };
/// assert_eq!(change.path.to_string(), "size");
/// assert!(matches!(change.kind, diff::ChangeKind::Type { .. }));
/// assert!(change.is_breaking() && change.requires_state_upgrade());
/// assert_eq!(change.to_string(), r#"breaking: size: type changed from "string" to "number""#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SchemaChange {
    /// The path of the attribute or block that changed, or the root for the schema itself.
    pub path: Path,
    /// The kind of change.
    pub kind: ChangeKind,
}

/// A kind of change.
///
/// # Examples
///
/// ```
/// use tfvalue::schema::diff::{ChangeKind, Flag};
///
/// let kind = ChangeKind::MaxItems { old: 0, new: 4 };
/// assert_eq!(kind.to_string(), "maximum number of blocks changed from unlimited to 4");
/// let kind = ChangeKind::Flag { flag: Flag::Computed, now: false };
/// assert_eq!(kind.to_string(), "is no longer computed");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChangeKind {
    /// A schema, attribute, block type or function was added.
    Added {
        /// Whether existing configurations must now set the new part.
        required: bool,
    },
    /// A schema, attribute, block type or function was removed.
    Removed,
    /// The version of the schema changed.
    Version {
        /// The old version.
        old: i64,
        /// The new version.
        new: i64,
    },
    /// The type of an attribute, parameter or result changed.
    Type {
        /// The old type.
        old: Type,
        /// The new type.
        new: Type,
    },
    /// The nesting mode of a block type or nested attribute changed.
    Nesting {
        /// The old mode.
        old: Nesting,
        /// The new mode.
        new: Nesting,
    },
    /// The minimum number of blocks changed.
    MinItems {
        /// The old number, or 0 for no limit.
        old: u64,
        /// The new number, or 0 for no limit.
        new: u64,
    },
    /// The maximum number of blocks changed.
    MaxItems {
        /// The old number, or 0 for no limit.
        old: u64,
        /// The new number, or 0 for no limit.
        new: u64,
    },
    /// A property was set or unset.
    Flag {
        /// The property.
        flag: Flag,
        /// Whether it is set now.
        now: bool,
    },
    /// The default of an attribute changed. See [`Snapshot`](super::Snapshot).
    Default {
        /// The old default as a string, or an empty string if there was no default.
        old: String,
        /// The new default as a string, or an empty string if there is no default.
        new: String,
    },
    /// A different set of changes to the attribute now requires the replacement of the object.
    Replace {
        /// The changes that required the replacement: `"always"`, `"if_configured"`, `"when"`, or an empty string for never.
        old: String,
        /// The corresponding value for the new version.
        new: String,
    },
    /// The default changes existing objects in a way that requires their replacement.
    ReplacesExisting,
    /// The parameters of a function changed.
    Parameters,
    /// A description, its format or a deprecation message changed.
    Text,
}

/// A property of an attribute or block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Flag {
    /// The configuration must set it.
    Required,
    /// The configuration can set it.
    Configurable,
    /// The provider sets the value if the configuration does not.
    Computed,
    /// Terraform hides its value.
    Sensitive,
    /// Its value is never stored.
    WriteOnly,
    /// Its use causes a warning.
    Deprecated,
    /// The function accepts null for the parameter.
    Nullable,
}

impl SchemaChange {
    /// Returns `true` if a configuration that was valid can now fail or have a different meaning.
    ///
    /// Breaking changes include a different default, a change that replaces objects, and an attribute that becomes
    /// sensitive, because Terraform then rejects outputs that show its value. Lowering the version is a breaking change
    /// for a resource or an identity, because Terraform stores resources and identities. It is also a breaking change
    /// for a schema that is compared on its own. A deprecation is not a breaking change.
    #[must_use]
    pub fn is_breaking(&self) -> bool {
        match &self.kind {
            ChangeKind::Added { required } => *required,
            ChangeKind::Removed
            | ChangeKind::Type { .. }
            | ChangeKind::Nesting { .. }
            | ChangeKind::Default { .. }
            | ChangeKind::ReplacesExisting
            | ChangeKind::Parameters => true,
            ChangeKind::Replace { old, new } => !new.is_empty() && old != "always",
            ChangeKind::Version { old, new } => new < old && self.is_stored(),
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

    /// Returns `true` if Terraform stores objects of the schema.
    fn is_stored(&self) -> bool {
        match self.path.steps().first() {
            Some(Step::Attribute(member)) => {
                matches!(&**member, "resource_schemas" | "resource_identity_schemas")
            }
            _ => true,
        }
    }

    /// Returns `true` if stored states may no longer be readable. Such a change requires a new
    /// version of the schema, and an upgrade of older states.
    ///
    /// A new attribute does not require an upgrade, because the attribute is null in older states.
    #[must_use]
    pub fn requires_state_upgrade(&self) -> bool {
        matches!(
            self.kind,
            ChangeKind::Removed | ChangeKind::Type { .. } | ChangeKind::Nesting { .. }
        )
    }
}

impl fmt::Display for SchemaChange {
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
            ChangeKind::Added { required: true } => f.write_str("added and required"),
            ChangeKind::Removed => f.write_str("removed"),
            ChangeKind::Version { old, new } => {
                write!(f, "version changed from {old} to {new}")
            }
            ChangeKind::Type { old, new } => {
                write!(f, "type changed from {} to {}", old.brief(), new.brief())
            }
            ChangeKind::Nesting { old, new } => {
                write!(f, "nesting changed from {} to {}", old.word(), new.word())
            }
            ChangeKind::MinItems { old, new } => {
                write!(f, "minimum number of blocks changed from {old} to {new}")
            }
            ChangeKind::MaxItems { old, new } => {
                let bound = |count: &u64| match count {
                    0 => "unlimited".to_owned(),
                    count => count.to_string(),
                };
                let (old, new) = (bound(old), bound(new));
                write!(f, "maximum number of blocks changed from {old} to {new}")
            }
            ChangeKind::Flag { flag, now } => f.write_str(match (flag, now) {
                (Flag::Required, true) => "is now required",
                (Flag::Required, false) => "is no longer required",
                (Flag::Configurable, true) => "can now be configured",
                (Flag::Configurable, false) => "can no longer be configured",
                (Flag::Computed, true) => "is now computed",
                (Flag::Computed, false) => "is no longer computed",
                (Flag::Sensitive, true) => "is now sensitive",
                (Flag::Sensitive, false) => "is no longer sensitive",
                (Flag::WriteOnly, true) => "is now write-only",
                (Flag::WriteOnly, false) => "is no longer write-only",
                (Flag::Deprecated, true) => "is now deprecated",
                (Flag::Deprecated, false) => "is no longer deprecated",
                (Flag::Nullable, true) => "now accepts null",
                (Flag::Nullable, false) => "no longer accepts null",
            }),
            ChangeKind::Default { old, new } => match (old.is_empty(), new.is_empty()) {
                (true, _) => write!(f, "now has the default {new}"),
                (_, true) => write!(f, "no longer has the default {old}"),
                _ => write!(f, "default changed from {old} to {new}"),
            },
            ChangeKind::Replace { old, new } => {
                let [old, new] = [old, new].map(|when| match &**when {
                    "" => "never",
                    "if_configured" => "if configured",
                    "when" => "under a condition",
                    when => when,
                });
                write!(f, "replacement by a change: changed from {old} to {new}")
            }
            ChangeKind::ReplacesExisting => f.write_str(
                "the default replaces existing objects: write `replace(if_configured)`, or set the attribute in `read` \
                 or `upgrade`",
            ),
            ChangeKind::Parameters => f.write_str("parameters changed"),
            ChangeKind::Text => f.write_str("description changed"),
        }
    }
}
