//! The identity of an object in a call.

use std::sync::OnceLock;

use crate::tfplugin::calls::ResourceIdentityData;
use crate::tfplugin::messages::DynamicValue;
use crate::ty::Type;
use crate::value::Value;

/// The identity of an object in a call.
#[derive(Default)]
pub(crate) struct CallIdentity {
    /// What Terraform sent.
    pub(crate) given: Option<ResourceIdentityData>,
    /// The identity that Terraform sent, once it has been read.
    pub(crate) old: OnceLock<Option<Value>>,
    /// The identity that the handler set.
    pub(crate) set: Option<DynamicValue>,
    /// Whether the object was imported and has not been read yet.
    pub(crate) is_imported: bool,
    /// The type of the identity, for a resource that is described at run time.
    pub(crate) ty: Option<Type>,
}

impl CallIdentity {
    pub(crate) fn of(given: Option<ResourceIdentityData>) -> Self {
        CallIdentity {
            given,
            ..CallIdentity::default()
        }
    }

    /// Returns the identity that Terraform sent, if it is not null.
    pub(crate) fn known(&self) -> Option<&DynamicValue> {
        let data = self.given.as_ref()?.identity_data.as_ref()?;
        (!data.is_null()).then_some(data)
    }
}
