//! Harnesses for providers that run as another process, in any language.

use std::cell::RefCell;

use tfvalue::__internal::client::Running;
use tfvalue::prost::bytes::Bytes;
use tfvalue::provider::Method;

use super::calls::Process;
use super::harness::Harness;

impl Harness {
    /// Creates a harness for a provider that is another process, in any language, and that a client of the crate
    /// [tfvalue-client](https://docs.rs/tfvalue-client) calls. The version of the protocol is the client's.
    ///
    /// The same rules apply as for any other provider. However, the harness does not know the annotations, so spellings
    /// that mean the same count as different, and it cannot see what handlers log or wait for.
    ///
    /// If the process ends, the step has a finding, a [crash](crate::FindingKind::Crash) with the text of the
    /// panic, and so has each later step. [`Harness::restarting`] starts the provider again instead.
    ///
    /// # Examples
    ///
    /// ```no_run
    /// use std::process::Command;
    /// use tfvalue_client::Client;
    /// use tfvalue_testing::{Harness, Property};
    ///
    /// // #[test]
    /// fn random_notes_pass() {
    ///     let client = Client::start(&Command::new("./terraform-provider-notes")).wait().unwrap();
    ///     let harness = || {
    ///         let harness = Harness::for_client(&client);
    ///         harness.configure(r#"{"directory": "notes"}"#).succeeds();
    ///         harness
    ///     };
    ///     Property::new("notes_note", harness).cases(20).check();
    /// }
    /// ```
    #[must_use]
    pub fn for_client<R: Running>(client: &R) -> Self {
        let (version, client) = (client.protocol(), client.clone());
        Harness::for_process::<R>(version, move |method, request| client.call(method, request))
    }

    /// Creates a harness for a provider that is started again if it has crashed or hangs.
    ///
    /// The function starts the provider. After a crash, or a call without a response in time, the next call starts the
    /// provider again and configures it as before, so that the test can continue.
    ///
    /// # Errors
    ///
    /// If the provider does not start.
    ///
    /// # Examples
    ///
    /// ```no_run
    /// use std::process::Command;
    /// use tfvalue_client::{Client, ClientError};
    /// use tfvalue_testing::{Harness, Property};
    ///
    /// fn crashes() -> Result<(), ClientError> {
    ///     let command = Command::new("./terraform-provider-notes");
    ///     let harness = Harness::restarting(move || Client::start(&command).wait())?;
    ///     harness.configure(r#"{"directory": "notes"}"#).succeeds();
    ///     let (_, failures) = Property::new("notes_note", || harness.fresh()).failures();
    ///     for failure in failures {
    ///         println!("{failure}");
    ///     }
    ///     Ok(())
    /// }
    /// ```
    pub fn restarting<R: Running>(
        start: impl Fn() -> Result<R, R::Error> + 'static,
    ) -> Result<Self, R::Error> {
        let client = start()?;
        let version = client.protocol();
        let running = RefCell::new(Some(client));
        let configured: RefCell<Option<Vec<u8>>> = RefCell::default();
        Ok(Harness::for_process::<R>(
            version,
            move |method, request| {
                let known = running.borrow().clone();
                let client = match known {
                    Some(client) => client,
                    None => start_again(&start, configured.borrow().as_deref())?,
                };
                let response = client.call(method, request);
                let ends = response.as_ref().is_err_and(R::must_restart);
                let configures = method
                    .in_version(6)
                    .is_some_and(|one| one.name == CONFIGURE);
                if response.is_ok() && configures {
                    configured.replace(Some(request.to_vec()));
                }
                running.replace((!ends).then_some(client));
                response
            },
        ))
    }

    fn for_process<R: Running>(
        version: u32,
        respond: impl Fn(&'static Method, &[u8]) -> Result<Bytes, R::Error> + 'static,
    ) -> Self {
        let process = Process::default();
        let Process {
            has_ended,
            is_limited,
            ends,
        } = process.clone();
        let mut harness = Harness::from_fn(move |method, request| {
            let response = respond(method, request);
            let error = response.as_ref().err();
            has_ended.set(error.is_some_and(R::is_end));
            is_limited.set(error.is_some_and(|error| R::is_limit(error, method)));
            ends.set(ends.get() + u64::from(error.is_some_and(R::must_restart)));
            response.map_err(Into::into)
        });
        harness.core.version = version;
        harness.core.process = Some(process);
        harness
    }
}

/// The name of the method in version 6.
const CONFIGURE: &str = "ConfigureProvider";

fn start_again<R: Running>(
    start: &impl Fn() -> Result<R, R::Error>,
    configured: Option<&[u8]>,
) -> Result<R, R::Error> {
    let client = start()?;
    if let (Some(request), Some(method)) = (configured, Method::find(6, CONFIGURE)) {
        // Errors of the configuration are found by the next call.
        client.call(method, request)?;
    }
    Ok(client)
}
