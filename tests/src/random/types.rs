//! Nested type constraints of every kind.

use tfvalue::{
    Type,
    types::{ObjectAttribute, ObjectType},
};

use super::Rng;

const NAMES: &[&str] = &[
    "a",
    "b",
    "c",
    "id",
    "name",
    "value",
    "type",
    "Z",
    "0",
    "",
    "\u{e9}t\u{e9}",
    "<&>",
    "\"q\"",
];

/// Returns the name of an attribute, or the key of a map.
pub fn name(rng: &mut Rng) -> &'static str {
    rng.pick(NAMES)
}

/// Returns a random type constraint with at most `depth` levels.
pub fn ty(rng: &mut Rng, depth: usize) -> Type {
    let kinds = if depth == 0 { 8 } else { 20 };
    match rng.below(kinds) {
        0..3 => Type::String,
        3..5 => Type::Number,
        5 | 6 => Type::Bool,
        7 | 8 => Type::Dynamic,
        9 | 10 => Type::list(ty(rng, depth - 1)),
        11 | 12 => Type::set(ty(rng, depth - 1)),
        13 | 14 => Type::map(ty(rng, depth - 1)),
        15 | 16 => {
            let count = rng.below(4);
            Type::tuple((0..count).map(|_| ty(rng, depth - 1)))
        }
        _ => {
            let count = rng.below(5);
            let attribute = |rng: &mut Rng| {
                let attribute = ObjectAttribute::new(name(rng), ty(rng, depth - 1));
                if rng.one_in(6) {
                    attribute.optional()
                } else {
                    attribute
                }
            };
            let attributes: ObjectType = (0..count).map(|_| attribute(rng)).collect();
            Type::Object(attributes)
        }
    }
}

/// Replaces every dynamic type in a type constraint with a random type.
pub fn concrete(rng: &mut Rng, constraint: &Type) -> Type {
    match constraint {
        Type::Dynamic if rng.one_in(8) => Type::Dynamic,
        Type::Dynamic => loop {
            let ty = ty(rng, 2);
            if !ty.has_dynamic() {
                break ty.without_optional();
            }
        },
        Type::String | Type::Number | Type::Bool => constraint.clone(),
        Type::List(element) => Type::list(concrete(rng, element)),
        Type::Set(element) => Type::set(concrete(rng, element)),
        Type::Map(element) => Type::map(concrete(rng, element)),
        Type::Tuple(elements) => Type::tuple(
            elements
                .iter()
                .map(|ty| concrete(rng, ty))
                .collect::<Vec<_>>(),
        ),
        Type::Object(object) => {
            let attributes = object
                .iter()
                .map(|a| (a.name.clone(), concrete(rng, &a.ty)));
            Type::Object(ObjectType::new(attributes.collect::<Vec<_>>()))
        }
    }
}
