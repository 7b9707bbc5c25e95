//! What the user is told.

use serde::de::DeserializeOwned;
use tfvalue::tfplugin6::{Diagnostic, DynamicValue};
use tfvalue::{Error, TfSchema};

use crate::service;

/// Diagnostics of a call; none where all is well.
pub(crate) type Report = Vec<Diagnostic>;

/// Decodes a configuration and reports its faults: those that the schema shows, or else further ones.
pub(crate) fn validate<M: TfSchema + DeserializeOwned>(
    config: &DynamicValue,
    check: impl FnOnce(&M) -> Vec<Error>,
) -> Report {
    match config.decode() {
        Ok(config) => check(&config).iter().map(Diagnostic::from).collect(),
        Err(error) => Diagnostic::all(&error),
    }
}

impl From<service::Error> for Error {
    fn from(error: service::Error) -> Self {
        Error::msg(error)
    }
}
