//! Tests without Terraform, over HTTP: with the service in memory and with recorded calls.

use std::env;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tfvalue::Path as At;
use tfvalue_testing::Harness;

use super::*;
use service::recording::{Recorder, Replay};
use service::records::{Records as Memory, TOKEN};
use service::{Response, Server};

#[path = "../tests/service/mod.rs"]
mod service;

const WWW: &str =
    r#"{"name": "www.example.com", "type": "A", "values": ["192.0.2.1", "192.0.2.2"]}"#;

/// Returns a provider that is configured for a service.
fn connected(url: &str) -> Harness<Session> {
    let harness = Harness::new(provider()).skip_waits();
    harness
        .configure(json!({ "url": url, "token": TOKEN }).to_string())
        .succeeds();
    harness
}

fn failure(status: u16) -> Response {
    Response::new(status, json!({ "message": "come back later" }))
}

#[test]
fn a_record_from_its_creation_to_its_end() {
    let service = Server::start(Memory::default());
    let harness = connected(&service.url);
    let mut record = harness.resource("dns_record");
    let state: Record = record.apply(WWW).created().state();
    assert_eq!((state.id, state.ttl), ("1".into(), 3600.into()));
    record.apply(WWW).unchanged();
    let shorter = WWW.replace("]}", "], \"ttl\": 60}");
    let state: Record = record.apply(shorter.as_str()).updated().state();
    assert_eq!(state.ttl, 60);
    let sent = service.with(|memory| memory.sent("PATCH"));
    assert_eq!(
        sent,
        json!({ "values": ["192.0.2.1", "192.0.2.2"], "ttl": 60 })
    );

    record.forget();
    record.import("1").succeeds();
    record.apply(shorter.as_str()).unchanged();
    record.apply(WWW.replace("www", "web").as_str()).replaced();

    service.with(|memory| memory.records.clear());
    record.refresh().succeeds();
    record.apply(WWW).created();
    record.destroy().destroyed();
    assert_eq!(service.with(|memory| memory.records.len()), 0);
}

#[test]
fn refused_calls_are_repeated() {
    let service = Server::start(Memory::default());
    let harness = connected(&service.url);
    let mut record = harness.resource("dns_record");
    let mut limited = failure(429);
    limited.retry_after = Some(1);
    service.with(|memory| memory.failures = [limited, failure(503)].into());
    record.apply(WWW).created();
    let calls = service.with(Memory::take_calls);
    assert_eq!(calls[..3], ["POST /records"; 3]);
    service.with(|memory| memory.failures = [failure(500)].into());
    record.refresh().succeeds();
    let calls = service.with(Memory::take_calls);
    assert_eq!(calls, ["GET /records/1"; 2]);
}

/// The service may have created a record before the call failed.
#[test]
fn a_record_is_not_created_twice() {
    let service = Server::start(Memory::default());
    let harness = connected(&service.url);
    service.with(|memory| memory.failures = [failure(500)].into());
    let outcome = harness.resource("dns_record").apply(WWW);
    outcome.fails(At::root(), "come back later");
    assert_eq!(service.with(Memory::take_calls), ["POST /records"]);
}

#[test]
fn calls_end_with_the_time_limit() {
    let service = Server::start(Memory::default());
    let harness = connected(&service.url);
    service.with(|memory| memory.failures = vec![failure(503); 1000].into());
    let outcome = harness.resource("dns_record").apply(WWW);
    outcome.fails(At::root(), "the last state was \"503 Service Unavailable\"");
    let calls = service.with(|memory| memory.take_calls().len());
    assert!((5..100).contains(&calls), "{calls}");
}

#[test]
fn failures_are_reported_at_the_attributes() {
    let service = Server::start(Memory::default());
    let harness = connected(&service.url);
    let mut record = harness.resource("dns_record");
    let bad = r#"{"name": "www.example.com", "type": "A", "values": ["bad"], "ttl": 13}"#;
    let outcome = record.apply(bad).fails("ttl", "at least 60 is required");
    let outcome = outcome.fails("values", "an address is required");
    outcome.fails(At::root(), "quota: no more records");
}

