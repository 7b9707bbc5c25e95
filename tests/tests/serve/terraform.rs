//! Runs the program under Terraform or OpenTofu.

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tfvalue::provider::{CallError, CallErrorKind, Method};
use tfvalue::serve::{InProcess, Service};
use tfvalue_testing::acceptance::Program as Terraform;

use super::binary;
use super::program::{ECHO, Program};

const CONFIGURATION: &str = r#"
terraform {
  required_providers {
    echo = { source = "SOURCE" }
  }
}
provider "echo" {}
output "same" {
  value = provider::echo::same("unchanged")
}
"#;

pub(crate) fn terraform(binary: &Terraform, folder: &Path, arguments: &[&str]) -> Command {
    let mut command = binary.command(folder);
    command.args(arguments);
    command
}

/// Returns a folder with a configuration, or `None` if no Terraform version that supports functions is installed.
fn folder() -> Option<(&'static Terraform, tempfile::TempDir)> {
    let binary = binary::find().filter(|binary| binary.version >= (1, 8))?;
    let folder = tempfile::tempdir().unwrap();
    configure(folder.path(), &format!("{}/example/echo", binary.host()));
    fs::write(folder.path().join("cli.tfrc"), "").unwrap();
    Some((binary, folder))
}

/// Writes a configuration that contains a source address for the provider.
fn configure(folder: &Path, source: &str) {
    let configuration = CONFIGURATION.replace("SOURCE", source);
    fs::write(folder.join("main.tf"), configuration).unwrap();
}

pub(crate) fn succeeds(mut command: Command) -> Output {
    let output = command.output().unwrap();
    let text = [&output.stdout[..], &output.stderr].concat();
    assert!(
        output.status.success(),
        "{command:?}\n{}",
        String::from_utf8_lossy(&text)
    );
    output
}

/// Checks the value that the program computed.
fn outputs(binary: &Terraform, folder: &Path) {
    let command = terraform(binary, folder, &["output", "-raw", "same"]);
    assert_eq!(succeeds(command).stdout, b"unchanged");
}

#[test]
fn it_is_started_with_mutual_tls() {
    let Some((binary, folder)) = folder() else {
        return;
    };
    let folder = folder.path();
    let programs = folder.join("bin");
    fs::create_dir(&programs).unwrap();
    fs::copy(
        ECHO,
        programs.join(format!("terraform-provider-echo{EXE_SUFFIX}")),
    )
    .unwrap();
    let overrides = format!(
        "provider_installation {{\n  dev_overrides {{\n    \"{}/example/echo\" = {programs:?}\n  }}\n  direct {{}}\n}}\n",
        binary.host()
    );
    fs::write(folder.join("cli.tfrc"), overrides).unwrap();
    let log = folder.join("terraform.log");
    // Without a folder for a socket, the program uses a port, as on Windows.
    for (version, sockets) in [("6", ""), ("5", ""), ("6", "/missing/folder")] {
        for arguments in [
            &["validate"][..],
            &["apply", "-auto-approve"],
            &["destroy", "-auto-approve"],
            &["apply", "-auto-approve"],
        ] {
            let mut command = terraform(binary, folder, arguments);
            command
                .env("TF_LOG", "trace")
                .env("TF_LOG_PATH", &log)
                .env("PROVIDER_PROTOCOL", version)
                .env("PLUGIN_UNIX_SOCKET_DIR", sockets);
            succeeds(command);
        }
        outputs(binary, folder);
    }
    let log = fs::read_to_string(log).unwrap();
    let count = |text: &str| log.matches(text).count();
    let started = count("provider: starting plugin");
    assert!(started >= 12, "{started}");
    assert_eq!(count("provider: plugin process exited"), started);
    assert_eq!(count("plugin failed to exit gracefully"), 0);
    assert!(count("using plugin: version=5") > 0 && count("using plugin: version=6") > 0);
    assert!(count("network=unix") > 0 && count("network=tcp") > 0);
    assert!(
        count("tf_rpc=CallFunction") > 0,
        "the log has no events of calls"
    );
    // Neither side reports errors about the other side.
    assert_eq!(count("error receiving stdio"), 0);
    assert_eq!(count("a connection failed"), 0);
}

/// Terraform and OpenTofu find the provider by its source address as written, although they assume different hosts.
#[test]
fn terraform_attaches_to_it() {
    let Some((binary, folder)) = folder() else {
        return;
    };
    let folder = folder.path();
    for (source, options) in [
        ("example/echo", &["--debug"][..]),
        ("echo", &["--debug", "echo"]),
        ("example.com/a/echo", &["--debug", "example.com/a/echo"]),
    ] {
        configure(folder, source);
        let mut command = Command::new(ECHO);
        command.args(options).env("PLUGIN_UNIX_SOCKET_DIR", folder);
        let mut program = Program::start(&mut command);
        let value = program
            .line
            .strip_prefix("TF_REATTACH_PROVIDERS='")
            .unwrap();
        let value = value.strip_suffix('\'').unwrap().to_owned();
        // `init` is not necessary, but is harmless.
        for arguments in [&["apply", "-auto-approve"][..], &["init"]] {
            let mut command = terraform(binary, folder, arguments);
            command.env("TF_REATTACH_PROVIDERS", &value);
            succeeds(command);
        }
        outputs(binary, folder);
        assert!(program.is_running());
    }
}

/// A provider in the test process, with both protocols, for several runs of Terraform.
#[test]
fn terraform_attaches_to_a_test() {
    let Some((binary, folder)) = folder() else {
        return;
    };
    let folder = folder.path();
    let served = InProcess::start(Named).unwrap();
    for version in [5, 6] {
        let value = served.reattach(&format!("{}/example/echo", binary.host()), version);
        let mut command = terraform(binary, folder, &["validate"]);
        command.env("TF_REATTACH_PROVIDERS", &value);
        let output = command.output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            text.contains(&format!("no schema in protocol {version}")),
            "{text}"
        );
    }
}

/// A provider without a schema.
struct Named;

impl Service for Named {
    fn name(&self) -> &str {
        "echo"
    }

    async fn respond(&self, method: &'static Method, _: &[u8]) -> Result<bytes::Bytes, CallError> {
        let message = format!("no schema in protocol {}", method.version);
        Err(CallError::new(CallErrorKind::Internal, message))
    }

    fn stop(&self) {}
}
