//! `ToApi` and `FromApi`: conversions between models and the structs of a service's client library.

use std::fmt::Display;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::str::FromStr;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::attr::{GoDuration, Json, Text, TfText};
use crate::error::{Error, Result};
use crate::number::{Number, NumberError};

/// A type that can be converted to `A`, a type from a service's client library.
///
/// [`to_api`](macro@crate::TfSchema#to_api) implements this trait for structs, enums and newtypes. Implement the trait
/// by hand for your other types. The members of a struct do not have to implement the trait: [`Attr`](crate::Attr),
/// `Option`, lists, sets and maps can be converted if the inner type can.
///
/// | type | converts to |
/// |---|---|
/// | `String` | any type with `FromStr`, such as `String`, a UUID or a time |
/// | integers, [`Number`] | integers and `Number`, if the number is in range |
/// | [`Number`] | also `f64` if no digit is lost, and `String` |
/// | `bool`, floats, IP addresses, `Duration` | the same type |
/// | IP addresses | `String` |
/// | [`GoDuration`] | `Duration` and `String` |
/// | [`Json`] | any type with `FromStr`, such as `String` and `serde_json::Value` |
/// | [`Text<T>`](Text) | any type with `FromStr`, such as `String` and most `T` |
/// | an enum with [`as_str`](macro@crate::TfSchema#as_str) | `String` |
///
/// # Examples
///
/// ```
/// use tfvalue::{Attr, Error, Result, TfSchema, ToApi};
///
/// /// The client's struct.
/// struct CreateDisk {
///     bytes: u64,
/// }
///
/// #[derive(TfSchema)]
/// #[tf(to_api = CreateDisk)]
/// struct Disk {
///     #[tf(required, api_name = "bytes")]
///     size: Attr<Gib>,
/// }
///
/// /// A size in GiB, which the service has in bytes.
/// #[derive(TfSchema)]
/// struct Gib(u32);
///
/// impl ToApi<u64> for Gib {
///     fn to_api(&self) -> Result<u64> {
///         Ok(u64::from(self.0) << 30)
///     }
/// }
///
/// let disk = Disk { size: Gib(2).into() };
/// assert_eq!(disk.to_api()?.bytes, 2 << 30);
/// let error = Disk { size: Attr::null() }.to_api().err().unwrap();
/// assert_eq!(error.to_string(), "size: a value is required, got null");
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not convert to `{A}`",
    label = "does not convert to `{A}`",
    note = "for a type of your own, add `#[tf(to_api = …)]` or implement `tfvalue::ToApi`",
    note = "if it converts to several types, name one: `let request: CreateServer = model.to_api()?`",
    note = "for other types, wrap one of them in a newtype, or compute the member: `to_api(…, set(member = …))`"
)]
pub trait ToApi<A> {
    /// Converts the value.
    ///
    /// # Errors
    ///
    /// Fails if a value is unknown, if a value is null but the service requires it, or if the service's type cannot
    /// hold the value. The error has a [fault](Error::faults) for each such value, at the path of the value. The error
    /// never contains sensitive values.
    fn to_api(&self) -> Result<A>;
}

/// A type that can be created from `A`, a type from a service's client library.
///
/// [`from_api`](macro@crate::TfSchema#from_api) implements this trait for structs, enums and newtypes. The conversions
/// are the reverse of the conversions of [`ToApi`]. For example, a `String` is created from any type with `Display`. If
/// a [`GoDuration`], an IP address, a [`Json`] or a [`Text`] means the same thing as before, it keeps its spelling.
///
/// # Examples
///
/// ```
/// use tfvalue::{Attr, FromApi, TfSchema};
///
/// /// The client's struct.
/// struct ApiUser {
///     name: String,
///     quota: u64,
/// }
///
/// #[derive(TfSchema)]
/// #[tf(kind = resource, from_api(ApiUser, without = "password"))]
/// struct User {
///     #[tf(required)]
///     name: Attr<String>,
///     #[tf(optional)]
///     quota: Attr<i64>,
///     /// The service does not return the password.
///     #[tf(optional, sensitive)]
///     password: Attr<String>,
/// }
///
/// let state = User { name: "Ann".into(), quota: 5.into(), password: "hush".into() };
/// let state = state.with_api(ApiUser { name: "ann".to_owned(), quota: 6 })?;
/// assert_eq!((state.name, state.quota), ("ann".into(), 6.into()));
/// assert_eq!(state.password, "hush");
///
/// let found = User::from_api(ApiUser { name: "bob".to_owned(), quota: 7 }, None)?;
/// assert!(found.password.is_null());
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{A}` does not convert to `{Self}`",
    label = "not created from `{A}`",
    note = "for a type of your own, add `#[tf(from_api = …)]` or implement `tfvalue::FromApi`",
    note = "for other types, wrap one of them in a newtype, or compute the field: `from_api(…, set(field = …))`"
)]
pub trait FromApi<A>: Sized {
    /// Whether a value keeps members that the service does not return.
    #[doc(hidden)]
    const KEEPS: bool = false;

    /// Converts a value from the service. Members that the service does not return are taken from `before`, or are null
    /// if `before` is `None`.
    ///
    /// # Errors
    ///
    /// Fails if the model cannot hold a value. The error has a [fault](Error::faults) for each such value, at the path
    /// of the value.
    fn from_api(api: A, before: Option<Self>) -> Result<Self>;

