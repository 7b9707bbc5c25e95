//! The first words between Terraform and a plugin's process.

use std::env;
use std::io::{self, Write as _};
use std::net::SocketAddr;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use rustls::pki_types::CertificateDer;

use super::Protocol;

/// What a person sees who starts the binary by hand.
pub(super) const EXPLANATION: &str = "\
This program is a Terraform provider. Terraform starts it; it does nothing when started by hand.
To try it, name its folder in a dev_overrides block of Terraform's CLI configuration.";

const COOKIE_NAME: &str = "TF_PLUGIN_MAGIC_COOKIE";
const COOKIE: &str = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";

/// Version of go-plugin's own protocol.
const VERSION: u32 = 1;

/// Returns whether the environment holds the cookie by which Terraform makes itself known.
pub(super) fn started_by_terraform() -> bool {
    env::var(COOKIE_NAME).is_ok_and(|cookie| cookie == COOKIE)
}

/// The line that tells Terraform how to reach the server.
pub(super) struct Handshake {
    /// The provider protocol that Terraform is to speak.
    pub(super) protocol: Protocol,
    pub(super) address: SocketAddr,
    /// Absent where Terraform was told not to use TLS.
    pub(super) certificate: Option<CertificateDer<'static>>,
}

impl Handshake {
    /// Prints the line. Anything on standard output before it breaks the start; all after it is dropped.
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
    fn the_line_names_versions_address_and_certificate() {
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
