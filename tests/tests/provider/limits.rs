//! Time limits of operations.

use std::future::{pending, poll_fn};
use std::task::Poll;
use std::time::{Duration, Instant};

use tfvalue::provider::{Context, DataSource, Operation, Provider, Resource};
use tfvalue::tfplugin6::{DynamicValue, apply_resource_change, read_data_source, read_resource};
use tfvalue::{Attr, Diagnostics, Error, GoDuration, TfSchema};
use tfvalue_tests::no_config::NoConfig;

use crate::calls::{config, configured, texts};
use crate::{interrupted, wait};

tfvalue::timeouts! {
    struct Timeouts {
        create: "5ms",
        delete: "20m",
        read: "2ms",
    }
}

tfvalue::timeouts! {
    struct Reading {
        read: "2ms",
    }
}

#[derive(TfSchema, Default)]
#[tf(kind = resource)]
struct Server {
    /// What the handler does.
    #[tf(optional)]
    does: Attr<String>,
    #[tf(computed)]
    id: Attr<String>,
    #[tf(block)]
    timeouts: Option<Timeouts>,
}

impl Server {
    async fn serve(&mut self, context: &mut Context<()>) -> Result<(), Diagnostics> {
        match self.does.as_deref() {
            Some("wait") => context.until_cancelled(pending()).await?,
            Some("save and wait") => {
                self.id.set("17");
                context.save(self)?;
                context.until_cancelled(pending()).await?;
            }
            Some("own error") => {
                context.cancelled().await;
                assert!(context.is_cancelled());
                Err(Error::msg("the server is still starting"))?;
            }
            Some("ignore") => context.cancelled().await,
            Some("end in time") => {
                assert!(context.deadline() > Some(Instant::now()) && !context.is_cancelled());
                // This future becomes ready when it is polled for the second time, without another thread.
                let mut polls = 0;
                let future = poll_fn(|polling| {
                    polls += 1;
                    polling.waker().wake_by_ref();
                    if polls < 2 {
                        Poll::Pending
                    } else {
                        Poll::Ready(7)
                    }
                });
                assert_eq!(context.until_cancelled(future).await?, 7);
            }
            _ => {}
        }
        Ok(())
    }
}

impl Resource for Server {
    const NAME: &'static str = "server";
    type Client = ();

    fn time_limit(&self, operation: Operation) -> Result<Option<Duration>, Error> {
        let timeouts = self.timeouts.clone().unwrap_or_default();
        Ok(Some(match operation {
            Operation::Create => timeouts.create()?,
            Operation::Read => timeouts.read()?,
            Operation::Delete => timeouts.delete()?,
            // No attribute sets the time limits of the other operations.
            _ => Duration::from_millis(1),
        }))
    }

    async fn create(mut plan: Self, context: &mut Context<()>) -> Result<Self, Diagnostics> {
        plan.serve(context).await?;
        plan.id.set("1");
        Ok(plan)
    }

    async fn read(mut state: Self, context: &mut Context<()>) -> Result<Option<Self>, Diagnostics> {
        state.serve(context).await?;
        Ok(Some(state))
    }

    async fn update(
        prior: Self,
        mut plan: Self,
        context: &mut Context<()>,
    ) -> Result<Self, Diagnostics> {
        plan.serve(context).await?;
        plan.id = prior.id;
        Ok(plan)
    }

    async fn delete(mut state: Self, context: &mut Context<()>) -> Result<(), Diagnostics> {
        state.serve(context).await
    }
}

#[derive(TfSchema)]
#[tf(kind = data_source)]
struct Answer {
    #[tf(computed)]
    text: Attr<String>,
}

impl DataSource for Answer {
    const NAME: &'static str = "answer";
    type Client = ();

    async fn read(_: Self, context: &mut Context<()>) -> Result<Self, Diagnostics> {
        context.until_cancelled(pending()).await
    }

    fn time_limit(&self) -> Result<Option<Duration>, Error> {
        Ok(Some(Duration::from_millis(1)))
    }
}

/// A resource whose time limits come from the block.
#[derive(TfSchema, Clone, Default)]
#[tf(kind = resource)]
struct Declared {
    #[tf(optional)]
    name: Attr<String>,
    #[tf(block)]
    timeouts: Option<Timeouts>,
}

impl Resource for Declared {
    const NAME: &'static str = "declared";
    type Client = ();

    async fn create(_: Self, context: &mut Context<()>) -> Result<Self, Diagnostics> {
        context.until_cancelled(pending()).await
    }

    async fn read(state: Self, _: &mut Context<()>) -> Result<Option<Self>, Diagnostics> {
        Ok(Some(state))
    }

