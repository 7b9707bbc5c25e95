//! Contains `Harness`, which plays the role of Terraform in a test.

use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::{Arc, PoisonError};

use tfvalue::__internal::testing as internal;
use tfvalue::prost::bytes::Bytes;
use tfvalue::provider::{CallError, ClientCapabilities, Method, Provider};
use tfvalue::schema::{Block, ProviderSchema};
use tfvalue::{Path, Value, functions::FunctionError, tfplugin5, tfplugin6};

use super::calls::{Annotated, Core};
use super::config::Config;
use super::existing::Existing;
use super::instance::Instance;
use super::lint::Lint;
use super::others;
use super::outcome::Outcome;
use super::run::{Go, Run};
use super::watch::Watch;

/// A call that waits for its response.
pub type Call<'a> = Pin<Box<dyn Future<Output = Result<Bytes, CallError>> + Send + 'a>>;

/// Calls a provider in a test as Terraform does, in the same order, and checks its responses.
///
/// # Examples
///
/// See the [module](super).
pub struct Harness<C = ()> {
    pub(super) core: Core,
    pub(super) provider: Option<Arc<Provider<C>>>,
}

impl<C: Send + Sync + 'static> Harness<C> {
    /// Creates a harness for a provider. Handlers run on the thread of the test, which sleeps while they
    /// wait.
    ///
    /// The harness checks the responses, so the provider's [own
    /// checks](Provider::check_responses) are turned off.
    #[must_use]
    pub fn new(provider: Provider<C>) -> Self {
        Harness::with_block_on(provider, |call| internal::block_on(call))
    }

    /// Creates a harness for a provider whose handlers need a runtime.
    ///
    /// # Examples
    ///
    /// ```
    /// # use tfvalue::provider::Provider;
    /// use tfvalue_testing::Harness;
    ///
    /// # fn example<C: Send + Sync + 'static>(provider: Provider<C>) -> std::io::Result<()> {
    /// let runtime = tokio::runtime::Runtime::new()?;
    /// let harness = Harness::with_block_on(provider, move |call| runtime.block_on(call));
    /// # drop(harness);
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn with_block_on(
        provider: Provider<C>,
        block_on: impl Fn(Call<'_>) -> Result<Bytes, CallError> + 'static,
    ) -> Self {
        let watch = Arc::<Watch>::default();
        let observer = Arc::<Watch>::clone(&watch);
        let provider = Arc::new(internal::observed(provider, observer));
        let called = Arc::clone(&provider);
        let annotated: Arc<dyn Annotated> = Arc::<Provider<C>>::clone(&provider);
        let respond = move |method: &'static Method, request: &[u8]| {
            block_on(Box::pin(called.respond(method, request)))
        };
        Harness {
            core: Core::new(Rc::new(respond), Some(annotated), watch),
            provider: Some(provider),
        }
    }

    /// Makes [`Context::poll`](tfvalue::provider::Context::poll) skip the time between two checks, so that the next
    /// check follows immediately. If an object never becomes ready, the wait fails immediately with the error of the
    /// time limit.
    ///
    /// Use this method if the service runs in the memory of the test. By default, handlers wait.
    #[must_use]
    pub fn skip_waits(self) -> Self {
        self.core.watch.skip_pauses();
        self
    }

    /// Returns the client that the provider created when it was configured. Tests use the client to change the service
    /// between two steps.
    ///
    /// # Panics
    ///
    /// Panics if the provider is not configured.
    #[must_use]
    #[track_caller]
    pub fn client(&self) -> Arc<C> {
        let client = self
            .provider
            .as_ref()
            .and_then(|provider| internal::client(provider));
        match client {
            Some(client) => client,
            None => panic!("the provider is not configured: call `Harness::configure` first"),
        }
    }
}

impl Harness {
    /// Creates a harness for a function that takes the method and the encoded request of each call, and returns the
    /// response. Use this function to test providers that do not use [`provider`](tfvalue::provider). The harness does
    /// not know the annotations of these providers, so different spellings of the same value count as different. The
    /// harness also cannot distinguish [bugs](super::FindingKind::Bug) that the provider reports from other errors.
    #[must_use]
    pub fn from_fn(
        respond: impl Fn(&'static Method, &[u8]) -> Result<Bytes, CallError> + 'static,
    ) -> Self {
        Harness {
            core: Core::new(Rc::new(respond), None, Arc::default()),
            provider: None,
        }
    }
}

impl<C> Harness<C> {
    /// Sets the client capabilities that the harness sends to the provider. By default, the capabilities are those of
    /// Terraform 1.16: everything is allowed except deferrals. In protocol 5, only `deferral_allowed` and
    /// `write_only_attributes_allowed` exist.
    ///
    /// Versions of Terraform before 1.11 have none of these capabilities:
    ///
    /// ```
    /// use tfvalue::provider::{ClientCapabilities, Provider};
    /// use tfvalue_testing::Harness;
    ///
    /// # fn example(provider: Provider<()>) {
    /// let harness = Harness::new(provider).client_capabilities(ClientCapabilities::default());
    /// # drop(harness);
    /// # }
    /// ```
    #[must_use]
    pub fn client_capabilities(mut self, client: impl Into<ClientCapabilities>) -> Self {
        self.core.client = client.into().into();
        self
    }

