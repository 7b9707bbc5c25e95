//! The object of a resource instance, and its values.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use tfvalue::__internal::show::{
    current_identity, current_state, read_stored, redact_at, stored_value,
};
use tfvalue::json;
use tfvalue::schema::{Identity, Schema};
use tfvalue::state::Stored;
use tfvalue::{Error, Path, Result, TfSchema, Type, Value, paths::Step, types::TfIdentity};

use crate::error;
use crate::field;
use crate::instance_key::Key;
use crate::object::{self, Other, object};
use crate::open_enum::open_enum;
use crate::raw::Raw;
use crate::tree::{Tree, named_step, part_at, part_named};

open_enum! {
    /// The status of an object.
    pub enum Status {
        /// The next apply will replace the object.
        Tainted = "tainted",
    }
}

object! {
    /// An object of a resource instance: either the current object, or a deposed object, which has been replaced but
    /// not yet destroyed.
    ///
    /// | method | returns | objects of older schemas | attributes that the schema does not have |
    /// |---|---|---|---|
    /// | [`read`](Instance::read) | a struct | are upgraded | an error |
    /// | [`read_ignoring_unsupported`](Instance::read_ignoring_unsupported) | a struct | are read as they are | left out |
    /// | [`value`](Instance::value) | a [`Value`] by a schema | an error | an error |
    /// | `attributes` | JSON | are read as they are | kept |
    pub struct Instance {
        /// The key of the instance, if the resource has `count` or `for_each`.
        pub index_key: Option<Key>,
        /// The status; `None` if the object is ready.
        pub status: Option<Status>,
        /// The key of a deposed object; `None` for the current object.
        pub deposed: Option<String>,
        /// The configuration of the provider, if it differs between instances (OpenTofu).
        pub provider: Option<String>,
        /// The version of the resource's schema to which the attributes conform.
        pub schema_version: u64,
        /// The attributes in the JSON that Terraform uses for values of the schema's implied type. This JSON differs
        /// from the output of `terraform show -json`: the value of a dynamic attribute is an object that contains the
        /// type.
        pub attributes: Option<Raw>,
        /// The attributes as a flatmap, which Terraform 0.11 and older wrote instead of `attributes`.
        pub attributes_flat: Option<Raw>,
        /// The paths of values that the configuration or the provider has marked as sensitive. They can be read with
        /// [`Instance::sensitive_paths`].
        pub sensitive_attributes: Option<Raw>,
        /// The version of the identity's schema to which `identity` conforms.
        pub identity_schema_version: Option<u64>,
        /// The identity of the remote object.
        pub identity: Option<Raw>,
        /// The provider's private data as a Base64 string.
        pub private: Option<Raw>,
        /// The resources on which the object depends. They determine the order in which objects are destroyed.
        pub dependencies: Vec<String>,
        /// Whether the replacement is created before this object is destroyed.
        pub create_before_destroy: bool,
        /// Whether the object is forgotten instead of destroyed (OpenTofu).
        pub skip_destroy: bool,
    }
}

impl Instance {
    /// Reads the attributes as a struct. If the attributes were stored with an older schema version, they are first
    /// upgraded according to the struct's [`upgrade`](macro@tfvalue::TfSchema#upgrade) annotation.
    ///
    /// Some releases of Terraform and OpenTofu store version 0 for the objects of all data sources. Read these objects
    /// with [`Instance::read_ignoring_unsupported`].
    ///
    /// # Errors
    ///
    /// Fails in the same cases as [`state::upgrade`](tfvalue::state::upgrade()), and also if the attributes do not
    /// match the struct of their version. The error has a [fault](Error::faults) for each attribute that does not
    /// match. Attributes that the current struct does not have are errors.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue_show::state_file::Instance;
    /// use tfvalue::{Attr, TfSchema};
    ///
    /// #[derive(TfSchema)]
    /// #[tf(kind = resource, version = 1, upgrade(0 = BucketV0))]
    /// struct Bucket {
    ///     #[tf(required)]
    ///     name: Attr<String>,
    /// }
    ///
    /// #[derive(TfSchema)]
    /// struct BucketV0 {
    ///     #[tf(required)]
    ///     bucket: Attr<String>,
    /// }
    ///
    /// impl From<BucketV0> for Bucket {
    ///     fn from(old: BucketV0) -> Self {
    ///         Bucket { name: old.bucket }
    ///     }
    /// }
    ///
    /// let json = r#"{"schema_version": 0, "attributes": {"bucket": "logs"}}"#;
    /// let instance: Instance = serde_json::from_str(json).unwrap();
    /// assert_eq!(instance.read::<Bucket>()?.name.as_deref(), Some("logs"));
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn read<T: TfSchema + DeserializeOwned>(&self) -> Result<T> {
        let version = version(self.schema_version)?;
        self.with_stored(|stored| current_state(version, stored))
    }

