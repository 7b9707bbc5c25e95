//! The provider as a program that Terraform starts: the program is installed from a mirror and uses mutual TLS.

use crate::harness::{Bench, Protocol};
use std::env::consts::{ARCH, EXE_SUFFIX, OS};
use std::fs;
use std::path::{Path, PathBuf};

const NETWORK: &str = r#"
resource "inventory_network" "a" {
  name   = "a"
  routes = [{ to = "0.0.0.0/0" }]
  subnet { range = "192.0.2.0/24" }
}
"#;

#[test]
fn installs_and_runs_the_binary() {
    launch(Protocol::V6);
}

#[test]
fn installs_and_runs_the_binary_with_protocol_5() {
    launch(Protocol::V5);
}

fn launch(protocol: Protocol) {
    let Some(mut bench) = Bench::speaking(protocol) else {
        return;
    };
    let installed = install(&bench);
    bench.launch_with(&format!(
        "provider_installation {{\n  filesystem_mirror {{\n    path = {:?}\n  }}\n}}\n",
        bench.path("mirror")
    ));
    bench.configure(NETWORK);
    bench.run(&["init"]).exits(0);
    assert_eq!(
        bench.run(&["validate", "-json"]).exits(0).json()["valid"],
        true
    );
    assert_eq!(bench.plan().actions("inventory_network.a"), "create");
    assert_eq!(bench.apply().values("inventory_network.a")["id"], "net-1");
    bench.plan().assert_empty();
    bench.run(&["destroy", "-auto-approve"]).exits(0);

    let log = fs::read_to_string(bench.path("terraform.log")).expect("reading the log");
    let count = |text: &str| log.matches(text).count();
    let started = count("provider: starting plugin");
    assert!(started >= 10, "{started} starts in:\n{log}");
    assert_eq!(count("provider: plugin process exited"), started, "{log}");
    let used = format!("using plugin: version={protocol}");
    assert_eq!(count("using plugin: version="), count(&used), "{log}");
    assert_eq!(count(&used), started, "{log}");
    // Terraform kills a provider that does not exit within two seconds.
    assert_eq!(count("plugin failed to exit gracefully"), 0, "{log}");
    assert_eq!(running(&installed), Vec::<PathBuf>::new());
}

/// Copies the provider into the bench's mirror. Returns the path from which the provider is run.
fn install(bench: &Bench) -> PathBuf {
    let system = if OS == "macos" { "darwin" } else { OS };
    let processor = match ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        other => other,
    };
    let place = format!("{}/0.1.0/{system}_{processor}", bench.source());
    let folder = bench.path("mirror").join(&place);
    fs::create_dir_all(&folder).expect("creating the mirror");
    let name = format!("terraform-provider-inventory_v0.1.0{EXE_SUFFIX}");
    fs::copy(env!("CARGO_BIN_EXE_inventory"), folder.join(&name)).expect("copying the binary");
    bench.path(".terraform/providers").join(place).join(name)
}

/// Returns the processes that run this binary, or no processes if the system has no `/proc`.
fn running(binary: &Path) -> Vec<PathBuf> {
    let binary = binary
        .canonicalize()
        .expect("resolving the path of the binary");
    let processes = fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .filter_map(Result::ok);
    let links = processes.map(|process| process.path().join("exe"));
    links
        .filter(|link| fs::read_link(link).is_ok_and(|exe| exe == binary))
        .collect()
}
