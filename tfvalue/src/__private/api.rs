//! Conversions between the members of models and the members of API structs. A conversion has two steps, because a
//! member can be null or unknown, but a value cannot.
//!
//! `M` is a marker for the rules that apply to a type. This parameter keeps the rules from overlapping. The compiler
//! infers it. `L` selects the conversion for the innermost values: [`ByApi`] or [`ByText`].
//!
//! The traits have no methods. If a method does not exist, such as `value` of an `Unknown<String>`, rustc tries all
//! methods with similar names in all traits. A method named `to_value` would be one of the methods that rustc tries.
//! Because the rules are recursive, rustc would then report an overflow (E0275) instead of the missing method.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::Display;
use std::hash::{BuildHasher, Hash};
use std::marker::PhantomData;
use std::str::FromStr;

use super::object::{Readable, fill};
use crate::attr::{Set, Unknown};
use crate::error::{Error, Result};
use crate::model::known::{by_index, each};
use crate::model::{FromApi, ToApi, parse};
use crate::path::Step;

/// Returns the result of an expression for a secret member of an API struct. If the expression fails, the error keeps
/// the name of the model's attribute.
pub fn named<T>(names: &[&'static str], result: Result<T>) -> Result<T> {
    result.map_err(|error| error.recognize_names(names))
}

/// Converts values with `ToApi` and `FromApi`.
pub struct ByApi;

/// Converts values with `Display` and `FromStr`, for fields with `display`.
pub struct ByText;

/// Converts the innermost value.
pub struct Innermost;

/// Converts between `Unknown<T>` and `A`.
pub struct InUnknown<M>(PhantomData<M>);

/// Converts between `Option<T>` and `Option<A>`.
pub struct InOptions<M>(PhantomData<M>);

/// Converts between `Option<T>` and an `A` that cannot represent null.
pub struct NotNull<M>(PhantomData<M>);

/// Converts between a `T` that cannot represent null and an `Option<A>`.
pub struct NeverNull<M>(PhantomData<M>);

/// Converts between a `T` and an `A`, neither of which can represent null.
pub struct Plain<M>(PhantomData<M>);

/// Converts the elements of a list, set or map.
pub struct Each<M>(PhantomData<M>);

/// Converts between `T` and `Box<A>`.
pub struct InBox<M>(PhantomData<M>);

/// A model member that converts to a member of an API struct.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not convert to `{A}`, the type of this member in the API struct",
    label = "does not convert to `{A}`",
    note = "for a type of your own inside, add `#[tf(to_api = …)]` or implement `tfvalue::ToApi`",
    note = "for other types, wrap one of them in a newtype, or compute the member: `to_api(…, set(member = …))`"
)]
pub trait ToMember<A, M, L> {
    /// Converts the member. If the service may choose the value, an unknown value converts to `None`.
    ///
    /// # Errors
    ///
    /// Fails if the value is unknown, or if it cannot be converted.
    fn to_member(member: &Self, decides: bool) -> Result<A>;

    /// Returns the value that leaves the choice to the service, if such a value exists.
    fn absent() -> Option<A> {
        None
    }
}

/// A model value that converts to a value of an API struct.
pub trait ToValue<A, M, L> {
    /// Converts the value.
    ///
    /// # Errors
    ///
    /// Fails if the value does not match the target type.
    fn to_value(value: &Self) -> Result<A>;

    /// Converts null. If a list, set or map of the service cannot be null, the result is an empty collection.
    ///
    /// # Errors
    ///
    /// Fails for all other types.
    fn null() -> Result<A> {
        Err(Error::null())
    }
}

/// Converts a model member.
///
/// # Errors
///
/// Converts a value to a member of an API struct.
pub fn to_member<L, T: ToMember<A, M, L>, A, M>(member: &T, decides: bool) -> Result<A> {
    T::to_member(member, decides)
}

