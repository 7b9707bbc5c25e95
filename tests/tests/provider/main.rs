//! The provider layer, a provider as a function on bytes, and the harness for tests of providers.

mod announcement;
mod calls;
mod docs;
mod elements;
mod faults;
mod generate;
mod hostile;
mod limits;
mod meta;
mod methods;
mod notes;
mod places;
mod polls;
mod protocol;
mod stores;
mod testing;
mod unknown;

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

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

/// Calls a method of version 6, and interrupts the handler while it waits.
fn interrupted<C: Send + Sync + 'static, R: Message + Default>(
    provider: &Provider<C>,
    method: &str,
    request: &impl Message,
    interrupt: impl FnOnce(),
) -> R {
    let request = request.encode_to_vec();
    let mut answer = pin!(provider.answer(6, method, &request));
    let mut polling = Context::from_waker(Waker::noop());
    assert!(answer.as_mut().poll(&mut polling).is_pending());
    interrupt();
    match answer.as_mut().poll(&mut polling) {
        Poll::Ready(answer) => R::decode(answer.unwrap()).unwrap(),
        Poll::Pending => panic!("the handler still waits"),
    }
}

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Calls a method of version 6 whose handler can wait.
fn wait<C: Send + Sync + 'static, R: Message + Default>(
    provider: &Provider<C>,
    method: &str,
    request: &impl Message,
) -> R {
    let request = request.encode_to_vec();
    let mut answer = pin!(provider.answer(6, method, &request));
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    loop {
        match answer.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(answer) => return R::decode(answer.unwrap()).unwrap(),
            Poll::Pending => thread::park(),
        }
    }
}
