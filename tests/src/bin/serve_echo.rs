//! A provider for the tests of `tfvalue::serve`. The provider responds to most calls with the request.

use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex};
use std::time::Duration;
use std::{future, process, thread};

use prost::Message as _;
use prost::bytes::Bytes;
use tfvalue::provider::{CallError, CallErrorKind, MessageReceiver, MessageSender, Method};
use tfvalue::serve::Service;
use tfvalue::tfplugin6::{
    DynamicValue, Function, Schema, call_function, function, get_functions, get_provider_schema,
};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Handle};
use tokio::sync::Notify;
use tokio::time::sleep;

fn main() -> ExitCode {
    tfvalue::serve(Echo::default())
}

#[derive(Default)]
struct Echo {
    stopped: Notify,
}

impl Service for Echo {
    fn name(&self) -> &str {
        "example/echo"
    }

    async fn respond(&self, method: &'static Method, request: &[u8]) -> Result<Bytes, CallError> {
        self.reply(method, request).await.map(Bytes::from)
    }

    async fn stream(
        &self,
        method: &'static Method,
        mut requests: MessageReceiver,
        responses: MessageSender,
    ) -> Result<(), CallError> {
        match method.name {
            "ListResource" => {}
            "WriteStateBytes" => return echo(requests, responses).await,
            _ => return Err(CallError::unimplemented(method.name)),
        }
        let request = requests.next().await?.unwrap_or_default();
        for part in request.split(|&byte| byte == b' ') {
            if part == b"fail" {
                return Err(CallError::new(CallErrorKind::Internal, "no more"));
            }
            if part == b"hang" {
                let _hanging = Hanging::new();
                future::pending::<()>().await;
            }
            if part == b"meet" {
                MEETING.join();
            }
            if part == b"endless" {
                return endless(responses).await;
            }
            responses.send(part.to_vec().into()).await?;
        }
        Ok(())
    }

    fn stop(&self) {
        self.stopped.notify_waiters();
    }

    fn run(&self, arguments: &[String]) -> Option<ExitCode> {
        (arguments == ["--seven"]).then(|| ExitCode::from(7))
    }
}

impl Echo {
    async fn reply(&self, method: &Method, request: &[u8]) -> Result<Vec<u8>, CallError> {
        match method.name {
            "GetSchema" | "GetProviderSchema" => Ok(schema().encode_to_vec()),
            "GetFunctions" => {
                let functions = schema().functions;
                let response = get_functions::Response {
                    functions,
                    ..Default::default()
                };
                Ok(response.encode_to_vec())
            }
            // Without diagnostics, these responses are empty.
            "Configure"
            | "ConfigureProvider"
            | "PrepareProviderConfig"
            | "ValidateProviderConfig" => Ok(Vec::new()),
            "CallFunction" => call(request),
            // The responses are not in the order of the requests.
            "ReadResource" => {
                let delay = request.first().copied().unwrap_or_default() % 16;
                sleep(Duration::from_millis(delay.into())).await;
                tracing::info!(size = request.len(), "echo");
                Ok(request.to_vec())
            }
            "PlanResourceChange" => Ok(format!("{} {}", method.version, method.name).into_bytes()),
            "ApplyResourceChange" => self.act(request).await,
            _ => Err(CallError::unimplemented(method.name)),
        }
    }

    /// Does what the request says.
    async fn act(&self, request: &[u8]) -> Result<Vec<u8>, CallError> {
        match request {
            b"panic" => panic!("as requested"),
            b"crash" => {
                _ = thread::spawn(|| panic!("crashed as requested")).join();
                process::abort()
            }
            b"hang" => {
                let _hanging = Hanging::new();
                future::pending().await
            }
            b"sent" => Ok(SENT.load(Ordering::SeqCst).to_string().into_bytes()),
            b"hanging" => Ok(HANGING.load(Ordering::SeqCst).to_string().into_bytes()),
            b"block" => loop {
                thread::sleep(Duration::from_secs(1));
            },
            b"meet" => {
                MEETING.join();
                Ok(b"met".to_vec())
            }
            b"wait and meet" => {
                sleep(Duration::from_millis(1)).await;
                MEETING.join();
                Ok(b"met".to_vec())
            }
            b"print much to standard error" => {
                eprintln!("{}", "x".repeat(1 << 20));
                Ok(b"printed".to_vec())
            }
            b"nested runtime" => Ok(nested_runtime()),
            b"runtime" => Ok(runtime().await),
            b"until stopped" => {
                self.stopped.notified().await;
                Ok(b"stopped".to_vec())
            }
            [b'l', b'o', b'g', b' ', lines @ ..] => {
                let lines = str::from_utf8(lines).unwrap().parse().unwrap();
                for number in 0_u64..lines {
                    tracing::info!("line {number}");
                }
                Ok(b"logged".to_vec())
            }
            b"large" => Ok(vec![7; (256 << 20) + 1]),
            _ => {
                let message = "an unknown request: 100 %\nof them \u{e4}";
                Err(CallError::new(CallErrorKind::InvalidArgument, message))
            }
        }
    }
}

