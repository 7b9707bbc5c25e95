//! A model for the example programs: `aws_lambda_alias` with its schema from the AWS provider, and a message for this
//! resource type that Terraform 1.11.4 sent.

use std::collections::BTreeMap;

use tfvalue::{Attr, Number, TfSchema, Unknown};

/// An alias of a Lambda function.
#[derive(TfSchema)]
pub struct LambdaAlias {
    /// Name of the alias.
    #[tf(required)]
    pub name: Attr<String>,
    /// Purpose of the alias.
    #[tf(optional)]
    pub description: Attr<String>,
    /// Name or ARN of the function.
    #[tf(required)]
    pub function_name: Attr<String>,
    /// Version of the function.
    #[tf(required)]
    pub function_version: Attr<String>,
    /// ARN of the alias.
    #[tf(computed, keep, refine(prefix = "arn:aws:lambda:"))]
    pub arn: Attr<String>,
    /// ARN for invoking the alias from API Gateway.
    #[tf(computed, keep)]
    pub invoke_arn: Attr<String>,
    /// Identifier of the alias.
    #[tf(optional, computed, keep)]
    pub id: Attr<String>,
    /// Distribution of calls among versions.
    #[tf(block(max_items = 1))]
    pub routing_config: Unknown<Vec<RoutingConfig>>,
}

/// Distribution of calls among versions.
#[derive(TfSchema)]
pub struct RoutingConfig {
    /// Share of calls for each additional version, from 0 to 1.
    #[tf(optional)]
    pub additional_version_weights: Attr<BTreeMap<String, Attr<Number>>>,
}

/// Returns the MessagePack of the configuration that Terraform sent with
/// `ValidateResourceTypeConfig`.
///
/// # Panics
///
/// Panics if the file in `data/` is not valid hex.
#[must_use]
pub fn captured_config() -> Vec<u8> {
    let digits: String = include_str!("../data/aws_lambda_alias.config.hex")
        .split_whitespace()
        .collect();
    (0..digits.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&digits[at..at + 2], 16).expect("the capture is hex"))
        .collect()
}
