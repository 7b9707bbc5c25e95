//! A folder of its own with a configuration, a state, a database and a provider.

use super::binary::{Binary, skipped};
use super::plan::{Plan, State};
use super::run::Run;
use serde_json::Value;
use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};
use tempfile::TempDir;
use terraform_provider_inventory::{InProcess, Protocol, serve_in_process};

/// The saved plan's file name.
const PLAN: &str = "plan.bin";

/// One test's workplace: nothing in it is shared with other tests.
pub(crate) struct Bench {
    directory: TempDir,
    binary: &'static Binary,
    /// The provider served in this process; `None` where Terraform starts it.
    provider: Option<InProcess>,
    protocol: Protocol,
}

impl Bench {
    /// Sets up a workplace; `None`, having said so, where there is no Terraform to test with.
    pub(crate) fn new() -> Option<Self> {
        Self::speaking(Protocol::V6)
    }

    /// Like [`Bench::new`], where Terraform speaks this version of the protocol.
    pub(crate) fn speaking(protocol: Protocol) -> Option<Self> {
        let binary = Binary::find()?;
        let directory = TempDir::with_prefix("tfvalue-").expect("a temporary directory");
        fs::write(directory.path().join("cli.tfrc"), "").expect("an empty CLI configuration");
        Some(Self {
            provider: Some(serve_in_process().expect("a port to serve on")),
            directory,
            binary,
            protocol,
        })
    }

    /// Like [`Bench::new`], for what only this version and later ones of Terraform and OpenTofu
    /// can do.
    pub(crate) fn since(version: (u64, u64)) -> Option<Self> {
        Self::new().filter(|bench| bench.is_since(version))
    }

    /// Whether the program has this version or a later one; says so where it has not.
    pub(crate) fn is_since(&self, version: (u64, u64)) -> bool {
        if self.binary.version < version {
            let (major, minor) = version;
            skipped(&format!("needs version {major}.{minor} or later"));
        }
        self.binary.version >= version
    }

    /// Lets Terraform speak this version of the protocol from now on.
    pub(crate) fn speak(&mut self, protocol: Protocol) {
        self.protocol = protocol;
    }

    /// The version of the protocol that Terraform speaks.
    pub(crate) fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// The calls that Terraform has made, such as `/tfplugin5.Provider/ReadResource`, but for
    /// those of go-plugin's own services.
    pub(crate) fn calls(&self) -> Vec<String> {
        let mut calls = self.provider.as_ref().expect("a provider").calls();
        calls.retain(|call| call.starts_with("/tfplugin"));
        calls
    }

    /// Lets Terraform start the provider, by this CLI configuration, and log what it does.
    pub(crate) fn launch_with(&mut self, cli_configuration: &str) {
        fs::write(self.path("cli.tfrc"), cli_configuration).expect("a CLI configuration");
        self.provider = None;
    }

    /// A file of the workplace.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// The provider's database.
    pub(crate) fn database(&self) -> PathBuf {
        self.path("inventory.db")
    }

    /// The state file's text.
    pub(crate) fn state_file(&self) -> String {
        fs::read_to_string(self.path("terraform.tfstate")).expect("a state file")
    }

    /// Replaces the configuration, adding what every one of them needs.
    pub(crate) fn configure(&self, body: &str) {
        let provider = format!("path = {:?}", self.database());
        self.configure_with(&provider, body);
    }