    async fn delete(_: Self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

/// A data source with a nested attribute for its time limit.
#[derive(TfSchema, Default)]
#[tf(kind = data_source)]
struct Found {
    #[tf(optional)]
    timeouts: Attr<Reading>,
}

impl DataSource for Found {
    const NAME: &'static str = "found";
    type Client = ();

    async fn read(_: Self, context: &mut Context<()>) -> Result<Self, Diagnostics> {
        context.until_cancelled(pending()).await
    }
}

fn provider() -> Provider<()> {
    let provider = Provider::new::<NoConfig>("slow")
        .resource::<Server>()
        .resource::<Declared>()
        .data_source::<Answer>()
        .data_source::<Found>();
    configured(provider, "{}")
}

fn server(does: &str, timeouts: Option<Timeouts>) -> Server {
    let mut server = Server {
        does: does.into(),
        id: Attr::default(),
        timeouts,
    };
    server.id.set_unknown();
    server
}

/// Applies a change. Returns the new ID and the messages.
fn apply(
    provider: &Provider<()>,
    prior: Option<&Server>,
    planned: Option<&Server>,
) -> (Option<String>, Vec<String>) {
    let encoded = |server: Option<&Server>| match server {
        Some(server) => DynamicValue::encode_plan(server).unwrap(),
        None => DynamicValue::null(),
    };
    let request = apply_resource_change::Request {
        type_name: "slow_server".into(),
        prior_state: Some(encoded(prior)),
        planned_state: Some(encoded(planned)),
        config: Some(encoded(planned)),
        ..Default::default()
    };
    let applied: apply_resource_change::Response = wait(provider, "ApplyResourceChange", &request);
    let state: Option<Server> = applied.new_state.unwrap().decode().unwrap();
    let id = state.map(|state| state.id.as_deref().unwrap_or("null").to_owned());
    (id, texts(&applied.diagnostics))
}

fn create(does: &str, timeouts: Option<Timeouts>) -> (Option<String>, Vec<String>) {
    apply(&provider(), None, Some(&server(does, timeouts)))
}

fn exceeded(operation: &str, limit: &str) -> String {
    format!(
        "timeouts.{operation} | Time limit exceeded | The operation \"{operation}\" exceeded its time limit \
         of {limit}. The attribute timeouts.{operation} sets the limit."
    )
}

#[test]
fn the_deadline_ends_what_a_handler_waits_for() {
    let (state, faults) = create("wait", None);
    assert_eq!(faults, [exceeded("create", "5ms")]);
    assert_eq!(state, None);

    let configured = Timeouts {
        create: "1ms".parse::<GoDuration>().unwrap().into(),
        ..Timeouts::default()
    };
    let (_, faults) = create("wait", Some(configured));
    assert_eq!(faults, [exceeded("create", "1ms")]);
}

#[test]
fn a_saved_state_is_kept() {
    let (state, faults) = create("save and wait", None);
    assert_eq!(faults, [exceeded("create", "5ms")]);
    assert_eq!(state.as_deref(), Some("17"));
}

#[test]
fn other_errors_are_reported_with_the_limit() {
    let (_, faults) = create("own error", None);
    let own = " | Invalid value | the server is still starting";
    assert_eq!(faults, [own.to_owned(), exceeded("create", "5ms")]);
}

#[test]
fn success_after_the_deadline_is_success() {
    let (state, faults) = create("ignore", None);
    assert_eq!(faults, [""; 0]);
    assert_eq!(state.as_deref(), Some("1"));
}

#[test]
fn a_limit_that_is_not_exceeded_changes_nothing() {
    let provider = provider();
    let prior = server("end in time", None);
    let (state, faults) = apply(&provider, Some(&prior), None);
    assert_eq!(faults, [""; 0]);
    assert_eq!(state, None);
}

#[test]
fn a_limit_without_an_attribute_has_no_path() {
    let (prior, planned) = (server("", None), server("wait", None));
    let (_, faults) = apply(&provider(), Some(&prior), Some(&planned));
    let expected =
        " | Time limit exceeded | The operation \"update\" exceeded its time limit of 1ms.";
    assert_eq!(faults, [expected]);

    let request = read_data_source::Request {
        type_name: "slow_answer".into(),
        config: Some(config("{\"text\": null}")),
        ..Default::default()
    };
    let read: read_data_source::Response = wait(&provider(), "ReadDataSource", &request);
    let expected =
        " | Time limit exceeded | The operation \"read\" exceeded its time limit of 1ms.";
    assert_eq!(texts(&read.diagnostics), [expected]);
}

#[test]
fn a_refresh_has_a_limit() {
    let server = Server {
        id: "1".into(),
        ..server("wait", None)
    };
    let state = DynamicValue::encode_state(&server).unwrap();
    let request = read_resource::Request {
        type_name: "slow_server".into(),
        current_state: Some(state.clone()),
        ..Default::default()
    };
    let read: read_resource::Response = wait(&provider(), "ReadResource", &request);
    assert_eq!(texts(&read.diagnostics), [exceeded("read", "2ms")]);
    assert_eq!(read.new_state, Some(state));
}

#[test]
fn an_interruption_is_not_a_time_limit() {
    let provider = provider();
    let request = apply_resource_change::Request {
        type_name: "slow_server".into(),
        prior_state: Some(DynamicValue::encode_plan(&server("wait", None)).unwrap()),
        planned_state: Some(DynamicValue::null()),
        ..Default::default()
    };
    let applied: apply_resource_change::Response =
        interrupted(&provider, "ApplyResourceChange", &request, || {
            provider.stop();
        });
    let expected =
        " | Operation cancelled | Terraform was interrupted before the operation was complete.";
    assert_eq!(texts(&applied.diagnostics), [expected]);
}

fn created(limit: &str) -> Declared {
    let timeouts = Timeouts {
        create: limit.parse::<GoDuration>().unwrap().into(),
        ..Timeouts::default()
    };
    Declared {
        timeouts: Some(timeouts),
        ..Declared::default()
    }
}

#[test]
fn the_limits_of_the_block_apply_without_a_method() {
    let limits = |declared: &Declared| {
        let operations = [
            Operation::Create,
            Operation::Read,
            Operation::Update,
            Operation::Delete,
        ];
        operations.map(|operation| declared.time_limit(operation).unwrap())
    };
    let (create, read) = (Duration::from_millis(5), Duration::from_millis(2));
    let delete = Duration::from_secs(20 * 60);
    let expected = [Some(create), Some(read), None, Some(delete)];
    assert_eq!(limits(&Declared::default()), expected);
    let expected = [
        Some(Duration::from_secs(3600)),
        Some(read),
        None,
        Some(delete),
    ];
    assert_eq!(limits(&created("1h")), expected);
    for stored in ["-1h", "0s"] {
        assert_eq!(limits(&created(stored))[0], Some(create), "{stored}");
    }

    for (declared, limit) in [(Declared::default(), "5ms"), (created("1ms"), "1ms")] {
        let planned = DynamicValue::encode_plan(&declared).unwrap();
        let request = apply_resource_change::Request {
            type_name: "slow_declared".into(),
            prior_state: Some(DynamicValue::null()),
            planned_state: Some(planned.clone()),
            config: Some(planned),
            ..Default::default()
        };
        let applied: apply_resource_change::Response =
            wait(&provider(), "ApplyResourceChange", &request);
        assert_eq!(texts(&applied.diagnostics), [exceeded("create", limit)]);
    }
}

/// A state with `read = "-1s"` caused every later call to fail, even after the configuration was corrected.
#[test]
fn no_call_is_refused_because_of_a_stored_limit() {
    for stored in ["-1s", "0s"] {
        let mut state = created(stored);
        let timeouts = state.timeouts.as_mut().unwrap();
        timeouts.read = timeouts.create.clone();
        timeouts.delete = timeouts.create.clone();
        let state = DynamicValue::encode(&state).unwrap();
        let request = read_resource::Request {
            type_name: "slow_declared".into(),
            current_state: Some(state.clone()),
            ..Default::default()
        };
        let read: read_resource::Response = wait(&provider(), "ReadResource", &request);
        assert_eq!(texts(&read.diagnostics), [""; 0]);
        let request = apply_resource_change::Request {
            type_name: "slow_declared".into(),
            prior_state: Some(state),
            planned_state: Some(DynamicValue::null()),
            ..Default::default()
        };
        let applied: apply_resource_change::Response =
            wait(&provider(), "ApplyResourceChange", &request);
        assert_eq!(texts(&applied.diagnostics), [""; 0]);
        assert!(applied.new_state.unwrap().is_null());
    }
}

#[test]
fn the_limit_of_a_nested_attribute_applies_to_a_data_source() {
    let default = Some(Duration::from_millis(2));
    assert_eq!(Found::default().time_limit().unwrap(), default);
    let request = read_data_source::Request {
        type_name: "slow_found".into(),
        config: Some(config(r#"{"timeouts": {"read": "1ms"}}"#)),
        ..Default::default()
    };
    let read: read_data_source::Response = wait(&provider(), "ReadDataSource", &request);
    // Terraform can point at an attribute, but not at a member of the attribute's value.
    let expected = "timeouts | Time limit exceeded | timeouts.read: The operation \"read\" exceeded its time limit \
                    of 1ms. The attribute timeouts.read sets the limit.";
    assert_eq!(texts(&read.diagnostics), [expected]);
}
