//! The harness for tests of providers sends the same requests as Terraform, in the same order.

use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bytes::Bytes;
use prost::Message;
use serde_json::Value as Json;
use terraform_provider_inventory::provider;
use tfvalue::serve::{Answer, CallError};
use tfvalue::testing::{Advice, Config, Harness};
use tfvalue::tfplugin6::{
    apply_resource_change as apply, get_provider_schema as schema, import_resource_state as import,
    plan_resource_change as plan, read_resource as read, upgrade_resource_state as upgrade,
    validate_resource_config as validate,
};
use tfvalue::{Diagnostic, Path};

use crate::harness::{Bench, Call, Calls, Protocol, Recorder};

/// The side that makes a call which the other does not make.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Only {
    Terraform,
    Harness,
}

/// The differences: the step, the side, the method, and the reason.
///
/// Besides, the calls for a provider as a whole differ: Terraform requests the schema and configures the
/// provider in each command, and the harness does it once. The harness also requests the identities of
/// resources, as Terraform does from version 1.12.
const DIFFERENCES: [(&str, Only, &str, &str); 5] = [
    ("refresh", Only::Terraform, VALIDATE, NO_CONFIGURATION),
    ("destroy", Only::Terraform, VALIDATE, NO_CONFIGURATION),
    ("destroy", Only::Terraform, VALIDATE, NO_CONFIGURATION),
    ("destroy", Only::Terraform, PLAN, NO_CONFIGURATION),
    (
        "destroy",
        Only::Harness,
        READ,
        "it checks that the object is gone",
    ),
];

const NO_CONFIGURATION: &str = "Terraform plans the configuration, which the step does not have";

const VALIDATE: &str = "ValidateResourceConfig";
const UPGRADE: &str = "UpgradeResourceState";
const READ: &str = "ReadResource";
const PLAN: &str = "PlanResourceChange";

/// A provider that adds a letter for each call to the private data, and whose changes can fail.
struct Marked<A> {
    provider: A,
    plans_destroy: bool,
    fails: Arc<AtomicBool>,
}

impl<A: Answer> Answer for Marked<A> {
    fn name(&self) -> &str {
        self.provider.name()
    }

    async fn answer(&self, version: u32, method: &str, request: &[u8]) -> Result<Bytes, CallError> {
        let answer = self.provider.answer(version, method, request).await?;
        let with = |old: Vec<u8>, letter: &[u8]| [&old[..], letter].concat();
        Ok(match method {
            "GetProviderSchema" => change(&answer, |it: &mut schema::Response| {
                it.server_capabilities.get_or_insert_default().plan_destroy = self.plans_destroy;
            }),
            PLAN => change(&answer, |it: &mut plan::Response| {
                let request = plan::Request::decode(request).unwrap();
                it.planned_private = with(request.prior_private, b"p");
            }),
            "ApplyResourceChange" => change(&answer, |it: &mut apply::Response| {
                let request = apply::Request::decode(request).unwrap();
                it.private = with(request.planned_private, b"a");
                if self.fails.load(Ordering::SeqCst) {
                    it.diagnostics
                        .push(Diagnostic::error("Out of order", "").into());
                }
            }),
            READ => change(&answer, |it: &mut read::Response| {
                let request = read::Request::decode(request).unwrap();
                it.private = with(request.private, b"r");
            }),
            "ImportResourceState" => change(&answer, |it: &mut import::Response| {
                for object in &mut it.imported_resources {
                    object.private = b"i".to_vec();
                }
            }),
            _ => answer,
        })
    }

    fn stop(&self) {
        self.provider.stop();
    }
}

fn change<M: Message + Default>(answer: &Bytes, change: impl FnOnce(&mut M)) -> Bytes {
    let mut message = M::decode(&answer[..]).unwrap();
    change(&mut message);
    message.encode_to_vec().into()
}

/// A call: its method, and its request for the comparison.
type Sent = (String, String);

/// Returns the calls for objects of a type.
fn sent(calls: Vec<Call>, type_name: &str) -> Vec<Sent> {
    let mut sent = Vec::new();
    for Call { path, request } in calls {
        let method = path.rsplit('/').next().unwrap();
        // The capabilities depend on the version of Terraform.
        let (of, text) = match method {
            VALIDATE => shown(&request, |it: &mut validate::Request| {
                it.client_capabilities = None;
                it.type_name.clone()
            }),
            UPGRADE => shown(&request, |it: &mut upgrade::Request| {
                // The order of members differs.
                let raw = it.raw_state.as_mut().unwrap();
                let tree: Json = serde_json::from_slice(&raw.json).unwrap();
                raw.json = tree.to_string().into();
                it.type_name.clone()
            }),
            READ => shown(&request, |it: &mut read::Request| {
                it.client_capabilities = None;
                it.type_name.clone()
            }),
            PLAN => shown(&request, |it: &mut plan::Request| {
                it.client_capabilities = None;
                it.type_name.clone()
            }),
            "ApplyResourceChange" => {
                shown(&request, |it: &mut apply::Request| it.type_name.clone())
            }
            "ImportResourceState" => shown(&request, |it: &mut import::Request| {
                it.client_capabilities = None;
                it.type_name.clone()
            }),
            "GetProviderSchema"
            | "GetResourceIdentitySchemas"
            | "ValidateProviderConfig"
            | "ConfigureProvider" => continue,
            other => panic!("the comparison does not know {other}"),
        };
        if of == type_name {
            sent.push((method.to_owned(), text));
        }
    }
    sent
}

