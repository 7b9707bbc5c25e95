//! The connection to a provider, and calls on this connection.

use std::mem;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::{Bytes, BytesMut};
use h2::client::{Builder, ResponseFuture, SendRequest};
use h2::{Ping, RecvStream, SendStream};
use http::{HeaderMap, HeaderValue, Request, StatusCode, header};
use tfvalue::prost::Message as _;
use tokio::net::TcpStream;
#[cfg(unix)]
use tokio::net::UnixStream;
use tokio::sync::watch;
use tokio::time;

use crate::error::{ClientError, ClientErrorKind};
use crate::handshake::Endpoint;
use crate::log::Log;
use crate::process::{Exit, GRACE};
use crate::tls::Identity;
use tfvalue::__internal::client::address::{Address, Stream};
use tfvalue::__internal::client::budget::{
    Budget, CALL_WINDOW, CONNECTION_WINDOW, MAX_CALLS, MAX_HEADERS, MAX_MESSAGE, Reservation,
};
use tfvalue::__internal::client::frames::{self, Taken, take_message};
use tfvalue::__internal::client::output::Output;
use tfvalue::provider::{
    CallError, CallErrorKind, MessageReceiver, MessageSender, message_channel,
};

/// A connection to a provider.
#[derive(Clone)]
pub(crate) struct Connection {
    send: SendRequest<Bytes>,
    budget: Arc<Budget>,
    pub(crate) log: Log,
    /// The exit status of the process, if the client has started it.
    exit: Option<watch::Receiver<Option<Exit>>>,
}

/// The reason why a call fails.
pub(crate) enum Fault {
    Http(h2::Error),
    Call(CallError),
    Malformed(String),
    TimedOut(Duration),
}

impl From<h2::Error> for Fault {
    fn from(error: h2::Error) -> Self {
        Fault::Http(error)
    }
}

/// The messages that a response may have.
pub(crate) enum Responses<'a> {
    /// There must be exactly one.
    One(Option<Bytes>),
    Many(&'a MessageSender),
}

impl Responses<'_> {
    async fn add(&mut self, message: Bytes) -> Result<(), Fault> {
        match self {
            Responses::One(only @ None) => *only = Some(message),
            Responses::One(Some(_)) => {
                let problem = "the response has more than one message";
                return Err(Fault::Malformed(problem.to_owned()));
            }
            Responses::Many(sender) => sender.send(message).await.map_err(|_| {
                let message = "nobody receives the responses";
                Fault::Call(CallError::new(CallErrorKind::Cancelled, message))
            })?,
        }
        Ok(())
    }
}

impl Connection {
    /// Connects to a provider. Fails with the reason.
    pub(crate) async fn open(
        endpoint: Endpoint,
        identity: Option<Identity>,
        log: &Log,
        exit: Option<watch::Receiver<Option<Exit>>>,
    ) -> Result<Self, String> {
        let cannot =
            |error: &dyn std::fmt::Display| format!("cannot connect to the provider: {error}");
        let mut stream = connect(&endpoint.address)
            .await
            .map_err(|error| cannot(&error))?;
        match (identity, endpoint.certificate) {
            (Some(identity), Some(certificate)) => {
                let connector = identity.connector(certificate);
                let connector = connector.map_err(|error| cannot(&error))?;
                let name = "localhost".try_into().map_err(|error| cannot(&error))?;
                let connected = connector.connect(name, stream).await;
                // The stream is boxed so that h2 is compiled for only one type of stream.
                stream = Box::new(connected.map_err(|error| cannot(&error))?);
            }
            (Some(_), None) => {
                return Err("the provider does not encrypt its connection".to_owned());
            }
            (None, _) => {}
        }
        let handshake = Builder::new()
            .initial_window_size(CALL_WINDOW)
            .initial_connection_window_size(CONNECTION_WINDOW)
            .max_concurrent_streams(MAX_CALLS)
            .max_header_list_size(MAX_HEADERS)
            .enable_push(false)
            .handshake::<_, Bytes>(stream)
            .await;
        let (send, mut connection) = handshake.map_err(|error| cannot(&error))?;
        let ping = connection.ping_pong();
        tokio::spawn(async move { _ = connection.await });
        // Without a ping, only the first call would detect that the peer does not speak HTTP/2.
        if let Some(mut ping) = ping {
            let pong = ping.ping(Ping::opaque()).await;
            pong.map_err(|error| cannot(&error))?;
        }
        Ok(Connection {
            send,
            budget: Arc::new(Budget::default()),
            log: log.clone(),
            exit,
        })
    }

