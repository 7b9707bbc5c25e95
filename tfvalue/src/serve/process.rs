//! Runs a provider as a process.

use std::env;
use std::process::ExitCode;
use std::sync::{Arc, mpsc};
#[cfg(unix)]
use std::{io, iter, os::unix::net::UnixStream};

use tokio::runtime::Builder;
use tracing::debug;

use super::lifetime::Lifetime;
use super::listener::Listener;
use super::pool::Pool;
use super::server::{Failure, Server};
use super::service::{Handle, Handler, Service};
use super::signals::Signals;
use super::tls::Identity;
use super::{connection, debug, handshake, log};
use crate::plugin::budget::Budget;

/// The message for users who start the program themselves.
pub(super) const EXPLANATION: &str = "\
This program is a Terraform provider. Terraform starts it; it does nothing on its own.

To use it, name it in a required_providers block, or add its folder to a dev_overrides block of
Terraform's CLI configuration. To debug it, start it with --debug and follow the instructions.
To see all options, start it with --help.
";

/// Runs a provider as a process that Terraform starts and ends.
///
/// If Terraform did not start the process, this function handles the command-line [options](Service::run) of the
/// provider. If there are no such options, it prints an explanation and fails. See the [module](mod@crate::serve) for
/// the life cycle of the process.
///
/// # Examples
///
/// ```no_run
/// use std::process::ExitCode;
/// # use tfvalue::prost::bytes::Bytes;
/// # use tfvalue::provider::{CallError, Method};
/// # use tfvalue::serve::Service;
/// # struct Provider;
/// # impl Service for Provider {
/// #     fn name(&self) -> &str {
/// #         "empty"
/// #     }
/// #     async fn respond(&self, method: &'static Method, _: &[u8]) -> Result<Bytes, CallError> {
/// #         Err(CallError::unimplemented(method.name))
/// #     }
/// #     fn stop(&self) {}
/// # }
///
/// fn main() -> ExitCode {
///     tfvalue::serve(Provider)
/// }
/// ```
pub fn serve(provider: impl Service) -> ExitCode {
    let arguments = env::args_os().skip(1);
    let arguments: Vec<_> = arguments
        .map(|each| each.to_string_lossy().into_owned())
        .collect();
    start(provider.into_handler(), &arguments)
}

/// Runs a provider like [`serve`], but with the given arguments instead of the arguments of the process. Use this
/// function in a program that has its own arguments.
///
/// If there are no arguments, the process must have been started by Terraform.
pub fn serve_with_arguments(provider: impl Service, arguments: &[String]) -> ExitCode {
    start(provider.into_handler(), arguments)
}

fn start(Handler(provider): Handler, arguments: &[String]) -> ExitCode {
    let address = match arguments {
        [] => None,
        [option] if option == "--debug" => Some(provider.name().to_owned()),
        [option, address] if option == "--debug" => Some(address.clone()),
        _ => match provider.run(arguments) {
            Some(code) => return code,
            None => return explain(),
        },
    };
    if address.is_none() && !handshake::started_by_terraform() {
        return explain();
    }
    log::install(address.is_some());
    let result = run(provider, address.as_deref());
    if let Err(error) = &result {
        // The message is not written directly, because the log can be blocked.
        log::write(&format!("Cannot serve the provider: {error}\n"));
    }
    log::flush();
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn explain() -> ExitCode {
    log::print(EXPLANATION);
    ExitCode::FAILURE
}

/// Serves the provider for Terraform, or for a user who debugs the provider with this source address.
fn run(provider: Arc<dyn Handle>, address: Option<&str>) -> Result<(), Failure> {
    let address = address.map(str::to_owned);
    block_on(provider, |server| async move {
        match address {
            None => for_terraform(&server).await,
            Some(address) => for_user(&server, &address).await,
        }
    })
}

/// Runs `serve` and the code of the provider on other threads.
pub(super) fn block_on<F>(
    provider: Arc<dyn Handle>,
    serve: impl FnOnce(Arc<Server>) -> F,
) -> Result<(), Failure>
where
    F: Future<Output = Result<(), Failure>> + Send + 'static,
{
    #[cfg(unix)]
    check_descriptors()?;
    // The code of the provider does not share a runtime with the connections, so a task that blocks its thread cannot
    // keep the process from ending.
    let handlers = Builder::new_multi_thread()
        .thread_name("provider")
        .enable_all()
        .build()?;
    let transport = Builder::new_current_thread().enable_all().build()?;
    let pool = Pool::new();
    let server = Arc::new(Server {
        provider,
        lifetime: Lifetime::new(),
        budget: Budget::default(),
        pool: Arc::clone(&pool),
    });
    let served = transport.spawn(serve(server));
    let (ended, result) = mpsc::channel();
    transport.spawn({
        let pool = Arc::clone(&pool);
        async move {
            // The receiver waits for the result.
            _ = ended.send(served.await);
            pool.end();
        }
    });
    pool.watch(transport, handlers.handle())?;
    let result = result.recv()?;
    // Calls that are still running are aborted when the process ends.
    handlers.shutdown_background();
    result?
}

/// Returns an error if there are too few file descriptors to create a runtime. In this case, tokio would panic.
#[cfg(unix)]
fn check_descriptors() -> io::Result<()> {
    let pairs = iter::repeat_with(UnixStream::pair).take(4);
    pairs.collect::<io::Result<Vec<_>>>().map(drop)
}

async fn for_terraform(server: &Arc<Server>) -> Result<(), Failure> {
    let version = handshake::version(server.provider.protocols())?;
    let mut signals = Signals::new()?;
    let identity = Identity::from_environment()?;
    let listener = Listener::bind().await?;
    let certificate = identity
        .as_ref()
        .map(|identity| identity.certificate.clone());
    let acceptor = identity.map(Identity::acceptor).transpose()?;
    let address = listener.address()?;
    debug!(network = address.network(), address = %address.text(), "listening");
    handshake::print(version, &address, certificate.as_deref())?;
    tokio::select! {
        never = connection::accept(&listener, acceptor, server) => match never {},
        () = server.lifetime.ended() => {}
        () = server.lifetime.abandoned() => {}
        // Terraform uses a call to stop the provider, so Ctrl-C is ignored.
        () = signals.terminate() => {}
    }
    end(server).await;
    Ok(())
}

async fn for_user(server: &Arc<Server>, address: &str) -> Result<(), Failure> {
    let mut signals = Signals::new()?;
    let listener = Listener::bind().await?;
    let newest = server.provider.protocols().iter().max();
    let is_own = address == server.provider.name();
    let newest = newest.copied().unwrap_or(6);
    debug::print(address, is_own, &listener.address()?, newest)?;
    tokio::select! {
        never = connection::accept(&listener, None, server) => match never {},
        () = server.lifetime.ended() => {}
        _ = signals.any() => {}
    }
    end(server).await;
    Ok(())
}

/// Stops running calls, and waits for these calls and for responses that are still being sent.
pub(super) async fn end(server: &Server) {
    server.lifetime.end();
    server.provider.stop();
    server.lifetime.settled().await;
    server.provider.end();
}
