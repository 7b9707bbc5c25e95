#![doc = include_str!("../README.md")]

pub mod models;
mod network;
mod password;
mod rack;
mod server;
mod servers;
pub mod service;
mod session;

use tfvalue::provider::Provider;

use models::{Config, Network, Password, Rack, Server, Servers};
pub use session::Session;

/// Creates the provider.
#[must_use]
pub fn provider() -> Provider<Session> {
    Provider::new::<Config>("example/inventory")
        .resource::<Network>()
        .resource::<Rack>()
        .resource::<Server>()
        .data_source::<Servers>()
        .ephemeral_resource::<Password>()
}
