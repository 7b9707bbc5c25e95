//! The calls of the protocol: dispatches each request to its resource.

use tfvalue::TfSchema as _;
use tfvalue::schema::ProviderSchema;
use tfvalue::tfplugin6::{ServerCapabilities, get_provider_schema::Response as Announcement};
use tonic::{Request, Response, Status};

use crate::models::{Password, ProviderConfig, Servers};
use crate::plugin::log;
use crate::proto::tfplugin6::provider_server::Provider;
use crate::proto::tfplugin6::{
    apply_resource_change, close_ephemeral_resource, configure_provider, get_functions,
    get_metadata, get_provider_schema, import_resource_state, open_ephemeral_resource,
    plan_resource_change, read_data_source, read_resource, renew_ephemeral_resource, stop_provider,
    upgrade_resource_state, validate_data_resource_config, validate_ephemeral_resource_config,
    validate_provider_config, validate_resource_config,
};
use crate::provider::{Inventory, MANAGED, managed};
use crate::report::{self, Report};
use crate::{password, servers};

const CAPABILITIES: ServerCapabilities = ServerCapabilities {
    plan_destroy: false,
    get_provider_schema_optional: true,
    move_resource_state: false,
    generate_resource_config: false,
};

type Answer<T> = Result<Response<T>, Status>;

#[tonic::async_trait]
impl Provider for Inventory {
    async fn get_metadata(
        &self,
        _: Request<get_metadata::Request>,
    ) -> Answer<get_metadata::Response> {
        let named = |name: &str| get_metadata::TypeName {
            type_name: name.to_owned(),
        };
        Ok(Response::new(get_metadata::Response {
            server_capabilities: Some(CAPABILITIES),
            resources: MANAGED.map(|(name, _)| named(name)).into(),
            data_sources: vec![named(servers::NAME)],
            ephemeral_resources: vec![named(password::NAME)],
            diagnostics: Report::new(),
        }))
    }

    async fn get_provider_schema(
        &self,
        _: Request<get_provider_schema::Request>,
    ) -> Answer<Announcement> {
        Ok(Response::new(Announcement {
            server_capabilities: Some(CAPABILITIES),
            ..Announcement::from(&schemas())
        }))
    }

    async fn get_functions(
        &self,
        _: Request<get_functions::Request>,
    ) -> Answer<get_functions::Response> {
        Ok(Response::new(get_functions::Response::default()))
    }

    async fn validate_provider_config(
        &self,
        request: Request<validate_provider_config::Request>,
    ) -> Answer<validate_provider_config::Response> {
        let config = request.into_inner().config.unwrap_or_default();
        answer(|| {
            let diagnostics = config.validate_config::<ProviderConfig>().into();
            Ok(validate_provider_config::Response { diagnostics })
        })
    }

    async fn validate_resource_config(
        &self,
        request: Request<validate_resource_config::Request>,
    ) -> Answer<validate_resource_config::Response> {
        let request = request.into_inner();
        answer(|| {
            let config = request.config.unwrap_or_default();
            let diagnostics = managed(&request.type_name)?.validate(&config);
            Ok(validate_resource_config::Response { diagnostics })
        })
    }

    async fn validate_data_resource_config(
        &self,
        request: Request<validate_data_resource_config::Request>,
    ) -> Answer<validate_data_resource_config::Response> {
        let config = request.into_inner().config.unwrap_or_default();
        answer(|| {
            let diagnostics = servers::validate(&config);
            Ok(validate_data_resource_config::Response { diagnostics })
        })
    }

    async fn validate_ephemeral_resource_config(
        &self,
        request: Request<validate_ephemeral_resource_config::Request>,
    ) -> Answer<validate_ephemeral_resource_config::Response> {
        let config = request.into_inner().config.unwrap_or_default();
        answer(|| {
            let diagnostics = password::validate(&config);
            Ok(validate_ephemeral_resource_config::Response { diagnostics })
        })
    }

    async fn upgrade_resource_state(
        &self,
        request: Request<upgrade_resource_state::Request>,
    ) -> Answer<upgrade_resource_state::Response> {
        let request = request.into_inner();
        answer(|| {
            let state = request.raw_state.unwrap_or_default();
            let upgraded = managed(&request.type_name)?.upgraded(request.version, &state)?;
            Ok(upgrade_resource_state::Response {
                upgraded_state: Some(upgraded),
                ..upgrade_resource_state::Response::default()
            })
        })
    }

    async fn configure_provider(
        &self,
        request: Request<configure_provider::Request>,
    ) -> Answer<configure_provider::Response> {
        let config = request.into_inner().config.unwrap_or_default();
        answer(|| {
            self.configure(&config)?;
            Ok(configure_provider::Response::default())
        })
    }

