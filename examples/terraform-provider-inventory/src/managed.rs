//! Managed resources: what each resource implements, and what they have in common.

use serde::Serialize;
use serde::de::DeserializeOwned;
use tfvalue::tfplugin6::{DynamicValue, RawState};
use tfvalue::{Error, Path, Result, Schema, TfSchema};

use crate::proto::tfplugin6::{apply_resource_change as apply, plan_resource_change as plan};
use crate::report::{self, Report};
use crate::session::Session;

/// A managed resource, as seen by its implementation.
pub(crate) trait Resource: Send + Sync {
    /// The model.
    type Model: TfSchema + Serialize + DeserializeOwned + Clone + PartialEq;

    /// Returns the errors in a configuration that the schema does not exclude.
    fn check(&self, config: &Self::Model) -> Vec<Error>;

    /// Reads a state that an older version stored.
    fn upgrade(&self, version: i64, state: &RawState) -> Result<Self::Model>;

    /// Returns the current state of the resource, or `None` if it no longer exists.
    fn read(&self, session: &Session, state: &Self::Model) -> Result<Option<Self::Model>>;

    /// Returns an existing resource that Terraform does not manage yet.
    fn import(&self, session: &Session, id: &str) -> Result<Self::Model>;

    /// Completes the proposed state. Values that only the service can choose become unknown.
    fn plan(&self, session: &Session, prior: Option<&Self::Model>, proposed: &mut Self::Model);

    /// Returns the changed attributes that require a replacement.
    fn replace_for(&self, prior: &Self::Model, planned: &Self::Model) -> Vec<Path>;

    /// Creates the resource. Only the configuration contains write-only attributes.
    fn create(
        &self,
        session: &Session,
        planned: &Self::Model,
        config: &Self::Model,
    ) -> Outcome<Self::Model>;

    /// Updates the resource.
    fn update(
        &self,
        session: &Session,
        prior: &Self::Model,
        planned: &Self::Model,
        config: &Self::Model,
    ) -> Outcome<Self::Model>;

    /// Deletes the resource.
    fn delete(&self, session: &Session, state: &Self::Model) -> Result<()>;
}

/// The result of a change, which may be incomplete.
pub(crate) struct Outcome<M> {
    /// The resulting state, which is stored even if the change failed.
    pub(crate) state: Option<M>,
    /// The reason why the change is incomplete.
    pub(crate) error: Option<Error>,
}

impl<M> Outcome<M> {
    /// Creates the result of a change that failed with this state.
    pub(crate) fn stuck(state: Option<M>, error: impl Into<Error>) -> Self {
        Self {
            state,
            error: Some(error.into()),
        }
    }
}

impl<M> From<Result<M>> for Outcome<M> {
    /// Converts a change that either succeeded or had no effect.
    fn from(result: Result<M>) -> Self {
        match result {
            Ok(state) => Self {
                state: Some(state),
                error: None,
            },
            Err(error) => Self {
                state: None,
                error: Some(error),
            },
        }
    }
}

/// A managed resource, as seen by the protocol.
pub(crate) trait Managed: Sync {
    fn schema(&self) -> Schema;
    fn validate(&self, config: &DynamicValue) -> Report;
    fn upgraded(&self, version: i64, state: &RawState) -> Result<DynamicValue>;
    fn refreshed(&self, session: &Session, state: DynamicValue) -> Result<DynamicValue>;
    fn imported(&self, session: &Session, id: &str) -> Result<DynamicValue>;
    fn planned(&self, session: &Session, request: &plan::Request) -> Result<plan::Response>;
    fn applied(&self, session: &Session, request: &apply::Request) -> Result<apply::Response>;
}

impl<R: Resource> Managed for R {
    fn schema(&self) -> Schema {
        R::Model::schema()
    }

    fn validate(&self, config: &DynamicValue) -> Report {
        let mut diagnostics = config.validate_config::<R::Model>();
        if let Ok(config) = config.decode::<R::Model>() {
            let schema = R::Model::block();
            for fault in self.check(&config) {
                diagnostics.push(fault.in_config(&schema));
            }
        }
        diagnostics.into()
    }

    fn upgraded(&self, version: i64, state: &RawState) -> Result<DynamicValue> {
        let current = R::Model::VERSION;
        let model = if version == current {
            state.decode()?
        } else {
            self.upgrade(version, state)?
        };
        DynamicValue::encode_state(&model)
    }

    fn refreshed(&self, session: &Session, state: DynamicValue) -> Result<DynamicValue> {
        // If the path of the inventory is not known yet, Terraform keeps its state.
        if session.reachable().is_none() {
            return Ok(state);
        }
        match state.decode::<Option<R::Model>>()? {
            None => Ok(state),
            Some(model) => DynamicValue::encode_state(&self.read(session, &model)?),
        }
    }

    fn imported(&self, session: &Session, id: &str) -> Result<DynamicValue> {
        DynamicValue::encode_state(&self.import(session, id)?)
    }

    fn planned(&self, session: &Session, request: &plan::Request) -> Result<plan::Response> {
        let prior: Option<R::Model> = decode(&request.prior_state)?;
        let mut planned: Option<R::Model> = decode(&request.proposed_new_state)?;
        if let Some(proposed) = &mut planned {
            self.plan(session, prior.as_ref(), proposed);
        }
        let replace = match (&prior, &planned) {
            (Some(prior), Some(planned)) => self.replace_for(prior, planned),
            _ => Vec::new(),
        };
        Ok(plan::Response {
            planned_state: Some(DynamicValue::encode_plan(&planned)?),
            requires_replace: replace.iter().map(Into::into).collect(),
            planned_private: request.prior_private.clone(),
            ..plan::Response::default()
        })
    }

    fn applied(&self, session: &Session, request: &apply::Request) -> Result<apply::Response> {
        let prior: Option<R::Model> = decode(&request.prior_state)?;
        let planned: Option<R::Model> = decode(&request.planned_state)?;
        let config: Option<R::Model> = decode(&request.config)?;
        let outcome = match (prior, planned, config) {
            (None, Some(planned), Some(config)) => self.create(session, &planned, &config),
            (Some(prior), Some(planned), Some(config)) => {
                let outcome = self.update(session, &prior, &planned, &config);
                Outcome {
                    state: outcome.state.or(Some(prior)),
                    ..outcome
                }
            }
            (Some(prior), None, _) => match self.delete(session, &prior) {
                Ok(()) => Outcome {
                    state: None,
                    error: None,
                },
                Err(error) => Outcome::stuck(Some(prior), error),
            },
            (None, None, _) => Outcome {
                state: None,
                error: None,
            },
            (_, Some(_), None) => {
                return Err(Error::msg("the plan has no configuration"));
            }
        };
        Ok(apply::Response {
            new_state: Some(DynamicValue::encode_state(&outcome.state)?),
            private: request.planned_private.clone(),
            diagnostics: outcome.error.map(report::failed).unwrap_or_default(),
        })
    }
}

/// Decodes a field of a message. A missing field is null.
pub(crate) fn decode<M: DeserializeOwned>(value: &Option<DynamicValue>) -> Result<Option<M>> {
    match value {
        Some(value) => value.decode(),
        None => Ok(None),
    }
}