    /// Sets the version of the protocol: 5 or 6. The default is 6.
    ///
    /// # Panics
    ///
    /// Panics if the version is neither 5 nor 6, or if a client uses another version. In the latter case, start the
    /// client with the desired version.
    #[must_use]
    #[track_caller]
    pub fn protocol(mut self, version: u32) -> Self {
        assert!(
            matches!(version, 5 | 6),
            "version {version} of the protocol does not exist: use 5 or 6"
        );
        assert!(
            self.core.process.is_none() || version == self.core.version,
            "the client has version {} of the protocol: start it with `Options::protocol`",
            self.core.version
        );
        self.core.version = version;
        self
    }

    /// Registers a function that changes the encoded responses of the provider. The function takes the method, the
    /// request and the response.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::provider::Provider;
    /// use tfvalue_testing::Harness;
    ///
    /// // The provider loses its schemas.
    /// fn without_schemas(provider: Provider<()>) -> Harness {
    ///     Harness::new(provider).change_responses(|method, _, response| match method.name {
    ///         "GetProviderSchema" => Default::default(),
    ///         _ => response,
    ///     })
    /// }
    /// # let _ = without_schemas;
    /// ```
    #[must_use]
    pub fn change_responses(
        mut self,
        change: impl Fn(&'static Method, &[u8], Bytes) -> Bytes + 'static,
    ) -> Self {
        let respond = Rc::clone(&self.core.respond);
        self.core.respond = Rc::new(move |method, request| {
            let response = respond(method, request)?;
            Ok(change(method, request, response))
        });
        self
    }

    /// Turns off a lint for an attribute and everything inside the attribute. The root path stands for all attributes.
    /// A path without indexes and keys, such as `disk.size`, stands for the attribute in all elements.
    #[must_use]
    pub fn allow(mut self, lint: Lint, path: impl Into<Path>) -> Self {
        self.core.allowed.push((lint, path.into()));
        self
    }

    /// Turns off the refresh before each plan, as `terraform plan -refresh=false` does.
    #[must_use]
    pub fn without_refresh(mut self) -> Self {
        self.core.refreshes = false;
        self
    }

    /// Returns the number of calls to the provider, including the calls from harnesses that share the provider.
    #[must_use]
    pub fn calls(&self) -> u64 {
        self.core.calls.get()
    }

    /// If the provider is another process, returns the objects that this harness and the harnesses with the same
    /// provider have created and not destroyed. After a [`Property`](super::Property), these are objects that could not
    /// be destroyed.
    #[must_use]
    pub fn existing(&self) -> Vec<Existing> {
        self.core.objects().all()
    }

    /// Returns a function that returns the [existing](Harness::existing) objects in any thread, even during a call. An
    /// object that is being created is not certain.
    pub fn observe_existing(&self) -> impl Fn() -> Vec<Existing> + Send + 'static + use<C> {
        let objects = Arc::clone(&self.core.objects);
        move || {
            let objects = objects.lock();
            objects.unwrap_or_else(PoisonError::into_inner).all()
        }
    }

    /// Returns a harness for the same provider. The new harness is configured like this harness and has no objects.
    ///
    /// [`Property`](super::Property) needs a harness for each case. If a case cannot affect the provider, for example
    /// because the case only [plans](super::Property::plan_only), the provider does not have to be configured again.
    #[must_use]
    pub fn fresh(&self) -> Self {
        Harness {
            core: self.core.fresh(),
            provider: self.provider.clone(),
        }
    }

    /// Returns all schemas of the provider.
    ///
    /// # Panics
    ///
    /// Panics if the provider does not return its schemas, or if Terraform would reject them. All methods that use a
    /// schema panic in these cases.
    #[must_use]
    #[track_caller]
    pub fn schema(&self) -> &ProviderSchema {
        &self.core.announced().schema
    }

