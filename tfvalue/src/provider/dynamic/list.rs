//! `DynamicListResource`: a search for objects of a resource whose schema is known only at run time.

use std::future::Future;
use std::sync::Arc;

use super::description::Description;
use super::erased::Dynamic;
use super::resource::DynamicResource;
use crate::diagnostics::Diagnostics;
use crate::model::Role;
use crate::provider::context::{Call, Context};
use crate::provider::erased::others::ErasedListResource;
use crate::provider::erased::{Erased, Part};
use crate::provider::streams::events::Events;
use crate::provider::streams::later::Later;
use crate::provider::traits::list::ListResults;
use crate::value::Value;

/// A resource whose schema is known only at run time, and whose objects Terraform can list. See
/// [`ListResource`](crate::provider::ListResource).
///
/// The description that [`describe`](DynamicResource::describe) returns must have an [identity](Description::identity),
/// which Terraform uses to import the objects.
///
/// # Examples
///
/// ```
/// use tfvalue::provider::{
///     Context, Description, DynamicListResource, DynamicResource, ListResult, ListResults,
/// };
/// use tfvalue::schema::{Attribute, Block, Identity, IdentityAttribute, Schema};
/// use tfvalue::{Diagnostics, Type, Value};
///
/// struct Server;
///
/// impl DynamicResource for Server {
///     type Client = ();
///
///     fn describe(&self) -> Description {
///         let name = Attribute::new("name", Type::String).required();
///         Description::new(Schema::new(Block::new().attributes([name])))
///             .identity(Identity::new([IdentityAttribute::required("name", Type::String)]))
///     }
///     // ...
/// #     async fn create(&self, plan: Value, _: &mut Context<()>) -> Result<Value, Diagnostics> { Ok(plan) }
/// #     async fn read(&self, state: Value, _: &mut Context<()>) -> Result<Option<Value>, Diagnostics> {
/// #         Ok(Some(state))
/// #     }
/// #     async fn delete(&self, _: Value, _: &mut Context<()>) -> Result<(), Diagnostics> { Ok(()) }
/// }
///
/// impl DynamicListResource for Server {
///     fn describe_search(&self) -> Description {
///         let prefix = Attribute::new("prefix", Type::String).required();
///         Description::new(Schema::new(Block::new().attributes([prefix])))
///     }
///
///     async fn list(
///         &self,
///         search: Value,
///         results: &mut ListResults<'_, Value>,
///         _: &mut Context<()>,
///     ) -> Result<(), Diagnostics> {
///         let prefix = search.get("prefix").and_then(Value::as_str).unwrap_or_default();
///         for name in ["db", "web-1", "web-2"] {
///             if name.starts_with(prefix) {
///                 results.push(ListResult::new(name, Value::object([("name", name)])?)).await?;
///             }
///         }
///         Ok(())
///     }
/// }
/// ```
pub trait DynamicListResource: DynamicResource {
    /// Returns the schema of the search configuration, together with its rules. For a search, only the rules for
    /// configurations apply.
    fn describe_search(&self) -> Description;

    /// Finds objects and adds each of them to the results. The state of an object is a value of the schema's [implied
    /// type](crate::schema::Block::implied_type).
    ///
    /// # Errors
    ///
    /// Fails if the search is not possible.
    fn list(
        &self,
        search: Value,
        results: &mut ListResults<'_, Value>,
        context: &mut Context<Self::Client>,
    ) -> impl Future<Output = Result<(), Diagnostics>> + Send;
}

/// A search, and the resource whose objects it finds.
pub(crate) struct DynamicList<H> {
    search: Dynamic<H>,
    resource: Part,
}

impl<H: DynamicListResource> DynamicList<H> {
    pub(crate) fn new(handlers: H) -> Self {
        let search = Dynamic::new(Role::List, handlers, H::describe_search);
        let described = Arc::clone(&search.handlers);
        DynamicList {
            search,
            resource: Part::described(Role::Resource, Box::new(move || described.describe())),
        }
    }
}

impl<H: DynamicListResource> Erased for DynamicList<H> {
    fn part(&self) -> &Part {
        self.search.part()
    }
}

impl<H: DynamicListResource> ErasedListResource for DynamicList<H> {
    fn list<'a>(
        &'a self,
        config: &'a crate::tfplugin::messages::DynamicValue,
        events: &'a mut Events,
        call: &'a mut Call,
    ) -> Later<'a, ()> {
        Box::pin(async move {
            let search = self.part().value(config)?;
            self.search.begin(call)?;
            self.resource.check_description()?;
            let mut results = ListResults::described(events, &self.resource);
            let context = &mut call.lend_to("list");
            self.search
                .handlers
                .list(search, &mut results, context)
                .await
        })
    }
}