    /// Reads the attributes that `T` has, and ignores all other attributes. A missing attribute is null. The version of
    /// the schema is not checked, and the attributes are not upgraded.
    ///
    /// # Errors
    ///
    /// Fails if an attribute does not match `T`.
    pub fn read_ignoring_unsupported<T: TfSchema + DeserializeOwned>(&self) -> Result<T> {
        self.with_stored(|stored| read_stored(stored, &T::block()))
    }

    /// Returns the attributes as a value that conforms to a schema, for example a schema from the output of
    /// `terraform providers schema -json`.
    ///
    /// # Errors
    ///
    /// Fails if the object has a different schema version, or if the attributes do not match the schema.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::schema::{Attribute, Block};
    /// use tfvalue_show::state_file::Instance;
    /// use tfvalue::{Type, schema::Schema};
    ///
    /// let name = Attribute::new("name", Type::String).required();
    /// let schema = Schema::new(Block::new().attributes([name]));
    /// let json = r#"{"schema_version": 0, "attributes": {"name": "logs"}}"#;
    /// let mut instance: Instance = serde_json::from_str(json).unwrap();
    /// assert_eq!(instance.value(&schema)?.to_string(), r#"{ name = "logs" }"#);
    ///
    /// instance.schema_version = 1;
    /// assert_eq!(
    ///     instance.value(&schema).unwrap_err().to_string(),
    ///     "an object of schema version 0 is required, got one of version 1"
    /// );
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn value(&self, schema: &Schema) -> Result<Value> {
        if version(self.schema_version)? != schema.version {
            return Err(another_version(
                "an object",
                schema.version,
                self.schema_version,
            ));
        }
        self.with_stored(|stored| stored_value(stored, &schema.block))
    }

    /// Reads the identity as a struct, and upgrades the identity if it has an older version. Returns `None` if the
    /// instance has no identity.
    ///
    /// # Errors
    ///
    /// Fails if the identity does not match the struct of its version, or if no upgrade from its version is declared.
    pub fn read_identity<T: TfIdentity + DeserializeOwned>(&self) -> Result<Option<T>> {
        let Some(identity) = &self.identity else {
            return Ok(None);
        };
        let version = version(self.identity_schema_version.unwrap_or_default())?;
        let stored = Stored::json(identity.get().as_bytes());
        current_identity(version, &stored).map(Some)
    }

    /// Returns the identity as a value that conforms to its schema. Returns `None` if the instance has no identity.
    ///
    /// # Errors
    ///
    /// Fails if the identity has a different schema version or does not match the schema.
    pub fn identity_value(&self, schema: &Identity) -> Result<Option<Value>> {
        let Some(identity) = &self.identity else {
            return Ok(None);
        };
        let found = self.identity_schema_version.unwrap_or_default();
        if version(found)? != schema.version {
            return Err(another_version("an identity", schema.version, found));
        }
        json::value_from_slice(identity.get().as_bytes(), &schema.implied_type()).map(Some)
    }

