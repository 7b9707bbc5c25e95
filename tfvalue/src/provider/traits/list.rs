//! `ListResource`: a search for objects of a resource.

use std::future::Future;
use std::marker::PhantomData;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::resource::Resource;
use crate::diagnostics::Diagnostics;
use crate::error::Result;
use crate::model::{History, ListKind, TfIdentity, TfSchema};
use crate::provider::context::Context;
use crate::provider::dynamic;
use crate::provider::erased::Part;
use crate::provider::erased::layout::IdentityLayout;
use crate::provider::faults::bug::Returned;
use crate::provider::identity::kind::{IdentityKind, no_identity};
use crate::provider::streams::events::Events;
use crate::schema::Block;
use crate::state::block;
use crate::tfplugin::calls::ResourceIdentityData;
use crate::tfplugin::messages::DynamicValue;
use crate::ty::Type;
use crate::value::Value;

/// A resource whose objects Terraform can list with `terraform query`, including objects that Terraform does not manage.
///
/// The resource must have an [`identity`](macro@crate::TfSchema#identity), which Terraform uses to import the objects.
///
/// # Examples
///
/// ```
/// use tfvalue::provider::{Context, ListResource, ListResult, ListResults, Resource};
/// use tfvalue::{Attr, Diagnostics, TfSchema};
///
/// #[derive(TfSchema)]
/// #[tf(kind = resource, identity = ServerIdentity)]
/// struct Server {
///     #[tf(required)]
///     name: Attr<String>,
/// }
///
/// #[derive(TfSchema)]
/// #[tf(kind = identity)]
/// struct ServerIdentity {
///     #[tf(required)]
///     name: String,
/// }
///
/// impl Resource for Server {
///     // ...
/// #     const NAME: &'static str = "server";
/// #     type Client = ();
/// #     async fn create(plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> { Ok(plan) }
/// #     async fn read(state: Self, _: &mut Context<()>) -> Result<Option<Self>, Diagnostics> {
/// #         Ok(Some(state))
/// #     }
/// #     async fn delete(_: Self, _: &mut Context<()>) -> Result<(), Diagnostics> { Ok(()) }
/// }
///
/// #[derive(TfSchema)]
/// #[tf(kind = list)]
/// struct ServerSearch {
///     /// How the names begin.
///     #[tf(required)]
///     prefix: String,
/// }
///
/// impl ListResource for Server {
///     type Search = ServerSearch;
///
///     async fn list(
///         search: ServerSearch,
///         results: &mut ListResults<'_, Self>,
///         _: &mut Context<()>,
///     ) -> Result<(), Diagnostics> {
///         let names = ["db", "web-1", "web-2"];
///         let found = names.into_iter().filter(|name| name.starts_with(&search.prefix));
///         results.extend(found.map(|name| ListResult::new(name, Server { name: name.into() }))).await
///     }
/// }
/// ```
pub trait ListResource: Resource {
    /// The configuration of a search, with [`kind = list`](macro@crate::TfSchema#kind).
    type Search: TfSchema + ListKind + DeserializeOwned + Send + 'static;

    /// Finds objects and adds each of them to the results.
    ///
    /// If Terraform has enough results, or no longer waits for results, the future is dropped the next time that it
    /// adds a result.
    ///
    /// # Errors
    ///
    /// Fails if the search is not possible. Terraform then shows the error, and discards all results that were added
    /// before. To report that some objects are missing, add a [warning](Context::warn) instead.
    fn list(
        search: Self::Search,
        results: &mut ListResults<'_, Self>,
        context: &mut Context<Self::Client>,
    ) -> impl Future<Output = Result<(), Diagnostics>> + Send;
}

/// An object that was found.
#[non_exhaustive]
pub struct ListResult<T> {
    /// The name that is shown to the user.
    pub display_name: String,
    /// The state of the object.
    pub state: T,
    identity: Option<Result<DynamicValue>>,
}

impl<T> ListResult<T> {
    /// Creates a result from the name that is shown to the user, and the state of the object.
    pub fn new(display_name: impl Into<String>, state: T) -> Self {
        ListResult {
            display_name: display_name.into(),
            state,
            identity: None,
        }
    }

    /// Sets the identity. This is necessary only if the identity has attributes that are
    /// [`not_in_state`](macro@crate::TfSchema#not_in_state). All other attributes come from the state.
    #[must_use]
    pub fn identity<I: TfIdentity + Serialize>(mut self, identity: &I) -> Self {
        self.identity = Some(DynamicValue::encode_state(identity));
        self
    }
}

impl ListResult<Value> {
    /// Sets the identity. This is necessary only if the identity has attributes that the schema does not have. All
    /// other attributes come from the state.
    #[must_use]
    pub fn identity_value(mut self, identity: &Value) -> Self {
        self.identity = Some(DynamicValue::encode_value(identity, &identity.ty()));
        self
    }
}

