//! Bytes as hexadecimal text.

/// Returns the hexadecimal representation of bytes.
#[must_use]
pub fn encode(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the bytes that a hexadecimal string represents.
///
/// # Panics
///
/// Panics if the string is not hexadecimal.
#[must_use]
pub fn decode(text: &str) -> Vec<u8> {
    let pairs = text.as_bytes().chunks(2);
    let digit = |byte: &u8| char::from(*byte).to_digit(16).expect("hexadecimal text") as u8;
    pairs
        .map(|pair| pair.iter().fold(0, |byte, half| byte << 4 | digit(half)))
        .collect()
}
