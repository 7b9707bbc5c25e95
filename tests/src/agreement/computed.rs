//! Computed blocks, which the provider sets if the configuration contains no blocks.

use tfvalue::schema::{Block, NestedBlock};
use tfvalue::{Result, Value};

use super::parts::{each, is_object, keys, map_attributes, parts};
use super::values;
use crate::random::Rng;

/// Returns the blocks that a provider sets.
pub(super) fn blocks(rng: &mut Rng, nested: &NestedBlock) -> Result<Value> {
    let blocks = values::blocks(rng, nested, None)?;
    each(&blocks, is_object(nested.nesting), "", &mut |value, _| {
        filled(rng, &nested.block, value)
    })
}

/// Fills most of the computed attributes that are null.
pub(super) fn filled(rng: &mut Rng, block: &Block, value: &Value) -> Result<Value> {
    map_attributes(block, value, "", &mut |attribute, value, _| {
        let is_filled = attribute.computed && value.is_null() && !rng.one_in(4);
        let ty = attribute.implied_type();
        is_filled.then(|| values::value(rng, &ty, None).unwrap_or(Value::null(ty)))
    })
}

/// Takes a block and its path, and returns the new value, or `None` to visit the nested blocks.
type Change<'a> = dyn FnMut(&NestedBlock, &Value, &str) -> Result<Option<Value>> + 'a;

/// Replaces computed blocks at every depth. `change` receives the blocks and their path without the elements of sets,
/// and returns `None` to keep the blocks and visit their nested blocks.
fn map_blocks(block: &Block, value: &Value, path: &str, change: &mut Change<'_>) -> Result<Value> {
    if value.members().is_none() || !block.has_computed_blocks() {
        return Ok(value.clone());
    }
    let members = keys(value).into_iter().zip(parts(value));
    let members = members.map(|(name, value)| {
        let Some(nested) = block.block_type(&name) else {
            return Ok((name, value));
        };
        let path = format!("{path}.{name}");
        let new = if nested.block.computed {
            change(nested, &value, &path)?
        } else {
            None
        };
        let new = match new {
            Some(new) => new,
            None => each(
                &value,
                is_object(nested.nesting),
                &path,
                &mut |value, path| map_blocks(&nested.block, value, path, change),
            )?,
        };
        Ok((name, new))
    });
    Value::object(members.collect::<Result<Vec<_>>>()?)
}

/// Returns `true` if a configuration has null instead of computed blocks, which the provider can set.
pub(super) fn are_absent(block: &Block, config: &Value) -> bool {
    let mut is_found = false;
    let found = map_blocks(block, config, "", &mut |_, blocks, _| {
        is_found |= blocks.is_null();
        Ok(None)
    });
    found.is_ok() && is_found
}

/// Returns the proposed new state with the blocks that a correct provider plans.
pub(super) fn planned(block: &Block, seed: u64, prior: &Value, proposed: &Value) -> Result<Value> {
    let none = block.empty();
    map_blocks(block, proposed, "", &mut |nested, blocks, path| {
        if !blocks.is_null() {
            return Ok(None);
        }
        let mut rng = Rng::new(seed, values::hash(path));
        // Blocks at the root are at the same place in other values.
        let place = |value: &Value| path.strip_prefix('.').and_then(|it| value.get(it).cloned());
        let prior = place(prior).filter(|blocks| !blocks.is_null());
        Ok(Some(match (rng.below(4), prior) {
            (0, _) => Value::unknown(nested.implied_type()),
            (1, Some(prior)) => prior,
            (1 | 2, _) => match place(&none) {
                Some(none) => none,
                None => self::blocks(&mut rng, nested)?,
            },
            _ => self::blocks(&mut rng, nested)?,
        }))
    })
}

/// Returns a prior state in which the provider has set some blocks.
pub(super) fn in_prior(rng: &mut Rng, block: &Block, state: &Value) -> Result<Value> {
    map_blocks(block, state, "", &mut |nested, blocks, _| {
        let is_absent = !blocks.is_unknown() && parts(blocks).is_empty();
        let is_set = is_absent && rng.one_in(2);
        is_set.then(|| self::blocks(rng, nested)).transpose()
    })
}
