//! Runs the program under Terraform or OpenTofu, over HTTP.

#[allow(dead_code)] // the other tests use more of it
mod service;

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::Output;

use service::Server;
use service::records::{Records, TOKEN};
use tempfile::TempDir;
use tfvalue_testing::acceptance::Program as Terraform;

const PROVIDER: &str = env!("CARGO_BIN_EXE_terraform-provider-dns");
const CONFIGURATION: &str = include_str!("../example/main.tf");

#[test]
fn records_from_their_creation_to_their_end() {
    let Some(terraform) = Terraform::find() else {
        // Unlike the output of `eprintln!`, this message is shown even if the test passes.
        _ = writeln!(io::stderr(), "skipped: no Terraform or OpenTofu");
        return;
    };
    let service = Server::start(Records::default());
    let folder = TempDir::new().unwrap();
    let overrides = format!(
        "provider_installation {{\n  dev_overrides {{\n    \"{}/example/dns\" = {:?}\n  }}\n  direct {{}}\n}}\n",
        terraform.host(),
        Path::new(PROVIDER).parent().unwrap()
    );
    fs::write(folder.path().join("cli.tfrc"), overrides).unwrap();
    let configure = |configuration: &str| {
        fs::write(folder.path().join("main.tf"), configuration).unwrap();
    };
    let run = |arguments: &[&str]| {
        let Output {
            status,
            stdout,
            stderr,
        } = terraform
            .command(folder.path())
            .args(arguments)
            .env("TF_CLI_ARGS", "-no-color")
            .env("DNS_URL", &service.url)
            .env("DNS_TOKEN", TOKEN)
            .output()
            .unwrap();
        let text = String::from_utf8([stdout, stderr].concat()).unwrap();
        (status.code(), text)
    };
    let succeeds = |arguments: &[&str]| {
        let (code, text) = run(arguments);
        assert_eq!(code, Some(0), "{arguments:?}\n{text}");
        text
    };

    configure(CONFIGURATION);
    succeeds(&["apply", "-auto-approve"]);
    succeeds(&["plan", "-detailed-exitcode"]);
    let names = succeeds(&["output", "-json", "names"]);
    assert_eq!(
        names.trim(),
        r#"["mail.example.com","web.example.com","www.example.com"]"#
    );

    configure(&CONFIGURATION.replace("300", "30"));
    let (code, text) = run(&["apply", "-auto-approve"]);
    assert_eq!(code, Some(1), "{text}");
    for expected in [
        "Error: Invalid record",
        "ttl    = 30",
        "at least 60 is required",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }

    configure(&CONFIGURATION.replace("300", "600"));
    let text = succeeds(&["apply", "-auto-approve"]);
    assert!(text.contains("3 changed"), "{text}");
    let ttl = service.with(|service| service.records[&1]["ttl"].clone());
    assert_eq!(ttl, 600);

    // Terraform detects changes that were made outside Terraform.
    service.with(|service| service.records.get_mut(&2).unwrap()["ttl"] = 60.into());
    let (code, text) = run(&["plan", "-detailed-exitcode"]);
    assert_eq!(code, Some(2), "{text}");
    succeeds(&["apply", "-auto-approve"]);

    succeeds(&["destroy", "-auto-approve"]);
    assert!(service.with(|service| service.records.is_empty()));
}
