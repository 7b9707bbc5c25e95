//! Where handlers report diagnostics, and how many diagnostics they report.

use std::collections::BTreeMap;

use prost::Message as _;
use tfvalue::provider::{Action, Context, ListResource, ListResults, Plan, Provider, Resource};
use tfvalue::state::MoveSource;
use tfvalue::tfplugin6::{invoke_action, list_resource};
use tfvalue::{Attr, Diagnostic, Diagnostics, Error, Path, Set, TfSchema, Unknown};
use tfvalue_testing::{Harness, Outcome};
use tfvalue_tests::no_config::NoConfig;

use crate::calls::{config, configured, stream, texts};

#[derive(TfSchema)]
#[tf(
    kind = resource, version = 2, paths, identity = ServerIdentity, upgrade(1 = Old), moved_from("x_old" = Old)
)]
struct Server {
    #[tf(required)]
    name: Attr<String>,
    #[tf(optional)]
    logs: Attr<BTreeMap<String, Attr<Log>>>,
    #[tf(block)]
    disk: Unknown<Vec<Disk>>,
    #[tf(block)]
    rule: Unknown<Set<Rule>>,
}

#[derive(TfSchema)]
#[tf(paths)]
struct Log {
    #[tf(optional)]
    host: Attr<String>,
}

#[derive(TfSchema)]
#[tf(paths)]
struct Disk {
    #[tf(optional)]
    size: Attr<i64>,
}

#[derive(TfSchema)]
struct Rule {
    #[tf(optional)]
    port: Attr<i64>,
}

#[derive(TfSchema)]
#[tf(kind = identity)]
struct ServerIdentity {
    name: String,
}

#[derive(TfSchema)]
#[tf(version = 1)]
struct Old {
    #[tf(required)]
    name: Attr<i64>,
}

impl TryFrom<Old> for Server {
    type Error = Error;

    fn try_from(old: Old) -> Result<Self, Error> {
        Err(match old.name.copied() {
            Some(0) => Diagnostic::error("Old server", "It has no name.")
                .at("name")
                .into(),
            _ => Error::msg("a name is required").at("name"),
        })
    }
}

fn report(message: &str) -> Diagnostics {
    let mut diagnostics = Diagnostics::new();
    let places = Server::paths;
    let rule = Path::from("rule").index(1).attribute("port");
    for place in [
        places().logs().key("a").host(),
        rule,
        places().disk().index(0).into(),
        places().disk().index(0).size(),
        // A service reports attributes that the schema does not have.
        Path::from("quota"),
        Path::from("disk").index(0).attribute("quota"),
    ] {
        diagnostics.push(Diagnostic::error("Bad", message).at(place));
    }
    diagnostics
}

impl Resource for Server {
    const NAME: &'static str = "server";
    type Client = ();

    async fn create(plan: Self, context: &mut Context<()>) -> Result<Self, Diagnostics> {
        if plan.name == "create" {
            context.warn(
                Diagnostic::warning("Slow", "It takes long.").at(Path::from("disk").index(0)),
            );
            return Err(report("created"));
        }
        Ok(plan)
    }

    async fn read(state: Self, _: &mut Context<()>) -> Result<Option<Self>, Diagnostics> {
        Ok(Some(state))
    }

    async fn update(_: Self, plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        Ok(plan)
    }

    async fn delete(_: Self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        Ok(())
    }

    async fn plan(plan: &mut Plan<'_, Self>, context: &mut Context<()>) -> Result<(), Diagnostics> {
        if plan.change()?.planned.name == "plan" {
            return Err(report("planned"));
        }
        context.warn(Diagnostic::warning("Expensive", "It costs a lot."));
        Ok(())
    }
}

#[derive(TfSchema)]
#[tf(kind = list)]
struct Search {}

impl ListResource for Server {
    type Search = Search;

    async fn list(
        _: Search,
        _: &mut ListResults<'_, Self>,
        context: &mut Context<()>,
    ) -> Result<(), Diagnostics> {
        context.warn(Diagnostic::warning("Slow", "It takes long."));
        Err(Error::msg("it failed").into())
    }
}

#[derive(TfSchema)]
#[tf(kind = action)]
struct Restart {}

impl Action for Restart {
    const NAME: &'static str = "restart";
    type Client = ();

    async fn invoke(_: Self, context: &mut Context<()>) -> Result<(), Diagnostics> {
        context.warn(Diagnostic::warning("Slow", "It takes long."));
        Err(Error::msg("it failed").into())
    }
}