    /// Returns the paths of the values that the file marks as sensitive, according to the type of the object or
    /// [`Type::Dynamic`]. All parts of a sensitive value are sensitive, too. Attributes that only the schema marks as
    /// sensitive may be missing from the returned paths. The elements of a set have no paths, so the path of the set is
    /// returned.
    ///
    /// # Errors
    ///
    /// Fails if `sensitive_attributes` has an unexpected form.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::Type;
    /// use tfvalue_show::state_file::Instance;
    ///
    /// let instance: Instance = serde_json::from_str(r#"{"schema_version": 0, "sensitive_attributes": [[
    ///     {"type": "get_attr", "value": "users"},
    ///     {"type": "index", "value": {"value": 0, "type": "number"}},
    ///     {"type": "get_attr", "value": "password"}
    /// ]]}"#).unwrap();
    /// let paths = instance.sensitive_paths(&Type::Dynamic)?;
    /// assert_eq!(paths[0].to_string(), "users[0].password");
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn sensitive_paths(&self, ty: &Type) -> Result<Vec<Path>> {
        let Some(raw) = &self.sensitive_attributes else {
            return Ok(Vec::new());
        };
        let paths = match raw.tree()? {
            Tree::List(paths) => paths,
            Tree::Null => Vec::new(),
            _ => return Err(no_path()),
        };
        paths.iter().map(|steps| path(steps, ty)).collect()
    }

    /// Runs `read` with the attributes. The errors do not show the values that the file marks as sensitive.
    fn with_stored<T>(&self, read: impl FnOnce(&Stored<'_>) -> Result<T>) -> Result<T> {
        let flat = self
            .attributes_flat
            .as_ref()
            .filter(|_| self.attributes.is_none());
        let read = match flat {
            None => {
                // Terraform reads an object without attributes as an empty object.
                let json = self.attributes.as_ref().map_or("{}", Raw::get);
                read(&Stored::json(json.as_bytes()))
            }
            Some(flat) => {
                let entries = serde_json::from_str::<BTreeMap<String, String>>(flat.get());
                let entries = entries.map_err(|_| {
                    error::mismatch("a flatmap of strings", "other JSON").at("attributes_flat")
                })?;
                let entries = entries.iter().map(|(key, value)| (&**key, &**value));
                read(&Stored::flatmap(entries))
            }
        };
        read.map_err(|error| {
            // If the paths cannot be read, the whole value is sensitive.
            let paths = self.sensitive_paths(&Type::Dynamic);
            redact_at(error, &paths.unwrap_or_else(|_| vec![Path::root()]))
        })
    }
}

fn version(version: u64) -> Result<i64> {
    i64::try_from(version).map_err(|_| error::data("the version of the schema is too large"))
}

#[cold]
fn another_version(what: &str, required: i64, got: u64) -> Error {
    error::mismatch(
        format!("{what} of schema version {required}"),
        format!("one of version {got}"),
    )
}

#[cold]
fn no_path() -> Error {
    error::mismatch("a list of paths", "other JSON").at("sensitive_attributes")
}

/// Converts a path. The resulting path ends at the first element of a set.
fn path(steps: &Tree<'_>, mut ty: &Type) -> Result<Path> {
    let Tree::List(steps) = steps else {
        return Err(no_path());
    };
    let mut path = Vec::new();
    for step in steps {
        let Tree::Object(step) = step else {
            return Err(no_path());
        };
        if matches!(ty, Type::Set(_)) {
            break;
        }
        let key = match (step.get("type"), step.get("value")) {
            (Some(Tree::String(kind)), Some(Tree::Object(key))) if kind == "index" => {
                key.get("value")
            }
            (Some(Tree::String(kind)), value) if kind == "get_attr" => value,
            _ => None,
        };
        match key {
            Some(Tree::String(name)) => {
                path.push(named_step(ty, name));
                ty = part_named(ty, name);
            }
            Some(Tree::Number(index)) => {
                let Ok(index) = index.parse() else { break };
                path.push(Step::Index(index));
                ty = part_at(ty, usize::try_from(index).unwrap_or(usize::MAX));
            }
            // Only an element of a set has a different kind of key.
            Some(_) => break,
            None => return Err(no_path()),
        }
    }
    Ok(path.into())
}
