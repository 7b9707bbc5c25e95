//! Checks responses against Terraform's rules before they are sent.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::bug::BUG;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::error::{Result, Topic};
use crate::plan::Planned;
use crate::plan::request::PlanRequest;
use crate::provider::erased::Part;
use crate::provider::erased::managed::ErasedResource;
use crate::rules::{self, Fault};
use crate::schema::Block;
use crate::tfplugin::calls::deferred::Reason;
use crate::tfplugin::calls::function::call_function;
use crate::tfplugin::client::ClientCapabilities;
use crate::tfplugin::messages::DynamicValue;
use crate::ty::Type;
use crate::value::Value;

/// Determines which responses are checked before they are sent.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Checks {
    /// Checks all responses against all rules.
    All,
    /// Checks only whether values are known. Writing the values detects unknown values in any case.
    Known,
    /// Checks nothing, because a harness checks the responses.
    Nothing,
}

impl Checks {
    pub(crate) fn of(checks_responses: bool) -> Self {
        if checks_responses {
            Checks::All
        } else {
            Checks::Known
        }
    }
}

impl Checks {
    /// Returns `true` if a harness checks the responses instead.
    pub(crate) fn are_elsewhere(self) -> bool {
        self == Checks::Nothing
    }
}

/// The checks, one for each kind of response. Each check returns the faults, or fails if the response cannot be read.
pub(crate) struct Check;

impl Check {
    /// Reports the faults for which Terraform would reject a response.
    pub(crate) fn report(faults: Result<Vec<Fault>>) -> Result<(), Diagnostics> {
        let fatal = faults?.into_iter().filter(Fault::is_fatal);
        let diagnostics: Diagnostics = fatal.map(diagnostic).collect();
        diagnostics.into_result().map(drop) // there are no warnings
    }

    /// Checks a state against the rule for its phase.
    pub(crate) fn state(
        self,
        resource: &dyn ErasedResource,
        state: &DynamicValue,
        rule: fn(&Block, &Value) -> Vec<Fault>,
    ) -> Result<Vec<Fault>> {
        let state = resource.value(state)?;
        Ok(rule(resource.part().block(), &state))
    }

    pub(crate) fn plan(
        self,
        resource: &dyn ErasedResource,
        request: PlanRequest<'_>,
        planned: &Planned,
        client: ClientCapabilities,
    ) -> Result<Vec<Fault>> {
        let response = rules::PlanResponse::new(&planned.state);
        let block = resource.part().block();
        let block = if client.computed_blocks_allowed {
            Cow::Borrowed(block)
        } else {
            rules::older::without_computed_blocks(block)
        };
        Ok(rules::check_plan(
            &block,
            request,
            response.requires_replace(&planned.requires_replace),
        ))
    }

    pub(crate) fn apply(
        self,
        resource: &dyn ErasedResource,
        planned: &DynamicValue,
        state: &DynamicValue,
    ) -> Result<Vec<Fault>> {
        let (planned, state) = (resource.value(planned)?, resource.value(state)?);
        let block = resource.part().block();
        Ok(rules::check_apply(
            block,
            &planned,
            rules::ApplyResponse::new(&state),
        ))
    }

    pub(crate) fn data(self, part: &Part, state: &DynamicValue) -> Result<Vec<Fault>> {
        let state = read(part, state)?;
        Ok(rules::check_data_source(part.block(), &state))
    }

    /// Checks the reason why an action is deferred. The client must allow deferred actions.
    pub(crate) fn action(self, reason: Reason) -> Result<Vec<Fault>> {
        let allowed = rules::Deferrals::Allowed;
        Ok(rules::check_action_deferral(allowed, reason.into()))
    }

    pub(crate) fn ephemeral(
        self,
        part: &Part,
        config: &DynamicValue,
        result: &DynamicValue,
    ) -> Result<Vec<Fault>> {
        let (config, result) = (read(part, config)?, read(part, result)?);
        Ok(rules::check_ephemeral_resource(
            part.block(),
            rules::OpenedEphemeral {
                config: &config,
                result: &result,
            },
        ))
    }
}

/// The maximum number of function results that are remembered.
const MAX_RESULTS: usize = 1024;

/// Results of functions. Later results for the same arguments must be equal to these results.
#[derive(Default)]
pub(crate) struct Results(Mutex<HashMap<call_function::Request, DynamicValue>>);

impl Results {
    /// Checks a result and remembers it.
    pub(crate) fn check(
        &self,
        ty: &Type,
        request: call_function::Request,
        result: &DynamicValue,
    ) -> Result<Vec<Fault>> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let earlier = all.get(&request).map(|earlier| earlier.decode_value(ty));
        if earlier.is_none() && all.len() < MAX_RESULTS {
            all.insert(request, result.clone());
        }
        let result = result.decode_value(ty)?;
        Ok(rules::check_function(
            ty,
            &result,
            earlier.transpose()?.as_ref(),
        ))
    }
}

fn read(part: &Part, value: &DynamicValue) -> Result<Value> {
    value.decode_of(part.ty(), || part.block().clone())
}

fn diagnostic(fault: Fault) -> Diagnostic {
    let detail = format!(
        "{}\n\n{BUG}: its response breaks the rule {:?} of Terraform.",
        fault.problem(),
        fault.rule
    );
    Diagnostic::bug(Topic::BrokenRule, fault.summary(), &detail)
        .at(fault.path)
        .with_names(fault.names)
}
