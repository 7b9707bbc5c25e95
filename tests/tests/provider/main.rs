//! Tests of the provider layer, of providers that are called with encoded messages, and of the harness for provider
//! tests.

mod announcement;
mod calls;
mod computed_blocks;
mod deferral;
mod descriptions;
mod docs;
mod dynamic_blocks;
mod elements;
mod faults;
mod fingerprints;
mod generate;
mod hostile;
mod identities;
mod limits;
mod meta;
mod methods;
mod notes;
mod old_identities;
mod places;
mod planned_private;
mod plans;
mod polls;
mod protocol;
mod runtime_parts;
mod runtime_rules;
mod runtime_types;
mod secrets;
mod shared;
mod spellings;
mod stores;
mod streams;
mod testing;
mod unknown;
mod write_only;

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

use prost::Message;
use prost::bytes::Bytes;
use tfvalue::provider::{CallError, Method, Provider, message_channel};

/// Returns a method of the protocol.
#[track_caller]
fn method(version: u32, name: &str) -> &'static Method {
    Method::find(version, name).unwrap()
}

/// Runs a future that is never pending.
fn ready<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    match future
        .as_mut()
        .poll(&mut Context::from_waker(Waker::noop()))
    {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("the future waits"),
    }
}

/// Calls a method in version 6.
fn call<C: Send + Sync + 'static, R: Message + Default>(
    provider: &Provider<C>,
    name: &str,
    request: &impl Message,
) -> R {
    call_version(provider, 6, name, request)
}

fn call_version<C: Send + Sync + 'static, R: Message + Default>(
    provider: &Provider<C>,
    version: u32,
    name: &str,
    request: &impl Message,
) -> R {
    let request = request.encode_to_vec();
    let response = provider.respond(method(version, name), &request);
    R::decode(ready(response).unwrap()).unwrap()
}

/// Calls a method with streams, and returns the responses. The handler waits only for these streams.
fn streamed<C: Send + Sync + 'static>(
    provider: &Provider<C>,
    method: &Method,
    requests: impl IntoIterator<Item = Vec<u8>>,
) -> Result<Vec<Bytes>, CallError> {
    let requests = requests.into_iter().map(Bytes::from).collect();
    let (sender, mut receiver) = message_channel();
    let mut call = pin!(provider.stream(method, requests, sender));
    let polling = &mut Context::from_waker(Waker::noop());
    let mut responses = Vec::new();
    loop {
        let polled = call.as_mut().poll(polling);
        let before = responses.len();
        while let Poll::Ready(Ok(Some(response))) = receiver.poll_next(polling) {
            responses.push(response);
        }
        match polled {
            Poll::Ready(result) => return result.map(|()| responses),
            Poll::Pending => assert!(responses.len() > before, "the call waits"),
        }
    }
}

/// Calls a method in version 6, and interrupts the handler while it is waiting.
fn interrupted<C: Send + Sync + 'static, R: Message + Default>(
    provider: &Provider<C>,
    name: &str,
    request: &impl Message,
    interrupt: impl FnOnce(),
) -> R {
    let request = request.encode_to_vec();
    let mut response = pin!(provider.respond(method(6, name), &request));
    let mut polling = Context::from_waker(Waker::noop());
    assert!(response.as_mut().poll(&mut polling).is_pending());
    interrupt();
    match response.as_mut().poll(&mut polling) {
        Poll::Ready(response) => R::decode(response.unwrap()).unwrap(),
        Poll::Pending => panic!("the handler still waits"),
    }
}

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Calls a method in version 6, and blocks the thread while the handler is waiting.
fn wait<C: Send + Sync + 'static, R: Message + Default>(
    provider: &Provider<C>,
    name: &str,
    request: &impl Message,
) -> R {
    let request = request.encode_to_vec();
    let mut response = pin!(provider.respond(method(6, name), &request));
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    loop {
        match response.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(response) => return R::decode(response.unwrap()).unwrap(),
            Poll::Pending => thread::park(),
        }
    }
}
