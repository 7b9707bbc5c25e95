//! The handshake between Terraform and the plugin process.

use std::env;
use std::io::{self, Write as _};

use crate::plugin::address::Address;
use crate::plugin::names::{self, GO_PLUGIN, PROTOCOLS, base64};

/// The environment variable that contains the magic cookie. Only Terraform sets it.
pub const COOKIE_NAME: &str = names::COOKIE_NAME;

/// The value of the magic cookie.
pub const COOKIE_VALUE: &str = names::COOKIE_VALUE;

/// The environment variable that lists the protocol versions from which the provider may choose, for example to test
/// the provider with version 5.
pub const PROTOCOL: &str = "PROVIDER_PROTOCOL";

/// Returns `true` if the environment contains Terraform's cookie.
pub(super) fn started_by_terraform() -> bool {
    env::var(COOKIE_NAME).is_ok_and(|cookie| cookie == COOKIE_VALUE)
}

/// Returns the newest protocol version that the provider implements, Terraform supports, and the user allows.
pub(super) fn version(own: &[u32]) -> Result<u32, String> {
    let read = |name| env::var(name).ok().filter(|value| !value.is_empty());
    choose(own, read(PROTOCOLS).as_deref(), read(PROTOCOL).as_deref())
}

/// Returns the newest version that is in all lists. A missing list allows every version.
fn choose(own: &[u32], offered: Option<&str>, wanted: Option<&str>) -> Result<u32, String> {
    let is_in = |version: u32, list: Option<&str>| {
        let version = version.to_string();
        list.is_none_or(|list| list.split(',').any(|listed| listed.trim() == version))
    };
    let common = |version: &u32| is_in(*version, offered) && is_in(*version, wanted);
    own.iter().copied().filter(common).max().ok_or_else(|| {
        let own: Vec<_> = own.iter().map(u32::to_string).collect();
        format!(
            "no common version of the protocol: the provider supports {}, Terraform {}, and \
                 {PROTOCOL} is {}",
            own.join(" and "),
            offered.unwrap_or("any"),
            wanted.unwrap_or("any"),
        )
    })
}

/// Prints the line that Terraform reads to connect to the provider. The line must be the first line on standard output.
/// Later output is ignored.
pub(super) fn print(version: u32, address: &Address, certificate: Option<&[u8]>) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "{}", line(version, address, certificate))?;
    stdout.flush()
}

fn line(version: u32, address: &Address, certificate: Option<&[u8]>) -> String {
    let certificate = certificate.map(base64).unwrap_or_default();
    let (network, address) = (address.network(), address.text());
    format!("{GO_PLUGIN}|{version}|{network}|{address}|grpc|{certificate}")
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
                choose(&[5, 6], offered, wanted),
                Ok(chosen),
                "{offered:?} {wanted:?}"
            );
        }
        assert_eq!(choose(&[5], Some("5,6"), None), Ok(5));
        assert!(choose(&[5], Some("6"), None).is_err());
        let message = choose(&[5, 6], Some("4"), None).unwrap_err();
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
}
