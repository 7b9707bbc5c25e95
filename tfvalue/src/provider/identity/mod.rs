//! Identities of objects: the identities in responses, and the check that an object keeps its identity.

pub(crate) mod kind;

use serde::Serialize;
use serde::de::DeserializeOwned;

use self::kind::{INVALID, IdentityKind, no_identity};
use super::context::identity::CallIdentity;
use super::context::{Call, Context};
use super::erased::managed::ErasedResource;
use super::faults::bug::{Returned, bug};
use super::faults::check::Checks;
use crate::diagnostics::Diagnostics;
use crate::error::{Error, Result, Topic};
use crate::model::TfIdentity;
use crate::plan::Planned;
use crate::private::PrivateData;
use crate::schema::{Attribute, Block};
use crate::state::{self, IdentityChange, Stored};
use crate::tfplugin::calls::ResourceIdentityData;
use crate::tfplugin::messages::DynamicValue;
use crate::value::Value;

/// The headline for an identity that changes.
const CHANGED: &str = "Unexpected identity change";

/// The key in the private data of an object that was imported and has not been read yet.
const IMPORTED: &str = ".imported";

impl<C> Context<C> {
    /// Reads the identity of the object. This is the identity that [`set_identity`](Self::set_identity) has set, or
    /// else the identity that follows from the state. A new object has no identity. An object also has no identity if
    /// the object was stored by an older version of the provider that did not support identities.
    ///
    /// If Terraform imports an object by its identity, the identity is available when the object is first read.
    ///
    /// # Errors
    ///
    /// Fails if the identity does not fit `I`.
    pub fn identity<I: TfIdentity + DeserializeOwned>(&self) -> Result<Option<I>> {
        let identity = &self.call.identity;
        if let Some(set) = &identity.set {
            return set.decode();
        }
        let Some(given) = identity.known() else {
            return Ok(None);
        };
        let value = given.decode_value(&I::identity_schema().implied_type())?;
        if has_values(&value) {
            given.decode()
        } else {
            Ok(None)
        }
    }

    /// Sets the identity of the object. This method is for a resource whose identity has attributes that are
    /// [`not_in_state`](macro@crate::TfSchema#not_in_state). Handlers that create or read objects must call this
    /// method. Other handlers need not call this method, because the identity stays the same. All other attributes of the
    /// identity come from the state.
    ///
    /// # Errors
    ///
    /// Fails if a value is unknown.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::provider::{Context, Resource};
    /// use tfvalue::{Attr, Diagnostics, TfSchema};
    ///
    /// struct Client {
    ///     region: String,
    /// }
    ///
    /// #[derive(TfSchema)]
    /// #[tf(kind = resource, identity = ServerIdentity)]
    /// struct Server {
    ///     #[tf(required, replace)]
    ///     name: Attr<String>,
    /// }
    ///
    /// #[derive(TfSchema)]
    /// #[tf(kind = identity)]
    /// struct ServerIdentity {
    ///     #[tf(required)]
    ///     name: String,
    ///     #[tf(optional, not_in_state)]
    ///     region: Option<String>,
    /// }
    ///
    /// impl Server {
    ///     fn identify(&self, context: &mut Context<Client>) -> Result<(), Diagnostics> {
    ///         let name = self.name.require("name")?.clone();
    ///         let region = Some(context.client().region.clone());
    ///         Ok(context.set_identity(&ServerIdentity { name, region })?)
    ///     }
    /// }
    ///
    /// impl Resource for Server {
    ///     const NAME: &'static str = "server";
    ///     type Client = Client;
    ///
    ///     async fn create(plan: Self, context: &mut Context<Client>) -> Result<Self, Diagnostics> {
    ///         plan.identify(context)?;
    ///         Ok(plan)
    ///     }
    ///
    ///     async fn read(state: Self, context: &mut Context<Client>) -> Result<Option<Self>, Diagnostics> {
    ///         state.identify(context)?;
    ///         Ok(Some(state))
    ///     }
    ///
    ///     // ...
    /// #     async fn delete(_: Self, _: &mut Context<Client>) -> Result<(), Diagnostics> { Ok(()) }
    /// }
    /// ```
    pub fn set_identity<I: TfIdentity + Serialize>(&mut self, identity: &I) -> Result<()> {
        self.call.identity.set = Some(DynamicValue::encode_state(identity)?);
        Ok(())
    }
}

