//! Describes the contents of the messages of each call. The fields are named like the fields of the library's messages.

use tfvalue::__internal::cli::Record;
use tfvalue::tfplugin5::prepare_provider_config;
use tfvalue::tfplugin6::{
    apply_resource_change, call_function, close_ephemeral_resource, configure_provider,
    configure_state_store, delete_state, generate_resource_config, get_states,
    import_resource_state, invoke_action, list_resource, lock_state, move_resource_state,
    open_ephemeral_resource, plan_action, plan_resource_change, read_data_source, read_resource,
    read_state_bytes, renew_ephemeral_resource, stop_provider, unlock_state,
    upgrade_resource_identity, upgrade_resource_state, validate_action_config,
    validate_data_resource_config, validate_ephemeral_resource_config,
    validate_list_resource_config, validate_resource_config, validate_state_store,
    write_state_bytes,
};

/// The contents of a field.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    /// The name of the resource type or function to which the call applies.
    Subject,
    /// A value that the schema of the call describes.
    Value,
    /// An object of the call's resource type.
    Object,
    /// A value that modules send to the provider.
    Meta,
    /// An argument of a function.
    Argument,
    /// The result of a function.
    Result,
    /// The identity of an object.
    Identity,
    /// Private data of the provider; only the size is shown.
    Private,
    Text,
    Flag,
    Diagnostics,
    FunctionError,
    /// The paths that require replacement.
    Paths,
    Deferred,
    /// The capabilities of the client.
    Client,
    /// The objects of an import.
    Imported,
    /// The end or the progress of an action.
    Completed,
    Progress,
    /// Fields that are not shown.
    Silent,
    /// A number, or a message of which only the size is shown, such as a state with an unknown version.
    Other,
}

impl Kind {
    /// Returns the contents of a field by its name.
    fn of(field: &str, of: Of) -> Self {
        match field {
            "action_type" | "name" | "target_type_name" | "type_name" => Kind::Subject,
            "error" if of == Of::Function => Kind::FunctionError,
            "result" if of == Of::Function => Kind::Result,
            "config" | "current_state" | "new_state" | "planned_state" | "prepared_config"
            | "prior_state" | "proposed_new_state" | "result" | "state" | "target_state"
            | "upgraded_state" => Kind::Value,
            "resource_object" => Kind::Object,
            "provider_meta" => Kind::Meta,
            "arguments" => Kind::Argument,
            "current_identity" | "identity" | "new_identity" | "planned_identity"
            | "prior_identity" | "target_identity" | "upgraded_identity" => Kind::Identity,
            "bytes" | "planned_private" | "prior_private" | "private" | "source_private"
            | "target_private" => Kind::Private,
            "display_name"
            | "error"
            | "id"
            | "lock_id"
            | "operation"
            | "source_provider_address"
            | "source_type_name"
            | "state_id"
            | "terraform_version" => Kind::Text,
            "include_resource_object" | "legacy_type_system" => Kind::Flag,
            "diagnostic" | "diagnostics" => Kind::Diagnostics,
            "requires_replace" => Kind::Paths,
            "deferred" => Kind::Deferred,
            "client_capabilities" => Kind::Client,
            "imported_resources" => Kind::Imported,
            "completed" => Kind::Completed,
            "progress" => Kind::Progress,
            "capabilities" | "meta" | "range" | "renew_at" => Kind::Silent,
            _ => Kind::Other,
        }
    }
}

/// The schema of the values in the call.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Of {
    Nothing,
    Provider,
    Meta,
    Resource,
    Data,
    Ephemeral,
    List,
    Action,
    Store,
    Function,
}

/// Returns the name of a message's field by its number.
pub(crate) type Names = fn(u32) -> Option<&'static str>;

/// A call, with its name in version 6.
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) of: Of,
    pub(crate) request: Names,
    pub(crate) response: Names,
    /// The values to compare. The last value is the result of the call.
    pub(crate) columns: &'static [&'static str],
}

impl Entry {
    /// Finds a call by its name in version 6.
    pub(crate) fn find(name: &str) -> Option<&'static Entry> {
        CALLS.iter().find(|call| call.name == name)
    }

    /// Returns the name and the contents of a field.
    pub(crate) fn field(&self, names: Names, number: u32) -> Option<(&'static str, Kind)> {
        let name = names(number)?;
        Some((name, Kind::of(name, self.of)))
    }

    /// Returns `true` if the call may change something outside the process.
    pub(crate) fn changes(&self) -> bool {
        matches!(
            self.name,
            "ApplyResourceChange"
                | "OpenEphemeralResource"
                | "RenewEphemeralResource"
                | "CloseEphemeralResource"
                | "InvokeAction"
                | "WriteStateBytes"
                | "LockState"
                | "UnlockState"
                | "DeleteState"
        )
    }
}

