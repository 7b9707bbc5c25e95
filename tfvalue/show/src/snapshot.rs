//! A value with its unknown and sensitive parts.

use serde::de::DeserializeOwned;
use tfvalue::__internal::show::redact_at;
use tfvalue::{Error, Path, Result, TfSchema, Type, Value};

use super::raw::Raw;
use super::tree::{self, Tree};

/// The value of an object before or after a change, with its unknown and sensitive parts. A snapshot is read as a
/// struct or as a [`Value`].
///
/// # Examples
///
/// ```
/// use tfvalue_show::Change;
/// use tfvalue::{Attr, TfSchema, Type};
///
/// let change: Change = serde_json::from_str(r#"{
///     "actions": ["update"],
///     "after": {"name": "web", "ports": [80, null], "tags": {"a": "b"}},
///     "after_unknown": {"id": true, "ports": [false, true]},
///     "after_sensitive": {"tags": {"a": true}}
/// }"#).unwrap();
/// let after = change.after();
///
/// // As a value of an unknown type: arrays become tuples, and objects become objects.
/// assert_eq!(
///     after.value(&Type::Dynamic)?.to_string(),
///     r#"{ id = (known after apply), name = "web", ports = [80, (known after apply)], tags = { a = "b" } }"#,
/// );
///
/// // Only some attributes:
/// #[derive(TfSchema)]
/// struct Named {
///     #[tf(required)]
///     name: Attr<String>,
///     #[tf(computed)]
///     id: Attr<String>,
/// }
/// let named: Named = after.read_ignoring_unsupported()?;
/// assert!(named.id.is_unknown());
/// assert_eq!(after.read::<Named>().unwrap_err().to_string(), r#"unsupported attribute "ports""#);
///
/// let sensitive = after.sensitive_paths(&Type::Dynamic)?;
/// assert_eq!(sensitive[0].to_string(), "tags.a");
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Snapshot<'a> {
    pub(super) values: Option<&'a Raw>,
    pub(super) unknown: Option<&'a Raw>,
    pub(super) sensitive: Option<&'a Raw>,
}

impl Snapshot<'_> {
    /// Returns `true` if the snapshot has neither a known nor an unknown value.
    #[must_use]
    pub fn is_null(&self) -> bool {
        let unknown = self.unknown.map(Raw::tree);
        self.values.is_none_or(Raw::is_null)
            && !matches!(unknown, Some(Ok(mask)) if tree::marks_anything(&mask))
    }

    /// Reads the value as a Rust value.
    ///
    /// A struct that derives [`TfSchema`](macro@tfvalue::TfSchema) must have exactly the attributes of
    /// the value. To read only some attributes, use [`Snapshot::read_ignoring_unsupported`]. A struct with serde's own
    /// derive ignores attributes that the struct does not have.
    ///
    /// # Errors
    ///
    /// Fails if the value does not match `T`.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T> {
        self.redacting(|tree| {
            let value = tree::value(tree, &Type::Dynamic)?;
            value.read_into()
        })
    }

    /// Reads the attributes that `T` has, and ignores all other attributes. A missing attribute is null.
    ///
    /// # Errors
    ///
    /// Fails if an attribute does not match `T`.
    pub fn read_ignoring_unsupported<T: TfSchema + DeserializeOwned>(&self) -> Result<T> {
        let ty = T::block().implied_type();
        self.redacting(|tree| tree::value_ignoring_unsupported(tree, &ty)?.read_into())
    }

    /// Returns the value according to a type constraint, such as the type of a schema
    /// ([`implied_type`](tfvalue::schema::Schema::implied_type)). If the constraint is dynamic, JSON arrays become
    /// tuples and JSON objects become Terraform objects, because JSON does not distinguish tuples and objects from
    /// lists, sets and maps.
    ///
    /// # Errors
    ///
    /// Fails if the value does not match the type or has an unsupported attribute. To ignore unsupported attributes, use
    /// [`Snapshot::value_ignoring_unsupported`].
    pub fn value(&self, ty: &Type) -> Result<Value> {
        self.redacting(|tree| tree::value(tree, ty))
    }

    /// Returns the value according to a type constraint, and ignores unsupported attributes, such as attributes that
    /// another version of the provider wrote.
    ///
    /// # Errors
    ///
    /// Fails if an attribute does not match the type.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue_show::Resource;
    /// use tfvalue::{Type, types::ObjectType};
    ///
    /// let bucket: Resource = serde_json::from_str(r#"{
    ///     "address": "x_bucket.b", "mode": "managed", "type": "x_bucket", "name": "b",
    ///     "values": {"name": "logs", "acl": "private"}
    /// }"#).unwrap();
    /// let ty = Type::Object(ObjectType::new([("name", Type::String)]));
    ///
    /// let error = bucket.snapshot().value(&ty).unwrap_err();
    /// assert_eq!(error.to_string(), r#"unsupported attribute "acl""#);
    /// let value = bucket.snapshot().value_ignoring_unsupported(&ty)?;
    /// assert_eq!(value.to_string(), r#"{ name = "logs" }"#);
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn value_ignoring_unsupported(&self, ty: &Type) -> Result<Value> {
        self.redacting(|tree| tree::value_ignoring_unsupported(tree, ty))
    }

    /// Returns the paths of the unknown parts, according to the type of the value or [`Type::Dynamic`].
    ///
    /// # Errors
    ///
    /// Fails if the mask of unknown parts is not valid Unicode.
    pub fn unknown_paths(&self, ty: &Type) -> Result<Vec<Path>> {
        paths(self.unknown, ty)
    }

    /// Returns the paths of the sensitive parts, according to the type of the value or [`Type::Dynamic`]. Everything
    /// inside a sensitive part is sensitive, too.
    ///
    /// # Errors
    ///
    /// Fails if the mask of sensitive parts is not valid Unicode.
    pub fn sensitive_paths(&self, ty: &Type) -> Result<Vec<Path>> {
        paths(self.sensitive, ty)
    }

    fn tree(&self) -> Result<Tree<'_>> {
        let tree = match self.values {
            Some(values) => values.tree()?,
            None => Tree::Null,
        };
        match self.unknown {
            Some(mask) => Ok(tree::merge(tree, mask.tree()?)),
            None => Ok(tree),
        }
    }

    /// Runs `read`. The errors do not show sensitive values.
    fn redacting<T>(&self, read: impl FnOnce(Tree<'_>) -> Result<T>) -> Result<T> {
        read(self.tree()?).map_err(|error| self.redact(error))
    }

    /// Removes sensitive values from an error.
    #[cold]
    fn redact(&self, error: Error) -> Error {
        // If the mask cannot be read, the whole value is sensitive.
        let paths = self.sensitive_paths(&Type::Dynamic);
        redact_at(error, &paths.unwrap_or_else(|_| vec![Path::root()]))
    }
}

fn paths(mask: Option<&Raw>, ty: &Type) -> Result<Vec<Path>> {
    match mask {
        Some(mask) => Ok(tree::paths(&mask.tree()?, ty)),
        None => Ok(Vec::new()),
    }
}