#[diagnostic::do_not_recommend]
impl<T: ToMember<A, M, L>, A, M, L> ToMember<A, InUnknown<M>, L> for Unknown<T> {
    fn to_member(member: &Self, decides: bool) -> Result<A> {
        match member {
            Unknown::Known(value) => T::to_member(value, false),
            Unknown::Unknown(_) => {
                let absent = decides.then(T::absent).flatten();
                absent.ok_or_else(Error::unknown)
            }
        }
    }
}

#[diagnostic::do_not_recommend]
impl<T: ToValue<A, M, L>, A, M, L> ToMember<Option<A>, InOptions<M>, L> for Option<T> {
    fn to_member(member: &Self, _: bool) -> Result<Option<A>> {
        member.as_ref().map(T::to_value).transpose()
    }

    fn absent() -> Option<Option<A>> {
        Some(None)
    }
}

#[diagnostic::do_not_recommend]
impl<T: ToValue<A, M, L>, A, M, L> ToMember<A, NotNull<M>, L> for Option<T> {
    fn to_member(member: &Self, _: bool) -> Result<A> {
        member.as_ref().map_or_else(T::null, T::to_value)
    }
}

#[diagnostic::do_not_recommend]
impl<T: ToValue<A, M, L>, A, M, L> ToMember<Option<A>, NeverNull<M>, L> for T {
    fn to_member(member: &Self, _: bool) -> Result<Option<A>> {
        T::to_value(member).map(Some)
    }

    fn absent() -> Option<Option<A>> {
        Some(None)
    }
}

#[diagnostic::do_not_recommend]
impl<T: ToValue<A, M, L>, A, M, L> ToMember<A, Plain<M>, L> for T {
    fn to_member(member: &Self, _: bool) -> Result<A> {
        T::to_value(member)
    }
}

impl<T: ToApi<A>, A> ToValue<A, Innermost, ByApi> for T {
    fn to_value(value: &Self) -> Result<A> {
        value.to_api()
    }
}

impl<T: Display, A: FromStr<Err: Display>> ToValue<A, Innermost, ByText> for T {
    fn to_value(value: &Self) -> Result<A> {
        parse(&value.to_string())
    }
}

impl<T: ToValue<A, M, L>, A, M, L> ToValue<Box<A>, InBox<M>, L> for T {
    fn to_value(value: &Self) -> Result<Box<A>> {
        <T as ToValue<A, M, L>>::to_value(value).map(Box::new)
    }
}

/// A collection whose elements are unordered or may be in any order.
pub trait ApiSet: FromIterator<Self::Element> + IntoIterator<Item = Self::Element> {
    /// The type of an element.
    type Element;
}

impl<A> ApiSet for Vec<A> {
    type Element = A;
}

impl<A: Ord> ApiSet for BTreeSet<A> {
    type Element = A;
}

impl<A: Eq + Hash, S: BuildHasher + Default> ApiSet for HashSet<A, S> {
    type Element = A;
}

/// A map in an API struct.
pub trait ApiMap:
    FromIterator<(Self::Key, Self::Value)> + IntoIterator<Item = (Self::Key, Self::Value)>
{
    /// The type of a key.
    type Key;
    /// The type of a value.
    type Value;
}

impl<K: Ord, A> ApiMap for BTreeMap<K, A> {
    type Key = K;
    type Value = A;
}

impl<K: Eq + Hash, A, S: BuildHasher + Default> ApiMap for HashMap<K, A, S> {
    type Key = K;
    type Value = A;
}

/// A model member that is created from a member of an API struct.
#[diagnostic::on_unimplemented(
    message = "`{A}`, the type of this member in the API struct, does not convert to `{Self}`",
    label = "not created from `{A}`",
    note = "for a type of your own inside, add `#[tf(from_api = …)]` or implement `tfvalue::FromApi`",
    note = "for other types, wrap one of them in a newtype, or compute the field: `from_api(…, set(field = …))`"
)]
pub trait FromMember<A, M, L>: Sized {
    /// Whether a value keeps members that the service does not return.
    const KEEPS: bool;

    /// Converts the member.
    ///
    /// # Errors
    ///
    /// Fails if the value does not match the target type.
    fn from_member(api: A, before: Option<Self>) -> Result<Self>;
}

