//! Searches and states that are too large for the available memory.

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context as Polling, Poll, Waker};

use prost::Message;
use prost::bytes::Bytes;
use tfvalue::provider::{
    CallError, CallErrorKind, Context, ListResource, ListResult, ListResults, MessageReceiver,
    MessageSender, Provider, ProviderConfig, Resource, StateReceiver, StateSender, StateStore,
    message_channel,
};
use tfvalue::tfplugin6::{
    RequestChunkMeta, StateRange, StateStoreClientCapabilities, configure_state_store,
    list_resource, read_state_bytes, write_state_bytes,
};
use tfvalue::{Attr, Diagnostics, Error, TfSchema};

use crate::calls::{config, configured, texts};
use crate::{call, method, streamed};

#[derive(TfSchema)]
#[tf(kind = provider)]
struct Config {}

/// What the handlers have done.
#[derive(Default)]
struct Service {
    /// The number of results that were found, or the number of bytes that were read or written.
    count: AtomicUsize,
    /// Whether the handler has ended or was dropped.
    is_over: AtomicBool,
    /// The states that were written completely.
    written: Mutex<Vec<String>>,
}

impl Service {
    fn count(&self) -> usize {
        self.count.load(Ordering::SeqCst)
    }

    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::SeqCst)
    }

    fn states(&self) -> Vec<String> {
        self.written.lock().unwrap().clone()
    }

    fn reset(&self) {
        self.count.store(0, Ordering::SeqCst);
        self.is_over.store(false, Ordering::SeqCst);
    }
}

thread_local! {
    /// The service for a test; the calls of the service run on the test's thread.
    static SERVICE: Arc<Service> = Arc::default();
}

fn service() -> Arc<Service> {
    SERVICE.with(Arc::clone)
}

impl ProviderConfig for Config {
    type Client = Arc<Service>;

    async fn configure(self, _: &mut Context<()>) -> Result<Arc<Service>, Diagnostics> {
        Ok(service())
    }
}

/// Records that a handler has ended.
struct End<'a>(&'a AtomicBool);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

#[derive(Default, TfSchema)]
#[tf(kind = resource, identity = HostIdentity)]
struct Host {
    #[tf(required)]
    name: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = identity)]
struct HostIdentity {
    #[tf(required)]
    name: String,
}

impl Resource for Host {
    const NAME: &'static str = "host";
    type Client = Arc<Service>;

    async fn create(plan: Self, _: &mut Context<Arc<Service>>) -> Result<Self, Diagnostics> {
        Ok(plan)
    }

    async fn read(state: Self, _: &mut Context<Arc<Service>>) -> Result<Option<Self>, Diagnostics> {
        Ok(Some(state))
    }