fn names<M: Record + Default>(number: u32) -> Option<&'static str> {
    M::default().field_mut(number).map(|(name, _)| name)
}

/// Both fields of the message have the same name in the library.
fn names_of_event(number: u32) -> Option<&'static str> {
    [(1, "progress"), (2, "completed")]
        .into_iter()
        .find_map(|(known, name)| (known == number).then_some(name))
}

macro_rules! calls {
    ($($name:ident, $of:ident, $request:expr => $response:expr $(, [$($column:ident),+])?;)+) => {
        const CALLS: &[Entry] = &[$(Entry {
            name: stringify!($name),
            of: Of::$of,
            request: $request,
            response: $response,
            columns: &[$($(stringify!($column)),+)?],
        }),+];
    };
}

calls! {
    ValidateProviderConfig, Provider, names::<prepare_provider_config::Request> => names::<prepare_provider_config::Response>, [config, prepared_config];
    ValidateResourceConfig, Resource, names::<validate_resource_config::Request> => names::<validate_resource_config::Response>;
    ValidateDataResourceConfig, Data, names::<validate_data_resource_config::Request> => names::<validate_data_resource_config::Response>;
    ValidateEphemeralResourceConfig, Ephemeral, names::<validate_ephemeral_resource_config::Request> => names::<validate_ephemeral_resource_config::Response>;
    ValidateListResourceConfig, List, names::<validate_list_resource_config::Request> => names::<validate_list_resource_config::Response>;
    ValidateActionConfig, Action, names::<validate_action_config::Request> => names::<validate_action_config::Response>;
    ValidateStateStoreConfig, Store, names::<validate_state_store::Request> => names::<validate_state_store::Response>;
    ConfigureProvider, Provider, names::<configure_provider::Request> => names::<configure_provider::Response>;
    StopProvider, Nothing, names::<stop_provider::Request> => names::<stop_provider::Response>;
    UpgradeResourceState, Resource, names::<upgrade_resource_state::Request> => names::<upgrade_resource_state::Response>;
    UpgradeResourceIdentity, Resource, names::<upgrade_resource_identity::Request> => names::<upgrade_resource_identity::Response>;
    ReadResource, Resource, names::<read_resource::Request> => names::<read_resource::Response>, [current_state, new_state];
    PlanResourceChange, Resource, names::<plan_resource_change::Request> => names::<plan_resource_change::Response>, [prior_state, config, proposed_new_state, planned_state];
    ApplyResourceChange, Resource, names::<apply_resource_change::Request> => names::<apply_resource_change::Response>, [prior_state, config, planned_state, new_state];
    ImportResourceState, Resource, names::<import_resource_state::Request> => names::<import_resource_state::Response>;
    MoveResourceState, Resource, names::<move_resource_state::Request> => names::<move_resource_state::Response>;
    GenerateResourceConfig, Resource, names::<generate_resource_config::Request> => names::<generate_resource_config::Response>, [state, config];
    ReadDataSource, Data, names::<read_data_source::Request> => names::<read_data_source::Response>, [config, state];
    OpenEphemeralResource, Ephemeral, names::<open_ephemeral_resource::Request> => names::<open_ephemeral_resource::Response>, [config, result];
    RenewEphemeralResource, Ephemeral, names::<renew_ephemeral_resource::Request> => names::<renew_ephemeral_resource::Response>;
    CloseEphemeralResource, Ephemeral, names::<close_ephemeral_resource::Request> => names::<close_ephemeral_resource::Response>;
    CallFunction, Function, names::<call_function::Request> => names::<call_function::Response>;
    ListResource, List, names::<list_resource::Request> => names::<list_resource::Event>;
    PlanAction, Action, names::<plan_action::Request> => names::<plan_action::Response>;
    InvokeAction, Action, names::<invoke_action::Request> => names_of_event;
    ConfigureStateStore, Store, names::<configure_state_store::Request> => names::<configure_state_store::Response>;
    ReadStateBytes, Store, names::<read_state_bytes::Request> => names::<read_state_bytes::Response>;
    WriteStateBytes, Nothing, names::<write_state_bytes::RequestChunk> => names::<write_state_bytes::Response>;
    LockState, Store, names::<lock_state::Request> => names::<lock_state::Response>;
    UnlockState, Store, names::<unlock_state::Request> => names::<unlock_state::Response>;
    GetStates, Store, names::<get_states::Request> => names::<get_states::Response>;
    DeleteState, Store, names::<delete_state::Request> => names::<delete_state::Response>;
}
