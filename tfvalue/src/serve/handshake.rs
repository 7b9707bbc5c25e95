//! The handshake between Terraform and the process of a plugin.

use std::env;
use std::io::{self, Write as _};

use super::listener::Address;

/// The environment variable with the magic cookie, which only Terraform sets.
pub const COOKIE_NAME: &str = "TF_PLUGIN_MAGIC_COOKIE";

/// The value of the magic cookie.
pub const COOKIE_VALUE: &str = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";

/// The environment variable in which a user can list the versions of the protocol to choose from, to
/// test a provider with version 5.
pub const PROTOCOL: &str = "PROVIDER_PROTOCOL";

/// The variable in which Terraform lists the versions that it supports.
const OFFERED: &str = "PLUGIN_PROTOCOL_VERSIONS";

/// Version of go-plugin's own protocol.
const VERSION: u32 = 1;

/// Returns `true` if the environment contains Terraform's cookie.
pub(super) fn started_by_terraform() -> bool {
    env::var(COOKIE_NAME).is_ok_and(|cookie| cookie == COOKIE_VALUE)
}

/// Returns the newest version of the protocol that Terraform supports and the user allows.
pub(super) fn version() -> Result<u32, String> {
    let read = |name| env::var(name).ok().filter(|value| !value.is_empty());
    choose(read(OFFERED).as_deref(), read(PROTOCOL).as_deref())
}

/// Returns the newest version in both lists. A missing list contains all versions.
fn choose(offered: Option<&str>, wanted: Option<&str>) -> Result<u32, String> {
    let is_in = |version: u32, list: Option<&str>| {
        let version = version.to_string();
        list.is_none_or(|list| list.split(',').any(|listed| listed.trim() == version))
    };
    [6, 5]
        .into_iter()
        .find(|version| is_in(*version, offered) && is_in(*version, wanted))
        .ok_or_else(|| {
            format!(
                "no common version of the protocol: the provider supports 5 and 6, Terraform {}, and \
                 {PROTOCOL} is {}",
                offered.unwrap_or("any"),
                wanted.unwrap_or("any"),
            )
        })
}

/// Prints the line that tells Terraform how to connect. It must be the first on standard output; later
/// output is ignored.
pub(super) fn print(version: u32, address: &Address, certificate: Option<&[u8]>) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "{}", line(version, address, certificate))?;
    stdout.flush()
}

fn line(version: u32, address: &Address, certificate: Option<&[u8]>) -> String {
    let certificate = certificate.map(base64).unwrap_or_default();
    let (network, address) = (address.network(), address.text());
    format!("{VERSION}|{version}|{network}|{address}|grpc|{certificate}")
}

/// Encodes bytes in base64 without padding.
fn base64(bytes: &[u8]) -> String {
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
    fn chooses_the_newest_common_version() {
        for (offered, wanted, chosen) in [
            (Some("5,6"), None, 6),
            (Some("6,5"), None, 6),
            (Some("5"), None, 5),
            (Some("5,6,7"), Some("5"), 5),
            (Some("4, 5"), Some("6,5"), 5),
            (None, None, 6),
            (None, Some("5"), 5),
        ] {
            assert_eq!(
                choose(offered, wanted),
                Ok(chosen),
                "{offered:?} {wanted:?}"
            );
        }
        let message = choose(Some("4"), None).unwrap_err();
        assert_eq!(
            message,
            "no common version of the protocol: the provider supports 5 and 6, Terraform 4, and \
             PROVIDER_PROTOCOL is any"
        );
    }

    #[test]
    fn line_contains_versions_address_and_certificate() {
        let address = Address::Tcp(([127, 0, 0, 1], 4321).into());
        assert_eq!(line(6, &address, None), "1|6|tcp|127.0.0.1:4321|grpc|");
        let certificate = [1, 2, 3, 4];
        assert_eq!(
            line(5, &address, Some(&certificate)),
            "1|5|tcp|127.0.0.1:4321|grpc|AQIDBA"
        );
    }

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
