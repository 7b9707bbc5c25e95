//! A test bench: a folder with a configuration, a state and a database, and a provider.

use super::binary;
use super::files::{self, Announced};
use super::plan::{Plan, State};
use super::protocol::Protocol;
use super::recorder::{Call, Calls, Recorder};
use super::run::Run;
use serde_json::Value;
use std::cell::Cell;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use tempfile::TempDir;
use terraform_provider_inventory::provider;
use tfvalue::serve::{InProcess, PROTOCOL, Service};
use tfvalue_testing::acceptance::Program;
use tfvalue_tests::notices::skipped;

/// The saved plan's file name.
const PLAN: &str = "plan.bin";

/// The bench of one test. It shares nothing with the benches of other tests.
pub(crate) struct Bench {
    directory: TempDir,
    binary: &'static Program,
    /// The provider, served in this process, or `None` if Terraform starts it.
    provider: Option<InProcess>,
    calls: Calls,
    announced: Announced,
    protocol: Protocol,
    /// The number of plans that were made.
    plans: Cell<u32>,
}

impl Bench {
    /// Creates a bench. Prints a notice and returns `None` if neither Terraform nor OpenTofu is installed.
    pub(crate) fn new() -> Option<Self> {
        Self::speaking(Protocol::V6)
    }

    /// Creates a bench in which Terraform uses the given protocol version.
    pub(crate) fn speaking(protocol: Protocol) -> Option<Self> {
        Self::serving(protocol, provider())
    }

    /// Creates a bench with a different provider.
    pub(crate) fn serving(protocol: Protocol, provider: impl Service) -> Option<Self> {
        let binary = binary::find()?;
        let directory = TempDir::with_prefix("tfvalue-").expect("creating a temporary directory");
        fs::write(directory.path().join("cli.tfrc"), "").expect("writing the CLI configuration");
        let (calls, announced) = (Calls::default(), Announced::default());
        let recorder = Recorder {
            provider,
            calls: calls.clone(),
            announced: announced.clone(),
        };
        Some(Self {
            provider: Some(InProcess::start(recorder).expect("serving on a socket")),
            calls,
            announced,
            directory,
            binary,
            protocol,
            plans: Cell::new(0),
        })
    }

    /// Creates a bench if the program has at least the given version. Use this method for features that Terraform and
    /// OpenTofu introduced in the same version.
    pub(crate) fn since(version: (u64, u64)) -> Option<Self> {
        Self::new().filter(|bench| bench.is_since(version))
    }

    /// Returns `true` if the program has at least the given version, and prints a notice if it does not.
    pub(crate) fn is_since(&self, version: (u64, u64)) -> bool {
        if self.binary.version < version {
            let (major, minor) = version;
            skipped(&format!("needs version {major}.{minor} or later"));
        }
        self.binary.version >= version
    }

    /// Makes Terraform use the given protocol version from now on.
    pub(crate) fn speak(&mut self, protocol: Protocol) {
        self.protocol = protocol;
    }

    /// Returns the protocol version that Terraform uses.
    pub(crate) fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// Returns the calls that Terraform made, such as `/tfplugin5.Provider/ReadResource`. The provider
    /// must run in this process.
    pub(crate) fn calls(&self) -> Vec<String> {
        self.calls.paths()
    }

    /// Removes and returns the calls that Terraform made, along with their requests.
    pub(crate) fn take_calls(&self) -> Vec<Call> {
        self.calls.take()
    }

    /// Makes Terraform start the provider with the given CLI configuration, and write a log.
    pub(crate) fn launch_with(&mut self, cli_configuration: &str) {
        fs::write(self.path("cli.tfrc"), cli_configuration).expect("writing the CLI configuration");
        self.provider = None;
    }

    /// Returns the path of a file in the bench.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Returns the path of the provider's database.
    pub(crate) fn database(&self) -> PathBuf {
        self.path("inventory.db")
    }

    /// Returns the contents of the state file.
    pub(crate) fn state_file(&self) -> String {
        fs::read_to_string(self.path("terraform.tfstate")).expect("reading the state file")
    }

    /// Replaces the configuration. Adds the blocks that every configuration needs.
    pub(crate) fn configure(&self, body: &str) {
        let provider = format!("path = {:?}", self.database());
        self.configure_with(&provider, body);
    }

