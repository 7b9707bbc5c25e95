//! Waiting for a condition with `Context::poll`.

use std::cell::RefCell;
use std::fmt::{self, Write as _};
use std::future::pending;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tfvalue::provider::{Context, Polled, Polling, Provider, ProviderConfig, Resource};
use tfvalue::tfplugin6::{DynamicValue, apply_resource_change};
use tfvalue::{Attr, Diagnostic, Diagnostics, GoDuration, TfSchema, tfplugin5};
use tfvalue_testing::{Harness, Lint, Outcome};
use tracing::field::{Field, Visit};

use crate::calls::{configured, texts};
use crate::{interrupted, wait};

#[derive(TfSchema)]
#[tf(kind = provider)]
struct Config {}

/// A server that needs at least this many checks is never deleted.
const FOREVER: usize = 1_000_000;

/// Counts the checks.
#[derive(Default)]
struct Checks(AtomicUsize);

impl ProviderConfig for Config {
    type Client = Checks;

    async fn configure(self, _: &mut Context<()>) -> Result<Checks, Diagnostics> {
        Ok(Checks::default())
    }
}

tfvalue::timeouts! {
    struct Timeouts {
        create: "30m",
    }
}

#[derive(TfSchema, Default)]
#[tf(kind = resource)]
struct Server {
    /// The states that successive checks see. Further checks see the last state again.
    #[tf(required)]
    states: Attr<Vec<Attr<String>>>,
    #[tf(optional)]
    times: Attr<u32>,
    #[tf(optional)]
    missing: Attr<u32>,
    /// The time limit of the wait itself.
    #[tf(optional)]
    limit: Attr<GoDuration>,
    /// Whether the checks follow one another without advancing the time.
    #[tf(optional)]
    fast: Attr<bool>,
    /// Whether the server is not saved before the wait.
    #[tf(optional)]
    unsaved: Attr<bool>,
    #[tf(computed)]
    seen: Attr<String>,
    #[tf(block)]
    timeouts: Option<Timeouts>,
}

impl Server {
    fn polling(&self) -> Result<Polling, Diagnostics> {
        let mut polling = Polling::new();
        if let Some(times) = self.times.copied() {
            polling = polling.times(times);
        }
        if let Some(missing) = self.missing.copied() {
            polling = polling.missing(missing);
        }
        if let Some(limit) = self.limit.value() {
            polling = polling.time_limit(limit.duration()?);
        }
        if self.fast == true {
            polling = polling.every(Duration::ZERO);
        }
        Ok(polling)
    }
}

impl Resource for Server {
    const NAME: &'static str = "server";
    type Client = Checks;

    async fn create(mut plan: Self, context: &mut Context<Checks>) -> Result<Self, Diagnostics> {
        if plan.unsaved != true {
            context.save(&plan)?;
        }
        let states = plan.states.require("states")?;
        let checks = AtomicUsize::new(0);
        let check = async || {
            let number = checks.fetch_add(1, Ordering::Relaxed);
            context.client().0.fetch_add(1, Ordering::Relaxed);
            let state = states.get(number).or(states.last());
            match state.and_then(Attr::as_deref) {
                Some("ready") => Ok(Polled::Ready(format!("check {}", number + 1))),
                Some("missing") => Ok(Polled::Missing),
                Some("hangs") => pending().await,
                Some("failed") => {
                    Err(Diagnostic::error("Server failed", "It burns.").at("states"))?
                }
                state => Ok(Polled::Pending(state.unwrap_or_default())),
            }
        };
        let seen = context.poll_with(plan.polling()?, check).await?;
        plan.seen.set(seen);
        Ok(plan)
    }

    async fn read(state: Self, context: &mut Context<Checks>) -> Result<Option<Self>, Diagnostics> {
        let checks = context.client().0.load(Ordering::Relaxed);
        let is_deleted = (100..FOREVER).contains(&checks);
        Ok((!is_deleted).then_some(state))
    }

    /// Uses the defaults.
    async fn delete(_: Self, context: &mut Context<Checks>) -> Result<(), Diagnostics> {
        let checks = &context.client().0;
        let check = async || match checks.fetch_add(1, Ordering::Relaxed) {
            100..FOREVER => Ok(Polled::Ready(())),
            _ => Ok(Polled::Pending("deleting")),
        };
        context.poll(check).await
    }
}

fn provider() -> Provider<Checks> {
    Provider::new::<Config>("cloud").resource::<Server>()
}

/// Creates a server without waiting.
fn create(config: &str) -> Outcome {
    let harness = Harness::new(provider()).skip_waits();
    harness.configure("{}").succeeds();
    harness.resource("cloud_server").apply(config)
}

