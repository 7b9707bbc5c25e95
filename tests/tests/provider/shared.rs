//! One struct as a resource, a data source and an ephemeral resource, and resources that exist only in the state.

use tfvalue::provider::{Context, DataSource, EphemeralResource, Opened, Provider, Resource};
use tfvalue::{Attr, Diagnostics, Error, TfSchema};
use tfvalue_testing::{Harness, Property};
use tfvalue_tests::no_config::NoConfig;

#[derive(TfSchema)]
#[tf(kind(ephemeral, data_source, resource), version = 1)]
struct Echo {
    #[tf(required, replace)]
    text: Attr<String>,
    #[tf(default = 2)]
    times: Attr<u8>,
    #[tf(computed, keep)]
    echo: Attr<String>,
    #[tf(block)]
    part: tfvalue::Unknown<Vec<Part>>,
}

#[derive(TfSchema)]
struct Part {
    #[tf(optional)]
    name: Attr<String>,
}

impl Echo {
    fn complete(&mut self) {
        let times = self.times.copied().unwrap_or_default();
        let text = self.text.as_deref().unwrap_or_default();
        self.echo.set(text.repeat(times.into()));
    }
}

impl Resource for Echo {
    const NAME: &'static str = "echo";
    type Client = ();
    tfvalue::state_only!(Self::complete);
}

impl DataSource for Echo {
    const NAME: &'static str = "echo";
    type Client = ();

    async fn read(mut config: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        config.complete();
        Ok(config)
    }
}

impl EphemeralResource for Echo {
    const NAME: &'static str = "echo";
    type Client = ();

    async fn open(mut config: Self, _: &mut Context<()>) -> Result<Opened<Self>, Diagnostics> {
        config.complete();
        Ok(config.into())
    }
}

/// A resource whose values are computed once, by a function that can fail.
#[derive(TfSchema)]
#[tf(kind = resource)]
struct Draw {
    #[tf(required)]
    size: Attr<u8>,
    #[tf(computed, keep)]
    numbers: Attr<Vec<u8>>,
    #[tf(computed, keep)]
    draws: Attr<u32>,
}

impl Resource for Draw {
    const NAME: &'static str = "draw";
    type Client = ();
    tfvalue::state_only!(
        create = |draw| {
            let size = *draw.size.require("size")?;
            if size > 100 {
                return Err(Error::msg("at most 100 numbers can be drawn")
                    .at("size")
                    .into());
            }
            draw.numbers.set((0..size).collect::<Vec<_>>());
            draw.draws.set(draw.draws.copied().unwrap_or(0) + 1);
            Ok(())
        }
    );
}

/// A resource whose values are computed after each change, by a function that can fail.
#[derive(TfSchema)]
#[tf(kind = resource)]
struct Hash {
    #[tf(required)]
    text: Attr<String>,
    #[tf(computed)]
    length: Attr<usize>,
}

impl Hash {
    fn complete(&mut self) -> Result<(), Diagnostics> {
        let text = self.text.require("text")?;
        if text == "bad" {
            return Err(Error::msg("a text without harm is required")
                .at("text")
                .into());
        }
        self.length.set(text.len());
        Ok(())
    }
}

impl Resource for Hash {
    const NAME: &'static str = "hash";
    type Client = ();
    tfvalue::state_only!(Self::complete);
}

/// A resource with nothing to compute.
#[derive(TfSchema)]
#[tf(kind = resource)]
struct Trigger {
    #[tf(optional)]
    value: Attr<String>,
}

impl Resource for Trigger {
    const NAME: &'static str = "trigger";
    type Client = ();
    tfvalue::state_only!();
}

pub(crate) fn provider() -> Provider<()> {
    Provider::new::<NoConfig>("test")
        .resource::<Echo>()
        .data_source::<Echo>()
        .ephemeral_resource::<Echo>()
        .resource::<Trigger>()
        .resource::<Draw>()
        .resource::<Hash>()
}

#[test]
fn one_struct_has_several_kinds() {
    for version in [5, 6] {
        let harness = Harness::new(provider()).protocol(version);
        harness.configure("{}").succeeds();
        let mut echo = harness.resource("test_echo");
        let config = r#"{"text": "a", "part": [{"name": "x"}]}"#;
        assert_eq!(echo.apply(config).created().state::<Echo>().echo, "aa");
        echo.apply(r#"{"text": "b", "times": 3}"#).replaced();
        echo.destroy().destroyed();
        let read = harness.data_source("test_echo", config).succeeds();
        assert_eq!(read.state::<Echo>().echo, "aa");
        let opened = harness.ephemeral_resource("test_echo", config).succeeds();
        assert_eq!(opened.state::<Echo>().echo, "aa");
    }
}

#[test]
fn a_resource_can_be_only_state() {
    let harness = Harness::new(provider());
    harness.configure("{}").succeeds();
    let mut trigger = harness.resource("test_trigger");
    trigger.apply(r#"{"value": "a"}"#).created();
    trigger.apply(r#"{"value": "b"}"#).updated();
    trigger.apply(r#"{"value": "b"}"#).unchanged();
    assert_eq!(trigger.refresh().succeeds().state::<Trigger>().value, "b");
}

/// A read returns the state, even the state of an object that was destroyed or changed, because there is no other source.
#[test]
fn a_resource_that_is_only_state_passes_its_tests() {
    let harness = || {
        let harness = Harness::new(provider());
        harness.configure("{}").succeeds();
        harness
    };
    let used = harness();
    let mut trigger = used.resource("test_trigger");
    trigger.apply(r#"{"value": "a"}"#).created();
    trigger.drift().succeeds();
    trigger.delete_outside().succeeds();
    trigger.apply(r#"{"value": "a"}"#).unchanged();
    trigger.destroy_twice().destroyed();
    trigger.apply(r#"{"value": "a"}"#).created();
    trigger.destroy().destroyed();
    for name in ["test_trigger", "test_draw", "test_hash"] {
        Property::new(name, harness)
            .drift()
            .tolerate_errors()
            .cases(30)
            .check();
    }
}

#[test]
fn the_function_of_a_resource_that_is_only_state_can_fail() {
    let harness = Harness::new(provider());
    harness.configure("{}").succeeds();
    let mut hash = harness.resource("test_hash");
    let error = "a text without harm is required";
    assert!(
        hash.apply(r#"{"text": "bad"}"#)
            .fails("text", error)
            .value
            .is_null()
    );
    assert_eq!(
        hash.apply(r#"{"text": "good"}"#)
            .created()
            .state::<Hash>()
            .length,
        4
    );
    // The prior state remains.
    let failed = hash.apply(r#"{"text": "bad"}"#).fails("text", error);
    assert_eq!(failed.state::<Hash>().text, "good");
    assert_eq!(
        hash.apply(r#"{"text": "x"}"#)
            .updated()
            .state::<Hash>()
            .length,
        1
    );
    hash.destroy().destroyed();
}

#[test]
fn the_function_can_run_only_on_create() {
    let harness = Harness::new(provider());
    harness.configure("{}").succeeds();
    let mut draw = harness.resource("test_draw");
    draw.apply(r#"{"size": 101}"#)
        .fails("size", "at most 100 numbers can be drawn");
    draw.apply(r#"{"size": 2}"#).created();
    let state: Draw = draw.apply(r#"{"size": 3}"#).updated().state();
    assert_eq!(state.numbers.value().map(Vec::as_slice), Some(&[0, 1][..]));
    assert_eq!(state.draws, 1);
    draw.destroy().destroyed();
}
