//! Accepts connections, and ends the process when the last one is closed.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, mpsc};
use tokio_rustls::TlsAcceptor;
use tokio_stream::wrappers::ReceiverStream;
use tonic::transport::server::Connected;

use super::log;

/// The lifetime of the server: it ends on request, or when the last connection is closed.
///
/// Terraform keeps a connection open for as long as it needs the provider. If Terraform crashes, the
/// provider ends, too, instead of becoming an orphan.
#[derive(Clone, Default)]
pub(super) struct Lifetime(Arc<State>);

#[derive(Default)]
struct State {
    connections: AtomicUsize,
    end: Notify,
}

impl Lifetime {
    pub(super) fn end(&self) {
        self.0.end.notify_one();
    }

    /// Waits until the server ends.
    pub(super) async fn ended(self) {
        self.0.end.notified().await;
    }

    fn enter(&self) -> Presence {
        self.0.connections.fetch_add(1, Ordering::SeqCst);
        Presence(self.clone())
    }
}

/// A connection that keeps the server alive.
struct Presence(Lifetime);

impl Drop for Presence {
    fn drop(&mut self) {
        if self.0.0.connections.fetch_sub(1, Ordering::SeqCst) == 1 {
            self.0.end();
        }
    }
}

trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

/// A plain or encrypted connection, counted while it is open.
pub(super) struct Connection {
    stream: Box<dyn Stream>,
    _presence: Presence,
}

/// Accepts connections until the receiver is dropped, and encrypts them if required.
pub(super) fn accept(
    listener: TcpListener,
    acceptor: Option<TlsAcceptor>,
    lifetime: Lifetime,
) -> ReceiverStream<Connection> {
    let (sender, receiver) = mpsc::channel(1);
    tokio::spawn(async move {
        while let Ok((tcp, _)) = listener.accept().await {
            let (sender, acceptor, lifetime) = (sender.clone(), acceptor.clone(), lifetime.clone());
            // Each in its own task, so that a silent peer does not block others.
            tokio::spawn(async move {
                match open(tcp, acceptor, &lifetime).await {
                    Ok(connection) => _ = sender.send(connection).await,
                    Err(error) => {
                        log::error("a connection failed", &[("error", &error.to_string())]);
                    }
                }
            });
        }
    });
    ReceiverStream::new(receiver)
}

async fn open(
    tcp: TcpStream,
    acceptor: Option<TlsAcceptor>,
    lifetime: &Lifetime,
) -> io::Result<Connection> {
    // Otherwise, each call waits about 40 ms for the acknowledgement of the peer.
    tcp.set_nodelay(true)?;
    let stream: Box<dyn Stream> = match acceptor {
        Some(acceptor) => Box::new(acceptor.accept(tcp).await?),
        None => Box::new(tcp),
    };
    Ok(Connection {
        stream,
        _presence: lifetime.enter(),
    })
}

impl Connected for Connection {
    type ConnectInfo = ();

    fn connect_info(&self) {}
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
