//! The service and the programs for the guide's path.

pub mod pages;
pub mod service;

pub use self::service::{Service, TOKEN};
