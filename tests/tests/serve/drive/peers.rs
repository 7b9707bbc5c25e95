//! Providers that violate the protocol once they are connected.

use std::future::Future;
use std::time::Duration;

use bytes::Bytes;
use h2::server::SendResponse;
use h2::{Reason, RecvStream, SendStream};
use http::{HeaderMap, HeaderValue, Request, Response};
use tfvalue_client::{Client, ClientError, ClientErrorKind, Options};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use super::super::{client::framed, run};
use super::method;

const SOURCE: &str = "example.com/example/bad";

/// The time limit for each call in the tests.
const LIMIT: Duration = Duration::from_millis(500);

/// Starts a server for a test and connects to it.
async fn connect<F>(
    serve: impl FnOnce(TcpStream) -> F,
) -> (Result<Client, ClientError>, JoinHandle<()>)
where
    F: Future<Output = ()> + Send + 'static,
{
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let reattach = format!(
        r#"{{"{SOURCE}": {{"Protocol": "grpc", "ProtocolVersion": 6, "Pid": 1, "Test": true,
            "Addr": {{"Network": "tcp", "String": "{address}"}}}}}}"#
    );
    let options = Options::new().start_timeout(LIMIT).timeout(LIMIT);
    let client = options.attach(&reattach, SOURCE);
    let (stream, _) = listener.accept().await.unwrap();
    let server = tokio::spawn(serve(stream));
    (client.await, server)
}

/// Returns the error from a call to which an HTTP/2 server responds.
async fn error<F>(
    respond: impl Fn(Request<RecvStream>, SendResponse<Bytes>) -> F + Send + 'static,
) -> ClientError
where
    F: Future<Output = ()> + Send + 'static,
{
    let serve = |stream| async move {
        let mut connection = h2::server::handshake(stream).await.unwrap();
        while let Some(Ok((request, response))) = connection.accept().await {
            tokio::spawn(respond(request, response));
        }
    };
    let (client, server) = connect(serve).await;
    let error = client.unwrap().respond(method("ReadResource"), "a").await;
    server.abort();
    error.unwrap_err()
}

fn begin(mut response: SendResponse<Bytes>) -> SendStream<Bytes> {
    let head = Response::builder().header("content-type", "application/grpc");
    response
        .send_response(head.body(()).unwrap(), false)
        .unwrap()
}

fn status(code: &'static str) -> HeaderMap {
    HeaderMap::from_iter([(
        http::HeaderName::from_static("grpc-status"),
        HeaderValue::from_static(code),
    )])
}

#[test]
fn garbage_and_silence_instead_of_http() {
    run(async {
        let garbage = |mut stream: TcpStream| async move {
            _ = stream
                .write_all(&[b"HTTP/1.1 200 OK\r\n\r\n".as_slice(), &[7; 100_000]].concat())
                .await;
            _ = stream.read_to_end(&mut Vec::new()).await;
        };
        let (client, _server) = connect(garbage).await;
        let error = client.unwrap_err();
        assert_eq!(error.kind(), ClientErrorKind::Start);
        assert!(error.to_string().contains("cannot connect"), "{error}");
        let silence = |stream: TcpStream| async move {
            std::future::pending::<()>().await;
            drop(stream);
        };
        let (client, _server) = connect(silence).await;
        let error = client.unwrap_err();
        assert!(
            error.to_string().contains("not started within 500ms"),
            "{error}"
        );
        let (client, _server) = connect(|stream| async move { drop(stream) }).await;
        assert_eq!(client.unwrap_err().kind(), ClientErrorKind::Start);
    });
}

#[test]
fn lengths_that_are_false() {
    run(async {
        for (body, problem) in [
            (
                &b"\0\0\0\0\x09abc"[..],
                "the response ends inside a message",
            ),
            (b"\0\0", "the response ends inside a message"),
            (
                b"\0\xff\xff\xff\xff",
                "a message of at most 268435456 bytes is required, got 4294967295",
            ),
            (b"\x01\0\0\0\x01a", "compressed messages are not supported"),
            (
                b"\0\0\0\0\x01a\0\0\0\0\x01a",
                "the response has more than one message",
            ),
            (b"", "the response has no message"),
        ] {
            let error = error(move |_, response| async move {
                let mut stream = begin(response);
                _ = stream.send_data(Bytes::from_static(body), false);
                _ = stream.send_trailers(status("0"));
            })
            .await;
            assert_eq!(error.kind(), ClientErrorKind::Malformed);
            assert_eq!(error.message(), format!("ReadResource: {problem}"));
        }
        // A length without its message uses no memory, and the call ends after the same time as with a server that
        // sends nothing.
        let error = error(|_, response| async move {
            let mut stream = begin(response);
            _ = stream.send_data(Bytes::from_static(b"\0\x0f\xff\xff\xffa"), false);
            std::future::pending::<()>().await;
        })
        .await;
        assert_eq!(error.kind(), ClientErrorKind::TimedOut);
    });
}

