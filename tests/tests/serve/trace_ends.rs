//! How `trace` ends after signals: the calls so far are written, and no process remains.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use tempfile::TempDir;
use tfvalue_client::Options;

use super::drive::method;
use super::examine_ends::{MARK, processes, signal};
use super::program::ECHO;

const PROGRAM: &str = env!("CARGO_BIN_EXE_cli");

/// Starts `trace` with the mark in its environment.
fn start(folder: &Path, arguments: &[&str]) -> Child {
    Command::new(PROGRAM)
        .arg("trace")
        .args(arguments)
        .args(["--", ECHO])
        .current_dir(folder)
        .env(MARK, folder)
        .env("TMPDIR", folder)
        .env_remove("TF_LOG")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Waits for the program to end. Returns its exit status.
fn status(mut child: Child) -> Option<i32> {
    let began = Instant::now();
    while child.try_wait().unwrap().is_none() {
        assert!(began.elapsed() < Duration::from_secs(30), "it does not end");
        thread::sleep(Duration::from_millis(20));
    }
    child.wait().unwrap().code()
}

#[test]
fn calls_in_progress_are_written() {
    thread::scope(|scope| {
        for name in ["INT", "TERM"] {
            scope.spawn(move || interrupt(name));
        }
    });
}

/// Sends a signal while a call is in progress.
fn interrupt(name: &str) {
    let folder = TempDir::new().unwrap();
    let files = [
        "--output",
        "calls.txt",
        "--html",
        "calls.html",
        "--record",
        "calls.trace",
    ];
    let arguments = [&["--source", "example/echo"], &files[..]].concat();
    let mut traced = start(folder.path(), &arguments);
    let mut line = String::new();
    let mut output = BufReader::new(traced.stdout.take().unwrap());
    output.read_line(&mut line).unwrap();
    let value = line.trim_end().strip_prefix("TF_REATTACH_PROVIDERS='");
    let value = value.unwrap().strip_suffix('\'').unwrap();
    let client = Options::new().attach(value, "example/echo").wait().unwrap();
    client
        .respond(method("PlanResourceChange"), "")
        .wait()
        .unwrap();
    let hanging = client.respond(method("ApplyResourceChange"), "hang");
    let begun = || {
        let text = fs::read_to_string(folder.path().join("calls.trace")).unwrap();
        text.contains("\"begin\":\"ApplyResourceChange\"")
    };
    while !begun() {
        thread::sleep(Duration::from_millis(5));
    }
    signal(&traced, name);
    // For a provider to which Terraform attaches, a signal is the normal way to end.
    assert_eq!(status(traced), Some(0), "{name}");
    drop((hanging, client));
    assert_eq!(processes(folder.path()), [""; 0], "{name}");
    for file in ["calls.txt", "calls.html"] {
        let text = fs::read_to_string(folder.path().join(file)).unwrap();
        for call in ["PlanResourceChange", "ApplyResourceChange"] {
            assert!(text.contains(call), "{file}: {text}");
        }
    }
    let shown = Command::new(PROGRAM)
        .args(["trace", "show", "--brief", "calls.trace"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let text = String::from_utf8(shown.stdout).unwrap();
    // If the call has ended, it ended together with the provider.
    assert!(text.contains("ApplyResourceChange, "), "{text}");
}

/// Returns a recording that contains only complete calls.
fn recording(calls: &[(&str, &str, &str)]) -> String {
    let mut text = "{\"session\":\"a\",\"tfvalue_trace\":1,\"protocol\":6}\n".to_owned();
    for (number, (name, request, response)) in calls.iter().enumerate() {
        let [request, response] = [request, response].map(|one| STANDARD.encode(one));
        for event in [
            format!("\"begin\":\"{name}\""),
            format!("\"request\":\"{request}\""),
            format!("\"response\":\"{response}\""),
            "\"end\":true".to_owned(),
        ] {
            text += &format!("{{\"session\":\"a\",\"call\":{number},\"at\":1,{event}}}\n");
        }
    }
    text
}

#[test]
fn an_interrupted_replay_counts_what_is_done() {
    for (name, code) in [("INT", 130), ("TERM", 143)] {
        let folder = TempDir::new().unwrap();
        let calls = [
            ("ReadResource", "same", "same"),
            ("ReadResource", "now", "before"),
            ("ApplyResourceChange", "hang", "done"),
            ("ReadResource", "same", "same"),
        ];
        fs::write(folder.path().join("calls.trace"), recording(&calls)).unwrap();
        let mut replay = start(folder.path(), &["replay", "--apply", "calls.trace"]);
        let mut output = BufReader::new(replay.stdout.take().unwrap());
        let mut text = String::new();
        output.read_line(&mut text).unwrap();
        assert_eq!(text, "ReadResource \n");
        signal(&replay, name);
        assert_eq!(status(replay), Some(code));
        output.read_to_string(&mut text).unwrap();
        let last = text.lines().next_back();
        assert_eq!(last, Some("2 calls compared, 1 with differences"), "{text}");
        assert_eq!(processes(folder.path()), [""; 0], "{name}");
    }
}