fn provider() -> Provider<()> {
    Provider::new::<NoConfig>("x")
        .resource::<Server>()
        .list_resource::<Server>()
        .action::<Restart>()
}

const REST: &str = r#""logs": {"a": {}}, "disk": [{}], "rule": [{"port": 1}, {"port": 2}]"#;

fn applied(name: &str) -> Outcome {
    let harness = Harness::new(provider());
    harness.configure("{}").succeeds();
    harness
        .resource("x_server")
        .apply(format!(r#"{{"name": "{name}", {REST}}}"#).as_str())
}

/// If Terraform cannot find a path, it points at the resource, or even at a different block.
#[test]
fn handlers_report_places_that_terraform_finds() {
    let places = |text: &str| {
        [
            format!(r#"logs["a"] | Bad | logs["a"].host: {text}"#),
            format!("rule | Bad | rule[port = 2].port: {text}"),
            format!("disk[0] | Bad | disk[0]: {text}"),
            format!("disk[0].size | Bad | {text}"),
            format!(" | Bad | quota: {text}"),
            format!("disk[0] | Bad | disk[0].quota: {text}"),
        ]
    };
    assert_eq!(texts(&applied("plan").diagnostics), places("planned"));
    let mut created = vec![
        " | Expensive | It costs a lot.".to_owned(),
        "disk[0] | Slow | disk[0]: It takes long.".to_owned(),
    ];
    created.extend(places("created"));
    assert_eq!(texts(&applied("create").diagnostics), created);
}

/// The message of an error does not matter.
#[test]
fn a_path_that_terraform_does_not_show_precedes_every_text() {
    for (text, expected) in [
        ("too small", "disk[0]: too small"),
        ("disk[0]: too small", "disk[0]: disk[0]: too small"),
    ] {
        let diagnostic = Diagnostic::error("Bad", text).at(Server::paths().disk().index(0));
        let diagnostics = Diagnostics::from(diagnostic).in_config(&Server::block());
        assert_eq!(diagnostics.to_string(), format!("Bad: {expected}"));
    }
}

/// An update is planned in two passes.
#[test]
fn warnings_of_a_plan_are_reported_once() {
    let harness = Harness::new(provider());
    harness.configure("{}").succeeds();
    let mut server = harness.resource("x_server");
    server.apply(r#"{"name": "a"}"#).created();
    let planned = server.plan(r#"{"name": "b"}"#);
    assert_eq!(planned.diagnostics.len(), 1, "{:?}", planned.diagnostics);
}

#[test]
fn failed_searches_and_actions_report_their_warnings() {
    let provider = configured(provider(), "{}");
    let request = list_resource::Request {
        type_name: "x_server".into(),
        config: Some(config("{}")),
        ..Default::default()
    };
    let [event] = &stream(&provider, "ListResource", &request)[..] else {
        panic!("one event is required");
    };
    let listed = list_resource::Event::decode(&event[..]).unwrap().diagnostic;

    let request = invoke_action::Request {
        action_type: "x_restart".into(),
        config: Some(config("{}")),
        ..Default::default()
    };
    let [event] = &stream(&provider, "InvokeAction", &request)[..] else {
        panic!("one event is required");
    };
    let Some(invoke_action::event::Type::Completed(completed)) =
        invoke_action::Event::decode(&event[..]).unwrap().r#type
    else {
        panic!("the action must be complete");
    };
    for diagnostics in [listed, completed.diagnostics] {
        assert_eq!(
            texts(&diagnostics),
            [" | Slow | It takes long.", " | Invalid value | it failed"]
        );
    }
}

/// Terraform shows the line in the configuration, although this line is not the cause.
#[test]
fn errors_about_stored_states_say_so() {
    let harness = Harness::new(provider());
    let mut server = harness.resource("x_server");
    for (state, text) in [
        ("1", "name: a name is required"),
        (
            "\"a\"",
            "name: a number is required, got \"a\" at line 1 column 10",
        ),
    ] {
        let state = format!(r#"{{"name": {state}}}"#);
        let upgraded = server.upgrade(1, &state);
        assert_eq!(
            texts(&upgraded.diagnostics),
            [format!("name | Stored state cannot be upgraded | {text}")]
        );
        let source = MoveSource::new("x_old", 1, "registry.terraform.io/example/x");
        let moved = server.move_from(&source, &state);
        assert_eq!(
            texts(&moved.diagnostics),
            [format!("name | State cannot be moved | {text}")]
        );
    }
    let upgraded = server.upgrade(1, r#"{"name": 0}"#);
    assert_eq!(
        texts(&upgraded.diagnostics),
        ["name | Old server | It has no name."]
    );
}