#[test]
fn streams_without_end() {
    run(async {
        let error = error(|_, response| async move {
            let mut stream = begin(response);
            loop {
                stream.reserve_capacity(1 << 16);
                let capacity = std::future::poll_fn(|context| stream.poll_capacity(context)).await;
                let sent = stream.send_data(vec![0; 1 << 16].into(), false);
                if !matches!(capacity, Some(Ok(_))) || sent.is_err() {
                    return;
                }
            }
        })
        .await;
        assert_eq!(
            error.message(),
            "ReadResource: the response has more than one message"
        );
    });
}

/// The time limit is for a whole message, regardless of how its bytes arrive.
#[test]
fn messages_that_drip() {
    run(async {
        let serve = |stream| async move {
            let mut connection = h2::server::handshake(stream).await.unwrap();
            while let Some(Ok((_, response))) = connection.accept().await {
                tokio::spawn(async move {
                    let mut stream = begin(response);
                    _ = stream.send_data(Bytes::from_static(b"\0\0\x0f\xff\xff"), false);
                    while stream.send_data(Bytes::from_static(b"a"), false).is_ok() {
                        tokio::time::sleep(LIMIT / 10).await;
                    }
                });
            }
        };
        let (client, _server) = connect(serve).await;
        let request = tfvalue::tfplugin6::list_resource::Request::default();
        let mut responses = client.unwrap().list_resource(&request);
        let error = responses.next().await.unwrap_err();
        assert_eq!(error.kind(), ClientErrorKind::TimedOut, "{error}");
    });
}

#[test]
fn responses_that_are_not_grpc() {
    run(async {
        let error_of = error(|_, mut response| async move {
            let head = Response::builder().status(500).body(()).unwrap();
            _ = response.send_response(head, true);
        })
        .await;
        assert_eq!(
            error_of.message(),
            "ReadResource: the response has the status 500 Internal Server Error of HTTP"
        );
        let error_of = error(|_, response| async move {
            let mut stream = begin(response);
            _ = stream.send_data(framed(b"a").into(), true);
        })
        .await;
        assert_eq!(
            error_of.message(),
            "ReadResource: the response has no gRPC status"
        );
        let error_of = error(|_, response| async move {
            begin(response).send_reset(Reason::INTERNAL_ERROR);
        })
        .await;
        assert_eq!(error_of.kind(), ClientErrorKind::Malformed);
        assert!(
            error_of.message().contains("has reset the call"),
            "{error_of}"
        );
        let error_of = error(|_, response| async move {
            let mut stream = begin(response);
            let mut trailers = status("0");
            for number in 0..10_000_u32 {
                let name = format!("name-{number}")
                    .parse::<http::HeaderName>()
                    .unwrap();
                trailers.insert(name, HeaderValue::from(number));
            }
            _ = stream.send_trailers(trailers);
        })
        .await;
        assert_eq!(error_of.kind(), ClientErrorKind::Malformed, "{error_of}");
    });
}

#[test]
fn a_connection_that_is_closed() {
    run(async {
        let serve = |stream| async move {
            let mut connection = h2::server::handshake(stream).await.unwrap();
            _ = connection.accept().await;
        };
        let (client, _server) = connect(serve).await;
        let client = client.unwrap();
        for _ in 0..2 {
            let error = client
                .respond(method("ReadResource"), "a")
                .await
                .unwrap_err();
            assert_eq!(error.kind(), ClientErrorKind::Ended);
            assert_eq!(
                error.message(),
                "ReadResource: the provider has closed the connection"
            );
        }
    });
}

#[test]
fn messages_that_cannot_be_decoded() {
    run(async {
        let serve = |stream| async move {
            let mut connection = h2::server::handshake(stream).await.unwrap();
            while let Some(Ok((_, response))) = connection.accept().await {
                let mut stream = begin(response);
                _ = stream.send_data(framed(&[0xff; 100]).into(), false);
                _ = stream.send_trailers(status("0"));
            }
        };
        let (client, _server) = connect(serve).await;
        let client = client.unwrap();
        let request = tfvalue::tfplugin6::read_resource::Request::default();
        let error = client.read_resource(&request).await.unwrap_err();
        assert_eq!(error.kind(), ClientErrorKind::Malformed);
        assert!(
            error
                .message()
                .starts_with("ReadResource: the response is malformed: "),
            "{error}"
        );
        let error = client.schema().await.unwrap_err();
        assert!(
            error
                .message()
                .starts_with("GetProviderSchema: the response is malformed: "),
            "{error}"
        );
    });
}
