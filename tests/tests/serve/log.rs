//! The log on standard error.

use std::thread;
use std::time::Duration;

use serde_json::Value;

use super::client::{Client, framed};
use super::program::{Program, command};
use super::run;

/// Makes calls that write to the log, and returns the lines of the log.
fn lines(level: &str) -> Vec<Value> {
    run(async {
        let mut program =
            Program::start(command().env("TF_LOG_PROVIDER", level).env("TF_LOG", "off"));
        let client = Client::connect(&program).await;
        client.call("ReadResource", b"\0\0").await.message();
        client.call("ReadResource", b"\x01").await.message();
        drop(client);
        assert!(program.exit().success());
        let text = program.stderr();
        assert!(text.len() < 64 << 10, "{text}");
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}")))
            .collect()
    })
}

#[test]
fn events_have_the_fields_of_their_call() {
    let lines = lines("info");
    assert_eq!(lines.len(), 2, "{lines:?}");
    for (line, size) in lines.iter().zip([2, 1]) {
        let timestamp = line["@timestamp"].as_str().unwrap();
        assert_eq!(timestamp.len(), "2006-01-02T15:04:05.000000Z".len());
        let expected = serde_json::json!({
            "@level": "info",
            "@message": "echo",
            "@module": "serve_echo",
            "@timestamp": timestamp,
            "size": size,
            "tf_rpc": "ReadResource",
            "tf_proto_version": 6,
            "tf_req_id": line["tf_req_id"].as_u64().expect("a number"),
        });
        assert_eq!(*line, expected);
    }
}

#[test]
fn the_transport_logs_calls_but_no_bytes() {
    let lines = lines("trace");
    let text = serde_json::to_string(&lines).unwrap();
    assert!(!text.contains("h2::"), "{text}");
    let calls: Vec<_> = lines
        .iter()
        .filter(|line| line["@module"] == "tfvalue::serve::call")
        .collect();
    assert_eq!(calls.len(), 4, "{text}");
    assert_eq!(calls[0]["@message"], "received a call");
    assert_eq!(calls[0]["tf_rpc"], "ReadResource");
    assert_eq!(calls[0]["tf_proto_version"], 6);
    assert_eq!(calls[3]["@message"], "responded to a call");
    assert_ne!(calls[0]["tf_req_id"], calls[3]["tf_req_id"]);
}

#[test]
fn without_a_level_nothing_is_logged() {
    assert!(lines("off").is_empty());
}

/// No one reads standard error until the program has responded to calls that write a lot of log output.
#[test]
fn a_reader_that_waits_blocks_nothing() {
    const LINES: u64 = 50_000;
    run(async {
        let mut program = Program::start_unread(command().env("TF_LOG", "trace"));
        let client = Client::connect(&program).await;
        let request = format!("log {LINES}");
        let answer = client.call("ApplyResourceChange", request.as_bytes()).await;
        assert_eq!(answer.message(), b"logged");
        program.read_stderr();
        drop(client);
        assert!(program.exit().success());
        let text = program.stderr();
        let (mut logged, mut missing) = (0, 0);
        for line in text.lines() {
            let line: Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"));
            let message = line["@message"].as_str().unwrap();
            if let Some(number) = message.strip_prefix("line ") {
                // The missing lines are the lines before this line.
                assert_eq!(number.parse(), Ok(logged + missing));
                logged += 1;
            } else if let Some(count) = message.strip_suffix(MISSING) {
                missing += count.parse::<u64>().unwrap();
            }
        }
        // The last lines are about the call.
        let rest = logged + missing - LINES;
        assert!(
            missing > 0 && rest <= 2,
            "{logged} lines, {missing} missing"
        );
    });
}

const MISSING: &str = " lines of the log are missing, because the log was not read in time";

#[test]
fn a_reader_that_never_reads_does_not_block_the_end() {
    thread::scope(|scope| {
        for end in ["TERM", "close", "Shutdown"] {
            scope.spawn(move || end_unread(end));
        }
    });
}

fn end_unread(end: &str) {
    run(async {
        let mut program = Program::start_unread(command().env("TF_LOG", "trace"));
        let client = Client::connect(&program).await;
        let path = "/tfplugin6.Provider/ApplyResourceChange";
        let message = framed(b"print much to standard error");
        let _printing = client.start(path, message).await;
        let answer = client.call("ApplyResourceChange", b"log 50000").await;
        assert_eq!(answer.message(), b"logged");
        match end {
            "TERM" => program.signal("TERM"),
            "Shutdown" => {
                let path = "/plugin.GRPCController/Shutdown";
                client.call_path(path, b"").await.message();
            }
            _ => drop(client),
        }
        assert!(program.exit().success(), "{end}");
    });
}

/// Terraform closes the connection without waiting for the last responses.
#[test]
fn an_ordinary_end_is_no_failure() {
    run(async {
        let mut program = Program::start(command().env("TF_LOG", "trace"));
        let client = Client::connect(&program).await;
        client.call("ReadResource", b"\0").await.message();
        // The request and the end of the connection arrive before the program reads again.
        program.signal("STOP");
        let path = "/plugin.GRPCController/Shutdown";
        let response = client.start(path, framed(b"")).await;
        tokio::time::sleep(Duration::from_millis(100)).await;
        drop((response, client));
        tokio::time::sleep(Duration::from_millis(100)).await;
        program.signal("CONT");
        assert!(program.exit().success());
        let text = program.stderr();
        assert!(text.contains("responded to a call"), "{text}");
        assert!(!text.contains("failed"), "{text}");
    });
}

#[test]
fn a_call_that_loses_its_client_is_logged() {
    run(async {
        let mut program = Program::start(command().env("TF_LOG", "debug"));
        let client = Client::connect(&program).await;
        let other = Client::connect(&program).await;
        let path = "/tfplugin6.Provider/ApplyResourceChange";
        let response = client.start(path, framed(b"hang")).await;
        let is = async |count: &[u8]| {
            while other
                .call("ApplyResourceChange", b"hanging")
                .await
                .message()
                != count
            {}
        };
        is(b"1").await;
        drop((response, client));
        is(b"0").await;
        drop(other);
        assert!(program.exit().success());
        let text = program.stderr();
        let message = "the client does not wait for the response to a call";
        let line = text.lines().find(|line| line.contains(message));
        let line = line.unwrap_or_else(|| panic!("{text}"));
        assert!(line.contains(r#""tf_rpc":"ApplyResourceChange""#), "{line}");
    });
}
