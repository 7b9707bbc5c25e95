//! Mutual TLS with the certificates of the handshake.

use std::error::Error;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use rcgen::{BasicConstraints, CertificateParams, IsCa, KeyPair, PKCS_ECDSA_P521_SHA512};
use rustls::client::WantsClientCert;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::{ClientConfig, ConfigBuilder, RootCertStore};
use tokio_rustls::TlsConnector;

use super::client::{Client, framed, socket};
use super::program::{Program, command};
use super::run;

/// A key and a certificate like Terraform's: self-signed, with P-521.
struct Identity {
    certificate: CertificateDer<'static>,
    pem: String,
    key: KeyPair,
}

impl Identity {
    fn new() -> Self {
        let key = KeyPair::generate_for(&PKCS_ECDSA_P521_SHA512).unwrap();
        let mut params = CertificateParams::new(["localhost".to_owned()]).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let certificate = params.self_signed(&key).unwrap();
        let (der, pem) = (certificate.der().clone(), certificate.pem());
        Identity {
            certificate: der,
            pem,
            key,
        }
    }

    fn start(&self) -> Program {
        Program::start(command().env("PLUGIN_CLIENT_CERT", &self.pem))
    }

    async fn connect(&self, program: &Program) -> Result<Client, Box<dyn Error>> {
        let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(self.key.serialize_der()));
        let config =
            trusting(program).with_client_auth_cert(vec![self.certificate.clone()], key)?;
        connect(program, config).await
    }
}

/// Returns a configuration that trusts the certificate of the handshake.
fn trusting(program: &Program) -> ConfigBuilder<ClientConfig, WantsClientCert> {
    let [.., certificate] = program.handshake();
    let mut roots = RootCertStore::empty();
    roots
        .add(STANDARD_NO_PAD.decode(certificate).unwrap().into())
        .unwrap();
    let crypto = rustls::crypto::aws_lc_rs::default_provider();
    let builder = ClientConfig::builder_with_provider(Arc::new(crypto));
    builder
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
}

/// Connects and makes a call, because the server refuses a certificate after the handshake.
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
        let identity = Identity::new();
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
        let identity = Identity::new();
        let program = identity.start();
        assert!(Identity::new().connect(&program).await.is_err());
        // The right certificate with the wrong key.
        let certificate = identity.certificate.clone();
        let thief = Identity {
            certificate,
            ..Identity::new()
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
        // They have not ended the process.
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
