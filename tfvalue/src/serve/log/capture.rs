//! Captures the log of a provider that a test serves.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{io, mem};

use bytes::Bytes;
use tracing::instrument::WithSubscriber as _;
use tracing::level_filters::LevelFilter;
use tracing::{Dispatch, dispatcher, error_span};

use super::subscriber::Subscriber;
use crate::provider::{MessageReceiver, MessageSender, Parts};
use crate::serve::InProcess;
use crate::serve::service::{Handle, Handler, Received};
use crate::serve::task::Call;

/// The maximum size of the log. Anything beyond this size is dropped.
const MAX: usize = 256 << 10;

/// The events that the calls of a provider log, with one JSON object per line.
#[derive(Clone, Default)]
pub struct Log(Arc<Mutex<String>>);

impl Log {
    /// Removes and returns the lines that have been logged so far.
    #[must_use]
    pub fn take(&self) -> String {
        mem::take(&mut *self.lock())
    }

    /// Serves a provider whose calls write to this log instead of the process log.
    ///
    /// # Errors
    ///
    /// Fails in the same cases as [`InProcess::start`].
    pub fn serve(&self, provider: Handler) -> io::Result<InProcess> {
        InProcess::serve(self.of(provider))
    }

    /// Returns a provider whose calls write to this log instead of the process log.
    fn of(&self, provider: Handler) -> Handler {
        let log = self.clone();
        let subscriber = Subscriber::new(LevelFilter::DEBUG, move |line| log.add(line));
        Handler(Arc::new(Logged {
            provider: provider.0,
            log: Dispatch::new(subscriber),
        }))
    }

    fn add(&self, line: &str) {
        let mut lines = self.lock();
        if lines.len() + line.len() <= MAX {
            lines.push_str(line);
        }
    }

    fn lock(&self) -> MutexGuard<'_, String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A provider whose calls have a separate log.
struct Logged {
    provider: Arc<dyn Handle>,
    log: Dispatch,
}

impl Logged {
    /// Starts a call in the context of the log.
    fn call(
        &self,
        received: Received,
        start: impl FnOnce(Arc<dyn Handle>, Received) -> Call,
    ) -> Call {
        let call = dispatcher::with_default(&self.log, || {
            // The span of the connection belongs to the process log.
            let span = error_span!("call", tf_rpc = received.method.name);
            start(Arc::clone(&self.provider), Received { span, ..received })
        });
        Box::pin(call.with_subscriber(self.log.clone()))
    }
}

impl Handle for Logged {
    fn name(&self) -> &str {
        self.provider.name()
    }

    fn respond(self: Arc<Self>, request: Bytes, received: Received) -> Call {
        self.call(received, |provider, received| {
            provider.respond(request, received)
        })
    }

    fn stream(
        self: Arc<Self>,
        requests: MessageReceiver,
        responses: MessageSender,
        received: Received,
    ) -> Call {
        self.call(received, |provider, received| {
            provider.stream(requests, responses, received)
        })
    }

    fn parts(&self) -> Option<&Parts> {
        self.provider.parts()
    }

    fn stop(&self) {
        self.provider.stop();
    }

    fn protocols(&self) -> &[u32] {
        self.provider.protocols()
    }

    fn responds_to_stop(&self) -> bool {
        self.provider.responds_to_stop()
    }

    fn run(&self, arguments: &[String]) -> Option<std::process::ExitCode> {
        self.provider.run(arguments)
    }
}
