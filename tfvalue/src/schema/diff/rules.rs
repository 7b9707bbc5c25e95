//! A schema with the rules that decide what a new version plans for existing objects.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::schema::{Block, Schema};

/// A schema, with the rules of its struct that decide what a new version of the provider plans for existing objects: the
/// defaults, and which changes require replacement.
///
/// The state of an existing object has null for a new attribute. If this attribute has a default, and a change to it
/// requires replacement, the next plan replaces each object. No schema contains these rules, so only a snapshot of a
/// struct shows such a change: `Snapshot::of`. A `Description` converts into a snapshot with its rules, and a
/// [`Schema`] into one without.
///
/// In JSON, a snapshot is a schema with one more member, `rules`.
///
/// # Examples
///
/// ```
/// use tfvalue::schema::diff::{self, Snapshot};
/// use tfvalue::{Attr, TfSchema};
///
/// mod v1 {
///     # use tfvalue::{Attr, TfSchema};
///     #[derive(TfSchema)]
///     #[tf(kind = resource)]
///     pub struct Server {
///         #[tf(default = 1)]
///         pub cpus: Attr<i64>,
///     }
/// }
///
/// #[derive(TfSchema)]
/// #[tf(kind = resource)]
/// struct Server {
///     #[tf(default = 2)]
///     cpus: Attr<i64>,
///     #[tf(default = "main", replace)]
///     zone: Attr<String>,
/// }
///
/// let changes = diff::compare(Snapshot::of::<v1::Server>(), Snapshot::of::<Server>());
/// let text: Vec<_> = changes.iter().map(ToString::to_string).collect();
/// assert_eq!(text, [
///     "breaking: cpus: default changed from 1 to 2",
///     "zone: added",
///     "breaking: zone: the default replaces existing objects: write `replace(if_configured)`, or set the attribute in \
///      `read` or `upgrade`",
/// ]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    pub(crate) version: i64,
    pub(crate) block: Block,
    /// `None` if the rules are not known.
    pub(crate) rules: Option<RulesByPath>,
}

impl From<Schema> for Snapshot {
    fn from(schema: Schema) -> Self {
        Snapshot {
            version: schema.version,
            block: schema.block,
            rules: None,
        }
    }
}

impl From<&Schema> for Snapshot {
    fn from(schema: &Schema) -> Self {
        schema.clone().into()
    }
}

impl From<&Snapshot> for Snapshot {
    fn from(snapshot: &Snapshot) -> Self {
        snapshot.clone()
    }
}

/// The rules of the attributes that have any, by path.
pub(crate) type RulesByPath = BTreeMap<String, Rules>;

/// The rules of an attribute.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rules {
    /// The text of the default; empty if there is none.
    pub(crate) default: Cow<'static, str>,
    /// When a change requires replacement: `always`, `if_configured`, `when`, or empty for never.
    pub(crate) replace: Cow<'static, str>,
    /// Whether the default is a change from null that requires replacement. It is not known for rules from a file.
    pub(crate) replaces_null: bool,
}

impl Rules {
    /// Returns `true` if an object that has the old default is replaced because of the new one.
    pub(super) fn replaces_after(&self, old: &Rules) -> bool {
        match &*old.default {
            default if default == self.default => false,
            "" => self.replaces_null,
            _ => !self.default.is_empty() && matches!(&*self.replace, "always" | "when"),
        }
    }
}
