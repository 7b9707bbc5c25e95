//! The service for the guide's path, and the programs on its pages.

pub mod pages;
pub mod service;

pub use self::service::{Service, TOKEN};
