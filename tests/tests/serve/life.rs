//! The lifecycle of the process.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Duration;

use h2::client::ResponseFuture;

use super::client::{Client, framed};
use super::program::{ECHO, Program, command};
use super::run;

#[test]
fn started_by_hand_it_explains_itself() {
    let output = command()
        .env_remove(tfvalue::serve::COOKIE_NAME)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(output.stdout, b"");
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(
        text.starts_with("This program is a Terraform provider."),
        "{text}"
    );
    assert!(
        text.contains("dev_overrides") && text.contains("--debug"),
        "{text}"
    );
}

#[test]
fn options_of_the_provider_run() {
    let run = |option| {
        Command::new(ECHO)
            .arg(option)
            .output()
            .unwrap()
            .status
            .code()
    };
    assert_eq!(run("--seven"), Some(7));
    assert_eq!(run("--eight"), Some(1));
}

#[test]
fn the_newest_common_version_is_chosen() {
    for (offered, wanted, chosen) in [("6,5", "", "6"), ("5", "", "5"), ("5,6", "5", "5")] {
        let mut command = command();
        command
            .env("PLUGIN_PROTOCOL_VERSIONS", offered)
            .env("PROVIDER_PROTOCOL", wanted);
        let program = Program::start(&mut command);
        assert_eq!(program.handshake()[..2], ["1", chosen]);
    }
    let output = command()
        .env("PLUGIN_PROTOCOL_VERSIONS", "7")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(output.stdout, b"");
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(
        text.contains("the provider supports 5 and 6, Terraform 7"),
        "{text}"
    );
}

#[test]
fn the_socket_is_removed_at_the_end() {
    run(async {
        let folder = tempfile::tempdir().unwrap();
        let mut program = Program::start(command().env("PLUGIN_UNIX_SOCKET_DIR", folder.path()));
        let [_, _, "unix", path, "grpc", ""] = program.handshake() else {
            panic!("{}", program.line);
        };
        let path = Path::new(path).to_owned();
        assert_eq!(path.parent(), Some(folder.path()));
        assert!(path.exists());
        let client = Client::connect(&program).await;
        client
            .call_path("/plugin.GRPCController/Shutdown", b"")
            .await
            .message();
        assert!(program.exit().success());
        assert!(!path.exists());
    });
}

#[test]
fn without_a_place_for_a_socket_it_is_a_port() {
    run(async {
        let parent = tempfile::tempdir().unwrap();
        for (variable, folder) in [
            ("PLUGIN_UNIX_SOCKET_DIR", "/missing/folder"),
            ("PLUGIN_UNIX_SOCKET_DIR", "a|b"),
            ("PLUGIN_UNIX_SOCKET_DIR", "@b"),
            ("TMPDIR", "a\nb"),
            ("TMPDIR", "a\rb"),
        ] {
            // Only the first folder is missing.
            _ = fs::create_dir(parent.path().join(folder));
            let mut command = command();
            command.current_dir(&parent).env(variable, folder);
            let mut program = Program::start(&mut command);
            assert_eq!(program.handshake()[2], "tcp", "{folder:?}");
            let client = Client::connect(&program).await;
            assert_eq!(client.call("ReadResource", b"\0").await.message(), b"\0");
            drop(client);
            assert!(program.exit().success());
        }
    });
}

#[test]
fn it_ends_with_the_last_connection() {
    run(async {
        let mut program = Program::start(&mut command());
        let first = Client::connect(&program).await;
        let second = Client::connect(&program).await;
        first.call("ReadResource", b"\0").await.message();
        second.call("ReadResource", b"\0").await.message();
        drop(first);
        assert_eq!(second.call("ReadResource", b"\0").await.message(), b"\0");
        assert!(program.is_running());
        drop(second);
        assert!(program.exit().success());
    });
}

/// The client is killed during calls that end when they are stopped, during calls that never end, and during calls that
/// block.
#[test]
fn it_ends_if_the_client_dies_in_calls() {
    thread::scope(|scope| {
        for request in ["until stopped", "hang", "block"] {
            scope.spawn(move || lose_client(request));
        }
    });
}

/// Starts calls that change an object.
async fn start(client: &Client, request: &str, count: usize) -> Vec<ResponseFuture> {
    let mut calls = Vec::new();
    for _ in 0..count {
        let path = "/tfplugin6.Provider/ApplyResourceChange";
        calls.push(client.start(path, framed(request.as_bytes())).await);
    }
    calls
}

fn lose_client(request: &str) {
    run(async {
        let mut program = Program::start(&mut command());
        let client = Client::connect(&program).await;
        let _calls = start(&client, request, 20).await;
        client
            .call_path("/grpc.health.v1.Health/Check", b"")
            .await
            .message();
        drop(client);
        assert!(program.exit().success(), "{request}");
    });
}

#[test]
fn stop_ends_running_calls() {
    run(async {
        for stop in [
            "/tfplugin5.Provider/Stop",
            "/tfplugin6.Provider/StopProvider",
        ] {
            let mut program = Program::start(&mut command());
            let client = Client::connect(&program).await;
            let path = "/tfplugin6.Provider/ApplyResourceChange";
            let running = client.start(path, framed(b"until stopped")).await;
            // The call is running once the process responds to the next call on the call's thread.
            client.call("ReadResource", b"\x0f").await.message();
            assert_eq!(client.call_path(stop, b"").await.message(), b"");
            let answer = super::client::answer(running).await.unwrap();
            assert_eq!(answer.message(), b"stopped");
            drop(client);
            assert!(program.exit().success());
        }
    });
}

