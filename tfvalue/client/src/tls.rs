//! Encrypts the connection to a provider.

use std::sync::Arc;

use rustls::ClientConfig;
use rustls::crypto::ring;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::version::TLS13;
use tokio_rustls::TlsConnector;

use tfvalue::__internal::client::certificate;
use tfvalue::__internal::client::names::base64;
use tfvalue::__internal::client::tls::ThatPeer;

/// The client's certificate and key.
pub(crate) struct Identity {
    certificate: CertificateDer<'static>,
    key: PrivateKeyDer<'static>,
}

impl Identity {
    pub(crate) fn generate() -> Result<Self, String> {
        let (certificate, key) =
            certificate::generate().map_err(|_| "cannot generate a key for TLS")?;
        Ok(Identity { certificate, key })
    }

    /// Returns the certificate in the form that the environment variable requires.
    pub(crate) fn pem(&self) -> String {
        let text = base64(&self.certificate);
        let padding = "=".repeat(text.len().wrapping_neg() % 4);
        let mut pem = "-----BEGIN CERTIFICATE-----\n".to_owned();
        let text = text + &padding;
        let mut rest = text.as_str();
        // Go reads lines of any length. Other implementations read only lines of 64 characters.
        while let Some((line, more)) = rest.split_at_checked(64) {
            pem += line;
            pem.push('\n');
            rest = more;
        }
        if !rest.is_empty() {
            pem += rest;
            pem.push('\n');
        }
        pem + "-----END CERTIFICATE-----\n"
    }

    /// Returns a connector for the provider with this certificate.
    pub(crate) fn connector(
        self,
        provider: CertificateDer<'static>,
    ) -> Result<TlsConnector, rustls::Error> {
        let crypto = Arc::new(ring::default_provider());
        let verifier = ThatPeer::new(provider, &crypto);
        let mut config = ClientConfig::builder_with_provider(crypto)
            .with_protocol_versions(&[&TLS13])?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(verifier))
            .with_client_auth_cert(vec![self.certificate], self.key)?;
        config.alpn_protocols = vec![b"h2".to_vec()];
        Ok(Arc::new(config).into())
    }
}
