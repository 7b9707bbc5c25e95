//! Whether serde_json keeps all digits of numbers.

/// Returns `true` if a package of the build enables serde_json's feature `arbitrary_precision`, as the option
/// `--all-features` does for this workspace.
#[must_use]
pub fn is_arbitrary() -> bool {
    serde_json::from_str::<serde_json::Number>("1e400").is_ok()
}
