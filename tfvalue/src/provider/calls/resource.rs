//! Responds to calls for managed resources.

use std::mem;

use super::fingerprint::with_revisions;
use super::reply::{Reply, begin};
use super::states::{is_respelled, spelled};
use super::write_only;
use crate::diagnostics::Diagnostics;
use crate::error::Result;
use crate::plan::Old;
use crate::provider::context::Call;
use crate::provider::context::identity::CallIdentity;
use crate::provider::erased::Part;
use crate::provider::erased::managed::{Apply, ErasedResource};
use crate::provider::faults::panic::caught;
use crate::provider::parts::Parts;
use crate::provider::traits::plan::Draft;
use crate::rules;
use crate::tfplugin::calls::ResourceIdentityData;
use crate::tfplugin::calls::resource::{
    apply_resource_change, plan_resource_change, read_resource, validate_resource_config,
};
use crate::tfplugin::messages::{AttributePath, DynamicValue};
use crate::tfplugin::method::PartKind;

impl Parts {
    pub(crate) async fn validate_resource_config(
        &self,
        request: validate_resource_config::Request,
    ) -> validate_resource_config::Response {
        let config = request.config.unwrap_or_default();
        let client = request.client_capabilities.unwrap_or_default().into();
        let part = self.find(PartKind::Resource, &request.type_name);
        let validate =
            |part: &Part| write_only::validated(client, part, &config, || part.validate(&config));
        validate_resource_config::Response {
            diagnostics: self.validated(part, &config, validate).await,
        }
    }

    pub(crate) async fn read_resource(
        &self,
        request: read_resource::Request,
    ) -> read_resource::Response {
        let state = request.current_state.unwrap_or_default();
        if let Some(deferred) = self.deferred(request.client_capabilities.as_ref()) {
            return read_resource::Response {
                new_state: Some(state),
                new_identity: request.current_identity,
                private: request.private,
                deferred: Some(deferred),
                diagnostics: Vec::new(),
            };
        }
        let mut call = begin!(self);
        call.meta = request.provider_meta;
        call.private = request.private;
        call.identity = CallIdentity::of(request.current_identity);
        call.set_capabilities(request.client_capabilities);
        let read = caught(async {
            let resource = self.managed.find(&request.type_name)?;
            if state.is_null() {
                return Ok((state.clone(), None));
            }
            call.hide(resource.part(), &[&state]);
            call.take_import(resource);
            let read = self.known(resource.read(&state, &mut call).await?)?;
            let read = spelled(resource, Old::Stored, &state, read)?;
            self.check(|check| check.state(resource, &read.value, rules::check_refresh))?;
            let new = call.identity.of_returned(resource, &read)?;
            self.check_identity(resource, &call, new.as_ref())?;
            Ok((read.value, new.or_else(|| call.identity.given.clone())))
        });
        let read = read.await;
        let read = call.take(read);
        let diagnostics = call.diagnostics(&state, || self.managed.part(&request.type_name));
        let (new_state, new_identity) = match read {
            Some((state, identity)) => (Some(state), identity),
            None => (Some(state), None),
        };
        read_resource::Response {
            new_state,
            new_identity,
            private: call.private,
            deferred: call.deferred.map(Into::into),
            diagnostics,
        }
    }

    pub(crate) async fn plan_resource_change(
        &self,
        request: plan_resource_change::Request,
    ) -> plan_resource_change::Response {
        let mut response = plan_resource_change::Response::default();
        let deferred = self.deferred(request.client_capabilities.as_ref());
        let mut call = match (&deferred, self.call()) {
            (_, Ok(call)) => call,
            (Some(_), Err(_)) => self.new_call(None),
            (None, Err(diagnostics)) => return Reply::failed(diagnostics),
        };
        let prior = request.prior_state.unwrap_or_default();
        let config = request.config.unwrap_or_default();
        let proposed = request.proposed_new_state.unwrap_or_default();
        call.meta = request.provider_meta;
        call.private = request.prior_private;
        call.planned_private = request.planned_private;
        call.identity = CallIdentity::of(request.prior_identity);
        call.set_capabilities(request.client_capabilities);
        call.config = Some(config.clone());
        call.handler = Some("plan");
        let planned = caught(async {
            let resource = self.managed.find(&request.type_name)?;
            let ty = resource.part().ty();
            call.hide(resource.part(), &[&config, &prior]);
            let (config, prior) = (resource.value(&config)?, resource.value(&prior)?);
            if config.is_null() || proposed.is_null() {
                let identity = call.identity.given.clone();
                return Ok((DynamicValue::null(), Vec::new(), identity));
            }
            let config = with_revisions(resource.part(), config, &prior, &call.private)?;
            // Without a client, the provider defers all operations.
            let is_called = deferred.is_none() || call.has_client() && resource.plans_deferred();
            let model = resource.part().model();
            let mut draft = Draft::new(config, prior);
            if is_called {
                plan(resource, &mut draft, &mut call).await?;
            }
            let (request, planned) = draft.plan(model)?;
            let mut identity = call.identity.given.clone();
            if deferred.is_none() && call.deferred.is_none() {
                let client = call.client_capabilities;
                self.check(|check| check.plan(resource, request, planned, client))?;
                // A new object does not have an identity yet.
                identity = if request.prior.is_null() {
                    None
                } else {
                    call.identity.planned(resource, planned, self.checks)?
                };
            }
            let state = DynamicValue::encode_value(&planned.state, ty)?;
            Ok((state, mem::take(&mut planned.requires_replace), identity))
        });
        let planned = planned.await;
        if let Some((state, paths, identity)) = call.take(planned) {
            response.planned_state = Some(state);
            response.requires_replace = paths.into_iter().map(AttributePath::from).collect();
            response.planned_identity = identity;
        }
        response.planned_private = mem::take(&mut call.private);
        response.deferred = call.deferred.map(Into::into).or(deferred);
        let config = call.config.take().unwrap_or_default();
        response.diagnostics = call.diagnostics(&config, || self.managed.part(&request.type_name));
        response
    }

