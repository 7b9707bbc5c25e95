//! The handlers of a resource that exists only in the state.

/// Writes the handlers of a [`Resource`](crate::provider::Resource) that exists only in Terraform's state, as
/// `terraform_data` does: there is no service to create, read, update or delete an object in.
///
/// The plan becomes the state. A function can set what the plan leaves unknown; it runs after each create and
/// update. All other items of the trait remain: [`plan`](crate::provider::Resource::plan), for example.
///
/// # Examples
///
/// ```
/// use tfvalue::provider::Resource;
/// use tfvalue::{Attr, TfSchema};
///
/// /// Whatever requires a replacement when it changes.
/// #[derive(TfSchema)]
/// #[tf(kind = resource)]
/// struct Trigger {
///     #[tf(required, replace)]
///     values: Attr<Vec<Attr<String>>>,
/// }
///
/// impl Resource for Trigger {
///     const NAME: &'static str = "trigger";
///     type Client = ();
///     tfvalue::state_only!();
/// }
/// ```
///
/// With a computed attribute:
///
/// ```
/// # use tfvalue::provider::Resource;
/// # use tfvalue::{Attr, TfSchema};
/// # use std::time::{SystemTime, UNIX_EPOCH};
/// #[derive(TfSchema)]
/// #[tf(kind = resource)]
/// struct Timestamp {
///     /// The time of the creation, in seconds.
///     #[tf(computed, keep)]
///     seconds: Attr<u64>,
/// }
///
/// impl Resource for Timestamp {
///     const NAME: &'static str = "timestamp";
///     type Client = ();
///     tfvalue::state_only!(|timestamp| {
///         if timestamp.seconds.is_unknown() {
///             let now = SystemTime::now().duration_since(UNIX_EPOCH);
///             timestamp.seconds.set(now.map_or(0, |now| now.as_secs()));
///         }
///     });
/// }
/// ```
#[macro_export]
macro_rules! state_only {
    () => {
        $crate::state_only!(|_| {});
    };
    ($complete:expr) => {
        async fn create(
            mut plan: Self,
            _: &mut $crate::provider::Context<Self::Client>,
        ) -> ::std::result::Result<Self, $crate::Diagnostics> {
            let complete: fn(&mut Self) = $complete;
            complete(&mut plan);
            ::std::result::Result::Ok(plan)
        }

        async fn read(
            state: Self,
            _: &mut $crate::provider::Context<Self::Client>,
        ) -> ::std::result::Result<::std::option::Option<Self>, $crate::Diagnostics> {
            ::std::result::Result::Ok(::std::option::Option::Some(state))
        }

        async fn update(
            _: Self,
            plan: Self,
            context: &mut $crate::provider::Context<Self::Client>,
        ) -> ::std::result::Result<Self, $crate::Diagnostics> {
            <Self as $crate::provider::Resource>::create(plan, context).await
        }

        async fn delete(
            _: Self,
            _: &mut $crate::provider::Context<Self::Client>,
        ) -> ::std::result::Result<(), $crate::Diagnostics> {
            ::std::result::Result::Ok(())
        }
    };
}
