//! `DynamicResource`: a managed resource whose schema is known only at run time.

use std::future::Future;
use std::time::Duration;

use super::description::Description;
use super::plan::DynamicPlan;
use crate::diagnostics::Diagnostics;
use crate::provider::context::Context;
use crate::provider::context::limit::Operation;
use crate::provider::faults::bug;
use crate::provider::traits::resource::Imported;
use crate::value::Value;

/// A managed resource whose schema is known only at run time, such as a resource that an `OpenAPI` document describes.
///
/// A dynamic resource is similar to a [`Resource`](crate::provider::Resource), with two differences. A [`Description`]
/// replaces the derived struct, and the handlers take and return a [`Value`] with the schema's [implied
/// type](crate::schema::Block::implied_type). The handlers take `self`, so a single Rust type, with a value for each
/// resource type, can serve thousands of resource types.
///
/// [`describe`](Self::describe) is called when Terraform requests the schemas, and again when the type is first used.
/// Resource types that are not used require no other work.
///
/// # Examples
///
/// ```
/// use tfvalue::provider::{Context, Description, DynamicResource, Provider, ProviderConfig, Rules};
/// use tfvalue::schema::{Attribute, Block, Schema};
/// use tfvalue::{Diagnostics, TfSchema, Type, Value};
///
/// /// An object at a path of a service.
/// struct Object {
///     path: String,
/// }
///
/// impl DynamicResource for Object {
///     type Client = ();
///
///     fn describe(&self) -> Description {
///         let block = Block::new().attributes([
///             Attribute::new("id", Type::String).computed(),
///             Attribute::new("name", Type::String).required(),
///         ]);
///         Description::new(Schema::new(block))
///             .rules("id", Rules::new().keep())
///             .rules("name", Rules::new().replace())
///             .import_id("id")
///     }
///
///     async fn create(&self, plan: Value, _: &mut Context<()>) -> Result<Value, Diagnostics> {
///         // Post the plan to the service, which returns the ID.
///         Ok(plan.with("id", format!("{}/1", self.path))?)
///     }
///
///     async fn read(&self, state: Value, _: &mut Context<()>) -> Result<Option<Value>, Diagnostics> {
///         Ok(Some(state))
///     }
///
///     async fn delete(&self, _: Value, _: &mut Context<()>) -> Result<(), Diagnostics> {
///         Ok(())
///     }
/// }
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
/// let mut provider = Provider::new::<Config>("cloud");
/// for (name, path) in [("server", "/servers"), ("disk", "/disks")] {
///     provider = provider.dynamic_resource(name, Object { path: path.to_owned() });
/// }
/// let names: Vec<_> = provider.schemas()?.resource_schemas.into_keys().collect();
/// assert_eq!(names, ["cloud_disk", "cloud_server"]);
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub trait DynamicResource: Send + Sync + 'static {
    /// The [client](crate::provider::ProviderConfig::Client) of the provider.
    type Client: Send + Sync + 'static;

    /// Whether [`plan`](Self::plan) is called even if the provider defers all operations, as described for
    /// [`Resource::PLANS_DEFERRED`](crate::provider::Resource::PLANS_DEFERRED).
    const PLANS_DEFERRED: bool = false;

    /// Returns the schema and its rules. This method must return the same description each time.
    fn describe(&self) -> Description;

    /// Creates the object. Returns the state of the object: the plan, in which all unknown values have been replaced by
    /// known values.
    ///
    /// # Errors
    ///
    /// Fails if the object cannot be created. If a part of the object already exists and a later step can fail, call
    /// [`Context::save_value`] before that step.
    fn create(
        &self,
        plan: Value,
        context: &mut Context<Self::Client>,
    ) -> impl Future<Output = Result<Value, Diagnostics>> + Send;

    /// Reads the object. Returns `None` if the object no longer exists.
    ///
    /// After an import, all attributes are null, except the attributes that the import set.
    ///
    /// # Errors
    ///
    /// Fails if the object cannot be read.
    fn read(
        &self,
        state: Value,
        context: &mut Context<Self::Client>,
    ) -> impl Future<Output = Result<Option<Value>, Diagnostics>> + Send;

    /// Updates the object. Returns its state.
    ///
    /// The default implementation fails, which is correct if every change to the resource requires replacement.
    ///
    /// # Errors
    ///
    /// Fails if the object cannot be updated.
    fn update(
        &self,
        prior: Value,
        plan: Value,
        context: &mut Context<Self::Client>,
    ) -> impl Future<Output = Result<Value, Diagnostics>> + Send {
        let _ = (prior, plan, context);
        async { Err(bug::no_update().into()) }
    }

    /// Deletes the object. It is not an error if the object no longer exists.
    ///
    /// # Errors
    ///
    /// Fails if the object cannot be deleted. Terraform keeps its state.
    fn delete(
        &self,
        state: Value,
        context: &mut Context<Self::Client>,
    ) -> impl Future<Output = Result<(), Diagnostics>> + Send;

    /// Changes the plan that follows from the rules. The default changes nothing.
    ///
    /// Planning takes two passes. This function is called in both passes, so it must return the same result for the
    /// same values. The function is not called if the object is to be deleted.
    ///
    /// # Errors
    ///
    /// Fails if the change is not possible.
    fn plan(
        &self,
        plan: &mut DynamicPlan<'_>,
        context: &mut Context<Self::Client>,
    ) -> impl Future<Output = Result<(), Diagnostics>> + Send {
        let _ = (plan, context);
        async { Ok(()) }
    }

    /// Finds the object to import by the ID that the user specifies.
    ///
    /// The default implementation sets the attributes in [`Description::import_id`]. Terraform reads the object
    /// afterwards.
    ///
    /// # Errors
    ///
    /// Fails if the object does not exist.
    fn import(
        &self,
        id: String,
        context: &mut Context<Self::Client>,
    ) -> impl Future<Output = Result<Imported<Value>, Diagnostics>> + Send {
        let _ = (id, context);
        async { Ok(Imported::ByAnnotation) }
    }

    /// Returns the time limit of an operation for which [`Description::timeouts`] does not set a limit. `value` is the
    /// plan, or the state to read or delete. By default, there is no limit.
    fn time_limit(&self, value: &Value, operation: Operation) -> Option<Duration> {
        let _ = (value, operation);
        None
    }
}
