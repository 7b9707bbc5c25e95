//! `trace` between a client and the echo provider forwards everything unchanged.

use std::process::Command;
use std::time::Duration;

use tfvalue::prost::bytes::Bytes;
use tfvalue::tfplugin6::stop_provider;
use tfvalue_client::{CallErrorKind, Client, ClientErrorKind, Options, message_channel};

use super::{ECHO, act, method, run, until_full, until_hanging};

fn start(version: u32) -> Client {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cli"));
    command
        .args(["trace", "--brief", "--", ECHO])
        .env_remove("PROVIDER_PROTOCOL");
    Options::new()
        .protocol(version)
        .start(&command)
        .wait()
        .unwrap()
}

#[test]
fn messages_and_errors_are_those_of_the_provider() {
    for version in [5, 6] {
        let client = start(version);
        let planned = client.respond(method("PlanResourceChange"), "").wait();
        let expected = format!("{version} PlanResourceChange");
        assert_eq!(planned.unwrap(), expected.as_bytes());
        // A field with an unknown number, and bytes that are not a message.
        for message in [&b"\xfa\x3f\x03abc"[..], b"\xff\xff\xff", b""] {
            let echoed = client.respond(method("ReadResource"), message).wait();
            assert_eq!(echoed.unwrap(), message);
        }
        let error = act(&client, "what?").unwrap_err();
        let kind = ClientErrorKind::Failed(CallErrorKind::InvalidArgument);
        assert_eq!(error.kind(), kind);
        let text = "ApplyResourceChange: an unknown request: 100 %\nof them \u{e4}";
        assert_eq!(error.to_string(), text);
    }
}

#[test]
fn calls_are_cancelled_and_stopped_in_the_provider() {
    let client = start(6);
    let call = client.respond(method("ApplyResourceChange"), "hang");
    until_hanging(&client, b"1");
    drop(call);
    until_hanging(&client, b"0");
    let waiting = client.respond(method("ApplyResourceChange"), "until stopped");
    std::thread::sleep(Duration::from_millis(200));
    let stopped = client.stop_provider(&stop_provider::Request {}).wait();
    assert_eq!(stopped.unwrap().error, "");
    assert_eq!(waiting.wait().unwrap(), "stopped");
}

#[test]
fn streams_pass_both_ways_and_wait_for_the_receiver() {
    let client = start(6);
    let chunks: Vec<Bytes> = (0..20).map(|byte| vec![byte; 1 << 20].into()).collect();
    let (sender, mut receiver) = message_channel();
    let call = client.stream(
        method("WriteStateBytes"),
        chunks.clone().into_iter().collect(),
        sender,
    );
    run(async {
        for chunk in chunks {
            assert!(receiver.next().await.unwrap() == Some(chunk));
        }
        assert_eq!(receiver.next().await, Ok(None));
        call.await.unwrap();
    });
    let request = |request: &'static str| [Bytes::from(request)].into_iter().collect();
    let (sender, mut receiver) = message_channel();
    let call = client.stream(method("ListResource"), request("a fail"), sender);
    assert_eq!(
        call.wait().unwrap_err().to_string(),
        "ListResource: no more"
    );
    run(async { assert_eq!(receiver.next().await, Ok(Some("a".into()))) });
    // No one receives the messages: the provider sends only as much as fits into the buffers of both connections.
    let (sender, receiver) = message_channel();
    let call = client.stream(method("ListResource"), request("endless"), sender);
    let sent = until_full(&client);
    assert!(sent < 4_000, "{sent} KiB");
    drop(receiver);
    call.wait().unwrap_err();
    until_hanging(&client, b"0");
}
