//! Plans the change in a request, using the annotations of a struct.

use super::calls::resource::plan_resource_change::{Request, Response};
use super::messages::{AttributePath, DynamicValue};
use crate::error::Result;
use crate::model::TfSchema;
use crate::plan;
use crate::rules::PlanRequest;

impl Request {
    /// Plans the change, using the annotations of a struct, as [`plan::resource_change`] does. Use this function in your
    /// own server. [`Provider`](crate::provider::Provider) calls it for you.
    ///
    /// The private data and the identity in the response are copied from the request.
    ///
    /// # Errors
    ///
    /// Fails if the request contains values that do not match the schema, or if planning fails.
    ///
    /// # Examples
    ///
    /// See the [guide](https://docs.rs/tfvalue-guide/latest/tfvalue_guide/path/p04_planning/index.html).
    pub fn plan<T: TfSchema>(&self) -> Result<Response> {
        let ty = T::ty();
        let null = DynamicValue::null();
        let value = |message: &Option<DynamicValue>| {
            let message = message.as_ref().unwrap_or(&null);
            message.decode_of(&ty, T::block)
        };
        let (config, prior) = (value(&self.config)?, value(&self.prior_state)?);
        let planned = plan::resource_change::<T>(PlanRequest {
            config: &config,
            prior: &prior,
        })?;
        let paths = planned.requires_replace.into_iter();
        Ok(Response {
            planned_state: Some(DynamicValue::encode_value(&planned.state, &ty)?),
            requires_replace: paths.map(AttributePath::from).collect(),
            planned_private: self.prior_private.clone(),
            planned_identity: self.prior_identity.clone(),
            ..Response::default()
        })
    }
}
