//! Tests a provider in this process, which is called by the Terraform or OpenTofu program: data from modules, moved
//! states, and time limits.

use std::fs;
use std::future::pending;
use std::path::Path;
use std::time::Duration;

use tfvalue::provider::{Context, DataSource, Operation, Provider, Resource};
use tfvalue::serve::InProcess;
use tfvalue::{Attr, Diagnostics, Error, TfSchema};
use tfvalue_testing::acceptance::Program;
use tfvalue_tests::binary;
use tfvalue_tests::no_config::NoConfig;

use super::terraform::{succeeds, terraform};

/// The data that a module sends.
#[derive(TfSchema)]
#[tf(kind = provider_meta)]
struct Module {
    #[tf(required, length = 1..=10)]
    module: String,
}

/// Returns the name that the module sends, and the operation.
fn sent(context: &Context<()>, operation: &str) -> Result<String, Diagnostics> {
    let module = context.provider_meta::<Module>()?;
    let module = module.map_or_else(|| "none".to_owned(), |module| module.module);
    Ok(format!("{operation} by {module}"))
}

#[derive(TfSchema)]
#[tf(kind = resource, version = 3, moved_from("echo_old" = Old))]
struct New {
    #[tf(required)]
    name: Attr<String>,
    #[tf(computed)]
    sent: Attr<String>,
}

/// The struct for a resource type that no longer exists.
#[derive(TfSchema)]
struct Old {
    #[tf(required)]
    title: Attr<String>,
}

impl From<Old> for New {
    fn from(old: Old) -> Self {
        New {
            name: old.title,
            sent: "moved".into(),
        }
    }
}

impl Resource for New {
    const NAME: &'static str = "new";
    type Client = ();

    async fn create(mut plan: Self, context: &mut Context<()>) -> Result<Self, Diagnostics> {
        plan.sent.set(sent(context, "created")?);
        Ok(plan)
    }

    async fn read(mut state: Self, context: &mut Context<()>) -> Result<Option<Self>, Diagnostics> {
        let read = sent(context, "read")?;
        if state.name.as_deref() == Some("read") {
            state.sent.set(read);
        }
        Ok(Some(state))
    }

    async fn update(
        _: Self,
        mut plan: Self,
        context: &mut Context<()>,
    ) -> Result<Self, Diagnostics> {
        plan.sent.set(sent(context, "updated")?);
        Ok(plan)
    }

    async fn delete(_: Self, context: &mut Context<()>) -> Result<(), Diagnostics> {
        sent(context, "deleted")?;
        Ok(())
    }
}

#[derive(TfSchema)]
#[tf(kind = data_source)]
struct Sent {
    #[tf(computed)]
    text: Attr<String>,
}

impl DataSource for Sent {
    const NAME: &'static str = "sent";
    type Client = ();

    async fn read(mut config: Self, context: &mut Context<()>) -> Result<Self, Diagnostics> {
        config.text.set(sent(context, "read")?);
        Ok(config)
    }
}

tfvalue::timeouts! {
    struct Timeouts {
        create: "20m",
    }
}

/// A resource whose creation never ends.
#[derive(TfSchema)]
#[tf(kind = resource)]
struct Endless {
    #[tf(computed)]
    id: Attr<String>,
    #[tf(block)]
    timeouts: Option<Timeouts>,
}

impl Resource for Endless {
    const NAME: &'static str = "endless";
    type Client = ();

    fn time_limit(&self, _: Operation) -> Result<Option<Duration>, Error> {
        let timeouts = self.timeouts.clone().unwrap_or_default();
        Ok(Some(timeouts.create()?))
    }

    async fn create(mut plan: Self, context: &mut Context<()>) -> Result<Self, Diagnostics> {
        plan.id.set("17");
        context.save(&plan)?;
        context.until_cancelled(pending()).await
    }

    async fn read(state: Self, _: &mut Context<()>) -> Result<Option<Self>, Diagnostics> {
        Ok(Some(state))
    }

