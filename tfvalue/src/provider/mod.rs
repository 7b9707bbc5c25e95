//! Providers without I/O: traits for the parts of a provider, and responses to the calls of the protocol.
//!
//! A [`Provider`] lists the parts of a provider, and [responds](Provider::respond) to the calls of both protocols.
//! Requests and responses are bytes. A provider needs neither a runtime nor a socket, so tests can call it directly.
//! The crate [`tfvalue-testing`](https://docs.rs/tfvalue-testing) calls a provider in the same way as Terraform.
//!
//! | trait | part |
//! |---|---|
//! | [`ProviderConfig`] | the configuration of the provider, from which the client is created |
//! | [`Resource`] | a managed resource |
//! | [`DataSource`] | a data source |
//! | [`EphemeralResource`] | an ephemeral resource (Terraform 1.10) |
//! | [`Function`] | a function (1.8) |
//! | [`ListResource`] | a search for objects of a managed resource (1.14) |
//! | [`Action`] | an action (1.14) |
//! | `StateStore` | a place where states are stored, for development builds of Terraform; with the feature `unstable-state-store` |
//!
//! The struct that implements a trait also defines the schema. The annotations of the struct describe planning,
//! validation, upgrades and imports, so you only write the calls to the service. Handlers are `async` functions that
//! take typed values and a [`Context`], and fail with [`Diagnostics`](crate::Diagnostics). The `?` operator converts
//! every error to `Diagnostics`.
//!
//! # Examples
//!
//! ```
//! use tfvalue::provider::{Context, Provider, ProviderConfig, Resource};
//! use tfvalue::{Attr, Diagnostics, TfSchema};
//!
//! /// The configuration of the provider.
//! #[derive(TfSchema)]
//! #[tf(kind = provider)]
//! struct Config {
//!     /// The folder of the files.
//!     #[tf(required)]
//!     folder: Attr<String>,
//! }
//!
//! struct Folder(std::path::PathBuf);
//!
//! impl ProviderConfig for Config {
//!     type Client = Folder;
//!
//!     async fn configure(self, _: &mut Context<()>) -> Result<Folder, Diagnostics> {
//!         Ok(Folder(self.folder.require("folder")?.into()))
//!     }
//! }
//!
//! /// A text file.
//! #[derive(TfSchema)]
//! #[tf(kind = resource, import = "name")]
//! struct File {
//!     /// The name. Changing it creates a new file.
//!     #[tf(required, replace, regex = r"^[^/]+$")]
//!     name: Attr<String>,
//!     /// The text.
//!     #[tf(default = "")]
//!     text: Attr<String>,
//!     /// The path of the file.
//!     #[tf(computed, keep)]
//!     path: Attr<String>,
//! }
//!
//! impl Resource for File {
//!     const NAME: &'static str = "file";
//!     type Client = Folder;
//!
//!     async fn create(mut plan: Self, context: &mut Context<Folder>) -> Result<Self, Diagnostics> {
//!         let path = context.client().0.join(plan.name.require("name")?);
//!         std::fs::write(&path, plan.text.require("text")?)?;
//!         plan.path.set(path.display().to_string());
//!         Ok(plan)
//!     }
//!
//!     async fn read(
//!         mut state: Self,
//!         context: &mut Context<Folder>,
//!     ) -> Result<Option<Self>, Diagnostics> {
//!         let path = context.client().0.join(state.name.require("name")?);
//!         if !path.exists() {
//!             return Ok(None);
//!         }
//!         state.text.set(std::fs::read_to_string(&path)?);
//!         state.path.set(path.display().to_string());
//!         Ok(Some(state))
//!     }
//!
//!     async fn update(
//!         _: Self,
//!         plan: Self,
//!         context: &mut Context<Folder>,
//!     ) -> Result<Self, Diagnostics> {
//!         Self::create(plan, context).await
//!     }
//!
//!     async fn delete(state: Self, _: &mut Context<Folder>) -> Result<(), Diagnostics> {
//!         Ok(std::fs::remove_file(state.path.require("path")?)?)
//!     }
//! }
//!
//! fn provider() -> Provider<Folder> {
//!     Provider::new::<Config>("files").resource::<File>()
//! }
//!
//! assert!(provider().schemas()?.resource_schemas.contains_key("files_file"));
//! # Ok::<(), tfvalue::Error>(())
//! ```
//!
//! # Responses that Terraform would reject
//!
//! Values that a handler leaves unknown are always
//! [reported](https://docs.rs/tfvalue-guide/latest/tfvalue_guide/tasks/errors/index.html#a-value-is-still-unknown). In
//! debug builds, each response is also checked against [Terraform's rules](crate::rules) before it is sent. Each fault
//! is reported as a diagnostic that names the rule and the attribute. [`Provider::check_responses`] turns this check on
//! or off.
//!
//! If a handler panics, the call fails with a diagnostic that contains the message and the location. To record the
//! location, the first call installs a panic hook, which does not change how other panics are reported.

mod builder;
pub(crate) mod calls;
mod context;
pub(crate) mod docs;
mod dynamic;
mod erased;
mod faults;
pub(crate) mod harness;
mod identity;
mod name;
mod parts;
mod registry;
pub(crate) mod secrets;
#[cfg_attr(not(feature = "unstable-state-store"), path = "no_stores.rs")]
mod stores;
pub(crate) mod streams;
pub(crate) mod traits;
pub(crate) mod upstream;

pub use self::builder::Provider;
pub use self::context::Context;
pub use self::context::limit::Operation;
pub use self::context::poll::{Polled, Polling};
pub use self::dynamic::{
    Description, DynamicAction, DynamicDataSource, DynamicEphemeralResource, DynamicFunction,
    DynamicListResource, DynamicPlan, DynamicProviderConfig, DynamicResource, Rules,
};
pub use self::secrets::Secrets;
#[cfg(feature = "unstable-state-store")]
pub use self::stores::{
    LockInfo, StateChunks, StateReceiver, StateSender, StateStore, StateStoreKind,
};
pub use self::streams::messages::{MessageReceiver, MessageSender, message_channel};
pub use self::traits::action::Action;
pub use self::traits::config::ProviderConfig;
pub use self::traits::data_source::DataSource;
pub use self::traits::ephemeral::{EphemeralResource, Opened};
pub use self::traits::function::Function;
pub use self::traits::list::{ListResource, ListResult, ListResults};
pub use self::traits::plan::Plan;
pub use self::traits::resource::{Imported, Resource};
pub(crate) use self::{parts::Parts, streams::later::Later};
pub use crate::model::{
    ActionKind, DataSourceKind, EphemeralKind, ListKind, ProviderKind, ProviderMetaKind,
    ResourceKind,
};
pub use crate::tfplugin::call_error::{CallError, CallErrorKind};
pub use crate::tfplugin::calls::deferred::Reason as DeferReason;
pub use crate::tfplugin::client::ClientCapabilities;
pub use crate::tfplugin::method::{Method, Streams};
