//! Responds to a call.

use std::future;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::Poll;

use bytes::Bytes;
use h2::server::SendResponse;
use h2::{Reason, RecvStream, SendStream};
use http::{Method as HttpMethod, Request, header};
use tokio::time;
use tracing::{Instrument as _, debug, error_span, trace};

use super::grpc;
use super::lifetime::{GRACE, Lifetime};
use super::server::Server;
use super::service::Received;
use super::task::Outcome;
use crate::plugin::budget::Budget;
use crate::plugin::frames::{self, Gone};
use crate::provider::{MessageReceiver, message_channel};
use crate::tfplugin::call_error::{CallError, CallErrorKind};
use crate::tfplugin::method::{Method, MethodKind, Streams};

/// The response to a health check, which reports that the provider is serving.
const SERVING: &[u8] = &[0x08, 1];

/// Responds to a request, unless the client no longer waits for the response.
pub(super) async fn run(
    request: Request<RecvStream>,
    mut respond: SendResponse<Bytes>,
    server: Arc<Server>,
) {
    if !is_grpc(&request) {
        _ = respond.send_response(grpc::not_grpc(), true);
        return;
    }
    let (head, body) = request.into_parts();
    // If the client is gone, no response is needed.
    _ = match head.uri.path() {
        "/plugin.GRPCController/Shutdown" => {
            server.lifetime.end();
            send(&mut respond, Ok(Bytes::new()))
        }
        "/plugin.GRPCStdio/StreamStdio" | "/plugin.GRPCBroker/StartStream" => {
            hold(&mut respond, &server.lifetime).await
        }
        "/grpc.health.v1.Health/Check" => send(&mut respond, Ok(Bytes::from_static(SERVING))),
        path => match Method::at(path) {
            Some(method) => method_call(method, body, respond, server).await,
            None => {
                let message = format!("unknown method {path}: the provider has protocols 5 and 6");
                send(
                    &mut respond,
                    Err(CallError::new(CallErrorKind::Unimplemented, message)),
                )
            }
        },
    };
}

fn is_grpc(request: &Request<RecvStream>) -> bool {
    let content_type = request.headers().get(header::CONTENT_TYPE);
    let is_grpc = |value: &[u8]| value.starts_with(b"application/grpc");
    request.method() == HttpMethod::POST
        && content_type.is_some_and(|value| is_grpc(value.as_bytes()))
}

/// Keeps a stream open without messages until the process ends or the client closes it.
async fn hold(respond: &mut SendResponse<Bytes>, lifetime: &Lifetime) -> Result<(), Gone> {
    let mut stream = respond.send_response(grpc::response(), false)?;
    tokio::select! {
        () = lifetime.ended() => Ok(stream.send_trailers(grpc::status(None))?),
        _ = future::poll_fn(|context| stream.poll_reset(context)) => Ok(()),
    }
}

/// Responds to a call to a method of the provider.
async fn method_call(
    method: &'static Method,
    body: RecvStream,
    mut respond: SendResponse<Bytes>,
    server: Arc<Server>,
) -> Result<(), Gone> {
    let span = error_span!(
        "call",
        tf_rpc = method.name,
        tf_proto_version = method.version,
        tf_req_id = next_id(),
    );
    let received = || Received {
        method,
        span: span.clone(),
        presence: server.lifetime.call(),
    };
    let responded = async {
        match method.streams {
            Streams::Requests => receive(received(), body, respond, &server).await?,
            Streams::Nothing | Streams::Responses => {
                match read(body, &mut respond, &server.budget).await? {
                    Ok(request) => run_call(received(), request, respond, &server).await?,
                    Err(error) => return send(&mut respond, Err(error)),
                }
            }
        }
        trace!("responded to a call");
        Ok(())
    };
    responded.instrument(span.clone()).await
}

/// Reads the message in a request, as long as the client waits.
async fn read(
    mut body: RecvStream,
    respond: &mut SendResponse<Bytes>,
    budget: &Budget,
) -> Result<Result<Bytes, CallError>, Gone> {
    tokio::select! {
        biased;
        request = grpc::read_message(&mut body, budget) => request,
        _ = future::poll_fn(|context| respond.poll_reset(context)) => Err(Gone),
    }
}

/// Responds to a request that consists of a single message.
async fn run_call(
    received: Received,
    request: Bytes,
    mut respond: SendResponse<Bytes>,
    server: &Server,
) -> Result<(), Gone> {
    trace!("received a call");
    let method = received.method;
    let provider = Arc::clone(&server.provider);
    if method.kind == MethodKind::StopProvider && !provider.responds_to_stop() {
        // The provider is not stopped on a thread for calls, because all of these threads may be busy.
        provider.stop();
        send(&mut respond, Ok(Bytes::new()))
    } else if method.streams == Streams::Responses {
        let stream = respond.send_response(grpc::response(), false)?;
        let (sender, responses) = message_channel();
        let requests = [request].into_iter().collect();
        let call = provider.stream(requests, sender, received);
        let outcome = server.pool.run(call, false);
        stream_messages(outcome, method, responses, stream).await
    } else {
        let call = provider.respond(request, received);
        let outcome = server.pool.run(call, server.lifetime.is_sequential());
        let reset = future::poll_fn(|context| respond.poll_reset(context));
        let response = wait(outcome, method, reset).await?;
        send(&mut respond, response)
    }
}