    /// Calls a method with one request and one response.
    pub(crate) async fn call(
        &self,
        path: &'static str,
        request: Bytes,
        limit: Duration,
    ) -> Result<Bytes, Fault> {
        let requests = [request].into_iter().collect();
        let mut response = Responses::One(None);
        let exchange = self.exchange(path, requests, &mut response, limit);
        match time::timeout(limit, exchange).await {
            Ok(exchanged) => exchanged?,
            Err(_) => return Err(Fault::TimedOut(limit)),
        }
        match response {
            Responses::One(Some(message)) => Ok(message),
            _ => Err(Fault::Malformed("the response has no message".to_owned())),
        }
    }

    /// Calls a method. The future completes when the provider has sent the status of the call. The time limit applies
    /// to each message from the provider.
    pub(crate) async fn exchange(
        &self,
        path: &'static str,
        requests: MessageReceiver,
        responses: &mut Responses<'_>,
        limit: Duration,
    ) -> Result<(), Fault> {
        let mut send = within(limit, self.send.clone().ready()).await??;
        let (response, mut stream) = send.send_request(request(path), false)?;
        let sending = send_all(requests, &mut stream);
        let receiving = receive(response, responses, &self.budget, limit);
        tokio::pin!(sending, receiving);
        tokio::select! {
            biased;
            received = &mut receiving => received,
            Err(fault) = &mut sending => Err(fault),
        }
    }

    /// Asks the provider to end its process.
    pub(crate) async fn shutdown(&self) {
        // The provider may close the connection before it responds.
        _ = self
            .call("/plugin.GRPCController/Shutdown", Bytes::new(), GRACE)
            .await;
    }

    /// Creates the error for a call.
    pub(crate) async fn error(&self, method: &str, fault: Fault) -> ClientError {
        let (kind, problem) = match fault {
            Fault::Call(error) => (
                ClientErrorKind::Failed(error.kind()),
                error.message().to_owned(),
            ),
            Fault::Malformed(problem) => (ClientErrorKind::Malformed, problem),
            Fault::TimedOut(limit) => (
                ClientErrorKind::TimedOut,
                format!("the provider does not respond within {limit:?}"),
            ),
            Fault::Http(error) if error.is_reset() && error.is_remote() => (
                ClientErrorKind::Malformed,
                format!("the provider has reset the call: {error}"),
            ),
            Fault::Http(error) => match self.exited().await {
                Some(Exit::Status(status)) => (
                    ClientErrorKind::Ended,
                    format!("the provider has ended: {status}"),
                ),
                Some(Exit::OutOfMemory(most)) => (
                    ClientErrorKind::OutOfMemory,
                    format!(
                        "the provider has ended because it needs more than {} MiB of memory",
                        most >> 20
                    ),
                ),
                None if error.is_library() || error.is_reset() => (
                    ClientErrorKind::Malformed,
                    format!("the provider does not follow HTTP/2: {error}"),
                ),
                None => (
                    ClientErrorKind::Ended,
                    "the provider has closed the connection".to_owned(),
                ),
            },
        };
        ClientError::of_call(kind, method, &problem, &self.log)
    }

    /// Waits briefly for the process to exit, and returns its exit status.
    async fn exited(&self) -> Option<Exit> {
        let mut exit = self.exit.clone()?;
        let exited = time::timeout(GRACE, exit.wait_for(Option::is_some)).await;
        exited.ok()?.ok()?.clone()
    }
}

