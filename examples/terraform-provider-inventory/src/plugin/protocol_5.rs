//! Version 5 of the protocol, for a provider that implements version 6.

use std::sync::Arc;

use tfvalue::schema::ProviderSchema;
use tfvalue::tfplugin5::get_provider_schema::Response as Announcement5;
use tfvalue::tfplugin6::Diagnostic;
use tfvalue::tfplugin6::get_provider_schema::Response as Announcement6;
use tfvalue::{Diagnostics, Path, Schema, tfplugin5};
use tonic::{Request, Response, Status};

use crate::proto::tfplugin5::{prepare_provider_config, provider_server as server5};
use crate::proto::tfplugin6::provider_server::Provider;
use crate::proto::tfplugin6::{
    apply_resource_change, close_ephemeral_resource, configure_provider, get_provider_schema,
    import_resource_state, move_resource_state, open_ephemeral_resource, plan_resource_change,
    read_data_source, read_resource, renew_ephemeral_resource, stop_provider,
    upgrade_resource_state, validate_data_resource_config, validate_ephemeral_resource_config,
    validate_provider_config, validate_resource_config,
};

type Answer<T> = Result<Response<T>, Status>;

/// Answers the calls of version 5 with a provider's answers to the calls of version 6.
///
/// Only schemas differ. Version 5 has no nested attributes; they become attributes of object types,
/// which have the same values. A resource whose schema cannot be converted is omitted, with a warning
/// that contains the reason.
pub(super) struct Protocol5<P>(pub(super) Arc<P>);

#[tonic::async_trait]
impl<P: Provider> server5::Provider for Protocol5<P> {
    async fn get_schema(
        &self,
        request: Request<get_provider_schema::Request>,
    ) -> Answer<Announcement5> {
        let announced = self.0.get_provider_schema(request).await?;
        Ok(announced.map(|announced| lower(&announced)))
    }

    async fn prepare_provider_config(
        &self,
        request: Request<validate_provider_config::Request>,
    ) -> Answer<prepare_provider_config::Response> {
        let prepared_config = request.get_ref().config.clone();
        let answer = self.0.validate_provider_config(request).await?;
        Ok(answer.map(|answer| prepare_provider_config::Response {
            prepared_config,
            diagnostics: answer.diagnostics,
        }))
    }

    async fn validate_resource_type_config(
        &self,
        request: Request<validate_resource_config::Request>,
    ) -> Answer<validate_resource_config::Response> {
        self.0.validate_resource_config(request).await
    }

    async fn validate_data_source_config(
        &self,
        request: Request<validate_data_resource_config::Request>,
    ) -> Answer<validate_data_resource_config::Response> {
        self.0.validate_data_resource_config(request).await
    }

    async fn validate_ephemeral_resource_config(
        &self,
        request: Request<validate_ephemeral_resource_config::Request>,
    ) -> Answer<validate_ephemeral_resource_config::Response> {
        self.0.validate_ephemeral_resource_config(request).await
    }

    async fn upgrade_resource_state(
        &self,
        request: Request<upgrade_resource_state::Request>,
    ) -> Answer<upgrade_resource_state::Response> {
        self.0.upgrade_resource_state(request).await
    }

    async fn configure(
        &self,
        request: Request<configure_provider::Request>,
    ) -> Answer<configure_provider::Response> {
        self.0.configure_provider(request).await
    }

    async fn read_resource(
        &self,
        request: Request<read_resource::Request>,
    ) -> Answer<read_resource::Response> {
        self.0.read_resource(request).await
    }

    async fn plan_resource_change(
        &self,
        request: Request<plan_resource_change::Request>,
    ) -> Answer<plan_resource_change::Response> {
        self.0.plan_resource_change(request).await
    }

    async fn apply_resource_change(
        &self,
        request: Request<apply_resource_change::Request>,
    ) -> Answer<apply_resource_change::Response> {
        self.0.apply_resource_change(request).await
    }

    async fn import_resource_state(
        &self,
        request: Request<import_resource_state::Request>,
    ) -> Answer<import_resource_state::Response> {
        self.0.import_resource_state(request).await
    }

    async fn move_resource_state(
        &self,
        request: Request<move_resource_state::Request>,
    ) -> Answer<move_resource_state::Response> {
        self.0.move_resource_state(request).await
    }

    async fn read_data_source(
        &self,
        request: Request<read_data_source::Request>,
    ) -> Answer<read_data_source::Response> {
        self.0.read_data_source(request).await
    }

    async fn open_ephemeral_resource(
        &self,
        request: Request<open_ephemeral_resource::Request>,
    ) -> Answer<open_ephemeral_resource::Response> {
        self.0.open_ephemeral_resource(request).await
    }