    /// Configures the provider. Most providers need to be configured before anything else.
    #[track_caller]
    #[must_use = "check the outcome with a method such as `created`"]
    pub fn configure(&self, config: impl Into<Config>) -> Outcome {
        let schema = self.schema().provider.as_ref();
        let none = Block::new();
        let block = schema.map_or(&none, |schema| &schema.block);
        let mut run = Run::new(&self.core, "configure", "the provider", block);
        // The outcome contains any error.
        let _ = configure(&mut run, &config.into());
        run.outcome
    }

    /// Returns a new object of a resource type. The object has no state yet.
    ///
    /// # Panics
    ///
    /// Panics if the provider has no such resource type.
    #[must_use]
    #[track_caller]
    pub fn resource(&self, type_name: &str) -> Instance<'_> {
        let core = &self.core;
        let schema = core.schema(|all| &all.resource_schemas, "resource type", type_name);
        Instance::new(core, type_name, schema)
    }

    /// Reads a data source.
    ///
    /// # Panics
    ///
    /// Panics if the provider has no such data source.
    #[track_caller]
    #[must_use = "check the outcome with a method such as `created`"]
    pub fn data_source(&self, type_name: &str, config: impl Into<Config>) -> Outcome {
        let core = &self.core;
        let schema = core.schema(|all| &all.data_source_schemas, "data source", type_name);
        others::data_source(core, type_name, &schema.block, &config.into())
    }

    /// Opens an ephemeral resource, renews it if `open` requests a renewal, renews it a second time if `renew` requests
    /// another renewal, and closes it.
    ///
    /// Terraform closes the resource with the private data of `open`, and OpenTofu with the private data of the last
    /// `renew`. If the two differ, the harness repeats all calls, so that it closes the resource once with each of
    /// them.
    ///
    /// # Panics
    ///
    /// Panics if the provider has no such ephemeral resource.
    #[track_caller]
    #[must_use = "check the outcome with a method such as `created`"]
    pub fn ephemeral_resource(&self, type_name: &str, config: impl Into<Config>) -> Outcome {
        let core = &self.core;
        let schema = core.schema(
            |all| &all.ephemeral_resource_schemas,
            "ephemeral resource",
            type_name,
        );
        others::ephemeral_resource(core, type_name, &schema.block, &config.into())
    }

    /// Calls a function of the provider twice, because Terraform rejects different results for the same arguments.
    ///
    /// If an argument is not wholly known and its parameter does not allow unknown values, the result is unknown, and the
    /// function is not called, as in Terraform.
    ///
    /// # Errors
    ///
    /// Fails if the function returns an error.
    ///
    /// # Panics
    ///
    /// Panics if the provider has no such function, if an argument does not match its parameter or is null although
    /// null is not allowed, if Terraform would reject the result, or if the result is unknown although the arguments
    /// are known.
    ///
    /// # Examples
    ///
    /// ```
    /// # use tfvalue_testing::Harness;
    /// # fn example(harness: &Harness) {
    /// let error = harness.function("divide", &[6.into(), 0.into()]).unwrap_err();
    /// assert_eq!(error.text, "a divisor other than 0 is required");
    /// assert_eq!(error.argument, Some(1));
    /// # }
    /// ```
    #[track_caller]
    pub fn function(&self, name: &str, arguments: &[Value]) -> Result<Value, FunctionError> {
        match others::function(&self.core, name, arguments) {
            Ok(result) => result,
            Err(problem) => panic!("function {name}: {problem}"),
        }
    }
}

pub(super) fn configure(run: &mut Run<'_>, config: &Config) -> Go<()> {
    let (validate, method) = ("ValidateProviderConfig", "ConfigureProvider");
    let (known, planned) = run.config(config)?;
    run.core.configured.replace(Some(known.clone()));
    let encoded = run.write(validate, &planned)?;
    if run.core.version == 5 {
        let request = tfplugin5::prepare_provider_config::Request { config: encoded };
        let response: tfplugin5::prepare_provider_config::Response =
            run.call(validate, &request)?;
        run.diagnose(response.diagnostics)?;
    } else {
        let request = tfplugin6::validate_provider_config::Request { config: encoded };
        let response: tfplugin6::validate_provider_config::Response =
            run.call(validate, &request)?;
        run.diagnose(response.diagnostics)?;
    }
    let request = tfplugin6::configure_provider::Request {
        terraform_version: TERRAFORM.to_owned(),
        config: run.write(method, &known)?,
        client_capabilities: Some(run.core.client()),
    };
    let response: tfplugin6::configure_provider::Response = run.call(method, &request)?;
    run.diagnose(response.diagnostics)
}

/// The version of Terraform that the harness simulates.
const TERRAFORM: &str = "1.16.0";
