//! `Json`, a JSON document that is stored in a string.

use std::fmt;
use std::str::FromStr;

use serde::de::{self, Deserialize, DeserializeOwned, Deserializer, Visitor};
use serde::ser::Serialize;

use super::kept::keeps_text;
use crate::error::{Error, Result};
use crate::json::text;
use crate::model::{TfType, TypeFacts, TypeKind};
use crate::ty::Type;

/// A JSON document, which is a string in Terraform and a `T` in Rust.
///
/// A `Json` keeps the original spelling of the string, including members that `T` does not have. In plans, a different
/// spelling of the same document is not a change, as with [`same_as = json`](macro@crate::TfSchema#same_as) for other
/// strings. Errors contain the path inside the document. With `try_from`, and for enums with a `tag`, serde reads the
/// whole value before converting it. In these cases, the path of an error ends at the object or list that contains the
/// value.
///
/// `T` is read and written by `serde_json`, so it can be any type that implements serde's traits. `==` compares the `T`s.
///
/// # Examples
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use tfvalue::{Attr, Json, TfSchema, msgpack};
///
/// #[derive(TfSchema)]
/// struct Role {
///     #[tf(required)]
///     policy: Attr<Json<Policy>>,
/// }
///
/// #[derive(Serialize, Deserialize)]
/// struct Policy {
///     #[serde(rename = "Statement")]
///     statements: Vec<Statement>,
/// }
///
/// #[derive(Serialize, Deserialize)]
/// struct Statement {
///     #[serde(rename = "Effect")]
///     effect: String,
/// }
///
/// let policy: Json<Policy> = r#"{ "Statement": [ {"Effect": "Allow"} ] }"#.parse()?;
/// assert_eq!(policy.value().statements[0].effect, "Allow");
///
/// let role = Role { policy: policy.into() };
/// let bytes = msgpack::to_vec(&role)?;
/// let role: Role = msgpack::from_slice(&bytes)?;
/// assert_eq!(role.policy.value().unwrap().as_str(), r#"{ "Statement": [ {"Effect": "Allow"} ] }"#);
///
/// let error = msgpack::from_slice::<Role>(b"\x81\xa6policy\xb2{\"Statement\": [{}]}");
/// assert_eq!(
///     error.err().unwrap().to_string(),
///     r#"policy["Statement"][0]: missing field `Effect`"#,
/// );
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[derive(Clone)]
pub struct Json<T> {
    text: String,
    value: T,
}

impl<T> Json<T> {
    /// Returns the string in its original spelling.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the value that was read from the string.
    #[must_use]
    pub fn value(&self) -> &T {
        &self.value
    }

    /// Returns the value and discards the string.
    #[must_use]
    pub fn into_value(self) -> T {
        self.value
    }
}

impl<T: Serialize> Json<T> {
    /// Creates a document. Its text has no whitespace.
    ///
    /// # Errors
    ///
    /// Fails if JSON cannot represent the value, for example because a map has keys that are not strings.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::Json;
    ///
    /// assert_eq!(Json::new(vec![1, 2])?.as_str(), "[1,2]");
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn new(value: T) -> Result<Self> {
        let text = serde_json::to_string(&value).map_err(Error::msg)?;
        Ok(Json { text, value })
    }

    /// Replaces the value. The string changes only if the new value is a different document.
    ///
    /// # Errors
    ///
    /// Fails if JSON cannot represent the value. In this case, the document is unchanged.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::Json;
    ///
    /// let mut ports: Json<Vec<u16>> = "[ 80, 443 ]".parse()?;
    /// ports.set(vec![80, 443])?;
    /// assert_eq!(ports.as_str(), "[ 80, 443 ]");
    /// ports.set(vec![80])?;
    /// assert_eq!(ports.as_str(), "[80]");
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn set(&mut self, value: T) -> Result<()> {
        let document = |value: &T| serde_json::to_value(value).map_err(Error::msg);
        if document(&value)? == document(&self.value)? {
            self.value = value;
        } else {
            *self = Json::new(value)?;
        }
        Ok(())
    }
}

impl<T: DeserializeOwned> FromStr for Json<T> {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Json::read(text.to_owned())
    }
}

impl<T: DeserializeOwned> Json<T> {
    fn read(text: String) -> Result<Self> {
        let value = text::read(&text)?;
        Ok(Json { text, value })
    }
}

keeps_text!([T] Json<T>);

impl<T: PartialEq> PartialEq for Json<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Json<T> {}

impl<T> TfType for Json<T> {
    const FACTS: TypeFacts = TypeFacts::of(TypeKind::String).same_as(crate::attr::same_as::json);

    fn ty() -> Type {
        Type::String
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Json<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = deserializer.deserialize_str(TextVisitor)?;
        Json::read(text).map_err(Error::through_serde)
    }
}

struct TextVisitor;

impl Visitor<'_> for TextVisitor {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON document in a string")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<String, E> {
        Ok(text.to_owned())
    }

    fn visit_string<E: de::Error>(self, text: String) -> Result<String, E> {
        Ok(text)
    }
}
