//! The macro `timeouts!`.

use std::time::Duration;

use crate::attr::{Attr, GoDuration};
use crate::error::{Error, Result};

/// Defines a struct with the time limits of operations, for a nested block or a nested attribute.
///
/// Each member is an optional [`GoDuration`]. A method with the same name returns the limit, which is the configured
/// limit or else the default. The compiler checks the defaults. Of `create`, `read`, `update` and `delete`, list only
/// the operations that the resource has and that use the limit. A [`Resource`](crate::provider::Resource) applies the
/// limits without further code.
///
/// A change to a limit concerns only the provider, so the change does not make computed attributes unknown. The struct
/// derives [`TfSchema`](macro@crate::TfSchema), `Clone`, `Default` and `PartialEq`. The `Default` value contains the
/// default of each limit.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use tfvalue::{Attr, GoDuration, TfSchema};
///
/// tfvalue::timeouts! {
///     /// How long to wait for the server.
///     pub struct ServerTimeouts {
///         create: "20m",
///         delete: "1h30m",
///     }
/// }
///
/// #[derive(TfSchema)]
/// #[tf(kind = resource)]
/// struct Server {
///     #[tf(required)]
///     name: Attr<String>,
///     #[tf(block)]
///     timeouts: Option<ServerTimeouts>,
/// }
///
/// let create = GoDuration::from_static("90s").into();
/// let timeouts = ServerTimeouts { create, ..ServerTimeouts::default() };
/// let server = Server { name: "web".into(), timeouts: Some(timeouts) };
///
/// let timeouts = server.timeouts.unwrap_or_default();
/// assert_eq!(timeouts.create()?, Duration::from_secs(90));
/// assert_eq!(timeouts.delete()?, Duration::from_secs(90 * 60));
/// # Ok::<(), tfvalue::Error>(())
/// ```
///
/// Validation rejects a limit that is zero or negative, such as `0s`, because every wait would fail. If the state
/// contains a limit that is zero or negative, which an older version of the provider accepted, the default applies. The
/// methods fail if the duration is unknown, which is possible during planning.
///
/// For a nested attribute, write `#[tf(optional)] timeouts: Attr<ServerTimeouts>`. If your crate uses another name for
/// `tfvalue`, add [`#[tf(crate = "…")]`](macro@crate::TfSchema#crate) to the struct.
///
/// A default that is not a valid duration, or not positive, does not compile:
///
/// ```compile_fail
/// tfvalue::timeouts! {
///     struct Timeouts {
///         create: "20 minutes",
///     }
/// }
/// ```
#[macro_export]
macro_rules! timeouts {
    (
        $(#[$attribute:meta])*
        $vis:vis struct $Name:ident {
            $($operation:ident: $default:literal),+ $(,)?
        }
    ) => {
        #[derive(
            $crate::TfSchema,
            ::std::clone::Clone,
            ::std::default::Default,
            ::std::cmp::PartialEq,
        )]
        $(#[$attribute])*
        $vis struct $Name {
            $(
                /// The time limit of the operation, such as `30s` or `2h45m`. The units are `h`, `m`, `s` and `ms`.
                #[tf(optional, provider_only, time_limit = $default)]
                $vis $operation: $crate::Attr<$crate::GoDuration>,
            )+
        }

        #[allow(dead_code)]
        impl $Name {
            $(
                /// Returns the time limit, or its default if no limit is set.
                ///
                /// # Errors
                ///
                /// Fails if the limit is unknown.
                $vis fn $operation(&self) -> $crate::Result<::std::time::Duration> {
                    $crate::__private::timeout(&self.$operation, $default, ::std::stringify!($operation))
                }
            )+
        }
    };
}

/// Returns a time limit, or its default if no limit is set. A state from an older version can contain a limit that is
/// zero or negative.
///
/// # Errors
///
/// Fails if the limit is unknown.
#[doc(hidden)]
pub fn timeout(
    configured: &Attr<GoDuration>,
    default: &'static str,
    operation: &'static str,
) -> Result<Duration> {
    let limit = match configured {
        Attr::Known(limit) => limit.as_ref().and_then(GoDuration::time_limit),
        Attr::Unknown(_) => return Err(Error::unknown().at(operation)),
    };
    match limit {
        Some(limit) => Ok(limit),
        None => GoDuration::from_static(default).duration(),
    }
}
