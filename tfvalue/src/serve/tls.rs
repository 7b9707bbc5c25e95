//! Mutual TLS between two processes that exchange their certificates at startup ("AutoMTLS").
//!
//! The plugin gets Terraform's certificate in its environment, and sends its own certificate in the
//! handshake. Both are self-signed, so each side accepts exactly one certificate.

use std::env;
use std::sync::Arc;

use p521::ecdsa::signature::Verifier as _;
use p521::ecdsa::{Signature, VerifyingKey};
use rustls::client::danger::HandshakeSignatureValid;
use rustls::crypto::{CryptoProvider, WebPkiSupportedAlgorithms, ring, verify_tls13_signature};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{
    AlgorithmIdentifier, CertificateDer, InvalidSignature, PrivateKeyDer,
    SignatureVerificationAlgorithm, UnixTime, alg_id,
};
use rustls::server::danger::{ClientCertVerified, ClientCertVerifier};
use rustls::version::TLS13;
use rustls::{
    CertificateError, DigitallySignedStruct, DistinguishedName, ServerConfig, SignatureScheme,
};
use tokio_rustls::TlsAcceptor;

use super::certificate;
use super::server::Failure;

const CLIENT_CERTIFICATE: &str = "PLUGIN_CLIENT_CERT";

/// The plugin's certificate and key, and the only certificate that it accepts.
pub(super) struct Identity {
    pub(super) certificate: CertificateDer<'static>,
    key: PrivateKeyDer<'static>,
    client: CertificateDer<'static>,
}

impl Identity {
    /// Creates an identity for the client in the environment, or `None` if there is no client.
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

    /// Returns an acceptor of TLS connections, which accepts only the client.
    pub(super) fn acceptor(self) -> Result<TlsAcceptor, rustls::Error> {
        let crypto = Arc::new(ring::default_provider());
        let verifier = ThatClient {
            certificate: self.client,
            crypto: Arc::clone(&crypto),
        };
        let mut config = ServerConfig::builder_with_provider(crypto)
            .with_protocol_versions(&[&TLS13])?
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
        _message: &[u8],
        _certificate: &CertificateDer<'_>,
        _signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        // The configuration has only TLS 1.3.
        Err(rustls::PeerIncompatible::Tls12NotOffered.into())
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = if signature.scheme == SignatureScheme::ECDSA_NISTP521_SHA512 {
            &WITH_P521
        } else {
            &self.crypto.signature_verification_algorithms
        };
        verify_tls13_signature(message, certificate, signature, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        let mut schemes = WITH_P521.supported_schemes();
        schemes.extend(
            self.crypto
                .signature_verification_algorithms
                .supported_schemes(),
        );
        schemes
    }
}

/// The algorithm of Terraform's key, which ring does not have.
static WITH_P521: WebPkiSupportedAlgorithms = WebPkiSupportedAlgorithms {
    all: &[&P521],
    mapping: &[(SignatureScheme::ECDSA_NISTP521_SHA512, &[&P521])],
};

/// ECDSA with the curve P-521 and SHA-512.
#[derive(Debug)]
struct P521;

impl SignatureVerificationAlgorithm for P521 {
    fn verify_signature(
        &self,
        public_key: &[u8],
        message: &[u8],
        signature: &[u8],
    ) -> Result<(), InvalidSignature> {
        let key = VerifyingKey::from_sec1_bytes(public_key).map_err(|_| InvalidSignature)?;
        let signature = Signature::from_der(signature).map_err(|_| InvalidSignature)?;
        key.verify(message, &signature)
            .map_err(|_| InvalidSignature)
    }

    fn public_key_alg_id(&self) -> AlgorithmIdentifier {
        alg_id::ECDSA_P521
    }

    fn signature_alg_id(&self) -> AlgorithmIdentifier {
        alg_id::ECDSA_SHA512
    }
}
