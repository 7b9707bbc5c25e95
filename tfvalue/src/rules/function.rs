//! The check of a function.

use super::fault::{Fault, Phase};
use super::go::Go;
use super::report::Report;
use super::response;
use super::rule::Rule;
use crate::schema::Block;
use crate::ty::Type;
use crate::value::Value;

/// Checks the result in a response to `CallFunction`. `ty` is the return type, and `earlier` is the result of an
/// earlier call with the same arguments, if there was such a call.
///
/// Terraform compares all results for the same arguments within a run, and `terraform apply` compares the results with
/// the results in the saved plan. The results must be equal, even if they are unknown. OpenTofu does not compare
/// results, and Terraform 1.16 does not compare them if the earlier result is unknown. The message of Terraform 1.16
/// begins with "function returned" instead of "provider function returned".
///
/// A result of the wrong type usually cannot be decoded. If the result can be decoded, as in the case of an object
/// without attributes, Terraform prints "panic in function implementation: returned value ... does not conform to
/// expected return type ..." with a stack trace, whereas [`Fault::detail`] contains only the problem.
///
/// Terraform accepts an unknown result for known arguments. A value that depends on such a result is null after apply.
///
/// # Examples
///
/// ```
/// use tfvalue::Type;
/// use tfvalue::rules::check_function;
///
/// assert_eq!(check_function(&Type::String, &"a".into(), Some(&"a".into())), []);
/// let faults = check_function(&Type::String, &"b".into(), Some(&"a".into()));
/// assert_eq!(
///     faults[0].detail("example.com/shop/shop", "provider::shop::sku"),
///     "Call to function \"provider::shop::sku\" failed: provider function returned an inconsistent \
///      result,\nwas: cty.StringVal(\"a\"),\nnow: cty.StringVal(\"b\").",
/// );
/// ```
#[must_use]
pub fn check_function(ty: &Type, result: &Value, earlier: Option<&Value>) -> Vec<Fault> {
    let mut report = Report::new(Phase::CallFunction);
    response::types(&result.ty(), ty, &mut report);
    if let Some(earlier) = earlier.filter(|_| !report.has_fatal()) {
        // Terraform compares the strings that Go prints for the results.
        let [was, now] = [earlier, result].map(|value| Go(value).to_string());
        if was != now {
            let problem = || {
                format!(
                    "provider function returned an inconsistent result,\nwas: {was},\nnow: {now}"
                )
            };
            report.add(
                Rule::FunctionResultChanged,
                [Some(earlier), Some(result)],
                "provider function returned an inconsistent result",
                problem,
            );
        }
    }
    report.into_faults(&Block::new(), result)
}