    async fn delete(_: Self, _: &mut Context<Arc<Service>>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

#[derive(TfSchema)]
#[tf(kind = list)]
struct Search {
    /// The number of hosts, or `None` if the search does not end.
    #[tf(optional)]
    hosts: Attr<usize>,
    /// Whether the search fails after all hosts.
    #[tf(optional)]
    fails: Attr<bool>,
}

impl ListResource for Host {
    type Search = Search;

    async fn list(
        search: Search,
        results: &mut ListResults<'_, Self>,
        context: &mut Context<Arc<Service>>,
    ) -> Result<(), Diagnostics> {
        let service = context.client().clone();
        let _end = End(&service.is_over);
        let hosts = search.hosts.value().copied().unwrap_or(usize::MAX);
        // Each host is created only when it is needed.
        let found = (0..hosts).map(|number| {
            service.count.fetch_add(1, Ordering::SeqCst);
            let name = format!("host-{number:06}").into();
            ListResult::new(format!("host {number}"), Host { name })
        });
        results.extend(found).await?;
        match search.fails.value() {
            Some(true) => Err(Error::msg("the service is gone").into()),
            _ => Ok(()),
        }
    }
}

/// A store in which all states consist of the same bytes. The name of a state determines the behavior.
#[derive(TfSchema)]
#[tf(kind = state_store)]
struct Store {}

/// The length of the states.
const LENGTH: usize = 100_000_000;

/// The length of the chunks that the store reads and that Terraform suggests.
const READ: usize = 1 << 20;
const CHUNK: usize = 3_000_000;

impl StateStore for Store {
    const NAME: &'static str = "store";
    type Client = Arc<Service>;

    async fn states(&self, _: &mut Context<Arc<Service>>) -> Result<Vec<String>, Diagnostics> {
        Ok(Vec::new())
    }

    async fn read(
        &self,
        state: &str,
        sender: StateSender<'_>,
        context: &mut Context<Arc<Service>>,
    ) -> Result<(), Diagnostics> {
        let service = context.client();
        let _end = End(&service.is_over);
        let announced = match state {
            "short" => LENGTH + 1,
            "long" => LENGTH - 1,
            _ => LENGTH,
        };
        let mut chunks = sender.start(announced as u64);
        let bytes = vec![b'x'; READ];
        while service.count() < LENGTH {
            let count = READ.min(LENGTH - service.count());
            service.count.fetch_add(count, Ordering::SeqCst);
            chunks.send(&bytes[..count]).await?;
            if state == "fails" && service.count() > LENGTH / 2 {
                return Err(Error::msg("the disk is gone").into());
            }
        }
        Ok(())
    }

    async fn write(
        &self,
        state: &str,
        mut receiver: StateReceiver<'_>,
        context: &mut Context<Arc<Service>>,
    ) -> Result<(), Diagnostics> {
        let service = context.client();
        let _end = End(&service.is_over);
        assert_eq!(receiver.length(), LENGTH as u64);
        if state == "ignored" {
            return Ok(());
        }
        while let Some(chunk) = receiver.chunk().await? {
            assert!(chunk == vec![b'x'; chunk.len()]);
            service.count.fetch_add(chunk.len(), Ordering::SeqCst);
        }
        service.written.lock().unwrap().push(state.to_owned());
        Ok(())
    }

    async fn delete(&self, _: &str, _: &mut Context<Arc<Service>>) -> Result<(), Diagnostics> {
        Ok(())
    }

    async fn lock(
        &self,
        state: &str,
        _: &str,
        _: &mut Context<Arc<Service>>,
    ) -> Result<String, Diagnostics> {
        Ok(state.to_owned())
    }

    async fn unlock(
        &self,
        _: &str,
        _: &str,
        _: &mut Context<Arc<Service>>,
    ) -> Result<(), Diagnostics> {
        Ok(())
    }
}

fn provider() -> Provider<Arc<Service>> {
    let provider = Provider::new::<Config>("net")
        .resource::<Host>()
        .list_resource::<Host>()
        .state_store::<Store>();
    let provider = configured(provider, "{}");
    let request = configure_state_store::Request {
        type_name: "net_store".into(),
        config: Some(config("{}")),
        capabilities: Some(StateStoreClientCapabilities {
            chunk_size: CHUNK as i64,
        }),
    };
    let configured: configure_state_store::Response =
        call(&provider, "ConfigureStateStore", &request);
    assert!(configured.diagnostics.is_empty());
    provider
}

/// A call, with the responses that have not been sent yet.
struct Running<'a> {
    call: Pin<Box<dyn Future<Output = Result<(), CallError>> + Send + 'a>>,
    responses: MessageReceiver,
}

fn start<'a>(
    provider: &'a Provider<Arc<Service>>,
    name: &str,
    requests: MessageReceiver,
) -> Running<'a> {
    let (sender, responses) = message_channel();
    let method = method(6, name);
    let call = async move { provider.stream(method, requests, sender).await };
    Running {
        call: Box::pin(call),
        responses,
    }
}

impl Running<'_> {
    fn poll(&mut self) -> Poll<Result<(), CallError>> {
        let polling = &mut Polling::from_waker(Waker::noop());
        self.call.as_mut().poll(polling)
    }

    /// Reads the responses that are available.
    fn read(&mut self) -> Vec<Bytes> {
        let polling = &mut Polling::from_waker(Waker::noop());
        let mut all = Vec::new();
        while let Poll::Ready(Ok(Some(response))) = self.responses.poll_next(polling) {
            all.push(response);
        }
        all
    }
}

fn only(request: &impl Message) -> MessageReceiver {
    [request.encode_to_vec().into()].into_iter().collect()
}

fn search(json: &str, limit: i64) -> list_resource::Request {
    list_resource::Request {
        type_name: "net_host".into(),
        config: Some(config(json)),
        include_resource_object: true,
        limit,
    }
}

fn events(responses: &[Bytes]) -> Vec<list_resource::Event> {
    let events = responses.iter();
    events
        .map(|event| list_resource::Event::decode(&event[..]).unwrap())
        .collect()
}

