//! Upgrades and imports of states, with the messages of the protocol.

use super::messages::{DynamicValue, RawState};
use crate::error::Result;
use crate::model::TfSchema;
use crate::state::{self, Encoded, Stored};

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
    /// Fails if no annotation covers the version, if the state does not fit the struct of its version,
    /// or if the conversion fails.
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

    fn stored(&self) -> Stored<'_> {
        if self.is_flatmap() {
            let entries = self.flatmap.iter();
            Stored::flatmap(entries.map(|(key, text)| (key.as_str(), text.as_str())))
        } else {
            Stored::json(&self.json)
        }
    }
}
