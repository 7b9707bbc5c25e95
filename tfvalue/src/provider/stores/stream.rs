//! Sends and receives the bytes of states in chunks.

use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::provider::faults::bug::bug;
use crate::provider::streams::messages::MessageReceiver;
use crate::provider::streams::responses::Responses;
use crate::tfplugin;
use crate::tfplugin::call_error::{CallError, CallErrorKind};
use crate::tfplugin::calls::state_store::{
    RequestChunkMeta, StateRange, read_state_bytes, write_state_bytes,
};
use crate::tfplugin::messages;

/// Sends the state that [`StateStore::read`](crate::provider::StateStore::read) reads.
///
/// If the state does not exist, send nothing.
pub struct StateSender<'a>(&'a mut Outgoing);

impl<'a> StateSender<'a> {
    pub(crate) fn new(outgoing: &'a mut Outgoing) -> Self {
        StateSender(outgoing)
    }

    /// Sends a complete state.
    ///
    /// # Errors
    ///
    /// Does not fail. Return the result of this method from the handler.
    pub async fn send(self, bytes: &[u8]) -> Result<(), Diagnostics> {
        self.start(bytes.len() as u64).send(bytes).await
    }

    /// Starts sending a state of the given length in bytes, chunk by chunk, so that the whole state need not be in memory.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::io::Read as _;
    /// use tfvalue::Diagnostics;
    /// use tfvalue::provider::StateSender;
    ///
    /// async fn send(file: &str, sender: StateSender<'_>) -> Result<(), Diagnostics> {
    ///     let mut file = std::fs::File::open(file)?;
    ///     let mut chunks = sender.start(file.metadata()?.len());
    ///     let mut buffer = vec![0; 1 << 20];
    ///     loop {
    ///         match file.read(&mut buffer)? {
    ///             0 => return Ok(()),
    ///             count => chunks.send(&buffer[..count]).await?,
    ///         }
    ///     }
    /// }
    /// ```
    #[must_use = "send the bytes of the state"]
    pub fn start(self, length: u64) -> StateChunks<'a> {
        self.0.length = Some(length);
        StateChunks(self.0)
    }
}

/// Sends a state in chunks of any size.
///
/// If Terraform is no longer waiting for the state, sending the next chunk drops the handler.
pub struct StateChunks<'a>(&'a mut Outgoing);

impl StateChunks<'_> {
    /// Sends the next bytes. Waits if Terraform is slower than the store.
    ///
    /// # Errors
    ///
    /// Fails if the total number of bytes exceeds the given length, which is a bug in the provider.
    pub async fn send(&mut self, bytes: &[u8]) -> Result<(), Diagnostics> {
        self.0.add(bytes).await
    }
}

/// A state that is being sent to Terraform. The last chunk is held back until the handler ends, because it contains the
/// diagnostics. Terraform checks the size of all chunks except the last.
pub(crate) struct Outgoing {
    responses: Responses,
    chunk_size: usize,
    length: Option<u64>,
    /// The number of bytes in the chunks that were sent.
    sent: u64,
    chunk: Vec<u8>,
}

impl Outgoing {
    pub(crate) fn new(responses: Responses, chunk_size: usize) -> Self {
        Outgoing {
            responses,
            chunk_size,
            length: None,
            sent: 0,
            chunk: Vec::new(),
        }
    }

    fn length(&self) -> u64 {
        self.length.unwrap_or_default()
    }

    async fn add(&mut self, mut bytes: &[u8]) -> Result<(), Diagnostics> {
        let total = self.sent + (self.chunk.len() + bytes.len()) as u64;
        if total > self.length() {
            return Err(wrong_length(self.length(), "more").into());
        }
        loop {
            let room = self.chunk_size - self.chunk.len();
            let (now, later) = bytes.split_at(room.min(bytes.len()));
            self.chunk.extend_from_slice(now);
            if later.is_empty() {
                return Ok(());
            }
            bytes = later;
            let chunk = self.response(Vec::new());
            self.responses.send_or_end(&chunk).await;
        }
    }

    /// Returns the response with the chunk, and begins the next chunk.
    fn response(&mut self, diagnostics: Vec<messages::Diagnostic>) -> read_state_bytes::Response {
        let bytes = std::mem::take(&mut self.chunk);
        let start = self.sent;
        self.sent += bytes.len() as u64;
        read_state_bytes::Response {
            range: Some(StateRange {
                start: number(start),
                end: number(self.sent.saturating_sub(1)),
            }),
            bytes,
            total_length: number(self.length()),
            diagnostics,
        }
    }

    /// Returns the bug in a handler that returned before it had sent all bytes.
    pub(crate) fn check_length(&self) -> Result<(), Diagnostics> {
        let total = self.sent + self.chunk.len() as u64;
        match self.length {
            Some(length) if length != total => Err(wrong_length(length, &total.to_string()).into()),
            _ => Ok(()),
        }
    }

    /// Sends the last chunk, or no chunk if the handler has failed.
    pub(crate) async fn finish(mut self, diagnostics: Vec<messages::Diagnostic>) {
        if diagnostics.iter().any(is_error) {
            self.chunk.clear();
        }
        // A message without bytes may be sent only for diagnostics. In other cases, Terraform reports an error for such
        // a message.
        if !self.chunk.is_empty() || !diagnostics.is_empty() {
            let last = self.response(diagnostics);
            self.responses.send(&last).await;
        }
    }
}

fn is_error(diagnostic: &messages::Diagnostic) -> bool {
    diagnostic.severity() == messages::diagnostic::Severity::Error
}

