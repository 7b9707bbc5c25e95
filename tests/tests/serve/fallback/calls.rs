//! Calls that are forwarded.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use tfvalue::prost::Message as _;
use tfvalue::prost::bytes::Bytes;
use tfvalue::provider::{CallErrorKind, Streams};
use tfvalue::tfplugin6::{
    self, DynamicValue, METHODS, apply_resource_change, call_function, list_resource, plan_action,
    read_resource,
};
use tfvalue_client::{Method, message_channel};

use super::{Old, UNKNOWN_FIELD, provider, respond, run};

/// Returns a request that refers to a part of the other provider, with a field that no message has.
fn request(method: &str) -> Vec<u8> {
    // `MoveResourceState` contains the name in field 5, and the stream of `WriteStateBytes` contains the name in a
    // message.
    let mut request = match method {
        "MoveResourceState" => vec![5 << 3 | 2, 7],
        "WriteStateBytes" => vec![1 << 3 | 2, 9, 1 << 3 | 2, 7],
        _ => vec![1 << 3 | 2, 7],
    };
    request.extend(b"cloud_x");
    request.extend(UNKNOWN_FIELD);
    request
}

/// The bytes of each request and response are unchanged.
#[test]
fn bytes_are_forwarded() {
    let whole = [
        "ConfigureProvider",
        "GetFunctions",
        "GetMetadata",
        "GetProviderSchema",
        "GetResourceIdentitySchemas",
        "StopProvider",
        "ValidateProviderConfig",
        "PlanAction",
    ];
    let old = Old::default();
    let (_served, client) = old.serve(6);
    let provider = provider().fall_back_to(client);
    let methods = METHODS
        .iter()
        .filter(|method| !whole.contains(&method.name));
    let mut count = 0;
    for method in methods.filter(|method| method.streams == Streams::Nothing) {
        let (request, response) = (
            request(method.name),
            [&b"\xff"[..], method.name.as_bytes()].concat(),
        );
        old.responds(method.name, &[&response]);
        let responded = respond(&provider, 6, method.name, &request).unwrap();
        assert_eq!(
            (&responded[..], &old.requests(method.name)[0][..]),
            (&response[..], &request[..])
        );
        count += 1;
    }
    assert_eq!(count, 24);
    let many: Vec<Vec<u8>> = (0..200_u8).map(|byte| vec![byte; 1 << 10]).collect();
    let many: Vec<&[u8]> = many.iter().map(Vec::as_slice).collect();
    for name in ["ListResource", "ReadStateBytes", "WriteStateBytes"] {
        old.responds(name, &many);
        let (sender, mut receiver) = message_channel();
        let requests = [Bytes::from(request(name))].into_iter().collect();
        let method = Method::find(6, name).unwrap();
        run(async {
            let receive = async {
                let mut received = Vec::new();
                while let Some(message) = receiver.next().await.unwrap() {
                    received.push(message);
                }
                received
            };
            let (called, received) =
                tokio::join!(provider.stream(method, requests, sender), receive);
            called.unwrap();
            assert!(received == many);
        });
        assert_eq!(old.requests(name)[0], request(name));
    }
}

/// Version 5 uses other names for some methods, and does not have all methods.
#[test]
fn methods_have_the_name_of_the_other_version() {
    let old = Old::default();
    let (_served, client) = old.serve(5);
    let provider = provider().fall_back_to(client);
    for name in [
        "ValidateResourceConfig",
        "ReadResource",
        "ValidateDataResourceConfig",
    ] {
        old.responds(name, &[b"\x08\x07"]);
        let response = respond(&provider, 6, name, &request(name)).unwrap();
        assert_eq!(
            (response, old.requests(name).len()),
            (Bytes::from(&b"\x08\x07"[..]), 1)
        );
    }
    let error = respond(&provider, 6, "GetStates", &request("GetStates")).unwrap_err();
    assert_eq!(error.kind(), CallErrorKind::Unimplemented);
    // gRPC errors are forwarded, too.
    let error = respond(&provider, 6, "PlanResourceChange", &request("")).unwrap_err();
    assert_eq!(error.kind(), CallErrorKind::Unimplemented);
    // Terraform may call this method, because this provider supports it.
    let response = respond(
        &provider,
        6,
        "MoveResourceState",
        &request("MoveResourceState"),
    );
    let response = tfplugin6::move_resource_state::Response::decode(response.unwrap()).unwrap();
    assert_eq!(
        response.diagnostics[0].summary,
        "Unable to Move Resource State"
    );
}