/// A model value that is created from a value of an API struct.
pub trait FromValue<A, M, L>: Sized {
    /// Whether a value keeps members that the service does not return.
    const KEEPS: bool;

    /// Converts the value.
    ///
    /// # Errors
    ///
    /// Fails if the value does not match the target type.
    fn from_value(api: A, before: Option<Self>) -> Result<Self>;

    /// Returns the result of converting `None` if the model cannot represent null: an empty list, set or map.
    ///
    /// # Errors
    ///
    /// Fails for all other types.
    fn of_none() -> Result<Self> {
        Err(Error::null())
    }
}

/// Converts a member of an API struct.
///
/// # Errors
///
/// Converts a member of an API struct to a value.
pub fn from_member<L, T: FromMember<A, M, L>, A, M>(api: A, before: Option<T>) -> Result<T> {
    T::from_member(api, before)
}

/// Returns the value for a member that the service does not return: the earlier value, or null.
///
/// # Errors
///
/// Fails if there is no earlier value and the type cannot represent null.
pub fn kept<T: Readable<'static>>(before: Option<T>) -> Result<T> {
    let (mut value, mut missing) = (before, None);
    fill::<T, Error>(&mut value, "", &mut missing);
    value.ok_or_else(Error::null)
}

#[diagnostic::do_not_recommend]
impl<T: FromMember<A, M, L>, A, M, L> FromMember<A, InUnknown<M>, L> for Unknown<T> {
    const KEEPS: bool = T::KEEPS;

    fn from_member(api: A, before: Option<Self>) -> Result<Self> {
        T::from_member(api, before.and_then(Unknown::into_known)).map(Unknown::Known)
    }
}

#[diagnostic::do_not_recommend]
impl<T: FromValue<A, M, L>, A, M, L> FromMember<Option<A>, InOptions<M>, L> for Option<T> {
    const KEEPS: bool = T::KEEPS;

    fn from_member(api: Option<A>, before: Option<Self>) -> Result<Self> {
        let value = api.map(|api| T::from_value(api, before.flatten()));
        value.transpose()
    }
}

#[diagnostic::do_not_recommend]
impl<T: FromValue<A, M, L>, A, M, L> FromMember<A, NotNull<M>, L> for Option<T> {
    const KEEPS: bool = T::KEEPS;

    fn from_member(api: A, before: Option<Self>) -> Result<Self> {
        T::from_value(api, before.flatten()).map(Some)
    }
}

#[diagnostic::do_not_recommend]
impl<T: FromValue<A, M, L>, A, M, L> FromMember<Option<A>, NeverNull<M>, L> for T {
    const KEEPS: bool = T::KEEPS;

    fn from_member(api: Option<A>, before: Option<Self>) -> Result<Self> {
        match api {
            Some(api) => T::from_value(api, before),
            None => T::of_none(),
        }
    }
}

#[diagnostic::do_not_recommend]
impl<T: FromValue<A, M, L>, A, M, L> FromMember<A, Plain<M>, L> for T {
    const KEEPS: bool = T::KEEPS;

    fn from_member(api: A, before: Option<Self>) -> Result<Self> {
        T::from_value(api, before)
    }
}

impl<T: FromApi<A>, A> FromValue<A, Innermost, ByApi> for T {
    const KEEPS: bool = T::KEEPS;

    fn from_value(api: A, before: Option<Self>) -> Result<Self> {
        T::from_api(api, before)
    }
}

impl<T: FromStr<Err: Display>, A: Display> FromValue<A, Innermost, ByText> for T {
    const KEEPS: bool = false;

    fn from_value(api: A, _: Option<Self>) -> Result<Self> {
        parse(&api.to_string())
    }
}

impl<T: FromValue<A, M, L>, A, M, L> FromValue<Box<A>, InBox<M>, L> for T {
    const KEEPS: bool = T::KEEPS;