    async fn renew_ephemeral_resource(
        &self,
        request: Request<renew_ephemeral_resource::Request>,
    ) -> Answer<renew_ephemeral_resource::Response> {
        self.0.renew_ephemeral_resource(request).await
    }

    async fn close_ephemeral_resource(
        &self,
        request: Request<close_ephemeral_resource::Request>,
    ) -> Answer<close_ephemeral_resource::Response> {
        self.0.close_ephemeral_resource(request).await
    }

    async fn stop(
        &self,
        request: Request<stop_provider::Request>,
    ) -> Answer<stop_provider::Response> {
        self.0.stop_provider(request).await
    }
}

/// Converts the schemas to version 5, with a warning for each schema that cannot be converted.
fn lower(announced: &Announcement6) -> Announcement5 {
    let mut diagnostics = announced.diagnostics.clone();
    let lowered = ProviderSchema::try_from(announced).and_then(|mut schemas| {
        diagnostics.extend(leave_out(&mut schemas));
        Announcement5::try_from(&schemas)
    });
    let lowered = lowered.unwrap_or_else(|error| {
        diagnostics.extend(Diagnostics::from(error).into_iter().map(Diagnostic::from));
        Announcement5::default()
    });
    Announcement5 {
        diagnostics,
        server_capabilities: announced.server_capabilities,
        ..lowered
    }
}

/// Removes the schemas that version 5 cannot represent, and returns the reasons. They are warnings,
/// because with an error, Terraform would use none of the schemas.
fn leave_out(schemas: &mut ProviderSchema) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    for (kind, schemas) in [
        ("resource_schemas", &mut schemas.resource_schemas),
        ("data_source_schemas", &mut schemas.data_source_schemas),
        (
            "ephemeral_resource_schemas",
            &mut schemas.ephemeral_resource_schemas,
        ),
    ] {
        schemas.retain(|name, schema| match refused(schema) {
            None => true,
            Some(error) => {
                let place = Path::from(kind).key(name.as_str());
                let detail = error.at(place).to_string();
                warnings.push(warning(&detail));
                false
            }
        });
    }
    warnings
}

fn warning(detail: &str) -> Diagnostic {
    tfvalue::Diagnostic::warning("Not available in protocol 5", detail).into()
}

fn refused(schema: &Schema) -> Option<tfvalue::Error> {
    tfplugin5::Schema::try_from(schema).err()
}

#[cfg(test)]
mod tests {
    use tfvalue::TfSchema as _;
    use tfvalue::schema::{NestedType, Nesting};
    use tfvalue::tfplugin6::ServerCapabilities;
    use tfvalue::tfplugin6::diagnostic::Severity;

    use super::*;
    use crate::models::{Network, ProviderConfig, Server, Servers};

    #[test]
    fn omits_unsupported_schemas_with_a_warning() {
        let resources = [("network", Network::schema()), ("server", Server::schema())];
        let schemas = ProviderSchema::new()
            .provider(ProviderConfig::schema())
            .resource_schemas(resources)
            .data_source_schemas([("servers", Servers::schema())]);
        let announced = Announcement6 {
            server_capabilities: Some(ServerCapabilities::default()),
            diagnostics: vec![tfvalue::Diagnostic::warning("a", "b").into()],
            ..Announcement6::from(&schemas)
        };
        let lowered = lower(&announced);
        let reason = "resource_schemas[\"server\"].endpoints.url: protocol 5 has no nested attributes, \
                      and an attribute of an object type cannot be computed";
        let warning = warning(reason);
        assert_eq!(
            lowered.diagnostics,
            [announced.diagnostics[0].clone(), warning]
        );
        assert_eq!(lowered.server_capabilities, announced.server_capabilities);
        assert!(lowered.provider.is_some());
        assert_eq!(
            lowered.resource_schemas.keys().collect::<Vec<_>>(),
            ["network"]
        );
        assert_eq!(
            lowered.data_source_schemas.keys().collect::<Vec<_>>(),
            ["servers"]
        );
    }

    #[test]
    fn unsupported_provider_configuration_is_an_error() {
        let mut provider = ProviderConfig::schema();
        let path = provider.block.attributes[1].clone().sensitive();
        provider.block.attributes[1].ty = NestedType::new(Nesting::Single, [path]).into();
        let announced = Announcement6::from(&ProviderSchema::new().provider(provider));
        let lowered = lower(&announced);
        assert_eq!(lowered.provider, None);
        let detail = &lowered.diagnostics[0].detail;
        assert!(detail.starts_with("provider.path.path: protocol 5 has no nested attributes"));
        assert_eq!(lowered.diagnostics[0].severity(), Severity::Error);
    }
}
