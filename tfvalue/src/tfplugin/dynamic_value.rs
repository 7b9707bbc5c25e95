//! Converts values and states to and from Rust values.

use std::borrow::Cow;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::messages::{DynamicValue, RawState};
use crate::diagnostics::Diagnostics;
use crate::error::{Error, Result};
use crate::json;
use crate::model::{self, TfSchema, TfType};
use crate::msgpack::{self, Purpose};
use crate::schema::{Block, config};
use crate::ty::Type;
use crate::value::Value;

impl DynamicValue {
    /// Reads the value from MessagePack if there is any, or otherwise from JSON. A message that contains neither is null.
    ///
    /// If the whole object can be null, read an `Option<T>`. The object can be null in the prior state when the object
    /// is created, in the configuration and planned state when the object is destroyed, and in the new state when the
    /// object no longer exists.
    ///
    /// # Errors
    ///
    /// Fails if the value does not match `T`.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::tfplugin6::DynamicValue;
    ///
    /// // [1]
    /// let value = DynamicValue { msgpack: vec![0x91, 0x01], ..Default::default() };
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

    /// In the strings of the value, replaces every byte that is not valid UTF-8 with U+FFFD, as Terraform's output does.
    ///
    /// Some providers pass on invalid strings from their services. Reading such a string returns an error. See
    /// [`replace_invalid_utf8`](msgpack::replace_invalid_utf8).
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::tfplugin6::DynamicValue;
    ///
    /// let value = DynamicValue { msgpack: b"\xa4caf\xe9".to_vec(), ..Default::default() };
    /// assert!(value.decode::<&str>().is_err());
    /// assert_eq!(value.with_valid_utf8().decode::<&str>()?, "caf\u{fffd}");
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    #[must_use]
    pub fn with_valid_utf8(&self) -> Cow<'_, Self> {
        let json = match std::str::from_utf8(&self.json) {
            Ok(_) => None,
            Err(_) => Some(msgpack::text_of(&self.json).into_bytes()),
        };
        match (msgpack::replace_invalid_utf8(&self.msgpack), json) {
            (Cow::Borrowed(_), None) => Cow::Borrowed(self),
            (msgpack, json) => Cow::Owned(DynamicValue {
                msgpack: msgpack.into_owned(),
                json: json.unwrap_or_else(|| self.json.clone()),
            }),
        }
    }

    /// Reads a configuration, checks it against the schema, and reports all faults.
    ///
    /// To respond to `ValidateResourceConfig` and the other calls that validate a configuration, use
    /// [`DynamicValue::validate_config`].
    ///
    /// # Errors
    ///
    /// Fails if the configuration is not valid. The error contains all [faults](crate::Error::faults), with their
    /// paths. See [`TfSchema::from_config`]. If the value does not have the schema's type, only this fault is reported.
    /// Terraform never sends such a value.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::tfplugin6::DynamicValue;
    /// use tfvalue::{Attr, TfSchema};
    ///
    /// #[derive(TfSchema)]
    /// struct Record {
    ///     #[tf(required)]
    ///     name: Attr<String>,
    ///     #[tf(required)]
    ///     ttl: Attr<u32>,
    /// }
    ///
    /// let json = br#"{"name": null, "ttl": 1.5}"#.to_vec();
    /// let config = DynamicValue { json, ..Default::default() };
    /// let error = config.decode_config::<Record>().err().unwrap();
    /// assert_eq!(error.faults().count(), 2);
    /// ```
    pub fn decode_config<T: TfSchema + DeserializeOwned>(&self) -> Result<T> {
        let block = T::block();
        model::config::accept(self.read_config(&block, &block.implied_type())?)
    }

    /// Returns all errors and warnings of a configuration, each at its attribute. The errors are the faults that
    /// [`decode_config`](DynamicValue::decode_config) reports, and the warnings come from the functions in `check`.
    ///
    /// The path in a diagnostic ends at the last step that Terraform finds in the configuration. See
    /// [`Block::config_path`].
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::tfplugin6::{Diagnostic, DynamicValue};
    /// use tfvalue::{Attr, TfSchema};
    ///
    /// #[derive(TfSchema)]
    /// struct Record {
    ///     #[tf(required)]
    ///     name: Attr<String>,
    ///     #[tf(required)]
    ///     ttl: Attr<u32>,
    /// }
    ///
    /// let json = br#"{"name": null, "ttl": 1.5}"#.to_vec();
    /// let config = DynamicValue { json, ..Default::default() };
    /// let diagnostics: Vec<Diagnostic> = config.validate_config::<Record>().into();
    /// let details: Vec<_> = diagnostics.into_iter().map(|each| each.detail).collect();
    /// assert_eq!(details, [
    ///     "name: a value is required, got null",
    ///     "ttl: a whole number from 0 to 4294967295 is required, got 1.5",
    /// ]);
    /// ```
    pub fn validate_config<T: TfSchema + DeserializeOwned>(&self) -> Diagnostics {
        let block = T::block();
        match self.read_config::<T>(&block, &block.implied_type()) {
            Ok((_, faults)) => faults,
            Err(error) => error.into(),
        }
    }

    fn read_config<T: TfSchema + DeserializeOwned>(
        &self,
        block: &Block,
        ty: &Type,
    ) -> Result<(Option<T>, Diagnostics)> {
        let config = self.decode_of(ty, || block.clone())?;
        Ok(model::config::read(&config, block))
    }

    /// Reads the value according to the implied type of a block, and hides sensitive values in errors.
    pub(crate) fn decode_of(&self, ty: &Type, block: impl FnOnce() -> Block) -> Result<Value> {
        self.decode_value(ty)
            .map_err(|error| config::blame(&block(), error))
    }

    /// Writes a value in MessagePack.
    ///
    /// # Errors
    ///
    /// Fails if Terraform's wire format cannot represent the value.
    pub fn encode<T: Serialize + ?Sized>(value: &T) -> Result<Self> {
        Self::encode_for(value, Purpose::Plain)
    }

    /// Writes a planned value. Write-only attributes become null.
    ///
    /// # Errors
    ///
    /// Fails if Terraform's wire format cannot represent the value.
    pub fn encode_plan<T: Serialize + ?Sized>(value: &T) -> Result<Self> {
        Self::encode_for(value, Purpose::Plan)
    }

    /// Writes a state or a result. Write-only attributes become null.
    ///
    /// # Errors
    ///
    /// Fails if Terraform's wire format cannot represent the value, or if the value contains unknown values. The error
    /// has a [fault](crate::Error::faults) for each unknown value.
    pub fn encode_state<T: Serialize + ?Sized>(value: &T) -> Result<Self> {
        Self::encode_for(value, Purpose::State)
    }

    /// Creates a null value, which is the state of an object that no longer exists.
    #[must_use]
    pub fn null() -> Self {
        DynamicValue {
            msgpack: vec![0xc0],
            json: Vec::new(),
        }
    }

    /// Returns `true` for null, and for a message without a value, which means the same thing. Other values are not
    /// decoded.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::tfplugin6::DynamicValue;
    ///
    /// assert!(DynamicValue::null().is_null());
    /// assert!(DynamicValue::default().is_null());
    /// assert!(!DynamicValue::encode("")?.is_null());
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    #[must_use]
    pub fn is_null(&self) -> bool {
        match self.msgpack.as_slice() {
            [] => self.json.is_empty() || self.json == b"null",
            bytes => bytes == [0xc0],
        }
    }

    fn encode_for<T: Serialize + ?Sized>(value: &T, purpose: Purpose) -> Result<Self> {
        Ok(DynamicValue {
            msgpack: msgpack::to_vec_for(value, purpose)?,
            json: Vec::new(),
        })
    }
}

