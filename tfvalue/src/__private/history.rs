//! Functions that the generated code for stored states calls.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::{Error, Result};
use crate::model::{TfIdentity, TfSchema};
use crate::msgpack::{self, Purpose};
use crate::state::{self, MovedFrom, Stored};

/// Reads a state into another struct, converts the struct, and writes the result as MessagePack.
///
/// # Errors
///
/// Fails if the state does not match `Old`, if the conversion fails, or if the result has unknown values.
pub fn upgrade<Old, New>(stored: &Stored<'_>) -> Result<Vec<u8>>
where
    Old: TfSchema + DeserializeOwned,
    New: TryFrom<Old> + Serialize,
    Error: From<New::Error>,
{
    let new = New::try_from(stored.read(&state::block::<Old>())?)?;
    msgpack::to_vec_for(&new, Purpose::State)
}

/// Reads a state of another resource type, converts the state, and writes it as MessagePack.
///
/// # Errors
///
/// Fails in the same cases as [`upgrade`].
pub fn moved<Old, New>(stored: &Stored<'_>, identity: Option<&[u8]>) -> Result<Vec<u8>>
where
    Old: MovedFrom,
    New: TryFrom<Old> + Serialize,
    Error: From<New::Error>,
{
    let new = New::try_from(Old::read(stored, identity)?)?;
    msgpack::to_vec_for(&new, Purpose::State)
}

/// Reads an identity into another struct, converts the struct, and writes the result as MessagePack.
///
/// # Errors
///
/// Fails if the identity does not match `Old`, if the conversion fails, or if the result has unknown values.
pub fn upgrade_identity<Old, New>(stored: &Stored<'_>) -> Result<Vec<u8>>
where
    Old: TfIdentity + DeserializeOwned,
    New: TryFrom<Old> + Serialize,
    Error: From<New::Error>,
{
    let new = New::try_from(stored.read(&state::identity_block(&Old::identity_schema()))?)?;
    msgpack::to_vec_for(&new, Purpose::State)
}
