//! The thread that shows and records calls while other threads forward them.

use std::fs::File;
use std::io::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant, SystemTime};

use tfvalue_client::{Client, Method};

use super::judge::Judge;
use super::record::{Calls, Event, Happened, Recorder};
use super::schemas::Schemas;
use super::show::Viewer;

/// The maximum number of events in the queue. When the queue is full, calls wait.
const ROOM: usize = 64;

/// Receives the events of calls.
pub(crate) struct Watch {
    events: SyncSender<Option<Happened>>,
    thread: Option<JoinHandle<()>>,
    next: AtomicU64,
    begin: (SystemTime, Instant),
}

/// A watched call. The call ends when this value is dropped.
pub(crate) struct Watched {
    events: SyncSender<Option<Happened>>,
    call: u64,
    begin: (SystemTime, Instant),
    error: Option<String>,
}

impl Watch {
    /// Starts the thread.
    pub(crate) fn start(
        viewer: Viewer,
        record: Option<(File, &str)>,
        client: &Client,
        group: &str,
    ) -> std::io::Result<Self> {
        let recorder =
            record.map(|(file, session)| Recorder::begin(file, session, client.protocol()));
        let recorder = recorder.transpose()?;
        let (events, receiver) = sync_channel(ROOM);
        let (schemas, group) = (Schemas::of(Some(client.clone())), group.to_owned());
        let thread = thread::Builder::new()
            .name("watch".to_owned())
            .spawn(move || run(&receiver, viewer, recorder, schemas, &group))?;
        Ok(Watch {
            events,
            thread: Some(thread),
            next: AtomicU64::new(1),
            begin: (SystemTime::now(), Instant::now()),
        })
    }

    /// Begins a call.
    pub(crate) fn call(&self, method: &'static Method) -> Watched {
        let watched = Watched {
            events: self.events.clone(),
            call: self.next.fetch_add(1, Ordering::Relaxed),
            begin: self.begin,
            error: Some("Terraform no longer waits for the response".to_owned()),
        };
        watched.add(Event::Begin(method));
        watched
    }

    /// Waits until all calls are written.
    pub(crate) fn end(&mut self) {
        // Calls that have not ended still have senders.
        _ = self.events.send(None);
        if let Some(thread) = self.thread.take() {
            // If the thread has panicked, the panic message is on standard error.
            _ = thread.join();
        }
    }
}

impl Watched {
    pub(crate) fn add(&self, event: Event) {
        let (system, instant) = self.begin;
        let since = system
            .duration_since(SystemTime::UNIX_EPOCH)
            .unwrap_or(Duration::ZERO);
        let at = (since + instant.elapsed()).as_secs_f64() * 1000.0;
        // Without the thread, calls are still forwarded.
        _ = self.events.send(Some(Happened {
            call: self.call,
            at,
            event,
        }));
    }

    /// Sets how the call ends.
    pub(crate) fn ends(mut self, error: Option<String>) {
        self.error = error;
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        let error = self.error.take();
        self.add(Event::End(error));
    }
}

fn run(
    events: &Receiver<Option<Happened>>,
    mut viewer: Viewer,
    mut recorder: Option<Recorder>,
    mut schemas: Schemas,
    group: &str,
) {
    let (mut calls, mut judge) = (Calls::default(), Judge::default());
    let mut has_failed = false;
    for happened in events.iter().map_while(|happened| happened) {
        let mut written = match &mut recorder {
            Some(recorder) => recorder.add(&happened),
            None => Ok(()),
        };
        if let Some(call) = calls.add(happened) {
            written = written.and(viewer.show(&call, group, &mut schemas, &mut judge));
        }
        if let Err(error) = written {
            if !has_failed {
                // It is possible that nobody reads this message. The calls continue.
                _ = writeln!(std::io::stderr(), "cannot write the calls: {error}");
            }
            has_failed = true;
        }
    }
    for call in calls.rest() {
        _ = viewer.show(&call, group, &mut schemas, &mut judge);
    }
}