    fn from_value(api: Box<A>, before: Option<Self>) -> Result<Self> {
        T::from_value(*api, before)
    }
}

impl<T: ToMember<A, M, L>, A, M, L> ToValue<Vec<A>, Each<M>, L> for Vec<T> {
    fn to_value(value: &Self) -> Result<Vec<A>> {
        by_index(value, |element| T::to_member(element, false))
    }

    fn null() -> Result<Vec<A>> {
        Ok(Vec::new())
    }
}

/// Pairs elements by their index, as Terraform does.
impl<T: FromMember<A, M, L>, A, M, L> FromValue<Vec<A>, Each<M>, L> for Vec<T> {
    const KEEPS: bool = T::KEEPS;

    fn from_value(api: Vec<A>, before: Option<Self>) -> Result<Self> {
        let mut before = before.into_iter().flatten();
        let pairs = api.into_iter().map(|element| (element, before.next()));
        by_index(pairs, |(element, before)| T::from_member(element, before))
    }

    fn of_none() -> Result<Self> {
        Ok(Vec::new())
    }
}

macro_rules! sets {
    ($([$($bound:tt)*] $ty:ident;)*) => {$(
        impl<T, C, M, L> ToValue<C, Each<M>, L> for $ty<T>
        where
            T: ToMember<C::Element, M, L>,
            C: ApiSet,
        {
            fn to_value(value: &Self) -> Result<C> {
                by_index(value, |element| T::to_member(element, false))
            }

            fn null() -> Result<C> {
                Ok(C::from_iter([]))
            }
        }

        impl<T, C, M, L> FromValue<C, Each<M>, L> for $ty<T>
        where
            T: FromMember<C::Element, M, L> $($bound)*,
            C: ApiSet,
        {
            const KEEPS: bool = false;

            fn from_value(api: C, _: Option<Self>) -> Result<Self> {
                const {
                    assert!(
                        !T::KEEPS,
                        "elements of a set have no identity, so they cannot keep members that the service does not \
                         return: set these members with `from_api(…, set(…))`"
                    );
                }
                by_index(api, |element| T::from_member(element, None))
            }

            fn of_none() -> Result<Self> {
                Ok(Self::from_iter([]))
            }
        }
    )*};
}

sets! {
    [] Set;
    [+ Ord] BTreeSet;
}

macro_rules! maps {
    ($([$($generics:tt)*] $ty:ident<K, T $(, $hasher:ident)?>;)*) => {$(
        impl<$($generics)* + Clone, T, C, M, L> ToValue<C, Each<M>, L> for $ty<K, T $(, $hasher)?>
        where
            T: ToMember<C::Value, M, L>,
            C: ApiMap<Key = K>,
        {
            fn to_value(value: &Self) -> Result<C> {
                let elements = value.iter().map(|(key, value)| (key.clone(), value));
                each(
                    elements,
                    |value| T::to_member(value, false),
                    |_, key: &K| Step::Key(key.as_ref().into()),
                )
            }

            fn null() -> Result<C> {
                Ok(C::from_iter([]))
            }
        }

        impl<$($generics)*, T, C, M, L> FromValue<C, Each<M>, L> for $ty<K, T $(, $hasher)?>
        where
            T: FromMember<C::Value, M, L>,
            C: ApiMap<Key = K>,
        {
            const KEEPS: bool = T::KEEPS;

            fn from_value(api: C, before: Option<Self>) -> Result<Self> {
                let mut before = before.unwrap_or_default();
                let pairs = api.into_iter().map(|(key, value)| {
                    let before = before.remove(&key);
                    (key, (value, before))
                });
                each(
                    pairs,
                    |(value, before)| T::from_member(value, before),
                    |_, key: &K| Step::Key(key.as_ref().into()),
                )
            }

            fn of_none() -> Result<Self> {
                Ok(Self::default())
            }
        }
    )*};
}

maps! {
    [K: Ord + AsRef<str>] BTreeMap<K, T>;
    [S: BuildHasher + Default, K: Eq + Hash + AsRef<str>] HashMap<K, T, S>;
}
