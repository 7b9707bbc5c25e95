//! Captures the log of handlers, to search the log for secrets.

use std::fmt::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use tracing::dispatcher::{self, Dispatch};
use tracing::field::{Field, Visit};
use tracing::metadata::LevelFilter;
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::{Interest, Subscriber};
use tracing::{Event, Level, Metadata};

/// Reads logged events and passes them on.
pub(super) struct Log {
    dispatch: Dispatch,
    lines: Lines,
}

type Lines = Arc<Mutex<Vec<String>>>;

impl Log {
    /// Creates a log that passes events on to the subscriber of the test, if there is one.
    pub(super) fn new() -> Self {
        let lines = Lines::default();
        let reader = Reader {
            outer: dispatcher::get_default(Clone::clone),
            lines: Arc::clone(&lines),
        };
        Log {
            dispatch: Dispatch::new(reader),
            lines,
        }
    }

    /// Runs a call, and returns the messages that the call logs on this thread.
    pub(super) fn of<T>(&self, call: impl FnOnce() -> T) -> (T, Vec<String>) {
        let result = dispatcher::with_default(&self.dispatch, call);
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        (result, std::mem::take(&mut lines))
    }
}

struct Reader {
    outer: Dispatch,
    lines: Lines,
}

/// The libraries that a client uses log whole messages at the TRACE level, which is off by default.
fn is_read(metadata: &Metadata<'_>) -> bool {
    metadata.is_event() && *metadata.level() <= Level::DEBUG
}

impl Subscriber for Reader {
    fn register_callsite(&self, _: &'static Metadata<'static>) -> Interest {
        Interest::sometimes()
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        None
    }

    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        is_read(metadata) || self.outer.enabled(metadata)
    }

    fn event(&self, event: &Event<'_>) {
        if is_read(event.metadata()) {
            let mut text = Text(String::new());
            event.record(&mut text);
            let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
            lines.push(text.0);
        }
        if self.outer.enabled(event.metadata()) {
            self.outer.event(event);
        }
    }

    fn new_span(&self, attributes: &Attributes<'_>) -> Id {
        self.outer.new_span(attributes)
    }

    fn record(&self, span: &Id, values: &Record<'_>) {
        self.outer.record(span, values);
    }

    fn record_follows_from(&self, span: &Id, follows: &Id) {
        self.outer.record_follows_from(span, follows);
    }

    fn enter(&self, span: &Id) {
        self.outer.enter(span);
    }

    fn exit(&self, span: &Id) {
        self.outer.exit(span);
    }

    fn clone_span(&self, span: &Id) -> Id {
        self.outer.clone_span(span)
    }

    fn try_close(&self, span: Id) -> bool {
        self.outer.try_close(span)
    }
}

/// The message and the fields of an event, as a string.
struct Text(String);

impl Visit for Text {
    fn record_str(&mut self, _: &Field, value: &str) {
        self.0.push_str(value);
        self.0.push(' ');
    }

    fn record_debug(&mut self, _: &Field, value: &dyn fmt::Debug) {
        // Writing to a string never fails.
        let _ = write!(self.0, "{value:?} ");
    }
}