fn wrong_length(length: u64, got: &str) -> Diagnostic {
    bug(
        "The state has another length",
        format!("`read` must send the {length} bytes that it announced, got {got}."),
    )
}

/// Receives the state that [`StateStore::write`](crate::provider::StateStore::write) writes.
pub struct StateReceiver<'a>(&'a mut Incoming);

impl<'a> StateReceiver<'a> {
    pub(crate) fn new(incoming: &'a mut Incoming) -> Self {
        StateReceiver(incoming)
    }

    /// Returns the length of the state in bytes.
    #[must_use]
    pub fn length(&self) -> u64 {
        self.0.length
    }

    /// Waits for the next bytes. Returns `None` after the last bytes.
    ///
    /// # Errors
    ///
    /// Fails if Terraform has not sent the whole state, for example because Terraform was interrupted. In this case,
    /// the old state must remain unchanged.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::fs::{self, File};
    /// use std::io::Write as _;
    /// use tfvalue::Diagnostics;
    /// use tfvalue::provider::StateReceiver;
    ///
    /// async fn write(file: &str, mut receiver: StateReceiver<'_>) -> Result<(), Diagnostics> {
    ///     let incomplete = format!("{file}.incomplete");
    ///     let mut new = File::create(&incomplete)?;
    ///     while let Some(chunk) = receiver.chunk().await? {
    ///         new.write_all(&chunk)?;
    ///     }
    ///     Ok(fs::rename(incomplete, file)?)
    /// }
    /// ```
    pub async fn chunk(&mut self) -> Result<Option<Vec<u8>>, Diagnostics> {
        self.0.next().await.map_err(|error| {
            Diagnostic::error("The state is incomplete", error.message().to_owned()).into()
        })
    }

    /// Waits for the complete state.
    ///
    /// # Errors
    ///
    /// Fails if Terraform has not sent the whole state.
    pub async fn bytes(mut self) -> Result<Vec<u8>, Diagnostics> {
        let mut bytes = Vec::new();
        while let Some(chunk) = self.chunk().await? {
            bytes.extend(chunk);
        }
        Ok(bytes)
    }
}

/// A state that is being received from Terraform.
pub(crate) struct Incoming {
    requests: MessageReceiver,
    pub(crate) meta: RequestChunkMeta,
    length: u64,
    received: u64,
    /// The first chunk, which arrived together with the name of the state.
    first: Option<Vec<u8>>,
    /// The reason why the state cannot be read completely.
    fault: Option<CallError>,
}

impl Incoming {
    /// Waits for the first chunk.
    pub(crate) async fn begin(requests: MessageReceiver) -> Result<Self, CallError> {
        let mut incoming = Incoming {
            requests,
            meta: RequestChunkMeta::default(),
            length: 0,
            received: 0,
            first: None,
            fault: None,
        };
        let first = incoming.request().await?;
        let named = first.and_then(|first| Some((first.meta?, first.total_length, first.bytes)));
        let (meta, length, bytes) =
            named.ok_or_else(|| malformed("the name of the state is missing".to_owned()))?;
        incoming.meta = meta;
        incoming.length = u64::try_from(length).unwrap_or_default();
        incoming.first = Some(bytes);
        Ok(incoming)
    }

    /// Waits for the next request, which must start where the previous request ended.
    async fn request(&mut self) -> Result<Option<write_state_bytes::RequestChunk>, CallError> {
        let Some(request) = self.requests.next().await? else {
            return Ok(None);
        };
        let request: write_state_bytes::RequestChunk =
            tfplugin::decode(&request).map_err(|error| CallError::malformed(&error))?;
        let start = request.range.map_or(0, |range| range.start);
        if start != number(self.received) {
            let expected = self.received;
            let text = format!("a chunk that starts at byte {expected} is required, got {start}");
            return Err(malformed(text));
        }
        self.received += request.bytes.len() as u64;
        Ok(Some(request))
    }

    /// Waits for the next bytes. If the state ends too early, the fault is recorded.
    async fn next(&mut self) -> Result<Option<Vec<u8>>, CallError> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let next = self.next_chunk().await;
        if let Err(fault) = &next {
            self.fault = Some(fault.clone());
        }
        next
    }

    async fn next_chunk(&mut self) -> Result<Option<Vec<u8>>, CallError> {
        loop {
            let bytes = match self.first.take() {
                Some(first) => first,
                None => match self.request().await? {
                    Some(request) => request.bytes,
                    None => break,
                },
            };
            if !bytes.is_empty() {
                return Ok(Some(bytes));
            }
        }
        let (length, received) = (self.length, self.received);
        if length != received {
            let text = format!("a state of {length} bytes is required, got {received}");
            return Err(malformed(text));
        }
        Ok(None)
    }

    /// Fails if the handler returned before it had received all bytes.
    pub(crate) async fn check_end(&mut self) -> Result<(), Diagnostics> {
        match self.next().await {
            Ok(Some(_)) => {
                let problem = "`write` must receive all bytes before it returns.";
                Err(bug("The state is incomplete", problem).into())
            }
            // `finish` reports the fault.
            Ok(None) | Err(_) => Ok(()),
        }
    }

    /// Fails if Terraform has not sent the whole state.
    pub(crate) fn finish(self) -> Result<(), CallError> {
        self.fault.map_or(Ok(()), Err)
    }
}

fn malformed(text: String) -> CallError {
    CallError::new(CallErrorKind::InvalidArgument, text)
}

fn number(size: u64) -> i64 {
    i64::try_from(size).unwrap_or(i64::MAX)
}
