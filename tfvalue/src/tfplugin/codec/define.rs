//! The macros that define messages.

/// Defines messages, which are structs whose fields have numbers.
///
/// A field `kind: i32 as Kind = 1` contains a number from the enumeration `Kind`. A field
/// `selector: Option<Selector> = 1..=2` contains at most one of the fields of the [`oneof!`] `Selector`.
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
                let input = crate::tfplugin::codec::Input { wire_type, buf, context };
                crate::tfplugin::codec::merge_field(self, tag, input)
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

/// Defines a group of fields. A message contains at most one field of the group.
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
                input: crate::tfplugin::codec::Input<'_>,
            ) -> Result<(), ::prost::DecodeError> {
                match tag {
                    $($tag => {
                        let mut value = match self.take() {
                            Some($name::$variant(value)) => value,
                            _ => <$ty>::default(),
                        };
                        crate::tfplugin::codec::Kind::merge(&mut value, input)?;
                        *self = Some($name::$variant(value));
                        Ok(())
                    })+
                    _ => input.skip(tag),
                }
            }

            fn debug(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Debug::fmt(self, f)
            }
        }
    };
}

pub(crate) use {message, oneof};