    /// Replaces the configuration, with a provider block of one's own.
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
        fs::write(self.path("main.tf"), text).expect("a configuration");
    }

    /// Runs a command of Terraform.
    pub(crate) fn run(&self, arguments: &[&str]) -> Run {
        let output = self.command().args(arguments).output();
        output.expect("terraform to run").into()
    }

    /// Terraform, cut off from the network and from the user's own settings.
    fn command(&self) -> Command {
        let mut command = Command::new(&self.binary.program);
        for (name, _) in env::vars_os() {
            if name.as_encoded_bytes().starts_with(b"TF_") {
                command.env_remove(name);
            }
        }
        command
            .current_dir(self.directory.path())
            .env("CHECKPOINT_DISABLE", "1")
            .env("TF_IN_AUTOMATION", "1")
            .env("TF_INPUT", "0")
            .env("TF_CLI_ARGS", "-no-color")
            .env("TF_CLI_CONFIG_FILE", self.path("cli.tfrc"));
        match &self.provider {
            Some(provider) => {
                let value = provider.reattach(&self.source(), self.protocol);
                command.env("TF_REATTACH_PROVIDERS", value)
            }
            None => command
                .env("PROVIDER_PROTOCOL", self.protocol.to_string())
                .env("TF_LOG", "DEBUG")
                .env("TF_LOG_PATH", self.path("terraform.log")),
        };
        command
    }

    /// Plans, asserting success, and reads the saved plan.
    #[track_caller]
    pub(crate) fn plan(&self) -> Plan {
        self.plan_with(&[])
    }

    /// Plans with further arguments, asserting success.
    #[track_caller]
    pub(crate) fn plan_with(&self, arguments: &[&str]) -> Plan {
        let run = self.try_plan(arguments);
        assert!(matches!(run.code, 0 | 2), "plan failed:\n{}", run.text());
        Plan {
            changed: run.code == 2,
            json: self.run(&["show", "-json", PLAN]).exits(0).json(),
        }
    }

    /// Plans and asserts that this fails.
    #[track_caller]
    pub(crate) fn plan_fails(&self) -> Run {
        self.try_plan(&[]).exits(1)
    }

    fn try_plan(&self, arguments: &[&str]) -> Run {
        let out = format!("-out={PLAN}");
        let mut all = vec!["plan", "-json", "-detailed-exitcode", &out];
        all.extend(arguments);
        self.run(&all)
    }

    /// Applies the saved plan, without a look at how it went.
    pub(crate) fn try_apply(&self) -> Run {
        self.run(&["apply", "-json", PLAN])
    }

    /// Applies the saved plan, asserting success, and reads the state.
    #[track_caller]
    pub(crate) fn apply(&self) -> State {
        self.try_apply().exits(0);
        self.state()
    }

    /// Reads the state.
    #[track_caller]
    pub(crate) fn state(&self) -> State {
        State {
            json: self.run(&["show", "-json"]).exits(0).json(),
        }
    }

    /// Configures, plans and applies, and asserts that a further plan is empty.
    #[track_caller]
    pub(crate) fn converge(&self, body: &str) -> State {
        self.configure(body);
        self.plan();
        let state = self.apply();
        self.plan().assert_empty();
        state
    }

    /// Writes a state file by hand: one resource with these attributes, as an earlier version of
    /// the provider may have left it.
    pub(crate) fn write_state(&self, address: &str, schema_version: u64, attributes: &Value) {
        let (kind, name) = address.split_once('.').expect("a resource's address");
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
        fs::write(self.path("terraform.tfstate"), format!("{state:#}")).expect("a state");
    }

    /// Changes the provider's database behind Terraform's back.
    pub(crate) fn sql(&self, statement: &str) {
        let database = rusqlite::Connection::open(self.database()).expect("a database");
        database.execute_batch(statement).expect("valid SQL");
    }

    /// Looks into the provider's database: the only value of the only row.
    #[track_caller]
    pub(crate) fn query(&self, statement: &str) -> String {
        let database = rusqlite::Connection::open(self.database()).expect("a database");
        let value: rusqlite::types::Value = database
            .query_one(statement, [], |row| row.get(0))
            .expect("a row");
        match value {
            rusqlite::types::Value::Text(text) => text,
            rusqlite::types::Value::Integer(number) => number.to_string(),
            other => panic!("{other:?} of {statement}"),
        }
    }

    /// The provider's address, which lies at another host for each of the two programs.
    pub(crate) fn source(&self) -> String {
        format!("{}/example/inventory", self.binary.host)
    }
}
