//! The handshake between Terraform and the process of a plugin.

use std::env;
use std::io::{self, Write as _};
use std::net::SocketAddr;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use rustls::pki_types::CertificateDer;

use super::Protocol;

/// The message for users who start the program themselves.
pub(super) const EXPLANATION: &str = "\
This program is a Terraform provider. It is started by Terraform and does nothing on its own.
To try it, add its folder to a dev_overrides block of Terraform's CLI configuration.";

const COOKIE_NAME: &str = "TF_PLUGIN_MAGIC_COOKIE";
const COOKIE: &str = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";

/// Version of go-plugin's own protocol.
const VERSION: u32 = 1;

/// Returns `true` if the environment contains Terraform's cookie.
pub(super) fn started_by_terraform() -> bool {
    env::var(COOKIE_NAME).is_ok_and(|cookie| cookie == COOKIE)
}

/// The line that tells Terraform how to connect to the server.
pub(super) struct Handshake {
    /// The version of the provider protocol for Terraform to use.
    pub(super) protocol: Protocol,
    pub(super) address: SocketAddr,
    /// `None` if Terraform does not use TLS.
    pub(super) certificate: Option<CertificateDer<'static>>,
}

impl Handshake {
    /// Prints the line. It must be the first on standard output; later output is ignored.
    pub(super) fn print(&self) -> io::Result<()> {
        let mut stdout = io::stdout().lock();
        writeln!(stdout, "{}", self.line())?;
        stdout.flush()
    }

    fn line(&self) -> String {
        let Self {
            protocol, address, ..
        } = self;
        let certificate = self
            .certificate
            .as_ref()
            .map(|der| STANDARD_NO_PAD.encode(der))
            .unwrap_or_default();
        format!("{VERSION}|{protocol}|tcp|{address}|grpc|{certificate}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_contains_versions_address_and_certificate() {
        let address = SocketAddr::from(([127, 0, 0, 1], 4321));
        let plain = Handshake {
            protocol: Protocol::V6,
            address,
            certificate: None,
        };
        assert_eq!(plain.line(), "1|6|tcp|127.0.0.1:4321|grpc|");
        let certificate = Some(CertificateDer::from(vec![1, 2, 3, 4]));
        let with_tls = Handshake {
            protocol: Protocol::V5,
            address,
            certificate,
        };
        assert_eq!(with_tls.line(), "1|5|tcp|127.0.0.1:4321|grpc|AQIDBA");
    }
}
