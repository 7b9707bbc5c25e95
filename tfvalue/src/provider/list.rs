//! `ListResource`: a search for objects of a resource.

use std::future::Future;

use serde::de::DeserializeOwned;

use super::context::Context;
use super::resource::Resource;
use crate::diagnostics::Diagnostics;
use crate::model::TfSchema;

/// A resource whose objects Terraform can list (`terraform query`), including those that it does not
/// manage.
///
/// The resource must have an [`identity`](macro@crate::TfSchema#identity), by which Terraform imports
/// the objects.
pub trait ListResource: Resource {
    /// The configuration of a search, with [`kind = list`](macro@crate::TfSchema#kind).
    type Search: TfSchema + DeserializeOwned + Send + 'static;

    /// Lists objects, at most `limit` of them.
    ///
    /// # Errors
    ///
    /// Fails if the search is not possible.
    fn list(
        search: Self::Search,
        limit: usize,
        context: &mut Context<Self::Client>,
    ) -> impl Future<Output = Result<Vec<Listed<Self>>, Diagnostics>> + Send;
}

/// An object that was found.
pub struct Listed<T> {
    /// The name to show to the user.
    pub display_name: String,
    /// The state of the object.
    pub state: T,
}
