//! Decoding and encoding of values.

use serde::{Deserialize, Serialize};

use super::{DynamicValue, RawState};
use crate::error::Result;
use crate::msgpack::{self, Purpose};
use crate::{Error, json};

impl DynamicValue {
    /// Reads the value: MessagePack where there is some, else JSON, else null.
    ///
    /// Read an `Option<T>` where the whole object may be null: the prior state at create, the
    /// configuration and planned state at destroy, the new state of what is gone.
    ///
    /// # Errors
    ///
    /// If the value does not fit `T`.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::tfplugin6::DynamicValue;
    ///
    /// let value = DynamicValue { msgpack: vec![0x91, 0x01], json: vec![] };
    /// assert_eq!(value.decode::<Vec<u8>>()?, [1]);
    /// assert_eq!(DynamicValue::default().decode::<Option<Vec<u8>>>()?, None);
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn decode<'de, T: Deserialize<'de>>(&'de self) -> Result<T> {
        if !self.msgpack.is_empty() {
            msgpack::from_slice(&self.msgpack)
        } else if !self.json.is_empty() {
            json::from_slice(&self.json)
        } else {
            msgpack::from_slice(&[0xc0])
        }
    }

    /// Writes a value as it is, in MessagePack.
    ///
    /// # Errors
    ///
    /// If the value has no form in Terraform's wire format.
    pub fn encode<T: Serialize + ?Sized>(value: &T) -> Result<Self> {
        Self::encode_for(value, Purpose::Plain)
    }

    /// Writes a planned value: write-only members are null.
    ///
    /// # Errors
    ///
    /// If the value has no form in Terraform's wire format.
    pub fn encode_plan<T: Serialize + ?Sized>(value: &T) -> Result<Self> {
        Self::encode_for(value, Purpose::Plan)
    }

    /// Writes a state or result: write-only members are null, and unknowns are refused.
    ///
    /// # Errors
    ///
    /// If the value has no form in Terraform's wire format, or holds unknowns: each is one of the
    /// error's [faults](Error::faults).
    pub fn encode_state<T: Serialize + ?Sized>(value: &T) -> Result<Self> {
        Self::encode_for(value, Purpose::State)
    }

    /// Makes the null of a whole object: what is gone.
    #[must_use]
    pub fn null() -> Self {
        DynamicValue {
            msgpack: vec![0xc0],
            json: Vec::new(),
        }
    }

    fn encode_for<T: Serialize + ?Sized>(value: &T, purpose: Purpose) -> Result<Self> {
        Ok(DynamicValue {
            msgpack: msgpack::to_vec_for(value, purpose)?,
            json: Vec::new(),
        })
    }
}

impl RawState {
    /// Reads a stored state. Attributes that `T` does not have are an error; those that are
    /// missing are null.
    ///
    /// # Errors
    ///
    /// If the state does not fit `T`, or is in the flatmap form that Terraform wrote before
    /// version 0.12.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::tfplugin6::RawState;
    ///
    /// let state = RawState { json: br#"["a"]"#.to_vec(), ..Default::default() };
    /// assert_eq!(state.decode::<Vec<String>>()?, ["a"]);
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn decode<'de, T: Deserialize<'de>>(&'de self) -> Result<T> {
        self.deserializer()?.read()
    }

    /// Reads a stored state and leaves out attributes that `T` does not have, as for a state
    /// that another version of the schema describes.
    ///
    /// # Errors
    ///
    /// If the rest of the state does not fit `T`, or is in the flatmap form.
    pub fn decode_ignoring_unsupported<'de, T: Deserialize<'de>>(&'de self) -> Result<T> {
        self.deserializer()?.ignore_unsupported_attributes().read()
    }

    fn deserializer(&self) -> Result<json::Deserializer<'_>> {
        if self.json.is_empty() && !self.flatmap.is_empty() {
            return Err(Error::msg(
                "the state is in the flatmap form of Terraform 0.11 and older, which is not supported",
            ));
        }
        Ok(json::Deserializer::from_slice(&self.json))
    }
}
