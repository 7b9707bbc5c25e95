//! Checks the names of parts, as far as this is possible at compile time.
//! [`Provider::schemas`](super::Provider::schemas) checks all names.

/// Checks the name of a part that follows the name of the provider. An invalid name is a compiler error.
///
/// # Panics
///
/// Panics if Terraform cannot parse the name.
#[track_caller]
pub(crate) const fn check_type(name: &str) {
    assert!(
        continues(name),
        "Terraform cannot parse the `NAME`: use only letters, digits, underscores and hyphens, as in \"disk_image\""
    );
}

/// Checks the name of a function. An invalid name is a compiler error.
///
/// # Panics
///
/// Panics if Terraform cannot parse the name.
#[track_caller]
pub(crate) const fn check_function(name: &str) {
    let begins = matches!(
        name.as_bytes(),
        [b'a'..=b'z' | b'A'..=b'Z' | b'_' | 0x80.., ..]
    );
    assert!(
        begins && continues(name),
        "Terraform cannot parse the `NAME`: use only letters, digits, underscores and hyphens, and begin with a letter, as in \"parse_id\""
    );
}

/// Returns `true` if all characters can be part of an identifier. Characters outside ASCII are not checked.
const fn continues(name: &str) -> bool {
    let mut rest = name.as_bytes();
    while let [byte, after @ ..] = rest {
        if !(byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | 0x80..)) {
            return false;
        }
        rest = after;
    }
    true
}