    pub(crate) async fn apply_resource_change(
        &self,
        request: apply_resource_change::Request,
    ) -> apply_resource_change::Response {
        let prior = request.prior_state.unwrap_or_default();
        let planned = request.planned_state.unwrap_or_default();
        let mut call = match self.call() {
            Ok(call) => call,
            Err(diagnostics) => {
                return apply_resource_change::Response {
                    new_state: Some(prior),
                    private: request.planned_private,
                    diagnostics: diagnostics.into(),
                    ..Default::default()
                };
            }
        };
        let given = if planned.is_null() { &prior } else { &planned };
        let given = given.clone();
        call.meta = request.provider_meta;
        call.private = request.planned_private;
        call.identity = CallIdentity::of(request.planned_identity);
        call.config = request.config.filter(|config| !config.is_null());
        let applied = caught(async {
            let resource = self.managed.find(&request.type_name)?;
            call.hide(resource.part(), &[&prior, &planned]);
            if let Some(config) = &call.config {
                call.hide(resource.part(), &[config]);
            }
            let change = Apply {
                prior: &prior,
                planned: &planned,
            };
            if is_respelled(resource, &change)? {
                let identity = call.identity.of_state(resource, &planned)?;
                // The service already has the planned values, which differ only in spelling.
                return Ok((resource, planned.clone(), Ok(identity)));
            }
            let mut new = resource.apply(change, &mut call).await?;
            if let Some(bug) = self.bug_of(&mut new) {
                // The object exists, so Terraform must not lose it.
                call.save(&new.value, resource.part().ty())?;
                return Err(bug.into());
            }
            let new = spelled(resource, Old::Planned, &planned, new)?;
            let identity = call.identity.of_returned(resource, &new);
            Ok((resource, new.value, identity))
        });
        let applied = applied.await;
        let mut response = apply_resource_change::Response::default();
        let (state, identity) = match call.take(applied) {
            Some((resource, state, identity)) => {
                // The object exists, so its state is stored even if the state violates a rule.
                let checked = self.check(|check| check.apply(resource, &planned, &state));
                call.warnings.take(checked);
                let identity = call.warnings.take(identity).flatten();
                let remembered = call.remember_fingerprints(resource, self.checks);
                call.warnings.take(remembered);
                let checked = self.check_identity(resource, &call, identity.as_ref());
                call.warnings.take(checked);
                (state, identity)
            }
            None => match call.saved.take() {
                Some(saved) => self.saved(&request.type_name, &planned, saved, &call),
                None => (prior, None),
            },
        };
        response.new_state = Some(state);
        response.new_identity = identity.or_else(|| call.identity.given.take());
        response.private = mem::take(&mut call.private);
        response.diagnostics = call.diagnostics(&given, || self.managed.part(&request.type_name));
        response
    }

    /// Completes a state that a handler saved before it failed: keeps the spelling in the plan, and returns the
    /// identity if the state contains it.
    fn saved(
        &self,
        type_name: &str,
        planned: &DynamicValue,
        saved: DynamicValue,
        call: &Call,
    ) -> (DynamicValue, Option<ResourceIdentityData>) {
        let Ok(resource) = self.managed.find(type_name) else {
            return (saved, None);
        };
        let spelled = spelled(resource, Old::Planned, planned, saved.clone().into());
        let state = spelled.map_or(saved, |spelled| spelled.value);
        let identity = call.identity.of_state(resource, &state).ok().flatten();
        (state, identity)
    }

    /// Checks the identity in a response, unless a harness checks the identity.
    fn check_identity(
        &self,
        resource: &dyn ErasedResource,
        call: &Call,
        new: Option<&ResourceIdentityData>,
    ) -> Result<(), Diagnostics> {
        let handler = call.handler.unwrap_or("update");
        call.identity.check(resource, handler, new, self.checks)
    }
}

/// Plans a change, first from the annotations and then with the resource's own function. If the result is a change,
/// plans the change again, including all values that depend on it.
async fn plan(
    resource: &dyn ErasedResource,
    draft: &mut Draft,
    call: &mut Call,
) -> Result<(), Diagnostics> {
    let model = resource.part().model();
    resource.plan(draft, call).await?;
    if draft.is_outdated(model)? {
        draft.replan();
        call.warnings = Diagnostics::new(); // the function returns them again
        resource.plan(draft, call).await?;
    }
    let (request, planned) = draft.plan(model)?;
    Ok(planned.add_replacements(model, request)?)
}
