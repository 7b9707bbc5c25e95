//! The life cycle of states: upgrades from older versions of the schema, moves from other resource types, imports, and
//! identities.
//!
//! The [guide](https://docs.rs/tfvalue-guide/latest/tfvalue_guide/path/p11_upgrade/index.html) describes the
//! annotations and the calls in the protocol. `RawState` and `DynamicValue` in `tfplugin5` and `tfplugin6` have methods
//! with the same names as the functions in this module.

mod complete;
mod identity;
mod import;
mod moved;
mod stored;

use std::sync::Arc;

pub(crate) use self::identity::identity_schema;
pub(crate) use self::identity::{IdentityChange, identity_changes, identity_of, state_of};
pub use self::identity::{identity, import_identity};
pub use self::import::import;
pub(crate) use self::import::{NO_IMPORT, import_of};
pub(crate) use self::moved::move_by;
pub use self::moved::{MoveSource, MovedFrom, move_to};
pub use self::stored::{Encoded, Stored};
use crate::error::{Error, Result};
use crate::model::{Convert, History, TfIdentity, TfSchema};
use crate::msgpack;
use crate::schema::{Attribute, Block, Identity};

/// Upgrades a stored state to the current version of the schema.
///
/// The container annotation [`upgrade`](macro@crate::TfSchema#upgrade) specifies the struct for each older version. The
/// state is read into the struct for its version, and `TryFrom` converts this struct to `T`. Attributes that the struct
/// does not have are ignored, and missing attributes are null. Missing nested blocks are empty.
///
/// A state with the current version is returned unchanged, byte for byte. The only exceptions are nested blocks that
/// are missing or null, which Terraform would pass to `ReadResource` as null. Lists, sets and maps of blocks become
/// empty, and a group becomes a block without values. A flatmap is converted to JSON.
///
/// # Errors
///
/// Fails if `version` is newer than the schema of `T`, if no upgrade from `version` is declared, if the state does not
/// fit the struct of its version, if the conversion fails, or if the result has unknown values. The error has a
/// [fault](Error::faults) for each part that does not fit.
///
/// # Examples
///
/// ```
/// use tfvalue::state::{self, Encoded, Stored};
/// use tfvalue::{Attr, Error, TfSchema, msgpack};
///
/// #[derive(TfSchema)]
/// #[tf(kind = resource, version = 1, upgrade(0 = ServerV0))]
/// struct Server {
///     #[tf(required)]
///     name: Attr<String>,
///     #[tf(optional)]
///     cpus: Attr<i64>,
/// }
///
/// /// Version 0 stored the number of processors as text.
/// #[derive(TfSchema)]
/// struct ServerV0 {
///     #[tf(required)]
///     name: Attr<String>,
///     #[tf(optional)]
///     cpus: Attr<String>,
/// }
///
/// impl TryFrom<ServerV0> for Server {
///     type Error = Error;
///
///     fn try_from(old: ServerV0) -> Result<Self, Error> {
///         let cpus = old.cpus.value().map(|text| text.parse()).transpose();
///         let cpus = cpus.map_err(|error| Error::msg(error).at("cpus"))?;
///         Ok(Server { name: old.name, cpus: cpus.into() })
///     }
/// }
///
/// let old = Stored::json(br#"{"name": "web", "cpus": "4"}"#);
/// let Encoded::MessagePack(bytes) = state::upgrade::<Server>(0, &old)? else { unreachable!() };
/// assert_eq!(msgpack::from_slice::<Server>(&bytes)?.cpus, 4);
///
/// let json = br#"{ "name": "web", "cpus": 4.0 }"#;
/// let current = state::upgrade::<Server>(1, &Stored::json(json))?;
/// assert_eq!(current, Encoded::Json(json.to_vec()));
///
/// let error = state::upgrade::<Server>(2, &Stored::json(json)).unwrap_err();
/// assert!(error.to_string().contains("a newer version of the provider"));
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn upgrade<T: TfSchema>(version: i64, stored: &Stored<'_>) -> Result<Encoded> {
    upgraded(T::HISTORY, T::VERSION, &block::<T>(), version, stored)
}

/// Upgrades a state or an identity to the current version of its schema.
pub(crate) fn upgraded(
    history: &History,
    current: i64,
    block: &Block,
    version: i64,
    stored: &Stored<'_>,
) -> Result<Encoded> {
    match older(history, current, version)? {
        Some(convert) => converted(convert, stored).map(Encoded::MessagePack),
        None => stored.completed(block).map(Encoded::Json),
    }
}

fn converted(convert: &Convert, stored: &Stored<'_>) -> Result<Vec<u8>> {
    convert.run(|convert| convert(stored), |convert| convert(stored))
}

