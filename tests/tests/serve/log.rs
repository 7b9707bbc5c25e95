//! The log on standard error.

use serde_json::Value;

use super::client::Client;
use super::program::{Program, command};
use super::run;

/// Makes calls that log, and returns the lines.
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
    assert_eq!(calls[3]["@message"], "answered a call");
    assert_ne!(calls[0]["tf_req_id"], calls[3]["tf_req_id"]);
}

#[test]
fn without_a_level_nothing_is_logged() {
    assert!(lines("off").is_empty());
}