impl<C> Context<C> {
    /// Reads the identity of an object whose resource is described at run time, in the same way as
    /// [`identity`](Self::identity).
    ///
    /// # Errors
    ///
    /// Fails if the identity does not fit its schema.
    pub fn identity_value(&self) -> Result<Option<Value>> {
        let call = &self.call.identity;
        let (Some(identity), Some(ty)) = (call.set.as_ref().or_else(|| call.known()), &call.ty)
        else {
            return Ok(None);
        };
        let identity = identity.decode_value(ty)?;
        Ok(Some(identity).filter(has_values))
    }

    /// Sets the identity of an object whose resource is described at run time, in the same way as
    /// [`set_identity`](Self::set_identity). Attributes that are also in the state must have the same values as in the
    /// state.
    ///
    /// # Errors
    ///
    /// Fails if a value is unknown or does not have the type of its attribute, or if the resource has no identity.
    pub fn set_identity_value(&mut self, identity: &Value) -> Result<()> {
        let call = &mut self.call.identity;
        let Some(ty) = &call.ty else {
            return Err(no_identity().into());
        };
        if !identity.is_wholly_known() {
            return Err(Error::unknown());
        }
        call.set = Some(DynamicValue::encode_value(identity, ty)?);
        Ok(())
    }
}

impl Call {
    /// Records in the private data that the object was imported. The identity that an import returns can be incomplete,
    /// or can have a different spelling from the identity in the service.
    pub(crate) fn mark_import(&mut self, resource: &dyn ErasedResource) -> Result<()> {
        if resource.history().identity.is_some() {
            let mut data = PrivateData::from_slice(&self.private)?;
            data.set(IMPORTED, &true)?;
            self.private = data.to_vec();
        }
        Ok(())
    }

    /// Removes the record of an import from the private data.
    pub(crate) fn take_import(&mut self, resource: &dyn ErasedResource) {
        if resource.history().identity.is_none() || self.private.is_empty() {
            return;
        }
        // A provider can store private data in another format.
        if let Ok(mut data) = PrivateData::from_slice(&self.private) {
            self.identity.is_imported = data.remove(IMPORTED);
            if self.identity.is_imported {
                self.private = data.to_vec();
            }
        }
    }
}

impl CallIdentity {
    /// Reads what Terraform sent. Null counts as no identity, and so does an identity in which all attributes are null.
    fn old(&self, kind: &IdentityKind<'_>) -> Result<Option<&Value>> {
        if let Some(old) = self.old.get() {
            return Ok(old.as_ref());
        }
        let old = kind.read(self.given.as_ref())?.filter(has_values);
        Ok(self.old.get_or_init(|| old).as_ref())
    }

    /// Returns the identity of an object that a handler returned. An object with unknown values has no identity.
    pub(crate) fn of_returned(
        &self,
        resource: &dyn ErasedResource,
        returned: &Returned,
    ) -> Result<Option<ResourceIdentityData>, Diagnostics> {
        match returned.bug {
            Some(_) => Ok(None),
            None => self.of_state(resource, &returned.value),
        }
    }

    /// Returns the identity of an object with the given state, if the resource has an identity.
    pub(crate) fn of_state(
        &self,
        resource: &dyn ErasedResource,
        state: &DynamicValue,
    ) -> Result<Option<ResourceIdentityData>, Diagnostics> {
        let Some(kind) = IdentityKind::of(resource) else {
            return match self.set {
                Some(_) => Err(bug(
                    INVALID,
                    "`set_identity` was called on a resource that has no `identity = …`.",
                )
                .into()),
                None => Ok(None),
            };
        };
        if state.is_null() {
            return Ok(None);
        }
        let state = resource.value(state)?;
        let old = self.old(&kind)?;
        let identity = kind.completed("set_identity", &state, self.set.as_ref(), old)?;
        Ok(Some(kind.write(&identity)?))
    }

    /// Returns the identity of an imported object with the given state. If the identity is incomplete, the object has no
    /// identity until it is read.
    pub(crate) fn of_imported(
        &self,
        resource: &dyn ErasedResource,
        state: &DynamicValue,
    ) -> Result<Option<ResourceIdentityData>, Diagnostics> {
        let identity = self.of_state(resource, state)?;
        let Some(kind) = IdentityKind::of(resource) else {
            return Ok(None);
        };
        let missing = kind.missing(kind.read(identity.as_ref())?.as_ref());
        Ok(identity.filter(|_| missing.is_empty()))
    }

