//! The provider layer: a provider as a function on bytes.

mod announcement;
mod calls;
mod docs;
mod faults;
mod hostile;
mod notes;

use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use prost::Message;
use tfvalue::provider::Provider;

/// Runs a future that never waits.
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

/// Calls a method of version 6.
fn call<C: Send + Sync + 'static, R: Message + Default>(
    provider: &Provider<C>,
    method: &str,
    request: &impl Message,
) -> R {
    call_version(provider, 6, method, request)
}

fn call_version<C: Send + Sync + 'static, R: Message + Default>(
    provider: &Provider<C>,
    version: u32,
    method: &str,
    request: &impl Message,
) -> R {
    let request = request.encode_to_vec();
    let answer = provider.answer(version, method, &request);
    R::decode(ready(answer).unwrap()).unwrap()
}
