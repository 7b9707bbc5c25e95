//! A provider written in Go is moved to Rust, one resource at a time, and run by the Terraform program.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Mutex;

use tfvalue::provider::{Context, Provider, ProviderConfig, Resource};
use tfvalue::serve::InProcess;
use tfvalue::{Attr, Diagnostics, TfSchema};
use tfvalue_client::Client;
use tfvalue_testing::Harness;
use tfvalue_testing::acceptance::Program;
use tfvalue_tests::binary;

use super::{Test, program, start};

pub(crate) const TRIALS: &[Test] = &[
    ("a_resource_moves_to_rust", a_resource_moves_to_rust),
    (
        "both_versions_of_go_work_behind_rust",
        both_versions_of_go_work_behind_rust,
    ),
];

/// The provider configuration, with the schema of the Go provider.
#[derive(TfSchema)]
#[tf(kind = provider)]
struct Config {
    #[tf(optional)]
    prefix: Attr<String>,
}

impl ProviderConfig for Config {
    type Client = String;

    async fn configure(self, _: &mut Context<()>) -> Result<String, Diagnostics> {
        Ok(self.prefix.as_deref().unwrap_or_default().to_owned())
    }
}

/// The resource that is moved, with the same schema as in Go.
#[derive(TfSchema)]
#[tf(kind = resource)]
struct Note {
    #[tf(required, replace)]
    name: Attr<String>,
    #[tf(default = "empty")]
    text: Attr<String>,
    #[tf(computed)]
    length: Attr<i64>,
}

/// The private data that Go stored.
static ORIGIN: Mutex<Option<String>> = Mutex::new(None);

impl Resource for Note {
    const NAME: &'static str = "note";
    type Client = String;

    async fn create(mut plan: Self, _: &mut Context<String>) -> Result<Self, Diagnostics> {
        plan.length.set(plan.text.require("text")?.len() as i64);
        Ok(plan)
    }

    async fn read(state: Self, context: &mut Context<String>) -> Result<Option<Self>, Diagnostics> {
        // The bytes that Go stores are encoded in Base64.
        *ORIGIN.lock().unwrap() = context.private("origin")?;
        Ok(Some(state))
    }

    async fn update(
        _: Self,
        plan: Self,
        context: &mut Context<String>,
    ) -> Result<Self, Diagnostics> {
        Self::create(plan, context).await
    }

