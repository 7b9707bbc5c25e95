//! The service of the guide's path, and the programs of its pages.

pub mod pages;
pub mod service;

pub use self::service::{Service, TOKEN};
