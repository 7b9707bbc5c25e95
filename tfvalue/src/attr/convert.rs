//! Conversions into `Unknown<T>` and `Attr<T>`, and comparisons with plain values.

use super::{Attr, Set, Unknown};
use crate::number::Number;

/// Creates the default value. The default of an attribute is null.
impl<T: Default> Default for Unknown<T> {
    fn default() -> Self {
        Unknown::Known(T::default())
    }
}

impl<T> From<T> for Unknown<T> {
    fn from(value: T) -> Self {
        Unknown::Known(value)
    }
}

impl<T> From<T> for Attr<T> {
    fn from(value: T) -> Self {
        Unknown::Known(Some(value))
    }
}

impl<T> From<Unknown<T>> for Attr<T> {
    /// Converts a value that cannot be null, such as the result of [`Unknown::unwrap_or`].
    fn from(value: Unknown<T>) -> Self {
        match value {
            Unknown::Known(value) => Unknown::Known(Some(value)),
            Unknown::Unknown(refinements) => Unknown::Unknown(refinements),
        }
    }
}

impl From<&str> for Attr<String> {
    fn from(value: &str) -> Self {
        Unknown::Known(Some(value.to_owned()))
    }
}

macro_rules! numbers {
    ($($ty:ty)*) => {$(
        impl From<$ty> for Attr<Number> {
            fn from(value: $ty) -> Self {
                Unknown::Known(Some(value.into()))
            }
        }
    )*};
}

numbers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

macro_rules! collections {
    ($($collection:ident)*) => {$(
        impl<T> From<Vec<T>> for Attr<$collection<Attr<T>>> {
            fn from(elements: Vec<T>) -> Self {
                elements.into_iter().collect()
            }
        }

        impl<S: Into<T>, T, const N: usize> From<[S; N]> for Attr<$collection<T>> {
            fn from(elements: [S; N]) -> Self {
                elements.into_iter().collect()
            }
        }

        impl<S: Into<T>, T> FromIterator<S> for Attr<$collection<T>> {
            fn from_iter<I: IntoIterator<Item = S>>(elements: I) -> Self {
                Unknown::Known(Some(elements.into_iter().map(Into::into).collect()))
            }
        }
    )*};
}

collections!(Vec Set);

impl<T: PartialEq> PartialEq<T> for Unknown<T> {
    /// Returns `true` if the value is known and equal to the plain value.
    fn eq(&self, other: &T) -> bool {
        self.known() == Some(other)
    }
}

impl<T: PartialEq> PartialEq<T> for Attr<T> {
    /// Returns `true` if the attribute has a value that is equal to the plain value.
    fn eq(&self, other: &T) -> bool {
        self.value() == Some(other)
    }
}

impl PartialEq<str> for Attr<String> {
    fn eq(&self, other: &str) -> bool {
        self.as_deref() == Some(other)
    }
}

impl PartialEq<&str> for Attr<String> {
    fn eq(&self, other: &&str) -> bool {
        self.as_deref() == Some(*other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn converts_collections_and_numbers() {
        let from_array: Attr<Vec<Attr<String>>> = ["a", "b"].into();
        let from_vec: Attr<Vec<Attr<String>>> = vec!["a".to_owned(), "b".to_owned()].into();
        let collected: Attr<Vec<Attr<String>>> = ["a", "b"].into_iter().collect();
        assert_eq!(from_array, from_vec);
        assert_eq!(from_array, collected);
        let set: Attr<Set<Attr<Number>>> = [1_u8, 2].into();
        assert_eq!(set.value().unwrap().len(), 2);
        let attributes: Attr<Vec<Attr<i64>>> = vec![Attr::null(), 1.into()].into();
        assert!(attributes.value().unwrap()[0].is_null());
        let number: Attr<Number> = u128::MAX.into();
        assert_eq!(number, Number::from(u128::MAX));
    }

    #[test]
    fn null_and_unknown_equal_no_plain_value() {
        let known: Attr<String> = "x".into();
        assert_eq!(known, "x");
        assert_eq!(known, *"x");
        assert_eq!(known, "x".to_owned());
        assert_ne!(known, "y");
        assert_ne!(Attr::<bool>::null(), false);
        assert_ne!(Attr::<i64>::unknown(), 0);
        assert_eq!(Attr::<i64>::null(), None);
        assert_ne!(Attr::<i64>::unknown(), None);
        assert_eq!(Unknown::Known(3_u8), 3);
    }
}
