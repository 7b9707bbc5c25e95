//! Responds to a call.

use std::future;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::Poll;

use bytes::Bytes;
use h2::server::SendResponse;
use h2::{Reason, RecvStream, SendStream};
use http::{Method as HttpMethod, Request, header};
use tokio::sync::mpsc::Receiver;
use tokio::time;
use tracing::{Instrument as _, debug, error_span, trace};

use super::budget::Budget;
use super::grpc::{self, Gone, Message};
use super::lifetime::{GRACE, Lifetime};
use super::process::Server;
use super::service::{Messages, Received};
use super::task::Outcome;
use crate::tfplugin::call_error::{CallError, CallErrorKind};
use crate::tfplugin::method::{Method, MethodKind, Streams};

/// The response to a health check: serving.
const SERVING: &[u8] = &[0x08, 1];

/// Responds to a request, unless the client no longer waits for it.
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
    // If the client is gone, there is nothing left to do.
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

/// Responds to a call of one of the provider's methods.
async fn method_call(
    method: &'static Method,
    mut body: RecvStream,
    mut respond: SendResponse<Bytes>,
    server: Arc<Server>,
) -> Result<(), Gone> {
    let request = read(method.streams, &mut body, &mut respond, &server.budget).await?;
    let request = match request {
        Ok(request) => request,
        Err(error) => return send(&mut respond, Err(error)),
    };
    let span = error_span!(
        "call",
        tf_rpc = method.name,
        tf_proto_version = method.version,
        tf_req_id = next_id(),
    );
    let received = Received {
        method,
        request,
        span: span.clone(),
        presence: server.lifetime.call(),
    };
    let responded = async {
        trace!("received a call");
        match (method.kind, method.streams) {
            (MethodKind::StopProvider, _) => {
                // Not on a thread for calls, as they may all be busy.
                server.provider.stop();
                send(&mut respond, Ok(Bytes::new()))?;
            }
            (_, Streams::Nothing | Streams::Requests) => {
                respond_once(received, respond, &server).await?;
            }
            (_, Streams::Responses) => stream(received, respond, &server).await?,
        }
        trace!("responded to a call");
        Ok(())
    };
    responded.instrument(span).await
}

/// Reads the request of a call, as long as the client waits.
async fn read(
    streams: Streams,
    body: &mut RecvStream,
    respond: &mut SendResponse<Bytes>,
    budget: &Budget,
) -> Result<Result<Message, CallError>, Gone> {
    let request = async {
        match streams {
            Streams::Requests => grpc::read_messages(body, budget).await,
            Streams::Nothing | Streams::Responses => grpc::read_message(body, budget).await,
        }
    };
    tokio::select! {
        biased;
        request = request => request,
        _ = future::poll_fn(|context| respond.poll_reset(context)) => Err(Gone),
    }
}

/// Responds with one message.
async fn respond_once(
    received: Received,
    mut respond: SendResponse<Bytes>,
    server: &Server,
) -> Result<(), Gone> {
    let method = received.method;
    let call = Arc::clone(&server.provider).respond(received);
    let outcome = server.pool.run(call, server.lifetime.is_sequential());
    let reset = future::poll_fn(|context| respond.poll_reset(context));
    let response = wait(outcome, method, reset).await?;
    send(&mut respond, response)
}

/// Responds with a stream of messages.
async fn stream(
    received: Received,
    mut respond: SendResponse<Bytes>,
    server: &Server,
) -> Result<(), Gone> {
    let method = received.method;
    let stream = respond.send_response(grpc::response(), false)?;
    let (messages, receiver) = Messages::channel();
    let call = Arc::clone(&server.provider).stream(received, messages);
    let outcome = server.pool.run(call, false);
    stream_messages(outcome, method, receiver, stream).await
}

/// Sends a response of one message, or an error.
fn send(respond: &mut SendResponse<Bytes>, response: Result<Bytes, CallError>) -> Result<(), Gone> {
    let response = response.and_then(|message| grpc::check_size(&message).map(|()| message));
    match response {
        Ok(message) => {
            let mut stream = respond.send_response(grpc::response(), false)?;
            grpc::send_message(&mut stream, message)?;
            stream.send_trailers(grpc::status(None))?;
        }
        Err(error) => {
            debug!(error = %error, "a call failed");
            respond.send_response(grpc::error_response(&error), true)?;
        }
    }
    Ok(())
}

/// Sends messages as they come, and then the outcome of the call.
async fn stream_messages(
    outcome: Outcome,
    method: &Method,
    mut messages: Receiver<Bytes>,
    mut stream: SendStream<Bytes>,
) -> Result<(), Gone> {
    let forward = async {
        while let Some(message) = next(&mut messages, &mut stream).await.map_err(Err)? {
            grpc::check_size(&message).map_err(Ok)?;
            grpc::send_message(&mut stream, message).map_err(Err)?;
            grpc::sent(&mut stream).await.map_err(Err)?;
        }
        Ok(())
    };
    let result = match forward.await {
        // All senders are dropped, so the call has ended or has stopped sending.
        Ok(()) => {
            let reset = future::poll_fn(|context| stream.poll_reset(context));
            wait(outcome, method, reset).await?.map(drop)
        }
        Err(Ok(error)) => Err(error),
        Err(Err(Gone)) => {
            drop(messages);
            end_soon(outcome).await;
            return Err(Gone);
        }
    };
    Ok(stream.send_trailers(grpc::status(result.as_ref().err()))?)
}

/// Waits for the next message, as long as the client waits.
async fn next(
    messages: &mut Receiver<Bytes>,
    stream: &mut SendStream<Bytes>,
) -> Result<Option<Bytes>, Gone> {
    future::poll_fn(|context| match stream.poll_reset(context) {
        Poll::Ready(_) => Poll::Ready(Err(Gone)),
        Poll::Pending => messages.poll_recv(context).map(Ok),
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
        // The message of a panic can contain values, so it is not part of the response.
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

/// Gives a call that nobody waits for some time to end, and then drops it.
async fn end_soon(outcome: Outcome) {
    debug!("the client does not wait for the response to a call");
    _ = time::timeout(GRACE, outcome).await;
}

/// Returns a number that no other call of this process has.
fn next_id() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed) + 1
}