/// Returns the type of a request, and its text.
fn shown<M: Message + Default + Debug>(
    request: &[u8],
    type_name: impl FnOnce(&mut M) -> String,
) -> (String, String) {
    let mut message = M::decode(request).unwrap();
    let type_name = type_name(&mut message);
    (type_name, format!("{message:?}"))
}

/// Terraform and the harness, each with a provider and a database.
struct Both {
    bench: Bench,
    harness: Harness,
    calls: Calls,
    type_name: &'static str,
    /// Makes changes fail, with the new state.
    fails: Arc<AtomicBool>,
}

impl Both {
    fn new(type_name: &'static str, plans_destroy: bool) -> Option<Self> {
        let fails = Arc::default();
        let marked = || Marked {
            provider: provider(),
            plans_destroy,
            fails: Arc::clone(&fails),
        };
        let bench = Bench::serving(Protocol::V6, marked())?;
        let calls = Calls::default();
        let recorder = Recorder {
            provider: marked(),
            calls: calls.clone(),
        };
        let runtime = tokio::runtime::Builder::new_current_thread();
        let runtime = { runtime }.build().unwrap();
        let harness = Harness::from_fn(move |version, method, request| {
            runtime.block_on(recorder.answer(version, method, request))
        });
        // Only the calls matter here.
        let harness = harness.allow(Advice::DefaultNotPlanned, Path::root());
        let config = serde_json::json!({ "path": bench.path("harness.db") });
        harness.configure(config.to_string()).succeeds();
        Some(Both {
            bench,
            harness,
            calls,
            type_name,
            fails,
        })
    }

    fn terraform(&self, arguments: &[&str]) {
        self.bench.run(arguments).exits(0);
    }

    /// Compares the calls that both sides have made since the last comparison.
    #[track_caller]
    fn compare(&self, step: &str) {
        self.compare_by(step, |calls| calls);
    }

    #[track_caller]
    fn compare_by(&self, step: &str, order: impl Fn(Vec<Sent>) -> Vec<Sent>) {
        let mut terraform = order(sent(self.bench.take_calls(), self.type_name));
        let mut harness = order(sent(self.calls.take(), self.type_name));
        for (_, only, method, _) in DIFFERENCES.iter().filter(|(of, ..)| *of == step) {
            let is_it = |(name, _): &Sent| name == method;
            let removed = match only {
                Only::Terraform => terraform
                    .iter()
                    .position(is_it)
                    .map(|at| terraform.remove(at)),
                Only::Harness => harness.iter().rposition(is_it).map(|at| harness.remove(at)),
            };
            assert!(removed.is_some(), "{step}: {only:?} does not call {method}");
        }
        let names = |calls: &[Sent]| {
            let names = calls.iter().map(|(name, _)| name.clone());
            names.collect::<Vec<_>>()
        };
        assert_eq!(names(&terraform), names(&harness), "{step}");
        assert!(!terraform.is_empty(), "{step}");
        for ((name, terraform), (_, harness)) in terraform.iter().zip(&harness) {
            assert_eq!(terraform, harness, "{step}: {name}");
        }
    }
}

const SERVER: &str = r#"
resource "inventory_server" "a" {
  name = "a"
  disk { size = 10 }
}
"#;

