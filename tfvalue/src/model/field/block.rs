//! The blocks of derived structs.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::{Field, kind_of};
use crate::schema::Block;

/// What a struct says about itself in its schema.
pub struct About {
    /// The description, or an empty string.
    pub description: &'static str,
    /// The message, if the struct is deprecated.
    pub deprecated: Option<&'static str>,
}

impl About {
    /// Nothing.
    pub const NOTHING: &Self = &About {
        description: "",
        deprecated: None,
    };
}

/// Returns the block that a derived struct's function creates, which is only created once.
pub(in crate::model) fn shared(make: fn() -> Block) -> Arc<Block> {
    // Functions with the same address are the same code, and so create equal blocks.
    static BLOCKS: Mutex<BTreeMap<usize, Arc<Block>>> = Mutex::new(BTreeMap::new());
    let blocks = || BLOCKS.lock().unwrap_or_else(PoisonError::into_inner);
    let key = make as usize;
    let known = blocks().get(&key).map(Arc::clone);
    // The function also calls this one, for the structs inside.
    known.unwrap_or_else(|| {
        let block = Arc::new(make());
        Arc::clone(blocks().entry(key).or_insert(block))
    })
}

impl Field {
    /// Creates the block of a struct that has a schema.
    #[must_use]
    pub fn block_of(fields: &[Field], about: &About) -> Block {
        let About {
            description,
            deprecated,
        } = *about;
        Block {
            attributes: fields.iter().filter_map(Field::as_attribute).collect(),
            block_types: fields.iter().filter_map(Field::as_block).collect(),
            description: Cow::Borrowed(description),
            description_kind: kind_of(description),
            deprecated: deprecated.is_some(),
            deprecation_message: deprecated.unwrap_or_default().into(),
            computed: false,
        }
    }
}
