//! Responds to calls for everything except managed resources.

use std::mem;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use super::reply::begin;
use crate::model::FunctionError;
use crate::provider::context::Call;
use crate::provider::erased::Part;
use crate::provider::faults::panic::caught;
use crate::provider::parts::{Configured, Parts};
use crate::provider::secrets::Secrets;
use crate::provider::streams::events::Events;
use crate::provider::streams::responses::Responses;
use crate::tfplugin::calls::action::{invoke_action, plan_action};
use crate::tfplugin::calls::data_source::read_data_source;
use crate::tfplugin::calls::ephemeral::{
    close_ephemeral_resource, open_ephemeral_resource, renew_ephemeral_resource,
};
use crate::tfplugin::calls::function::{call_function, get_functions};
use crate::tfplugin::calls::list::{list_resource, validate_list_resource_config};
use crate::tfplugin::calls::provider::{
    configure_provider, prepare_provider_config, validate_provider_config,
};
use crate::tfplugin::calls::{Timestamp, validate_config};
use crate::tfplugin::messages::{self, DynamicValue};
use crate::tfplugin::method::PartKind;

impl Parts {
    pub(crate) async fn prepare_provider_config(
        &self,
        request: prepare_provider_config::Request,
    ) -> prepare_provider_config::Response {
        let config = request.config.unwrap_or_default();
        prepare_provider_config::Response {
            diagnostics: self.validated_config(&config).await,
            prepared_config: Some(config),
        }
    }

    pub(crate) async fn validate_provider_config(
        &self,
        request: validate_provider_config::Request,
    ) -> validate_provider_config::Response {
        let config = request.config.unwrap_or_default();
        validate_provider_config::Response {
            diagnostics: self.validated_config(&config).await,
        }
    }

    async fn validated_config(&self, config: &DynamicValue) -> Vec<messages::Diagnostic> {
        let validate = |part: &Part| part.validate(config);
        self.validated(Ok(self.config.part()), config, validate)
            .await
    }

    /// Validates the configuration of a part for which only the schema matters.
    pub(crate) async fn validate_config(
        &self,
        kind: PartKind,
        request: validate_config::Request,
    ) -> validate_config::Response {
        let config = request.config.unwrap_or_default();
        let part = self.find(kind, &request.type_name);
        let validate = |part: &Part| part.validate(&config);
        validate_config::Response {
            diagnostics: self.validated(part, &config, validate).await,
        }
    }

    pub(crate) async fn configure_provider(
        &self,
        request: configure_provider::Request,
    ) -> configure_provider::Response {
        let config = request.config.unwrap_or_default();
        let mut call = self.new_call(Some(Arc::new(())));
        call.set_capabilities(request.client_capabilities);
        call.hide(self.config.part(), &[&config]);
        let configured = caught(async {
            match self.config.configure(&config, &mut call).await {
                // No client is needed.
                Err(none) if none.is_empty() && call.deferred.is_some() => Ok(None),
                configured => configured.map(Some),
            }
        });
        let configured = configured.await;
        let client = call.warnings.take(configured).flatten();
        if client.is_some() || call.deferred.is_some() {
            self.set_configured(Configured {
                client,
                deferred: call.deferred,
                client_capabilities: call.client_capabilities,
                secrets: call.secrets.get().cloned(),
            });
        }
        configure_provider::Response {
            diagnostics: call.diagnostics(&config, || Some(self.config.part())),
        }
    }

