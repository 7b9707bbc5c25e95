//! `Client`: a running provider, and the thread for its connection.

use std::fmt;
use std::future;
use std::process::Command;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use bytes::Bytes;
use tokio::runtime::{Builder, Handle};
use tokio::sync::{Notify, oneshot};
use tokio::time;

use crate::call::{Call, Task};
use crate::connection::{Connection, Fault, Responses, output};
use crate::error::{ClientError, ClientErrorKind};
use crate::handshake::{self, Endpoint};
use crate::log::Log;
use crate::memory;
use crate::options::Options;
use crate::process::{Launch, Process};
use crate::tls::Identity;
use tfvalue::__internal::client::Running;
use tfvalue::provider::{
    CallError, CallErrorKind, MessageReceiver, MessageSender, Method, Streams,
};

/// A provider that runs in another process.
///
/// A clone refers to the same provider. If the client started the provider, dropping the last clone ends the provider.
/// Dropping the last clone waits at most a few seconds for the provider to end. See the [crate docs](crate).
#[derive(Clone)]
pub struct Client {
    shared: Arc<Shared>,
    timeout: Duration,
}

struct Shared {
    connection: Connection,
    version: u32,
    runtime: Handle,
    /// Kills the process.
    kill: Arc<Notify>,
    /// Ends the thread when this value is dropped.
    close: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// The program to start, or the provider to connect to.
pub(crate) enum Target {
    Launch(Launch),
    Attach(Result<Endpoint, String>),
}

/// What the thread has opened.
struct Opened {
    connection: Connection,
    version: u32,
    runtime: Handle,
    kill: Arc<Notify>,
    close: oneshot::Sender<()>,
}

impl Client {
    /// Starts the program of a provider with the default [`Options`].
    ///
    /// # Examples
    ///
    /// ```no_run
    /// use std::process::Command;
    /// use tfvalue_client::Client;
    ///
    /// let client = Client::start(&Command::new("./terraform-provider-notes")).wait()?;
    /// for name in client.schema().wait()?.schema.resource_schemas.keys() {
    ///     println!("{name}");
    /// }
    /// # Ok::<(), tfvalue_client::ClientError>(())
    /// ```
    pub fn start(command: &Command) -> Call<Client> {
        Options::new().start(command)
    }

    /// Connects to a provider that is already running. `source` is the source address of the provider in the value of
    /// `TF_REATTACH_PROVIDERS`, such as `registry.terraform.io/example/notes`. The client does not end the provider.
    pub fn attach(reattach: &str, source: &str) -> Call<Client> {
        Options::new().attach(reattach, source)
    }

    /// Returns the version of the protocol: 5 or 6.
    #[must_use]
    pub fn protocol(&self) -> u32 {
        self.shared.version
    }

    /// Returns the last lines that the provider has written to standard error, at most 64 KiB.
    #[must_use]
    pub fn log(&self) -> String {
        self.shared.connection.log.text()
    }

    /// Calls a function with all output that the provider has written to standard error, and with all later output.
    pub(crate) fn pass_log_on(&self, receive: impl FnMut(&[u8]) + Send + 'static) {
        self.shared.connection.log.pass_on(receive);
    }

    pub(crate) fn log_handle(&self) -> &Log {
        &self.shared.connection.log
    }

    /// Kills the provider's process and its child processes, if the client has started the provider. After that, calls
    /// fail. By contrast, dropping the last client first asks the provider to end.
    pub fn kill(&self) {
        self.shared.kill.notify_one();
    }

    /// Returns a client for the same provider with a different time limit for each call. See [`Options::timeout`].
    #[must_use]
    pub fn with_timeout(&self, timeout: Duration) -> Self {
        Client {
            shared: Arc::clone(&self.shared),
            timeout,
        }
    }

    /// Calls a method with an encoded request, and returns the encoded response.
    ///
    /// The method can be from either version of the protocol: the client calls the corresponding method in the
    /// provider's version. Apart from schemas, the messages of both versions are the same.
    ///
    /// The call fails if the method has a [stream](Method::streams), or if the provider's version does not have the
    /// method.
    pub fn respond(&self, method: &Method, request: impl Into<Bytes>) -> Call<Bytes> {
        let (connection, timeout) = (self.shared.connection.clone(), self.timeout);
        let (found, request) = (self.find(method), request.into());
        self.run(method.name, async move {
            let method = found?;
            if method.streams != Streams::Nothing {
                return Err(Fault::Call(CallError::streams(method)));
            }
            connection.call(method.path, request, timeout).await
        })
    }