/// Receives the output that go-plugin redirects. If the client did not receive this output, a provider that writes a
/// lot of output would block forever.
pub(crate) async fn output(connection: Connection) {
    let (sender, mut receiver) = message_channel();
    let log = connection.log.clone();
    let receive = async move {
        let mut responses = Responses::Many(&sender);
        let requests = [Bytes::new()].into_iter().collect();
        let path = "/plugin.GRPCStdio/StreamStdio";
        // Providers without this service respond with an error.
        _ = connection
            .exchange(path, requests, &mut responses, Duration::MAX)
            .await;
    };
    let add = async move {
        while let Ok(Some(message)) = receiver.next().await {
            match Output::decode(message) {
                Ok(output) if output.channel == 2 => log.add(&output.data),
                _ => {}
            }
        }
    };
    tokio::join!(receive, add);
}

async fn connect(address: &Address) -> std::io::Result<Box<dyn Stream>> {
    Ok(match address {
        Address::Tcp(address) => {
            let stream = TcpStream::connect(address).await?;
            // Without `TCP_NODELAY`, each call would wait about 40 ms for the acknowledgement from the peer.
            stream.set_nodelay(true)?;
            Box::new(stream)
        }
        #[cfg(unix)]
        Address::Unix(path) => Box::new(UnixStream::connect(path).await?),
    })
}

async fn within<T>(limit: Duration, future: impl Future<Output = T>) -> Result<T, Fault> {
    let result = time::timeout(limit, future).await;
    result.map_err(|_| Fault::TimedOut(limit))
}

fn request(path: &'static str) -> Request<()> {
    let mut request = Request::new(());
    *request.method_mut() = http::Method::POST;
    // An authority is required, but its value does not matter.
    let mut uri = http::uri::Parts::default();
    uri.scheme = Some(http::uri::Scheme::HTTP);
    uri.authority = Some(http::uri::Authority::from_static("localhost"));
    uri.path_and_query = Some(http::uri::PathAndQuery::from_static(path));
    // The URI has all parts.
    *request.uri_mut() = http::Uri::from_parts(uri).unwrap_or_default();
    let headers = request.headers_mut();
    let content_type = HeaderValue::from_static("application/grpc");
    headers.insert(header::CONTENT_TYPE, content_type);
    headers.insert(header::TE, HeaderValue::from_static("trailers"));
    request
}

/// Sends all messages. If the provider does not receive the messages, its response gives the reason.
async fn send_all(
    mut requests: MessageReceiver,
    stream: &mut SendStream<Bytes>,
) -> Result<(), Fault> {
    while let Some(message) = requests.next().await.map_err(Fault::Call)? {
        if message.len() > MAX_MESSAGE {
            let length = message.len();
            let problem =
                format!("the request has {length} bytes, at most {MAX_MESSAGE} are allowed");
            let error = CallError::new(CallErrorKind::ResourceExhausted, problem);
            return Err(Fault::Call(error));
        }
        if frames::send_message(stream, message).is_err() || frames::sent(stream).await.is_err() {
            return Ok(());
        }
    }
    _ = stream.send_data(Bytes::new(), true);
    Ok(())
}

async fn receive(
    response: ResponseFuture,
    responses: &mut Responses<'_>,
    budget: &Budget,
    limit: Duration,
) -> Result<(), Fault> {
    let (head, mut body) = within(limit, response).await??.into_parts();
    if head.status != StatusCode::OK {
        let problem = format!("the response has the status {} of HTTP", head.status);
        return Err(Fault::Malformed(problem));
    }
    receive_messages(&mut body, responses, budget, limit).await?;
    let trailers = within(limit, body.trailers()).await??;
    check_status(trailers.as_ref().unwrap_or(&head.headers))
}

