//! Implements `TfType` for the types of the standard library and of this crate.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{BuildHasher, Hash};
use std::marker::PhantomData;
use std::rc::Rc;
use std::sync::Arc;

use super::content::Content;
use super::literal::Integer;
use super::{MemberFacts, TfType, TypeFacts, TypeKind};
use crate::attr::Dynamic;
use crate::attr::{Ordered, Set};
use crate::attr::{Unknown, same_as};
use crate::number::Number;
use crate::ty::Type;

macro_rules! scalars {
    ($($kind:ident: $($ty:ty),*;)*) => {$($(
        impl TfType for $ty {
            const FACTS: TypeFacts = TypeFacts {
                any: true,
                ..TypeFacts::of(TypeKind::$kind)
            };
        }
    )*)*};
}

scalars! {
    String: String, &str, Cow<'_, str>, Box<str>, Rc<str>, Arc<str>;
    Bool: bool;
    Number: Number;
    Dynamic: Dynamic;
}

impl TfType for char {
    const FACTS: TypeFacts = TypeFacts {
        length: Some(1),
        ..TypeFacts::of(TypeKind::String)
    };
}

macro_rules! integers {
    ($($ty:ty)*) => {$(
        impl TfType for $ty {
            const FACTS: TypeFacts = TypeFacts {
                integer: Some({
                    const INTEGER: &Integer = &Integer {
                        name: stringify!($ty),
                        min: <$ty>::MIN as i128,
                        // A number in an annotation is at most an `i128`.
                        max: if <$ty>::MAX as u128 > i128::MAX as u128 {
                            i128::MAX
                        } else {
                            <$ty>::MAX as i128
                        },
                    };
                    INTEGER
                }),
                ..TypeFacts::of(TypeKind::Number)
            };
        }
    )*};
}

integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

macro_rules! floats {
    ($($ty:ty: $same_as:ident;)*) => {$(
        impl TfType for $ty {
            const FACTS: TypeFacts = TypeFacts {
                float: true,
                // A service that stores floats returns digits that differ from the digits in the configuration.
                same_as: Some(same_as::$same_as),
                ..TypeFacts::of(TypeKind::Number)
            };
        }
    )*};
}

floats!(f32: single; f64: double;);

impl<T: TfType> TfType for Box<T> {
    const FACTS: TypeFacts = T::FACTS;

    fn ty() -> Type {
        T::ty()
    }
}

impl<T: TfType> TfType for Unknown<T> {
    const FACTS: TypeFacts = TypeFacts {
        unknown: true,
        wrapped_dynamic: T::FACTS.wrapped_dynamic || T::FACTS.is_dynamic(),
        ..T::FACTS
    };

    fn ty() -> Type {
        T::ty()
    }
}

impl<T: TfType> TfType for Option<T> {
    const FACTS: TypeFacts = {
        let dynamic = T::FACTS.is_dynamic();
        assert!(
            dynamic || !T::FACTS.unknown,
            "null must be inside unknown: use `Attr<T>`, which is `Unknown<Option<T>>`, instead of `Option<Unknown<T>>`"
        );
        assert!(
            dynamic || !T::FACTS.null,
            "there is only one null: use `Option<T>` instead of `Option<Option<T>>`"
        );
        TypeFacts {
            null: true,
            wrapped_dynamic: T::FACTS.wrapped_dynamic || dynamic,
            ..T::FACTS
        }
    };

    fn ty() -> Type {
        T::ty()
    }
}

macro_rules! collections {
    ($($make:ident: $([$($generics:tt)*] $ty:ty = $facts:expr);*;)*) => {$($(
        impl<$($generics)*> TfType for $ty {
            const FACTS: TypeFacts = $facts.of_elements::<T>();

            fn ty() -> Type {
                Type::$make(T::ty())
            }
        }
    )*)*};
}

collections! {
    list:
        [T: TfType] Vec<T> = T::FACTS.collected(TypeKind::List);
        [T: TfType] Box<[T]> = T::FACTS.collected(TypeKind::List);
        [T: TfType, const N: usize] [T; N] = T::FACTS.repeated(N);
    set:
        [T: TfType + Ordered] BTreeSet<T> = T::FACTS.collected(TypeKind::Set);
        [T: TfType] Set<T> = (TypeFacts { plain_sets: T::FACTS.plain_sets, ..T::FACTS.collected(TypeKind::Set) });
    map:
        [K: TfType + Ord, T: TfType] BTreeMap<K, T> = T::FACTS.keyed_by(K::FACTS).of_keys::<K>();
        [K: TfType + Eq + Hash, T: TfType, S: BuildHasher] HashMap<K, T, S> = T::FACTS.keyed_by(K::FACTS).of_keys::<K>();
}

macro_rules! tuples {
    ($(($($name:ident)+))*) => {$(
        impl<$($name: TfType),+> TfType for ($($name,)+) {
            const FACTS: TypeFacts = TypeFacts {
                float: false $(|| $name::FACTS.float)+,
                write_only: false $(|| $name::FACTS.write_only)+,
                dynamic: false $(|| $name::FACTS.dynamic)+,
                default: false $(|| $name::FACTS.default)+,
                wrapped_dynamic: false $(|| $name::FACTS.wrapped_dynamic)+,
                dynamic_elements: false $(|| $name::FACTS.dynamic_elements)+,
                other_keys: false $(|| $name::FACTS.other_keys)+,
                schema: false $(|| $name::FACTS.schema)+,
                compound_elements: false $(|| !$name::FACTS.is_primitive())+,
                null_elements: false $(|| $name::FACTS.null_elements || $name::FACTS.null)+,
                known_elements: false
                    $(|| $name::FACTS.known_elements || !$name::FACTS.unknown)+,
                known_members: false $(|| $name::FACTS.known_members)+,
                plain_sets: false $(|| $name::FACTS.plain_sets)+,
                members: MemberFacts::NONE $(.or($name::FACTS.members))+,
                ..TypeFacts::of(TypeKind::Tuple)
            };

            fn ty() -> Type {
                Type::tuple([$($name::ty()),+])
            }
        }
    )*};
}

for_tuples!(tuples);

/// All structs share this content, because constraints need no other information about objects.
const OBJECT: &Content = &Content::of(TypeKind::Object);

/// The content of a type, which lives as long as the program.
struct Lasting<T>(PhantomData<T>);

impl<T: TfType> Lasting<T> {
    const CONTENT: &'static Content = match T::FACTS.kind {
        TypeKind::Object => OBJECT,
        _ => &T::FACTS.content(),
    };
}

impl TypeFacts {
    /// Adds the elements of a list, set or map.
    const fn of_elements<T: TfType>(mut self) -> Self {
        self.elements = Some(Lasting::<T>::CONTENT);
        self
    }

    /// Adds the keys of a map.
    const fn of_keys<K: TfType>(mut self) -> Self {
        self.keys = Some(Lasting::<K>::CONTENT);
        self
    }
}
