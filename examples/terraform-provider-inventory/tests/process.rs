//! Tests the program as Terraform runs it.

use std::error::Error;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use rcgen::{BasicConstraints, CertificateParams, IsCa, KeyPair, PKCS_ECDSA_P521_SHA512};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

const PROVIDER: &str = env!("CARGO_BIN_EXE_terraform-provider-inventory");
const COOKIE: &str = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";

/// The time that Terraform waits before it kills a provider.
const PATIENCE: Duration = Duration::from_secs(2);

/// The start of an HTTP/2 connection: the client's preface, and empty settings.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00";

type Result<T> = std::result::Result<T, Box<dyn Error>>;
type Tls = StreamOwned<ClientConnection, TcpStream>;

/// A key and a certificate like Terraform's: self-signed, with P-521.
struct Client {
    certificate: CertificateDer<'static>,
    pem: String,
    key: KeyPair,
}

impl Client {
    fn new() -> Result<Self> {
        let key = KeyPair::generate_for(&PKCS_ECDSA_P521_SHA512)?;
        let mut params = CertificateParams::new(["localhost".to_owned()])?;
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let certificate = params.self_signed(&key)?;
        Ok(Self {
            certificate: certificate.der().clone(),
            pem: certificate.pem(),
            key,
        })
    }

    /// Connects and reads the first bytes of HTTP/2 that the server sends.
    fn connect(&self, provider: &Provider) -> Result<Tls> {
        let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(self.key.serialize_der()));
        let config = provider
            .trusted()?
            .with_client_auth_cert(vec![self.certificate.clone()], key)?;
        provider.connect(config)
    }
}

/// A running provider, which is stopped at the end of the test.
struct Provider {
    child: Child,
    address: String,
    certificate: CertificateDer<'static>,
}

impl Provider {
    fn start(client: &Client) -> Result<Self> {
        Self::start_offering(client, "5,6", "6")
    }

    /// Starts a provider that is offered some versions of the protocol, and expects it to choose one.
    fn start_offering(client: &Client, offered: &str, expected: &str) -> Result<Self> {
        let mut child = Command::new(PROVIDER)
            .env("TF_PLUGIN_MAGIC_COOKIE", COOKIE)
            .env("PLUGIN_PROTOCOL_VERSIONS", offered)
            .env_remove("PROVIDER_PROTOCOL")
            .env("PLUGIN_CLIENT_CERT", &client.pem)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().ok_or("no output")?).read_line(&mut line)?;
        let fields: Vec<&str> = line.trim_end().split('|').collect();
        let ["1", version, "tcp", address, "grpc", certificate] = fields[..] else {
            return Err(format!("not a handshake: {line}").into());
        };
        assert_eq!(version, expected);
        Ok(Self {
            address: address.to_owned(),
            certificate: STANDARD_NO_PAD.decode(certificate)?.into(),
            child,
        })
    }

    fn trusted(
        &self,
    ) -> Result<rustls::ConfigBuilder<ClientConfig, rustls::client::WantsClientCert>> {
        let mut roots = RootCertStore::empty();
        roots.add(self.certificate.clone())?;
        let crypto = rustls::crypto::aws_lc_rs::default_provider();
        let builder = ClientConfig::builder_with_provider(Arc::new(crypto));
        Ok(builder
            .with_safe_default_protocol_versions()?
            .with_root_certificates(roots))
    }

    fn connect(&self, mut config: ClientConfig) -> Result<Tls> {
        config.alpn_protocols = vec![b"h2".to_vec()];
        let tls = ClientConnection::new(Arc::new(config), "localhost".try_into()?)?;
        let mut stream = StreamOwned::new(tls, TcpStream::connect(&self.address)?);
        stream.write_all(PREFACE)?;
        stream.read_exact(&mut [0; 9])?;
        Ok(stream)
    }

    /// Waits for the process to exit.
    fn ended(&mut self) -> io::Result<bool> {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait()? {
                return Ok(status.success());
            }
            thread::sleep(Duration::from_millis(5));
        }
        Ok(false)
    }
}

impl Drop for Provider {
    fn drop(&mut self) {
        // Both fail if the process has already exited.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

#[test]
fn prints_an_explanation_for_users() -> Result<()> {
    let Output {
        status,
        stdout,
        stderr,
    } = Command::new(PROVIDER)
        .env_remove("TF_PLUGIN_MAGIC_COOKIE")
        .output()?;
    assert!(!status.success());
    assert_eq!(stdout, b"");
    assert!(String::from_utf8(stderr)?.contains("dev_overrides"));
    Ok(())
}

#[test]
fn chooses_the_newest_common_version() -> Result<()> {
    let client = Client::new()?;
    for (offered, expected) in [("6,5", "6"), ("5", "5"), ("4,5", "5")] {
        let provider = Provider::start_offering(&client, offered, expected)?;
        client.connect(&provider)?;
    }
    let output = Command::new(PROVIDER)
        .env("TF_PLUGIN_MAGIC_COOKIE", COOKIE)
        .env("PLUGIN_PROTOCOL_VERSIONS", "7")
        .output()?;
    assert!(!output.status.success());
    assert_eq!(output.stdout, b"");
    let words = String::from_utf8(output.stderr)?;
    assert!(
        words.contains("the provider supports 5 and 6, Terraform 7"),
        "{words}"
    );
    Ok(())
}

#[test]
fn exits_when_the_connection_is_closed() -> Result<()> {
    let client = Client::new()?;
    let mut provider = Provider::start(&client)?;
    let stream = client.connect(&provider)?;
    assert_eq!(stream.conn.alpn_protocol(), Some(&b"h2"[..]));
    assert!(provider.child.try_wait()?.is_none());
    drop(stream);
    assert!(provider.ended()?);
    Ok(())
}

#[cfg(unix)]
#[test]
fn ignores_ctrl_c() -> Result<()> {
    let client = Client::new()?;
    let mut provider = Provider::start(&client)?;
    let stream = client.connect(&provider)?;
    let pid = provider.child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-s", "INT", &pid])
            .status()?
            .success()
    );
    thread::sleep(Duration::from_millis(100));
    assert!(provider.child.try_wait()?.is_none());
    let other = client.connect(&provider)?;
    drop(stream);
    drop(other);
    assert!(provider.ended()?);
    Ok(())
}

#[test]
fn rejects_other_clients() -> Result<()> {
    let client = Client::new()?;
    let provider = Provider::start(&client)?;
    assert!(Client::new()?.connect(&provider).is_err());
    // The right certificate without its key, and no certificate.
    let thief = Client {
        certificate: client.certificate.clone(),
        ..Client::new()?
    };
    assert!(thief.connect(&provider).is_err());
    assert!(
        provider
            .connect(provider.trusted()?.with_no_client_auth())
            .is_err()
    );
    client.connect(&provider)?;
    Ok(())
}
