//! The code that both sides of the plugin protocol share. `serve` runs the plugin process, and the client in the crate
//! tfvalue-client starts it.

pub mod address;
pub mod budget;
pub mod certificate;
pub mod frames;
pub mod names;
pub mod output;
mod short_rsa;
pub mod tls;