    /// Returns this value with the members that the service returned. Other members do not change.
    ///
    /// # Errors
    ///
    /// See [`from_api`](Self::from_api).
    fn with_api(self, api: A) -> Result<Self> {
        Self::from_api(api, Some(self))
    }
}

impl<A: FromStr<Err: Display>> ToApi<A> for String {
    fn to_api(&self) -> Result<A> {
        parse(self)
    }
}

impl<A: Display> FromApi<A> for String {
    fn from_api(api: A, _: Option<Self>) -> Result<Self> {
        Ok(api.to_string())
    }
}

/// Reads a text.
pub(crate) fn parse<A: FromStr<Err: Display>>(text: &str) -> Result<A> {
    text.parse().map_err(Error::msg)
}

/// A type that can hold only numbers that a [`Number`] can represent.
pub trait Numeric: Sized {
    #[doc(hidden)]
    fn to_number(&self) -> Result<Number, NumberError>;

    #[doc(hidden)]
    fn of_number(number: Number) -> Result<Self, NumberError>;
}

/// A type that holds numbers without rounding them.
pub trait Exact: Numeric {}

fn number<T: Numeric, A: Numeric>(number: &T) -> Result<A> {
    let number = number.to_number().and_then(A::of_number);
    number.map_err(Error::from)
}

macro_rules! integers {
    ($($int:ty)*) => {$(
        impl Numeric for $int {
            fn to_number(&self) -> Result<Number, NumberError> {
                Ok(Number::from(*self))
            }

            fn of_number(number: Number) -> Result<Self, NumberError> {
                Self::try_from(number)
            }
        }

        impl Exact for $int {}

        impl<A: Exact> ToApi<A> for $int {
            fn to_api(&self) -> Result<A> {
                number(self)
            }
        }

        impl<A: Exact> FromApi<A> for $int {
            fn from_api(api: A, _: Option<Self>) -> Result<Self> {
                number(&api)
            }
        }
    )*};
}

integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

impl Numeric for Number {
    fn to_number(&self) -> Result<Number, NumberError> {
        Ok(self.clone())
    }

    fn of_number(number: Number) -> Result<Self, NumberError> {
        Ok(number)
    }
}

impl Exact for Number {}

impl Numeric for f64 {
    fn to_number(&self) -> Result<Number, NumberError> {
        match Number::try_from(*self) {
            Ok(number) if !number.is_finite() => Err(NumberError::infinite(&number)),
            number => number,
        }
    }

    fn of_number(number: Number) -> Result<Self, NumberError> {
        number.as_f64().ok_or_else(|| NumberError::double(&number))
    }
}

impl Numeric for String {
    fn to_number(&self) -> Result<Number, NumberError> {
        self.parse()
    }

    fn of_number(number: Number) -> Result<Self, NumberError> {
        Ok(number.to_string())
    }
}

impl<A: Numeric> ToApi<A> for Number {
    fn to_api(&self) -> Result<A> {
        number(self)
    }
}

impl<A: Numeric> FromApi<A> for Number {
    fn from_api(api: A, _: Option<Self>) -> Result<Self> {
        number(&api)
    }
}

macro_rules! same {
    ($($ty:ty)*) => {$(
        impl ToApi<$ty> for $ty {
            fn to_api(&self) -> Result<$ty> {
                Ok(*self)
            }
        }

        impl FromApi<$ty> for $ty {
            fn from_api(api: $ty, _: Option<Self>) -> Result<Self> {
                Ok(api)
            }
        }
    )*};
}

same!(bool f32 f64 Duration IpAddr Ipv4Addr Ipv6Addr SocketAddr);

macro_rules! text {
    ($($ty:ty)*) => {$(
        impl ToApi<String> for $ty {
            fn to_api(&self) -> Result<String> {
                Ok(self.to_string())
            }
        }

        impl FromApi<String> for $ty {
            fn from_api(api: String, before: Option<Self>) -> Result<Self> {
                Ok(same_or(parse(&api)?, before))
            }
        }
    )*};
}

text!(IpAddr Ipv4Addr Ipv6Addr SocketAddr GoDuration);

/// Returns the earlier spelling of the same value, if such a spelling exists.
fn same_or<T: PartialEq>(value: T, before: Option<T>) -> T {
    before.filter(|before| *before == value).unwrap_or(value)
}

impl ToApi<Duration> for GoDuration {
    fn to_api(&self) -> Result<Duration> {
        self.duration()
    }
}

impl FromApi<Duration> for GoDuration {
    fn from_api(api: Duration, before: Option<Self>) -> Result<Self> {
        Ok(same_or(GoDuration::try_from(api)?, before))
    }
}

impl<T, A: FromStr<Err: Display>> ToApi<A> for Json<T> {
    fn to_api(&self) -> Result<A> {
        parse(self.as_str())
    }
}

impl<T: DeserializeOwned + Serialize, A: Display> FromApi<A> for Json<T> {
    fn from_api(api: A, before: Option<Self>) -> Result<Self> {
        let value: Self = parse(&api.to_string())?;
        match before {
            Some(mut before) => before.set(value.into_value()).map(|()| before),
            None => Ok(value),
        }
    }
}

impl<T: TfText, A: FromStr<Err: Display>> ToApi<A> for Text<T> {
    fn to_api(&self) -> Result<A> {
        parse(self.as_str())
    }
}

impl<T: TfText, A: Display> FromApi<A> for Text<T> {
    fn from_api(api: A, before: Option<Self>) -> Result<Self> {
        Ok(same_or(parse(&api.to_string())?, before))
    }
}
