//! The kinds of values that fields can have.

use std::collections::HashMap;
use std::fmt::{self, Debug, Formatter};

use ::prost::DecodeError;
use ::prost::bytes::BufMut;
use ::prost::encoding;

use super::{Field, Input, Record, debug, encode_nested, encoded_len, merge_nested, shown};

/// The kind of value in a field.
pub trait Kind: Default + Send + Sync {
    /// Writes a value.
    fn encode(&self, tag: u32, buf: &mut dyn BufMut);

    /// Returns the number of bytes that [`encode`](Kind::encode) writes.
    fn encoded_len(&self, tag: u32) -> usize;

    /// Returns `true` if this is the value that an absent field has.
    fn is_default(&self) -> bool;

    /// Reads a value after its key.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are not a valid value.
    fn merge(&mut self, input: Input<'_>) -> Result<(), DecodeError>;

    /// Writes the value for the `Debug` output, without the contents of byte fields.
    ///
    /// # Errors
    ///
    /// Fails if the formatter fails.
    fn debug(&self, f: &mut Formatter<'_>) -> fmt::Result;

    /// Writes a map of values for the `Debug` output.
    ///
    /// # Errors
    ///
    /// Fails if the formatter fails.
    fn debug_map(map: &HashMap<String, Self>, f: &mut Formatter<'_>) -> fmt::Result {
        let entries = map
            .iter()
            .map(|(key, value)| (key, shown(|f| value.debug(f))));
        f.debug_map().entries(entries).finish()
    }
}

/// Implements the kinds for which prost has functions.
macro_rules! kinds {
    ($($ty:ty, $module:ident { $($debug:item)+ })+) => {$(
        impl Kind for $ty {
            fn encode(&self, tag: u32, mut buf: &mut dyn BufMut) {
                encoding::$module::encode(tag, self, &mut buf);
            }

            fn encoded_len(&self, tag: u32) -> usize {
                encoding::$module::encoded_len(tag, self)
            }

            fn is_default(&self) -> bool {
                *self == Self::default()
            }

            fn merge(
                &mut self,
                input: Input<'_>,
            ) -> Result<(), DecodeError> {
                let Input { wire_type, mut buf, context } = input;
                encoding::$module::merge(wire_type, self, &mut buf, context)
            }

            $($debug)+
        }

        impl Field for $ty {
            fn encode(&self, tag: u32, buf: &mut dyn BufMut) {
                if !self.is_default() {
                    Kind::encode(self, tag, buf);
                }
            }

            fn encoded_len(&self, tag: u32) -> usize {
                if self.is_default() { 0 } else { Kind::encoded_len(self, tag) }
            }

            fn merge(
                &mut self,
                _: u32,
                input: Input<'_>,
            ) -> Result<(), DecodeError> {
                Kind::merge(self, input)
            }

            fn debug(&self, f: &mut Formatter<'_>) -> fmt::Result {
                Kind::debug(self, f)
            }
        }
    )+};
}

kinds! {
    bool, bool {
        fn debug(&self, f: &mut Formatter<'_>) -> fmt::Result {
            self.fmt(f)
        }
    }
    i32, int32 {
        fn debug(&self, f: &mut Formatter<'_>) -> fmt::Result {
            self.fmt(f)
        }
    }
    i64, int64 {
        fn debug(&self, f: &mut Formatter<'_>) -> fmt::Result {
            self.fmt(f)
        }
    }
    String, string {
        fn debug(&self, f: &mut Formatter<'_>) -> fmt::Result {
            self.fmt(f)
        }

        /// The only map of strings is a stored state, whose values can be sensitive.
        fn debug_map(map: &HashMap<String, Self>, f: &mut Formatter<'_>) -> fmt::Result {
            write!(f, "{{..; {}}}", map.len())
        }
    }
    Vec<u8>, bytes {
        fn debug(&self, f: &mut Formatter<'_>) -> fmt::Result {
            write!(f, "[..; {}]", self.len())
        }
    }
}

impl<M: Record + Default> Kind for M {
    fn encode(&self, tag: u32, buf: &mut dyn BufMut) {
        encode_nested(self, tag, buf);
    }

    fn encoded_len(&self, tag: u32) -> usize {
        delimited_len(tag, encoded_len(self))
    }

    fn is_default(&self) -> bool {
        encoded_len(self) == 0
    }

    fn merge(&mut self, input: Input<'_>) -> Result<(), DecodeError> {
        merge_nested(self, input)
    }

    fn debug(&self, f: &mut Formatter<'_>) -> fmt::Result {
        debug(self, f)
    }
}

/// Returns the length of a field that contains a message, including its key.
pub(super) fn delimited_len(tag: u32, len: usize) -> usize {
    encoding::key_len(tag) + encoding::encoded_len_varint(len as u64) + len
}
