//! The handlers of a resource that exists only in the state.

use crate::diagnostics::Diagnostics;

/// Writes the handlers of a [`Resource`](crate::provider::Resource) that exists only in Terraform's state, as
/// `terraform_data` does. For such a resource, there is no service in which to create, read, update or delete an
/// object.
///
/// The plan becomes the state. A function can set the values that the plan leaves unknown:
///
/// | | the function runs |
/// |---|---|
/// | `state_only!()` | there is no function, because all values are known in the plan |
/// | `state_only!(function)` | after each create and update |
/// | `state_only!(create = function)` | after each create. All values in the plan of an update must be known, for example because computed attributes have [`keep`](macro@crate::TfSchema#keep) |
///
/// The function receives `&mut Self`, and returns nothing or `Result<(), Diagnostics>`. If the function fails, nothing
/// is created or updated.
///
/// All other items of the trait remain available: [`plan`](crate::provider::Resource::plan), for example. A
/// [harness](https://docs.rs/tfvalue-guide/latest/tfvalue_guide/tasks/testing/index.html) takes into account that an
/// object that exists only in the state cannot be deleted or changed outside Terraform, and does not check reads after
/// a deletion or a change.
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
/// An example with an attribute that is computed once:
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
///     tfvalue::state_only!(create = |timestamp| {
///         let now = SystemTime::now().duration_since(UNIX_EPOCH);
///         timestamp.seconds.set(now.map_or(0, |now| now.as_secs()));
///     });
/// }
/// ```
///
/// An example with an attribute that is computed again after each change, by a function that can fail:
///
/// ```
/// # use tfvalue::provider::Resource;
/// # use tfvalue::{Attr, Diagnostics, Error, TfSchema};
/// #[derive(TfSchema)]
/// #[tf(kind = resource)]
/// struct Sum {
///     #[tf(required)]
///     left: Attr<i64>,
///     #[tf(required)]
///     right: Attr<i64>,
///     #[tf(computed)]
///     sum: Attr<i64>,
/// }
///
/// impl Sum {
///     fn add(&mut self) -> Result<(), Diagnostics> {
///         let sum = self.left.require("left")?.checked_add(*self.right.require("right")?);
///         self.sum.set(sum.ok_or(Error::msg("the sum is too large").at("right"))?);
///         Ok(())
///     }
/// }
///
/// impl Resource for Sum {
///     const NAME: &'static str = "sum";
///     type Client = ();
///     tfvalue::state_only!(Self::add);
/// }
/// ```
#[macro_export]
macro_rules! state_only {
    () => {
        $crate::state_only!(create = |_| {});
    };
    (create = $complete:expr $(,)?) => {
        $crate::state_only!(@common $complete);

        async fn update(
            _: Self,
            plan: Self,
            _: &mut $crate::provider::Context<Self::Client>,
        ) -> ::std::result::Result<Self, $crate::Diagnostics> {
            ::std::result::Result::Ok(plan)
        }
    };
    (@common $complete:expr) => {
        const STATE_ONLY: bool = true;

        async fn create(
            mut plan: Self,
            _: &mut $crate::provider::Context<Self::Client>,
        ) -> ::std::result::Result<Self, $crate::Diagnostics> {
            $crate::__private::complete(&mut plan, $complete)?;
            ::std::result::Result::Ok(plan)
        }

        async fn read(
            state: Self,
            _: &mut $crate::provider::Context<Self::Client>,
        ) -> ::std::result::Result<::std::option::Option<Self>, $crate::Diagnostics> {
            ::std::result::Result::Ok(::std::option::Option::Some(state))
        }

        async fn delete(
            _: Self,
            _: &mut $crate::provider::Context<Self::Client>,
        ) -> ::std::result::Result<(), $crate::Diagnostics> {
            ::std::result::Result::Ok(())
        }
    };
    ($complete:expr $(,)?) => {
        $crate::state_only!(@common $complete);

        async fn update(
            _: Self,
            plan: Self,
            context: &mut $crate::provider::Context<Self::Client>,
        ) -> ::std::result::Result<Self, $crate::Diagnostics> {
            <Self as $crate::provider::Resource>::create(plan, context).await
        }
    };
}

/// The result of the function that is passed to [`state_only!`](macro@crate::state_only).
///
/// The trait is implemented for only one error type, so that the type of `Ok(())` in a closure can be inferred.
#[diagnostic::on_unimplemented(
    message = "the function of `state_only!` cannot return `{Self}`",
    label = "requires a function that returns nothing or `Result<(), Diagnostics>`"
)]
pub trait Completed {
    /// Converts the returned value.
    ///
    /// # Errors
    ///
    /// Fails if the function has failed.
    fn into_result(self) -> Result<(), Diagnostics>;
}

impl Completed for () {
    fn into_result(self) -> Result<(), Diagnostics> {
        Ok(())
    }
}

impl Completed for Result<(), Diagnostics> {
    fn into_result(self) -> Result<(), Diagnostics> {
        self
    }
}

/// Completes a plan with the function that is passed to [`state_only!`](macro@crate::state_only).
///
/// # Errors
///
/// Fails if the function fails.
pub fn complete<T, R: Completed>(
    plan: &mut T,
    complete: fn(&mut T) -> R,
) -> Result<(), Diagnostics> {
    complete(plan).into_result()
}
