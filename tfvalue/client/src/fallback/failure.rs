//! Responses to calls that the other provider does not respond to.

use prost::bytes::Bytes;

use crate::client::{ClientError, ClientErrorKind};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::model::FunctionError;
use crate::provider::CallErrorKind;
use crate::provider::reply::{Reply, replies};
use crate::tfplugin::calls::action::{invoke_action, plan_action, validate_action_config};
use crate::tfplugin::calls::data_source::{read_data_source, validate_data_resource_config};
use crate::tfplugin::calls::ephemeral::{
    close_ephemeral_resource, open_ephemeral_resource, renew_ephemeral_resource,
    validate_ephemeral_resource_config,
};
use crate::tfplugin::calls::function::call_function;
use crate::tfplugin::calls::identity::upgrade_resource_identity;
use crate::tfplugin::calls::list::{list_resource, validate_list_resource_config};
use crate::tfplugin::calls::resource::{
    apply_resource_change, generate_resource_config, import_resource_state, move_resource_state,
    plan_resource_change, read_resource, upgrade_resource_state, validate_resource_config,
};
use crate::tfplugin::calls::state_store::{
    configure_state_store, delete_state, get_states, lock_state, read_state_bytes, unlock_state,
    validate_state_store, write_state_bytes,
};
use crate::tfplugin::method::MethodKind;
use crate::tfplugin::{self, Record, to_bytes};

replies! {
    apply_resource_change
    generate_resource_config
    move_resource_state
    read_state_bytes
    upgrade_resource_identity
    upgrade_resource_state
    validate_action_config
    validate_data_resource_config
    validate_ephemeral_resource_config
    validate_list_resource_config
    validate_resource_config
    validate_state_store
}

/// Creates the response to a call that has failed, or `None` if it has to fail with an error of gRPC, too.
pub(super) fn response(kind: MethodKind, request: &[u8], error: &ClientError) -> Option<Bytes> {
    use MethodKind as M;
    let diagnostics = match (kind, error.kind()) {
        (M::MoveResourceState, ClientErrorKind::Failed(CallErrorKind::Unimplemented)) => {
            let detail =
                "The provider cannot convert the state of another resource type to this one.";
            Diagnostic::error("Unable to Move Resource State", detail).into()
        }
        (_, ClientErrorKind::Failed(_)) => return None,
        _ => diagnostics(error),
    };
    Some(match kind {
        M::ApplyResourceChange => applied(request, diagnostics),
        M::CallFunction => to_bytes(&call_function::Response {
            result: None,
            error: Some(FunctionError::new(diagnostics).into()),
        }),
        M::InvokeAction => to_bytes(&completed(diagnostics)),
        M::ListResource => to_bytes(&list_resource::Event {
            diagnostic: diagnostics.into(),
            ..Default::default()
        }),
        M::CloseEphemeralResource => reply::<close_ephemeral_resource::Response>(diagnostics),
        M::ConfigureStateStore => reply::<configure_state_store::Response>(diagnostics),
        M::DeleteState => reply::<delete_state::Response>(diagnostics),
        M::GenerateResourceConfig => reply::<generate_resource_config::Response>(diagnostics),
        M::GetStates => reply::<get_states::Response>(diagnostics),
        M::ImportResourceState => reply::<import_resource_state::Response>(diagnostics),
        M::LockState => reply::<lock_state::Response>(diagnostics),
        M::MoveResourceState => reply::<move_resource_state::Response>(diagnostics),
        M::OpenEphemeralResource => reply::<open_ephemeral_resource::Response>(diagnostics),
        M::PlanAction => reply::<plan_action::Response>(diagnostics),
        M::PlanResourceChange => reply::<plan_resource_change::Response>(diagnostics),
        M::ReadDataSource => reply::<read_data_source::Response>(diagnostics),
        M::ReadResource => reply::<read_resource::Response>(diagnostics),
        M::ReadStateBytes => reply::<read_state_bytes::Response>(diagnostics),
        M::RenewEphemeralResource => reply::<renew_ephemeral_resource::Response>(diagnostics),
        M::UnlockState => reply::<unlock_state::Response>(diagnostics),
        M::UpgradeResourceIdentity => reply::<upgrade_resource_identity::Response>(diagnostics),
        M::UpgradeResourceState => reply::<upgrade_resource_state::Response>(diagnostics),
        M::ValidateActionConfig => reply::<validate_action_config::Response>(diagnostics),
        M::ValidateDataResourceConfig => {
            reply::<validate_data_resource_config::Response>(diagnostics)
        }
        M::ValidateEphemeralResourceConfig => {
            reply::<validate_ephemeral_resource_config::Response>(diagnostics)
        }
        M::ValidateListResourceConfig => {
            reply::<validate_list_resource_config::Response>(diagnostics)
        }
        M::ValidateResourceConfig => reply::<validate_resource_config::Response>(diagnostics),
        M::ValidateStateStoreConfig => reply::<validate_state_store::Response>(diagnostics),
        M::WriteStateBytes => reply::<write_state_bytes::Response>(diagnostics),
        // These calls go to both providers.
        M::ConfigureProvider
        | M::GetFunctions
        | M::GetMetadata
        | M::GetProviderSchema
        | M::GetResourceIdentitySchemas
        | M::StopProvider
        | M::ValidateProviderConfig => return None,
    })
}

/// The headline of a failure.
pub(super) const HEADLINE: &str = "The other provider failed";

/// Returns the failure as an error for the user.
pub(super) fn diagnostics(error: &ClientError) -> Diagnostics {
    Diagnostic::error(HEADLINE, error).into()
}

fn reply<R: Reply + Record>(diagnostics: Diagnostics) -> Bytes {
    to_bytes(&R::failed(diagnostics))
}

/// Keeps the prior object: without a state, Terraform would forget it.
fn applied(request: &[u8], diagnostics: Diagnostics) -> Bytes {
    use apply_resource_change::{Request, Response};
    // The other provider has to respond to a malformed request.
    let request: Request = tfplugin::decode(request).unwrap_or_default();
    to_bytes(&Response {
        new_state: request.prior_state,
        private: request.planned_private,
        ..Response::failed(diagnostics)
    })
}

fn completed(diagnostics: Diagnostics) -> invoke_action::Event {
    use invoke_action::event::{Completed, Type};
    invoke_action::Event {
        r#type: Some(Type::Completed(Completed {
            diagnostics: diagnostics.into(),
        })),
    }
}