    pub(crate) async fn read_data_source(
        &self,
        request: read_data_source::Request,
    ) -> read_data_source::Response {
        let config = request.config.unwrap_or_default();
        if let Some(deferred) = self.deferred(request.client_capabilities.as_ref()) {
            let found = self.data_sources.part(&request.type_name);
            return read_data_source::Response {
                state: found.map(Part::unknown),
                deferred: Some(deferred),
                ..Default::default()
            };
        }
        let mut call = begin!(self);
        call.meta = request.provider_meta;
        call.set_capabilities(request.client_capabilities);
        let read = caught(async {
            let data_source = self.data_sources.find(&request.type_name)?;
            call.hide(data_source.part(), &[&config]);
            let read = self.known(data_source.read(&config, &mut call).await?)?;
            self.check(|check| check.data(data_source.part(), &read.value))?;
            Ok(read.value)
        });
        let read = read.await;
        read_data_source::Response {
            state: call.take(read),
            deferred: call.deferred.map(Into::into),
            diagnostics: call.diagnostics(&config, || self.data_sources.part(&request.type_name)),
        }
    }

    pub(crate) async fn open_ephemeral_resource(
        &self,
        request: open_ephemeral_resource::Request,
    ) -> open_ephemeral_resource::Response {
        let config = request.config.unwrap_or_default();
        if let Some(deferred) = self.deferred(request.client_capabilities.as_ref()) {
            let found = self.ephemeral.part(&request.type_name);
            return open_ephemeral_resource::Response {
                result: found.map(Part::unknown),
                deferred: Some(deferred),
                ..Default::default()
            };
        }
        let mut call = begin!(self);
        call.set_capabilities(request.client_capabilities);
        let opened = caught(async {
            let resource = self.ephemeral.find(&request.type_name)?;
            call.hide(resource.part(), &[&config]);
            let opened = resource.open(&config, &mut call).await?;
            self.check(|check| check.ephemeral(resource.part(), &config, &opened.result))?;
            Ok(opened)
        });
        let opened = opened.await;
        let (result, renew_at) = match call.take(opened) {
            Some(opened) => (Some(opened.result), opened.renew_at.map(timestamp)),
            None => (None, None),
        };
        open_ephemeral_resource::Response {
            result,
            renew_at,
            private: present(mem::take(&mut call.private)),
            deferred: call.deferred.map(Into::into),
            diagnostics: call.diagnostics(&config, || self.ephemeral.part(&request.type_name)),
        }
    }

    pub(crate) async fn renew_ephemeral_resource(
        &self,
        request: renew_ephemeral_resource::Request,
    ) -> renew_ephemeral_resource::Response {
        let mut call = begin!(self);
        call.private = request.private.unwrap_or_default();
        let renewed = caught(async {
            self.ephemeral
                .find(&request.type_name)?
                .renew(&mut call)
                .await
        })
        .await;
        let renewed = call.take(renewed);
        renew_ephemeral_resource::Response {
            renew_at: renewed.flatten().map(timestamp),
            private: present(mem::take(&mut call.private)),
            diagnostics: call.diagnostics(&DynamicValue::null(), || {
                self.ephemeral.part(&request.type_name)
            }),
        }
    }

    pub(crate) async fn close_ephemeral_resource(
        &self,
        request: close_ephemeral_resource::Request,
    ) -> close_ephemeral_resource::Response {
        let mut call = begin!(self);
        call.private = request.private.unwrap_or_default();
        let closed = caught(async {
            self.ephemeral
                .find(&request.type_name)?
                .close(&mut call)
                .await
        })
        .await;
        call.take(closed);
        close_ephemeral_resource::Response {
            diagnostics: call.diagnostics(&DynamicValue::null(), || {
                self.ephemeral.part(&request.type_name)
            }),
        }
    }

    pub(crate) async fn get_functions(&self) -> get_functions::Response {
        let functions = self.functions.iter();
        get_functions::Response {
            functions: functions
                .map(|(name, function)| (name.clone(), (&function.definition()).into()))
                .collect(),
            diagnostics: Vec::new(),
        }
    }

