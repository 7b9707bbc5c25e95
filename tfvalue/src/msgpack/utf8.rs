//! Strings that are not UTF-8.

use std::borrow::Cow;

use super::read::Reader;
use super::write;
use crate::error::Result;

/// Replaces each byte that is not valid UTF-8 in the strings of a value with U+FFFD, as Terraform does when it displays
/// such bytes.
///
/// Go programs do not check that strings are valid UTF-8, so a provider may pass on arbitrary bytes from a service.
/// This library rejects such strings, because Terraform rejects a plan in which a string differs from the
/// configuration. Tools that only read values can call this function before [`from_slice`](super::from_slice) or
/// [`value_from_slice`](super::value_from_slice). If there is nothing to replace, the function returns the input
/// itself. Malformed input is not changed.
///
/// # Examples
///
/// ```
/// use tfvalue::msgpack;
///
/// let latin_1 = b"\x91\xa4caf\xe9";
/// let error = msgpack::from_slice::<Vec<&str>>(latin_1).unwrap_err();
/// assert_eq!(error.to_string(), "[0]: a string is required, got bytes that are not UTF-8");
///
/// let valid = msgpack::replace_invalid_utf8(latin_1);
/// assert_eq!(msgpack::from_slice::<Vec<&str>>(&valid)?, ["caf\u{fffd}"]);
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[must_use]
pub fn replace_invalid_utf8(input: &[u8]) -> Cow<'_, [u8]> {
    match with_replacements(input) {
        Ok(Some(valid)) => Cow::Owned(valid),
        // The reader returns a better error for malformed input.
        Ok(None) | Err(_) => Cow::Borrowed(input),
    }
}

/// Copies the input with the replacements, if any are necessary.
fn with_replacements(input: &[u8]) -> Result<Option<Vec<u8>>> {
    let mut reader = Reader::new(input);
    let mut valid: Option<Vec<u8>> = None;
    while reader.remaining() > 0 {
        let start = reader.pos();
        match reader.peek()? {
            0xa0..=0xbf | 0xc4..=0xc6 | 0xd9..=0xdb => {
                let bytes = reader.str_bytes("a string")?;
                if std::str::from_utf8(bytes).is_err() {
                    let valid = valid.get_or_insert_with(|| input[..start].to_vec());
                    write::text(valid, &text_of(bytes))?;
                    continue;
                }
            }
            _ => drop(reader.skip_shallow()?),
        }
        if let Some(valid) = &mut valid {
            valid.extend_from_slice(reader.since(start));
        }
    }
    Ok(valid)
}

/// Converts bytes to a string in the same way as Go, with U+FFFD for each byte that is not part of a character.
pub(crate) fn text_of(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| char::REPLACEMENT_CHARACTER));
    }
    text
}