/// If a client resets its calls or disconnects, the provider drops these calls.
#[test]
fn abandoned_calls_are_dropped() {
    run(async {
        let mut program = Program::start(&mut command());
        let client = Client::connect(&program).await;
        let gone = Client::connect(&program).await;
        let mut calls = Vec::new();
        for client in [&client, &gone] {
            for _ in 0..5 {
                for (method, request) in [
                    ("ApplyResourceChange", "hang"),
                    ("ListResource", "hang"),
                    ("ListResource", "a hang"),
                ] {
                    let path = format!("/tfplugin6.Provider/{method}");
                    calls.push(client.start(&path, framed(request.as_bytes())).await);
                }
            }
        }
        let is = async |count: &[u8]| {
            while client
                .call("ApplyResourceChange", b"hanging")
                .await
                .message()
                != count
            {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        is(b"30").await;
        drop((calls, gone));
        is(b"0").await;
        assert!(program.is_running());
    });
}

/// Returns the command that starts the program with a limit on file descriptors.
fn limited(descriptors: u32) -> Command {
    let mut limited = Command::new("sh");
    let script = format!("ulimit -n {descriptors}; exec {ECHO}");
    limited.args(["-c", &script]).envs(
        command()
            .get_envs()
            .filter_map(|(name, value)| Some((name, value?))),
    );
    limited
}

#[test]
fn it_survives_too_many_connections() {
    run(async {
        let mut program = Program::start(&mut limited(32));
        let mut sockets = Vec::new();
        for _ in 0..64 {
            sockets.push(super::client::socket(&program).await);
        }
        drop(sockets);
        let client = Client::connect(&program).await;
        assert_eq!(client.call("ReadResource", b"\0").await.message(), b"\0");
        assert!(program.is_running());
    });
}

#[test]
fn too_few_file_descriptors_are_explained() {
    // Each C library has its own text for the error.
    let error = std::io::Error::from_raw_os_error(24);
    let message = format!("Cannot serve the provider: {error}\n");
    let mut explained = 0;
    for descriptors in 5..32 {
        let mut program = Program::start(&mut limited(descriptors));
        if program.line.is_empty() {
            let status = program.exit();
            let text = program.stderr();
            // With a very low limit, the system cannot even start the program.
            if !text.contains("loading shared libraries") {
                assert_eq!((status.code(), &text), (Some(1), &message));
                explained += 1;
            }
        }
    }
    assert!(explained > 0);
}

/// All threads of the provider are blocked, except the threads of the connection.
#[test]
fn calls_that_never_return_do_not_block_the_stop() {
    run(async {
        let mut program = Program::start(&mut command());
        let client = Client::connect(&program).await;
        let _calls = start(&client, "block", 64).await;
        assert_eq!(client.call("StopProvider", b"").await.message(), b"");
        client
            .call_path("/plugin.GRPCController/Shutdown", b"")
            .await
            .message();
        assert!(program.exit().success());
    });
}

/// The only call blocks the connection's thread, on which the call began.
#[test]
fn a_call_that_never_returns_blocks_no_other() {
    run(async {
        let mut program = Program::start(&mut command());
        let client = Client::connect(&program).await;
        for _ in 0..10 {
            // From now on, calls are made one at a time.
            client.call("PlanResourceChange", b"").await.message();
        }
        let blocked = start(&client, "block", 1).await;
        for _ in 0..10 {
            assert_eq!(client.call("ReadResource", b"\0").await.message(), b"\0");
        }
        assert_eq!(client.call("StopProvider", b"").await.message(), b"");
        drop((client, blocked));
        assert!(program.exit().success());
    });
}

#[test]
fn ctrl_c_is_ignored() {
    run(async {
        let mut program = Program::start(&mut command());
        let client = Client::connect(&program).await;
        program.signal("INT");
        for _ in 0..10 {
            assert_eq!(
                client.call("ReadResource", b"\x0f").await.message(),
                b"\x0f"
            );
        }
        assert!(program.is_running());
        program.signal("TERM");
        client.closed().await;
        assert!(program.exit().success());
    });
}

#[test]
fn debugging_outlives_connections_and_calls() {
    run(async {
        let folder = tempfile::tempdir().unwrap();
        let mut command = Command::new(ECHO);
        command
            .arg("--debug")
            .env("PLUGIN_UNIX_SOCKET_DIR", folder.path());
        let mut program = Program::start(&mut command);
        let value = program
            .line
            .strip_prefix("TF_REATTACH_PROVIDERS='")
            .unwrap();
        let value: serde_json::Value =
            serde_json::from_str(value.strip_suffix('\'').unwrap()).unwrap();
        let entry = &value["example/echo"];
        assert_eq!(entry["Pid"], program.child.id());
        let path = entry["Addr"]["String"].as_str().unwrap();
        for _ in 0..3 {
            let stream = tokio::net::UnixStream::connect(path).await.unwrap();
            let client = Client::new(stream).await.unwrap();
            let call = client
                .start("/tfplugin6.Provider/ApplyResourceChange", framed(b"hang"))
                .await;
            assert_eq!(client.call("ReadResource", b"\0").await.message(), b"\0");
            drop((client, call));
        }
        assert!(program.is_running());
        program.signal("INT");
        assert!(program.exit().success());
        let text = program.stderr();
        assert!(
            text.starts_with("The provider runs until Ctrl-C.")
                && text.contains("required_providers is \"example/echo\"."),
            "{text}"
        );
    });
}
