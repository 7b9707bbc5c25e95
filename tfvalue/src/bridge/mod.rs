//! Connects serde's traits with the code that both formats share: private names, the side channel, and (de)serializers
//! for map keys, refinement payloads and absent values.

/// Defines serializer methods that fail.
macro_rules! refuse {
    ($error:expr; $($method:ident($($ty:ty),*))*) => {$(
        fn $method(self, $(_: $ty),*) -> Result<()> {
            Err($error)
        }
    )*};
}

macro_rules! refuse_compounds {
    ($error:expr) => {
        fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq> {
            Err($error)
        }

        refuse_compounds_but_seq!($error);
    };
}

macro_rules! refuse_compounds_but_seq {
    ($error:expr) => {
        refuse_variants!($error);

        fn serialize_tuple_struct(
            self,
            _: &'static str,
            _: usize,
        ) -> Result<Self::SerializeTupleStruct> {
            Err($error)
        }

        fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap> {
            Err($error)
        }

        fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeStruct> {
            Err($error)
        }
    };
}

/// Defines the methods for variants with data. These methods fail.
macro_rules! refuse_variants {
    ($error:expr) => {
        fn serialize_newtype_variant<T: Serialize + ?Sized>(
            self,
            _: &'static str,
            _: u32,
            _: &'static str,
            _: &T,
        ) -> Result<()> {
            Err($error)
        }

        fn serialize_tuple_variant(
            self,
            _: &'static str,
            _: u32,
            _: &'static str,
            _: usize,
        ) -> Result<Self::SerializeTupleVariant> {
            Err($error)
        }

        fn serialize_struct_variant(
            self,
            _: &'static str,
            _: u32,
            _: &'static str,
            _: usize,
        ) -> Result<Self::SerializeStructVariant> {
            Err($error)
        }
    };
}

pub(crate) mod absent;
pub(crate) mod integers;
pub(crate) mod map_key;
pub(crate) mod payload;
pub(crate) mod side_channel;
pub(crate) mod type_hint;
pub(crate) mod variant;
