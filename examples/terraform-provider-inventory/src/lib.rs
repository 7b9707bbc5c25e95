#![doc = include_str!("../README.md")]

mod calls;
mod managed;
pub mod models;
mod names;
mod network;
mod password;
pub mod plugin;
pub mod proto;
mod provider;
mod rack;
mod report;
mod server;
mod servers;
pub mod service;
mod session;

use std::io;
use std::process::ExitCode;

pub use plugin::Protocol;
pub use plugin::in_process::InProcess;
use provider::Inventory;

/// Runs the provider as a process that Terraform starts.
#[must_use]
pub fn run() -> ExitCode {
    plugin::run(Inventory::default())
}

/// Serves the provider from a thread of this process, for Terraform runs that connect to it.
///
/// # Errors
///
/// If no port can be opened.
pub fn serve_in_process() -> io::Result<InProcess> {
    InProcess::serve(Inventory::default())
}
