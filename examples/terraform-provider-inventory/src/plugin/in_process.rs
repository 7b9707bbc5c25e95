//! A server for Terraform runs that find their provider through `TF_REATTACH_PROVIDERS`.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::thread::{self, JoinHandle};

use tokio::runtime::Runtime;
use tokio::sync::oneshot;
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;

use super::{log, provider_server};
use crate::proto::provider_server::Provider;

/// A provider that is served from a thread of this process until it is dropped.
///
/// Terraform needs neither a handshake nor TLS of such a provider, and does not end it. One server
/// does for any number of Terraform runs.
pub struct InProcess {
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl InProcess {
    /// Serves a provider on a free port of the loopback interface.
    ///
    /// # Errors
    ///
    /// Fails where no port can be opened or no thread be started.
    pub fn serve(provider: impl Provider) -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let runtime = Runtime::new()?;
        let (stop, stopped) = oneshot::channel();
        let thread = thread::Builder::new()
            .name("provider".to_owned())
            .spawn(move || runtime.block_on(until_stopped(provider, listener, stopped)))?;
        Ok(Self {
            address,
            stop: Some(stop),
            thread: Some(thread),
        })
    }

    /// Returns the value of `TF_REATTACH_PROVIDERS` for the provider of this source address, such as
    /// `registry.terraform.io/example/inventory`.
    #[must_use]
    pub fn reattach(&self, source: &str) -> String {
        serde_json::json!({
            source: {
                "Protocol": "grpc",
                "ProtocolVersion": 6,
                "Pid": std::process::id(),
                "Test": true,
                "Addr": { "Network": "tcp", "String": self.address.to_string() },
            }
        })
        .to_string()
    }
}

impl Drop for InProcess {
    fn drop(&mut self) {
        // Both fail only where the thread has ended before.
        drop(self.stop.take());
        self.thread.take().map(JoinHandle::join);
    }
}

/// Serves until the other end of `stopped` is gone. Connections that are open then are closed with the
/// runtime, not waited for.
async fn until_stopped(
    provider: impl Provider,
    listener: TcpListener,
    stopped: oneshot::Receiver<()>,
) {
    let result = tokio::select! {
        _ = stopped => Ok(()),
        result = serve(provider, listener) => result,
    };
    if let Err(error) = result {
        log::error(
            "the provider cannot be served",
            &[("error", &error.to_string())],
        );
    }
}

async fn serve(
    provider: impl Provider,
    listener: TcpListener,
) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let incoming = TcpIncoming::from(listener).with_nodelay(Some(true));
    Server::builder()
        .add_service(provider_server(provider))
        .serve_with_incoming(incoming)
        .await?;
    Ok(())
}