    /// Calls a method that has a stream of requests, responses or both. A side without a stream has exactly one message.
    ///
    /// While responses are not being received, the client stops reading, and the provider has to wait. The call ends after
    /// the last response.
    ///
    /// # Examples
    ///
    /// ```no_run
    /// use tfvalue_client::{Client, Method, message_channel};
    /// use tfvalue::prost::Message as _;
    /// use tfvalue::prost::bytes::Bytes;
    /// use tfvalue::tfplugin6::write_state_bytes::Response;
    ///
    /// # fn example(client: &Client, chunks: Vec<Bytes>) -> Result<(), Box<dyn std::error::Error>> {
    /// let method = Method::find(6, "WriteStateBytes").expect("a method of version 6");
    /// let (sender, mut responses) = message_channel();
    /// client.stream(method, chunks.into_iter().collect(), sender).wait()?;
    /// # async {
    /// let response = responses.next().await?.unwrap_or_default();
    /// let response = Response::decode(response)?;
    /// # drop(response);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # };
    /// # Ok(())
    /// # }
    /// ```
    pub fn stream(
        &self,
        method: &Method,
        requests: MessageReceiver,
        responses: MessageSender,
    ) -> Call<()> {
        let (connection, timeout) = (self.shared.connection.clone(), self.timeout);
        let found = self.find(method);
        self.run(method.name, async move {
            let mut all = Responses::Many(&responses);
            let path = found?.path;
            connection.exchange(path, requests, &mut all, timeout).await
        })
    }

    /// Calls a method without arguments and does not wait for the response.
    pub(crate) fn notify(&self, method: &Method) {
        let (connection, timeout) = (self.shared.connection.clone(), self.timeout);
        if let Ok(method) = self.find(method) {
            // The task is detached, and ends with the client.
            drop(self.shared.runtime.spawn(async move {
                _ = connection.call(method.path, Bytes::new(), timeout).await;
            }));
        }
    }

    /// Returns the method in the provider's version.
    fn find(&self, method: &Method) -> Result<&'static Method, Fault> {
        let version = self.protocol();
        method.in_version(version).ok_or_else(|| {
            let problem = format!("version {version} of the protocol has no such method");
            Fault::Call(CallError::new(CallErrorKind::Unimplemented, problem))
        })
    }

    /// Runs a call on the thread of the client.
    pub(crate) fn run<T: Send + 'static>(
        &self,
        method: &'static str,
        call: impl Future<Output = Result<T, Fault>> + Send + 'static,
    ) -> Call<T> {
        let connection = self.shared.connection.clone();
        let task = self.shared.runtime.spawn(async move {
            match call.await {
                Ok(response) => Ok(response),
                Err(fault) => Err(connection.error(method, fault).await),
            }
        });
        Call::new(Task::new(task, self.clone()).result())
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("protocol", &self.protocol())
            .field("timeout", &self.timeout)
            .finish_non_exhaustive()
    }
}

impl Running for Client {
    type Error = ClientError;

    fn protocol(&self) -> u32 {
        self.protocol()
    }

    fn call(&self, method: &'static Method, request: &[u8]) -> Result<Bytes, ClientError> {
        self.respond(method, request.to_vec()).wait()
    }

    fn is_end(error: &ClientError) -> bool {
        matches!(
            error.kind(),
            ClientErrorKind::Ended | ClientErrorKind::OutOfMemory
        )
    }

    fn must_restart(error: &ClientError) -> bool {
        Client::is_end(error) || error.kind() == ClientErrorKind::TimedOut
    }

    fn is_limit(error: &ClientError, _: &Method) -> bool {
        error.kind() == ClientErrorKind::OutOfMemory
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        // Closing the channel and joining the thread fail only if the thread has already ended.
        drop(self.close.take());
        self.thread.take().map(JoinHandle::join);
    }
}

