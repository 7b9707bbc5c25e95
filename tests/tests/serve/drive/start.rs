//! Programs that are not providers.

use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tfvalue_client::{Client, ClientError, ClientErrorKind, Options};

use super::{echo, method};

/// Returns the error for a shell script.
fn error(script: &str) -> ClientError {
    let mut command = Command::new("sh");
    command.args(["-c", script]);
    let started = Options::new()
        .start_timeout(Duration::from_millis(1500))
        .start(&command);
    let error = started.wait().unwrap_err();
    assert_eq!(error.kind(), ClientErrorKind::Start);
    error
}

#[test]
fn programs_that_are_no_providers_are_explained() {
    for (script, problem) in [
        (
            "echo hello; sleep 100",
            "the line of a handshake first, got \"hello\"",
        ),
        ("yes | tr -d '\\n'", "got a line of more than 16384 bytes"),
        ("cat /dev/zero", "got a line of more than 16384 bytes"),
        ("printf '\\377\\0\\n'", "the line of a handshake first, got"),
        ("sleep 100", "the provider has not started within 1.5s"),
        (
            "exit 3",
            "the provider ended before the handshake: exit status: 3",
        ),
        ("exec >&-; kill -9 $$", "before the handshake: signal: 9"),
        (
            "echo '1|4|tcp|127.0.0.1:1|grpc|'",
            "version 5 or 6 of the protocol is required, got \"4\"",
        ),
        (
            "echo '1|6|unix|/missing|grpc|AQID'",
            "cannot connect to the provider",
        ),
        (
            "echo '1|6|tcp|127.0.0.1:1|grpc|AQID'",
            "cannot connect to the provider",
        ),
    ] {
        let error = error(script);
        assert!(error.to_string().contains(problem), "{script}: {error}");
    }
}

#[test]
fn the_log_explains_why_a_provider_does_not_start() {
    let error = error("echo first >&2; echo second >&2; exit 1");
    assert_eq!(error.log(), "first\nsecond\n");
    assert!(
        error.to_string().ends_with("exit status: 1\nfirst\nsecond"),
        "{error}"
    );
    let panics =
        "printf 'x\\npanic: boom\\n\\ngoroutine 1 [running]:\\nmain.main()\\n' >&2; exit 2";
    let error = self::error(panics);
    let panic = "panic: boom\n\ngoroutine 1 [running]:\nmain.main()\n";
    assert_eq!(error.panic(), Some(panic));
    let error = Client::start(&Command::new("/missing/program")).wait();
    let error = error.unwrap_err().to_string();
    assert!(error.contains("/missing/program"), "{error}");
}

#[test]
fn a_version_that_was_not_offered_is_refused() {
    let script = "echo '1|5|tcp|127.0.0.1:1|grpc|AQID'; sleep 100";
    let mut command = Command::new("sh");
    command.args(["-c", script]);
    let error = Options::new().protocol(6).start(&command).wait();
    assert_eq!(
        error.unwrap_err().to_string(),
        "the provider chose version 5 of the protocol, which was not offered"
    );
}

/// A program that does not encrypt the connection could be any program on this machine.
#[test]
fn connections_must_be_encrypted() {
    let mut command = Command::new("sh");
    let script = "unset PLUGIN_CLIENT_CERT; exec \"$0\"";
    command.args(["-c", script, super::ECHO]);
    let error = Client::start(&command).wait().unwrap_err();
    let problem = "the provider does not encrypt its connection";
    assert_eq!(error.message(), problem);
}

/// Output that no one reads must not stop the provider, and must use little memory.
#[test]
fn endless_output_does_no_harm() {
    let mut command = Command::new("sh");
    // The output begins after the handshake.
    let script = "(sleep 0.3; yes out & yes err >&2) & exec \"$0\"";
    command.args(["-c", script, super::ECHO]);
    let client = Client::start(&command).wait().unwrap();
    while client.log().len() < 60_000 {
        let response = client.respond(method("ReadResource"), "a").wait();
        assert_eq!(response.unwrap(), "a");
    }
    assert!(client.log().len() <= 64 << 10);
}

/// The command determines the arguments, the environment and the working directory.
#[test]
fn the_command_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new("sh");
    let script = "echo \"$1 $WORD $(pwd -P)\" >&2; unset WORD; exec \"$0\"";
    command
        .args(["-c", script, super::ECHO, "a b\"c"])
        .env("WORD", "with blank ")
        .current_dir(&folder);
    let client = Client::start(&command).wait().unwrap();
    let path = folder.path().canonicalize().unwrap();
    while !client.log().contains('\n') {
        std::thread::sleep(Duration::from_millis(5));
    }
    let expected = format!("a b\"c with blank  {}\n", path.display());
    assert_eq!(client.log(), expected);
}

/// If no caller is waiting for a start any longer, the start is aborted.
#[test]
fn a_start_can_be_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let mark = folder.path().join("pid");
    let mut command = Command::new("sh");
    command
        .args([
            "-c",
            "echo $$ >\"$0.new\"; mv \"$0.new\" \"$0\"; exec sleep 100",
        ])
        .arg(&mark);
    let call = Client::start(&command);
    let start = Instant::now();
    while !mark.exists() && start.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(5));
    }
    drop(call);
    super::orphans::until_gone(&mark);
}

#[test]
fn the_log_is_passed_on() {
    let log = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&log);
    let options = Options::new().on_log(move |bytes| kept.lock().unwrap().extend_from_slice(bytes));
    let client = options.start(echo().env("TF_LOG", "debug")).wait().unwrap();
    let version = client.protocol();
    drop(client);
    let log = String::from_utf8(log.lock().unwrap().clone()).unwrap();
    assert!(log.contains("\"listening\""), "{version}: {log}");
}