#[test]
fn a_search_waits_for_its_reader() {
    let provider = provider();
    let request = search(r#"{"hosts": 100000}"#, 200_000);
    let mut running = start(&provider, "ListResource", only(&request));
    // Nothing is read.
    for _ in 0..10 {
        assert!(running.poll().is_pending());
    }
    let ahead = service().count();
    assert!((100..1_000).contains(&ahead), "{ahead}");

    let mut names = Vec::new();
    loop {
        let polled = running.poll();
        assert!(service().count() - names.len() <= ahead);
        for event in events(&running.read()) {
            names.push(event.display_name);
        }
        if let Poll::Ready(result) = polled {
            result.unwrap();
            break;
        }
    }
    let expected = (0..100_000).map(|number| format!("host {number}"));
    assert!(names.into_iter().eq(expected));
    assert!(service().is_over());
}

#[test]
fn a_search_ends_at_the_limit() {
    let provider = provider();
    for (json, limit, expected) in [
        ("{}", 10, 10),
        (r#"{"hosts": 10}"#, 10, 10),
        (r#"{"hosts": 9}"#, 10, 9),
        (r#"{"hosts": 9}"#, -1, 9),
        ("{}", 0, 0),
        // The end of a stream is neither a success nor a failure of the handler.
        (r#"{"hosts": 10, "fails": true}"#, 10, 10),
    ] {
        service().reset();
        let request = search(json, limit).encode_to_vec();
        let responses = streamed(&provider, method(6, "ListResource"), [request]).unwrap();
        let events = events(&responses);
        assert_eq!(events.len(), expected, "{json} {limit}");
        assert!(events.iter().all(|event| event.diagnostic.is_empty()));
        assert!(service().count() <= expected.max(1));
        assert!(service().is_over());
    }
}

#[test]
fn a_search_ends_when_nobody_waits() {
    let provider = provider();
    let mut running = start(&provider, "ListResource", only(&search("{}", -1)));
    assert!(running.poll().is_pending());
    assert!(!running.read().is_empty());
    assert!(running.poll().is_pending());
    assert!(!service().is_over());
    let count = service().count();
    drop(running.responses);
    let polling = &mut Polling::from_waker(Waker::noop());
    assert_eq!(running.call.as_mut().poll(polling), Poll::Ready(Ok(())));
    assert!(service().is_over());
    assert!(service().count() <= count + 1);
}

#[test]
fn results_before_an_error_are_delivered() {
    let provider = provider();
    let request = search(r#"{"hosts": 3, "fails": true}"#, 10).encode_to_vec();
    let responses = streamed(&provider, method(6, "ListResource"), [request]).unwrap();
    let events = events(&responses);
    assert_eq!(events.len(), 4);
    assert!(events[..3].iter().all(|event| event.identity.is_some()));
    let fault = " | Invalid value | the service is gone";
    assert_eq!(texts(&events[3].diagnostic), [fault]);
    assert!(events[3].identity.is_none());
}

fn read<'a>(provider: &'a Provider<Arc<Service>>, state: &str) -> Running<'a> {
    let request = read_state_bytes::Request {
        type_name: "net_store".into(),
        state_id: state.into(),
    };
    start(provider, "ReadStateBytes", only(&request))
}

/// Reads a state completely. Returns the number of bytes in the state, and the diagnostics.
fn read_all(running: &mut Running<'_>) -> (usize, Vec<String>) {
    let (mut length, mut found) = (0, Vec::new());
    loop {
        let polled = running.poll();
        for response in running.read() {
            let chunk = read_state_bytes::Response::decode(response).unwrap();
            let range = chunk.range.unwrap();
            if !chunk.bytes.is_empty() {
                assert_eq!(range.start, length as i64);
                assert_eq!(range.end, (length + chunk.bytes.len()) as i64 - 1);
                assert!(chunk.bytes.len() == CHUNK || range.end == chunk.total_length - 1);
            }
            assert!(chunk.bytes == vec![b'x'; chunk.bytes.len()]);
            length += chunk.bytes.len();
            found.extend(texts(&chunk.diagnostics));
        }
        // One chunk in the stream, one complete chunk that is waiting for space, and the bytes that the store has read
        // for the next chunk.
        assert!(service().count() <= length + 3 * CHUNK + READ);
        if let Poll::Ready(result) = polled {
            result.unwrap();
            return (length, found);
        }
    }
}

#[test]
fn a_store_waits_for_the_reader_of_a_state() {
    let provider = provider();
    let mut running = read(&provider, "default");
    for _ in 0..10 {
        assert!(running.poll().is_pending());
    }
    let ahead = service().count();
    assert!(ahead <= 3 * CHUNK + READ, "{ahead}");
    assert_eq!(read_all(&mut running), (LENGTH, Vec::new()));
    assert!(service().is_over());

    service().reset();
    let mut running = read(&provider, "default");
    assert!(running.poll().is_pending());
    running.responses = message_channel().1;
    assert_eq!(running.poll(), Poll::Ready(Ok(())));
    assert!(service().is_over() && service().count() <= ahead + READ);
}

#[test]
fn states_that_end_early_are_errors() {
    let provider = provider();
    let mut running = read(&provider, "fails");
    let (length, found) = read_all(&mut running);
    assert!(
        length > LENGTH / 2 - 2 * CHUNK && length < LENGTH,
        "{length}"
    );
    assert_eq!(found, [" | Invalid value | the disk is gone"]);
    for (state, announced, got) in [
        ("short", LENGTH + 1, LENGTH.to_string()),
        ("long", LENGTH - 1, "more".to_owned()),
    ] {
        service().reset();
        let (length, found) = read_all(&mut read(&provider, state));
        assert!(length < LENGTH - 1);
        let detail =
            "This is a bug in the provider, not in the configuration: `read` must send the";
        let fault = format!(
            " | The state has another length | {detail} {announced} bytes that it announced, got {got}."
        );
        assert_eq!(found, [fault]);
    }
}

/// Sends a state in chunks, as long as the store has space for them. Returns the number of bytes that were sent.
fn send(sender: &MessageSender, state: &str, from: usize, to: usize) -> usize {
    let polling = &mut Polling::from_waker(Waker::noop());
    let mut start = from;
    while start < to {
        let length = CHUNK.min(LENGTH - start);
        let chunk = write_state_bytes::RequestChunk {
            meta: (start == 0).then(|| RequestChunkMeta {
                type_name: "net_store".into(),
                state_id: state.into(),
            }),
            bytes: vec![b'x'; length],
            total_length: LENGTH as i64,
            range: Some(StateRange {
                start: start as i64,
                end: (start + length) as i64 - 1,
            }),
        };
        let chunk = chunk.encode_to_vec().into();
        if pin!(sender.send(chunk)).poll(polling) != Poll::Ready(Ok(())) {
            break;
        }
        start += length;
    }
    start
}

#[test]
fn the_sender_of_a_state_waits_for_the_store() {
    let provider = provider();
    let (sender, requests) = message_channel();
    // The store has not begun.
    let mut sent = send(&sender, "default", 0, LENGTH);
    assert_eq!(sent, CHUNK);
    let mut running = start(&provider, "WriteStateBytes", requests);
    while sent < LENGTH {
        assert!(running.poll().is_pending());
        assert_eq!(service().count(), sent);
        let before = sent;
        sent = send(&sender, "default", before, LENGTH);
        assert!(sent > before && sent <= before + CHUNK);
    }
    assert!(running.poll().is_pending());
    assert!(service().states().is_empty(), "the stream has not ended");
    drop(sender);
    assert_eq!(running.poll(), Poll::Ready(Ok(())));
    let responses = running.read();
    assert_eq!(responses, [&b""[..]]);
    assert_eq!(service().states(), ["default"]);
}

#[test]
fn a_state_that_does_not_arrive_is_not_written() {
    let provider = provider();
    let write = |state: &str, end: Option<CallError>| {
        let (sender, requests) = message_channel();
        let mut running = start(&provider, "WriteStateBytes", requests);
        send(&sender, state, 0, CHUNK);
        assert!(running.poll().is_pending());
        match end {
            Some(error) => sender.fail(error),
            None => drop(sender),
        }
        let Poll::Ready(result) = running.poll() else {
            panic!("the call waits")
        };
        assert!(service().is_over() && service().states().is_empty());
        (result, running.read())
    };
    let text = format!("a state of {LENGTH} bytes is required, got {CHUNK}");
    let short = CallError::new(CallErrorKind::InvalidArgument, text);
    assert_eq!(write("default", None), (Err(short), Vec::new()));
    let gone = CallError::new(CallErrorKind::Cancelled, "Terraform is gone");
    let result = write("default", Some(gone.clone()));
    assert_eq!(result, (Err(gone), Vec::new()));
}

#[test]
fn a_store_that_ignores_bytes_has_a_bug() {
    let provider = provider();
    let (sender, requests) = message_channel();
    send(&sender, "ignored", 0, CHUNK);
    let mut running = start(&provider, "WriteStateBytes", requests);
    assert_eq!(running.poll(), Poll::Ready(Ok(())));
    let responses = running.read();
    let response = write_state_bytes::Response::decode(&responses[0][..]).unwrap();
    let fault = " | The state is incomplete | This is a bug in the provider, not in the configuration: `write` \
                 must receive all bytes before it returns.";
    assert_eq!(texts(&response.diagnostics), [fault]);
    // The other chunks have no receiver.
    assert_eq!(send(&sender, "ignored", CHUNK, LENGTH), CHUNK);
}