fn lifecycle(plans_destroy: bool) {
    let Some(both) = Both::new("inventory_server", plans_destroy) else {
        return;
    };
    let mut server = both.harness.resource("inventory_server");
    let hcl = |more: &str| SERVER.replace("name = \"a\"", &format!("name = \"a\"\n{more}"));
    let json = |more: &str| format!(r#"{{"name": "a", "disk": [{{"size": 10}}]{more}}}"#);
    let apply = &["apply", "-auto-approve"];

    both.bench.configure(SERVER);
    both.terraform(apply);
    both.terraform(&["plan"]);
    server.apply(json("")).created();
    both.compare("create");

    both.terraform(apply);
    server.apply(json("")).unchanged();
    both.compare("no change");

    both.bench.configure(&hcl("cpus = 8"));
    both.terraform(apply);
    both.terraform(&["plan"]);
    server.apply(json(r#", "cpus": 8"#)).updated();
    both.compare("update");

    both.bench.configure(&hcl("cpus = 8\nzone = \"south\""));
    both.terraform(apply);
    both.terraform(&["plan"]);
    let last = json(r#", "cpus": 8, "zone": "south""#);
    server.apply(&*last).replaced();
    both.compare("replacement");

    both.bench.sql("UPDATE servers SET cpus = 16");
    let database = rusqlite::Connection::open(both.bench.path("harness.db")).unwrap();
    database
        .execute_batch("UPDATE servers SET cpus = 16")
        .unwrap();
    both.terraform(apply);
    both.terraform(&["plan"]);
    server.apply(&*last).updated();
    both.compare("drift");

    both.terraform(&["apply", "-refresh-only", "-auto-approve"]);
    server.refresh().succeeds();
    both.compare("refresh");

    both.terraform(&["state", "rm", "inventory_server.a"]);
    both.terraform(&["import", "inventory_server.a", "srv-2"]);
    server.forget();
    server.import("srv-2").succeeds();
    both.compare("import");

    both.terraform(&["destroy", "-auto-approve"]);
    server.destroy().destroyed();
    both.compare("destroy");
}

#[test]
fn of_a_server_from_its_creation_to_its_end() {
    lifecycle(false);
}

#[test]
fn of_a_provider_that_plans_destroying() {
    lifecycle(true);
}

#[test]
fn of_a_server_with_unknown_values() {
    let Some(both) = Both::new("inventory_server", false) else {
        return;
    };
    let rack = "resource \"inventory_rack\" \"r\" {\n  name = \"r\"\n}\n";
    let server = SERVER.replace(
        "name = \"a\"",
        "name = \"a\"\nrack_id = inventory_rack.r.id",
    );
    both.bench.configure(&format!("{rack}{server}"));
    both.terraform(&["apply", "-auto-approve"]);
    both.terraform(&["plan"]);
    let harness = &both.harness;
    harness
        .resource("inventory_rack")
        .apply(r#"{"name": "r"}"#)
        .created();
    let config = Config::from(r#"{"name": "a", "rack_id": "rack-1", "disk": [{"size": 10}]}"#);
    harness
        .resource("inventory_server")
        .apply(config.unknown("rack_id"))
        .created();
    both.compare("create");
}

#[test]
fn of_changes_that_fail() {
    let Some(both) = Both::new("inventory_server", false) else {
        return;
    };
    let mut server = both.harness.resource("inventory_server");
    let apply = &["apply", "-auto-approve"];
    let config = r#"{"name": "a", "disk": [{"size": 10}]}"#;
    let larger = r#"{"name": "a", "cpus": 8, "disk": [{"size": 10}]}"#;

    both.fails.store(true, Ordering::SeqCst);
    both.bench.configure(SERVER);
    both.bench.run(apply).exits(1);
    server.apply(config).fails(Path::root(), "Out of order");
    both.compare("failed create");

    both.fails.store(false, Ordering::SeqCst);
    both.terraform(apply);
    both.terraform(&["plan"]);
    server.apply(config).replaced();
    both.compare("replacement of a tainted object");

    both.fails.store(true, Ordering::SeqCst);
    both.bench
        .configure(&SERVER.replace("name = \"a\"", "name = \"a\"\ncpus = 8"));
    both.bench.run(apply).exits(1);
    server.apply(larger).fails(Path::root(), "Out of order");
    both.compare("failed update");

    both.fails.store(false, Ordering::SeqCst);
    both.terraform(apply);
    server.apply(larger).unchanged();
    both.compare("after the failed update");
}

#[test]
fn of_replacements_that_create_the_new_object_first() {
    let Some(both) = Both::new("inventory_server", false) else {
        return;
    };
    let mut server = { both.harness.resource("inventory_server") }.create_before_destroy();
    let hcl = |name: &str, zone: &str| {
        let more = format!(
            "name = {name:?}\nzone = {zone:?}\nlifecycle {{\n  create_before_destroy = true\n}}"
        );
        SERVER.replace("name = \"a\"", &more)
    };
    let json = |name: &str, zone: &str| {
        format!(r#"{{"name": "{name}", "zone": "{zone}", "disk": [{{"size": 10}}]}}"#)
    };
    let apply = &["apply", "-auto-approve"];

    both.bench.configure(&hcl("a", "north"));
    both.terraform(apply);
    both.terraform(&["plan"]);
    server.apply(json("a", "north")).created();
    both.compare("create");

    both.bench.configure(&hcl("b", "south"));
    both.terraform(apply);
    both.terraform(&["plan"]);
    server.apply(json("b", "south")).replaced();
    both.compare("replacement");

    both.fails.store(true, Ordering::SeqCst);
    both.bench.configure(&hcl("c", "north"));
    both.bench.run(apply).exits(1);
    server
        .apply(json("c", "north"))
        .fails(Path::root(), "Out of order");
    both.compare("failed replacement");

    both.fails.store(false, Ordering::SeqCst);
    both.bench.configure(&hcl("d", "south"));
    both.terraform(apply);
    both.terraform(&["plan"]);
    server.apply(json("d", "south")).replaced();
    // Terraform deletes the two old objects in any order.
    both.compare_by("replacement after a failed one", |mut calls| {
        calls.sort();
        calls
    });
    assert_eq!(both.bench.query("SELECT count(*) FROM servers"), "1");
}
