//! Unicode normalization form C, in which Terraform holds all strings.

use std::borrow::Cow;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// Returns the NFC form of a string, borrowed where it is that already.
pub(crate) fn nfc(text: &str) -> Cow<'_, str> {
    if crate::text::is_ascii(text) || is_nfc_quick(text.chars()) == IsNormalized::Yes {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.nfc().collect())
    }
}
