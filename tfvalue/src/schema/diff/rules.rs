//! A schema with the rules that decide what a new version plans for existing objects.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::schema::{Block, Schema};

/// A schema, together with the rules of its struct that decide what a new version of the provider plans for existing
/// objects. The rules are the defaults, and the changes that require replacement.
///
/// In the state of an existing object, a new attribute is null. If the attribute has a default and requires replacement
/// when it changes, the next plan replaces each object. A schema does not contain these rules, so only a snapshot of a
/// struct shows such a change: `Snapshot::of`. A `Description` converts to a snapshot with its rules, and a [`Schema`]
/// converts to a snapshot without rules.
///
/// In JSON, a snapshot is a schema with an additional member, `rules`.
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

/// The rules of all attributes that have rules, by path.
pub(crate) type RulesByPath = BTreeMap<String, Rules>;

/// The rules of an attribute.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rules {
    /// The default as a string, or an empty string if there is no default.
    pub(crate) default: Cow<'static, str>,
    /// When a change requires replacement: `always`, `if_configured`, `when`, or an empty string for never.
    pub(crate) replace: Cow<'static, str>,
    /// Whether a change from null to the default requires replacement. For rules from a file, this is not known.
    pub(crate) replaces_null: bool,
}

impl Rules {
    /// Returns `true` if an object that has the old default is replaced because of the new default.
    pub(super) fn replaces_after(&self, old: &Rules) -> bool {
        match &*old.default {
            default if default == self.default => false,
            "" => self.replaces_null,
            _ => !self.default.is_empty() && matches!(&*self.replace, "always" | "when"),
        }
    }
}
