//! Creates responses to calls that the other provider does not respond to.

use bytes::Bytes;
use tfvalue::__internal::client::MethodKind;
use tfvalue::prost::Message as _;
use tfvalue::provider::CallErrorKind;
use tfvalue::tfplugin6::{
    apply_resource_change, call_function, close_ephemeral_resource, configure_state_store,
    delete_state, generate_resource_config, get_states, import_resource_state, invoke_action,
    list_resource, lock_state, move_resource_state, open_ephemeral_resource, plan_action,
    plan_resource_change, read_data_source, read_resource, read_state_bytes,
    renew_ephemeral_resource, unlock_state, upgrade_resource_identity, upgrade_resource_state,
    validate_action_config, validate_data_resource_config, validate_ephemeral_resource_config,
    validate_list_resource_config, validate_resource_config, validate_state_store,
    write_state_bytes,
};
use tfvalue::{Diagnostic, Diagnostics, functions::FunctionError};

use crate::error::{ClientError, ClientErrorKind};

/// Encodes a response that only reports a failure.
macro_rules! failed {
    ($call:ident, $diagnostics:expr) => {
        $call::Response {
            diagnostics: $diagnostics.into(),
            ..Default::default()
        }
        .encode_to_vec()
    };
}

/// Creates the response to a call that has failed, or returns `None` if this call must also fail with a gRPC error.
#[allow(
    clippy::needless_update,
    reason = "some responses have no other fields"
)]
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
    let response = match kind {
        M::ApplyResourceChange => applied(request, diagnostics),
        M::CallFunction => call_function::Response {
            result: None,
            error: Some(FunctionError::new(diagnostics).into()),
        }
        .encode_to_vec(),
        M::InvokeAction => completed(diagnostics).encode_to_vec(),
        M::ListResource => list_resource::Event {
            diagnostic: diagnostics.into(),
            ..Default::default()
        }
        .encode_to_vec(),
        M::CloseEphemeralResource => failed!(close_ephemeral_resource, diagnostics),
        M::ConfigureStateStore => failed!(configure_state_store, diagnostics),
        M::DeleteState => failed!(delete_state, diagnostics),
        M::GenerateResourceConfig => failed!(generate_resource_config, diagnostics),
        M::GetStates => failed!(get_states, diagnostics),
        M::ImportResourceState => failed!(import_resource_state, diagnostics),
        M::LockState => failed!(lock_state, diagnostics),
        M::MoveResourceState => failed!(move_resource_state, diagnostics),
        M::OpenEphemeralResource => failed!(open_ephemeral_resource, diagnostics),
        M::PlanAction => failed!(plan_action, diagnostics),
        M::PlanResourceChange => failed!(plan_resource_change, diagnostics),
        M::ReadDataSource => failed!(read_data_source, diagnostics),
        M::ReadResource => failed!(read_resource, diagnostics),
        M::ReadStateBytes => failed!(read_state_bytes, diagnostics),
        M::RenewEphemeralResource => failed!(renew_ephemeral_resource, diagnostics),
        M::UnlockState => failed!(unlock_state, diagnostics),
        M::UpgradeResourceIdentity => failed!(upgrade_resource_identity, diagnostics),
        M::UpgradeResourceState => failed!(upgrade_resource_state, diagnostics),
        M::ValidateActionConfig => failed!(validate_action_config, diagnostics),
        M::ValidateDataResourceConfig => failed!(validate_data_resource_config, diagnostics),
        M::ValidateEphemeralResourceConfig => {
            failed!(validate_ephemeral_resource_config, diagnostics)
        }
        M::ValidateListResourceConfig => {
            failed!(validate_list_resource_config, diagnostics)
        }
        M::ValidateResourceConfig => failed!(validate_resource_config, diagnostics),
        M::ValidateStateStoreConfig => failed!(validate_state_store, diagnostics),
        M::WriteStateBytes => failed!(write_state_bytes, diagnostics),
        // The following calls are sent to both providers.
        M::ConfigureProvider
        | M::GetFunctions
        | M::GetMetadata
        | M::GetProviderSchema
        | M::GetResourceIdentitySchemas
        | M::StopProvider
        | M::ValidateProviderConfig => return None,
    };
    Some(response.into())
}

/// The headline of a failure.
pub(super) const HEADLINE: &str = "The other provider failed";

/// Converts the failure to an error for the user.
pub(super) fn diagnostics(error: &ClientError) -> Diagnostics {
    Diagnostic::error(HEADLINE, error).into()
}

/// Keeps the prior object. Without a state, Terraform would forget the object.
fn applied(request: &[u8], diagnostics: Diagnostics) -> Vec<u8> {
    use apply_resource_change::{Request, Response};
    // Reporting a malformed request is left to the other provider.
    let request = Request::decode(request).unwrap_or_default();
    Response {
        new_state: request.prior_state,
        private: request.planned_private,
        diagnostics: diagnostics.into(),
        ..Response::default()
    }
    .encode_to_vec()
}

fn completed(diagnostics: Diagnostics) -> invoke_action::Event {
    use invoke_action::event::{Completed, Type};
    invoke_action::Event {
        r#type: Some(Type::Completed(Completed {
            diagnostics: diagnostics.into(),
        })),
    }
}
