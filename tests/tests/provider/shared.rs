//! One struct as a resource, a data source and an ephemeral resource, and resources that are only state.

use tfvalue::provider::{Context, DataSource, EphemeralResource, Opened, Provider, Resource};
use tfvalue::testing::{Harness, Lint};
use tfvalue::{Attr, Diagnostics, Path, TfSchema};
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
}

#[test]
fn one_struct_has_several_kinds() {
    for version in [5, 6] {
        let harness = Harness::new(provider())
            .protocol(version)
            .allow(Lint::NotDeleted, Path::root());
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
