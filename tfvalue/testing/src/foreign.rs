//! Harnesses for providers that run in another process and are written in any language.

use std::cell::RefCell;

use tfvalue::__internal::client::Running;
use tfvalue::prost::bytes::Bytes;
use tfvalue::provider::Method;

use super::calls::Process;
use super::harness::Harness;

impl Harness {
    /// Creates a harness for a provider that runs in another process, is written in any language, and is called through
    /// a client from the [tfvalue-client](https://docs.rs/tfvalue-client) crate. The client determines the version of
    /// the protocol.
    ///
    /// The same rules apply as for any other provider. However, the harness does not know the annotations, so different
    /// spellings of the same value count as different. The harness also cannot see what handlers log or wait for.
    ///
    /// If the process ends, the step and each later step have a finding: a [crash](crate::FindingKind::Crash) with the
    /// message of the panic. [`Harness::restarting`] starts the provider again instead.
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
        Harness::for_process::<R>(version, Process::default(), move |method, request| {
            client.call(method, request)
        })
    }

    /// Creates a harness for a provider that is started again if it crashes or hangs.
    ///
    /// The function starts the provider. After a crash, or after a call without a timely response, the next call starts
    /// the provider again and configures it as before, so that the test can continue.
    ///
    /// # Errors
    ///
    /// Fails if the provider does not start.
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
        let setup = RefCell::new(Setup::default());
        let process = Process::default();
        let shared = process.clone();
        Ok(Harness::for_process::<R>(
            version,
            process,
            move |method, request| {
                if shared.stops.replace(false) {
                    running.replace(None);
                }
                let known = running.borrow().clone();
                let client = match known {
                    Some(client) => client,
                    None => setup
                        .borrow()
                        .start(&start, shared.schema_is_optional.get())?,
                };
                let response = client.call(method, request);
                let ends = response.as_ref().is_err_and(R::must_restart);
                if response.is_ok() {
                    setup.borrow_mut().remember(method, request);
                }
                running.replace((!ends).then_some(client));
                response
            },
        ))
    }

    /// Stops the process of a provider that is [started again](Harness::restarting). The next call starts and
    /// configures the provider, as after a crash, so that nothing left in the memory of the provider affects that call.
    /// Does nothing for other providers.
    ///
    /// # Examples
    ///
    /// ```no_run
    /// # use tfvalue_testing::{Harness, Property};
    /// fn examine(harness: &Harness, names: &[&str]) {
    ///     for name in names {
    ///         harness.restart();
    ///         let (_, failures) = Property::new(name, || harness.fresh()).plan_only().failures();
    ///         println!("{name}: {}", failures.len());
    ///     }
    /// }
    /// ```
    pub fn restart(&self) {
        if let Some(process) = &self.core.process {
            process.stops.set(true);
        }
    }

    fn for_process<R: Running>(
        version: u32,
        process: Process,
        respond: impl Fn(&'static Method, &[u8]) -> Result<Bytes, R::Error> + 'static,
    ) -> Self {
        let Process {
            has_ended,
            is_limited,
            ends,
            ..
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

/// The methods that Terraform calls in each process before any other method, by their names in version 6.
const SETUP: [&str; 2] = ["ValidateProviderConfig", "ConfigureProvider"];

/// The last requests for these methods.
#[derive(Default)]
struct Setup([Option<Vec<u8>>; 2]);

impl Setup {
    fn remember(&mut self, method: &Method, request: &[u8]) {
        let method = method.in_version(6);
        let index = method.and_then(|one| SETUP.iter().position(|name| *name == one.name));
        if let Some(index) = index {
            self.0[index] = Some(request.to_vec());
        }
    }

    /// Starts a provider as Terraform does. SDKs set their mode when they return the schemas, so a process that has
    /// never received a request for the schemas behaves differently.
    fn start<R: Running>(
        &self,
        start: &impl Fn() -> Result<R, R::Error>,
        schema_is_optional: bool,
    ) -> Result<R, R::Error> {
        let client = start()?;
        let call = |name: &str, request: &[u8]| match Method::find(6, name)
            .and_then(|method| method.in_version(client.protocol()))
        {
            // The next call reports errors in the configuration.
            Some(method) => client.call(method, request).map(drop),
            None => Ok(()),
        };
        if !schema_is_optional {
            call("GetProviderSchema", &[])?;
        }
        for (name, request) in SETUP.into_iter().zip(&self.0) {
            if let Some(request) = request {
                call(name, request)?;
            }
        }
        Ok(client)
    }
}
