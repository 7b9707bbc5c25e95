//! What both sides of a plugin's protocol share: the process that `serve` runs, and the client of the crate
//! tfvalue-client, which starts it.

pub mod address;
pub mod budget;
pub mod certificate;
pub mod frames;
pub mod names;
pub mod output;
mod short_rsa;
pub mod tls;
