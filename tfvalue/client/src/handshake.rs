//! The handshake, from Terraform's side.

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;

use tfvalue::__internal::client::address::Address;
use tfvalue::__internal::client::names::GO_PLUGIN;

/// The information that is needed to connect to a provider.
#[derive(Debug)]
pub(crate) struct Endpoint {
    pub(crate) version: u32,
    pub(crate) address: Address,
    /// The certificate with which the provider encrypts the connection.
    pub(crate) certificate: Option<CertificateDer<'static>>,
}

/// Reads the line that a provider prints.
pub(crate) fn read(line: &str) -> Result<Endpoint, String> {
    let malformed = || {
        let start: String = line.chars().take(100).collect();
        format!("the provider must print the line of a handshake first, got {start:?}")
    };
    let parts: Vec<_> = line.trim_end().split('|').collect();
    let [core, version, network, text, protocol, rest @ ..] = &parts[..] else {
        return Err(malformed());
    };
    if core.parse() != Ok(GO_PLUGIN) {
        return Err(malformed());
    }
    let Ok(version @ (5 | 6)) = version.parse() else {
        let version: String = version.chars().take(100).collect();
        return Err(format!(
            "version 5 or 6 of the protocol is required, got {version:?}"
        ));
    };
    if *protocol != "grpc" {
        return Err(malformed());
    }
    let certificate = match rest.first() {
        Some(text) if !text.is_empty() => Some(certificate(text)?),
        _ => None,
    };
    Ok(Endpoint {
        version,
        address: address(network, text)?,
        certificate,
    })
}

/// Reads an address in the form that Go uses.
pub(crate) fn address(network: &str, text: &str) -> Result<Address, String> {
    match network {
        "tcp" => match text.parse() {
            Ok(address) => Ok(Address::Tcp(address)),
            Err(_) => Err(format!(
                "an IP address with a port is required, got {text:?}"
            )),
        },
        #[cfg(unix)]
        "unix" => Ok(Address::Unix(text.into())),
        _ => Err(format!(
            "the network \"tcp\" or \"unix\" is required, got {network:?}"
        )),
    }
}

/// Reads a certificate in Base64 without padding.
fn certificate(text: &str) -> Result<CertificateDer<'static>, String> {
    let padding = "=".repeat(text.len().wrapping_neg() % 4);
    let pem = format!("-----BEGIN CERTIFICATE-----\n{text}{padding}\n-----END CERTIFICATE-----\n");
    CertificateDer::from_pem_slice(pem.as_bytes())
        .map_err(|error| format!("the provider's certificate is malformed: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let endpoint = read("1|6|tcp|127.0.0.1:4321|grpc|AQIDBA\n").unwrap();
        assert_eq!(endpoint.version, 6);
        assert!(matches!(endpoint.address, Address::Tcp(address) if address.port() == 4321));
        assert_eq!(endpoint.certificate.as_deref(), Some(&[1, 2, 3, 4][..]));
        assert!(
            read("1|5|tcp|127.0.0.1:4321|grpc")
                .unwrap()
                .certificate
                .is_none()
        );
        // go-plugin can append another field.
        assert!(
            read("1|5|tcp|127.0.0.1:4321|grpc||true")
                .unwrap()
                .certificate
                .is_none()
        );
    }

    #[test]
    fn other_lines_are_errors() {
        for (line, problem) in [
            ("", "got \"\""),
            ("hello \u{1b}[2J", "got \"hello \\u{1b}[2J\""),
            ("2|6|tcp|127.0.0.1:1|grpc|", "the line of a handshake"),
            (
                "1|4|tcp|127.0.0.1:1|grpc|",
                "version 5 or 6 of the protocol is required, got \"4\"",
            ),
            (
                "1|6|tcp|localhost:1|grpc|",
                "an IP address with a port is required",
            ),
            (
                "1|6|udp|127.0.0.1:1|grpc|",
                "the network \"tcp\" or \"unix\" is required, got \"udp\"",
            ),
            ("1|6|tcp|127.0.0.1:1|netrpc|", "the line of a handshake"),
            (
                "1|6|tcp|127.0.0.1:1|grpc|???",
                "the provider's certificate is malformed",
            ),
        ] {
            let error = read(line).unwrap_err();
            assert!(error.contains(problem), "{error}");
        }
        assert!(read(&"x".repeat(10_000)).unwrap_err().len() < 200);
    }
}
