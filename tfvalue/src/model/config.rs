//! Reads configurations into structs and collects every fault.

use std::collections::BTreeSet;

use serde::de::DeserializeOwned;

use super::TfSchema;
use crate::error::Error;
use crate::path::Path;
use crate::schema::Block;
use crate::value::{Value, faults};

/// Reads a configuration and collects its faults: breaches of the schema, and values that do not fit
/// the types of `T`.
pub(crate) fn read<T: TfSchema + DeserializeOwned>(
    config: Value,
    block: &Block,
) -> (Option<T>, Vec<Error>) {
    let invalid = block.validate_value(&config).err();
    let mut faults: Vec<Error> = invalid.into_iter().flat_map(Error::into_faults).collect();
    let value = faults::read(&config.with_dynamics(&block.implied_type()));
    let (read, unfit) = match value {
        Ok(read) => (Some(read), None),
        Err(error) => (None, Some(error.in_config(block))),
    };
    // If both find a fault at the same place, keep that of the schema, which uses Terraform's
    // words.
    let reported: BTreeSet<Path> = faults.iter().map(Error::path).collect();
    let unfit = unfit.into_iter().flat_map(Error::into_faults);
    faults.extend(unfit.filter(|fault| !reported.contains(&fault.path())));
    faults.sort_by_cached_key(Error::path);
    (read, faults)
}