/// Opens a client with its own thread.
pub(crate) fn open(target: Target, options: &Options) -> Call<Client> {
    let (ready, opened) = oneshot::channel();
    let timeout = options.timeout;
    let limits = (options.start_timeout, options.memory);
    let log = Log::default();
    if let Some(on_log) = options.on_log.clone() {
        log.pass_on(move |bytes| on_log(bytes));
    }
    let thread = thread::Builder::new()
        .name("client".to_owned())
        .spawn(move || supervise(target, limits, log, ready));
    Call::new(async move {
        let failed = |problem: String| failure(problem, &Log::default());
        let thread = thread.map_err(|error| failed(format!("cannot start a thread: {error}")))?;
        let opened = opened.await;
        let opened = opened.unwrap_or_else(|_| Err(failed("the client has ended".to_owned())))?;
        let shared = Shared {
            connection: opened.connection,
            version: opened.version,
            runtime: opened.runtime,
            kill: opened.kill,
            close: Some(opened.close),
            thread: Some(thread),
        };
        Ok(Client {
            shared: Arc::new(shared),
            timeout,
        })
    })
}

fn failure(problem: String, log: &Log) -> ClientError {
    ClientError::new(ClientErrorKind::Start, problem, log)
}

/// Runs the connection until the client is dropped, and then ends the provider.
fn supervise(
    target: Target,
    limits: (Duration, Option<u64>),
    log: Log,
    ready: oneshot::Sender<Result<Opened, ClientError>>,
) {
    match Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime.block_on(run(target, limits, log, ready)),
        Err(error) => {
            let problem = format!("cannot start a runtime: {error}");
            // If sending fails, no caller is waiting for the client.
            _ = ready.send(Err(failure(problem, &Log::default())));
        }
    }
}

async fn run(
    target: Target,
    (start_timeout, memory): (Duration, Option<u64>),
    log: Log,
    mut ready: oneshot::Sender<Result<Opened, ClientError>>,
) {
    let mut process = None;
    let opened = tokio::select! {
        opened = time::timeout(start_timeout, begin(target, &log, &mut process)) => opened,
        () = ready.closed() => {
            end(process, None).await;
            return;
        }
    };
    let late = |_| {
        Err(format!(
            "the provider has not started within {start_timeout:?}"
        ))
    };
    let (connection, version) = match opened.unwrap_or_else(late) {
        Ok(opened) => opened,
        Err(problem) => {
            // The log of the process is complete once the process has ended.
            end(process, None).await;
            _ = ready.send(Err(failure(problem, &log)));
            return;
        }
    };
    let (close, closed) = oneshot::channel();
    let kill = Arc::<Notify>::default();
    let opened = Opened {
        connection: connection.clone(),
        version,
        runtime: Handle::current(),
        kill: Arc::clone(&kill),
        close,
    };
    if ready.send(Ok(opened)).is_ok() {
        let exited = async {
            if let Some(process) = &mut process {
                watch(process, memory, &kill).await;
            }
            // From now on, calls fail until the client is dropped.
            future::pending::<()>().await;
        };
        tokio::select! {
            _ = closed => {}
            () = exited => {}
        }
    }
    end(process, Some(&connection)).await;
}

/// Starts the provider if necessary, and then connects to it.
async fn begin(
    target: Target,
    log: &Log,
    process: &mut Option<Process>,
) -> Result<(Connection, u32), String> {
    let launch = match target {
        Target::Launch(launch) => launch,
        Target::Attach(endpoint) => {
            let endpoint = endpoint?;
            let version = endpoint.version;
            let connection = Connection::open(endpoint, None, log, None).await?;
            return Ok((connection, version));
        }
    };
    let identity = Identity::generate()?;
    let started = Process::start(&launch, &identity.pem(), log);
    let started = started.map_err(|error| format!("cannot start the provider: {error}"))?;
    let process = process.insert(started);
    let endpoint = handshake::read(&process.first_line().await?)?;
    let version = endpoint.version;
    if !launch.offers(version) {
        return Err(format!(
            "the provider chose version {version} of the protocol, which was not offered"
        ));
    }
    let connection = Connection::open(endpoint, Some(identity), log, Some(process.exit())).await?;
    tokio::spawn(output(connection.clone()));
    Ok((connection, version))
}

/// Waits until the process has ended. Ends the process if it is to be killed or uses too much memory.
async fn watch(process: &mut Process, most: Option<u64>, kill: &Notify) {
    let exceeds = memory::exceeds(process.id(), most);
    tokio::select! {
        _ = process.exited() => {}
        most = exceeds => process.end_for_memory(most).await,
        () = kill.notified() => process.kill().await,
    }
}

async fn end(process: Option<Process>, connection: Option<&Connection>) {
    if let Some(process) = process {
        process.end(connection.map(Connection::shutdown)).await;
    }
}
