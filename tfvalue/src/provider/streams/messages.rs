//! Streams of encoded messages between a provider and its transport. They need no runtime.

use std::collections::VecDeque;
use std::fmt;
use std::future::poll_fn;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use bytes::Bytes;

use crate::tfplugin::call_error::{CallError, CallErrorKind};

/// The number of bytes that can wait in a stream. A message is added if fewer bytes are waiting, so a single message
/// can be larger than this limit.
const ROOM: usize = 64 << 10;

/// The number of bytes that is counted for each message in addition to the size of the message.
const OVERHEAD: usize = 64;

/// Creates a stream of encoded messages, and returns its two ends.
///
/// The stream has room for 64 KiB and one message. When the stream is full, the sender waits for the receiver.
///
/// # Examples
///
/// A transport passes the receiver of the requests and the sender of the responses to a
/// [provider](crate::provider::Provider::stream), and keeps the other two ends:
///
/// ```
/// use tfvalue::prost::bytes::Bytes;
/// use tfvalue::provider::{CallError, message_channel};
///
/// async fn example(message: Bytes) -> Result<(), CallError> {
///     let (sender, mut receiver) = message_channel();
///     sender.send(message.clone()).await?;
///     drop(sender);
///     assert_eq!(receiver.next().await?, Some(message));
///     assert_eq!(receiver.next().await?, None);
///     Ok(())
/// }
/// ```
#[must_use]
pub fn message_channel() -> (MessageSender, MessageReceiver) {
    let shared = Arc::default();
    (MessageSender(Arc::clone(&shared)), MessageReceiver(shared))
}

/// The sender of a stream of encoded messages. The stream ends when the sender is dropped.
pub struct MessageSender(Arc<Mutex<Stream>>);

/// The receiver of a stream of encoded messages.
///
/// A receiver can also be collected from an iterator of messages.
pub struct MessageReceiver(Arc<Mutex<Stream>>);

#[derive(Default)]
struct Stream {
    messages: VecDeque<Bytes>,
    /// The bytes of the messages.
    size: usize,
    /// How the sender ended the stream.
    end: Option<Result<(), CallError>>,
    /// Whether the receiver was dropped.
    is_unwanted: bool,
    senders: Vec<Waker>,
    receiver: Option<Waker>,
}

fn lock(shared: &Mutex<Stream>) -> MutexGuard<'_, Stream> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Wakes tasks. This function must not be called while the lock is held, because waking or dropping a waker can drop a
/// task.
fn wake(wakers: impl IntoIterator<Item = Waker>) {
    for waker in wakers {
        waker.wake();
    }
}

impl MessageSender {
    /// Sends a message. Waits while the stream is full.
    ///
    /// # Errors
    ///
    /// Fails if the receiver was dropped.
    pub async fn send(&self, message: Bytes) -> Result<(), CallError> {
        let mut message = Some(message);
        poll_fn(|context| self.poll_send(&mut message, context)).await
    }

    fn poll_send(
        &self,
        message: &mut Option<Bytes>,
        context: &mut Context<'_>,
    ) -> Poll<Result<(), CallError>> {
        let mut stream = lock(&self.0);
        if stream.is_unwanted {
            let message = "Terraform no longer waits for the response";
            return Poll::Ready(Err(CallError::new(CallErrorKind::Cancelled, message)));
        }
        if stream.size >= ROOM {
            if !stream
                .senders
                .iter()
                .any(|waker| waker.will_wake(context.waker()))
            {
                stream.senders.push(context.waker().clone());
            }
            return Poll::Pending;
        }
        stream.add(message.take());
        let receiver = stream.receiver.take();
        drop(stream);
        wake(receiver);
        Poll::Ready(Ok(()))
    }

    /// Ends the stream with an error. The receiver receives the error after all messages.
    pub fn fail(self, error: CallError) {
        self.end(Err(error));
    }

    /// Ends the stream, unless the stream has already ended.
    pub(crate) fn end(&self, end: Result<(), CallError>) {
        let mut stream = lock(&self.0);
        stream.end.get_or_insert(end);
        let receiver = stream.receiver.take();
        drop(stream);
        wake(receiver);
    }
}

/// Messages can contain sensitive values.
impl fmt::Debug for MessageSender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MessageSender").finish_non_exhaustive()
    }
}

impl fmt::Debug for MessageReceiver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MessageReceiver").finish_non_exhaustive()
    }
}

impl Drop for MessageSender {
    fn drop(&mut self) {
        self.end(Ok(()));
    }
}

impl Stream {
    fn add(&mut self, messages: impl IntoIterator<Item = Bytes>) {
        for message in messages {
            self.size += message.len() + OVERHEAD;
            self.messages.push_back(message);
        }
    }
}

impl MessageReceiver {
    /// Waits for the next message. Returns `None` at the end of the stream.
    ///
    /// # Errors
    ///
    /// Fails if the sender has [ended the stream with an error](MessageSender::fail).
    pub async fn next(&mut self) -> Result<Option<Bytes>, CallError> {
        poll_fn(|context| self.poll_next(context)).await
    }

    /// Polls for the next message, as [`next`](MessageReceiver::next) does.
    ///
    /// # Errors
    ///
    /// Fails if the sender has ended the stream with an error.
    pub fn poll_next(
        &mut self,
        context: &mut Context<'_>,
    ) -> Poll<Result<Option<Bytes>, CallError>> {
        let mut stream = lock(&self.0);
        let Some(message) = stream.messages.pop_front() else {
            if let Some(end) = &stream.end {
                return Poll::Ready(end.clone().map(|()| None));
            }
            let old = stream.receiver.replace(context.waker().clone());
            drop(stream);
            drop(old);
            return Poll::Pending;
        };
        stream.size -= message.len() + OVERHEAD;
        // The receiver does not wake the sender for each message, because a wakeup costs more than receiving most
        // messages.
        let senders = if stream.size <= ROOM / 2 {
            mem::take(&mut stream.senders)
        } else {
            Vec::new()
        };
        drop(stream);
        wake(senders);
        Poll::Ready(Ok(Some(message)))
    }
}

impl MessageReceiver {
    /// Puts a message back, so that the message is received next.
    pub(crate) fn put_back(&self, message: Bytes) {
        let mut stream = lock(&self.0);
        stream.size += message.len() + OVERHEAD;
        stream.messages.push_front(message);
    }
}

impl Drop for MessageReceiver {
    fn drop(&mut self) {
        let mut stream = lock(&self.0);
        stream.is_unwanted = true;
        let messages = mem::take(&mut stream.messages);
        let senders = mem::take(&mut stream.senders);
        drop(stream);
        drop(messages);
        wake(senders);
    }
}

impl FromIterator<Bytes> for MessageReceiver {
    fn from_iter<I: IntoIterator<Item = Bytes>>(messages: I) -> Self {
        let (sender, receiver) = message_channel();
        lock(&sender.0).add(messages);
        receiver
    }
}
