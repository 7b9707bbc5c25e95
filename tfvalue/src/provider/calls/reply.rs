//! Responses that only report a failure.

use crate::diagnostics::Diagnostics;
use crate::tfplugin::calls::action::plan_action;
use crate::tfplugin::calls::data_source::read_data_source;
use crate::tfplugin::calls::ephemeral::{
    close_ephemeral_resource, open_ephemeral_resource, renew_ephemeral_resource,
};
use crate::tfplugin::calls::resource::{
    import_resource_state, plan_resource_change, read_resource,
};
use crate::tfplugin::calls::state_store::{
    configure_state_store, delete_state, get_states, lock_state, unlock_state, write_state_bytes,
};

/// A response that can report a failure.
pub(crate) trait Reply: Default {
    fn failed(diagnostics: Diagnostics) -> Self;
}

macro_rules! replies {
    ($($call:ident)*) => {$(
        impl Reply for $call::Response {
            fn failed(diagnostics: Diagnostics) -> Self {
                let mut response = Self::default();
                response.diagnostics = diagnostics.into();
                response
            }
        }
    )*};
}

replies! {
    close_ephemeral_resource
    configure_state_store
    delete_state
    get_states
    import_resource_state
    lock_state
    open_ephemeral_resource
    plan_action
    plan_resource_change
    read_data_source
    read_resource
    renew_ephemeral_resource
    unlock_state
    write_state_bytes
}

/// Starts a call. If the configuration of the provider failed, the response contains the error.
macro_rules! begin {
    ($parts:expr) => {
        match $parts.call() {
            Ok(call) => call,
            Err(diagnostics) => return crate::provider::calls::reply::Reply::failed(diagnostics),
        }
    };
}

pub(crate) use begin;
