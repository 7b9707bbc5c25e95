//! Reads configurations into structs, and collects every fault.

use std::collections::BTreeSet;

use serde::de::DeserializeOwned;

use super::{Model, TfSchema};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::error::{Error, Result};
use crate::model::elements::Namer;
use crate::path::Path;
use crate::schema::Block;
use crate::validate;
use crate::value::{Value, faults};

/// Reads a configuration and collects its faults: violations of the schema, values that do not match the types of `T`,
/// and violations of the constraints in the annotations of `T`. Warnings are among the faults.
pub(crate) fn read<T: TfSchema + DeserializeOwned>(
    config: &Value,
    block: &Block,
) -> (Option<T>, Diagnostics) {
    let mut read = None;
    let faults = check(T::FACTS.model, config, block, &mut |config| {
        read = Some(faults::read(config)?);
        Ok(())
    });
    (read, faults)
}

/// Collects the faults of a configuration. `read` fails if the values do not match their Rust types.
pub(crate) fn check(
    model: Model<'_>,
    config: &Value,
    block: &Block,
    read: &mut dyn FnMut(&Value) -> Result<()>,
) -> Diagnostics {
    let mut faults = Diagnostics::new();
    faults.take(block.faults_of(config));
    let unfit = read(config).err();
    let broken = validate::faults(model, config);
    // If several checks find a fault at the same place, the fault from the schema check is kept, because its message
    // uses Terraform's wording.
    if let Some(unfit) = unfit {
        let unfit = validate::with_headlines(model, unfit);
        let unfit = Diagnostics::from(unfit).into_iter();
        // A constraint on a number is more precise than the type of the number.
        let numbers = broken_numbers(&broken, config);
        let unfit = unfit.filter(|fault| !numbers.contains(&fault.path()));
        add_others(&mut faults, unfit.collect());
    }
    add_others(&mut faults, broken);
    let mut faults: Vec<Diagnostic> = faults.into_iter().collect();
    faults.sort_by_cached_key(Diagnostic::path);
    let faults: Diagnostics = faults.into_iter().collect();
    let namer = Namer::new(block, model.fields, config);
    faults.in_config(block).named(namer)
}

/// Returns the value that was read, unless there are errors.
pub(crate) fn accept<T>((read, faults): (Option<T>, Diagnostics)) -> Result<T> {
    match (read, faults.into_error()) {
        (Some(read), None) => Ok(read),
        (_, error) => Err(error.unwrap_or_else(|| Error::data("the value is invalid"))),
    }
}

/// Returns the paths of the numbers that violate constraints.
fn broken_numbers(broken: &Diagnostics, config: &Value) -> BTreeSet<Path> {
    let is_number = |path: &Path| {
        let value = config.lookup(path);
        value.is_ok_and(|value| value.as_number().is_some())
    };
    let paths = broken.iter().map(Diagnostic::path);
    paths.filter(is_number).collect()
}

/// Adds faults for places that do not have a fault yet.
fn add_others(faults: &mut Diagnostics, others: Diagnostics) {
    let reported: BTreeSet<Path> = faults.iter().map(Diagnostic::path).collect();
    let others = others.into_iter();
    faults.extend(others.filter(|fault| !reported.contains(&fault.path())));
}
