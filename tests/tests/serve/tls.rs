//! Mutual TLS with the certificates from the handshake.

use std::error::Error;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD};
use p521::ecdsa::signature::Signer as _;
use p521::ecdsa::{Signature, SigningKey, VerifyingKey};
use rustls::client::WantsClientCert;
use rustls::pki_types::CertificateDer;
use rustls::sign::{self, CertifiedKey, SingleCertAndKey};
use rustls::{ClientConfig, ConfigBuilder, RootCertStore, SignatureAlgorithm, SignatureScheme};
use tokio_rustls::TlsConnector;

use super::client::{Client, framed, socket};
use super::program::{Program, command};
use super::run;

/// A key and a certificate like Terraform's, which use P-521.
struct Identity {
    certificate: CertificateDer<'static>,
    key: Key,
}

impl Identity {
    /// Creates a certificate with a key that depends on a number.
    ///
    /// The certificate is not signed with the key, because the program only compares the bytes of the certificate.
    fn new(number: u8) -> Self {
        const PUBLIC_KEY: Range<usize> = 190..323;
        let key = SigningKey::from_slice(&[number; 64]).unwrap();
        let mut certificate = include_bytes!("../../data/tls/client.der").to_vec();
        let public = VerifyingKey::from(&key).to_sec1_point(false);
        certificate[PUBLIC_KEY].copy_from_slice(public.as_bytes());
        Identity {
            certificate: certificate.into(),
            key: Key(key),
        }
    }

    fn start(&self) -> Program {
        let certificate = STANDARD.encode(&self.certificate);
        let pem =
            format!("-----BEGIN CERTIFICATE-----\n{certificate}\n-----END CERTIFICATE-----\n");
        Program::start(command().env("PLUGIN_CLIENT_CERT", pem))
    }

    async fn connect(&self, program: &Program) -> Result<Client, Box<dyn Error>> {
        let key = CertifiedKey::new(vec![self.certificate.clone()], Arc::new(self.key.clone()));
        let config =
            trusting(program).with_client_cert_resolver(Arc::new(SingleCertAndKey::from(key)));
        connect(program, config).await
    }
}

/// Signs with P-521, which ring does not support.
#[derive(Clone)]
struct Key(SigningKey);

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key")
    }
}

impl sign::SigningKey for Key {
    fn choose_scheme(&self, offered: &[SignatureScheme]) -> Option<Box<dyn sign::Signer>> {
        let is_offered = offered.contains(&sign::Signer::scheme(self));
        is_offered.then(|| Box::new(self.clone()) as _)
    }

    fn algorithm(&self) -> SignatureAlgorithm {
        SignatureAlgorithm::ECDSA
    }
}

impl sign::Signer for Key {
    fn sign(&self, message: &[u8]) -> Result<Vec<u8>, rustls::Error> {
        let signature: Signature = self.0.sign(message);
        Ok(signature.to_der().as_bytes().to_vec())
    }

    fn scheme(&self) -> SignatureScheme {
        SignatureScheme::ECDSA_NISTP521_SHA512
    }
}

/// Returns a configuration that trusts the certificate from the handshake.
fn trusting(program: &Program) -> ConfigBuilder<ClientConfig, WantsClientCert> {
    let [.., certificate] = program.handshake();
    let mut roots = RootCertStore::empty();
    roots
        .add(STANDARD_NO_PAD.decode(certificate).unwrap().into())
        .unwrap();
    let crypto = rustls::crypto::ring::default_provider();
    let builder = ClientConfig::builder_with_provider(Arc::new(crypto));
    builder
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
}

/// Connects and makes a call, because the server rejects a certificate only after the handshake.
async fn connect(program: &Program, mut config: ClientConfig) -> Result<Client, Box<dyn Error>> {
    config.alpn_protocols = vec![b"h2".to_vec()];
    let connector = TlsConnector::from(Arc::new(config));
    let stream = connector
        .connect("localhost".try_into()?, socket(program).await)
        .await?;
    assert_eq!(stream.get_ref().1.alpn_protocol(), Some(&b"h2"[..]));
    let client = Client::new(stream).await?;
    let response = client
        .try_start("/grpc.health.v1.Health/Check", framed(b""))
        .await?;
    super::client::answer(response).await?;
    Ok(client)
}

#[test]
fn the_client_of_the_environment_is_accepted() {
    run(async {
        let identity = Identity::new(1);
        let mut program = identity.start();
        let client = identity.connect(&program).await.unwrap();
        let message = vec![1; 5_000_000];
        assert!(client.call("ReadResource", &message).await.message() == message);
        drop(client);
        assert!(program.exit().success());
    });
}

#[test]
fn other_clients_are_refused() {
    run(async {
        let identity = Identity::new(1);
        let program = identity.start();
        assert!(Identity::new(2).connect(&program).await.is_err());
        // The correct certificate with the wrong key.
        let certificate = identity.certificate.clone();
        let thief = Identity {
            certificate,
            ..Identity::new(2)
        };
        assert!(thief.connect(&program).await.is_err());
        let anonymous = trusting(&program).with_no_client_auth();
        assert!(connect(&program, anonymous).await.is_err());
        // Without TLS.
        let plain = Client::new(socket(&program).await).await.unwrap();
        if let Ok(response) = plain
            .try_start("/grpc.health.v1.Health/Check", framed(b""))
            .await
        {
            assert!(super::client::answer(response).await.is_err());
        }
        // These connections did not end the process.
        identity.connect(&program).await.unwrap();
    });
}

#[test]
fn a_malformed_certificate_is_explained() {
    let output = command()
        .env("PLUGIN_CLIENT_CERT", "-----BEGIN x")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(output.stdout, b"");
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(
        text.contains("the certificate in PLUGIN_CLIENT_CERT is malformed"),
        "{text}"
    );
}