    /// Replaces the configuration, with a custom provider block.
    pub(crate) fn configure_with(&self, provider: &str, body: &str) {
        let text = format!(
            r#"terraform {{
  required_providers {{
    inventory = {{ source = "example/inventory" }}
  }}
}}
provider "inventory" {{
  {provider}
}}
{body}"#
        );
        fs::write(self.path("main.tf"), text).expect("writing the configuration");
    }

    /// Runs a Terraform command.
    pub(crate) fn run(&self, arguments: &[&str]) -> Run {
        let output = self.command().args(arguments).output();
        output.expect("running Terraform").into()
    }

    /// Returns a Terraform command without access to the network or to the user's settings.
    fn command(&self) -> Command {
        let mut command = self.binary.command(self.directory.path());
        command.env("TF_CLI_ARGS", "-no-color");
        match &self.provider {
            Some(provider) => {
                let value = provider.reattach(&self.source(), self.protocol.number());
                command.env("TF_REATTACH_PROVIDERS", value)
            }
            None => command
                .env(PROTOCOL, self.protocol.to_string())
                .env("TF_LOG", "DEBUG")
                .env("TF_LOG_PATH", self.path("terraform.log")),
        };
        command
    }

    /// Plans, asserts success, and saves the plan.
    #[track_caller]
    pub(crate) fn plan(&self) -> Plan<'_> {
        self.plan_with(&[])
    }

    /// Plans with additional arguments, asserts success, and saves the plan.
    #[track_caller]
    pub(crate) fn plan_with(&self, arguments: &[&str]) -> Plan<'_> {
        let run = self.try_plan(arguments);
        assert!(matches!(run.code, 0 | 2), "plan failed:\n{}", run.text());
        Plan::new(self, self.plans.get(), run)
    }

    /// Reads the saved plan, which must be the plan with the given number.
    #[track_caller]
    pub(super) fn show_plan(&self, number: u32) -> Value {
        assert_eq!(number, self.plans.get(), "a later plan was saved");
        self.run(&["show", "-json", PLAN]).exits(0).json()
    }

    /// Plans, and asserts failure.
    #[track_caller]
    pub(crate) fn plan_fails(&self) -> Run {
        self.try_plan(&[]).exits(1)
    }

    fn try_plan(&self, arguments: &[&str]) -> Run {
        self.plans.set(self.plans.get() + 1);
        let out = format!("-out={PLAN}");
        let mut all = vec!["plan", "-json", "-detailed-exitcode", &out];
        all.extend(arguments);
        self.run(&all)
    }

    /// Applies the saved plan without checking the result.
    pub(crate) fn try_apply(&self) -> Run {
        self.run(&["apply", "-json", PLAN])
    }

    /// Applies the saved plan, asserts success, and reads the state.
    #[track_caller]
    pub(crate) fn apply(&self) -> State {
        self.try_apply().exits(0);
        self.state()
    }

    /// Reads the state.
    #[track_caller]
    pub(crate) fn state(&self) -> State {
        let printed = self.run(&["show", "-json"]).exits(0);
        if let Some(schemas) = self.announced.schemas(&self.source(), self.protocol) {
            files::compare_state(&self.path("terraform.tfstate"), &printed.stdout, &schemas);
        }
        State {
            json: printed.json(),
        }
    }

    /// Configures, applies, and asserts that a plan is empty.
    #[track_caller]
    pub(crate) fn converge(&self, body: &str) -> State {
        self.configure(body);
        self.run(&["apply", "-json", "-auto-approve"]).exits(0);
        let state = self.state();
        self.plan().assert_empty();
        state
    }

    /// Writes a state file with one resource, as an earlier version of the provider may have stored it.
    pub(crate) fn write_state(&self, address: &str, schema_version: u64, attributes: &Value) {
        let (kind, name) = address.split_once('.').expect("the address of a resource");
        let state = serde_json::json!({
            "version": 4,
            "serial": 1,
            "lineage": "8b2b1f9c-1d7b-4c1c-9a3f-0d5a4f2e6b11",
            "outputs": {},
            "resources": [{
                "mode": "managed",
                "type": kind,
                "name": name,
                "provider": format!("provider[{:?}]", self.source()),
                "instances": [{
                    "schema_version": schema_version,
                    "attributes": attributes,
                }],
            }],
        });
        fs::write(self.path("terraform.tfstate"), format!("{state:#}")).expect("writing the state");
    }

    /// Changes the provider's database outside Terraform.
    pub(crate) fn sql(&self, statement: &str) {
        let database = rusqlite::Connection::open(self.database()).expect("opening the database");
        database.execute_batch(statement).expect("valid SQL");
    }

    /// Queries the provider's database for a single value.
    #[track_caller]
    pub(crate) fn query(&self, statement: &str) -> String {
        let database = rusqlite::Connection::open(self.database()).expect("opening the database");
        let value: rusqlite::types::Value = database
            .query_one(statement, [], |row| row.get(0))
            .expect("querying the database");
        match value {
            rusqlite::types::Value::Text(text) => text,
            rusqlite::types::Value::Integer(number) => number.to_string(),
            other => panic!("{other:?} of {statement}"),
        }
    }

    /// Returns the provider's address, which has a different host in Terraform and OpenTofu.
    pub(crate) fn source(&self) -> String {
        format!("{}/example/inventory", self.binary.host())
    }
}
