//! States as Terraform stores them, and as a provider returns them.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use serde::de::{DeserializeOwned, IgnoredAny};

use super::complete;
use crate::error::{Error, Result};
use crate::json;
use crate::schema::{Block, config};
use crate::value::{Value, faults};

/// A state as Terraform stores it: JSON, or the flatmap that Terraform 0.11 and older used.
///
/// # Examples
///
/// ```
/// use tfvalue::state::{self, Stored};
/// use tfvalue::{Attr, TfSchema};
///
/// #[derive(TfSchema)]
/// #[tf(kind = resource)]
/// struct Server {
///     #[tf(required)]
///     name: Attr<String>,
/// }
///
/// // What Terraform 1.x stores, and what Terraform 0.11 stored.
/// for stored in [Stored::json(br#"{"name":"web"}"#), Stored::flatmap([("name", "web")])] {
///     let server: Server = state::current(0, &stored)?;
///     assert_eq!(server.name, "web");
/// }
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[derive(Clone)]
pub struct Stored<'a>(StoredForm<'a>);

#[derive(Clone)]
enum StoredForm<'a> {
    Json(&'a [u8]),
    Flatmap(Vec<(&'a str, &'a str)>),
}

/// A state that a provider returns, in one of the encodings of the protocol.
#[derive(Clone, PartialEq, Eq)]
pub enum Encoded {
    /// Terraform's JSON.
    Json(Vec<u8>),
    /// Terraform's MessagePack.
    MessagePack(Vec<u8>),
}

impl fmt::Debug for Stored<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stored").finish_non_exhaustive() // the state may be sensitive
    }
}

impl fmt::Debug for Encoded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let form = match self {
            Encoded::Json(_) => "Json",
            Encoded::MessagePack(_) => "MessagePack",
        };
        f.debug_tuple(form).finish_non_exhaustive() // the state may be sensitive
    }
}

impl<'a> Stored<'a> {
    /// Creates a state from its JSON.
    #[must_use]
    pub fn json(json: &'a [u8]) -> Self {
        Stored(StoredForm::Json(json))
    }

    /// Creates a state from the entries of its flatmap.
    #[must_use]
    pub fn flatmap(entries: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        Stored(StoredForm::Flatmap(entries.into_iter().collect()))
    }

    /// Returns `true` if all attributes of an identity are null, or if there is no identity.
    pub(super) fn has_no_values(&self) -> bool {
        match &self.0 {
            StoredForm::Json(json) => json.is_empty() || are_null(json),
            StoredForm::Flatmap(entries) => entries.is_empty(),
        }
    }

    /// Returns the state as JSON, with an empty value for each nested block that is missing or null.
    pub(super) fn completed(&self, block: &Block) -> Result<Vec<u8>> {
        let json = match &self.0 {
            StoredForm::Json(json) => Cow::Borrowed(*json),
            StoredForm::Flatmap(entries) => flatmap_to_json(entries, block)?.into(),
        };
        Ok(match complete::blocks(&json, block)? {
            Some(completed) => completed,
            None => json.into_owned(),
        })
    }

    /// Reads the state into a struct with this schema, and collects all faults. Ignores attributes
    /// that the struct does not have.
    pub(crate) fn read<T: DeserializeOwned>(&self, block: &Block) -> Result<T> {
        faults::read(&self.value(block)?)
    }

    /// Reads the state like [`Stored::read`], but reports attributes that the struct does not have as errors.
    pub(super) fn read_exactly<T: DeserializeOwned>(&self, block: &Block) -> Result<T> {
        faults::read(&self.exact_value(block)?)
    }

    /// Reads the state, and ignores attributes that the schema does not have.
    pub(crate) fn value(&self, block: &Block) -> Result<Value> {
        self.decode(block, |deserializer| {
            deserializer.ignore_unsupported_attributes();
        })
    }

    /// Reads the state. Attributes that the schema does not have are errors.
    pub(crate) fn exact_value(&self, block: &Block) -> Result<Value> {
        self.decode(block, |_| {})
    }

    fn decode(
        &self,
        block: &Block,
        configure: impl Fn(&mut json::Deserializer<'_>),
    ) -> Result<Value> {
        let ty = block.implied_type();
        let json = self.completed(block)?;
        let mut deserializer = json::Deserializer::from_slice(&json);
        configure(&mut deserializer);
        deserializer.clone().read_value(&ty).map_err(|first| {
            let faults = deserializer.faults(&ty, first).into_iter();
            Error::several(faults.map(|fault| config::blame(block, fault)).collect())
        })
    }
}

/// Returns `true` if the JSON is null, or an object whose members are all null.
fn are_null(json: &[u8]) -> bool {
    type Members = BTreeMap<String, Option<IgnoredAny>>;
    let members: Result<Option<Members>, _> = serde_json::from_slice(json);
    members.is_ok_and(|members| members.is_none_or(|members| members.values().all(Option::is_none)))
}

fn flatmap_to_json(entries: &[(&str, &str)], block: &Block) -> Result<Vec<u8>> {
    let ty = block.implied_type();
    let value = Value::from_flatmap(entries.iter().copied(), &ty);
    let json = value.and_then(|value| json::value_to_string(&value, &ty));
    json.map(String::into_bytes)
        .map_err(|error| config::blame(block, error))
}
