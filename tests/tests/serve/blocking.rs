//! Calls that block their thread, like the calls of clients without `async`.

use tfvalue::prost::bytes::Bytes;
use tfvalue_client::message_channel;

#[cfg(target_os = "linux")]
use super::client::{Client, framed};
use super::drive::{act, method, start};
#[cfg(target_os = "linux")]
use super::program::{Program, command};
use super::run;

#[cfg(target_os = "linux")]
const APPLY: &str = "/tfplugin6.Provider/ApplyResourceChange";

/// The number of calls that the program waits for: each call blocks until all calls are running.
const MEETING: usize = 64;

#[test]
fn calls_that_block_run_at_once() {
    let client = start();
    for request in ["meet", "wait and meet"] {
        let meet = |_| client.respond(method("ApplyResourceChange"), request);
        let calls: Vec<_> = (0..MEETING).map(meet).collect();
        for call in calls {
            assert_eq!(call.wait().unwrap(), "met");
        }
        // Remaining threads do not affect subsequent calls.
        for _ in 0..10 {
            let response = client.respond(method("ReadResource"), "a").wait();
            assert_eq!(response.unwrap(), "a");
        }
    }
}

#[test]
fn streams_that_block_run_at_once() {
    let client = start();
    let meet = |_| {
        let (sender, receiver) = message_channel();
        let request = [Bytes::from("a meet b")].into_iter().collect();
        let call = client.stream(method("ListResource"), request, sender);
        (call, receiver)
    };
    let calls: Vec<_> = (0..MEETING).map(meet).collect();
    run(async {
        for (call, mut receiver) in calls {
            for expected in ["a", "meet", "b"] {
                assert_eq!(receiver.next().await, Ok(Some(expected.into())));
            }
            call.await.unwrap();
        }
    });
}

/// The first calls are made one at a time, and the other calls in parallel.
#[test]
fn calls_can_use_a_runtime_of_their_own() {
    let client = start();
    for (request, expected) in [("nested runtime", "nested"), ("runtime", "used")] {
        for _ in 0..2 {
            assert_eq!(act(&client, request).unwrap(), expected);
        }
        let call = |_| client.respond(method("ApplyResourceChange"), request);
        for call in (0..20).map(call).collect::<Vec<_>>() {
            assert_eq!(call.wait().unwrap(), expected);
        }
    }
}

/// The number of blocking calls is greater than the number of threads. The calls block neither the connection nor the
/// exit of the program.
#[cfg(target_os = "linux")]
#[test]
fn the_number_of_threads_is_limited() {
    // The threads for calls, and the threads for the connections, the log and tokio.
    let limit = 512 + 16 + std::thread::available_parallelism().unwrap().get();
    run(async {
        let mut program = Program::start(&mut command());
        let client = Client::connect(&program).await;
        let mut calls = Vec::new();
        for _ in 0..600 {
            calls.push(client.start(APPLY, framed(b"block")).await);
        }
        while program.threads() < 512 {
            client.call("StopProvider", b"").await.message();
        }
        for _ in 0..100 {
            tokio::time::sleep(std::time::Duration::from_millis(1)).await;
            assert!(program.threads() <= limit, "{}", program.threads());
        }
        client
            .call_path("/plugin.GRPCController/Shutdown", b"")
            .await
            .message();
        assert!(program.exit().success());
    });
}

/// A waiting call does not need a thread.
#[cfg(target_os = "linux")]
#[test]
fn calls_that_wait_take_no_threads() {
    run(async {
        let program = Program::start(&mut command());
        let client = Client::connect(&program).await;
        let mut calls = Vec::new();
        for _ in 0..500 {
            calls.push(client.start(APPLY, framed(b"hang")).await);
        }
        while client
            .call("ApplyResourceChange", b"hanging")
            .await
            .message()
            != b"500"
        {}
        assert!(program.threads() < 100, "{} threads", program.threads());
    });
}
