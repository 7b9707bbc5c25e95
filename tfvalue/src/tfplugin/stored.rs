//! Upgrades and imports of states, with the messages of the protocol.

use super::messages::{DynamicValue, RawState};
use crate::error::Result;
use crate::model::{TfIdentity, TfSchema};
use crate::state::{self, Encoded, MoveSource, Stored};

impl From<Encoded> for DynamicValue {
    fn from(encoded: Encoded) -> Self {
        match encoded {
            Encoded::Json(json) => DynamicValue {
                msgpack: Vec::new(),
                json,
            },
            Encoded::MessagePack(msgpack) => DynamicValue {
                msgpack,
                json: Vec::new(),
            },
        }
    }
}

impl RawState {
    /// Upgrades a stored state to the current version of the schema, for `UpgradeResourceState`.
    ///
    /// See [`state::upgrade`].
    ///
    /// # Errors
    ///
    /// Fails if the annotations declare no upgrade from the version, if the state does not fit the struct of its
    /// version, or if the conversion fails.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::tfplugin6::RawState;
    /// use tfvalue::{Attr, TfSchema};
    ///
    /// #[derive(TfSchema)]
    /// #[tf(kind = resource, version = 1, upgrade(0 = ServerV0))]
    /// struct Server {
    ///     #[tf(required)]
    ///     name: Attr<String>,
    /// }
    ///
    /// #[derive(TfSchema)]
    /// struct ServerV0 {
    ///     #[tf(required)]
    ///     title: Attr<String>,
    /// }
    ///
    /// impl From<ServerV0> for Server {
    ///     fn from(old: ServerV0) -> Self {
    ///         Server { name: old.title }
    ///     }
    /// }
    ///
    /// let old = RawState { json: br#"{"title": "web"}"#.to_vec(), ..Default::default() };
    /// let server: Server = old.upgrade::<Server>(0)?.decode()?;
    /// assert_eq!(server.name, "web");
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn upgrade<T: TfSchema>(&self, version: i64) -> Result<DynamicValue> {
        state::upgrade::<T>(version, &self.stored()).map(Into::into)
    }

    /// Upgrades a stored identity to the current version of its schema, for `UpgradeResourceIdentity`.
    ///
    /// See [`state::upgrade_identity`]. Terraform sends empty JSON for an object without an identity. In this case, the
    /// result is null.
    ///
    /// # Errors
    ///
    /// Fails in the same cases as [`RawState::upgrade`].
    pub fn upgrade_identity<T: TfIdentity>(&self, version: i64) -> Result<DynamicValue> {
        state::upgrade_identity::<T>(version, &self.stored()).map(Into::into)
    }

    /// Converts the state of another resource type to the current version of this resource type, for `MoveResourceState`.
    ///
    /// See [`state::move_to`].
    ///
    /// # Errors
    ///
    /// Fails if the annotations do not list the type and version of the source, if the state does not fit its struct,
    /// or if the conversion fails.
    pub fn move_to<T: TfSchema>(&self, source: &MoveSource<'_>) -> Result<DynamicValue> {
        state::move_to::<T>(source, &self.stored()).map(Into::into)
    }

    pub(crate) fn stored(&self) -> Stored<'_> {
        if self.is_flatmap() {
            let entries = self.flatmap.iter();
            Stored::flatmap(entries.map(|(key, text)| (key.as_str(), text.as_str())))
        } else {
            Stored::json(self.json_text())
        }
    }
}

impl DynamicValue {
    /// Creates the state of an imported resource from its ID, for `ImportResourceState`.
    ///
    /// See [`state::import`].
    ///
    /// # Errors
    ///
    /// Fails if the struct has no `import`, or if the ID does not have the form in `import`.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::tfplugin6::DynamicValue;
    /// use tfvalue::{Attr, TfSchema};
    ///
    /// #[derive(TfSchema)]
    /// #[tf(kind = resource, import = "name")]
    /// struct Server {
    ///     #[tf(required)]
    ///     name: Attr<String>,
    ///     #[tf(optional)]
    ///     memory: Attr<i64>,
    /// }
    ///
    /// let server: Server = DynamicValue::import::<Server>("web")?.decode()?;
    /// assert_eq!(server.name, "web");
    /// assert!(server.memory.is_null());
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn import<T: TfSchema>(id: &str) -> Result<Self> {
        DynamicValue::encode_value(
            &state::import::<T>(id)?,
            &state::block::<T>().implied_type(),
        )
    }

    /// Creates the state of an imported resource from its identity, for `ImportResourceState`.
    ///
    /// See [`state::import_identity`].
    ///
    /// # Errors
    ///
    /// Fails if the struct has no `identity`, if the value does not have the type of the identity, or if an attribute
    /// that an import requires is null.
    pub fn import_identity<T: TfSchema>(identity: &DynamicValue) -> Result<Self> {
        let identity = identity.decode_value(&state::identity_schema::<T>()?.implied_type())?;
        let state = state::import_identity::<T>(&identity)?;
        DynamicValue::encode_value(&state, &state::block::<T>().implied_type())
    }

    /// Returns the identity of the resource with this state, for a `ResourceIdentityData` message.
    ///
    /// See [`state::identity`].
    ///
    /// # Errors
    ///
    /// Fails if the struct has no `identity`, or if the value is not a state of `T`.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::tfplugin6::DynamicValue;
    /// use tfvalue::{Attr, TfSchema};
    ///
    /// #[derive(TfSchema)]
    /// #[tf(kind = resource, identity = ServerIdentity)]
    /// struct Server {
    ///     #[tf(computed)]
    ///     id: Attr<String>,
    /// }
    ///
    /// #[derive(TfSchema)]
    /// #[tf(kind = identity)]
    /// struct ServerIdentity {
    ///     #[tf(required)]
    ///     id: String,
    /// }
    ///
    /// let identity = DynamicValue::encode(&ServerIdentity { id: "srv-1".into() })?;
    /// let state = DynamicValue::import_identity::<Server>(&identity)?;
    /// assert_eq!(state.decode::<Server>()?.id, "srv-1");
    /// assert_eq!(state.identity::<Server>()?, identity);
    /// # let _ = |identity: ServerIdentity| identity.id;
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn identity<T: TfSchema>(&self) -> Result<Self> {
        let ty = state::identity_schema::<T>()?.implied_type();
        let state = self.decode_of(&state::block::<T>().implied_type(), T::block)?;
        DynamicValue::encode_value(&state::identity::<T>(&state)?, &ty)
    }
}