    /// Checks the identity in the response of a handler. All attributes that an import requires must be set, and no
    /// attribute may have changed.
    pub(crate) fn check(
        &self,
        resource: &dyn ErasedResource,
        handler: &str,
        new: Option<&ResourceIdentityData>,
        checks: Checks,
    ) -> Result<(), Diagnostics> {
        let (Some(kind), Some(_)) = (IdentityKind::of(resource), new) else {
            return Ok(());
        };
        let new = kind.read(new)?;
        kind.check_required(handler, "Context::set_identity", new.as_ref())?;
        let is_new = handler == "create" || self.is_imported;
        let (Some(old), Some(new), false) = (self.old(&kind)?, new, is_new) else {
            return Ok(());
        };
        let mut changes = kind.changes(old, &new);
        changes.retain(IdentityChange::is_fault);
        if changes.is_empty() || kind.may_change(checks) {
            return Ok(());
        }
        let problem = format!(
            "`{handler}` returned an object with another identity:\n{}\n\nAn object keeps its identity, \
             unless the resource has `mutable_identity`.",
            kind.lines(&changes, "became")
        );
        Err(bug(CHANGED, problem).into())
    }

    /// Returns the identity that is planned for an update.
    pub(crate) fn planned(
        &self,
        resource: &dyn ErasedResource,
        planned: &Planned,
        checks: Checks,
    ) -> Result<Option<ResourceIdentityData>, Diagnostics> {
        let kind = IdentityKind::of(resource);
        let (Some(kind), true) = (kind, planned.requires_replace.is_empty()) else {
            return Ok(self.given.clone());
        };
        let Some(old) = self.old(&kind)? else {
            return Ok(None);
        };
        let new = state::identity_of(kind.schema, kind.block, &planned.state, &[old])?;
        let mut changes = kind.changes(old, &new);
        // Terraform does not accept unknown values in the identity of an update.
        changes.retain(|change| change.new.is_wholly_known());
        if changes.is_empty() {
            return Ok(self.given.clone());
        }
        if kind.may_change(checks) || !changes.iter().any(IdentityChange::is_fault) {
            let is_new = |name: &str| changes.iter().any(|change| change.name == name);
            let members = kind.schema.attributes.iter().filter_map(|one| {
                let from = if is_new(&one.name) { &new } else { old };
                Some((one.name.clone(), from.get_named(&one.name)?.clone()))
            });
            return Ok(Some(kind.write(&Value::object(members)?)?));
        }
        let problem = format!(
            "an update would change the identity of the object:\n{}\n\nEither the attribute requires \
             `replace`, or the resource requires `mutable_identity`.",
            kind.lines(&changes, "would become")
        );
        Err(bug(CHANGED, problem).into())
    }
}

/// Returns `true` if an attribute of an identity is not null.
fn has_values(identity: &Value) -> bool {
    let mut members = identity.members().into_iter().flatten();
    members.any(|(_, value)| !value.is_null())
}

/// Creates the state of an imported object from its identity.
pub(crate) fn imported(
    resource: &dyn ErasedResource,
    identity: &DynamicValue,
) -> Result<DynamicValue> {
    let Some(kind) = IdentityKind::of(resource) else {
        let error = Error::data("this resource type has no identity");
        return Err(error.with_headline(state::NO_IMPORT.to_owned(), Topic::Any));
    };
    let identity = identity.decode_value(kind.ty)?;
    let state = state::state_of(kind.schema, kind.block, &identity)?;
    DynamicValue::encode_value(&state, resource.part().ty())
}

/// Returns the identity of an object that moves to this resource type. Attributes that are not in the state come from
/// the identity of the source, if the source identity has an attribute with the same name and type. If the identity is
/// incomplete, the object has no identity until it is read.
pub(crate) fn moved(
    resource: &dyn ErasedResource,
    state: &DynamicValue,
    source: Option<&[u8]>,
) -> Result<Option<ResourceIdentityData>> {
    let Some(kind) = IdentityKind::of(resource) else {
        return Ok(None);
    };
    let others = kind.schema.attributes.iter().filter_map(|attribute| {
        let json = source.filter(|_| !kind.is_in_state(&attribute.name))?;
        let one = Attribute::new(attribute.name.clone(), attribute.ty.clone());
        Stored::json(json)
            .value(&Block::new().attributes([one]))
            .ok()
    });
    let others: Vec<_> = others.collect();
    let others: Vec<_> = others.iter().collect();
    let state = resource.value(state)?;
    let identity = state::identity_of(kind.schema, kind.block, &state, &others)?;
    if !kind.missing(Some(&identity)).is_empty() {
        return Ok(None);
    }
    kind.write(&identity).map(Some)
}