impl DynamicValue {
    /// Reads the value according to a type constraint, from MessagePack if there is any, or otherwise from JSON. A message
    /// that contains neither is null.
    ///
    /// # Errors
    ///
    /// Fails if the value does not match the type. A type does not specify which values are sensitive, so the error can
    /// contain sensitive values.
    pub fn decode_value(&self, ty: &Type) -> Result<Value> {
        if !self.msgpack.is_empty() {
            msgpack::value_from_slice(&self.msgpack, ty)
        } else if !self.json.is_empty() {
            json::value_from_slice(&self.json, ty)
        } else {
            Ok(Value::null(ty.clone()))
        }
    }

    /// Writes a value according to a type constraint, in MessagePack.
    ///
    /// # Errors
    ///
    /// Fails if the type of the value does not conform to the constraint.
    pub fn encode_value(value: &Value, ty: &Type) -> Result<Self> {
        Ok(DynamicValue {
            msgpack: msgpack::value_to_vec(value, ty)?,
            json: Vec::new(),
        })
    }

    /// Writes a state or a result with the schema `block` in MessagePack. Write-only attributes become null.
    ///
    /// # Errors
    ///
    /// Fails if the type of the value does not conform to the schema, or if the value contains unknown values. The
    /// error has a [fault](crate::Error::faults) for each unknown value. The error does not contain sensitive values.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::schema::{Attribute, Block};
    /// use tfvalue::tfplugin6::DynamicValue;
    /// use tfvalue::{Type, Value};
    ///
    /// let block = Block::new().attributes([
    ///     Attribute::new("id", Type::String).computed(),
    ///     Attribute::new("token", Type::String).optional().write_only(),
    /// ]);
    /// let planned = Value::object([("id", Value::unknown(Type::String)), ("token", "t-1".into())])?;
    /// let error = DynamicValue::encode_state_value(&planned, &block).unwrap_err();
    /// assert_eq!(error.to_string(), "id: a known value is required, got an unknown value");
    ///
    /// let state = DynamicValue::encode_state_value(&planned.with("id", "i-1")?, &block)?;
    /// let state = state.decode_value(&block.implied_type())?;
    /// assert_eq!(state.to_string(), r#"{ id = "i-1", token = null }"#);
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn encode_state_value(value: &Value, block: &Block) -> Result<Self> {
        let value = block.without_write_only(value.clone())?;
        let encoded = Self::encode_value(&value, &block.implied_type());
        let encoded = encoded.map_err(|error| config::hide_secrets(block, error))?;
        Error::join(value.unknown_faults())?;
        Ok(encoded)
    }
}

