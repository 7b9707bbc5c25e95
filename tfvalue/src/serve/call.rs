//! Answers a call.

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
use tracing::{Instrument as _, Span, debug, error_span, trace};

use super::answer::{Handler, Messages};
use super::budget::Budget;
use super::grpc::{self, Gone, Message};
use super::lifetime::{GRACE, Lifetime, Presence};
use super::process::Server;
use super::task::Outcome;
use crate::tfplugin::call_error::{CallError, CallErrorKind};
use crate::tfplugin::method::{Method, Streams};
use crate::{tfplugin5, tfplugin6};

/// The answer to a health check: serving.
const SERVING: &[u8] = &[0x08, 1];

/// Answers a request, unless the client no longer waits for it.
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
        path => match find(path) {
            Some((version, method)) => method_call(version, method, body, respond, server).await,
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

/// Finds a method of the protocols.
fn find(path: &str) -> Option<(u32, &'static Method)> {
    let find = |methods: &'static [Method]| methods.iter().find(|method| method.path == path);
    let method = find(tfplugin6::METHODS).map(|method| (6, method));
    method.or_else(|| Some((5, find(tfplugin5::METHODS)?)))
}

/// Keeps a stream open without messages until the process ends or the client closes it.
async fn hold(respond: &mut SendResponse<Bytes>, lifetime: &Lifetime) -> Result<(), Gone> {
    let mut stream = respond.send_response(grpc::response(), false)?;
    tokio::select! {
        () = lifetime.ended() => Ok(stream.send_trailers(grpc::status(None))?),
        _ = future::poll_fn(|context| stream.poll_reset(context)) => Ok(()),
    }
}

/// A call of one of the provider's methods, which counts as running until it is dropped.
struct Received {
    version: u32,
    method: &'static str,
    request: Message,
    _presence: Presence,
}

impl Received {
    async fn answer(self, provider: &dyn Handler) -> Result<Bytes, CallError> {
        let request = &self.request.bytes;
        provider.answer(self.version, self.method, request).await
    }

    async fn stream(self, provider: &dyn Handler, messages: &Messages) -> Result<Bytes, CallError> {
        let request = &self.request.bytes;
        let answer = provider.stream(self.version, self.method, request, messages);
        answer.await.map(|()| Bytes::new())
    }
}

/// Answers a call of one of the provider's methods.
async fn method_call(
    version: u32,
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
        tf_proto_version = version,
        tf_req_id = next_id(),
    );
    let call = Received {
        version,
        method: method.name,
        request,
        _presence: server.lifetime.call(),
    };
    let answered = async {
        trace!("received a call");
        match (method.name, method.streams) {
            ("Stop" | "StopProvider", _) => {
                // Not on a thread for calls, as they may all be busy.
                server.provider.stop();
                send(&mut respond, Ok(Bytes::new()))?;
            }
            (_, Streams::Nothing | Streams::Requests) => {
                answer(call, respond, server, span.clone()).await?;
            }
            (_, Streams::Responses) => stream(call, respond, server, span.clone()).await?,
        }
        trace!("answered a call");
        Ok(())
    };
    answered.instrument(span.clone()).await
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

/// Answers with one message.
async fn answer(
    call: Received,
    mut respond: SendResponse<Bytes>,
    server: Arc<Server>,
    span: Span,
) -> Result<(), Gone> {
    let (shared, method) = (Arc::clone(&server), call.method);
    let task = async move { call.answer(&*server.provider).await };
    let task = Box::pin(task.instrument(span));
    let outcome = shared.pool.run(task, shared.lifetime.is_sequential());
    let reset = future::poll_fn(|context| respond.poll_reset(context));
    let answer = wait(outcome, method, reset).await?;
    send(&mut respond, answer)
}

/// Answers with a stream of messages.
async fn stream(
    call: Received,
    mut respond: SendResponse<Bytes>,
    server: Arc<Server>,
    span: Span,
) -> Result<(), Gone> {
    let (shared, method) = (Arc::clone(&server), call.method);
    let stream = respond.send_response(grpc::response(), false)?;
    let (messages, receiver) = Messages::channel();
    let task = async move { call.stream(&*server.provider, &messages).await };
    let outcome = shared.pool.run(Box::pin(task.instrument(span)), false);
    stream_messages(outcome, method, receiver, stream).await
}

/// Sends an answer of one message, or an error.
fn send(respond: &mut SendResponse<Bytes>, answer: Result<Bytes, CallError>) -> Result<(), Gone> {
    let answer = answer.and_then(|message| grpc::check_size(&message).map(|()| message));
    match answer {
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
    method: &str,
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
    method: &str,
    reset: impl Future<Output = Result<Reason, h2::Error>>,
) -> Result<Result<Bytes, CallError>, Gone> {
    tokio::select! {
        biased;
        // The message of a panic can contain values, so it is not part of the answer.
        received = &mut outcome => Ok(received.unwrap_or_else(|_| {
            let message = format!("the provider panicked in {method}");
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
