//! Messages as tables of their fields, with one encoder and one decoder for all of them.
//!
//! prost's derive macro generates an encoder and a decoder for each of the more than 100 messages, which
//! takes longer to compile.

use std::collections::HashMap;
use std::fmt::{self, Debug, Formatter};
use std::marker::PhantomData;

use ::prost::bytes::{Buf, BufMut};
use ::prost::encoding::{self, DecodeContext, WireType};
use ::prost::{DecodeError, Message, UnknownEnumValue};

/// Defines messages: structs whose fields have numbers.
///
/// A field `kind: i32 as Kind = 1` contains a number of the enumeration `Kind`. A field
/// `selector: Option<Selector> = 1..=2` contains one of the fields of the [`oneof!`] `Selector`.
macro_rules! message {
    (@shown $value:expr) => { $value };
    (@shown $value:expr, $enumeration:path) => {
        &crate::tfplugin::codec::Enumerated::<$enumeration>::new(*$value)
    };
    ($(
        $(#[$meta:meta])*
        pub struct $name:ident $(<$param:ident: $bound:path>)? {
            $(
                $(#[$doc:meta])*
                pub $field:ident: $ty:ty $(as $enumeration:path)? = $tag:literal $(..= $last:literal)?,
            )*
        }
    )+) => {$(
        $(#[$meta])*
        #[derive(Default)]
        pub struct $name $(<$param: $bound>)? {
            $($(#[$doc])* pub $field: $ty,)*
        }

        impl $(<$param: $bound>)? $name $(<$param>)? {
            $($(
                #[doc = concat!(
                    "Returns `", stringify!($field), "`, or the default if its number is unknown.",
                )]
                #[must_use]
                pub fn $field(&self) -> $enumeration {
                    self.$field.try_into().unwrap_or_default()
                }
            )?)*
        }

        impl $(<$param: $bound>)? crate::tfplugin::codec::Record for $name $(<$param>)? {
            fn message_name(&self) -> &'static str {
                stringify!($name)
            }

            #[allow(unused_variables, reason = "some messages have no fields")]
            fn fields(&self, visit: crate::tfplugin::codec::Visit<'_>) {
                $(visit(
                    stringify!($field),
                    $tag,
                    crate::tfplugin::message!(@shown &self.$field $(, $enumeration)?),
                );)*
            }

            #[allow(clippy::match_single_binding, reason = "some messages have no fields")]
            fn field_mut(
                &mut self,
                tag: u32,
            ) -> Option<(&'static str, &mut dyn crate::tfplugin::codec::Field)> {
                match tag {
                    $($tag $(..= $last)? => Some((stringify!($field), &mut self.$field)),)*
                    _ => None,
                }
            }
        }

        impl $(<$param: $bound>)? std::fmt::Debug for $name $(<$param>)? {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                crate::tfplugin::codec::debug(self, f)
            }
        }

        impl $(<$param: $bound>)? ::prost::Message for $name $(<$param>)? {
            fn encode_raw(&self, buf: &mut impl ::prost::bytes::BufMut) {
                crate::tfplugin::codec::encode(self, buf);
            }

            fn merge_field(
                &mut self,
                tag: u32,
                wire_type: ::prost::encoding::WireType,
                buf: &mut impl ::prost::bytes::Buf,
                context: ::prost::encoding::DecodeContext,
            ) -> Result<(), ::prost::DecodeError> {
                crate::tfplugin::codec::merge_field(self, tag, wire_type, buf, context)
            }

            fn encoded_len(&self) -> usize {
                crate::tfplugin::codec::encoded_len(self)
            }

            fn clear(&mut self) {
                *self = Self::default();
            }
        }
    )+};
}

/// Defines the fields of which a message contains at most one.
macro_rules! oneof {
    (
        $(#[$meta:meta])*
        pub enum $name:ident {
            $($(#[$doc:meta])* $variant:ident($ty:ty) = $tag:literal,)+
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug)]
        pub enum $name {
            $($(#[$doc])* $variant($ty),)+
        }

        impl crate::tfplugin::codec::Field for Option<$name> {
            fn encode(&self, _: u32, buf: &mut dyn ::prost::bytes::BufMut) {
                match self {
                    None => {}
                    $(Some($name::$variant(value)) => {
                        crate::tfplugin::codec::Kind::encode(value, $tag, buf);
                    })+
                }
            }

            fn encoded_len(&self, _: u32) -> usize {
                match self {
                    None => 0,
                    $(Some($name::$variant(value)) => {
                        crate::tfplugin::codec::Kind::encoded_len(value, $tag)
                    })+
                }
            }

            fn merge(
                &mut self,
                tag: u32,
                wire_type: ::prost::encoding::WireType,
                mut buf: &mut dyn ::prost::bytes::Buf,
                context: ::prost::encoding::DecodeContext,
            ) -> Result<(), ::prost::DecodeError> {
                match tag {
                    $($tag => {
                        let mut value = match self.take() {
                            Some($name::$variant(value)) => value,
                            _ => <$ty>::default(),
                        };
                        crate::tfplugin::codec::Kind::merge(&mut value, wire_type, buf, context)?;
                        *self = Some($name::$variant(value));
                        Ok(())
                    })+
                    _ => ::prost::encoding::skip_field(wire_type, tag, &mut buf, context),
                }
            }

            fn debug(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Debug::fmt(self, f)
            }
        }
    };
}

pub(crate) use {message, oneof};

/// The name, the number and the value of a field.
pub(crate) type Visit<'a> = &'a mut dyn FnMut(&'static str, u32, &dyn Field);

/// A message as a table of its fields.
pub trait Record: Send + Sync {
    /// Returns the name of the message.
    fn message_name(&self) -> &'static str;

    /// Visits all fields in their order.
    fn fields(&self, visit: Visit<'_>);

    /// Returns the name and the value of the field with this number.
    fn field_mut(&mut self, tag: u32) -> Option<(&'static str, &mut dyn Field)>;
}

/// A field, which has a value, an optional value, or many.
pub trait Field {
    /// Writes the field, unless it is absent.
    fn encode(&self, tag: u32, buf: &mut dyn BufMut);

    /// Returns the number of bytes that [`encode`](Field::encode) writes.
    fn encoded_len(&self, tag: u32) -> usize;

    /// Reads the field after its key.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are not a value of the field.
    fn merge(
        &mut self,
        tag: u32,
        wire_type: WireType,
        buf: &mut dyn Buf,
        context: DecodeContext,
    ) -> Result<(), DecodeError>;

    /// Writes the value for a programmer. Bytes can contain sensitive values, so that only their
    /// number appears.
    ///
    /// # Errors
    ///
    /// Fails if the formatter fails.
    fn debug(&self, f: &mut Formatter<'_>) -> fmt::Result;
}

/// The kind of a field's values.
pub trait Kind: Default + Send + Sync {
    /// Writes a value.
    fn encode(&self, tag: u32, buf: &mut dyn BufMut);

    /// Returns the number of bytes that [`encode`](Kind::encode) writes.
    fn encoded_len(&self, tag: u32) -> usize;

    /// Returns `true` if this is the value of an absent field.
    fn is_default(&self) -> bool;

    /// Reads a value after its key.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are not a value.
    fn merge(
        &mut self,
        wire_type: WireType,
        buf: &mut dyn Buf,
        context: DecodeContext,
    ) -> Result<(), DecodeError>;

    /// Writes the value for a programmer, without the content of bytes.
    ///
    /// # Errors
    ///
    /// Fails if the formatter fails.
    fn debug(&self, f: &mut Formatter<'_>) -> fmt::Result;

    /// Writes a map of values for a programmer.
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
                wire_type: WireType,
                mut buf: &mut dyn Buf,
                context: DecodeContext,
            ) -> Result<(), DecodeError> {
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
                wire_type: WireType,
                buf: &mut dyn Buf,
                context: DecodeContext,
            ) -> Result<(), DecodeError> {
                Kind::merge(self, wire_type, buf, context)
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
    fn encode(&self, tag: u32, mut buf: &mut dyn BufMut) {
        encoding::encode_key(tag, WireType::LengthDelimited, &mut buf);
        encoding::encode_varint(encoded_len(self) as u64, &mut buf);
        encode(self, buf);
    }

    fn encoded_len(&self, tag: u32) -> usize {
        delimited_len(tag, encoded_len(self))
    }

    fn is_default(&self) -> bool {
        encoded_len(self) == 0
    }

    fn merge(
        &mut self,
        wire_type: WireType,
        mut buf: &mut dyn Buf,
        context: DecodeContext,
    ) -> Result<(), DecodeError> {
        encoding::message::merge(wire_type, &mut Nested(self), &mut buf, context)
    }

    fn debug(&self, f: &mut Formatter<'_>) -> fmt::Result {
        debug(self, f)
    }
}

impl<T: Kind> Field for Option<T> {
    fn encode(&self, tag: u32, buf: &mut dyn BufMut) {
        if let Some(value) = self {
            value.encode(tag, buf);
        }
    }

    fn encoded_len(&self, tag: u32) -> usize {
        self.as_ref().map_or(0, |value| value.encoded_len(tag))
    }

    fn merge(
        &mut self,
        _: u32,
        wire_type: WireType,
        buf: &mut dyn Buf,
        context: DecodeContext,
    ) -> Result<(), DecodeError> {
        self.get_or_insert_default().merge(wire_type, buf, context)
    }

    fn debug(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let value = self.as_ref();
        value.map(|value| shown(|f| value.debug(f))).fmt(f)
    }
}

impl<T: Kind> Field for Vec<T> {
    fn encode(&self, tag: u32, buf: &mut dyn BufMut) {
        for value in self {
            value.encode(tag, buf);
        }
    }

    fn encoded_len(&self, tag: u32) -> usize {
        self.iter().map(|value| value.encoded_len(tag)).sum()
    }

    fn merge(
        &mut self,
        _: u32,
        wire_type: WireType,
        buf: &mut dyn Buf,
        context: DecodeContext,
    ) -> Result<(), DecodeError> {
        let mut value = T::default();
        value.merge(wire_type, buf, context)?;
        self.push(value);
        Ok(())
    }

    fn debug(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let values = self.iter().map(|value| shown(|f| value.debug(f)));
        f.debug_list().entries(values).finish()
    }
}

/// A map is a list of messages, each of which has a key and a value.
impl<V: Kind> Field for HashMap<String, V> {
    fn encode(&self, tag: u32, mut buf: &mut dyn BufMut) {
        for (key, value) in self {
            encoding::encode_key(tag, WireType::LengthDelimited, &mut buf);
            encoding::encode_varint(entry_len(key, value) as u64, &mut buf);
            Field::encode(key, 1, buf);
            if !value.is_default() {
                value.encode(2, buf);
            }
        }
    }

    fn encoded_len(&self, tag: u32) -> usize {
        let entries = self.iter();
        entries
            .map(|(key, value)| delimited_len(tag, entry_len(key, value)))
            .sum()
    }

    fn merge(
        &mut self,
        _: u32,
        wire_type: WireType,
        buf: &mut dyn Buf,
        context: DecodeContext,
    ) -> Result<(), DecodeError> {
        let mut entry = Entry::default();
        entry.merge(wire_type, buf, context)?;
        self.insert(entry.key, entry.value.unwrap_or_default());
        Ok(())
    }

    fn debug(&self, f: &mut Formatter<'_>) -> fmt::Result {
        V::debug_map(self, f)
    }
}

/// An entry of a map.
#[derive(Default)]
struct Entry<V> {
    key: String,
    value: Option<V>,
}

impl<V: Kind> Record for Entry<V> {
    fn message_name(&self) -> &'static str {
        "Entry"
    }

    fn fields(&self, visit: Visit<'_>) {
        visit("key", 1, &self.key);
        visit("value", 2, &self.value);
    }

    fn field_mut(&mut self, tag: u32) -> Option<(&'static str, &mut dyn Field)> {
        match tag {
            1 => Some(("key", &mut self.key)),
            2 => Some(("value", &mut self.value)),
            _ => None,
        }
    }
}

fn entry_len(key: &String, value: &impl Kind) -> usize {
    let value = if value.is_default() {
        0
    } else {
        value.encoded_len(2)
    };
    Field::encoded_len(key, 1) + value
}

/// The number of an enumeration's variant, which prints the variant.
pub(crate) struct Enumerated<E> {
    number: i32,
    variant: PhantomData<E>,
}

impl<E> Enumerated<E> {
    pub(crate) fn new(number: i32) -> Self {
        Enumerated {
            number,
            variant: PhantomData,
        }
    }
}

impl<E: TryFrom<i32, Error = UnknownEnumValue> + Debug> Field for Enumerated<E> {
    fn encode(&self, tag: u32, buf: &mut dyn BufMut) {
        Field::encode(&self.number, tag, buf);
    }

    fn encoded_len(&self, tag: u32) -> usize {
        Field::encoded_len(&self.number, tag)
    }

    fn merge(
        &mut self,
        tag: u32,
        wire_type: WireType,
        buf: &mut dyn Buf,
        context: DecodeContext,
    ) -> Result<(), DecodeError> {
        Field::merge(&mut self.number, tag, wire_type, buf, context)
    }

    fn debug(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match E::try_from(self.number) {
            Ok(variant) => variant.fmt(f),
            Err(UnknownEnumValue(number)) => number.fmt(f),
        }
    }
}

/// A message that prost decodes in another one, with its limit of the depth.
struct Nested<'a>(&'a mut dyn Record);

impl Message for Nested<'_> {
    fn encode_raw(&self, buf: &mut impl BufMut) {
        encode(self.0, buf);
    }

    fn merge_field(
        &mut self,
        tag: u32,
        wire_type: WireType,
        buf: &mut impl Buf,
        context: DecodeContext,
    ) -> Result<(), DecodeError> {
        merge_field(self.0, tag, wire_type, buf, context)
    }

    fn encoded_len(&self) -> usize {
        encoded_len(self.0)
    }

    fn clear(&mut self) {
        unreachable!("prost clears no message that it decodes")
    }
}

/// Writes all fields of a message.
pub(crate) fn encode(record: &dyn Record, buf: &mut dyn BufMut) {
    record.fields(&mut |_, tag, field| field.encode(tag, buf));
}

/// Returns the number of bytes that [`encode`] writes.
pub(crate) fn encoded_len(record: &dyn Record) -> usize {
    let mut len = 0;
    record.fields(&mut |_, tag, field| len += field.encoded_len(tag));
    len
}

/// Reads a field after its key, or skips it if it is unknown.
pub(crate) fn merge_field(
    record: &mut dyn Record,
    tag: u32,
    wire_type: WireType,
    mut buf: &mut dyn Buf,
    context: DecodeContext,
) -> Result<(), DecodeError> {
    let message = record.message_name();
    match record.field_mut(tag) {
        Some((name, field)) => field
            .merge(tag, wire_type, buf, context)
            .map_err(|mut error| {
                error.push(message, name);
                error
            }),
        None => encoding::skip_field(wire_type, tag, &mut buf, context),
    }
}

/// Writes a message for a programmer, without the content of bytes.
pub(crate) fn debug(record: &dyn Record, f: &mut Formatter<'_>) -> fmt::Result {
    let mut out = f.debug_struct(record.message_name());
    record.fields(&mut |name, _, field| {
        let name = name.strip_prefix("r#").unwrap_or(name);
        out.field(name, &shown(|f| field.debug(f)));
    });
    out.finish()
}

/// Returns a value whose `Debug` is a function.
fn shown<F: Fn(&mut Formatter<'_>) -> fmt::Result>(debug: F) -> Shown<F> {
    Shown(debug)
}

struct Shown<F>(F);

impl<F: Fn(&mut Formatter<'_>) -> fmt::Result> Debug for Shown<F> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        (self.0)(f)
    }
}

/// Returns the length of a field that contains a message, with its key.
fn delimited_len(tag: u32, len: usize) -> usize {
    encoding::key_len(tag) + encoding::encoded_len_varint(len as u64) + len
}
