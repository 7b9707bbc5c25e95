//! Accepts connections, and their requests.

use std::convert::Infallible;
use std::future;
use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use h2::RecvStream;
use h2::server::{Builder, Connection, SendResponse};
use http::Request;
use tokio::time;
use tokio_rustls::TlsAcceptor;
use tracing::{debug, warn};

use super::call;
use super::gather::{Gate, Gathered};
use super::listener::Listener;
use super::server::Server;
use crate::plugin::address::Stream;
use crate::plugin::budget::{CALL_WINDOW, CONNECTION_WINDOW, MAX_CALLS, MAX_HEADERS};

/// The delay before the next attempt when a connection could not be accepted.
const PAUSE: Duration = Duration::from_millis(20);

/// A request, and the handle for sending its response.
type Accepted = (Request<RecvStream>, SendResponse<Bytes>);

/// Accepts connections until the future is dropped.
pub(super) async fn accept(
    listener: &Listener,
    acceptor: Option<TlsAcceptor>,
    server: &Arc<Server>,
) -> Infallible {
    loop {
        match listener.accept().await {
            // Each connection is accepted in a separate task, so that a silent peer does not block other peers.
            Ok(stream) => {
                tokio::spawn(connection(stream, acceptor.clone(), Arc::clone(server)));
            }
            Err(error) => {
                debug!(error = %error, "cannot accept a connection");
                // This error occurs, for example, if there are too many connections.
                time::sleep(PAUSE).await;
            }
        }
    }
}

async fn connection(stream: Box<dyn Stream>, acceptor: Option<TlsAcceptor>, server: Arc<Server>) {
    let stream = match acceptor {
        None => stream,
        Some(acceptor) => match acceptor.accept(stream).await {
            // The stream is boxed so that h2 is compiled for only one type of stream.
            Ok(stream) => Box::new(stream),
            Err(error) => {
                warn!(error = %error, "a connection failed in the handshake of TLS");
                return;
            }
        },
    };
    match requests(stream, &server).await {
        Err(error) if !is_closed(&error) => debug!(error = %error, "a connection failed"),
        _ => {}
    }
}

/// Returns `true` if the client has closed the connection. Terraform closes the connection without waiting for the server.
fn is_closed(error: &h2::Error) -> bool {
    let kind = error.get_io().map(io::Error::kind);
    matches!(
        kind,
        Some(
            ErrorKind::BrokenPipe
                | ErrorKind::ConnectionAborted
                | ErrorKind::ConnectionReset
                | ErrorKind::NotConnected
                | ErrorKind::UnexpectedEof
        )
    )
}

/// Accepts the requests of a connection until the connection is closed or the process ends.
async fn requests(stream: Box<dyn Stream>, server: &Arc<Server>) -> Result<(), h2::Error> {
    let (stream, gate) = Gathered::new(stream);
    let mut connection = Builder::new()
        .initial_window_size(CALL_WINDOW)
        .initial_connection_window_size(CONNECTION_WINDOW)
        .max_concurrent_streams(MAX_CALLS)
        .max_header_list_size(MAX_HEADERS)
        .handshake::<_, Bytes>(stream)
        .await?;
    // A peer that does not use HTTP/2 is not Terraform, so the end of its connection does not end the process.
    let _presence = server.lifetime.connection();
    let ended = server.lifetime.ended();
    tokio::pin!(ended);
    let mut is_ending = false;
    loop {
        let accepted = future::poll_fn(|context| poll_accept(&mut connection, &gate, context));
        tokio::select! {
            accepted = accepted => match accepted {
                Some(accepted) => {
                    let (request, respond) = accepted?;
                    tokio::spawn(call::run(request, respond, Arc::clone(server)));
                }
                None => return Ok(()),
            },
            () = &mut ended, if !is_ending => {
                is_ending = true;
                connection.graceful_shutdown();
            }
        }
    }
}

/// Accepts a request, and writes the waiting responses if there is no request.
fn poll_accept(
    connection: &mut Connection<Gathered<Box<dyn Stream>>, Bytes>,
    gate: &Gate,
    context: &mut Context<'_>,
) -> Poll<Option<Result<Accepted, h2::Error>>> {
    gate.close();
    if let Poll::Ready(accepted) = connection.poll_accept(context) {
        return Poll::Ready(accepted);
    }
    gate.open();
    connection.poll_accept(context)
}