    async fn read_resource(
        &self,
        request: Request<read_resource::Request>,
    ) -> Answer<read_resource::Response> {
        let request = request.into_inner();
        answer(|| {
            let state = request.current_state.unwrap_or_default();
            let resource = managed(&request.type_name)?;
            Ok(read_resource::Response {
                new_state: Some(resource.refreshed(&*self.session()?, state)?),
                private: request.private,
                ..read_resource::Response::default()
            })
        })
    }

    async fn plan_resource_change(
        &self,
        request: Request<plan_resource_change::Request>,
    ) -> Answer<plan_resource_change::Response> {
        let request = request.into_inner();
        answer(|| managed(&request.type_name)?.planned(&*self.session()?, &request))
    }

    async fn apply_resource_change(
        &self,
        request: Request<apply_resource_change::Request>,
    ) -> Answer<apply_resource_change::Response> {
        let request = request.into_inner();
        answer(|| managed(&request.type_name)?.applied(&*self.session()?, &request))
    }

    async fn import_resource_state(
        &self,
        request: Request<import_resource_state::Request>,
    ) -> Answer<import_resource_state::Response> {
        let request = request.into_inner();
        answer(|| {
            let resource = managed(&request.type_name)?;
            let imported = import_resource_state::ImportedResource {
                state: Some(resource.imported(&*self.session()?, &request.id)?),
                type_name: request.type_name,
                private: Vec::new(),
            };
            Ok(import_resource_state::Response {
                imported_resources: vec![imported],
                ..import_resource_state::Response::default()
            })
        })
    }

    async fn read_data_source(
        &self,
        request: Request<read_data_source::Request>,
    ) -> Answer<read_data_source::Response> {
        let config = request.into_inner().config.unwrap_or_default();
        answer(|| {
            Ok(read_data_source::Response {
                state: Some(servers::read(&*self.session()?, &config)?),
                ..read_data_source::Response::default()
            })
        })
    }

    async fn open_ephemeral_resource(
        &self,
        request: Request<open_ephemeral_resource::Request>,
    ) -> Answer<open_ephemeral_resource::Response> {
        let config = request.into_inner().config.unwrap_or_default();
        answer(|| password::open(&*self.session()?, &config))
    }

    async fn renew_ephemeral_resource(
        &self,
        request: Request<renew_ephemeral_resource::Request>,
    ) -> Answer<renew_ephemeral_resource::Response> {
        let private = request.into_inner().private;
        answer(|| password::renew(&*self.session()?, private))
    }

    async fn close_ephemeral_resource(
        &self,
        request: Request<close_ephemeral_resource::Request>,
    ) -> Answer<close_ephemeral_resource::Response> {
        let private = request.into_inner().private;
        answer(|| {
            password::close(&*self.session()?, private.as_deref())?;
            Ok(close_ephemeral_resource::Response::default())
        })
    }

    /// No call takes long enough to be interrupted. A running call completes, and its state is saved.
    async fn stop_provider(
        &self,
        _: Request<stop_provider::Request>,
    ) -> Answer<stop_provider::Response> {
        log::info("Terraform was interrupted", &[]);
        Ok(Response::new(stop_provider::Response::default()))
    }
}

/// Returns all schemas, for both versions of the protocol.
fn schemas() -> ProviderSchema {
    ProviderSchema::new()
        .provider(ProviderConfig::schema())
        .resource_schemas(MANAGED.map(|(name, resource)| (name, resource.schema())))
        .data_source_schemas([(servers::NAME, Servers::schema())])
        .ephemeral_resource_schemas([(password::NAME, Password::schema())])
}

/// Answers a call, with diagnostics if it fails. The service blocks, so tokio moves other calls to
/// another thread.
fn answer<T: Reply>(call: impl FnOnce() -> tfvalue::Result<T>) -> Answer<T> {
    let result = tokio::task::block_in_place(call);
    Ok(Response::new(
        result.unwrap_or_else(|error| T::failed(report::failed(error))),
    ))
}

/// A response that can report a failure.
trait Reply: Default {
    fn diagnostics(&mut self) -> &mut Report;

    fn failed(diagnostics: Report) -> Self {
        let mut reply = Self::default();
        *reply.diagnostics() = diagnostics;
        reply
    }
}

macro_rules! replies {
    ($($call:ident)*) => {
        $(impl Reply for $call::Response {
            fn diagnostics(&mut self) -> &mut Report {
                &mut self.diagnostics
            }
        })*
    };
}

replies! {
    apply_resource_change
    close_ephemeral_resource
    configure_provider
    import_resource_state
    open_ephemeral_resource
    plan_resource_change
    read_data_source
    read_resource
    renew_ephemeral_resource
    upgrade_resource_state
    validate_data_resource_config
    validate_ephemeral_resource_config
    validate_provider_config
    validate_resource_config
}
