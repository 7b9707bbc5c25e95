//! Identities of objects.

use super::block;
use super::import::imported;
use crate::error::{Error, Result};
use crate::model::TfSchema;
use crate::schema::{Block, Identity};
use crate::value::Value;

/// Creates the state of an imported resource from its identity.
///
/// The container annotation [`identity`](macro@crate::TfSchema#identity) specifies the struct of the identity.
/// Attributes with the same names as attributes of the identity are set. All other attributes are null, and nested
/// blocks are empty. Attributes of the identity that are [`not_in_state`](macro@crate::TfSchema#not_in_state) are
/// ignored.
///
/// # Errors
///
/// Fails if the struct has no `identity`, if the value does not have the type of the identity, or if an attribute that
/// an import requires is null.
///
/// # Examples
///
/// ```
/// use tfvalue::{Attr, TfSchema, Value, state};
///
/// #[derive(TfSchema)]
/// #[tf(kind = resource, identity = ServerIdentity)]
/// struct Server {
///     #[tf(computed)]
///     id: Attr<String>,
///     #[tf(required)]
///     name: Attr<String>,
/// }
///
/// #[derive(TfSchema)]
/// #[tf(kind = identity)]
/// struct ServerIdentity {
///     #[tf(required)]
///     id: String,
/// }
///
/// let identity = Value::object([("id", Value::from("srv-1"))])?;
/// let state = state::import_identity::<Server>(&identity)?;
/// assert_eq!(state.to_string(), r#"{ id = "srv-1", name = null }"#);
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn import_identity<T: TfSchema>(identity: &Value) -> Result<Value> {
    state_of(&identity_schema::<T>()?, &block::<T>(), identity)
}

/// Returns the identity of a resource, built from the attributes in its state.
///
/// The container annotation [`identity`](macro@crate::TfSchema#identity) specifies the struct of the identity. The
/// identity of a null state is null. Attributes that are [`not_in_state`](macro@crate::TfSchema#not_in_state) are null.
///
/// # Errors
///
/// Fails if the struct has no `identity`, or if the value is not a state of `T`.
///
/// # Examples
///
/// ```
/// use tfvalue::{Attr, TfSchema, state};
///
/// #[derive(TfSchema)]
/// #[tf(kind = resource, identity = ServerIdentity)]
/// struct Server {
///     #[tf(computed)]
///     id: Attr<String>,
///     #[tf(required)]
///     name: Attr<String>,
/// }
///
/// #[derive(TfSchema)]
/// #[tf(kind = identity)]
/// struct ServerIdentity {
///     #[tf(required)]
///     id: String,
/// }
///
/// let identity = tfvalue::Value::object([("id", "srv-1")])?;
/// let state = state::import_identity::<Server>(&identity)?;
/// assert_eq!(state.to_string(), r#"{ id = "srv-1", name = null }"#);
/// assert_eq!(state::identity::<Server>(&state)?, identity);
/// # let _ = |server: Server, identity: ServerIdentity| (server.id, server.name, identity.id);
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn identity<T: TfSchema>(state: &Value) -> Result<Value> {
    identity_of(&identity_schema::<T>()?, &block::<T>(), state, &[])
}

/// Returns the schema of the identity of a resource.
pub(crate) fn identity_schema<T: TfSchema>() -> Result<Identity> {
    match &T::HISTORY.identity {
        Some(identity) => Ok(identity.schema.get()),
        None => Err(Error::data("this resource type has no identity")),
    }
}

/// Returns the state of an imported object with the given identity.
pub(crate) fn state_of(schema: &Identity, block: &Block, identity: &Value) -> Result<Value> {
    let values = schema.attributes.iter().filter_map(|attribute| {
        let value = match identity.get_named(&attribute.name) {
            Some(value) if !value.is_wholly_known() => Err(Error::unknown()),
            Some(value) if !value.is_null() => Ok(value.clone()),
            _ if attribute.required_for_import => Err(Error::null()),
            _ => Ok(Value::null(attribute.ty.clone())),
        };
        let is_stored = value.is_err() || block.attribute(&attribute.name).is_some();
        is_stored.then(|| (attribute.name.clone(), value))
    });
    imported(block, values)
}

/// Returns the identity of an object with the given state. An attribute that is missing from the state is taken from
/// the first of the other identities that contains it. If no identity contains the attribute, the attribute is null.
pub(crate) fn identity_of(
    schema: &Identity,
    block: &Block,
    state: &Value,
    others: &[&Value],
) -> Result<Value> {
    if state.is_null() {
        return Ok(Value::null(schema.implied_type()));
    }
    let members = schema.attributes.iter().map(|attribute| {
        let name = &attribute.name;
        let member = match block.attribute(name) {
            Some(_) => state
                .get_named(name)
                .ok_or_else(|| Error::missing(name.clone()))?
                .clone(),
            None => {
                let members = others.iter().filter_map(|other| other.get_named(name));
                let mut members = members.filter(|member| !member.is_null());
                match members.next() {
                    Some(member) => member.clone(),
                    None => Value::null(attribute.ty.clone()),
                }
            }
        };
        Ok((name.clone(), member))
    });
    Value::object(members.collect::<Result<Vec<_>>>()?)
}

/// An attribute that differs between two identities.
pub(crate) struct IdentityChange<'a> {
    pub(crate) name: &'a str,
    pub(crate) old: &'a Value,
    pub(crate) new: &'a Value,
}

impl IdentityChange<'_> {
    /// Returns `true` if the identity seems to belong to another object. Older versions of a provider, or of its SDK,
    /// stored an empty string for values that they did not have.
    pub(crate) fn is_fault(&self) -> bool {
        self.old.as_str() != Some("")
    }
}

/// Returns the attributes in which two identities of the same object differ. A null attribute has not been set yet, so
/// it can change to any value.
pub(crate) fn identity_changes<'a>(
    schema: &'a Identity,
    old: &'a Value,
    new: &'a Value,
) -> Vec<IdentityChange<'a>> {
    let changes = schema.attributes.iter().filter_map(|attribute| {
        let name = &*attribute.name;
        let (old, new) = (old.get_named(name)?, new.get_named(name)?);
        (!old.is_null() && old != new).then_some(IdentityChange { name, old, new })
    });
    changes.collect()
}
