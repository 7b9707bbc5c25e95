//! `DynamicFunction`: a function whose parameters are known only at run time.

use std::future::Future;

use crate::diagnostics::Diagnostics;
use crate::schema::Function;
use crate::value::Value;

/// A function whose parameters and result are known only at run time.
///
/// # Examples
///
/// ```
/// use tfvalue::provider::DynamicFunction;
/// use tfvalue::schema::{Function, Parameter};
/// use tfvalue::{Diagnostics, Type, Value};
///
/// struct Prefix(&'static str);
///
/// impl DynamicFunction for Prefix {
///     fn describe(&self) -> Function {
///         Function::new(Type::String).parameters([Parameter::new("text", Type::String)])
///     }
///
///     async fn run(&self, arguments: Vec<Value>) -> Result<Value, Diagnostics> {
///         let text = arguments[0].as_str().unwrap_or_default();
///         Ok(format!("{}{text}", self.0).into())
///     }
/// }
/// ```
pub trait DynamicFunction: Send + Sync + 'static {
    /// Returns the parameters and the type of the result. This method must return the same signature each time.
    fn describe(&self) -> Function;

    /// Runs the function. There is one argument for each parameter, followed by the arguments for the variadic
    /// parameter. The function must return the same result for the same arguments.
    ///
    /// # Errors
    ///
    /// Fails if the result cannot be determined. If the error contains the path of a parameter, Terraform marks the
    /// argument.
    fn run(&self, arguments: Vec<Value>)
    -> impl Future<Output = Result<Value, Diagnostics>> + Send;
}
