//! The deserializer methods that read integers.

/// Defines the methods for all integer types. Each method calls `$read`, whose result type determines the range.
macro_rules! deserialize_integers {
    ($read:ident) => {
        crate::bridge::integers::deserialize_integers! { $read;
            deserialize_i8 visit_i8
            deserialize_i16 visit_i16
            deserialize_i32 visit_i32
            deserialize_i64 visit_i64
            deserialize_i128 visit_i128
            deserialize_u8 visit_u8
            deserialize_u16 visit_u16
            deserialize_u32 visit_u32
            deserialize_u64 visit_u64
            deserialize_u128 visit_u128
        }
    };
    ($read:ident; $($method:ident $visit:ident)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            visitor.$visit(self.$read()?)
        }
    )*};
}

pub(crate) use deserialize_integers;
