//! Random schemas with every type and nesting mode.

use std::borrow::Cow;

use tfvalue::schema::{Attribute, AttributeType, Block, NestedBlock, NestedType, Nesting};
use tfvalue::{ObjectType, Type};

use crate::random::Rng;

/// The attribute with the number of the case, which tells the provider the case of a call.
pub(super) const CASE: &str = "case";

/// What is allowed at a place of a schema.
#[derive(Clone, Copy)]
struct Place {
    dynamic: bool,
    write_only: bool,
    depth: usize,
}

impl Place {
    fn within(self, nesting: Nesting, is_block: bool) -> Self {
        let is_object = matches!(nesting, Nesting::Single | Nesting::Group);
        Place {
            // Elements of different types crash Terraform.
            dynamic: self.dynamic && (is_object || is_block && nesting != Nesting::Set),
            // Terraform rejects each value of a map of blocks with both.
            write_only: self.write_only
                && nesting != Nesting::Set
                && !(is_block && nesting == Nesting::Map && self.dynamic),
            depth: self.depth - 1,
        }
    }
}

/// Returns the schema of a resource.
pub(super) fn resource(rng: &mut Rng) -> Block {
    let place = Place {
        dynamic: true,
        write_only: true,
        depth: 2,
    };
    let mut block = block(rng, place);
    let others = std::mem::take(&mut block.attributes);
    let case = Attribute::new(CASE, Type::Number).required();
    block.attributes([case].into_iter().chain(others))
}

/// Removes write-only attributes, for data sources and ephemeral resources.
pub(super) fn readable(mut block: Block) -> Block {
    make_readable(&mut block.attributes);
    for nested in &mut block.block_types {
        nested.block = readable(Block::clone(&nested.block)).into();
    }
    block
}

fn make_readable(all: &mut [Attribute]) {
    for one in all {
        one.write_only = false;
        if let AttributeType::Nested(nested) = &mut one.ty {
            make_readable(&mut nested.attributes);
        }
    }
}

fn block(rng: &mut Rng, place: Place) -> Block {
    let attributes = attributes(rng, place);
    let count = if place.depth == 0 { 0 } else { rng.below(4) };
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
    let count = 1 + rng.below(5);
    (0..count)
        .map(|index| attribute(rng, place, index))
        .collect()
}

fn attribute(rng: &mut Rng, place: Place, index: usize) -> Attribute {
    let name = Cow::from(format!("a{index}"));
    let attribute = if place.depth > 0 && rng.one_in(4) {
        let nesting = nesting(rng, false);
        let members = attributes(rng, place.within(nesting, false));
        Attribute::new(name, NestedType::new(nesting, members))
    } else {
        Attribute::new(name, ty(rng, place.dynamic))
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
    make_readable(&mut all);
    let [attribute] = all;
    attribute.write_only()
}

fn ty(rng: &mut Rng, dynamic: bool) -> Type {
    let object = || Type::Object(ObjectType::new([("x", Type::String), ("y", Type::Number)]));
    match rng.below(if dynamic { 17 } else { 15 }) {
        0..3 => Type::String,
        3 => Type::Number,
        4 => Type::Bool,
        5 => Type::list(Type::String),
        6 => Type::set(Type::String),
        7 => Type::map(Type::String),
        8 => Type::set(Type::Number),
        9 => object(),
        10 => Type::tuple([Type::String, Type::Bool]),
        11 => Type::list(object()),
        12 => Type::set(object()),
        13 => Type::map(Type::list(Type::String)),
        14 => Type::set(Type::list(Type::String)),
        _ => Type::Dynamic,
    }
}
