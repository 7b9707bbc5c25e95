//! Peers that violate the protocol.

use std::time::Duration;

use tfvalue::tfplugin6::METHODS;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use super::client::{Client, answer, framed, socket};
use super::program::{Program, command};
use super::run;

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// Returns bytes without a pattern.
fn garbage(seed: u64, length: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    };
    std::iter::repeat_with(next).take(length).collect()
}

#[test]
fn garbage_on_the_socket_closes_only_its_connection() {
    run(async {
        let mut program = Program::start(&mut command());
        for seed in 0..50 {
            let mut stream = socket(&program).await;
            // The server may close the connection before it has received all bytes.
            _ = stream.write_all(&garbage(seed, 1 << (seed % 16))).await;
        }
        // This time, a client is connected, because the process exits when an HTTP/2 connection ends.
        let client = Client::connect(&program).await;
        for seed in 0..50 {
            let mut stream = socket(&program).await;
            _ = stream
                .write_all(&[PREFACE, &garbage(seed, 4096)].concat())
                .await;
            _ = stream.shutdown().await;
            _ = stream.read_to_end(&mut Vec::new()).await;
        }
        assert_eq!(client.call("ReadResource", b"\0").await.message(), b"\0");
        assert!(program.is_running());
    });
}

#[test]
fn garbage_in_messages_is_an_error() {
    run(async {
        let mut program = Program::start(&mut command());
        let client = Client::connect(&program).await;
        for (body, status, error) in [
            (&b""[..], 3, "the request ends inside its message"),
            (b"\0\0\0", 3, "the request ends inside its message"),
            (b"\0\0\0\0\x02a", 3, "the request ends inside its message"),
            (
                b"\0\0\0\0\x01ab",
                3,
                "the request has more than one message",
            ),
            (
                b"\x01\0\0\0\x01a",
                12,
                "compressed messages are not supported",
            ),
            (
                b"\0\xff\xff\xff\xff",
                8,
                "a message of at most 268435456 bytes is required, got 4294967295",
            ),
        ] {
            let response = client
                .start("/tfplugin6.Provider/ReadResource", body.to_vec())
                .await;
            let answer = answer(response).await.unwrap();
            assert_eq!((answer.status, answer.error.as_str()), (status, error));
        }
        for (seed, method) in METHODS.iter().enumerate() {
            let body = garbage(seed as u64, seed * 10);
            // Some of the byte strings are a valid request.
            _ = answer(client.start(method.path, body.clone()).await)
                .await
                .unwrap();
            _ = answer(client.start(method.path, framed(&body)).await)
                .await
                .unwrap();
        }
        assert_eq!(client.call("ReadResource", b"\0").await.message(), b"\0");
        assert!(program.is_running());
    });
}

#[test]
fn requests_that_are_not_grpc_are_refused() {
    run(async {
        let program = Program::start(&mut command());
        let stream = socket(&program).await;
        let (mut send, connection) = h2::client::handshake(stream).await.unwrap();
        tokio::spawn(connection);
        for method in ["GET", "POST"] {
            let request = http::Request::builder()
                .method(method)
                .uri("http://localhost/")
                .body(())
                .unwrap();
            let (response, _) = send.send_request(request, true).unwrap();
            assert_eq!(response.await.unwrap().status(), 415);
        }
    });
}

/// The client announces a large message but never sends it; the server must not reserve memory for the message.
#[test]
fn announced_lengths_do_not_take_memory() {
    run(async {
        let program = Program::start(&mut command());
        let client = Client::connect(&program).await;
        let before = resident(&program);
        let mut responses = Vec::new();
        for _ in 0..200 {
            let body = b"\0\x0f\xff\xff\xffx".to_vec();
            responses.push(client.start("/tfplugin6.Provider/ReadResource", body).await);
        }
        for response in responses {
            assert_eq!(answer(response).await.unwrap().status, 3);
        }
        let after = resident(&program);
        assert!(
            after < before + (32 << 10),
            "{before} kB before, {after} kB after"
        );
    });
}

/// Returns the memory usage of the process in kB, or 0 if the system has no `/proc`.
fn resident(program: &Program) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", program.child.id()));
    let status = status.unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.map_or(0, |line| {
        line.trim().trim_end_matches(" kB").parse().unwrap()
    })
}

/// The client sends most of the bytes of 200 large messages, and sends the remaining bytes later.
#[test]
fn all_requests_together_take_limited_memory() {
    const CALLS: usize = 200;
    let message: Vec<u8> = (0..2_500_000_u32).map(|index| (index / 7) as u8).collect();
    let message = framed(&message);
    let (most, rest) = message.split_at(message.len() - 10);
    run(async {
        let mut program = Program::start(&mut command());
        let client = Client::connect(&program).await;
        let before = resident(&program);
        let mut calls = Vec::new();
        for _ in 0..CALLS {
            let path = "/tfplugin6.Provider/ReadResource";
            calls.push(client.start_unfinished(path, most.to_vec()).await);
        }
        // The test waits until no more data arrives.
        let mut after = 0;
        while resident(&program) != after {
            after = resident(&program);
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
        assert!(
            after < before + (400 << 10),
            "{before} kB before, {after} kB after"
        );
        // Small requests do not wait.
        assert_eq!(client.call("ReadResource", b"\0").await.message(), b"\0");
        assert_eq!(client.call("StopProvider", b"").await.message(), b"");
        // The last calls are completed first.
        let mut responses = Vec::new();
        for (response, mut stream) in calls.into_iter().rev() {
            stream.send_data(rest.to_vec().into(), true).unwrap();
            // All responses are read at once, because unread responses use up the client's flow-control window.
            responses.push(tokio::spawn(answer(response)));
        }
        for response in responses {
            let answer = response.await.unwrap().unwrap();
            assert!(answer.message() == message[5..]);
        }
        drop(client);
        assert!(program.exit().success());
    });
}

/// Messages, including those in a stream, wait for one another if their total size is too large.
#[test]
fn large_requests_take_turns() {
    let message = vec![1; 100_000_000];
    run(async {
        let program = Program::start(&mut command());
        let client = Client::connect(&program).await;
        let mut calls = Vec::new();
        for method in ["ReadResource", "WriteStateBytes"] {
            let path = format!("/tfplugin6.Provider/{method}");
            for _ in 0..2 {
                let call = client.start(&path, framed(&message)).await;
                calls.push(tokio::spawn(answer(call)));
            }
        }
        for call in calls {
            let answer = call.await.unwrap().unwrap().message();
            assert!(answer.ends_with(&message));
        }
    });
}

/// Requests that are waiting for memory are dropped if the client resets them.
#[test]
fn requests_that_wait_can_be_abandoned() {
    let large = [&b"\0\x10\0\0\0"[..], &[0; 300_000]].concat();
    run(async {
        let program = Program::start(&mut command());
        let client = Client::connect(&program).await;
        let path = "/tfplugin6.Provider/ReadResource";
        // The first request uses all the memory, and is never complete.
        let first = client.start_unfinished(path, large.clone()).await;
        for _ in 0..10 {
            let mut calls = Vec::new();
            for _ in 0..500 {
                calls.push(client.start_unfinished(path, large.clone()).await);
            }
            assert_eq!(client.call("ReadResource", b"\0").await.message(), b"\0");
        }
        drop(first);
        let message = vec![2; 1_000_000];
        assert!(client.call("ReadResource", &message).await.message() == message);
    });
}
