//! `tfvalue_client` drives the program `serve_echo`.

mod between;
pub(crate) mod orphans;
mod peers;
mod start;

use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tfvalue::prost::Message as _;
use tfvalue::prost::bytes::Bytes;
use tfvalue::serve::{InProcess, Service};
use tfvalue::tfplugin6::{
    METHODS, RequestChunkMeta, call_function, get_metadata, write_state_bytes,
};
use tfvalue::{Type, Value, tfplugin6};
use tfvalue_client::{
    CallErrorKind, Client, ClientError, ClientErrorKind, MessageReceiver, MessageSender, Method,
    Options, message_channel,
};
use tfvalue_testing::Harness;
use tokio::sync::Semaphore;

use super::program::ECHO;
use super::run;

/// Returns the command for the echo provider, without environment variables of the tests that could change its behavior.
pub(crate) fn echo() -> Command {
    let mut command = Command::new(ECHO);
    command
        .env_remove("PROVIDER_PROTOCOL")
        .env_remove("TF_LOG")
        .env_remove("TF_LOG_PROVIDER");
    command
}

pub(crate) fn start() -> Client {
    Client::start(&echo()).wait().unwrap()
}

pub(crate) fn method(name: &str) -> &'static Method {
    Method::find(6, name).unwrap()
}

/// Makes the echo provider perform an action.
pub(crate) fn act(client: &Client, request: &'static str) -> Result<Bytes, ClientError> {
    client
        .respond(method("ApplyResourceChange"), request)
        .wait()
}

#[test]
fn both_protocols_have_one_interface() {
    for version in [5, 6] {
        let client = Options::new().protocol(version).start(&echo()).wait();
        let client = client.unwrap();
        assert_eq!(client.protocol(), version);
        let schema = client.schema().wait().unwrap().schema;
        assert!(schema.provider.is_some() && schema.functions.contains_key("same"));
        let argument = Value::from("a");
        let request = call_function::Request {
            name: "same".to_owned(),
            arguments: vec![tfplugin6::DynamicValue::encode("a").unwrap()],
        };
        let result = client.call_function(&request).wait().unwrap().result;
        assert_eq!(
            result.unwrap().decode_value(&Type::String).unwrap(),
            argument
        );
        let planned = client.respond(method("PlanResourceChange"), "").wait();
        let expected = format!("{version} PlanResourceChange");
        assert_eq!(planned.unwrap(), expected.as_bytes());
    }
    // The newest version is the default.
    assert_eq!(start().protocol(), 6);
}

#[test]
fn calls_are_futures_of_any_runtime() {
    run(async {
        let client = Client::start(&echo()).await.unwrap();
        let calls = (0..50_u8).map(|byte| {
            let call = client.respond(method("ReadResource"), vec![byte; 1000]);
            tokio::spawn(async move { (byte, call.await.unwrap()) })
        });
        for call in calls.collect::<Vec<_>>() {
            let (byte, response) = call.await.unwrap();
            assert!(response == vec![byte; 1000]);
        }
        // A thread of the runtime can also block.
        let response = client.respond(method("ReadResource"), "a").wait();
        assert_eq!(response.unwrap(), "a");
    });
}

#[test]
fn large_messages_arrive() {
    let client = start();
    let message = Bytes::from((0..=250).collect::<Vec<u8>>().repeat(400_000));
    let call = || client.respond(method("ReadResource"), message.clone());
    // Together, the responses exceed the memory budget.
    let calls: Vec<_> = std::iter::repeat_with(call).take(3).collect();
    for call in calls {
        assert!(call.wait().unwrap() == message);
    }
    let error = act(&client, "large").unwrap_err();
    let kind = ClientErrorKind::Failed(CallErrorKind::ResourceExhausted);
    assert_eq!(error.kind(), kind);
    let text = "ApplyResourceChange: the provider's response has 268435457 bytes";
    assert!(error.to_string().starts_with(text), "{error}");
    let too_large = vec![0; (256 << 20) + 1];
    let error = client.respond(method("ReadResource"), too_large).wait();
    let error = error.unwrap_err();
    assert_eq!(error.kind(), kind);
    assert_eq!(
        error.to_string(),
        "ReadResource: the request has 268435457 bytes, at most 268435456 are allowed"
    );
}

#[test]
fn errors_of_the_provider_have_their_kind_and_text() {
    let client = start();
    let error = act(&client, "what?").unwrap_err();
    let kind = ClientErrorKind::Failed(CallErrorKind::InvalidArgument);
    assert_eq!(error.kind(), kind);
    let text = "ApplyResourceChange: an unknown request: 100 %\nof them \u{e4}";
    assert_eq!(error.to_string(), text);
    let request = get_metadata::Request::default();
    let error = client.get_metadata(&request).wait().unwrap_err();
    let kind = ClientErrorKind::Failed(CallErrorKind::Unimplemented);
    assert_eq!(error.kind(), kind);
    let error = client.respond(method("ListResource"), "").wait();
    assert_eq!(
        error.unwrap_err().to_string(),
        "ListResource: the method ListResource responds with a stream"
    );
}

