//! Functions that generated code for stored states refers to.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::{Error, Result};
use crate::model::TfSchema;
use crate::msgpack::{self, Purpose};
use crate::state::Stored;

/// Reads a state of another struct, converts it, and writes it as MessagePack.
///
/// # Errors
///
/// Fails if the state does not fit `Old`, if the conversion fails, or if the result has unknown values.
pub fn upgrade<Old, New>(stored: &Stored<'_>) -> Result<Vec<u8>>
where
    Old: TfSchema + DeserializeOwned,
    New: TryFrom<Old> + Serialize,
    Error: From<New::Error>,
{
    let new = New::try_from(stored.read()?)?;
    msgpack::to_vec_for(&new, Purpose::State)
}
