//! A server for Terraform runs that find their provider in `TF_REATTACH_PROVIDERS`.

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

/// A provider that a thread of this process serves until this value is dropped.
///
/// Terraform uses such a provider without handshake and TLS, and does not end it. One server can serve
/// any number of Terraform runs, with both versions of the protocol.
pub struct InProcess {
    address: SocketAddr,
    calls: Calls,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// The paths of received calls.
type Calls = Arc<Mutex<Vec<String>>>;

impl InProcess {
    /// Serves a provider on a free port of the loopback interface.
    ///
    /// # Errors
    ///
    /// If no port can be opened or no thread can be started.
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

    /// Returns the value of `TF_REATTACH_PROVIDERS` for a provider's source address, such as
    /// `registry.terraform.io/example/inventory`, and a version of the protocol.
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

    /// Returns the calls received so far, such as `/tfplugin6.Provider/ReadResource`.
    #[must_use]
    pub fn calls(&self) -> Vec<String> {
        let calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        calls.clone()
    }
}

impl Drop for InProcess {
    fn drop(&mut self) {
        // Both fail only if the thread has already ended.
        drop(self.stop.take());
        self.thread.take().map(JoinHandle::join);
    }
}

/// Serves until the sender of `stopped` is dropped. Connections that are still open then are closed
/// with the runtime.
async fn until_stopped(serving: impl Future<Output = Served>, stopped: oneshot::Receiver<()>) {
    let result = tokio::select! {
        _ = stopped => Ok(()),
        result = serving => result,
    };
    if let Err(error) = result {
        log::error(
            "cannot serve the provider",
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