/// Sends an endless stream of messages and counts them.
async fn endless(responses: MessageSender) -> Result<(), CallError> {
    let _hanging = Hanging::new();
    loop {
        responses.send(vec![7; 1 << 10].into()).await?;
        SENT.fetch_add(1, Ordering::SeqCst);
    }
}

/// The number of messages in the endless streams.
static SENT: AtomicUsize = AtomicUsize::new(0);

/// Sends each request back. After the request `early`, the call fails before the remaining requests are read.
async fn echo(mut requests: MessageReceiver, responses: MessageSender) -> Result<(), CallError> {
    while let Some(request) = requests.next().await? {
        if request == b"early"[..] {
            return Err(CallError::new(CallErrorKind::Internal, "no more"));
        }
        responses.send(request).await?;
    }
    Ok(())
}

/// The calls that block until there are 64 of them.
static MEETING: Meeting = Meeting {
    calls: Mutex::new(0),
    complete: Condvar::new(),
};

struct Meeting {
    calls: Mutex<usize>,
    complete: Condvar,
}

impl Meeting {
    fn join(&self) {
        let mut calls = self.calls.lock().unwrap();
        *calls += 1;
        self.complete.notify_all();
        drop(self.complete.wait_while(calls, |calls| *calls < 64));
    }
}

/// Behaves like a client without `async`, which waits for its own runtime and then drops the runtime.
fn nested_runtime() -> Vec<u8> {
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        sleep(Duration::from_millis(1)).await;
        b"nested".to_vec()
    })
}

/// Uses the runtime of the call, including from one of its threads and one of its tasks.
async fn runtime() -> Vec<u8> {
    let task = tokio::spawn(async {
        sleep(Duration::from_millis(1)).await;
        TcpListener::bind(("127.0.0.1", 0)).await.unwrap()
    });
    let listener = task.await.unwrap();
    let address = listener.local_addr().unwrap();
    let handle = Handle::current();
    let connect = move || handle.block_on(TcpStream::connect(address)).unwrap();
    let (accepted, connected) =
        tokio::join!(listener.accept(), tokio::task::spawn_blocking(connect));
    let (_accepted, _connected) = (accepted.unwrap(), connected.unwrap());
    b"used".to_vec()
}

/// The number of calls that never return.
static HANGING: AtomicUsize = AtomicUsize::new(0);

/// A call that never returns; it is counted until it is dropped.
struct Hanging;

impl Hanging {
    fn new() -> Self {
        HANGING.fetch_add(1, Ordering::SeqCst);
        Hanging
    }
}

impl Drop for Hanging {
    fn drop(&mut self) {
        HANGING.fetch_sub(1, Ordering::SeqCst);
    }
}

fn schema() -> get_provider_schema::Response {
    let parameter = function::Parameter {
        name: "value".to_owned(),
        r#type: b"\"string\"".to_vec(),
        ..Default::default()
    };
    let same = Function {
        parameters: vec![parameter],
        r#return: Some(function::Return {
            r#type: b"\"string\"".to_vec(),
        }),
        ..Default::default()
    };
    get_provider_schema::Response {
        provider: Some(Schema {
            version: 0,
            block: Some(Vec::new()),
        }),
        functions: [("same".to_owned(), same)].into(),
        ..Default::default()
    }
}

/// Returns the only argument.
fn call(request: &[u8]) -> Result<Vec<u8>, CallError> {
    let request = call_function::Request::decode(request);
    let mut request = request
        .map_err(|error| CallError::new(CallErrorKind::InvalidArgument, error.to_string()))?;
    let result: Option<DynamicValue> = request.arguments.pop();
    let response = call_function::Response {
        result,
        ..Default::default()
    };
    Ok(response.encode_to_vec())
}
