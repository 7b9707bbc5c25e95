//! Calls that block their thread, as those of clients without `async` do.

use super::client::{Client, answer, framed};
use super::program::{Program, command};
use super::run;

const APPLY: &str = "/tfplugin6.Provider/ApplyResourceChange";

/// The number of calls that a meeting of the program needs.
const MEETING: usize = 64;

/// Each call blocks until all are running.
fn they_meet(path: &str, request: &[u8], expected: &[&[u8]]) {
    run(async {
        let program = Program::start(&mut command());
        let client = Client::connect(&program).await;
        let mut calls = Vec::new();
        for _ in 0..MEETING {
            calls.push(client.start(path, framed(request)).await);
        }
        for call in calls {
            assert_eq!(answer(call).await.unwrap().messages, expected);
        }
        // Threads that are left over do not disturb the next calls.
        for _ in 0..10 {
            assert_eq!(client.call("ReadResource", b"\0").await.message(), b"\0");
        }
    });
}

#[test]
fn calls_that_block_run_at_once() {
    they_meet(APPLY, b"meet", &[b"met"]);
}

#[test]
fn calls_that_block_after_they_have_waited_run_at_once() {
    they_meet(APPLY, b"wait and meet", &[b"met"]);
}

#[test]
fn streams_that_block_run_at_once() {
    let path = "/tfplugin6.Provider/ListResource";
    they_meet(path, b"a meet b", &[b"a", b"meet", b"b"]);
}

/// The first calls come one at a time, the others in parallel.
#[test]
fn calls_can_use_a_runtime_of_their_own() {
    run(async {
        let program = Program::start(&mut command());
        let client = Client::connect(&program).await;
        for (request, expected) in [("nested runtime", "nested"), ("runtime", "used")] {
            for calls in [1, 1, 20] {
                let mut started = Vec::new();
                for _ in 0..calls {
                    started.push(client.start(APPLY, framed(request.as_bytes())).await);
                }
                for call in started {
                    let answer = answer(call).await.unwrap();
                    assert_eq!(answer.message(), expected.as_bytes());
                }
            }
        }
    });
}

/// More calls than threads block. They block neither the connection nor the end.
#[cfg(target_os = "linux")]
#[test]
fn the_number_of_threads_is_limited() {
    // Threads for calls, and those of the connections, the log and tokio.
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

/// Calls that wait need no thread.
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