fn rest_of(limit: Duration, begin: Instant) -> Duration {
    limit.saturating_sub(begin.elapsed())
}

async fn receive_messages(
    body: &mut RecvStream,
    responses: &mut Responses<'_>,
    budget: &Budget,
    limit: Duration,
) -> Result<(), Fault> {
    let (mut buffer, mut part) = (BytesMut::new(), Reservation::default());
    // A whole message must arrive within the time limit. The time that the receiver takes does not count toward the limit.
    let mut begin = Instant::now();
    while let Some(chunk) = time::timeout(rest_of(limit, begin), body.data())
        .await
        .map_err(|_| Fault::TimedOut(limit))?
    {
        let chunk = chunk?;
        buffer.extend_from_slice(&chunk);
        loop {
            match take_message(&mut buffer) {
                Err(error) => return Err(Fault::Malformed(error.message().to_owned())),
                Ok(Taken::Message(message)) => {
                    drop(mem::take(&mut part));
                    responses.add(message).await?;
                    begin = Instant::now();
                }
                Ok(Taken::Incomplete(length)) => {
                    within(limit, budget.reserve(length, &mut part)).await?;
                    break;
                }
            }
        }
        // From this point on, the provider can send more data.
        body.flow_control().release_capacity(chunk.len())?;
    }
    if buffer.is_empty() {
        Ok(())
    } else {
        let problem = "the response ends inside a message";
        Err(Fault::Malformed(problem.to_owned()))
    }
}

/// Reads the status that ends a response.
fn check_status(headers: &HeaderMap) -> Result<(), Fault> {
    let text = |name| headers.get(name).map(HeaderValue::as_bytes);
    let status = text("grpc-status").map(String::from_utf8_lossy);
    let kind = match status.as_deref().map(str::parse) {
        Some(Ok(0_u16)) => return Ok(()),
        Some(Ok(1)) => CallErrorKind::Cancelled,
        Some(Ok(3)) => CallErrorKind::InvalidArgument,
        Some(Ok(8)) => CallErrorKind::ResourceExhausted,
        Some(Ok(12)) => CallErrorKind::Unimplemented,
        Some(Ok(_)) => CallErrorKind::Internal,
        Some(Err(_)) | None => {
            let problem = "the response has no gRPC status";
            return Err(Fault::Malformed(problem.to_owned()));
        }
    };
    let message = decoded(text("grpc-message").unwrap_or_default());
    Err(Fault::Call(CallError::new(kind, message)))
}

/// Decodes a percent-encoded error message.
fn decoded(text: &[u8]) -> String {
    let (mut bytes, mut rest) = (Vec::with_capacity(text.len()), text);
    while let [first, more @ ..] = rest {
        let code = more.get(..2).filter(|_| *first == b'%');
        let code = code.and_then(|code| std::str::from_utf8(code).ok());
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &more[2..];
            }
            None => {
                bytes.push(*first);
                rest = more;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_errors_are_decoded() {
        assert_eq!(decoded(b"a b%25%0A%C3%A4"), "a b%\n\u{e4}");
        assert_eq!(decoded(b"%"), "%");
        assert_eq!(decoded(b"%zz%4"), "%zz%4");
        assert_eq!(decoded(b"%FF"), "\u{fffd}");
    }

    #[test]
    fn a_status_is_required() {
        let mut headers = HeaderMap::new();
        assert!(matches!(check_status(&headers), Err(Fault::Malformed(_))));
        headers.insert("grpc-status", HeaderValue::from_static("x"));
        assert!(matches!(check_status(&headers), Err(Fault::Malformed(_))));
        headers.insert("grpc-status", HeaderValue::from_static("0"));
        assert!(check_status(&headers).is_ok());
        headers.insert("grpc-status", HeaderValue::from_static("14"));
        let Err(Fault::Call(error)) = check_status(&headers) else {
            panic!("an error is required");
        };
        assert_eq!(error.kind(), CallErrorKind::Internal);
    }
}
