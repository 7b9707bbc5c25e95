//! TLS for connections from Terraform.
//!
//! The plugin reads Terraform's certificate from its environment, and sends its own certificate in the handshake.

use std::env;
use std::sync::Arc;

use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::version::TLS13;
use tokio_rustls::TlsAcceptor;

use super::server::Failure;
use crate::plugin::certificate;
use crate::plugin::names::CLIENT_CERTIFICATE;
use crate::plugin::tls::ThatPeer;

/// The plugin's certificate and key, and the only certificate that the plugin accepts.
pub(super) struct Identity {
    pub(super) certificate: CertificateDer<'static>,
    key: PrivateKeyDer<'static>,
    client: CertificateDer<'static>,
}

impl Identity {
    /// Creates an identity for the client whose certificate is in the environment. Returns `None` if there is no
    /// client.
    pub(super) fn from_environment() -> Result<Option<Self>, Failure> {
        match env::var(CLIENT_CERTIFICATE) {
            Ok(pem) if !pem.is_empty() => Self::for_client(&pem).map(Some),
            _ => Ok(None),
        }
    }

    fn for_client(pem: &str) -> Result<Self, Failure> {
        let client = CertificateDer::from_pem_slice(pem.as_bytes()).map_err(|error| {
            format!("the certificate in {CLIENT_CERTIFICATE} is malformed: {error}")
        })?;
        let (certificate, key) =
            certificate::generate().map_err(|_| "cannot generate a key for TLS")?;
        Ok(Self {
            certificate,
            key,
            client,
        })
    }

    /// Returns an acceptor for TLS connections that accepts only the client.
    pub(super) fn acceptor(self) -> Result<TlsAcceptor, rustls::Error> {
        let crypto = Arc::new(ring::default_provider());
        let verifier = ThatPeer::new(self.client, &crypto);
        let mut config = ServerConfig::builder_with_provider(crypto)
            .with_protocol_versions(&[&TLS13])?
            .with_client_cert_verifier(Arc::new(verifier))
            .with_single_cert(vec![self.certificate], self.key)?;
        config.alpn_protocols = vec![b"h2".to_vec()];
        Ok(Arc::new(config).into())
    }
}
