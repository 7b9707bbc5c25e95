//! The commands in the guide that need a provider print the output that their pages show.
#![cfg(unix)]

#[path = "../../../tfvalue/cli/tests/commands/console.rs"]
mod console;

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use tfvalue_testing::acceptance::Program;
use tfvalue_tests::notices::skipped;

use self::console::Shown;

const PAGES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tfvalue/guide/src/tools");
const INVENTORY: &str = env!("CARGO_BIN_EXE_inventory");
const PLANTED: &str = env!("CARGO_BIN_EXE_planted");

const CONFIGURATION: &str = r#"
provider "inventory" {
  path = "inventory.db"
}

resource "inventory_server" "a" {
  name          = "web"
  cpus          = 128
  console_token = "open-sesame"
  disk { size = 10 }
}
"#;

/// Returns the commands of a page, and a folder with the files that these commands use.
fn page(name: &str, provider: &str) -> (Vec<Shown>, TempDir) {
    let folder = TempDir::new().unwrap();
    for (within, program) in [("", provider), ("old", INVENTORY), ("new", PLANTED)] {
        let within = folder.path().join(within);
        fs::create_dir_all(&within).unwrap();
        symlink(program, within.join("terraform-provider-inventory")).unwrap();
    }
    let config = serde_json::json!({ "path": folder.path().join("inventory.db") });
    fs::write(folder.path().join("config.json"), config.to_string()).unwrap();
    let shown = console::commands(&Path::new(PAGES).join(format!("{name}.md")));
    assert!(!shown.is_empty());
    (shown, folder)
}

/// Returns a command of a page whose output is written to a file.
fn command(shown: &Shown, folder: &Path) -> Command {
    let script = shown.command.replacen("tfvalue", "exec \"$TFVALUE\"", 1);
    let output = File::create(folder.join("output")).unwrap();
    let mut command = Command::new("sh");
    command
        .args(["-c", &format!("{script} 2>&1")])
        .current_dir(folder)
        .env("TFVALUE", env!("CARGO_BIN_EXE_cli"))
        .env_remove("TF_LOG")
        .stdin(Stdio::null())
        .stdout(output);
    command
}

fn output(folder: &Path) -> Vec<u8> {
    fs::read(folder.join("output")).unwrap()
}

#[test]
fn the_page_of_examine_shows_real_output() {
    let (shown, folder) = page("examine", PLANTED);
    for one in shown {
        command(&one, folder.path()).status().unwrap();
        one.check(&output(folder.path()));
    }
}

/// Stops a program that runs until Ctrl-C, after Terraform has made a plan with the program's provider.
fn plan(shown: &Shown, folder: &Path, terraform: &Program) {
    let mut traced = command(shown, folder).spawn().unwrap();
    let began = Instant::now();
    let value = loop {
        let printed = String::from_utf8(output(folder)).unwrap();
        let value = printed.split("TF_REATTACH_PROVIDERS='").nth(1);
        if let Some((value, _)) = value.and_then(|rest| rest.split_once('\'')) {
            break value.to_owned();
        }
        assert!(began.elapsed() < Duration::from_secs(30), "{printed}");
        thread::sleep(Duration::from_millis(10));
    };
    let mut command = terraform.command(folder);
    command.env("TF_REATTACH_PROVIDERS", value);
    let planned = command.arg("plan").output().unwrap();
    assert!(planned.status.success(), "{planned:?}");
    let number = traced.id().to_string();
    let sent = Command::new("kill").args(["-INT", &number]).status();
    assert!(sent.unwrap().success() && traced.wait().unwrap().success());
}

#[test]
fn the_page_of_trace_shows_real_output() {
    let Some(terraform) = Program::find() else {
        return skipped("neither terraform nor tofu is on PATH");
    };
    let (shown, folder) = page("trace", INVENTORY);
    let folder = folder.path();
    let required = "required_providers {\n    inventory = { source = \"example/inventory\" }\n  }";
    let configuration = format!("terraform {{\n  {required}\n}}\n{CONFIGURATION}");
    fs::write(folder.join("main.tf"), configuration).unwrap();
    fs::write(folder.join("cli.tfrc"), "").unwrap();
    for one in shown {
        if one.command.contains("--source") {
            plan(&one, folder, terraform);
        } else {
            command(&one, folder).status().unwrap();
        }
        one.check(&output(folder));
    }
}