/// Upgrades a stored identity to the current version of its schema, as [`upgrade`] does for a state.
///
/// The result is null if the JSON is empty, which means that an older version of Terraform or of the provider stored
/// the object without an identity. The result is also null if all attributes are null. In both cases, the next read
/// sets the identity.
///
/// # Errors
///
/// Fails in the same cases as [`upgrade`].
///
/// # Examples
///
/// ```
/// use tfvalue::TfSchema;
/// use tfvalue::state::{self, Encoded, Stored};
///
/// #[derive(TfSchema)]
/// #[tf(kind = identity, version = 1, upgrade(0 = OldIdentity))]
/// struct ServerIdentity {
///     #[tf(required)]
///     id: String,
/// }
///
/// #[derive(TfSchema)]
/// #[tf(kind = identity)]
/// struct OldIdentity {
///     #[tf(required)]
///     number: i64,
/// }
///
/// impl From<OldIdentity> for ServerIdentity {
///     fn from(old: OldIdentity) -> Self {
///         ServerIdentity { id: format!("srv-{}", old.number) }
///     }
/// }
///
/// let old = Stored::json(br#"{"number": 7}"#);
/// let upgraded = state::upgrade_identity::<ServerIdentity>(0, &old)?;
/// assert_eq!(upgraded, Encoded::MessagePack(b"\x81\xa2id\xa5srv-7".to_vec()));
///
/// let none = state::upgrade_identity::<ServerIdentity>(0, &Stored::json(b""))?;
/// assert_eq!(none, Encoded::Json(b"null".to_vec()));
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn upgrade_identity<T: TfIdentity>(version: i64, stored: &Stored<'_>) -> Result<Encoded> {
    let schema = || identity_block(&T::identity_schema());
    upgraded_identity(T::HISTORY, T::VERSION, schema, version, stored)
}

/// Upgrades an identity to the current version of its schema.
pub(crate) fn upgraded_identity(
    history: &History,
    current: i64,
    schema: impl FnOnce() -> Block,
    version: i64,
    stored: &Stored<'_>,
) -> Result<Encoded> {
    if version <= current && stored.has_no_values() {
        return Ok(Encoded::Json(b"null".to_vec()));
    }
    upgraded(history, current, &schema(), version, stored)
}

/// Reads a stored state into the current struct. A state from an older version is upgraded first.
///
/// Unlike [`upgrade`], this function also reads a state with the current version into the struct, and rejects
/// attributes that the struct does not have.
///
/// # Errors
///
/// Fails in the same cases as [`upgrade`], and if the state does not fit the struct.
///
/// # Examples
///
/// ```
/// use tfvalue::state::{self, Stored};
/// use tfvalue::{Attr, TfSchema};
///
/// #[derive(TfSchema)]
/// #[tf(kind = resource, version = 1)]
/// struct Server {
///     #[tf(required)]
///     name: Attr<String>,
/// }
///
/// let server: Server = state::current(1, &Stored::json(br#"{"name":"web"}"#))?;
/// assert_eq!(server.name, "web");
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn current<T>(version: i64, stored: &Stored<'_>) -> Result<T>
where
    T: TfSchema + serde::de::DeserializeOwned,
{
    match older(T::HISTORY, T::VERSION, version)? {
        Some(convert) => msgpack::from_slice(&converted(convert, stored)?),
        None => stored.read_exactly(&block::<T>()),
    }
}

/// Reads a stored identity into the current struct, as [`current`] does for a state.
///
/// # Errors
///
/// Fails in the same cases as [`upgrade_identity`], and if the identity does not fit the struct.
pub fn current_identity<T>(version: i64, stored: &Stored<'_>) -> Result<T>
where
    T: TfIdentity + serde::de::DeserializeOwned,
{
    match older(T::HISTORY, T::VERSION, version)? {
        Some(convert) => msgpack::from_slice(&converted(convert, stored)?),
        None => stored.read_exactly(&identity_block(&T::identity_schema())),
    }
}

/// Returns the upgrade function for an older version, or `None` for the current version.
fn older(history: &History, current: i64, version: i64) -> Result<Option<&Convert>> {
    if version == current {
        return Ok(None);
    }
    if version > current {
        return Err(Error::data(format!(
            "a newer version of the provider wrote the state: it has schema version {version}, but \
             this provider only reads versions up to {current}"
        )));
    }
    let mut upgrades = history.upgrades.as_slice().iter();
    match upgrades.find(|upgrade| upgrade.reads(version)) {
        Some(upgrade) => Ok(Some(&upgrade.convert)),
        None => Err(Error::data(format!(
            "a state with schema version {version} cannot be upgraded to version {current}; {}",
            supported(history)
        ))),
    }
}

/// Lists the versions that can be upgraded.
fn supported(history: &History) -> String {
    let upgrades = history.upgrades.as_slice().iter();
    let is_one = upgrades.clone().all(|upgrade| upgrade.min == upgrade.max);
    let versions = upgrades.map(|upgrade| match (upgrade.min, upgrade.max) {
        (min, i64::MAX) => format!("{min} and newer"),
        (min, max) if min == max => min.to_string(),
        (min, max) => format!("{min} to {max}"),
    });
    match versions.collect::<Vec<_>>().as_slice() {
        [] => "there is no upgrade from any version".into(),
        [one] if is_one => format!("only version {one} can"),
        [one] => format!("only versions {one} can"),
        [first @ .., last] => format!("only versions {} and {last} can", first.join(", ")),
    }
}

/// Returns the root block of a struct. For most structs, the block is built only once.
pub(crate) fn block<T: TfSchema>() -> Arc<Block> {
    T::nested().unwrap_or_else(|| Arc::new(T::block()))
}

/// Returns a block with the attributes of an identity.
pub(crate) fn identity_block(identity: &Identity) -> Block {
    let attributes = identity.attributes.iter();
    Block::new().attributes(attributes.map(|one| Attribute::new(one.name.clone(), one.ty.clone())))
}
