//! A provider that is served by a thread in a test.

use std::io;
use std::sync::mpsc;
use std::thread::{self, JoinHandle};

use tokio::sync::oneshot;

use super::listener::Listener;
use super::service::{Handler, Service};
use super::{connection, debug, process};
use crate::plugin::address::Address;

/// A provider that is served by a thread in this process until this value is dropped. Use it in tests.
///
/// Terraform uses this provider without a handshake and without TLS, and does not end it. The provider can serve any
/// number of Terraform runs, with both versions of the protocol.
///
/// # Examples
///
/// ```no_run
/// use std::process::Command;
/// use tfvalue::serve::{InProcess, Service};
///
/// fn plan(provider: impl Service) -> std::io::Result<()> {
///     let served = InProcess::start(provider)?;
///     let reattach = served.reattach("registry.terraform.io/example/notes", 6);
///     let mut terraform = Command::new("terraform");
///     terraform.arg("plan").env("TF_REATTACH_PROVIDERS", reattach);
///     assert!(terraform.status()?.success());
///     Ok(())
/// }
/// ```
pub struct InProcess {
    address: Address,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl InProcess {
    /// Starts serving a provider.
    ///
    /// # Errors
    ///
    /// Fails if a socket cannot be opened or a thread cannot be started.
    pub fn start(provider: impl Service) -> io::Result<Self> {
        Self::serve(provider.into_handler())
    }

    /// Starts serving a provider whose type is erased.
    pub(crate) fn serve(Handler(provider): Handler) -> io::Result<Self> {
        let (stop, stopped) = oneshot::channel();
        let (ready, address) = mpsc::channel();
        let serve = move || {
            let failed = ready.clone();
            let result = process::block_on(provider, |server| async move {
                let listener = Listener::bind().await?;
                _ = ready.send(Ok(listener.address()?));
                tokio::select! {
                    never = connection::accept(&listener, None, &server) => match never {},
                    _ = stopped => {}
                }
                process::end(&server).await;
                Ok(())
            });
            if let Err(error) = result {
                // Errors that occur after the start cannot be reported.
                _ = failed.send(Err(io::Error::other(error.to_string())));
            }
        };
        let thread = thread::Builder::new()
            .name("serve".to_owned())
            .spawn(serve)?;
        let address = address.recv().map_err(io::Error::other)??;
        Ok(InProcess {
            address,
            stop: Some(stop),
            thread: Some(thread),
        })
    }

    /// Returns the value of `TF_REATTACH_PROVIDERS` for a source address of the provider, such as
    /// `registry.terraform.io/example/notes`, and a protocol version, which is 5 or 6.
    #[must_use]
    pub fn reattach(&self, source: &str, version: u32) -> String {
        debug::reattach(source, &self.address, version)
    }
}

impl Drop for InProcess {
    fn drop(&mut self) {
        // Closing the channel and joining the thread fail only if the thread has already ended.
        drop(self.stop.take());
        self.thread.take().map(JoinHandle::join);
    }
}
