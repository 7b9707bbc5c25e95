//! Reads the fields of a message without its type.

/// A field with its number.
pub(crate) enum Field<'a> {
    /// A number or a flag.
    Number(u64),
    /// Bytes, text or a message.
    Bytes(&'a [u8]),
    /// A number of eight or four bytes, which no message of the protocol has.
    Other,
}

/// Reads all fields, or `None` if the message is malformed.
pub(crate) fn fields(mut message: &[u8]) -> Option<Vec<(u32, Field<'_>)>> {
    let mut fields = Vec::new();
    while !message.is_empty() {
        let key = varint(&mut message)?;
        let field = match key & 7 {
            0 => Field::Number(varint(&mut message)?),
            1 => take(&mut message, 8).map(|_| Field::Other)?,
            2 => {
                let len = usize::try_from(varint(&mut message)?).ok()?;
                Field::Bytes(take(&mut message, len)?)
            }
            5 => take(&mut message, 4).map(|_| Field::Other)?,
            _ => return None,
        };
        fields.push((u32::try_from(key >> 3).ok()?, field));
    }
    Some(fields)
}

fn varint(message: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = message.split_first()?;
        *message = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

fn take<'a>(message: &mut &'a [u8], len: usize) -> Option<&'a [u8]> {
    let (taken, rest) = message.split_at_checked(len)?;
    *message = rest;
    Some(taken)
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
