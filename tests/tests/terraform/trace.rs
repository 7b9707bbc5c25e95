//! `trace` between Terraform and the provider: the output that it writes, the values that it hides, and the differences
//! that a replay finds.
#![cfg(unix)]

use crate::harness::{Bench, Protocol};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, Output, Stdio};
use tfvalue_testing::acceptance::Program;

const TRACE: &str = env!("CARGO_BIN_EXE_cli");
const INVENTORY: &str = env!("CARGO_BIN_EXE_inventory");
const SECRET: &str = "open-sesame";
const NETWORK: &str = r#"
resource "inventory_network" "a" {
  name   = "a"
  routes = [{ to = "0.0.0.0/0" }]
  subnet { range = "192.0.2.0/24" }
}
"#;
const SERVER: &str = r#"
resource "inventory_server" "a" {
  name          = "web"
  console_token = "open-sesame"
  disk { size = 10 }
}
"#;

#[test]
fn shows_records_and_replays_the_calls_of_several_processes() {
    let Some(bench) = overridden(Protocol::V6, &["--record", "calls.trace"]) else {
        return;
    };
    bench.configure(SERVER);
    bench.run(&["apply", "-auto-approve"]).exits(0);
    bench.run(&["plan", "-detailed-exitcode"]).exits(0);
    let mode = fs::metadata(bench.path("calls.trace"))
        .unwrap()
        .permissions();
    assert_eq!(mode.mode() & 0o777, 0o600);
    let recording = bench.path("calls.trace").display().to_string();
    assert!(
        read(&bench, "calls.trace")
            .contains("\"notice\":\"this file contains the secrets of the calls\"")
    );

    let (page, text) = (bench.path("page.html"), trace(&["show", &recording]));
    let shown = text_of(&text);
    assert_eq!(text.status.code(), Some(0), "{shown}");
    for part in [
        "PlanResourceChange inventory_server, ",
        "  planned_state = {\n",
        " = (sensitive value) # string, sensitive",
        "    name: prior_state null, config \"web\", proposed_new_state \"web\", planned_state \"web\"",
        "    id: prior_state null, ",
        "ApplyResourceChange inventory_server, ",
    ] {
        assert!(shown.contains(part), "{part:?} is missing in:\n{shown}");
    }
    let html = trace(&["show", &recording, "--html", &page.display().to_string()]);
    assert_eq!(html.status.code(), Some(0));
    let page = fs::read_to_string(page).unwrap();
    assert!(
        page.contains(
            r#""kind":"ApplyResourceChange","subject":"inventory_server","level":"change""#
        )
    );
    for text in [&shown, &page] {
        assert!(!text.contains(SECRET), "{text}");
    }

    let forged = bench.path("forged.trace");
    fs::write(&forged, forge(&read(&bench, "calls.trace"))).unwrap();
    let shown = text_of(&trace(&["show", "--brief", &forged.display().to_string()]));
    for part in [
        "  error: Terraform will report: Provider produced inconsistent result after apply, at name\n",
        "When applying changes to inventory_server.NAME, provider ",
        ".name: was cty.StringVal(\"web\"), but now cty.StringVal(\"wob\")",
    ] {
        assert!(shown.contains(part), "{part:?} is missing in:\n{shown}");
    }

    // The objects do not exist before this replay, so all responses are the same as in the recording.
    fs::remove_file(bench.database()).unwrap();
    let same = trace(&["replay", &recording, "--apply", "--", INVENTORY]);
    let text = text_of(&same);
    assert!(
        text.ends_with(" calls compared, 0 with differences\n"),
        "{text}"
    );
    assert_eq!(same.status.code(), Some(0));
    // In this replay, the name is already in use.
    let other = trace(&["replay", &recording, "--apply", "--", INVENTORY]);
    let text = text_of(&other);
    assert!(
        text.contains("ApplyResourceChange inventory_server\n"),
        "{text}"
    );
    assert!(!text.contains(SECRET), "{text}");
    assert_eq!(other.status.code(), Some(1));
    let careful = text_of(&trace(&["replay", &recording, "--", INVENTORY]));
    assert!(
        careful.contains("1 call skipped that may change objects"),
        "{careful}"
    );
}

