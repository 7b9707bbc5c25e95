//! The calls of the protocol.

use tfvalue::prost::Message;

use crate::call::{Call, Responses, decode};
use crate::error::{ClientError, ClientErrorKind};
use crate::run::Client;
use tfvalue::provider::{Method, message_channel};
use tfvalue::{tfplugin5, tfplugin6};

/// Defines a method for each call. `as` precedes the module with the messages of the call, if the module has a
/// different name.
macro_rules! calls {
    ($($(#[$doc:meta])* $name:ident $(as $module:ident)? : $method:literal;)*) => {
        impl Client {
            $(
                $(#[$doc])*
                ///
                #[doc = concat!("This is the call `", $method, "`.")]
                pub fn $name(
                    &self,
                    request: &calls!(@module $name $($module)?; Request),
                ) -> Call<calls!(@module $name $($module)?; Response)> {
                    let (client, method) = (self.clone(), $method);
                    let response = self.named(method, request.encode_to_vec());
                    Call::new(async move { decode(method, response.await?, client.log_handle()) })
                }
            )*
        }
    };
    (@module $name:ident; $message:ident) => { tfplugin6::$name::$message };
    (@module $name:ident $module:ident; $message:ident) => { tfplugin6::$module::$message };
}

calls! {
    /// Returns the schemas of identities.
    get_resource_identity_schemas: "GetResourceIdentitySchemas";
    /// Returns the signatures of the functions.
    get_functions: "GetFunctions";
    /// Validates the configuration of the provider.
    ///
    /// In version 5, the call is `PrepareProviderConfig`, whose changed configuration Terraform ignores.
    validate_provider_config: "ValidateProviderConfig";
    /// Validates the configuration of a managed resource.
    validate_resource_config: "ValidateResourceConfig";
    /// Validates the configuration of a data source.
    validate_data_resource_config: "ValidateDataResourceConfig";
    /// Validates the configuration of an ephemeral resource.
    validate_ephemeral_resource_config: "ValidateEphemeralResourceConfig";
    /// Validates the configuration of a list resource.
    validate_list_resource_config: "ValidateListResourceConfig";
    /// Validates the configuration of an action.
    validate_action_config: "ValidateActionConfig";
    /// Validates the configuration of a state store.
    validate_state_store as validate_state_store: "ValidateStateStoreConfig";
    /// Configures the provider. Most calls need this first.
    configure_provider: "ConfigureProvider";
    /// Asks all running calls to end promptly.
    stop_provider: "StopProvider";
    /// Converts a stored state to the current version of the schema.
    upgrade_resource_state: "UpgradeResourceState";
    /// Converts a stored identity to the current version of its schema.
    upgrade_resource_identity: "UpgradeResourceIdentity";
    /// Reads the current state of an object.
    read_resource: "ReadResource";
    /// Plans a change to an object.
    plan_resource_change: "PlanResourceChange";
    /// Applies a planned change.
    apply_resource_change: "ApplyResourceChange";
    /// Imports existing objects.
    import_resource_state: "ImportResourceState";
    /// Converts the state of an object of another resource type.
    move_resource_state: "MoveResourceState";
    /// Generates a configuration from a state.
    generate_resource_config: "GenerateResourceConfig";
    /// Reads a data source.
    read_data_source: "ReadDataSource";
    /// Opens an ephemeral resource.
    open_ephemeral_resource: "OpenEphemeralResource";
    /// Renews an ephemeral resource.
    renew_ephemeral_resource: "RenewEphemeralResource";
    /// Closes an ephemeral resource.
    close_ephemeral_resource: "CloseEphemeralResource";
    /// Calls a function.
    call_function: "CallFunction";
    /// Plans an action.
    plan_action: "PlanAction";
    /// Configures a state store.
    configure_state_store: "ConfigureStateStore";
    /// Locks a state.
    lock_state: "LockState";
    /// Unlocks a state.
    unlock_state: "UnlockState";
    /// Returns the names of all states.
    get_states: "GetStates";
    /// Deletes a state.
    delete_state: "DeleteState";
}

/// Defines a method for each call with a stream of responses.
macro_rules! streams {
    ($($(#[$doc:meta])* $name:ident, $response:ident: $method:literal;)*) => {
        impl Client {
            $(
                $(#[$doc])*
                ///
                #[doc = concat!("This is the call `", $method, "`.")]
                pub fn $name(
                    &self,
                    request: &tfplugin6::$name::Request,
                ) -> Responses<tfplugin6::$name::$response> {
                    self.responses($method, request.encode_to_vec())
                }
            )*
        }
    };
}

streams! {
    /// Runs an action. The responses are the progress and the end of the action.
    invoke_action, Event: "InvokeAction";
    /// Searches for objects.
    list_resource, Event: "ListResource";
    /// Reads a state, in chunks.
    read_state_bytes, Response: "ReadStateBytes";
}

impl Client {
    /// Writes a state, in chunks. The chunks are taken from the iterator at the rate at which the provider receives them.
    ///
    /// This is the `WriteStateBytes` call.
    ///
    /// # Examples
    ///
    /// ```no_run
    /// use tfvalue_client::{Client, ClientError};
    /// use tfvalue::tfplugin6::write_state_bytes::{RequestChunk, Response};
    /// use tfvalue::tfplugin6::{RequestChunkMeta, StateRange};
    ///
    /// fn write(client: &Client, state: Vec<u8>) -> Result<Response, ClientError> {
    ///     let meta = RequestChunkMeta { type_name: "shop_bucket".into(), state_id: "default".into() };
    ///     let length = state.len() as i64;
    ///     let whole = RequestChunk {
    ///         meta: Some(meta),
    ///         range: Some(StateRange { start: 0, end: length - 1 }),
    ///         total_length: length,
    ///         bytes: state,
    ///     };
    ///     client.write_state_bytes([whole]).wait()
    /// }
    /// ```
    pub fn write_state_bytes<I>(&self, chunks: I) -> Call<tfplugin6::write_state_bytes::Response>
    where
        I: IntoIterator<Item = tfplugin6::write_state_bytes::RequestChunk>,
        I::IntoIter: Send + 'static,
    {
        let name = "WriteStateBytes";
        let (sender, requests) = message_channel();
        let (responses, mut received) = message_channel();
        let chunks = chunks.into_iter();
        let sending = self.run(name, async move {
            for chunk in chunks {
                // Sending fails if the call has ended. The outcome of the call contains the reason.
                if sender.send(chunk.encode_to_vec().into()).await.is_err() {
                    break;
                }
            }
            Ok(())
        });
        let call = self.stream(stream_method(name), requests, responses);
        let log = self.log_handle().clone();
        Call::new(async move {
            call.await?;
            drop(sending);
            match received.next().await {
                Ok(Some(response)) => decode(name, response, &log),
                _ => {
                    let problem = format!("{name}: the response is missing");
                    Err(ClientError::new(ClientErrorKind::Malformed, problem, &log))
                }
            }
        })
    }

    /// Returns the names of the provider's parts, and its optional features.
    ///
    /// This is the `GetMetadata` call.
    pub fn get_metadata(
        &self,
        request: &tfplugin6::get_metadata::Request,
    ) -> Call<tfplugin6::get_metadata::Response> {
        let (client, method) = (self.clone(), "GetMetadata");
        let response = self.named(method, request.encode_to_vec());
        Call::new(async move {
            let (response, log) = (response.await?, client.log_handle());
            if client.protocol() == 6 {
                return decode(method, response, log);
            }
            let mut response: tfplugin5::get_metadata::Response = decode(method, response, log)?;
            // Providers in Go use another field, whose number belongs to the state stores in version 6.
            if response.actions.is_empty() {
                response.actions = response.go_actions;
            }
            Ok(tfplugin6::get_metadata::Response {
                server_capabilities: response.server_capabilities,
                diagnostics: response.diagnostics,
                data_sources: response.data_sources,
                resources: response.resources,
                functions: response.functions,
                ephemeral_resources: response.ephemeral_resources,
                list_resources: response.list_resources,
                actions: response.actions,
                state_stores: Vec::new(),
            })
        })
    }

    fn responses<R: Message + Default>(
        &self,
        name: &'static str,
        request: Vec<u8>,
    ) -> Responses<R> {
        let (sender, receiver) = message_channel();
        let requests = [request.into()].into_iter().collect();
        let call = self.stream(stream_method(name), requests, sender);
        Responses::new(name, receiver, call, self.log_handle().clone())
    }
}

fn stream_method(name: &str) -> &'static Method {
    match Method::find(6, name) {
        Some(method) => method,
        None => unreachable!("{name} is a method of version 6"),
    }
}