    async fn delete(_: Self, _: &mut Context<String>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

/// A resource that exists only in Rust.
#[derive(TfSchema)]
#[tf(kind = resource)]
struct Label {
    #[tf(computed, keep)]
    text: Attr<String>,
}

impl Resource for Label {
    const NAME: &'static str = "label";
    type Client = String;

    async fn create(mut plan: Self, context: &mut Context<String>) -> Result<Self, Diagnostics> {
        plan.text.set(format!("{}-label", context.client()));
        Ok(plan)
    }

    async fn read(state: Self, _: &mut Context<String>) -> Result<Option<Self>, Diagnostics> {
        Ok(Some(state))
    }

    async fn delete(_: Self, _: &mut Context<String>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

fn both_versions_of_go_work_behind_rust() {
    for (ours, theirs) in [(5, 6), (6, 5), (6, 6)] {
        let go = start(theirs, &[]);
        let provider = Provider::new::<Config>("example/go")
            .resource::<Label>()
            .fall_back_to(go);
        let harness = Harness::new(provider).protocol(ours);
        harness.configure(r#"{"prefix": "p"}"#).succeeds();
        let mut label = harness.resource("go_label");
        let created = label.apply("{}").created();
        assert_eq!(created.value.get("text").unwrap().as_str(), Some("p-label"));
        let mut note = harness.resource("go_note");
        note.apply(r#"{"name": "first"}"#).created();
        note.apply(r#"{"name": "first", "text": "a"}"#).updated();
        note.forget();
        note.import("first").succeeds();
        let count = harness.data_source("go_count", "{}").succeeds();
        assert_eq!(count.value.get("prefix").unwrap().as_str(), Some("p"));
        harness.ephemeral_resource("go_token", "{}").succeeds();
        assert_eq!(
            harness.function("shout", &["a".into()]).unwrap().as_str(),
            Some("A")
        );
        note.destroy().destroyed();
    }
}

const CONFIGURATION: &str = r#"
terraform {
  required_providers {
    go = { source = "SOURCE" }
  }
}
provider "go" {
  prefix = "p"
}
resource "go_note" "moves" {
  name = "first"
  text = "TEXT"
}
resource "go_memo" "stays" {
  name = "second"
}
data "go_count" "all" {
  depends_on = [go_memo.stays]
}
output "shout" {
  value = "${provider::go::shout("a")} ${data.go_count.all.prefix} ${go_note.moves.length}"
}
"#;

/// A folder with a configuration.
pub(crate) struct Bench {
    pub(crate) terraform: &'static Program,
    pub(crate) folder: tempfile::TempDir,
}

impl Bench {
    fn source(&self) -> String {
        format!("{}/example/go", self.terraform.host())
    }

    fn configure(&self, text: &str, more: &str) {
        let configuration = CONFIGURATION.replace("SOURCE", &self.source());
        let configuration = configuration.replace("TEXT", text) + more;
        fs::write(self.folder.path().join("main.tf"), configuration).unwrap();
    }

    /// Runs a command with a provider, and returns the exit code and the output.
    fn run(&self, arguments: &[&str], variable: (&str, &Path)) -> (Option<i32>, String) {
        let mut command = self.terraform.command(self.folder.path());
        let Output {
            status,
            stdout,
            stderr,
        } = command
            .args(arguments)
            .env(variable.0, variable.1)
            .output()
            .unwrap();
        let text = [stdout, stderr].concat();
        (status.code(), String::from_utf8_lossy(&text).into_owned())
    }

    #[track_caller]
    pub(crate) fn succeeds(&self, arguments: &[&str], variable: (&str, &Path)) -> String {
        let (code, text) = self.run(arguments, variable);
        assert_eq!(code, Some(0), "{text}");
        text
    }
}

/// The plan contains no changes if a state was written by the Go provider.
fn a_resource_moves_to_rust() {
    let Some(terraform) = binary::find().filter(|binary| binary.version >= (1, 8)) else {
        return;
    };
    let bench = Bench {
        terraform,
        folder: tempfile::tempdir().unwrap(),
    };
    let folder = bench.folder.path();
    let store = folder.join("notes.json");
    bench.configure("a", "");

    // Rust forwards everything: Terraform starts the Rust process, which runs the Go provider in another process.
    let programs = folder.join("bin");
    fs::create_dir(&programs).unwrap();
    let both = env!("CARGO_BIN_EXE_serve_both");
    fs::copy(both, programs.join("terraform-provider-go")).unwrap();
    let old = folder.join("old");
    let script = format!(
        "#!/bin/sh\nexec '{}' -protocol 5 -resources go_note,go_memo -store '{}'\n",
        program().display(),
        store.display()
    );
    fs::write(&old, script).unwrap();
    let made = Command::new("chmod").arg("755").arg(&old).status();
    assert!(made.unwrap().success());
    let overrides = format!(
        "provider_installation {{\n  dev_overrides {{\n    {:?} = {programs:?}\n  }}\n  direct {{}}\n}}\n",
        bench.source()
    );
    fs::write(folder.join("cli.tfrc"), overrides).unwrap();
    let forwards = ("OLD_PROVIDER", old.as_path());
    bench.succeeds(&["apply", "-auto-approve"], forwards);
    assert_eq!(
        bench.succeeds(&["output", "-raw", "shout"], forwards),
        "A p 1"
    );
    bench.succeeds(&["plan", "-detailed-exitcode"], forwards);

    // The Rust provider takes over one resource and adds another resource.
    let options = ["-resources", "go_memo", "-store", store.to_str().unwrap()];
    let go: Client = start(5, &options);
    let provider = Provider::new::<Config>("example/go")
        .resource::<Note>()
        .resource::<Label>()
        .fall_back_to(go);
    let served = InProcess::start(provider).unwrap();
    let source = bench.source();
    let reattach = served.reattach(&source, 6);
    let rust = ("TF_REATTACH_PROVIDERS", Path::new(&reattach));
    let text = bench.succeeds(&["plan", "-detailed-exitcode"], rust);
    assert!(text.contains("No changes."), "{text}");
    // `{"by":"go"}`
    assert_eq!(ORIGIN.lock().unwrap().as_deref(), Some("eyJieSI6ImdvIn0="));
    bench.configure("longer", "resource \"go_label\" \"new\" {}\n");
    let text = bench.succeeds(&["apply", "-auto-approve"], rust);
    assert!(text.contains("1 added, 1 changed, 0 destroyed"), "{text}");
    assert_eq!(bench.succeeds(&["output", "-raw", "shout"], rust), "A p 6");
    bench.succeeds(&["plan", "-detailed-exitcode"], rust);
    let text = bench.succeeds(&["destroy", "-auto-approve"], rust);
    assert!(text.contains("3 destroyed"), "{text}");
}
