#![no_main]
//! Calls a provider that responds with arbitrary bytes: the beginning of the input determines how the response ends.

use std::sync::{LazyLock, Mutex};
use std::time::Duration;

use h2::Reason;
use h2::server::SendResponse;
use http::{HeaderMap, HeaderName, HeaderValue, Response};
use libfuzzer_sys::fuzz_target;
use tfvalue::prost::bytes::Bytes;
use tfvalue::provider::Method;
use tfvalue_client::{Client, Options};
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};

const SOURCE: &str = "example.com/example/any";

static INPUT: Mutex<(u8, Vec<u8>)> = Mutex::new((0, Vec::new()));

/// The runtime has one thread, so that an input always reaches the same code.
static RUNTIME: LazyLock<Runtime> =
    LazyLock::new(|| Builder::new_current_thread().enable_all().build().unwrap());

/// The client for a server that runs until the process exits.
static CLIENT: LazyLock<Client> = LazyLock::new(|| {
    RUNTIME.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let reattach = format!(
            r#"{{"{SOURCE}": {{"Protocol": "grpc", "ProtocolVersion": 6, "Pid": 1, "Test": true,
                "Addr": {{"Network": "tcp", "String": "{address}"}}}}}}"#
        );
        tokio::spawn(async move {
            let (stream, _) = listener.accept().await.unwrap();
            let mut connection = h2::server::handshake(stream).await.unwrap();
            while let Some(Ok((_, response))) = connection.accept().await {
                respond(response);
            }
        });
        let options = Options::new().timeout(Duration::from_secs(5));
        options.attach(&reattach, SOURCE).await.unwrap()
    })
});

fn respond(mut response: SendResponse<Bytes>) {
    let (end, bytes) = INPUT.lock().unwrap().clone();
    // The gRPC message and status also come from the input, unless they are invalid in HTTP.
    let value =
        |bytes: &[u8]| HeaderValue::from_bytes(bytes).unwrap_or(HeaderValue::from_static("0"));
    let (text, message) = bytes.split_at(bytes.len().min(usize::from(end >> 3)));
    let head = Response::builder().header("content-type", "application/grpc");
    let Ok(mut stream) = response.send_response(head.body(()).unwrap(), false) else {
        return;
    };
    let body = if end & 4 == 0 {
        let len = u32::try_from(message.len())
            .unwrap_or_default()
            .to_be_bytes();
        [&[0][..], &len, message].concat()
    } else {
        message.to_vec()
    };
    _ = stream.send_data(body.into(), end & 3 == 0);
    let mut trailers = HeaderMap::new();
    match end & 3 {
        0 => return,
        1 => _ = trailers.insert(HeaderName::from_static("grpc-status"), value(b"0")),
        2 => {
            trailers.insert(HeaderName::from_static("grpc-status"), value(b"2"));
            trailers.insert(HeaderName::from_static("grpc-message"), value(text));
        }
        _ => return stream.send_reset(Reason::CANCEL),
    }
    _ = stream.send_trailers(trailers);
}

fuzz_target!(|input: (u8, &[u8])| {
    *INPUT.lock().unwrap() = (input.0, input.1.to_vec());
    let method = Method::find(6, "ReadResource").unwrap();
    let client = &*CLIENT; // before the runtime blocks
    RUNTIME.block_on(async {
        if let Err(error) = client.respond(method, "").await {
            assert!(!error.to_string().is_empty());
        }
    });
});
