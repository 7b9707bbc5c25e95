//! Mutual TLS between two processes that exchange their certificates at startup ("AutoMTLS").
//!
//! The plugin gets Terraform's certificate in its environment, and sends its own certificate in the
//! handshake. Both are self-signed, so each side accepts exactly one certificate.

use std::env;
use std::error::Error;
use std::sync::Arc;

use rustls::client::danger::HandshakeSignatureValid;
use rustls::crypto::{CryptoProvider, aws_lc_rs, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer, UnixTime};
use rustls::server::danger::{ClientCertVerified, ClientCertVerifier};
use rustls::{
    CertificateError, DigitallySignedStruct, DistinguishedName, ServerConfig, SignatureScheme,
};
use tokio_rustls::TlsAcceptor;

const CLIENT_CERTIFICATE: &str = "PLUGIN_CLIENT_CERT";

/// The name in the certificate that Terraform expects, for any address.
const SERVER_NAME: &str = "localhost";

/// The plugin's certificate and key, and the only certificate that it accepts.
pub(super) struct Identity {
    certificate: CertificateDer<'static>,
    key: PrivateKeyDer<'static>,
    client: CertificateDer<'static>,
}

impl Identity {
    /// Creates an identity for the client in the environment, or `None` if there is no client.
    pub(super) fn from_environment() -> Result<Option<Self>, Box<dyn Error + Send + Sync>> {
        match env::var(CLIENT_CERTIFICATE) {
            Ok(pem) if !pem.is_empty() => Self::for_client(&pem).map(Some),
            _ => Ok(None),
        }
    }

    fn for_client(pem: &str) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let own = rcgen::generate_simple_self_signed([SERVER_NAME.to_owned()])?;
        Ok(Self {
            certificate: own.cert.der().clone(),
            key: PrivatePkcs8KeyDer::from(own.signing_key.serialize_der()).into(),
            client: CertificateDer::from_pem_slice(pem.as_bytes())?,
        })
    }

    pub(super) fn certificate(&self) -> CertificateDer<'static> {
        self.certificate.clone()
    }

    /// Returns an acceptor of TLS connections, which accepts only the client.
    pub(super) fn acceptor(self) -> Result<TlsAcceptor, rustls::Error> {
        // Terraform's key uses P-521, which ring cannot verify.
        let crypto = Arc::new(aws_lc_rs::default_provider());
        let verifier = ThatClient {
            certificate: self.client,
            crypto: Arc::clone(&crypto),
        };
        let mut config = ServerConfig::builder_with_provider(crypto)
            .with_safe_default_protocol_versions()?
            .with_client_cert_verifier(Arc::new(verifier))
            .with_single_cert(vec![self.certificate], self.key)?;
        config.alpn_protocols = vec![b"h2".to_vec()];
        Ok(Arc::new(config).into())
    }
}

/// Accepts a peer with exactly this certificate and its key.
///
/// The verifier of rustls requires a certificate authority, and rejects a certificate that is its
/// own authority.
#[derive(Debug)]
struct ThatClient {
    certificate: CertificateDer<'static>,
    crypto: Arc<CryptoProvider>,
}

impl ClientCertVerifier for ThatClient {
    fn root_hint_subjects(&self) -> &[DistinguishedName] {
        &[]
    }

    fn verify_client_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _now: UnixTime,
    ) -> Result<ClientCertVerified, rustls::Error> {
        if *end_entity == self.certificate {
            Ok(ClientCertVerified::assertion())
        } else {
            Err(CertificateError::ApplicationVerificationFailure.into())
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &self.crypto.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signature, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &self.crypto.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signature, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.crypto
            .signature_verification_algorithms
            .supported_schemes()
    }
}
