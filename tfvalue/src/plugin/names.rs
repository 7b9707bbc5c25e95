//! The values that both sides of the handshake write and read: variables, versions, and Base64.

/// The environment variable that contains the magic cookie. Only Terraform sets it.
pub const COOKIE_NAME: &str = "TF_PLUGIN_MAGIC_COOKIE";

/// The value of the magic cookie.
pub const COOKIE_VALUE: &str = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";

/// The variable in which Terraform lists the versions that it supports.
pub const PROTOCOLS: &str = "PLUGIN_PROTOCOL_VERSIONS";

/// Version of go-plugin's own protocol.
pub const GO_PLUGIN: u32 = 1;

/// The variable that contains Terraform's certificate in PEM format.
pub const CLIENT_CERTIFICATE: &str = "PLUGIN_CLIENT_CERT";

/// The variable in which Terraform can specify the directory for the socket.
#[cfg(unix)]
pub const SOCKET_FOLDER: &str = "PLUGIN_UNIX_SOCKET_DIR";

/// Encodes bytes in Base64 without padding.
#[must_use]
pub fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let bits = group
            .iter()
            .fold(0, |bits, &byte| bits << 8 | u32::from(byte));
        let bits = bits << (8 * (3 - group.len()));
        for place in 0..=group.len() {
            let index = bits >> (18 - 6 * place) & 0x3f;
            text.push(char::from(LETTERS[index as usize]));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_has_no_padding() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg"),
            ("fo", "Zm8"),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
        assert_eq!(base64(&[0xff, 0xfe, 0xfd]), "//79");
    }
}
