//! The type of a field with `flatten`.
//!
//! A type that cannot be flattened lacks several traits. To cause only one error, the generated code requires only
//! [`Fields`](super::Fields). A [`Part`] always implements the other traits.

use serde::de::{MapAccess, SeqAccess};
use serde::ser::{Error as _, SerializeStruct};

use super::flatten::Members;
use super::{DeError, Object};

/// A flattened part of a struct. `FITS` is the constant `FLAT` of the type's [`Probe`](super::Probe).
pub struct Part<T, const FITS: bool>(pub T);

/// Writes the members of a part.
pub trait WritePart {
    /// The type of the field.
    type Field;

    /// Writes the member with this index.
    ///
    /// # Errors
    ///
    /// Fails if the format cannot write the value.
    fn write<S: SerializeStruct>(
        part: &Self::Field,
        index: usize,
        object: &mut S,
    ) -> Result<(), S::Error>;
}

const UNFIT: &str = "the type cannot be flattened";

impl<'de, T: Object<'de>> Object<'de> for Part<T, true> {
    type Slots = T::Slots;

    fn from_seq<A: SeqAccess<'de>>(seq: A) -> Result<Self, A::Error> {
        T::from_seq(seq).map(Part)
    }

    fn slots() -> T::Slots {
        T::slots()
    }

    #[inline]
    fn keep<A: MapAccess<'de>>(
        slots: &mut T::Slots,
        member: usize,
        map: &mut A,
    ) -> Result<(), A::Error> {
        T::keep(slots, member, map)
    }

    #[inline]
    fn finish<E: DeError>(slots: T::Slots) -> Result<Self, E> {
        T::finish(slots).map(Part)
    }
}

impl<'de, T> Object<'de> for Part<T, false> {
    type Slots = ();

    fn from_seq<A: SeqAccess<'de>>(_: A) -> Result<Self, A::Error> {
        Err(A::Error::custom(UNFIT))
    }

    fn slots() {}

    fn keep<A: MapAccess<'de>>((): &mut (), _: usize, _: &mut A) -> Result<(), A::Error> {
        Err(A::Error::custom(UNFIT))
    }

    fn finish<E: DeError>((): ()) -> Result<Self, E> {
        Err(E::custom(UNFIT))
    }
}

impl<T: Members> WritePart for Part<T, true> {
    type Field = T;

    #[inline]
    fn write<S: SerializeStruct>(part: &T, index: usize, object: &mut S) -> Result<(), S::Error> {
        part.write_one(index, object)
    }
}

impl<T> WritePart for Part<T, false> {
    type Field = T;

    fn write<S: SerializeStruct>(_: &T, _: usize, _: &mut S) -> Result<(), S::Error> {
        Err(S::Error::custom(UNFIT))
    }
}
