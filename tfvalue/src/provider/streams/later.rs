//! `Later`: a future with its type erased.

use std::future::Future;
use std::pin::Pin;

use crate::diagnostics::Diagnostics;

/// A boxed future for the result of a handler or call.
pub type Later<'a, T, E = Diagnostics> = Pin<Box<dyn Future<Output = Result<T, E>> + Send + 'a>>;
