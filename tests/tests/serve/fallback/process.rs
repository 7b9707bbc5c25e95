//! Two providers that act as one: the log, and the end of their processes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tfvalue::prost::Message as _;
use tfvalue::tfplugin6::read_resource;
use tfvalue_client::{Client, Method};

use crate::drive::orphans::until_gone;
use crate::program::ECHO;

/// Writes a script that writes its process ID to a file, and then runs another program in the same process.
fn script(folder: &Path, name: &str, program: &str) -> (PathBuf, PathBuf) {
    let (path, number) = (folder.join(name), folder.join(format!("{name}.pid")));
    let text = format!(
        "#!/bin/sh\necho $$ >'{}'\nexec '{program}'\n",
        number.display()
    );
    fs::write(&path, text).unwrap();
    let made = Command::new("chmod").arg("755").arg(&path).status();
    assert!(made.unwrap().success());
    (path, number)
}

/// Starts a provider that falls back to the echo provider.
fn start(folder: &Path) -> (Client, PathBuf, PathBuf) {
    let (echo, old) = script(folder, "old", ECHO);
    let (both, new) = script(folder, "new", env!("CARGO_BIN_EXE_serve_both"));
    let mut command = Command::new(both);
    command.env("OLD_PROVIDER", echo).env("TF_LOG", "INFO");
    command.env_remove("TF_LOG_PROVIDER");
    let client = Client::start(&command).wait().unwrap();
    let schema = client.schema().wait().unwrap().schema;
    assert!(schema.functions.contains_key("same"));
    (client, old, new)
}

/// The processes end together.
#[test]
fn both_end() {
    let folder = tempfile::tempdir().unwrap();
    let (client, old, new) = start(folder.path());
    drop(client);
    until_gone(&new);
    until_gone(&old);
    let (_client, old, new) = start(folder.path());
    let number = fs::read_to_string(&new).unwrap();
    let killed = Command::new("kill")
        .args(["-s", "KILL", number.trim()])
        .status();
    assert!(killed.unwrap().success());
    until_gone(&new);
    until_gone(&old);
}

#[test]
fn the_log_is_passed_on() {
    let folder = tempfile::tempdir().unwrap();
    let (client, ..) = start(folder.path());
    let request = read_resource::Request {
        type_name: "echo_x".to_owned(),
        ..Default::default()
    };
    let request = request.encode_to_vec();
    let method = Method::find(6, "ReadResource").unwrap();
    let response = client.respond(method, request.clone()).wait().unwrap();
    assert_eq!(response, request);
    // Other threads write the log.
    while !client.log().contains(r#""@message":"echo""#) {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    // A crash is reported to the user as an error, and appears in the log.
    let old = fs::read_to_string(folder.path().join("old.pid")).unwrap();
    let killed = Command::new("kill")
        .args(["-s", "KILL", old.trim()])
        .status();
    assert!(killed.unwrap().success());
    let response = client.respond(method, request).wait().unwrap();
    let response = read_resource::Response::decode(response).unwrap();
    let detail = &response.diagnostics[0].detail;
    assert_eq!(
        detail,
        "ReadResource: the provider has ended: signal: 9 (SIGKILL)"
    );
}