#[test]
fn forwards_protocol_5_and_adds_to_a_page() {
    let Some(bench) = overridden(
        Protocol::V5,
        &["--html", "page.html", "--output", "calls.txt", "--brief"],
    ) else {
        return;
    };
    bench.configure(NETWORK);
    bench.run(&["apply", "-auto-approve"]).exits(0);
    let log = read(&bench, "terraform.log");
    assert!(log.contains("using plugin: version=5") && !log.contains("using plugin: version=6"));
    assert!(!log.contains("plugin failed to exit gracefully"));
    let (page, text) = (read(&bench, "page.html"), read(&bench, "calls.txt"));
    assert_eq!(page.matches("<!doctype html>").count(), 1);
    let groups = page.split(r#""group":"Process "#).skip(1);
    let processes: BTreeSet<_> = groups.filter_map(|rest| rest.split('"').next()).collect();
    assert!(processes.len() > 1, "{processes:?}");
    assert!(
        text.contains("ValidateResourceTypeConfig inventory_network, "),
        "{text}"
    );
    assert!(
        text.contains("    name: prior_state null, config \"a\""),
        "{text}"
    );
    for text in [page, text] {
        assert!(!text.contains(SECRET), "{text}");
    }
}

#[test]
fn serves_a_provider_until_it_is_stopped() {
    let (Some(bench), Some(program)) = (Bench::new(), Program::find()) else {
        return;
    };
    bench.configure(SERVER);
    let mut served = Command::new(TRACE)
        .args(["trace", "--source", &bench.source(), "--output"])
        .arg(bench.path("calls.txt"))
        .args(["--", INVENTORY])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(served.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    let value = line.trim_end().strip_prefix("TF_REATTACH_PROVIDERS='");
    let value = value.and_then(|value| value.strip_suffix('\'')).unwrap();
    let mut command = program.command(&bench.path(""));
    command.env("TF_REATTACH_PROVIDERS", value);
    let applied = command.args(["apply", "-auto-approve"]).output().unwrap();
    assert!(applied.status.success(), "{}", text_of(&applied));
    let interrupt = Command::new("kill")
        .args(["-INT", &served.id().to_string()])
        .status();
    assert!(interrupt.unwrap().success() && served.wait().unwrap().success());
    let text = read(&bench, "calls.txt");
    assert!(
        text.contains("ApplyResourceChange inventory_server, "),
        "{text}"
    );
    assert!(!text.contains(SECRET), "{text}");
}

#[test]
fn reports_errors_of_the_provider_and_of_the_command_line() {
    let Some(bench) = overridden(Protocol::V6, &["--output", "calls.txt", "--brief"]) else {
        return;
    };
    // Both networks have the same name.
    let other = NETWORK.replace("\"inventory_network\" \"a\"", "\"inventory_network\" \"b\"");
    bench.configure(&format!("{NETWORK}{other}"));
    assert_ne!(bench.run(&["apply", "-auto-approve"]).code, 0);
    let text = read(&bench, "calls.txt");
    assert!(text.contains("  error: The provider reports: "), "{text}");
    let missing = trace(&["--source", "a/b", "--", "/missing/provider"]);
    assert_eq!(missing.status.code(), Some(3), "{}", text_of(&missing));
    for (arguments, parts) in [
        (
            &[] as &[_],
            &["the program of the provider is required, after --"] as &[_],
        ),
        (&["--", INVENTORY], &["--source ADDRESS is required"]),
        (
            &["--", "nope"],
            &[
                "--source ADDRESS is required",
                "cannot run nope, the provider after --",
            ],
        ),
    ] {
        let wrong = trace(arguments);
        let text = text_of(&wrong);
        assert_eq!(wrong.status.code(), Some(2), "{text}");
        assert!(parts.iter().all(|part| text.contains(part)), "{text}");
        assert_eq!(text.contains("cannot run"), parts.len() == 2, "{text}");
    }
}

/// Returns a bench with a development override for the provider: a script that runs `trace` with these options. Returns
/// `None` if Terraform is not installed.
fn overridden(protocol: Protocol, options: &[&str]) -> Option<Bench> {
    let mut bench = Bench::speaking(protocol)?;
    let folder = bench.path("override");
    fs::create_dir(&folder).unwrap();
    let script = folder.join("terraform-provider-inventory");
    let options = options.join(" ");
    let text = format!("#!/bin/sh\nTRACE_PROVIDER={INVENTORY:?} exec {TRACE:?} trace {options}\n");
    fs::write(&script, text).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o700)).unwrap();
    bench.launch_with(&format!(
        "provider_installation {{\n  dev_overrides {{\n    {:?} = {folder:?}\n  }}\n  direct {{}}\n}}\n",
        bench.source(),
    ));
    Some(bench)
}

/// Changes the name in the response to the call that creates the server.
fn forge(recording: &str) -> String {
    let mut call = Value::Null;
    let lines = recording.lines().map(|line| {
        let mut line: Value = serde_json::from_str(line).unwrap();
        if line["begin"] == "ApplyResourceChange" {
            call = line["call"].clone();
        }
        if !call.is_null() && line["call"] == call && line["response"].is_string() {
            let mut bytes = STANDARD.decode(line["response"].as_str().unwrap()).unwrap();
            let at = bytes.windows(3).position(|part| part == b"web").unwrap();
            bytes[at + 1] = b'o';
            line["response"] = STANDARD.encode(bytes).into();
            call = Value::Null;
        }
        format!("{line}\n")
    });
    lines.collect()
}

fn trace(arguments: &[&str]) -> Output {
    Command::new(TRACE)
        .arg("trace")
        .args(arguments)
        .output()
        .unwrap()
}

fn text_of(output: &Output) -> String {
    let text = [&output.stdout[..], &output.stderr].concat();
    String::from_utf8_lossy(&text).into_owned()
}

fn read(bench: &Bench, name: &str) -> String {
    fs::read_to_string(bench.path(name)).unwrap()
}
