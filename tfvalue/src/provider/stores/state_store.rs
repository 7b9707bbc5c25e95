//! `StateStore`: a place for states.

use std::future::Future;

use serde::de::DeserializeOwned;

use super::stream::{StateReceiver, StateSender};
use crate::diagnostics::Diagnostics;
use crate::model::{StateStoreKind, TfSchema};
use crate::provider::context::Context;

/// A place where Terraform stores states. The block `state_store` in a configuration selects the state store. State
/// stores are an experimental feature of Terraform 1.15, and require protocol 6.
///
/// The struct that implements this trait is the configuration of the store, with
/// [`kind = state_store`](macro@crate::TfSchema#kind). A state is a sequence of bytes that is identified by the name of
/// its workspace.
///
/// # Examples
///
/// ```
/// use std::fs;
/// use std::path::PathBuf;
///
/// use tfvalue::provider::{Context, LockInfo, StateReceiver, StateSender, StateStore};
/// use tfvalue::{Attr, Diagnostics, Error, TfSchema};
///
/// /// Stores states in the files of a folder.
/// #[derive(TfSchema)]
/// #[tf(kind = state_store)]
/// struct Folder {
///     #[tf(required)]
///     path: Attr<String>,
/// }
///
/// impl Folder {
///     fn file(&self, name: &str) -> Result<PathBuf, Diagnostics> {
///         Ok(PathBuf::from(self.path.require("path")?).join(name))
///     }
/// }
///
/// impl StateStore for Folder {
///     const NAME: &'static str = "folder";
///     type Client = ();
///
///     async fn states(&self, _: &mut Context<()>) -> Result<Vec<String>, Diagnostics> {
///         let mut names = Vec::new();
///         for entry in fs::read_dir(self.path.require("path")?)? {
///             names.extend(entry?.file_name().into_string());
///         }
///         names.retain(|name| !name.ends_with(".lock"));
///         Ok(names)
///     }
///
///     async fn read(
///         &self,
///         state: &str,
///         sender: StateSender<'_>,
///         _: &mut Context<()>,
///     ) -> Result<(), Diagnostics> {
///         match self.file(state)? {
///             file if file.exists() => sender.send(&fs::read(file)?).await,
///             _ => Ok(()),
///         }
///     }
///
///     async fn write(
///         &self,
///         state: &str,
///         receiver: StateReceiver<'_>,
///         _: &mut Context<()>,
///     ) -> Result<(), Diagnostics> {
///         Ok(fs::write(self.file(state)?, receiver.bytes().await?)?)
///     }
///
///     async fn delete(&self, state: &str, _: &mut Context<()>) -> Result<(), Diagnostics> {
///         Ok(fs::remove_file(self.file(state)?)?)
///     }
///
///     async fn lock(
///         &self,
///         state: &str,
///         operation: &str,
///         _: &mut Context<()>,
///     ) -> Result<String, Diagnostics> {
///         let path = self.file(&format!("{state}.lock"))?;
///         match fs::File::create_new(&path) {
///             Ok(file) => {
///                 let lock = LockInfo::new(operation);
///                 serde_json::to_writer(file, &lock)?;
///                 Ok(lock.id)
///             }
///             Err(_) => Err(read_lock(&path)?.already_locked(state).into()),
///         }
///     }
///
///     async fn unlock(
///         &self,
///         state: &str,
///         lock_id: &str,
///         _: &mut Context<()>,
///     ) -> Result<(), Diagnostics> {
///         let path = self.file(&format!("{state}.lock"))?;
///         if read_lock(&path)?.id != lock_id {
///             return Err(Error::msg(format!("there is no lock {lock_id:?}")).into());
///         }
///         Ok(fs::remove_file(path)?)
///     }
/// }
///
/// fn read_lock(path: &PathBuf) -> Result<LockInfo, Diagnostics> {
///     Ok(serde_json::from_slice(&fs::read(path)?)?)
/// }
/// ```
pub trait StateStore: TfSchema + StateStoreKind + DeserializeOwned + Send + Sync + 'static {
    /// The name, without the provider's prefix: `"bucket"` for `cloud_bucket`.
    const NAME: &'static str;

    /// The [client](crate::provider::ProviderConfig::Client) of the provider.
    type Client: Send + Sync + 'static;

    /// Checks whether the store can be used. This method is called before all other methods. The default accepts every
    /// valid configuration.
    ///
    /// # Errors
    ///
    /// Fails if the store cannot be used.
    fn configure(
        &self,
        context: &mut Context<Self::Client>,
    ) -> impl Future<Output = Result<(), Diagnostics>> + Send {
        let _ = context;
        async { Ok(()) }
    }

    /// Returns the names of all states.
    ///
    /// # Errors
    ///
    /// Fails if the states cannot be listed.
    fn states(
        &self,
        context: &mut Context<Self::Client>,
    ) -> impl Future<Output = Result<Vec<String>, Diagnostics>> + Send;

    /// Reads a state and sends it to Terraform, either in one piece or in [chunks](StateSender::start) that need little
    /// memory. If the state does not exist, the handler sends nothing.
    ///
    /// # Errors
    ///
    /// Fails if the state cannot be read.
    fn read(
        &self,
        state: &str,
        sender: StateSender<'_>,
        context: &mut Context<Self::Client>,
    ) -> impl Future<Output = Result<(), Diagnostics>> + Send;

    /// Creates or replaces a state. The state is received from Terraform in one piece, or in
    /// [chunks](StateReceiver::chunk) that need little memory.
    ///
    /// # Errors
    ///
    /// Fails if the state cannot be written, or if the state was not received completely. In this case, the old state
    /// must remain unchanged.
    fn write(
        &self,
        state: &str,
        receiver: StateReceiver<'_>,
        context: &mut Context<Self::Client>,
    ) -> impl Future<Output = Result<(), Diagnostics>> + Send;

    /// Deletes a state.
    ///
    /// # Errors
    ///
    /// Fails if the state cannot be deleted.
    fn delete(
        &self,
        state: &str,
        context: &mut Context<Self::Client>,
    ) -> impl Future<Output = Result<(), Diagnostics>> + Send;

    /// Locks a state for an operation, such as `OperationTypeApply`. Returns the ID of the lock.
    ///
    /// # Errors
    ///
    /// Fails if the state is already locked. [`LockInfo::already_locked`](crate::provider::LockInfo::already_locked)
    /// creates the error, which describes the holder of the lock.
    fn lock(
        &self,
        state: &str,
        operation: &str,
        context: &mut Context<Self::Client>,
    ) -> impl Future<Output = Result<String, Diagnostics>> + Send;

    /// Unlocks a state. A user can also unlock a state that another user has locked.
    ///
    /// # Errors
    ///
    /// Fails if the state has no lock with the given ID.
    fn unlock(
        &self,
        state: &str,
        lock_id: &str,
        context: &mut Context<Self::Client>,
    ) -> impl Future<Output = Result<(), Diagnostics>> + Send;
}
