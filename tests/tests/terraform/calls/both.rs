//! Makes Terraform and the harness perform the same steps.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use terraform_provider_inventory::provider;
use tfvalue::Path;
use tfvalue::serve::Service;
use tfvalue_testing::{Harness, Lint};

use super::marked::Marked;
use super::sent::{PLAN, READ, RENEW, Sent, UPGRADE, VALIDATE, sent};
use crate::harness::{Announced, Bench, Calls, Protocol, Recorder};

/// The side that makes a call, if only one side makes the call.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Only {
    Terraform,
    Harness,
}

/// The differences, each with its step, side, method and reason.
///
/// In addition, the calls for a provider as a whole are different: Terraform requests the schema and configures the
/// provider in each command, and the harness does so only once. The harness also requests the identities of resources,
/// as Terraform has done since version 1.12.
const DIFFERENCES: [(&str, Only, &str, &str); 8] = [
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
    (
        "move in OpenTofu",
        Only::Harness,
        UPGRADE,
        "OpenTofu does not upgrade a moved state",
    ),
    (
        "ephemeral resource",
        Only::Harness,
        RENEW,
        "Terraform renews it later, if it is still open",
    ),
    (
        "ephemeral resource",
        Only::Harness,
        RENEW,
        "the harness renews it twice",
    ),
];

const NO_CONFIGURATION: &str = "Terraform plans the configuration, which the step does not have";

/// Terraform and the harness, each with its own provider and database.
pub(super) struct Both {
    pub(super) bench: Bench,
    pub(super) harness: Harness,
    calls: Calls,
    type_name: &'static str,
    /// Whether changes fail but still return the new state.
    pub(super) fails: Arc<AtomicBool>,
}

impl Both {
    pub(super) fn new(type_name: &'static str, plans_destroy: bool) -> Option<Self> {
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
            announced: Announced::default(),
        };
        let runtime = tokio::runtime::Builder::new_current_thread();
        let runtime = { runtime }.build().unwrap();
        let harness = Harness::from_fn(move |method, request| {
            runtime.block_on(recorder.respond(method, request))
        });
        // Only the calls matter here.
        let harness = harness.allow(Lint::DefaultNotPlanned, Path::root());
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

    pub(super) fn terraform(&self, arguments: &[&str]) {
        self.bench.run(arguments).exits(0);
    }

    /// Compares the calls that the two sides have made since the last comparison.
    #[track_caller]
    pub(super) fn compare(&self, step: &str) {
        self.compare_by(step, |calls| calls);
    }

    #[track_caller]
    pub(super) fn compare_by(&self, step: &str, order: impl Fn(Vec<Sent>) -> Vec<Sent>) {
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
