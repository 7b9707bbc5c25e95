//! A gRPC client that shares no code with the library, for checking the bytes on the wire and for sending bytes that no
//! real client sends.

use bytes::Bytes;
use h2::SendStream;
use h2::client::{ResponseFuture, SendRequest};
use http::{HeaderMap, Request};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, UnixStream};
use tokio::task::JoinHandle;

use super::program::Program;

/// A connection that is closed when this value is dropped.
pub(crate) struct Client {
    send: SendRequest<Bytes>,
    connection: JoinHandle<Result<(), h2::Error>>,
}

pub(crate) trait Stream: AsyncRead + AsyncWrite + Send + Unpin + 'static {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin + 'static> Stream for T {}

/// The messages in a response, and the status and error message with which the response ends.
#[derive(Debug, PartialEq)]
pub(crate) struct Answer {
    pub(crate) messages: Vec<Vec<u8>>,
    pub(crate) status: u32,
    pub(crate) error: String,
}

/// Opens a socket to the program.
pub(crate) async fn socket(program: &Program) -> Box<dyn Stream> {
    match program.handshake() {
        [_, _, "unix", path, ..] => Box::new(UnixStream::connect(path).await.unwrap()),
        [_, _, _, address, ..] => Box::new(TcpStream::connect(address).await.unwrap()),
    }
}

impl Client {
    pub(crate) async fn connect(program: &Program) -> Self {
        Client::new(socket(program).await).await.unwrap()
    }

    pub(crate) async fn new(stream: impl Stream) -> Result<Self, h2::Error> {
        let mut builder = h2::client::Builder::new();
        builder
            .initial_window_size(1 << 24)
            .initial_connection_window_size(1 << 24);
        let (send, connection) = builder.handshake(stream).await?;
        let connection = tokio::spawn(connection);
        Ok(Client { send, connection })
    }

    /// Waits until the server closes the connection.
    pub(crate) async fn closed(mut self) {
        _ = (&mut self.connection).await;
    }

    /// Starts a call with the given bytes, which normally consist of a prefix and a message.
    pub(crate) async fn start(&self, path: &str, body: Vec<u8>) -> ResponseFuture {
        self.try_start(path, body).await.unwrap()
    }

    pub(crate) async fn try_start(
        &self,
        path: &str,
        body: Vec<u8>,
    ) -> Result<ResponseFuture, h2::Error> {
        let (response, _) = self.send(path, body, true).await?;
        Ok(response)
    }

    /// Starts a call with the given bytes, and allows more bytes to follow.
    pub(crate) async fn start_unfinished(
        &self,
        path: &str,
        body: Vec<u8>,
    ) -> (ResponseFuture, SendStream<Bytes>) {
        self.send(path, body, false).await.unwrap()
    }

    async fn send(
        &self,
        path: &str,
        body: Vec<u8>,
        is_complete: bool,
    ) -> Result<(ResponseFuture, SendStream<Bytes>), h2::Error> {
        let request = Request::post(format!("http://localhost{path}"))
            .header("content-type", "application/grpc")
            .header("te", "trailers")
            .body(())
            .unwrap();
        let mut send = self.send.clone().ready().await?;
        let (response, mut stream) = send.send_request(request, false)?;
        // The call fails if the server has already responded with an error.
        _ = stream.send_data(body.into(), is_complete);
        Ok((response, stream))
    }

    /// Calls a method of protocol 6.
    pub(crate) async fn call(&self, method: &str, message: &[u8]) -> Answer {
        self.call_path(&format!("/tfplugin6.Provider/{method}"), message)
            .await
    }

    pub(crate) async fn call_path(&self, path: &str, message: &[u8]) -> Answer {
        answer(self.start(path, framed(message)).await)
            .await
            .unwrap()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.connection.abort();
    }
}

/// Returns a message with its prefix.
pub(crate) fn framed(message: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0];
    bytes.extend((message.len() as u32).to_be_bytes());
    bytes.extend_from_slice(message);
    bytes
}

pub(crate) async fn answer(response: ResponseFuture) -> Result<Answer, h2::Error> {
    let (head, mut body) = response.await?.into_parts();
    let mut bytes = Vec::new();
    while let Some(chunk) = body.data().await {
        let chunk = chunk?;
        body.flow_control().release_capacity(chunk.len())?;
        bytes.extend_from_slice(&chunk);
    }
    let trailers = body.trailers().await?.unwrap_or(head.headers);
    let text = |name| text(&trailers, name);
    Ok(Answer {
        messages: messages(&bytes),
        status: text("grpc-status").parse().expect("a status"),
        error: text("grpc-message"),
    })
}

fn text(headers: &HeaderMap, name: &str) -> String {
    let value = headers.get(name).map(|value| value.to_str().unwrap());
    value.unwrap_or_default().to_owned()
}

fn messages(mut bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut messages = Vec::new();
    while let Some((prefix, rest)) = bytes.split_at_checked(5) {
        let length = u32::from_be_bytes(prefix[1..].try_into().unwrap());
        let (message, rest) = rest.split_at(length as usize);
        messages.push(message.to_vec());
        bytes = rest;
    }
    messages
}

impl Answer {
    /// Returns the only message in a successful response.
    pub(crate) fn message(self) -> Vec<u8> {
        assert_eq!((self.status, self.messages.len()), (0, 1), "{}", self.error);
        self.messages.into_iter().next().unwrap()
    }
}
