//! `Text`, a string that has a meaning and keeps its spelling.

mod byte_size;
mod kinds;
#[cfg(feature = "yaml")]
mod yaml;

use std::hash::{Hash, Hasher};
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer};

pub use self::byte_size::ByteSize;
#[cfg(feature = "base64")]
pub use self::kinds::Base64;
#[cfg(feature = "yaml")]
pub use self::yaml::Yaml;
use super::kept::{self, keeps_text};
use crate::error::{Error, Result, shortened};
use crate::model::{TfType, TypeFacts, TypeKind};
use crate::ty::Type;
use crate::value::Value;

/// A type whose values are strings in Terraform, for use in [`Text`].
///
/// | type | of | feature |
/// |---|---|---|
/// | `IpAddr`, `Ipv4Addr`, `Ipv6Addr` | `std::net` | |
/// | [`ByteSize`] | this crate | |
/// | `IpNet`, `Ipv4Net`, `Ipv6Net` | `ipnet` | `ipnet` |
/// | `Timestamp`, in the format of RFC 3339 | `jiff` | `rfc3339` |
/// | `Url` | `url` | `url` |
/// | `Uuid` | `uuid` | `uuid` |
/// | `Base64` | this crate | `base64` |
/// | `Yaml` | this crate | `yaml` |
///
/// Implement this trait for your own types.
///
/// # Examples
///
/// The name of a resource in a cloud:
///
/// ```
/// use tfvalue::{Attr, Text, TfSchema, msgpack, texts::TfText};
///
/// struct Arn {
///     service: String,
///     resource: String,
/// }
///
/// impl TfText for Arn {
///     const EXPECTED: &'static str = "an ARN such as \"arn:aws:s3:::bucket\"";
///
///     fn read(text: &str) -> Option<Self> {
///         let mut parts = text.splitn(6, ':');
///         if parts.next() != Some("arn") {
///             return None;
///         }
///         let (service, resource) = (parts.nth(1)?.to_lowercase(), parts.nth(2)?);
///         (!resource.is_empty()).then(|| Arn { service, resource: resource.to_owned() })
///     }
///
///     fn canonical(&self) -> String {
///         format!("arn:aws:{}:::{}", self.service, self.resource)
///     }
/// }
///
/// #[derive(TfSchema)]
/// struct Grant {
///     #[tf(required)]
///     target: Attr<Text<Arn>>,
/// }
///
/// let grant: Grant = msgpack::from_slice(b"\x81\xa6target\xb1arn:aws:S3:::logs")?;
/// let target = grant.target.value().unwrap();
/// assert_eq!(target.as_str(), "arn:aws:S3:::logs");
/// assert_eq!(target.value().service, "s3");
///
/// let error = msgpack::from_slice::<Grant>(b"\x81\xa6target\xa4logs").err().unwrap();
/// assert_eq!(
///     error.to_string(),
///     r#"target: an ARN such as "arn:aws:s3:::bucket" is required, got "logs""#,
/// );
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "strings in Terraform are not read as `{Self}`",
    label = "does not implement `TfText`",
    note = "use `String` for any text, or implement `TfText` for a type of your own",
    note = "for types of other crates, enable the feature `ipnet`, `rfc3339`, `url` or `uuid` of tfvalue"
)]
pub trait TfText: Sized {
    /// The description of a valid string, for errors: `an IP address such as "10.0.0.1"`.
    const EXPECTED: &'static str;

    /// Reads a string. Returns `None` if the string is not a value of the type.
    fn read(text: &str) -> Option<Self>;

    /// Describes a string that [`read`](TfText::read) rejects. The description follows "got" in an error. By default,
    /// the description is the string in quotes. A type with long strings can specify where the fault is.
    #[must_use]
    fn got(text: &str) -> String {
        shortened(format!("{text:?}"))
    }

    /// Returns a string that is the same for all values with the same meaning. [`read`](TfText::read) must accept this
    /// string.
    fn canonical(&self) -> String;
}

/// A string in Terraform that is read as a `T` and keeps its spelling.
///
/// [`TfText`] lists the types. A string in a configuration that cannot be read as a `T` is a fault. Another string with
/// the same meaning, for example a string that the service returns, is not a change, as with
/// [`same_as`](macro@crate::TfSchema#same_as) for other strings. Equality and hashing are also based on the meaning,
/// not on the spelling.
///
/// # Examples
///
/// ```
/// use std::net::{IpAddr, Ipv6Addr};
/// use tfvalue::{Attr, Text, TfSchema, msgpack};
///
/// #[derive(TfSchema)]
/// struct Host {
///     #[tf(required)]
///     address: Attr<Text<IpAddr>>,
/// }
///
/// let host: Host = msgpack::from_slice(b"\x81\xa7address\xa60:0::1")?;
/// let address = host.address.value().unwrap();
/// assert_eq!(address.as_str(), "0:0::1");
/// assert_eq!(*address.value(), IpAddr::from(Ipv6Addr::LOCALHOST));
/// assert_eq!(*address, "::1".parse()?);
///
/// // From a response of the service:
/// let host = Host { address: Text::from(IpAddr::from(Ipv6Addr::LOCALHOST)).into() };
/// assert_eq!(host.address.value().unwrap().as_str(), "::1");
///
/// let error = msgpack::from_slice::<Host>(b"\x81\xa7address\xa510.1.").err().unwrap();
/// assert_eq!(
///     error.to_string(),
///     r#"address: an IP address such as "10.0.0.1" or "fd00::1" is required, got "10.1.""#,
/// );
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[derive(Clone)]
pub struct Text<T> {
    text: String,
    value: T,
}

impl<T> Text<T> {
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

impl<T: TfText> From<T> for Text<T> {
    /// Writes a value in its canonical spelling.
    fn from(value: T) -> Self {
        Text {
            text: value.canonical(),
            value,
        }
    }
}

impl<T: TfText> FromStr for Text<T> {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        match T::read(text) {
            Some(value) => Ok(Text {
                text: text.to_owned(),
                value,
            }),
            None => Err(Error::mismatch_words(
                T::EXPECTED,
                "another string",
                T::got(text),
            )),
        }
    }
}

keeps_text!([T] Text<T>);

impl<T: TfText> PartialEq for Text<T> {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text || self.value.canonical() == other.value.canonical()
    }
}

impl<T: TfText> Eq for Text<T> {}

impl<T: TfText> Hash for Text<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value.canonical().hash(state);
    }
}

impl<T: TfText> TfType for Text<T> {
    const FACTS: TypeFacts = TypeFacts::of(TypeKind::String).same_as(canonical::<T>);

    fn ty() -> Type {
        Type::String
    }
}

/// Returns the same string for all equivalent spellings of a `T`.
fn canonical<T: TfText>(value: &Value) -> Option<Value> {
    let read = T::read(value.as_str()?)?;
    Some(Value::string(read.canonical()))
}

impl<'de, T: TfText> Deserialize<'de> for Text<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        kept::read(deserializer, T::EXPECTED)
    }
}
