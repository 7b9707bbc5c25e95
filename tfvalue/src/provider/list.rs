//! `ListResource`: a search for objects of a resource.

use std::future::Future;

use serde::de::DeserializeOwned;

use super::context::Context;
use super::resource::Resource;
use crate::diagnostics::Diagnostics;
use crate::model::{ListKind, TfSchema};

/// A resource whose objects Terraform can list (`terraform query`), including those that it does not
/// manage.
///
/// The resource must have an [`identity`](macro@crate::TfSchema#identity), by which Terraform imports
/// the objects.
///
/// # Examples
///
/// ```
/// use tfvalue::provider::{Context, ListResource, ListResult, Resource};
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
///     #[tf(required_for_import)]
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
///         limit: usize,
///         _: &mut Context<()>,
///     ) -> Result<Vec<ListResult<Self>>, Diagnostics> {
///         let names = ["db", "web-1", "web-2"];
///         let found = names.iter().filter(|name| name.starts_with(&search.prefix));
///         let listed = found.take(limit).map(|&name| ListResult {
///             display_name: name.to_owned(),
///             state: Server { name: name.into() },
///         });
///         Ok(listed.collect())
///     }
/// }
/// ```
pub trait ListResource: Resource {
    /// The configuration of a search, with [`kind = list`](macro@crate::TfSchema#kind).
    type Search: TfSchema + ListKind + DeserializeOwned + Send + 'static;

    /// Lists objects, at most `limit` of them.
    ///
    /// # Errors
    ///
    /// Fails if the search is not possible.
    fn list(
        search: Self::Search,
        limit: usize,
        context: &mut Context<Self::Client>,
    ) -> impl Future<Output = Result<Vec<ListResult<Self>>, Diagnostics>> + Send;
}

/// An object that was found.
pub struct ListResult<T> {
    /// The name to show to the user.
    pub display_name: String,
    /// The state of the object.
    pub state: T,
}
