//! Changes of objects and of output values.

use super::actions::Actions;
use super::field;
use super::instance_key::{self, Key};
use super::object::{self, Other, object};
use super::raw::Raw;
use super::snapshot::Snapshot;
use crate::path::Path;
use crate::ty::Type;

object! {
    /// What happens to an object or an output value.
    ///
    /// The fields hold the JSON; [`before`](Change::before()) and [`after`](Change::after()) are
    /// what to ask for values.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::show::ResourceChanges;
    /// use tfvalue::{Attr, TfSchema};
    ///
    /// #[derive(TfSchema)]
    /// struct Bucket {
    ///     #[tf(required)]
    ///     name: Attr<String>,
    ///     #[tf(computed)]
    ///     id: Attr<String>,
    /// }
    ///
    /// let plan = br#"{"format_version": "1.2", "resource_changes": [{
    ///     "address": "x_bucket.b", "mode": "managed", "type": "x_bucket", "name": "b",
    ///     "change": {
    ///         "actions": ["create"], "before": null, "after": {"name": "logs"},
    ///         "after_unknown": {"id": true}
    ///     }
    /// }]}"#;
    /// let changed = ResourceChanges::from_reader(&plan[..]).next().unwrap()?;
    /// assert!(changed.change.actions.creates());
    /// assert!(changed.change.before().is_null());
    ///
    /// let bucket: Bucket = changed.change.after().read()?;
    /// assert_eq!(bucket.name.as_deref(), Some("logs"));
    /// assert!(bucket.id.is_unknown());
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub struct Change {
        /// What is done, in this order.
        pub actions: Actions,
        /// The value before; null where there is none.
        pub before: Option<Raw>,
        /// The value after, as far as it is known; null where there is none.
        pub after: Option<Raw>,
        /// True wherever the value after is not known yet.
        pub after_unknown: Option<Raw>,
        /// True wherever the value before is sensitive.
        pub before_sensitive: Option<Raw>,
        /// True wherever the value after is sensitive.
        pub after_sensitive: Option<Raw>,
        /// Where the changes are that make it necessary to replace the object; see
        /// [`replace_paths`](Change::replace_paths()).
        pub replace_paths: Vec<Vec<Key>>,
        /// Told if the object is imported.
        pub importing: Option<Importing>,
        /// The configuration that was generated for an imported object.
        pub generated_config: Option<String>,
        /// The identity before.
        pub before_identity: Option<Raw>,
        /// The identity after.
        pub after_identity: Option<Raw>,
    }

    /// What object is imported.
    pub struct Importing {
        /// Its identifier, if it is imported by that.
        pub id: Option<String>,
        /// Whether the identifier is not known yet.
        pub unknown: bool,
        /// Its identity, if it is imported by that.
        pub identity: Option<Raw>,
    }
}

impl Change {
    /// Returns the value before.
    #[must_use]
    pub fn before(&self) -> Snapshot<'_> {
        Snapshot {
            values: self.before.as_ref(),
            unknown: None,
            sensitive: self.before_sensitive.as_ref(),
        }
    }

    /// Returns the value after, with what is unknown.
    #[must_use]
    pub fn after(&self) -> Snapshot<'_> {
        Snapshot {
            values: self.after.as_ref(),
            unknown: self.after_unknown.as_ref(),
            sensitive: self.after_sensitive.as_ref(),
        }
    }

    /// Returns where the changes are that make it necessary to replace the object, given its type
    /// or dynamic. Elements of sets have no path: there it is the path of the set.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::Type;
    /// use tfvalue::show::Change;
    ///
    /// let change: Change = serde_json::from_str(r#"{
    ///     "actions": ["delete", "create"], "replace_paths": [["disk", 0, "size"]]
    /// }"#).unwrap();
    /// assert_eq!(change.replace_paths(&Type::Dynamic)[0].to_string(), "disk[0].size");
    /// ```
    #[must_use]
    pub fn replace_paths(&self, ty: &Type) -> Vec<Path> {
        let paths = self.replace_paths.iter();
        paths.map(|keys| instance_key::path(keys, ty)).collect()
    }
}
