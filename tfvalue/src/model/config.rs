//! Reads configurations into structs and collects every fault.

use std::collections::BTreeSet;

use serde::de::DeserializeOwned;

use super::TfSchema;
use crate::error::{Error, Result};
use crate::path::Path;
use crate::schema::Block;
use crate::ty::Type;
#[cfg(feature = "validate")]
use crate::validate;
use crate::value::{Value, faults};

/// Reads a configuration and collects its faults: breaches of the schema, values that do not fit the
/// types of `T`, and breaches of the constraints in its annotations. Warnings are among the faults.
///
/// The type is the implied type of the block.
pub(crate) fn read<T: TfSchema + DeserializeOwned>(
    config: Value,
    block: &Block,
    ty: &Type,
) -> (Option<T>, Vec<Error>) {
    let invalid = block.validate_value(&config).err();
    let mut faults: Vec<Error> = invalid.into_iter().flat_map(Error::into_faults).collect();
    let config = config.with_dynamics(ty);
    let (read, unfit) = match faults::read(&config) {
        Ok(read) => (Some(read), None),
        Err(error) => (None, Some(error.in_config(block))),
    };
    // If both find a fault at the same place, keep that of the schema, which uses Terraform's
    // words.
    let unfit = unfit.into_iter().flat_map(Error::into_faults);
    add_others(&mut faults, unfit);
    #[cfg(feature = "validate")]
    {
        let breaches = validate::faults(T::FACTS.model, &config).into_iter();
        add_others(&mut faults, breaches.map(|fault| fault.in_config(block)));
    }
    faults.sort_by_cached_key(Error::path);
    (read, faults)
}

/// Returns what was read, unless there are faults other than warnings.
pub(crate) fn accept<T>(read: Option<T>, mut faults: Vec<Error>) -> Result<T> {
    faults.retain(|fault| !fault.is_warning());
    match read {
        Some(read) if faults.is_empty() => Ok(read),
        _ => Err(Error::several(faults)),
    }
}

/// Adds the faults at places without a reported fault.
fn add_others(faults: &mut Vec<Error>, others: impl Iterator<Item = Error>) {
    let reported: BTreeSet<Path> = faults.iter().map(Error::path).collect();
    faults.extend(others.filter(|fault| !reported.contains(&fault.path())));
}