/// Without a connection, each call receives a response that contains an error.
#[test]
fn a_lost_connection_is_an_error() {
    let old = Old::default();
    let (served, client) = old.serve(6);
    let provider = provider().fall_back_to(client);
    provider.schemas().unwrap();
    drop(served);
    let headline = "The other provider failed";
    let request = apply_resource_change::Request {
        type_name: "cloud_server".to_owned(),
        prior_state: Some(DynamicValue::encode("prior").unwrap()),
        planned_private: b"private".to_vec(),
        ..Default::default()
    };
    let response = respond(
        &provider,
        6,
        "ApplyResourceChange",
        &request.encode_to_vec(),
    );
    let response = apply_resource_change::Response::decode(response.unwrap()).unwrap();
    // Otherwise, Terraform would forget the object.
    assert_eq!(response.new_state, request.prior_state);
    assert_eq!(response.private, request.planned_private);
    assert_eq!(response.diagnostics[0].summary, headline);
    let bytes = request.encode_to_vec();
    let response = respond(&provider, 6, "ReadResource", &bytes).unwrap();
    let response = read_resource::Response::decode(response).unwrap();
    assert_eq!(response.diagnostics[0].summary, headline);
    let detail = &response.diagnostics[0].detail;
    assert_eq!(
        detail,
        "ReadResource: the provider has closed the connection"
    );
    let response = respond(&provider, 6, "CallFunction", &bytes).unwrap();
    let response = call_function::Response::decode(response).unwrap();
    let error = response.error.unwrap().text;
    assert!(
        error.contains("CallFunction: the provider has closed"),
        "{error}"
    );
    let (sender, mut receiver) = message_channel();
    let method = Method::find(6, "ListResource").unwrap();
    let requests = [Bytes::from(bytes)].into_iter().collect();
    run(async {
        provider.stream(method, requests, sender).await.unwrap();
        let event = receiver.next().await.unwrap().unwrap();
        let event = list_resource::Event::decode(event).unwrap();
        assert_eq!(event.diagnostic[0].summary, headline);
        assert_eq!(receiver.next().await, Ok(None));
    });
}

/// Waits until a counter has a value.
fn until(count: &AtomicUsize, expected: usize) {
    while count.load(Ordering::SeqCst) != expected {
        thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn stopping_and_cancelling_reach_the_other_provider() {
    let old = Old::default();
    let (_served, client) = old.serve(6);
    let provider = Arc::new(provider().fall_back_to(client));
    let called = Arc::clone(&provider);
    run(async {
        let call = tokio::spawn(async move {
            let request = plan_action::Request {
                action_type: "cloud_reboot".to_owned(),
                ..Default::default()
            };
            let method = Method::find(6, "PlanAction").unwrap();
            called.respond(method, &request.encode_to_vec()).await
        });
        until(&old.hanging, 1);
        provider.stop();
        until(&old.stops, 1);
        call.abort();
        until(&old.hanging, 0);
    });
}

#[test]
fn streams_wait_for_terraform() {
    let old = Old::default();
    let (_served, client) = old.serve(6);
    let provider = Arc::new(provider().fall_back_to(client));
    let called = Arc::clone(&provider);
    let (sender, mut receiver) = message_channel();
    run(async {
        let call = tokio::spawn(async move {
            let method = Method::find(6, "InvokeAction").unwrap();
            let requests = [Bytes::from(request("InvokeAction"))].into_iter().collect();
            called.stream(method, requests, sender).await
        });
        let sent = || old.sent.load(Ordering::SeqCst);
        // No one receives the messages, so the other provider sends no more than fits into all buffers.
        let mut last = 0;
        while last == 0 || sent() != last {
            last = sent();
            thread::sleep(Duration::from_millis(200));
        }
        assert!(last < 3_000, "{last} KiB");
        assert_eq!(receiver.next().await, Ok(Some(vec![7; 1 << 10].into())));
        drop(receiver);
        call.await.unwrap().unwrap();
        until(&old.hanging, 0);
    });
}
