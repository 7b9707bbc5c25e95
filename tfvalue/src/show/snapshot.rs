//! A value with what is unknown and sensitive in it.

use serde::de::DeserializeOwned;

use super::raw::Raw;
use super::tree::{Surplus, Tree};
use crate::error::{Error, Result};
use crate::model::TfSchema;
use crate::path::{Path, Step};
use crate::ty::Type;
use crate::value::Value;

/// A value at one moment, such as before or after a change: its JSON with what is unknown and
/// what is sensitive in it, to be read as a struct or as a [`Value`].
///
/// # Examples
///
/// ```
/// use tfvalue::show::Change;
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
/// // As a value: tuples and objects where nothing is known of the type.
/// assert_eq!(
///     after.value(&Type::Dynamic)?.to_string(),
///     r#"{ id = (known after apply), name = "web", ports = [80, (known after apply)], tags = { a = "b" } }"#,
/// );
///
/// // As a view that takes only some of the attributes:
/// #[derive(TfSchema)]
/// struct Named {
///     #[tf(required)]
///     name: Attr<String>,
///     #[tf(computed)]
///     id: Attr<String>,
/// }
/// let named: Named = after.view()?;
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
    /// Tells whether there is no value: neither a known nor an unknown one.
    #[must_use]
    pub fn is_null(&self) -> bool {
        let unknown = self.unknown.map(Raw::tree);
        self.values.is_none_or(Raw::is_null)
            && !matches!(unknown, Some(Ok(mask)) if mask.says_anything())
    }

    /// Reads the value as a Rust value.
    ///
    /// A struct that derives [`TfSchema`](macro@crate::TfSchema) must have the very attributes
    /// that are here; see [`Snapshot::view`] for one that has only some of them, or more. A
    /// struct with serde's own derive leaves out what it does not have.
    ///
    /// # Errors
    ///
    /// If the value does not fit `T`.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T> {
        self.hiding(|tree| {
            let value = tree.into_value(&Type::Dynamic, Surplus::Refused)?;
            value.read_into()
        })
    }

    /// Reads the attributes that `T` has, and leaves out all others; those that are missing are
    /// null.
    ///
    /// # Errors
    ///
    /// If an attribute does not fit `T`.
    pub fn view<T: TfSchema + DeserializeOwned>(&self) -> Result<T> {
        let ty = T::block().implied_type();
        self.hiding(|tree| tree.into_value(&ty, Surplus::LeftOut)?.read_into())
    }

    /// Returns the value by a type constraint, which is that of a schema
    /// ([`implied_type`](crate::Schema::implied_type)). Where the constraint is dynamic, arrays
    /// become tuples and objects become objects: JSON does not tell what else they were.
    ///
    /// # Errors
    ///
    /// Fails if the value does not fit the type. An attribute that the type does not have is an
    /// error too; see [`Snapshot::value_ignoring_unsupported`].
    pub fn value(&self, ty: &Type) -> Result<Value> {
        self.hiding(|tree| tree.into_value(ty, Surplus::Refused))
    }

    /// Returns the value by a type constraint, without the attributes that the type does not have:
    /// for values that another version of the provider wrote.
    ///
    /// # Errors
    ///
    /// Fails if an attribute does not fit the type.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::show::Resource;
    /// use tfvalue::{ObjectType, Type};
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
        self.hiding(|tree| tree.into_value(ty, Surplus::LeftOut))
    }

    /// Returns where the value is unknown, given its type or dynamic.
    ///
    /// # Errors
    ///
    /// If what tells so is not to be read.
    pub fn unknown_paths(&self, ty: &Type) -> Result<Vec<Path>> {
        paths(self.unknown, ty)
    }

    /// Returns where the value is sensitive, given its type or dynamic. Everything within is
    /// sensitive too.
    ///
    /// # Errors
    ///
    /// If what tells so is not to be read.
    pub fn sensitive_paths(&self, ty: &Type) -> Result<Vec<Path>> {
        paths(self.sensitive, ty)
    }

    fn tree(&self) -> Result<Tree<'_>> {
        let tree = match self.values {
            Some(values) => values.tree()?,
            None => Tree::Null,
        };
        match self.unknown {
            Some(mask) => Ok(tree.merge(mask.tree()?)),
            None => Ok(tree),
        }
    }

    /// Runs `read`; an error does not show what is sensitive.
    fn hiding<T>(&self, read: impl FnOnce(Tree<'_>) -> Result<T>) -> Result<T> {
        read(self.tree()?).map_err(|error| self.redact(error))
    }

    /// Removes from an error what is sensitive.
    fn redact(&self, error: Error) -> Error {
        let Ok(paths) = self.sensitive_paths(&Type::Dynamic) else {
            return error.redact();
        };
        let names = |path: &Path| path.steps().iter().map(name).collect::<Vec<_>>();
        let at = names(&error.path());
        let sensitive: Vec<_> = paths.iter().map(names).collect();
        if sensitive.iter().any(|path| at.starts_with(path)) {
            error.redact()
        } else if sensitive.iter().any(|path| path.starts_with(&at)) {
            // What reads the whole and fails, such as a `try_from`, may show any part of it.
            error.without_value()
        } else {
            error
        }
    }
}

/// What a step leads to, be it the attribute of an object or the element of a map.
fn name(step: &Step) -> String {
    match step {
        Step::Attribute(name) => name.to_string(),
        Step::Key(key) => key.to_string(),
        Step::Index(index) => index.to_string(),
    }
}

fn paths(mask: Option<&Raw>, ty: &Type) -> Result<Vec<Path>> {
    match mask {
        Some(mask) => Ok(mask.tree()?.paths(ty)),
        None => Ok(Vec::new()),
    }
}