    async fn delete(_: Self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

fn provider() -> Provider<()> {
    Provider::new::<NoConfig>("echo")
        .provider_meta::<Module>()
        .resource::<New>()
        .resource::<Endless>()
        .data_source::<Sent>()
}

/// A folder with the provider, and with a module in a subfolder.
struct Bench {
    binary: &'static Program,
    folder: tempfile::TempDir,
    served: InProcess,
    version: u32,
}

impl Bench {
    /// Creates a bench, or returns `None` if no installed Terraform version can move states between types.
    fn new(version: u32) -> Option<Self> {
        let binary = binary::find().filter(|binary| binary.version >= (1, 8))?;
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("cli.tfrc"), "").unwrap();
        fs::create_dir(folder.path().join("part")).unwrap();
        Some(Bench {
            binary,
            folder,
            served: InProcess::start(provider()).unwrap(),
            version,
        })
    }

    /// Writes the configuration of a module.
    fn configure(&self, module: &str, meta: &str, body: &str) {
        let address = format!("{}/example/echo", self.binary.host());
        let text = format!(
            "terraform {{\n  required_providers {{\n    echo = {{ source = {address:?} }}\n  }}\n{meta}\n}}\n{body}\n"
        );
        fs::write(self.folder.path().join(module).join("main.tf"), text).unwrap();
    }

    fn command(&self, arguments: &[&str]) -> std::process::Command {
        let address = format!("{}/example/echo", self.binary.host());
        let mut command = terraform(self.binary, self.folder.path(), arguments);
        let reattach = self.served.reattach(&address, self.version);
        command.env("TF_REATTACH_PROVIDERS", reattach);
        command
    }

    fn apply(&self) {
        succeeds(self.command(&["apply", "-auto-approve"]));
    }

    fn output(&self, name: &str) -> String {
        let output = succeeds(self.command(&["output", "-raw", name]));
        String::from_utf8(output.stdout).unwrap()
    }

    /// Returns the output of a failing command, without line breaks.
    fn fails(&self, arguments: &[&str]) -> String {
        let output = self.command(arguments).output().unwrap();
        assert!(!output.status.success());
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        let words: Vec<_> = text
            .split_whitespace()
            .filter(|word| *word != "│")
            .collect();
        words.join(" ")
    }
}

/// A resource and a data source whose values are used as outputs.
const PART: &str = r#"
variable "name" { default = "a" }
resource "echo_new" "a" { name = var.name }
data "echo_sent" "a" {}
output "resource" { value = echo_new.a.sent }
output "data" { value = data.echo_sent.a.text }
"#;

const MODULE: &str = r#"
variable "name" { default = "a" }
module "part" {
  source = "./part"
  name   = var.name
}
output "module_resource" { value = module.part.resource }
output "module_data" { value = module.part.data }
"#;

#[test]
fn modules_send_data_to_the_provider() {
    for version in [5, 6] {
        let Some(bench) = Bench::new(version) else {
            return;
        };
        let meta = |module: &str| format!("provider_meta \"echo\" {{ module = {module:?} }}");
        // The root module sends no data, so the data comes from the child module.
        bench.configure("part", &meta("part"), PART);
        bench.configure(
            "",
            "",
            &format!("{MODULE}{}", PART.replacen("variable", "#", 1)),
        );
        succeeds(bench.command(&["init"]));
        bench.apply();
        assert_eq!(bench.output("resource"), "created by none");
        assert_eq!(bench.output("data"), "read by none");
        assert_eq!(bench.output("module_resource"), "created by part");
        assert_eq!(bench.output("module_data"), "read by part");

        bench.configure("part", &meta("other"), PART);
        let name = ["apply", "-auto-approve", "-var=name=read"];
        succeeds(bench.command(&name));
        assert_eq!(bench.output("module_resource"), "updated by other");
        succeeds(bench.command(&name));
        assert_eq!(bench.output("module_resource"), "read by other");
        assert_eq!(bench.output("module_data"), "read by other");

        bench.configure("part", &meta("too long a name"), PART);
        let text = bench.fails(&["plan"]);
        let expected = "module: a string of 1 to 10 characters is required, got 15 characters";
        assert!(
            text.contains("Invalid provider_meta") && text.contains(expected),
            "{text}"
        );
        bench.configure("part", &meta("part"), PART);
        succeeds(bench.command(&["destroy", "-auto-approve"]));
    }
}

/// Writes a state that contains a resource of the old type.
fn write_old_state(folder: &Path, provider: &str, attributes: &str) {
    let state = format!(
        r#"{{
  "version": 4,
  "terraform_version": "1.8.0",
  "serial": 1,
  "lineage": "8b2b1f9c-1d7b-4c1c-9a3f-0d5a4f2e6b11",
  "outputs": {{}},
  "resources": [{{
    "mode": "managed",
    "type": "echo_old",
    "name": "a",
    "provider": "provider[\"{provider}\"]",
    "instances": [{{ "schema_version": 0, "attributes": {attributes} }}]
  }}]
}}"#
    );
    fs::write(folder.join("terraform.tfstate"), state).unwrap();
}

const MOVED: &str = r#"
moved {
  from = echo_old.a
  to   = echo_new.a
}
resource "echo_new" "a" { name = "from before" }
output "resource" { value = echo_new.a.sent }
"#;

#[test]
fn a_state_moves_to_another_type() {
    for version in [5, 6] {
        let Some(bench) = Bench::new(version) else {
            return;
        };
        let folder = bench.folder.path();
        let address = format!("{}/example/echo", bench.binary.host());
        bench.configure("", "", MOVED);
        succeeds(bench.command(&["init"]));

        let plan = ["plan", "-detailed-exitcode"];
        write_old_state(folder, &address, r#"{ "title": ["wrong"] }"#);
        let text = bench.fails(&plan);
        assert!(
            text.contains("title: a string is required, got a list"),
            "{text}"
        );

        write_old_state(folder, &address, r#"{ "title": "from before" }"#);
        bench.apply();
        assert_eq!(bench.output("resource"), "moved");
        let state = fs::read_to_string(folder.join("terraform.tfstate")).unwrap();
        assert!(!state.contains("echo_old"), "{state}");
        assert!(state.contains("\"schema_version\": 3"), "{state}");
        succeeds(bench.command(&plan));
    }
}

#[test]
fn an_exceeded_time_limit_points_at_its_attribute() {
    let Some(bench) = Bench::new(6) else { return };
    let body = "resource \"echo_endless\" \"a\" {\n  timeouts {\n    create = \"20ms\"\n  }\n}";
    bench.configure("", "", body);
    succeeds(bench.command(&["init"]));
    let text = bench.fails(&["apply", "-auto-approve", "-no-color"]);
    let expected = "Error: Time limit exceeded with echo_endless.a, on main.tf line 9, in resource \
                    \"echo_endless\" \"a\": 9: create = \"20ms\" The operation \"create\" exceeded its time \
                    limit of 20ms. The attribute timeouts.create sets the limit.";
    assert!(text.contains(expected), "{text}");
    let state = fs::read_to_string(bench.folder.path().join("terraform.tfstate")).unwrap();
    assert!(state.contains("\"status\": \"tainted\""), "{state}");
    assert!(state.contains("\"id\": \"17\""), "{state}");
}
