//! A server for Terraform runs that find their provider through `TF_REATTACH_PROVIDERS`.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use tokio::runtime::Runtime;
use tokio::sync::oneshot;
use tonic::codegen::http;
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;
use tower::util::MapRequestLayer;

use super::{Protocol, log, services};
use crate::proto::tfplugin6::provider_server::Provider;

/// A provider that is served from a thread of this process until it is dropped.
///
/// Terraform needs neither a handshake nor TLS of such a provider, and does not end it. One server
/// does for any number of Terraform runs, by either version of the protocol.
pub struct InProcess {
    address: SocketAddr,
    calls: Calls,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// The paths of the calls that have arrived.
type Calls = Arc<Mutex<Vec<String>>>;

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
        let calls = Calls::default();
        let serving = serve(provider, listener, Arc::clone(&calls));
        let thread = thread::Builder::new()
            .name("provider".to_owned())
            .spawn(move || runtime.block_on(until_stopped(serving, stopped)))?;
        Ok(Self {
            address,
            calls,
            stop: Some(stop),
            thread: Some(thread),
        })
    }

    /// Returns the value of `TF_REATTACH_PROVIDERS` for the provider of this source address, such as
    /// `registry.terraform.io/example/inventory`, by which Terraform speaks this version of the protocol.
    #[must_use]
    pub fn reattach(&self, source: &str, protocol: Protocol) -> String {
        serde_json::json!({
            source: {
                "Protocol": "grpc",
                "ProtocolVersion": protocol.number(),
                "Pid": std::process::id(),
                "Test": true,
                "Addr": { "Network": "tcp", "String": self.address.to_string() },
            }
        })
        .to_string()
    }

    /// Returns the calls that have arrived so far, such as `/tfplugin6.Provider/ReadResource`.
    #[must_use]
    pub fn calls(&self) -> Vec<String> {
        let calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        calls.clone()
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
async fn until_stopped(serving: impl Future<Output = Served>, stopped: oneshot::Receiver<()>) {
    let result = tokio::select! {
        _ = stopped => Ok(()),
        result = serving => result,
    };
    if let Err(error) = result {
        log::error(
            "the provider cannot be served",
            &[("error", &error.to_string())],
        );
    }
}

type Served = Result<(), Box<dyn std::error::Error + Send + Sync>>;

async fn serve(provider: impl Provider, listener: TcpListener, calls: Calls) -> Served {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let incoming = TcpIncoming::from(listener).with_nodelay(Some(true));
    let record = move |request: http::Request<_>| {
        let mut calls = calls.lock().unwrap_or_else(PoisonError::into_inner);
        calls.push(request.uri().path().to_owned());
        request
    };
    Server::builder()
        .layer(MapRequestLayer::new(record))
        .add_routes(services(provider))
        .serve_with_incoming(incoming)
        .await?;
    Ok(())
}
