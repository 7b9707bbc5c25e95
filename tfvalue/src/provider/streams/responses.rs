//! `Responses`: the stream of responses of a call.

use std::future::{self, poll_fn};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;

use super::later::Later;
use super::messages::MessageSender;
use crate::diagnostics::Diagnostics;
use crate::tfplugin::{Record, to_bytes};

/// The responses of a call. Clones of this value belong to the same call.
#[derive(Clone)]
pub(crate) struct Responses(Arc<SharedResponses>);

struct SharedResponses {
    messages: MessageSender,
    /// Whether Terraform has enough responses.
    is_over: AtomicBool,
}

impl Responses {
    pub(crate) fn new(messages: MessageSender) -> Self {
        Responses(Arc::new(SharedResponses {
            messages,
            is_over: AtomicBool::new(false),
        }))
    }

    /// Sends a response. If no caller waits for the response, the response is dropped.
    pub(crate) async fn send(&self, response: &dyn Record) {
        _ = self.0.messages.send(to_bytes(response)).await;
    }

    /// Sends a response from the handler that [runs](Self::run). If nobody waits for the response, the handler ends.
    pub(crate) async fn send_or_end(&self, response: &dyn Record) {
        if self.0.messages.send(to_bytes(response)).await.is_err() {
            self.end().await;
        }
    }

    /// Ends the handler that [runs](Self::run). This function never returns, so a handler can neither forget to stop
    /// nor report the end as an error.
    pub(crate) async fn end(&self) {
        self.0.is_over.store(true, Ordering::Relaxed);
        future::pending::<()>().await;
    }

    /// Runs a handler until it returns, or until Terraform has enough responses.
    pub(crate) async fn run(&self, mut handler: Later<'_, ()>) -> Result<(), Diagnostics> {
        poll_fn(|polling| match handler.as_mut().poll(polling) {
            Poll::Pending if self.0.is_over.load(Ordering::Relaxed) => Poll::Ready(Ok(())),
            polled => polled,
        })
        .await
    }
}
