//! The subscriber of events.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use tracing::level_filters::LevelFilter;
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, subscriber};

use super::line::LineMembers;
use crate::timestamp::timestamp;

/// The crates of the transport. The events of these crates concern bytes, not the provider.
const TRANSPORT: [&str; 4] = ["h2", "mio", "rustls", "tokio"];

/// Formats each event as a single line, with the fields of the enclosing spans.
pub(super) struct Subscriber {
    level: LevelFilter,
    write: Box<dyn Fn(&str) + Send + Sync>,
    last_id: AtomicU64,
    spans: Mutex<HashMap<u64, Span>>,
}

struct Span {
    /// The fields of the span and of the enclosing spans.
    members: LineMembers,
    references: usize,
}

thread_local! {
    /// The spans that the thread has entered, with the innermost span last.
    static ENTERED: RefCell<Vec<Id>> = const { RefCell::new(Vec::new()) };
}

impl Subscriber {
    pub(super) fn new(level: LevelFilter, write: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Subscriber {
            level,
            write: Box::new(write),
            last_id: AtomicU64::new(0),
            spans: Mutex::default(),
        }
    }

    fn spans(&self) -> MutexGuard<'_, HashMap<u64, Span>> {
        self.spans.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the fields of a span, or of the span that the thread has entered.
    fn members(&self, parent: Option<&Id>, is_contextual: bool) -> LineMembers {
        let current = || ENTERED.with_borrow(|entered| entered.last().cloned());
        let id = parent
            .cloned()
            .or_else(|| is_contextual.then(current).flatten());
        id.and_then(|id| Some(self.spans().get(&id.into_u64())?.members.clone()))
            .unwrap_or_default()
    }
}

impl subscriber::Subscriber for Subscriber {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        let krate = metadata.target().split("::").next().unwrap_or_default();
        *metadata.level() <= self.level && !TRANSPORT.contains(&krate)
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(self.level)
    }

    fn new_span(&self, attributes: &Attributes<'_>) -> Id {
        let mut members = self.members(attributes.parent(), attributes.is_contextual());
        attributes.record(&mut members);
        let id = self.last_id.fetch_add(1, Ordering::Relaxed) + 1;
        let references = 1;
        self.spans().insert(
            id,
            Span {
                members,
                references,
            },
        );
        Id::from_u64(id)
    }

    fn record(&self, id: &Id, values: &Record<'_>) {
        // The `Debug` implementation of a value can log, so it must not run while the lock is held.
        let mut members = LineMembers::default();
        values.record(&mut members);
        if let Some(span) = self.spans().get_mut(&id.into_u64()) {
            span.members.extend(&members);
        }
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut members = LineMembers::default();
        event.record(&mut members);
        members.extend(&self.members(event.parent(), event.is_contextual()));
        let since = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
        let metadata = event.metadata();
        let line = members.line(*metadata.level(), metadata.target(), &timestamp(since));
        (self.write)(&line);
    }

    fn enter(&self, id: &Id) {
        ENTERED.with_borrow_mut(|entered| entered.push(id.clone()));
    }

    fn exit(&self, id: &Id) {
        ENTERED.with_borrow_mut(|entered| {
            if let Some(index) = entered.iter().rposition(|entered| entered == id) {
                entered.remove(index);
            }
        });
    }

    fn clone_span(&self, id: &Id) -> Id {
        if let Some(span) = self.spans().get_mut(&id.into_u64()) {
            span.references += 1;
        }
        id.clone()
    }

    fn try_close(&self, id: Id) -> bool {
        let mut spans = self.spans();
        let Some(span) = spans.get_mut(&id.into_u64()) else {
            return false;
        };
        span.references -= 1;
        let is_closed = span.references == 0;
        if is_closed {
            spans.remove(&id.into_u64());
        }
        is_closed
    }
}

#[cfg(test)]
mod tests {
    use std::fmt;

    use tracing::{Dispatch, debug, field, info_span};

    use super::*;

    /// A value that logs while it is formatted.
    struct Noisy;

    impl fmt::Debug for Noisy {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            debug!("formatting");
            f.write_str("noisy")
        }
    }

    #[test]
    fn values_can_log_while_they_are_recorded() {
        let log = Dispatch::new(Subscriber::new(LevelFilter::DEBUG, |_: &str| ()));
        tracing::dispatcher::with_default(&log, || {
            let span = info_span!("call", first = 1, second = field::Empty);
            let _entered = span.enter();
            span.record("second", field::debug(Noisy));
            let log = log.downcast_ref::<Subscriber>().unwrap();
            let spans = log.spans();
            let members = spans.values().next().unwrap().members.clone();
            let line = members.line(tracing::Level::INFO, "m", "t");
            assert!(line.contains(r#""first":1,"second":"noisy"}"#), "{line}");
        });
    }
}