impl RawState {
    /// Writes a state in JSON, as Terraform stores it.
    ///
    /// # Errors
    ///
    /// Fails if the type of the value does not conform to the constraint, or if the value contains unknown values.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::tfplugin6::RawState;
    /// use tfvalue::{Type, Value};
    ///
    /// let tags = Value::map(Type::String, [("a", "b")])?;
    /// let state = RawState::encode_value(&tags, &tags.ty())?;
    /// assert_eq!(state.json, br#"{"a":"b"}"#);
    /// assert_eq!(state.decode_value_ignoring_unsupported(&tags.ty())?, tags);
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn encode_value(value: &Value, ty: &Type) -> Result<Self> {
        Ok(RawState {
            json: json::value_to_string(value, ty)?.into_bytes(),
            ..RawState::default()
        })
    }

    /// Reads a stored state from JSON, or from a flatmap if there is no JSON. A missing attribute is null.
    ///
    /// # Errors
    ///
    /// Fails if the state does not fit `T`. An unsupported attribute in JSON is also an error. See
    /// [`RawState::decode_ignoring_unsupported`].
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Attr, TfSchema, tfplugin6::RawState};
    ///
    /// #[derive(TfSchema)]
    /// struct Bucket {
    ///     #[tf(required)]
    ///     name: Attr<String>,
    /// }
    ///
    /// let state = RawState { json: br#"{"name": "a"}"#.to_vec(), ..Default::default() };
    /// assert_eq!(state.decode::<Bucket>()?.name, "a");
    ///
    /// let mut old = RawState::default();
    /// old.flatmap.insert("name".into(), "a".into());
    /// assert_eq!(old.decode::<Bucket>()?.name, "a");
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn decode<'de, T: Deserialize<'de> + TfType>(&'de self) -> Result<T> {
        if self.is_flatmap() {
            self.flatmap_into()
        } else {
            json::from_slice(self.json_text())
        }
    }

    /// Reads a stored state and ignores unsupported attributes, such as attributes from another version of the schema.
    ///
    /// # Errors
    ///
    /// Fails if the rest of the state does not fit `T`.
    pub fn decode_ignoring_unsupported<'de, T: Deserialize<'de> + TfType>(&'de self) -> Result<T> {
        if self.is_flatmap() {
            self.flatmap_into()
        } else {
            self.lenient().read()
        }
    }

    /// Reads a stored state according to a type constraint, and ignores unsupported attributes.
    ///
    /// # Errors
    ///
    /// Fails if the rest of the state does not fit the type.
    pub fn decode_value_ignoring_unsupported(&self, ty: &Type) -> Result<Value> {
        if self.is_flatmap() {
            self.flatmap_value(ty)
        } else {
            self.lenient().read_value(ty)
        }
    }

    pub(super) fn is_flatmap(&self) -> bool {
        self.json.is_empty() && !self.flatmap.is_empty()
    }

    fn lenient(&self) -> json::Deserializer<'_> {
        let mut deserializer = json::Deserializer::from_slice(self.json_text());
        deserializer.ignore_unsupported_attributes();
        deserializer
    }

    /// Returns the JSON. If the message contains no state, the object has no attributes, as in Terraform's state file.
    pub(super) fn json_text(&self) -> &[u8] {
        match &*self.json {
            [] => b"{}",
            json => json,
        }
    }

    fn flatmap_value(&self, ty: &Type) -> Result<Value> {
        let entries = self.flatmap.iter();
        Value::from_flatmap(entries.map(|(key, text)| (key.as_str(), text.as_str())), ty)
    }

    /// Reads a flatmap. `T` cannot borrow strings from the flatmap, because the flatmap represents values in another form.
    fn flatmap_into<'de, T: Deserialize<'de> + TfType>(&self) -> Result<T> {
        // The type does not specify which strings are sensitive.
        let value = self.flatmap_value(&T::ty()).map_err(Error::redact)?;
        value.read_as()
    }
}
