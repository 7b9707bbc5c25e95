//! Random schemas with every type and nesting mode.

use std::borrow::Cow;

use tfvalue::schema::{Attribute, AttributeType, Block, NestedBlock, NestedType, Nesting};
use tfvalue::{
    Type,
    types::{ObjectAttribute, ObjectType},
};

use crate::random::{self, Rng};

/// The attribute that contains the number of the case, so that the provider can tell which case a call belongs to.
pub(super) const CASE: &str = "case";

/// The features that are allowed at a place in a schema.
#[derive(Clone, Copy)]
struct Place {
    dynamic: bool,
    write_only: bool,
    /// Whether an attribute can have nested attributes.
    nested: bool,
    /// Whether the place is within a block.
    is_block: bool,
    /// Whether the place is within a nested attribute.
    is_member: bool,
    depth: usize,
}

impl Place {
    fn within(self, nesting: Nesting, is_block: bool) -> Self {
        let is_object = matches!(nesting, Nesting::Single | Nesting::Group);
        Place {
            // Elements with different types crash Terraform.
            dynamic: self.dynamic && (is_object || is_block && nesting != Nesting::Set),
            // Terraform rejects each value of a map of blocks that have both dynamic and write-only attributes.
            write_only: self.write_only
                && nesting != Nesting::Set
                && !(is_block && nesting == Nesting::Map && self.dynamic),
            // Terraform crashes on nested blocks that contain an empty collection of nested attributes, because the
            // type of this collection differs from the types of the other collections.
            nested: self.nested && !(is_block && self.is_block),
            is_block: self.is_block || is_block,
            is_member: !is_block,
            depth: self.depth - 1,
        }
    }
}

/// Returns the schema of a resource.
pub(super) fn resource(rng: &mut Rng) -> Block {
    let place = Place {
        dynamic: true,
        write_only: true,
        nested: true,
        is_block: false,
        is_member: false,
        depth: if rng.one_in(3) { 4 } else { 2 },
    };
    let mut block = block(rng, place);
    let others = std::mem::take(&mut block.attributes);
    let case = Attribute::new(CASE, Type::Number).required();
    block.attributes([case].into_iter().chain(others))
}

/// Makes some blocks computed. Each block has at most one type of computed block, because Terraform checks these types
/// in random order and stops at the first fault.
pub(super) fn with_computed_blocks(rng: &mut Rng, mut block: Block) -> Block {
    let chosen = rng.below(block.block_types.len().max(1) * 3 / 2 + 1);
    for (index, nested) in block.block_types.iter_mut().enumerate() {
        let inner = Block::clone(&nested.block);
        let inner = if index == chosen {
            nested.nesting = without_group(nested.nesting);
            computed(inner)
        } else {
            with_computed_blocks(rng, inner)
        };
        nested.block = inner.into();
    }
    block
}

/// Returns a computed block with the same attributes and at most one of the nested blocks, which are also computed.
fn computed(mut block: Block) -> Block {
    for one in &mut block.attributes {
        one.optional |= std::mem::take(&mut one.required);
        one.computed = true;
    }
    each_member(&mut block.attributes, &|one| one.write_only = false);
    block.block_types.truncate(1);
    for nested in &mut block.block_types {
        nested.nesting = without_group(nested.nesting);
        nested.block = computed(Block::clone(&nested.block)).into();
    }
    block.computed()
}

/// Returns the nesting mode of a computed block, which cannot be a group.
fn without_group(nesting: Nesting) -> Nesting {
    match nesting {
        Nesting::Group => Nesting::Single,
        nesting => nesting,
    }
}

/// Removes write-only attributes, for data sources and ephemeral resources.
pub(super) fn readable(mut block: Block) -> Block {
    each_attribute(&mut block, &|one| one.write_only = false);
    block
}

/// Makes sensitive attributes public.
pub(super) fn public(mut block: Block) -> Block {
    each_attribute(&mut block, &|one| one.sensitive = false);
    block
}

/// Makes write-only attributes sensitive, and all other attributes public.
pub(super) fn secret(mut block: Block) -> Block {
    each_attribute(&mut block, &|one| {
        one.sensitive = std::mem::take(&mut one.write_only);
    });
    block
}

/// Changes attributes at every depth.
fn each_attribute(block: &mut Block, change: &dyn Fn(&mut Attribute)) {
    each_member(&mut block.attributes, change);
    for nested in &mut block.block_types {
        let mut inner = Block::clone(&nested.block);
        each_attribute(&mut inner, change);
        nested.block = inner.into();
    }
}