    pub(crate) async fn call_function(
        &self,
        request: call_function::Request,
    ) -> call_function::Response {
        let called = caught(async {
            let function = self.functions.find(&request.name)?;
            let result = function.call(&request.arguments).await?;
            if let Ok(value) = &result {
                let ty = || function.definition().return_type;
                self.check(|_| self.results.check(&ty(), request, value))?;
            }
            Ok(result)
        });
        let result = match called.await {
            Ok(result) => result,
            Err(diagnostics) => Err(FunctionError::new(diagnostics)),
        };
        match result {
            Ok(result) => call_function::Response {
                result: Some(result),
                error: None,
            },
            Err(error) => {
                let mut error = messages::FunctionError::from(error);
                error.text = Secrets::mask(&error.text).into_owned();
                call_function::Response {
                    result: None,
                    error: Some(error),
                }
            }
        }
    }

    pub(crate) async fn validate_list_resource_config(
        &self,
        request: validate_list_resource_config::Request,
    ) -> validate_list_resource_config::Response {
        let config = request.config.unwrap_or_default();
        let part = self.find(PartKind::ListResource, &request.type_name);
        let validate = |part: &Part| part.validate(&config);
        validate_list_resource_config::Response {
            diagnostics: self.validated(part, &config, validate).await,
        }
    }

    pub(crate) async fn stream_list_resource(
        &self,
        request: list_resource::Request,
        responses: Responses,
    ) {
        let mut events = Events::new(responses.clone(), &request);
        let config = request.config.unwrap_or_default();
        let mut call = Call::default();
        let listed = caught(async {
            call = self.call()?;
            let search = self.lists.find(&request.type_name)?;
            call.hide(search.part(), &[&config]);
            responses
                .run(search.list(&config, &mut events, &mut call))
                .await
        });
        let listed = listed.await;
        call.take(listed);
        let diagnostics = call.diagnostics(&config, || self.lists.part(&request.type_name));
        events.finish(diagnostics).await;
    }

    pub(crate) async fn plan_action(&self, request: plan_action::Request) -> plan_action::Response {
        let config = request.config.unwrap_or_default();
        if let Some(deferred) = self.deferred(request.client_capabilities.as_ref()) {
            let checked = self.check(|check| check.action(deferred.reason()));
            return plan_action::Response {
                deferred: Some(deferred),
                diagnostics: self.messages(checked.err().unwrap_or_default()),
            };
        }
        let mut call = begin!(self);
        call.set_capabilities(request.client_capabilities);
        let planned = caught(async {
            let action = self.actions.find(&request.action_type)?;
            call.hide(action.part(), &[&config]);
            action.plan(&config, &mut call).await?;
            match call.deferred {
                Some(reason) => self.check(|check| check.action(reason)),
                None => Ok(()),
            }
        });
        let planned = planned.await;
        call.take(planned);
        plan_action::Response {
            deferred: call.deferred.map(Into::into),
            diagnostics: call.diagnostics(&config, || self.actions.part(&request.action_type)),
        }
    }

    pub(crate) async fn stream_invoke_action(
        &self,
        request: invoke_action::Request,
        responses: Responses,
    ) {
        use invoke_action::event::{Completed, Type};
        let config = request.config.unwrap_or_default();
        let mut call = Call::default();
        let invoked = caught(async {
            call = self.call()?;
            call.responses = Some(responses.clone());
            call.client_capabilities = request.client_capabilities.unwrap_or_default().into();
            let action = self.actions.find(&request.action_type)?;
            call.hide(action.part(), &[&config]);
            action.invoke(&config, &mut call).await
        });
        let invoked = invoked.await;
        call.take(invoked);
        let completed = Type::Completed(Completed {
            diagnostics: call.diagnostics(&config, || self.actions.part(&request.action_type)),
        });
        let completed = invoke_action::Event {
            r#type: Some(completed),
        };
        responses.send(&completed).await;
    }
}

fn timestamp(time: SystemTime) -> Timestamp {
    // Terraform renews immediately if the time is in the past.
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp {
        seconds: i64::try_from(since.as_secs()).unwrap_or(i64::MAX),
        nanos: i32::try_from(since.subsec_nanos()).unwrap_or(0),
    }
}

fn present(private: Vec<u8>) -> Option<Vec<u8>> {
    (!private.is_empty()).then_some(private)
}
