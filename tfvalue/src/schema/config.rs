//! Configurations: what Terraform finds in their source text, and reading them into structs.

use std::collections::BTreeSet;

use serde::de::DeserializeOwned;

#[cfg(any(feature = "tfplugin5", feature = "tfplugin6"))]
use super::Attribute;
use super::{AttributeType, Block, Nesting, TfSchema};
use crate::error::Error;
use crate::path::{Path, Step};
use crate::ty::Type;
use crate::value::{Value, faults};

impl Block {
    /// Returns the part of a path that Terraform finds in the source text of a configuration, for
    /// a diagnostic to point at.
    ///
    /// Terraform finds nested blocks and their attributes, and one element of a list, tuple or map
    /// that an attribute is set to. It looks no further into the value of an attribute. No path
    /// leads to the elements of a set: Terraform would take the element for that of a list, and
    /// point at another block.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Attr, Path, Set, TfSchema, Unknown};
    ///
    /// #[derive(TfSchema)]
    /// struct Zone {
    ///     #[tf(block)]
    ///     server: Unknown<Vec<Server>>,
    ///     #[tf(block)]
    ///     record: Unknown<Set<Record>>,
    /// }
    ///
    /// #[derive(TfSchema)]
    /// struct Server {
    ///     #[tf(optional)]
    ///     addresses: Attr<Vec<Attr<String>>>,
    /// }
    ///
    /// #[derive(TfSchema)]
    /// struct Record {
    ///     #[tf(required)]
    ///     weight: Attr<i64>,
    /// }
    ///
    /// let schema = Zone::block();
    /// let address = Path::from("server").index(1).attribute("addresses").index(0);
    /// assert_eq!(schema.config_path(&address), address);
    /// let weight = Path::from("record").index(2).attribute("weight");
    /// assert_eq!(schema.config_path(&weight), Path::from("record"));
    /// ```
    #[must_use]
    pub fn config_path(&self, path: &Path) -> Path {
        let steps = path.steps();
        steps[..config_steps(self, steps)].iter().cloned().collect()
    }
}

/// Returns how many steps Terraform finds.
fn config_steps(mut block: &Block, steps: &[Step]) -> usize {
    let mut at = 0;
    while let Some(Step::Attribute(name)) = steps.get(at) {
        at += 1;
        if let Some(attribute) = block.attribute(name) {
            let has_element = match (steps.get(at), &attribute.ty) {
                (Some(Step::Index(_)), AttributeType::Type(Type::List(_) | Type::Tuple(_))) => true,
                (Some(Step::Key(_)), AttributeType::Type(Type::Map(_))) => true,
                (Some(Step::Index(_)), AttributeType::Nested(object)) => {
                    object.nesting == Nesting::List
                }
                (Some(Step::Key(_)), AttributeType::Nested(object)) => {
                    object.nesting == Nesting::Map
                }
                _ => false,
            };
            return at + usize::from(has_element);
        }
        match block.block_type(name) {
            Some(nested) if nested.nesting != Nesting::Set => {
                let is_element = matches!(steps.get(at), Some(Step::Index(_) | Step::Key(_)));
                at += usize::from(is_element);
                block = &nested.block;
            }
            _ => return at,
        }
    }
    at
}

#[cfg(any(feature = "tfplugin5", feature = "tfplugin6"))]
/// Finds the first sensitive attribute on the way: how many steps lead to it, and what it is.
fn secret<'a>(block: &'a Block, steps: &[Step]) -> Option<(usize, &'a Attribute)> {
    let (mut attributes, mut block) = (block.attributes.as_slice(), Some(block));
    for (at, step) in steps.iter().enumerate() {
        let Step::Attribute(name) = step else {
            continue;
        };
        if let Some(attribute) = attributes.iter().find(|one| one.name == *name) {
            if attribute.sensitive || attribute.write_only {
                return Some((at + 1, attribute));
            }
            let AttributeType::Nested(object) = &attribute.ty else {
                return None;
            };
            (attributes, block) = (&object.attributes, None);
        } else {
            let nested = block?.block_type(name)?;
            (attributes, block) = (&nested.block.attributes, Some(&*nested.block));
        }
    }
    None
}

/// Turns an error of reading a configuration into one of its schema: it does not show what is
/// sensitive, and points at what Terraform finds.
#[cfg(any(feature = "tfplugin5", feature = "tfplugin6"))]
pub(crate) fn blame(block: &Block, error: Error) -> Error {
    let error = match secret(block, error.path().steps()) {
        Some((steps, attribute)) => {
            error.redact_below(steps, attribute.implied_type().has_dynamic())
        }
        None => error,
    };
    error.in_config(block)
}

/// Reads a configuration, and finds all that is wrong with it: what the schema does not allow, and
/// what does not fit the types of `T`.
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
    // What the schema says of a place is said in Terraform's words.
    let said: BTreeSet<Path> = faults.iter().map(Error::path).collect();
    let unfit = unfit.into_iter().flat_map(Error::into_faults);
    faults.extend(unfit.filter(|fault| !said.contains(&fault.path())));
    faults.sort_by_cached_key(Error::path);
    (read, faults)
}
