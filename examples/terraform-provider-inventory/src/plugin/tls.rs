//! Mutual TLS between two processes that exchange their certificates at the start ("AutoMTLS").
//!
//! Terraform's certificate reaches the plugin in its environment, the plugin's own goes back in the
//! handshake line. Both are self-signed, so that trust means one thing: to be that very certificate.

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

/// The name that Terraform expects in the certificate, whatever the address.
const SERVER_NAME: &str = "localhost";

/// The plugin's certificate and key, with the only certificate that it trusts.
pub(super) struct Identity {
    certificate: CertificateDer<'static>,
    key: PrivateKeyDer<'static>,
    client: CertificateDer<'static>,
}

impl Identity {
    /// Makes an identity for the client that the environment names, or none where it names none.
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

    /// Returns what turns a connection into a TLS one, with no peer but the client.
    pub(super) fn acceptor(self) -> Result<TlsAcceptor, rustls::Error> {
        // Terraform's key is on P-521, which ring does not verify.
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

/// Accepts one certificate, byte for byte, from a peer that has its key.
///
/// rustls' own verifier would want a certificate authority, and refuses one that is its own.
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