#[test]
fn a_method_that_the_version_lacks_is_an_error() {
    let client = Options::new().protocol(5).start(&echo()).wait().unwrap();
    let lacks = |method: &&Method| method.name == "WriteStateBytes";
    let method = METHODS.iter().find(lacks).unwrap();
    let error = client.respond(method, "").wait().unwrap_err();
    assert_eq!(
        error.to_string(),
        "WriteStateBytes: version 5 of the protocol has no such method"
    );
}

/// If a call takes too long or is dropped, it is cancelled in the provider.
#[test]
fn late_and_dropped_calls_are_cancelled() {
    let client = start();
    let call = client.respond(method("ApplyResourceChange"), "hang");
    until_hanging(&client, b"1");
    let hurried = client.with_timeout(Duration::from_millis(100));
    let error = act(&hurried, "hang").unwrap_err();
    assert_eq!(error.kind(), ClientErrorKind::TimedOut);
    assert_eq!(
        error.to_string(),
        "ApplyResourceChange: the provider does not respond within 100ms"
    );
    drop(call);
    until_hanging(&client, b"0");
}

/// Waits until the given number of calls to the echo provider hang.
fn until_hanging(client: &Client, number: &[u8]) {
    while act(client, "hanging").unwrap() != number {
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Waits until the provider stops sending an endless list. Returns the number of KiB that the provider has sent.
fn until_full(client: &Client) -> usize {
    let mut last = 0;
    loop {
        let sent = act(client, "sent").unwrap();
        let sent = str::from_utf8(&sent).unwrap().parse().unwrap();
        if sent != 0 && sent == last {
            return sent;
        }
        last = sent;
        std::thread::sleep(Duration::from_millis(200));
    }
}

#[test]
fn streams_wait_for_the_receiver() {
    let client = start();
    let request = |request: &'static str| [Bytes::from(request)].into_iter().collect();
    let (sender, receiver) = message_channel();
    let call = client.stream(method("ListResource"), request("a b"), sender);
    call.wait().unwrap();
    let mut receiver = receiver;
    run(async {
        assert_eq!(receiver.next().await, Ok(Some("a".into())));
        assert_eq!(receiver.next().await, Ok(Some("b".into())));
        assert_eq!(receiver.next().await, Ok(None));
    });
    // No one receives the messages, so the provider sends no more than fits into all buffers.
    let (sender, receiver) = message_channel();
    let call = client.stream(method("ListResource"), request("endless"), sender);
    let sent = until_full(&client);
    assert!(sent < 2_000, "{sent} KiB");
    drop(receiver);
    let error = call.wait().unwrap_err();
    let kind = ClientErrorKind::Failed(CallErrorKind::Cancelled);
    assert_eq!(error.kind(), kind, "{error}");
    until_hanging(&client, b"0");
}

#[test]
fn streams_of_requests_are_sent() {
    let client = start();
    let chunks: Vec<Bytes> = (0..100).map(|byte| vec![byte; 1 << 20].into()).collect();
    let (sender, mut receiver) = message_channel();
    let requests = chunks.clone().into_iter().collect();
    let call = client.stream(method("WriteStateBytes"), requests, sender);
    run(async {
        for chunk in chunks {
            assert!(receiver.next().await.unwrap() == Some(chunk));
        }
        assert_eq!(receiver.next().await, Ok(None));
        call.await.unwrap();
    });
    let (sender, _receiver) = message_channel();
    let requests = [Bytes::from("early"), Bytes::from("late")].into_iter();
    let call = client.stream(method("WriteStateBytes"), requests.collect(), sender);
    let error = call.wait().unwrap_err();
    assert_eq!(error.to_string(), "WriteStateBytes: no more");
}

/// Responses arrive, followed by the error from the call.
#[test]
fn a_stream_can_fail_halfway() {
    let client = start();
    let request = [Bytes::from("a fail")].into_iter().collect();
    let (sender, mut receiver) = message_channel();
    let call = client.stream(method("ListResource"), request, sender);
    let error = call.wait().unwrap_err();
    assert_eq!(error.to_string(), "ListResource: no more");
    run(async {
        assert_eq!(receiver.next().await, Ok(Some("a".into())));
        assert_eq!(receiver.next().await, Ok(None));
    });
}

#[test]
fn a_crash_fails_all_calls_with_the_panic() {
    let client = start();
    let hangs = client.respond(method("ApplyResourceChange"), "hang");
    until_hanging(&client, b"1");
    let error = act(&client, "crash").unwrap_err();
    assert_eq!(error.kind(), ClientErrorKind::Ended);
    assert!(
        error
            .message()
            .starts_with("ApplyResourceChange: the provider has ended: signal: 6"),
        "{error}"
    );
    let panic = error.panic().unwrap();
    assert!(
        panic.contains("serve_echo.rs") && panic.contains("crashed as requested"),
        "{panic}"
    );
    assert!(error.to_string().contains("crashed as requested"));
    assert_eq!(hangs.wait().unwrap_err().kind(), ClientErrorKind::Ended);
    // Later calls fail, too.
    let error = act(&client, "hang").unwrap_err();
    assert_eq!(error.kind(), ClientErrorKind::Ended);
    assert!(error.to_string().contains("crashed as requested"));
}

#[test]
#[should_panic = "the client has version 6 of the protocol: start it with `Options::protocol`"]
fn the_version_of_a_harness_is_that_of_its_client() {
    _ = Harness::for_client(&start()).protocol(5);
}

struct Polite;

impl Service for Polite {
    fn name(&self) -> &str {
        "example/polite"
    }

    async fn respond(
        &self,
        method: &'static Method,
        _: &[u8],
    ) -> Result<Bytes, tfvalue_client::CallError> {
        Ok(format!("{} {}", method.version, method.name).into())
    }

    fn stop(&self) {}
}

#[test]
fn running_providers_are_reused() {
    let source = "registry.terraform.io/example/polite";
    let served = InProcess::start(Polite).unwrap();
    for (version, name) in [
        (5, "ValidateResourceTypeConfig"),
        (6, "ValidateResourceConfig"),
    ] {
        let client = Client::attach(&served.reattach(source, version), source).wait();
        let client = client.unwrap();
        assert_eq!(client.protocol(), version);
        let response = client.respond(method("ValidateResourceConfig"), "").wait();
        assert_eq!(response.unwrap(), format!("{version} {name}"));
    }
    let error = Client::attach("{}", source).wait().unwrap_err();
    assert_eq!(error.kind(), ClientErrorKind::Start);
}

/// A state store that counts the chunks that it receives. Before its first chunk, each call waits until it may continue.
struct Store(Arc<Semaphore>);

impl Service for Store {
    fn name(&self) -> &str {
        "example/store"
    }

    async fn respond(
        &self,
        method: &'static Method,
        _: &[u8],
    ) -> Result<Bytes, tfvalue_client::CallError> {
        Err(tfvalue_client::CallError::unimplemented(method.name))
    }

    async fn stream(
        &self,
        _: &'static Method,
        mut requests: MessageReceiver,
        responses: MessageSender,
    ) -> Result<(), tfvalue_client::CallError> {
        self.0.acquire().await.unwrap().forget();
        let (mut id, mut size) = (String::new(), 0);
        while let Some(message) = requests.next().await? {
            let chunk = write_state_bytes::RequestChunk::decode(message).unwrap();
            id += &chunk.meta.map_or(String::new(), |meta| meta.state_id);
            size += chunk.bytes.len();
        }
        if size == 0 {
            return Ok(());
        }
        let diagnostics = vec![tfplugin6::Diagnostic {
            detail: format!("{id} {size}"),
            ..Default::default()
        }];
        let response = write_state_bytes::Response { diagnostics };
        responses.send(response.encode_to_vec().into()).await
    }

    fn stop(&self) {}
}

#[test]
fn states_are_written_in_chunks() {
    let source = "registry.terraform.io/example/store";
    let may_go_on = Arc::new(Semaphore::new(0));
    let served = InProcess::start(Store(Arc::clone(&may_go_on))).unwrap();
    let client = Client::attach(&served.reattach(source, 6), source)
        .wait()
        .unwrap();
    let taken = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&taken);
    let chunks = (0..100).map(move |at| {
        counter.fetch_add(1, Ordering::Relaxed);
        write_state_bytes::RequestChunk {
            meta: (at == 0).then(|| RequestChunkMeta {
                type_name: "store".to_owned(),
                state_id: "default".to_owned(),
            }),
            bytes: vec![0; 1 << 20],
            ..Default::default()
        }
    });
    let call = client.write_state_bytes(chunks);
    std::thread::sleep(Duration::from_millis(300));
    // The chunks wait in the iterator instead of in memory.
    let count = taken.load(Ordering::Relaxed);
    assert!(count < 20, "{count} chunks");
    may_go_on.add_permits(2);
    let response = call.wait().unwrap();
    assert_eq!(
        response.diagnostics[0].detail,
        format!("default {}", 100 << 20)
    );

    let error = client.write_state_bytes([]).wait().unwrap_err();
    assert_eq!(
        error.to_string(),
        "WriteStateBytes: the response is missing"
    );
    assert_eq!(error.kind(), ClientErrorKind::Malformed);
    let client = Client::attach(&served.reattach(source, 5), source)
        .wait()
        .unwrap();
    let error = client.write_state_bytes([]).wait().unwrap_err();
    let kind = ClientErrorKind::Failed(CallErrorKind::Unimplemented);
    assert_eq!(error.kind(), kind, "{error}");
}