/// Responds to a stream of requests. The call receives the requests as they arrive.
async fn receive(
    received: Received,
    mut body: RecvStream,
    mut respond: SendResponse<Bytes>,
    server: &Server,
) -> Result<(), Gone> {
    trace!("received a call");
    let method = received.method;
    let (requests, receiver) = message_channel();
    let (sender, mut responses) = message_channel();
    let call = Arc::clone(&server.provider).stream(receiver, sender, received);
    let outcome = server.pool.run(call, false);
    let mut stream = respond.send_response(grpc::response(), false)?;
    let forward = async {
        let forwarded = grpc::forward_messages(&mut body, &server.budget, &requests).await?;
        requests.end(forwarded.clone());
        Ok(forwarded)
    };
    match tokio::try_join!(forward, forward_responses(&mut responses, &mut stream)) {
        Ok((received, sent)) => end_stream(received.and(sent), outcome, method, stream).await,
        Err(Gone) => {
            let message = "Terraform has not sent all messages";
            requests.end(Err(CallError::new(CallErrorKind::Cancelled, message)));
            end_soon(outcome).await;
            Err(Gone)
        }
    }
}

/// Sends a response that consists of a single message, or an error.
fn send(respond: &mut SendResponse<Bytes>, response: Result<Bytes, CallError>) -> Result<(), Gone> {
    let response = response.and_then(|message| grpc::check_size(&message).map(|()| message));
    match response {
        Ok(message) => {
            let mut stream = respond.send_response(grpc::response(), false)?;
            frames::send_message(&mut stream, message)?;
            stream.send_trailers(grpc::status(None))?;
        }
        Err(error) => {
            debug!(error = %error, "a call failed");
            respond.send_response(grpc::error_response(&error), true)?;
        }
    }
    Ok(())
}

/// Sends messages as they arrive, followed by the outcome of the call.
async fn stream_messages(
    outcome: Outcome,
    method: &Method,
    mut responses: MessageReceiver,
    mut stream: SendStream<Bytes>,
) -> Result<(), Gone> {
    match forward_responses(&mut responses, &mut stream).await {
        Ok(sent) => end_stream(sent, outcome, method, stream).await,
        Err(Gone) => {
            drop(responses);
            end_soon(outcome).await;
            Err(Gone)
        }
    }
}

/// Sends messages as they arrive, until the call has ended or sends no more messages.
async fn forward_responses(
    responses: &mut MessageReceiver,
    stream: &mut SendStream<Bytes>,
) -> Result<Result<(), CallError>, Gone> {
    while let Some(message) = next(responses, stream).await? {
        if let Err(error) = grpc::check_size(&message) {
            return Ok(Err(error));
        }
        frames::send_message(stream, message)?;
        frames::sent(stream).await?;
    }
    Ok(Ok(()))
}

/// Ends a stream with the outcome of the call, unless the outcome has already been sent.
async fn end_stream(
    sent: Result<(), CallError>,
    outcome: Outcome,
    method: &Method,
    mut stream: SendStream<Bytes>,
) -> Result<(), Gone> {
    let result = match sent {
        Ok(()) => {
            let reset = future::poll_fn(|context| stream.poll_reset(context));
            wait(outcome, method, reset).await?.map(drop)
        }
        Err(error) => Err(error),
    };
    Ok(stream.send_trailers(grpc::status(result.as_ref().err()))?)
}

/// Waits for the next message, as long as the client waits.
async fn next(
    messages: &mut MessageReceiver,
    stream: &mut SendStream<Bytes>,
) -> Result<Option<Bytes>, Gone> {
    future::poll_fn(|context| match stream.poll_reset(context) {
        Poll::Ready(_) => Poll::Ready(Err(Gone)),
        // The outcome of the call contains the error.
        Poll::Pending => messages
            .poll_next(context)
            .map(|next| Ok(next.unwrap_or_default())),
    })
    .await
}

/// Waits for the outcome of a call, as long as the client waits.
async fn wait(
    mut outcome: Outcome,
    method: &Method,
    reset: impl Future<Output = Result<Reason, h2::Error>>,
) -> Result<Result<Bytes, CallError>, Gone> {
    tokio::select! {
        biased;
        // A panic message can contain values, so the message is not part of the response.
        received = &mut outcome => Ok(received.unwrap_or_else(|_| {
            let message = format!("the provider panicked in {}", method.name);
            Err(CallError::new(CallErrorKind::Internal, message))
        })),
        _ = reset => {
            end_soon(outcome).await;
            Err(Gone)
        }
    }
}

/// Allows a call to continue for some time after its client has disconnected, and then drops the call.
async fn end_soon(outcome: Outcome) {
    debug!("the client does not wait for the response to a call");
    _ = time::timeout(GRACE, outcome).await;
}

/// Returns a number that is unique among all calls of this process.
fn next_id() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed) + 1
}
