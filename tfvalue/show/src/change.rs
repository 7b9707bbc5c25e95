//! The changes to objects and output values.

use tfvalue::{Path, Type};

use super::actions::Actions;
use super::field;
use super::instance_key::{self, Key};
use super::object::{self, Other, object};
use super::raw::Raw;
use super::snapshot::Snapshot;

object! {
    /// The change to an object or an output value.
    ///
    /// The fields contain JSON. To read values, use [`before`](Change::before()) and
    /// [`after`](Change::after()).
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue_show::ResourceChanges;
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
        /// The actions, in order.
        pub actions: Actions,
        /// The value before the change; null if there is no such value.
        pub before: Option<Raw>,
        /// The known parts of the value after the change; null if there is no such value.
        pub after: Option<Raw>,
        /// The unknown parts of the value after the change, each marked with `true`.
        pub after_unknown: Option<Raw>,
        /// The sensitive parts of the value before the change, each marked with `true`.
        pub before_sensitive: Option<Raw>,
        /// The sensitive parts of the value after the change, each marked with `true`.
        pub after_sensitive: Option<Raw>,
        /// The parts whose changes require a replacement; see [`replace_paths`](Change::replace_paths()).
        pub replace_paths: Vec<Vec<Key>>,
        /// The imported object, if the change is an import.
        pub importing: Option<Importing>,
        /// The generated configuration of an imported object.
        pub generated_config: Option<String>,
        /// The identity before the change.
        pub before_identity: Option<Raw>,
        /// The identity after the change.
        pub after_identity: Option<Raw>,
    }

    /// The object that is imported.
    pub struct Importing {
        /// The ID, if the object is imported by ID.
        pub id: Option<String>,
        /// Whether the ID is unknown.
        pub unknown: bool,
        /// The identity, if the object is imported by identity.
        pub identity: Option<Raw>,
    }
}

impl Change {
    /// Returns the value before the change.
    #[must_use]
    pub fn before(&self) -> Snapshot<'_> {
        Snapshot {
            values: self.before.as_ref(),
            unknown: None,
            sensitive: self.before_sensitive.as_ref(),
        }
    }

    /// Returns the value after the change, with its unknown parts.
    #[must_use]
    pub fn after(&self) -> Snapshot<'_> {
        Snapshot {
            values: self.after.as_ref(),
            unknown: self.after_unknown.as_ref(),
            sensitive: self.after_sensitive.as_ref(),
        }
    }

    /// Returns the paths to the parts whose changes require a replacement, according to a type constraint. The elements
    /// of a set have no paths, so the path of the set is returned.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::Type;
    /// use tfvalue_show::Change;
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
