//! Responds to calls that concern managed resources without changing objects, such as upgrades of stored states and
//! imports.

use super::reply::begin;
use super::states::{headed, spelled};
use crate::diagnostics::Diagnostics;
use crate::plan::{self, Old};
use crate::provider::context::identity::CallIdentity;
use crate::provider::faults::panic::caught;
use crate::provider::identity;
use crate::provider::parts::Parts;
use crate::provider::registry::unknown;
use crate::rules;
use crate::state::MoveSource;
use crate::tfplugin::calls::ResourceIdentityData;
use crate::tfplugin::calls::identity::upgrade_resource_identity;
use crate::tfplugin::calls::resource::{
    generate_resource_config, import_resource_state, move_resource_state, upgrade_resource_state,
};
use crate::tfplugin::messages::DynamicValue;

impl Parts {
    pub(crate) async fn upgrade_resource_state(
        &self,
        request: upgrade_resource_state::Request,
    ) -> upgrade_resource_state::Response {
        let state = request.raw_state.unwrap_or_default();
        let upgraded = caught(async {
            let resource = self.managed.find(&request.type_name)?;
            let upgraded = resource.part().upgrade(request.version, &state);
            let upgraded = upgraded
                .map_err(|error| headed("upgrade", "Stored state cannot be upgraded", error))?;
            self.check(|check| check.state(resource, &upgraded, rules::check_upgrade))?;
            Ok(upgraded)
        });
        let mut diagnostics = Diagnostics::new();
        upgrade_resource_state::Response {
            upgraded_state: diagnostics.take(upgraded.await),
            diagnostics: self.messages(diagnostics),
        }
    }

    pub(crate) async fn upgrade_resource_identity(
        &self,
        request: upgrade_resource_identity::Request,
    ) -> upgrade_resource_identity::Response {
        let stored = request.raw_identity.unwrap_or_default();
        let upgraded = caught(async {
            let resource = self.managed.find(&request.type_name)?;
            let Some(identity) = &resource.history().identity else {
                return Err(unknown("identity", &request.type_name));
            };
            let (version, stored) = (request.version, stored.stored());
            let upgraded = identity.upgrade.run(
                |upgrade| upgrade(version, &stored),
                |upgrade| upgrade(version, &stored),
            );
            let upgraded = upgraded
                .map_err(|error| headed("upgrade", "Stored identity cannot be upgraded", error))?;
            Ok(ResourceIdentityData {
                identity_data: Some(upgraded.into()),
            })
        });
        let mut diagnostics = Diagnostics::new();
        upgrade_resource_identity::Response {
            upgraded_identity: diagnostics.take(upgraded.await),
            diagnostics: self.messages(diagnostics),
        }
    }

    pub(crate) async fn move_resource_state(
        &self,
        request: move_resource_state::Request,
    ) -> move_resource_state::Response {
        let state = request.source_state.unwrap_or_default();
        let source_identity = request.source_identity.map(|identity| identity.json);
        // The private data that another provider stored is meaningless to this provider.
        let provider = request.source_provider_address.rsplit('/').next();
        let target_private = if provider == Some(self.name()) {
            request.source_private
        } else {
            Vec::new()
        };
        let moved = caught(async {
            let source = MoveSource {
                type_name: &request.source_type_name,
                schema_version: request.source_schema_version,
                provider_address: &request.source_provider_address,
                identity: source_identity.as_deref(),
            };
            let resource = self.managed.find(&request.target_type_name)?;
            let state = resource.part().move_from(&source, &state);
            let state =
                state.map_err(|error| headed("moved_from", "State cannot be moved", error))?;
            self.check(|check| check.state(resource, &state, rules::check_move))?;
            let identity = identity::moved(resource, &state, source.identity)?;
            Ok((state, identity))
        });
        let mut diagnostics = Diagnostics::new();
        let (target_state, target_identity) = match diagnostics.take(moved.await) {
            Some((state, identity)) => (Some(state), identity),
            None => (None, None),
        };
        move_resource_state::Response {
            target_state,
            target_identity,
            diagnostics: self.messages(diagnostics),
            target_private,
        }
    }

    pub(crate) async fn import_resource_state(
        &self,
        request: import_resource_state::Request,
    ) -> import_resource_state::Response {
        if let Some(deferred) = self.deferred(request.client_capabilities.as_ref()) {
            // If there is no object, Terraform plans with an unknown object.
            return import_resource_state::Response {
                deferred: Some(deferred),
                ..Default::default()
            };
        }
        let mut call = begin!(self);
        call.set_capabilities(request.client_capabilities);
        let none = DynamicValue::null();
        let imported = caught(async {
            let resource = self.managed.find(&request.type_name)?;
            call.identity = CallIdentity::of(request.identity);
            let state = match call.identity.known() {
                Some(data) => identity::imported(resource, data)?,
                None => resource.import(request.id, &mut call).await?.known()?,
            };
            let state = spelled(resource, Old::Stored, &none, state.into())?.value;
            self.check(|check| check.state(resource, &state, rules::check_import))?;
            let identity = call.identity.of_imported(resource, &state)?;
            call.mark_import(resource)?;
            Ok((state, identity))
        });
        let imported = imported.await;
        let imported = call.take(imported);
        let diagnostics = call.diagnostics(&none, || self.managed.part(&request.type_name));
        let objects = imported.map(
            |(state, identity)| import_resource_state::ImportedResource {
                type_name: request.type_name,
                state: Some(state),
                private: call.private,
                identity,
            },
        );
        import_resource_state::Response {
            imported_resources: objects.into_iter().collect(),
            deferred: call.deferred.map(Into::into),
            diagnostics,
        }
    }

    pub(crate) async fn generate_resource_config(
        &self,
        request: generate_resource_config::Request,
    ) -> generate_resource_config::Response {
        let generated = caught(async {
            let resource = self.managed.find(&request.type_name)?;
            let state = request.state.unwrap_or_default();
            let state = resource.value(&state)?;
            let part = resource.part();
            let config = plan::generated_config(part.model().fields, part.block(), &state)?;
            Ok(DynamicValue::encode_value(&config, part.ty())?)
        });
        let mut diagnostics = Diagnostics::new();
        generate_resource_config::Response {
            config: diagnostics.take(generated.await),
            diagnostics: self.messages(diagnostics),
        }
    }
}
