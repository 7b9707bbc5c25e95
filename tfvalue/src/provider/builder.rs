//! `Provider`: the parts of a provider.

use std::marker::PhantomData;

use super::dynamic::{
    Dynamic, DynamicAction, DynamicDataSource, DynamicEphemeralResource, DynamicFunction,
    DynamicFunctionOf, DynamicList, DynamicListResource, DynamicProviderConfig, DynamicResource,
};
use super::erased::others::{ErasedConfig, FunctionOf};
use super::erased::{Of, Part};
use super::faults::check::Checks;
use super::name;
use super::parts::Parts;
use super::traits::action::Action;
use super::traits::config::ProviderConfig;
use super::traits::data_source::DataSource;
use super::traits::ephemeral::EphemeralResource;
use super::traits::function::Function;
use super::traits::list::ListResource;
use super::traits::resource::Resource;
use crate::model::{ProviderMetaKind, Role, TfSchema};

/// A provider: its configuration, resources, data sources and functions.
///
/// `C` is the [client](ProviderConfig::Client) that its handlers use.
///
/// # Examples
///
/// See the [module](super).
pub struct Provider<C> {
    pub(crate) parts: Parts,
    client: PhantomData<fn() -> C>,
}

impl<C: Send + Sync + 'static> Provider<C> {
    /// Creates a provider without resources. The argument is the source address of the provider, as users write it in
    /// `required_providers`: `example/motd`, or `example.com/example/motd` for your own registry.
    ///
    /// The last part is the [name](Provider::name). It is the part of the program name after `terraform-provider-`, and
    /// the first part of the names of all types. The address can also consist of the name alone. Terraform then assumes
    /// the namespace `hashicorp` when it connects to a provider that was started with
    /// [`--debug`](mod@crate::serve#debugging).
    ///
    /// # Panics
    ///
    /// Panics if the address is not valid. The name and the namespace must consist of lowercase letters, digits and
    /// single hyphens.
    #[must_use]
    pub fn new<P: ProviderConfig<Client = C>>(address: &str) -> Self {
        Provider::with(address, Of::<P>::new(Part::of::<P>(P::schema)))
    }

    /// Creates a provider as [`new`](Self::new) does, but with a configuration whose schema is known only at run time.
    ///
    /// # Panics
    ///
    /// Panics if the address is not valid.
    ///
    /// # Examples
    ///
    /// See [`DynamicProviderConfig`].
    #[must_use]
    pub fn dynamic<H: DynamicProviderConfig<Client = C>>(address: &str, handlers: H) -> Self {
        Provider::with(address, Dynamic::new(Role::Provider, handlers, H::describe))
    }

    fn with(address: &str, config: impl ErasedConfig + 'static) -> Self {
        assert!(
            is_address(address),
            "{address:?} is not the source address of a provider: use lower-case letters, digits and single \
             hyphens, as in \"example/motd\""
        );
        Provider {
            parts: Parts::new(address.to_owned(), Box::new(config)),
            client: PhantomData,
        }
    }

    /// Sets the schema of the `provider_meta` blocks in modules. With such a block, a module sends the provider data
    /// that does not belong to a resource. Handlers read it with
    /// [`Context::provider_meta`](super::Context::provider_meta).
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::provider::{Context, Provider, ProviderConfig};
    /// use tfvalue::{Diagnostics, TfSchema};
    ///
    /// #[derive(TfSchema)]
    /// #[tf(kind = provider)]
    /// struct Config {}
    ///
    /// impl ProviderConfig for Config {
    ///     type Client = ();
    ///
    ///     async fn configure(self, _: &mut Context<()>) -> Result<(), Diagnostics> {
    ///         Ok(())
    ///     }
    /// }
    ///
    /// /// A module names itself, for the service's statistics.
    /// #[derive(TfSchema)]
    /// #[tf(kind = provider_meta)]
    /// struct Module {
    ///     #[tf(optional)]
    ///     module_name: Option<String>,
    /// }
    ///
    /// let provider = Provider::new::<Config>("cloud").provider_meta::<Module>();
    /// assert!(provider.schemas()?.provider_meta.is_some());
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    #[must_use]
    pub fn provider_meta<T: TfSchema + ProviderMetaKind>(mut self) -> Self {
        self.parts.meta = Some(T::schema);
        self
    }

    /// Adds a managed resource.
    ///
    /// # Panics
    ///
    /// Panics if the provider already has a managed resource with the same name. The other methods that add a part panic
    /// in the same way.
    ///
    /// # Examples
    ///
    /// A `NAME` that Terraform cannot parse results in a compiler error, here and in the other methods that take the
    /// name from `NAME`:
    ///
    /// ```compile_fail,E0080
    /// # use tfvalue::provider::{Context, Provider, ProviderConfig, Resource};
    /// # use tfvalue::{Attr, Diagnostics, TfSchema};
    /// # #[derive(TfSchema)]
    /// # #[tf(kind = provider)]
    /// # struct Config {}
    /// # impl ProviderConfig for Config {
    /// #     type Client = ();
    /// #     async fn configure(self, _: &mut Context<()>) -> Result<(), Diagnostics> { Ok(()) }
    /// # }
    /// # #[derive(TfSchema)]
    /// # #[tf(kind = resource)]
    /// # struct Disk {
    /// #     #[tf(computed)]
    /// #     id: Attr<String>,
    /// # }
    /// impl Resource for Disk {
    ///     const NAME: &'static str = "v1.disk";
    ///     // ...
    /// #   type Client = ();
    /// #   tfvalue::state_only!(|disk| disk.id.set("1"));
    /// }
    ///
    /// let provider = Provider::new::<Config>("cloud").resource::<Disk>();
    /// ```
    #[must_use]
    #[track_caller]
    pub fn resource<T: Resource<Client = C>>(self) -> Self {
        const { name::check_type(T::NAME) }
        self.resource_as::<T>(T::NAME)
    }

    /// Adds a managed resource under a name that is not [`Resource::NAME`], for example under the
    /// old name of a type that was renamed.
    ///
    /// # Examples
    ///
    /// ```
    /// # use tfvalue::provider::{Context, Provider, ProviderConfig, Resource};
    /// # use tfvalue::{Attr, Diagnostics, TfSchema};
    /// # #[derive(TfSchema)]
    /// # #[tf(kind = provider)]
    /// # struct Config {}
    /// # impl ProviderConfig for Config {
    /// #     type Client = ();
    /// #     async fn configure(self, _: &mut Context<()>) -> Result<(), Diagnostics> {
    /// #         Ok(())
    /// #     }
    /// # }
    /// # #[derive(TfSchema)]
    /// # #[tf(kind = resource)]
    /// # struct Server {}
    /// # impl Resource for Server {
    /// #     const NAME: &'static str = "server";
    /// #     type Client = ();
    /// #     async fn create(plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
    /// #         Ok(plan)
    /// #     }
    /// #     async fn read(state: Self, _: &mut Context<()>) -> Result<Option<Self>, Diagnostics> {
    /// #         Ok(Some(state))
    /// #     }
    /// #     async fn delete(_: Self, _: &mut Context<()>) -> Result<(), Diagnostics> {
    /// #         Ok(())
    /// #     }
    /// # }
    /// let provider = Provider::new::<Config>("cloud")
    ///     .resource::<Server>()
    ///     .resource_as::<Server>("machine");
    /// let names: Vec<_> = provider.schemas()?.resource_schemas.into_keys().collect();
    /// assert_eq!(names, ["cloud_machine", "cloud_server"]);
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn resource_as<T: Resource<Client = C>>(mut self, name: &str) -> Self {
        let name = self.parts.type_name(name);
        let part = Of::<T>::new(Part::of::<T>(T::schema));
        self.parts.managed.add(name, Box::new(part));
        self
    }

    /// Adds a data source.
    #[must_use]
    #[track_caller]
    pub fn data_source<T: DataSource<Client = C>>(mut self) -> Self {
        const { name::check_type(T::NAME) }
        let name = self.parts.type_name(T::NAME);
        let part = Of::<T>::new(Part::of::<T>(T::described));
        self.parts.data_sources.add(name, Box::new(part));
        self
    }

    /// Adds an ephemeral resource.
    #[must_use]
    #[track_caller]
    pub fn ephemeral_resource<T: EphemeralResource<Client = C>>(mut self) -> Self {
        const { name::check_type(T::NAME) }
        let name = self.parts.type_name(T::NAME);
        let part = Of::<T>::new(Part::of::<T>(T::schema));
        self.parts.ephemeral.add(name, Box::new(part));
        self
    }

    /// Adds a managed resource whose schema is known only at run time.
    ///
    /// # Examples
    ///
    /// See [`DynamicResource`].
    #[must_use]
    #[track_caller]
    pub fn dynamic_resource<H: DynamicResource<Client = C>>(
        mut self,
        name: &str,
        handlers: H,
    ) -> Self {
        let name = self.parts.type_name(name);
        let part = Dynamic::new(Role::Resource, handlers, H::describe);
        self.parts.managed.add(name, Box::new(part));
        self
    }

    /// Adds a data source whose schema is known only at run time.
    #[must_use]
    #[track_caller]
    pub fn dynamic_data_source<H: DynamicDataSource<Client = C>>(
        mut self,
        name: &str,
        handlers: H,
    ) -> Self {
        let name = self.parts.type_name(name);
        let part = Dynamic::new(Role::DataSource, handlers, H::describe);
        self.parts.data_sources.add(name, Box::new(part));
        self
    }

    /// Adds an ephemeral resource whose schema is known only at run time.
    #[must_use]
    #[track_caller]
    pub fn dynamic_ephemeral_resource<H: DynamicEphemeralResource<Client = C>>(
        mut self,
        name: &str,
        handlers: H,
    ) -> Self {
        let name = self.parts.type_name(name);
        let part = Dynamic::new(Role::Ephemeral, handlers, H::describe);
        self.parts.ephemeral.add(name, Box::new(part));
        self
    }

    /// Adds a list resource, which is a search for objects of a managed resource whose schema is known only at run
    /// time. [`dynamic_resource`](Self::dynamic_resource) must add the managed resource under the same name, with an
    /// identity.
    #[must_use]
    #[track_caller]
    pub fn dynamic_list_resource<H: DynamicListResource<Client = C>>(
        mut self,
        name: &str,
        handlers: H,
    ) -> Self {
        let name = self.parts.type_name(name);
        self.parts
            .lists
            .add(name, Box::new(DynamicList::new(handlers)));
        self
    }

    /// Adds an action whose schema is known only at run time.
    #[must_use]
    #[track_caller]
    pub fn dynamic_action<H: DynamicAction<Client = C>>(mut self, name: &str, handlers: H) -> Self {
        let name = self.parts.type_name(name);
        let part = Dynamic::new(Role::Action, handlers, H::describe);
        self.parts.actions.add(name, Box::new(part));
        self
    }

    /// Adds a function whose parameters are known only at run time.
    #[must_use]
    #[track_caller]
    pub fn dynamic_function<H: DynamicFunction>(mut self, name: &str, handler: H) -> Self {
        let part = DynamicFunctionOf(handler);
        self.parts.functions.add(name.to_owned(), Box::new(part));
        self
    }

    /// Adds a list resource, which is a search for objects of a managed resource.
    ///
    /// The resource must have an [`identity`](macro@crate::TfSchema#identity), which Terraform uses to import the objects.
    /// This does not compile:
    ///
    /// ```compile_fail,E0080
    /// # use tfvalue::provider::{Context, ListResource, ListResults, Provider, ProviderConfig, Resource};
    /// # use tfvalue::{Attr, Diagnostics, TfSchema};
    /// # #[derive(TfSchema)]
    /// # #[tf(kind = provider)]
    /// # struct Config {}
    /// # impl ProviderConfig for Config {
    /// #     type Client = ();
    /// #     async fn configure(self, _: &mut Context<()>) -> Result<(), Diagnostics> { Ok(()) }
    /// # }
    /// #[derive(TfSchema)]
    /// #[tf(kind = resource)]
    /// struct Server {
    ///     #[tf(required)]
    ///     name: Attr<String>,
    /// }
    /// # impl Resource for Server {
    /// #     const NAME: &'static str = "server";
    /// #     type Client = ();
    /// #     async fn create(plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> { Ok(plan) }
    /// #     async fn read(state: Self, _: &mut Context<()>) -> Result<Option<Self>, Diagnostics> { Ok(Some(state)) }
    /// #     async fn delete(_: Self, _: &mut Context<()>) -> Result<(), Diagnostics> { Ok(()) }
    /// # }
    /// # #[derive(TfSchema)]
    /// # #[tf(kind = list)]
    /// # struct Search {}
    /// # impl ListResource for Server {
    /// #     type Search = Search;
    /// #     async fn list(_: Search, _: &mut ListResults<'_, Self>, _: &mut Context<()>) -> Result<(), Diagnostics> {
    /// #         Ok(())
    /// #     }
    /// # }
    /// let provider = Provider::new::<Config>("cloud")
    ///     .resource::<Server>()
    ///     .list_resource::<Server>();
    /// ```
    #[must_use]
    #[track_caller]
    pub fn list_resource<T: ListResource<Client = C>>(mut self) -> Self {
        const {
            assert!(
                T::HISTORY.identity.is_some(),
                "a resource that can be listed requires an identity: add `#[tf(identity = …)]`"
            );
        }
        const { name::check_type(T::NAME) }
        let name = self.parts.type_name(T::NAME);
        let part = Of::<T>::new(Part::of::<T::Search>(T::Search::schema));
        self.parts.lists.add(name, Box::new(part));
        self
    }

    /// Adds an action.
    #[must_use]
    #[track_caller]
    pub fn action<T: Action<Client = C>>(mut self) -> Self {
        const { name::check_type(T::NAME) }
        let name = self.parts.type_name(T::NAME);
        let part = Of::<T>::new(Part::of::<T>(T::schema));
        self.parts.actions.add(name, Box::new(part));
        self
    }

    /// Adds a function.
    #[must_use]
    #[track_caller]
    pub fn function<T: Function>(mut self) -> Self {
        const { name::check_function(T::NAME) }
        let name = T::NAME.to_owned();
        let part = FunctionOf::<T>(PhantomData);
        self.parts.functions.add(name, Box::new(part));
        self
    }

    /// Sets whether each response is checked against [Terraform's rules](crate::rules) before it is sent. With this
    /// check, a response that Terraform would reject contains a diagnostic that names the rule and the attribute. The
    /// default is `true` in debug builds.
    ///
    /// Unknown values in the result of a handler are always reported.
    #[must_use]
    pub fn check_responses(mut self, checks: bool) -> Self {
        self.parts.checks = Checks::of(checks);
        self
    }

    /// Returns the name, which is the last part of the address.
    #[must_use]
    pub fn name(&self) -> &str {
        self.parts.name()
    }

    /// Asks all running handlers to stop soon, as Terraform does after Ctrl-C. See
    /// [`Context::is_cancelled`](super::Context::is_cancelled). Later calls are not affected.
    pub fn stop(&self) {
        self.parts.stop();
    }
}

/// Returns `true` for addresses in the forms `NAME`, `NAMESPACE/NAME` and `HOST/NAMESPACE/NAME`.
fn is_address(address: &str) -> bool {
    let parts: Vec<_> = address.split('/').collect();
    match parts[..] {
        [host, namespace, name] => is_host(host) && is_name(namespace) && is_name(name),
        _ => parts.len() <= 2 && parts.into_iter().all(is_name),
    }
}

fn is_name(name: &str) -> bool {
    let is_part = |part: &str| {
        let mut bytes = part.bytes();
        !part.is_empty() && bytes.all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    name.split('-').all(is_part)
}

/// Returns `true` for the name of a host, with or without a port. Only Terraform checks all rules for host names.
fn is_host(host: &str) -> bool {
    let is_used = |letter: char| letter.is_alphanumeric() || matches!(letter, '.' | '-' | ':');
    !host.is_empty() && host.chars().all(is_used)
}
