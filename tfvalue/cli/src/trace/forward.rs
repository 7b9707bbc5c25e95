//! Forwards calls to the provider.

use std::env;
use std::future;
use std::io::{self, IsTerminal as _, Write as _};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use tfvalue::prost::bytes::Bytes;
use tfvalue::provider::{CallError, MessageReceiver, MessageSender};
use tfvalue::serve::{COOKIE_NAME, COOKIE_VALUE, Service, serve_with_arguments};
use tfvalue_client::{Client, Method, Options, message_channel};

use super::record::{Event, NOTICE};
use super::show::{self, Viewer};
use super::watch::{Watch, Watched};
use super::{options, output};
use crate::provider;
use crate::terminal::{Failure, Status, escaped};

/// The time limit for each call. There is practically no time limit, as in Terraform.
const NO_LIMIT: Duration = Duration::from_secs(u32::MAX as u64);

/// Runs `trace`.
pub(crate) fn run(options: &options::Trace) -> Result<Status, Failure> {
    if options.provider.is_empty() {
        return Err(Failure::usage(
            "the program of the provider is required, after --, such as: tfvalue trace --source example/notes -- \
             ./terraform-provider-notes; or in the variable TRACE_PROVIDER",
        ));
    }
    let is_started_by_terraform = env::var(COOKIE_NAME).is_ok_and(|cookie| cookie == COOKIE_VALUE);
    let arguments = match (is_started_by_terraform, &options.source) {
        (true, _) => Vec::new(),
        (false, Some(source)) => vec!["--debug".to_owned(), source.clone()],
        (false, None) => {
            let problem = "--source ADDRESS is required, because Terraform did not start this program: the source of \
                           the provider in required_providers, such as --source example/notes";
            // If the provider does not start either, the error reports both problems.
            let other = start(&options.provider).err();
            let other = other.map(|other| format!("\nerror: {}", other.message));
            return Err(Failure::usage(format!(
                "{problem}{}",
                other.unwrap_or_default()
            )));
        }
    };
    let name = show::name(&options.provider[0]);
    let viewer = Viewer::open(&options.shown, &name, io::stderr())?;
    let file = options.record.as_deref().map(output::secret).transpose()?;
    if let Some(path) = &options.record {
        eprintln!("recording to {}: {NOTICE}", path.display());
    }
    let client = start(&options.provider)?;
    let now = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
    let session = format!("{}-{}", std::process::id(), now.as_millis());
    let group = format!("Process {}", std::process::id());
    let record = file.map(|file| (file, session.as_str()));
    let watch = Watch::start(viewer, record, &client, &group);
    let watch = watch.map_err(|error| Failure::unusable(error.to_string()))?;
    let watch = Arc::new(Mutex::new(watch));
    let protocol = client.protocol();
    let forward = Forward {
        client,
        watch: Arc::clone(&watch),
        name,
        protocols: [protocol],
    };
    let code = serve_with_arguments(forward, &arguments);
    watch.lock().unwrap_or_else(PoisonError::into_inner).end();
    Ok(if code == ExitCode::SUCCESS {
        Status::Fine
    } else {
        Status::Unusable
    })
}

/// Starts the provider. The log of the provider goes to standard error, as if `trace` were not used.
fn start(provider: &[std::ffi::OsString]) -> Result<Client, Failure> {
    let failed = |problem: String| {
        let name = provider[0].display();
        Failure::unusable(format!(
            "cannot run {name}, the provider after --: {problem}"
        ))
    };
    let command = provider::command(provider);
    let mut command = command.map_err(|failure| failed(failure.message))?;
    // The provider may be this same program, which would read the `TRACE_` variables.
    for (name, _) in env::vars_os() {
        if name.to_string_lossy().starts_with("TRACE_") {
            command.env_remove(name);
        }
    }
    let mut options = Options::new().timeout(NO_LIMIT).on_log(pass_on);
    if let Some(version) = only_version() {
        options = options.protocol(version);
    }
    let started = options.start(&command).wait();
    started.map_err(|error| failed(error.to_string()))
}

/// Writes a part of the provider's log. On a terminal, the log is escaped because it could control the terminal.
/// Otherwise, the log is written unchanged.
fn pass_on(log: &[u8]) {
    let mut errors = io::stderr();
    _ = if errors.is_terminal() {
        errors.write_all(escaped(&String::from_utf8_lossy(log)).as_bytes())
    } else {
        errors.write_all(log)
    };
}

/// Returns the version of the protocol that Terraform offers, if Terraform offers only one version.
fn only_version() -> Option<u32> {
    let offered = env::var("PLUGIN_PROTOCOL_VERSIONS").ok()?;
    let versions = offered.split(',').filter_map(|one| one.trim().parse().ok());
    let mut versions = versions.filter(|version| matches!(version, 5 | 6));
    versions.next().filter(|_| versions.next().is_none())
}

/// A service that forwards each call.
struct Forward {
    client: Client,
    watch: Arc<Mutex<Watch>>,
    name: String,
    protocols: [u32; 1],
}

impl Forward {
    fn watched(&self, method: &'static Method) -> Watched {
        let watch = self.watch.lock();
        watch.unwrap_or_else(PoisonError::into_inner).call(method)
    }
}

impl Service for Forward {
    fn name(&self) -> &str {
        &self.name
    }

    fn protocols(&self) -> &[u32] {
        &self.protocols
    }

    async fn respond(&self, method: &'static Method, request: &[u8]) -> Result<Bytes, CallError> {
        let watched = self.watched(method);
        let request = Bytes::copy_from_slice(request);
        watched.add(Event::Request(request.clone()));
        let response = self
            .client
            .respond(method, request)
            .await
            .map_err(CallError::from);
        if let Ok(response) = &response {
            watched.add(Event::Response(response.clone()));
        }
        watched.ends(response.as_ref().err().map(ToString::to_string));
        response
    }

    async fn stream(
        &self,
        method: &'static Method,
        requests: MessageReceiver,
        responses: MessageSender,
    ) -> Result<(), CallError> {
        let watched = self.watched(method);
        let (to_provider, requests_out) = message_channel();
        let (responses_in, from_provider) = message_channel();
        let call = self.client.stream(method, requests_out, responses_in);
        let sending = async {
            pass(requests, to_provider, &watched, Event::Request).await;
            // The call ends when its responses end.
            future::pending().await
        };
        let receiving = pass(from_provider, responses, &watched, Event::Response);
        let ended = tokio::select! {
            biased;
            ended = async { tokio::join!(call, receiving).0 } => ended,
            never = sending => never,
        };
        let ended = ended.map_err(CallError::from);
        watched.ends(ended.as_ref().err().map(ToString::to_string));
        ended
    }

    fn responds_to_stop(&self) -> bool {
        true
    }

    fn stop(&self) {
        // Terraform's call is forwarded. When this process ends, it asks the provider to end, too.
    }
}

/// Forwards messages as fast as the receiver accepts them.
async fn pass(
    mut from: MessageReceiver,
    to: MessageSender,
    watched: &Watched,
    event: fn(Bytes) -> Event,
) {
    loop {
        match from.next().await {
            Ok(Some(message)) => {
                watched.add(event(message.clone()));
                // The receiver does not need the remaining messages. The receiver's side reports the reason.
                if to.send(message).await.is_err() {
                    return;
                }
            }
            Ok(None) => return,
            Err(error) => return to.fail(error),
        }
    }
}