fn each_member(all: &mut [Attribute], change: &dyn Fn(&mut Attribute)) {
    for one in all {
        change(one);
        if let AttributeType::Nested(nested) = &mut one.ty {
            each_member(&mut nested.attributes, change);
        }
    }
}

fn block(rng: &mut Rng, place: Place) -> Block {
    let attributes = attributes(rng, place);
    let count = match place.depth {
        0 => 0,
        1 | 2 => rng.below(4),
        // At lower levels, there is at least one block.
        _ => 1,
    };
    let blocks = (0..count).map(|index| {
        let nesting = nesting(rng, true);
        let block = block(rng, place.within(nesting, true));
        NestedBlock::new(format!("b{index}"), nesting, block)
    });
    let blocks: Vec<_> = blocks.collect();
    Block::new().attributes(attributes).block_types(blocks)
}

fn nesting(rng: &mut Rng, is_block: bool) -> Nesting {
    match rng.below(if is_block { 5 } else { 4 }) {
        0 => Nesting::Single,
        1 => Nesting::List,
        2 => Nesting::Set,
        3 => Nesting::Map,
        _ => Nesting::Group,
    }
}

fn attributes(rng: &mut Rng, place: Place) -> Vec<Attribute> {
    let count = 1 + rng.below(if place.depth > 1 { 3 } else { 5 });
    (0..count)
        .map(|index| attribute(rng, place, index))
        .collect()
}

fn attribute(rng: &mut Rng, place: Place, index: usize) -> Attribute {
    let name = Cow::from(format!("a{index}"));
    let attribute = if place.nested && place.depth > 0 && rng.one_in(5) {
        let nesting = nesting(rng, false);
        let members = attributes(rng, place.within(nesting, false));
        Attribute::new(name, NestedType::new(nesting, members))
    } else {
        Attribute::new(name, ty(rng, place))
    };
    let attribute = match rng.below(9) {
        0 => attribute.required(),
        1..5 => attribute.optional(),
        5 | 6 => attribute.computed(),
        _ => attribute.optional().computed(),
    };
    let attribute = if rng.one_in(7) {
        attribute.sensitive()
    } else {
        attribute
    };
    if !place.write_only || attribute.computed || !rng.one_in(8) {
        return attribute;
    }
    // Terraform reports the members, too.
    let mut all = [attribute];
    each_member(&mut all, &|one| one.write_only = false);
    let [attribute] = all;
    attribute.write_only()
}

fn ty(rng: &mut Rng, place: Place) -> Type {
    let dynamic = place.dynamic;
    let object = || Type::Object(ObjectType::new([("x", Type::String), ("y", Type::Number)]));
    match rng.below(if dynamic { 20 } else { 18 }) {
        0..3 => Type::String,
        3 | 4 => Type::Number,
        5 => Type::Bool,
        6 => Type::list(Type::String),
        7 => Type::set(Type::String),
        8 => Type::map(Type::String),
        9 => Type::set(Type::Number),
        10 => object(),
        11 => Type::list(object()),
        12 => Type::set(object()),
        13 => Type::map(Type::list(Type::String)),
        // In a block with optional members, Terraform compares a null in the configuration with a null of a different
        // type.
        14..18 if place.is_member => nested_type(rng, 2, dynamic),
        14..18 => nested_type(rng, 2, dynamic).without_optional(),
        _ => Type::Dynamic,
    }
}

/// Returns a type with nested types.
pub(super) fn nested_type(rng: &mut Rng, depth: usize, dynamic: bool) -> Type {
    // Elements with different types crash Terraform.
    let element = |rng: &mut Rng| Type::clone(&nested_type(rng, depth - 1, false));
    match rng.below(if depth == 0 { 4 } else { 10 }) {
        0 | 1 => Type::String,
        2 => Type::Number,
        3 if dynamic => Type::Dynamic,
        3 => Type::Bool,
        4 => Type::list(element(rng)),
        5 => Type::set(element(rng)),
        6 => Type::map(element(rng)),
        7 => {
            let count = rng.below(4);
            Type::tuple((0..count).map(|_| nested_type(rng, depth - 1, dynamic)))
        }
        _ => {
            let count = rng.below(4);
            let members = (0..count).map(|_| {
                let ty = nested_type(rng, depth - 1, dynamic);
                let member = ObjectAttribute::new(random::name(rng), ty);
                if rng.one_in(3) {
                    member.optional()
                } else {
                    member
                }
            });
            Type::Object(members.collect())
        }
    }
}
