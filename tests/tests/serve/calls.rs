//! Calls and their answers.

use super::client::{Client, answer, framed};
use super::program::{Program, command};
use super::run;

#[test]
fn a_thousand_calls_at_once_get_their_own_answers() {
    run(async {
        let program = Program::start(&mut command());
        let client = Client::connect(&program).await;
        let mut calls = Vec::new();
        for number in 0..1_000_u32 {
            let request = number.to_le_bytes().repeat(number as usize % 7 + 1);
            let response = client
                .start("/tfplugin6.Provider/ReadResource", framed(&request))
                .await;
            calls.push((request, response));
        }
        for (request, response) in calls {
            let answer = answer(response).await.unwrap();
            assert_eq!(answer.message(), request);
        }
    });
}

/// If calls arrive one at a time, the thread that reads a call also runs it.
#[cfg(target_os = "linux")]
#[test]
fn sequential_calls_wake_no_other_thread() {
    const CALLS: u64 = 200;
    /// Returns how many times the threads for calls were woken in total, excluding the thread that was woken most
    /// often.
    fn others(program: &Program) -> u64 {
        let threads = [program.wakes("serve"), program.wakes("provider")].concat();
        threads.iter().sum::<u64>() - threads.iter().max().unwrap()
    }
    run(async {
        let program = Program::start(&mut command());
        let client = Client::connect(&program).await;
        // A new thread has its name only once it is running.
        while program.wakes("serve").len() < 2 || program.wakes("provider").is_empty() {
            tokio::task::yield_now().await;
        }
        // On a busy machine, some calls take a long time.
        let mut rounds = Vec::new();
        while rounds.len() < 5 && rounds.iter().all(|wakes| *wakes >= CALLS / 4) {
            let before = others(&program);
            for _ in 0..CALLS {
                client.call("PlanResourceChange", b"").await.message();
            }
            rounds.push(others(&program) - before);
        }
        let fewest = *rounds.iter().min().unwrap();
        assert!(fewest < CALLS / 4, "{rounds:?} wakes in {CALLS} calls");
    });
}

#[test]
fn errors_have_a_status_and_a_message() {
    run(async {
        let program = Program::start(&mut command());
        let client = Client::connect(&program).await;
        for (path, status, error) in [
            (
                "/tfplugin6.Provider/PlanAction",
                12,
                "this provider does not implement the method PlanAction",
            ),
            (
                "/tfplugin7.Provider/ReadResource",
                12,
                "unknown method /tfplugin7.Provider/ReadResource: the provider has protocols 5 and 6",
            ),
            (
                "/tfplugin6.Provider/ApplyResourceChange",
                3,
                "an unknown request: 100 %25%0Aof them %C3%A4",
            ),
        ] {
            let answer = client.call_path(path, b"x").await;
            assert_eq!((answer.status, answer.error.as_str()), (status, error));
            assert!(answer.messages.is_empty());
        }
    });
}

#[test]
fn a_stream_of_requests_arrives_in_order() {
    run(async {
        let program = Program::start(&mut command());
        let client = Client::connect(&program).await;
        let path = "/tfplugin6.Provider/WriteStateBytes";
        let large = vec![b'c'; 3 << 20];
        let (ab, c, empty) = (framed(b"ab"), framed(&large), framed(b""));
        for (body, expected) in [
            (Vec::new(), Vec::new()),
            (ab.clone(), vec![&b"ab"[..]]),
            (
                [ab.clone(), c, empty.clone(), ab.clone()].concat(),
                vec![b"ab", &large, b"", b"ab"],
            ),
        ] {
            let response = client.start(path, body).await;
            let answer = answer(response).await.unwrap();
            assert_eq!(answer.status, 0);
            assert!(answer.messages == expected);
        }
        for (rest, status, error) in [
            (&b"\0\0"[..], 3, "the request ends inside a message"),
            (b"\0\0\0\0\x02a", 3, "the request ends inside a message"),
            (b"\x01", 12, "compressed messages are not supported"),
        ] {
            let body = [&ab, rest].concat();
            let response = client.start(path, body).await;
            let answer = answer(response).await.unwrap();
            assert_eq!((answer.status, answer.error.as_str()), (status, error));
        }
        assert_eq!(client.call("ReadResource", b"\0").await.message(), b"\0");
    });
}