/// Returns the result of waiting for a server.
fn seen(config: &str) -> String {
    let server: Server = create(config).created().state();
    server.seen.require("seen").unwrap().clone()
}

/// Returns the errors from waiting for a server.
fn errors(config: &str) -> Vec<String> {
    texts_of(&create(config))
}

fn texts_of(outcome: &Outcome) -> Vec<String> {
    let errors = outcome.errors();
    let text = |error: &tfplugin5::Diagnostic| format!("{}: {}", error.summary, error.detail);
    errors.map(text).collect()
}

/// Returns the request to create a server that is never ready.
fn request(server: Server) -> apply_resource_change::Request {
    let mut planned = server;
    planned.seen.set_unknown();
    let planned = DynamicValue::encode_plan(&planned).unwrap();
    apply_resource_change::Request {
        type_name: "cloud_server".into(),
        prior_state: Some(DynamicValue::null()),
        planned_state: Some(planned.clone()),
        config: Some(planned),
        ..Default::default()
    }
}

#[test]
fn the_first_ready_state_ends_the_wait() {
    assert_eq!(seen(r#"{"states": ["ready"]}"#), "check 1");
    assert_eq!(
        seen(r#"{"states": ["starting", "missing", "starting", "ready"]}"#),
        "check 4"
    );
}

#[test]
fn a_wait_before_the_object_is_saved_is_found() {
    for (states, attempt) in [("ready", "ends"), ("failed", "fails")] {
        let outcome = create(&format!(r#"{{"states": ["{states}"], "unsaved": true}}"#));
        let kinds: Vec<_> = outcome
            .findings
            .iter()
            .map(|finding| finding.kind)
            .collect();
        assert_eq!(kinds, [Lint::WaitBeforeSave.into()], "the wait {attempt}");
    }
}

#[test]
fn ready_counts_several_times_in_a_row() {
    let states = r#""ready", "ready", "starting", "ready", "missing", "ready""#;
    let config = format!(r#"{{"states": [{states}], "times": 3}}"#);
    assert_eq!(seen(&config), "check 8");
    // A limit of zero checks in a row is treated as one.
    assert_eq!(seen(r#"{"states": ["ready"], "times": 0}"#), "check 1");
}

#[test]
fn an_object_may_be_missing_some_times_in_a_row() {
    let expected = "Object not found: 3 checks in a row did not find the object.";
    assert_eq!(
        errors(r#"{"states": ["missing"], "missing": 2}"#),
        [expected]
    );
    let config =
        r#"{"states": ["missing", "missing", "starting", "missing", "ready"], "missing": 2}"#;
    assert_eq!(seen(config), "check 5");
    let expected = "Object not found: 21 checks in a row did not find the object.";
    assert_eq!(errors(r#"{"states": ["missing"]}"#), [expected]);
}

#[test]
fn an_error_ends_the_wait() {
    let outcome = create(r#"{"states": ["starting", "failed"]}"#);
    assert_eq!(outcome.errors().count(), 1);
    outcome.fails("states", "It burns.");
}

#[test]
fn the_deadline_shows_the_last_state() {
    let outcome = create(r#"{"states": ["creating", "starting"], "timeouts": {"create": "3s"}}"#);
    let errors = texts_of(&outcome);
    // The checks are made after 0 s, 0.5 s and 1.5 s, or up to 25 % later.
    let expected = "Time limit exceeded: The operation \"create\" exceeded its time limit of 3s. After 3 checks, \
                    the last state was \"starting\". The attribute timeouts.create sets the limit.";
    assert_eq!(errors, [expected]);
    outcome.fails("timeouts.create", "starting");

    let expected = "Time limit exceeded: The condition did not hold within 2m0s. After 16 checks, the last state was \
                    \"ready\".";
    let config = r#"{"states": ["ready"], "times": 100, "limit": "2m"}"#;
    let text = errors_without_count(config);
    assert_eq!(text, expected.replace("16 ", ""));
    // The earlier limit wins.
    let config =
        r#"{"states": ["missing"], "missing": 9, "limit": "1h", "timeouts": {"create": "2s"}}"#;
    assert!(errors_without_count(config).ends_with(
        "the last state was \"not found\". The attribute timeouts.create sets the limit."
    ));
}

/// Returns the error, but omits the number of checks because this number is random.
fn errors_without_count(config: &str) -> String {
    let errors = errors(config);
    assert_eq!(errors.len(), 1, "{errors:?}");
    let (start, end) = errors[0].split_once("After ").unwrap();
    format!(
        "{start}After {}",
        end.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ')
    )
}

#[test]
fn an_operation_without_a_limit_has_one_of_20_minutes() {
    let harness = Harness::new(provider()).skip_waits();
    harness.configure("{}").succeeds();
    let mut server = harness.resource("cloud_server");
    server.apply(r#"{"states": ["ready"]}"#).created();
    server.destroy().destroyed();
    let checks = &harness.client().0;
    // One check for the creation and 100 checks for the deletion, with waits of at least 955 s and at most 1195 s.
    assert_eq!(checks.load(Ordering::Relaxed), 101);

    checks.store(0, Ordering::Relaxed);
    let mut server = harness.resource("cloud_server");
    server.apply(r#"{"states": ["ready"]}"#).created();
    checks.store(FOREVER, Ordering::Relaxed);
    let deleted = server.destroy();
    let error = &texts_of(&deleted)[0];
    let start = "Time limit exceeded: The condition did not hold within 20m0s. After ";
    assert!(error.starts_with(start), "{error}");
    assert!(
        error.ends_with(" checks, the last state was \"deleting\"."),
        "{error}"
    );
}

#[test]
fn time_passes_between_checks() {
    let server = |states: &[&str]| Server {
        states: states.iter().copied().collect(),
        fast: true.into(),
        ..Server::default()
    };
    let provider = configured(provider(), "{}");
    let created: apply_resource_change::Response = wait(
        &provider,
        "ApplyResourceChange",
        &request(server(&["a", "b", "ready"])),
    );
    assert_eq!(texts(&created.diagnostics), [""; 0]);
    let state: Server = created.new_state.unwrap().decode().unwrap();
    assert_eq!(state.seen, "check 3");

    for (state, last) in [("starting", ""), ("hangs", "No check was complete.")] {
        let limited = Server {
            timeouts: Some(Timeouts {
                create: GoDuration::from_static("3ms").into(),
            }),
            ..server(&[state])
        };
        let created: apply_resource_change::Response =
            wait(&provider, "ApplyResourceChange", &request(limited));
        let texts = texts(&created.diagnostics);
        assert_eq!(texts.len(), 1, "{texts:?}");
        let start = "timeouts.create | Time limit exceeded | ";
        let is_expected = texts[0].starts_with(start) && texts[0].contains(last);
        assert!(is_expected, "{texts:?}");
    }
}

#[test]
fn an_interruption_ends_the_wait() {
    let provider = configured(provider(), "{}");
    for (state, last) in [
        (
            "starting",
            "After 1 check, the last state was \"starting\".",
        ),
        ("hangs", "No check was complete."),
    ] {
        let server = Server {
            states: [state].into(),
            ..Server::default()
        };
        let created: apply_resource_change::Response =
            interrupted(&provider, "ApplyResourceChange", &request(server), || {
                provider.stop();
            });
        let expected = format!(
            " | Operation cancelled | Terraform was interrupted before the operation was complete. {last}"
        );
        assert_eq!(texts(&created.diagnostics), [expected]);
    }
}

thread_local! {
    static LINES: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Records the events of waits, separately for each thread.
struct Events;

impl tracing::Subscriber for Events {
    fn enabled(&self, metadata: &tracing::Metadata<'_>) -> bool {
        metadata.target() == "tfvalue::provider::poll"
    }

    fn new_span(&self, _: &tracing::span::Attributes<'_>) -> tracing::span::Id {
        tracing::span::Id::from_u64(1)
    }

    fn record(&self, _: &tracing::span::Id, _: &tracing::span::Record<'_>) {}

    fn record_follows_from(&self, _: &tracing::span::Id, _: &tracing::span::Id) {}

    fn event(&self, event: &tracing::Event<'_>) {
        struct Line(String);

        impl Visit for Line {
            fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
                write!(self.0, " {}={value:?}", field.name()).unwrap();
            }
        }

        let mut line = Line(event.metadata().level().to_string());
        event.record(&mut line);
        LINES.with_borrow_mut(|lines| lines.push(line.0));
    }

    fn enter(&self, _: &tracing::span::Id) {}

    fn exit(&self, _: &tracing::span::Id) {}
}

#[test]
fn the_log_shows_the_progress() {
    tracing::subscriber::set_global_default(Events).unwrap();
    seen(r#"{"states": ["starting", "starting", "missing", "ready"]}"#);
    assert_eq!(
        LINES.take(),
        [
            "INFO message=polled checks=1 state=\"starting\"",
            "DEBUG message=polled checks=2 state=\"starting\"",
            "INFO message=polled checks=3 state=\"not found\"",
            "INFO message=polled checks=4 state=\"ready\"",
        ]
    );
}
