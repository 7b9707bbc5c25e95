//! The traits that the author of a provider implements. There is a trait for each kind of part.

pub(crate) mod action;
pub(crate) mod config;
pub(crate) mod data_source;
pub(crate) mod ephemeral;
pub(crate) mod function;
pub(crate) mod list;
pub(crate) mod plan;
pub(crate) mod resource;
pub(crate) mod state_only;