#[test]
fn streams_arrive_in_order_and_end_with_the_status() {
    run(async {
        let program = Program::start(&mut command());
        let client = Client::connect(&program).await;
        let answer = client.call("ListResource", b"a bc  d").await;
        assert_eq!(answer.messages, [&b"a"[..], b"bc", b"", b"d"]);
        assert_eq!((answer.status, answer.error.as_str()), (0, ""));

        let answer = client.call("ListResource", b"a fail").await;
        assert_eq!(answer.messages, [b"a"]);
        assert_eq!((answer.status, answer.error.as_str()), (13, "no more"));

        // More bytes than the client can receive before it reads.
        let parts = vec!["x".repeat(1_000_000); 40];
        let answer = client
            .call("ListResource", parts.join(" ").as_bytes())
            .await;
        assert_eq!(answer.messages.len(), 40);
        assert!(
            answer
                .messages
                .iter()
                .all(|part| part == parts[0].as_bytes())
        );
    });
}

/// If the response arrived before the client had sent all bytes, the client would discard the unsent bytes and never
/// read the response.
#[test]
fn a_call_that_fails_early_receives_all_messages() {
    run(async {
        let program = Program::start(&mut command());
        let client = Client::connect(&program).await;
        let path = "/tfplugin6.Provider/WriteStateBytes";
        let large = framed(&vec![b'c'; 3 << 20]);
        let (response, mut stream) = client.start_unfinished(path, framed(b"early")).await;
        let response = tokio::spawn(answer(response));
        for _ in 0..4 {
            stream.send_data(large.clone().into(), false).unwrap();
        }
        assert_eq!(client.call("ReadResource", b"\0").await.message(), b"\0");
        assert!(!response.is_finished());
        stream.send_data(Vec::new().into(), true).unwrap();
        let answer = response.await.unwrap().unwrap();
        assert_eq!((answer.status, answer.error.as_str()), (13, "no more"));
        assert!(answer.messages.is_empty());
    });
}

/// A call waits while the client does not read, and ends when the client disconnects.
#[test]
fn a_stream_waits_for_its_reader() {
    /// The number of bytes that the client accepts before it reads.
    const WINDOW: usize = 1 << 24;
    run(async {
        let program = Program::start(&mut command());
        let client = Client::connect(&program).await;
        // On the same connection, the stream would use up the space for the other calls.
        let other = Client::connect(&program).await;
        let count = async |what: &[u8]| -> usize {
            let count = other.call("ApplyResourceChange", what).await.message();
            String::from_utf8(count).unwrap().parse().unwrap()
        };
        let path = "/tfplugin6.Provider/ListResource";
        let response = client.start(path, framed(b"endless")).await;
        while count(b"sent").await < (WINDOW - (1 << 20)) >> 10 {}
        for _ in 0..1_000 {
            let sent = count(b"sent").await;
            assert!(sent <= (WINDOW + (1 << 20)) >> 10, "{sent}");
        }
        assert_eq!(count(b"hanging").await, 1);
        drop(response);
        while count(b"hanging").await > 0 {}
    });
}

#[test]
fn a_panic_fails_only_its_call() {
    run(async {
        let program = Program::start(&mut command());
        let client = Client::connect(&program).await;
        for _ in 0..10 {
            let answer = client.call("ApplyResourceChange", b"panic").await;
            assert_eq!(answer.status, 13);
            assert_eq!(answer.error, "the provider panicked in ApplyResourceChange");
        }
        assert_eq!(client.call("ReadResource", b"\0").await.message(), b"\0");
    });
}

#[test]
fn go_plugins_own_calls_are_answered() {
    run(async {
        let mut program = Program::start(&mut command());
        let client = Client::connect(&program).await;
        let health = client.call_path("/grpc.health.v1.Health/Check", b"").await;
        assert_eq!(health.message(), [8, 1]);
        let empty = framed(b"");
        let stdio = client
            .start("/plugin.GRPCStdio/StreamStdio", empty.clone())
            .await;
        let broker = client.start("/plugin.GRPCBroker/StartStream", empty).await;
        assert_eq!(
            client
                .call_path("/plugin.GRPCController/Shutdown", b"")
                .await
                .message(),
            b""
        );
        // The streams end with the process, without an error.
        for stream in [stdio, broker] {
            let answer = answer(stream).await.unwrap();
            assert_eq!((answer.status, answer.messages.len()), (0, 0));
        }
        assert!(program.exit().success());
    });
}
