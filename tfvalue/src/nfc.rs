//! Unicode normalization form C (NFC), which all strings in Terraform have.

use std::borrow::Cow;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// Returns the NFC form of a string. The result is borrowed if the string is already in NFC.
pub(crate) fn nfc(text: &str) -> Cow<'_, str> {
    if crate::text::is_ascii(text) || is_nfc_quick(text.chars()) == IsNormalized::Yes {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.nfc().collect())
    }
}
