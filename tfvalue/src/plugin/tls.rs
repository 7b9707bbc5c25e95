//! Mutual TLS between two processes that exchange their certificates at startup ("AutoMTLS").
//!
//! Both certificates are self-signed, so each side accepts exactly one certificate.

use std::sync::Arc;

use super::short_rsa::SHORT_RSA;
use p521::ecdsa::signature::Verifier as _;
use p521::ecdsa::{DerSignature, VerifyingKey};
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, WebPkiSupportedAlgorithms, verify_tls13_signature};
use rustls::pki_types::{
    AlgorithmIdentifier, CertificateDer, InvalidSignature, ServerName,
    SignatureVerificationAlgorithm, UnixTime, alg_id,
};
use rustls::server::danger::{ClientCertVerified, ClientCertVerifier};
use rustls::{CertificateError, DigitallySignedStruct, DistinguishedName, SignatureScheme};

/// Accepts only the peer that has the given certificate and its key.
///
/// The verifier in rustls requires a certificate authority, and rejects a certificate that is its own authority.
#[derive(Debug)]
pub struct ThatPeer {
    certificate: CertificateDer<'static>,
    crypto: Arc<CryptoProvider>,
}

impl ThatPeer {
    /// Creates the verifier for a peer with the given certificate.
    #[must_use]
    pub fn new(certificate: CertificateDer<'static>, crypto: &Arc<CryptoProvider>) -> Self {
        ThatPeer {
            certificate,
            crypto: Arc::clone(crypto),
        }
    }

    fn check(&self, certificate: &CertificateDer<'_>) -> Result<(), rustls::Error> {
        if *certificate == self.certificate {
            Ok(())
        } else {
            Err(CertificateError::ApplicationVerificationFailure.into())
        }
    }

    fn check_signature(
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
        let verified = verify_tls13_signature(message, certificate, signature, algorithms);
        let is_rsa = SHORT_RSA.supported_schemes().contains(&signature.scheme);
        if verified.is_err() && is_rsa {
            return verify_tls13_signature(message, certificate, signature, &SHORT_RSA);
        }
        verified
    }

    fn schemes(&self) -> Vec<SignatureScheme> {
        let mut schemes = WITH_P521.supported_schemes();
        schemes.extend(
            self.crypto
                .signature_verification_algorithms
                .supported_schemes(),
        );
        schemes
    }
}

/// The configurations allow only TLS 1.3.
fn no_tls12() -> Result<HandshakeSignatureValid, rustls::Error> {
    Err(rustls::PeerIncompatible::Tls12NotOffered.into())
}

impl ClientCertVerifier for ThatPeer {
    fn root_hint_subjects(&self) -> &[DistinguishedName] {
        &[]
    }

    fn verify_client_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _now: UnixTime,
    ) -> Result<ClientCertVerified, rustls::Error> {
        self.check(end_entity)?;
        Ok(ClientCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        _message: &[u8],
        _certificate: &CertificateDer<'_>,
        _signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        no_tls12()
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        self.check_signature(message, certificate, signature)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.schemes()
    }
}

impl ServerCertVerifier for ThatPeer {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _server_name: &ServerName<'_>,
        _ocsp_response: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        self.check(end_entity)?;
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        _message: &[u8],
        _certificate: &CertificateDer<'_>,
        _signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        no_tls12()
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        self.check_signature(message, certificate, signature)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.schemes()
    }
}

/// The algorithm of the keys that go-plugin uses, which ring does not support.
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
        let verify = || {
            let key = VerifyingKey::from_sec1_bytes(public_key)?;
            key.verify(message, &DerSignature::from_bytes(signature)?)
        };
        verify().map_err(|_| InvalidSignature)
    }

    fn public_key_alg_id(&self) -> AlgorithmIdentifier {
        alg_id::ECDSA_P521
    }

    fn signature_alg_id(&self) -> AlgorithmIdentifier {
        alg_id::ECDSA_SHA512
    }
}
