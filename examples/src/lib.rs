//! What the programs of this package share: the parts of [`generate`] and [`inspect`], and a model,
//! that is `aws_lambda_alias` as HashiCorp's AWS provider announces it, with a message that
//! Terraform 1.11.4 sent about it.

pub mod generate;
pub mod inspect;

pub mod diff;
pub mod options;
pub mod policy;

use std::collections::BTreeMap;

use tfvalue::{Attr, Number, TfSchema, Unknown};

/// An alias of a Lambda function.
#[derive(TfSchema)]
pub struct LambdaAlias {
    /// Name of the alias.
    #[tf(required)]
    pub name: Attr<String>,
    /// What the alias is for.
    #[tf(optional)]
    pub description: Attr<String>,
    /// Name or ARN of the function.
    #[tf(required)]
    pub function_name: Attr<String>,
    /// Version of the function that the alias points at.
    #[tf(required)]
    pub function_version: Attr<String>,
    /// ARN of the alias.
    #[tf(computed)]
    pub arn: Attr<String>,
    /// ARN by which API Gateway invokes the alias.
    #[tf(computed)]
    pub invoke_arn: Attr<String>,
    /// Identifier of the alias.
    #[tf(optional, computed)]
    pub id: Attr<String>,
    /// How calls are shared among versions.
    #[tf(block(max_items = 1))]
    pub routing_config: Unknown<Vec<RoutingConfig>>,
}

/// How calls are shared among versions.
#[derive(TfSchema)]
pub struct RoutingConfig {
    /// The share of calls that each further version gets, from 0 to 1.
    #[tf(optional)]
    pub additional_version_weights: Attr<BTreeMap<String, Attr<Number>>>,
}

/// Returns the configuration that Terraform sent with `ValidateResourceTypeConfig`, as
/// MessagePack.
///
/// # Panics
///
/// If the file in `data/` is no longer hex.
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
