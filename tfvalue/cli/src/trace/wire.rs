//! Reads the fields of a message without its type.

use tfvalue::prost::encoding::{self, DecodeContext, WireType};

/// The value of a field.
pub(crate) enum Field<'a> {
    /// A number or a flag.
    Number(u64),
    /// Bytes, text or a message.
    Bytes(&'a [u8]),
    /// A field of another kind, which does not occur in any message of the protocol.
    Other,
}

/// Reads all fields. Returns `None` if the message is malformed.
pub(crate) fn fields(mut message: &[u8]) -> Option<Vec<(u32, Field<'_>)>> {
    let mut fields = Vec::new();
    while !message.is_empty() {
        let (number, kind) = encoding::decode_key(&mut message).ok()?;
        let field = match kind {
            WireType::Varint => Field::Number(encoding::decode_varint(&mut message).ok()?),
            WireType::LengthDelimited => {
                let len = encoding::decode_varint(&mut message).ok()?;
                let (bytes, rest) = message.split_at_checked(usize::try_from(len).ok()?)?;
                message = rest;
                Field::Bytes(bytes)
            }
            kind => {
                let context = DecodeContext::default();
                encoding::skip_field(kind, number, &mut message, context).ok()?;
                Field::Other
            }
        };
        fields.push((number, field));
    }
    Some(fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn malformed_messages_have_no_fields() {
        assert!(fields(&[]).is_some_and(|fields| fields.is_empty()));
        assert!(matches!(
            fields(&[0x08, 0x96, 1]).as_deref(),
            Some([(1, Field::Number(150))])
        ));
        assert!(matches!(
            fields(&[0x12, 1, 7]).as_deref(),
            Some([(2, Field::Bytes([7]))])
        ));
        for malformed in [
            &[0x08][..],
            &[0x12, 2, 7],
            &[0x0b],
            &[0xff; 11],
            &[0x12, 0xff, 0xff, 0xff, 0xff, 0x0f],
        ] {
            assert!(fields(malformed).is_none(), "{malformed:?}");
        }
    }
}