/// The service does not accept null among the values, so a configuration cannot contain null there either.
#[test]
fn a_null_value_is_reported_before_the_plan() {
    let service = Server::start(Memory::default());
    let harness = connected(&service.url);
    let null = WWW.replace(r#""192.0.2.2""#, "null");
    let outcome = harness.resource("dns_record").plan(null.as_str());
    outcome.fails("values", "a string is required, got null");
}

#[test]
fn data_source_reads_all_pages() {
    let service = Server::start(Memory::default());
    let harness = connected(&service.url);
    for number in 0..5 {
        let name = if number == 3 { "api" } else { "www" };
        let mut record = harness.resource("dns_record");
        record.apply(WWW.replace("www", name).as_str()).created();
    }
    let ids = |config: &str| {
        let records: Records = harness
            .data_source("dns_records", config)
            .succeeds()
            .state();
        let records = records.records.into_value().unwrap().into_iter();
        let ids = records.map(|record| record.into_value().unwrap().id.into_value().unwrap());
        ids.collect::<Vec<_>>()
    };
    assert_eq!(ids("{}"), ["1", "2", "3", "4", "5"]);
    assert_eq!(ids(r#"{"name": "www.example.com"}"#), ["1", "2", "3", "5"]);
    let last = service.with(|memory| memory.take_calls().pop().unwrap());
    assert_eq!(
        last,
        "GET /records?limit=100&name=www%2Eexample%2Ecom&after=2"
    );
}

#[test]
fn credentials_are_checked() {
    let harness = Harness::new(provider());
    let outcome = harness.configure(r#"{"url": "http://127.0.0.1:1"}"#);
    outcome.fails("token", "or the environment variable DNS_TOKEN");

    let service = Server::start(Memory::default());
    let harness = Harness::new(provider());
    harness
        .configure(json!({ "url": service.url, "token": "wrong" }).to_string())
        .succeeds();
    let outcome = harness.resource("dns_record").apply(WWW);
    outcome.fails(At::root(), "Check `token`");
}

#[test]
fn plans_work_while_the_service_is_unknown() {
    let service = Server::start(Memory::default());
    let harness = connected(&service.url);
    let mut record = harness.resource("dns_record");
    record.apply(WWW).created();
    service.with(Memory::take_calls);
    let unknown = Config {
        url: Attr::unknown(),
        token: "t".into(),
    };
    harness.configure(&unknown).succeeds();
    record.refresh().succeeds();
    record
        .plan(WWW.replace("]}", "], \"ttl\": 60}").as_str())
        .succeeds();
    assert!(service.with(Memory::take_calls).is_empty());
}

#[test]
fn a_wrong_url_is_reported_at_once() {
    let harness = Harness::new(provider());
    let config = r#"{"url": "http://127.0.0.1:1", "token": "t"}"#;
    harness.configure(config).succeeds();
    let outcome = harness.data_source("dns_records", "{}");
    outcome.fails(At::root(), "Connection refused");
}

/// The file with the recorded calls of a test.
fn recorded(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded");
    folder.join(name).with_extension("json")
}

/// Runs a test with recorded calls. With `DNS_RECORD`, which contains the URL of the service, the calls are recorded
/// first.
fn replayed(name: &str, test: impl Fn(&Harness<Session>)) {
    let file = recorded(name);
    if let Ok(url) = env::var("DNS_RECORD") {
        let token = env::var("DNS_TOKEN").unwrap();
        let recorder = Server::start(Recorder::new(&url, &token, &file));
        test(&connected(&recorder.url));
    }
    let replay = Server::start(Replay::open(&file));
    test(&connected(&replay.url));
    assert_eq!(replay.with(|replay| replay.remaining()), 0);
}

fn life(harness: &Harness<Session>) {
    let mut record = harness.resource("dns_record");
    record.apply(WWW).created();
    record
        .apply(WWW.replace("]}", "], \"ttl\": 60}").as_str())
        .updated();
    record.destroy().destroyed();
}

#[test]
fn recorded_calls_are_replayed() {
    replayed("life", life);
}

#[test]
fn calls_are_recorded() {
    let service = Server::start(Memory::default());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("life.json");
    let recorder = Server::start(Recorder::new(&service.url, TOKEN, &file));
    life(&connected(&recorder.url));
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(!text.contains(TOKEN));
    let read =
        |file: &Path| -> Value { serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap() };
    assert_eq!(
        read(&file),
        read(&recorded("life")),
        "the recording is not that of the service"
    );
    let replay = Server::start(Replay::open(&file));
    life(&connected(&replay.url));
    assert_eq!(replay.with(|replay| replay.remaining()), 0);
}