/// Sends the results of a search to Terraform.
///
/// Each result is sent when it is added, so the memory usage does not depend on the number of results. If Terraform is
/// slower than the search, adding a result waits for Terraform.
///
/// # Examples
///
/// In this example, the service returns its objects in pages:
///
/// ```
/// # use tfvalue::provider::{ListResource, ListResult};
/// use tfvalue::Diagnostics;
/// use tfvalue::provider::ListResults;
///
/// # struct Client;
/// # struct Page<T> { objects: Vec<T>, next: Option<String> }
/// # impl Client {
/// #     async fn page<T>(&self, _: Option<String>, _: usize) -> std::io::Result<Page<T>> {
/// #         Ok(Page { objects: Vec::new(), next: None })
/// #     }
/// # }
/// async fn list<T: ListResource + ToString>(
///     client: &Client,
///     results: &mut ListResults<'_, T>,
/// ) -> Result<(), Diagnostics> {
///     let mut token = None;
///     loop {
///         let page = client.page::<T>(token, results.remaining().min(100)).await?;
///         for object in page.objects {
///             results.push(ListResult::new(object.to_string(), object)).await?;
///         }
///         token = page.next;
///         if token.is_none() {
///             return Ok(());
///         }
///     }
/// }
/// ```
pub struct ListResults<'a, T> {
    events: &'a mut Events,
    found: Found<'a>,
    ty: PhantomData<fn() -> T>,
}

/// The common properties of the objects in a search.
struct Found<'a> {
    history: &'a History,
    block: Arc<Block>,
    ty: Type,
    /// `None` if the resource type has no identity.
    identity: Option<IdentityLayout>,
}

impl<'a> Found<'a> {
    fn new(history: &'a History, block: Arc<Block>) -> Self {
        Found {
            history,
            ty: block.implied_type(),
            block,
            identity: history
                .identity
                .as_ref()
                .map(|one| IdentityLayout::new(one.schema.get())),
        }
    }

    /// Returns the identity of an object.
    fn identity(
        &self,
        state: &DynamicValue,
        set: Option<&DynamicValue>,
    ) -> Result<ResourceIdentityData, Diagnostics> {
        let Some(layout) = &self.identity else {
            return Err(no_identity().into());
        };
        let kind = IdentityKind::new(self.history, &self.block, layout);
        let state = state.decode_of(&self.ty, || Block::clone(&self.block))?;
        let identity = kind.completed("identity", &state, set, None)?;
        kind.check_required("list", "ListResult::identity", Some(&identity))?;
        Ok(kind.write(&identity)?)
    }
}

impl<T> ListResults<'_, T> {
    /// Returns the number of results that Terraform still needs, for example to choose the size of a page.
    #[must_use]
    pub fn remaining(&self) -> usize {
        self.events.remaining()
    }

    async fn add(
        &mut self,
        display_name: String,
        state: DynamicValue,
        identity: Option<Result<DynamicValue>>,
    ) -> Result<(), Diagnostics> {
        let set = identity.transpose()?;
        let identity = self.found.identity(&state, set.as_ref())?;
        self.events.push(display_name, identity, state).await;
        Ok(())
    }
}

impl<'a> ListResults<'a, Value> {
    pub(crate) fn described(events: &'a mut Events, part: &'a Part) -> Self {
        ListResults {
            events,
            found: Found::new(part.history(), Arc::new(part.block().clone())),
            ty: PhantomData,
        }
    }

    /// Adds an object of a [`DynamicListResource`](crate::provider::DynamicListResource). Waits if Terraform is slower than the
    /// search. If Terraform has enough results, this call does not return, and the handler is dropped.
    ///
    /// # Errors
    ///
    /// Fails if a value is unknown or not valid, which is a bug in the provider.
    pub async fn push(&mut self, result: ListResult<Value>) -> Result<(), Diagnostics> {
        let Found { block, ty, .. } = &self.found;
        let state = dynamic::returned("list", block, ty, Some(result.state))?.known()?;
        self.add(result.display_name, state, result.identity).await
    }

    /// Adds several objects, as [`push`](Self::push) does.
    ///
    /// # Errors
    ///
    /// Fails if a value is unknown or not valid, which is a bug in the provider.
    // This method is not `async`, for the same reason as the method for structs.
    pub fn extend<I>(&mut self, results: I) -> impl Future<Output = Result<(), Diagnostics>> + Send
    where
        I: IntoIterator<Item = ListResult<Value>, IntoIter: Send>,
    {
        let results = results.into_iter();
        async move {
            for result in results {
                self.push(result).await?;
            }
            Ok(())
        }
    }
}

impl<'a, T: ListResource> ListResults<'a, T> {
    pub(crate) fn new(events: &'a mut Events) -> Self {
        ListResults {
            events,
            found: Found::new(T::HISTORY, block::<T>()),
            ty: PhantomData,
        }
    }

    /// Adds a result. Waits if Terraform is slower than the search. If Terraform has enough results, this call does not
    /// return, and the handler is dropped.
    ///
    /// # Errors
    ///
    /// Fails if a value is unknown or not valid, which is a bug in the provider.
    pub async fn push(&mut self, result: ListResult<T>) -> Result<(), Diagnostics> {
        let state = Returned::new("list", &result.state)?.known()?;
        self.add(result.display_name, state, result.identity).await
    }

    /// Adds several results, as [`push`](Self::push) does.
    ///
    /// # Errors
    ///
    /// Fails if a value is unknown or not valid, which is a bug in the provider.
    // This method is not `async`, so callers do not have to prove `Send`. rustc cannot prove `Send` if an iterator has
    // closures that take references (rust-lang/rust#102211).
    pub fn extend<I>(&mut self, results: I) -> impl Future<Output = Result<(), Diagnostics>> + Send
    where
        I: IntoIterator<Item = ListResult<T>, IntoIter: Send>,
    {
        let results = results.into_iter();
        async move {
            for result in results {
                self.push(result).await?;
            }
            Ok(())
        }
    }
}
