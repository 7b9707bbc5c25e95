//! Values that contain dynamic values inside collections, whose elements may have different types. Terraform crashes on
//! many of these values, and `Value` cannot represent all of them.

use std::collections::BTreeMap;

use tfvalue::{Type, Value, types::ObjectType};

use super::{Rng, types, value};

/// A value whose elements may have different types.
#[derive(Clone, Debug)]
pub enum Tree {
    /// A null without a type.
    Null,
    /// An unknown value without a type.
    Unknown,
    /// A value of a primitive type.
    Scalar(Value),
    /// A value with its type.
    Dynamic(Value),
    /// A list.
    List(Vec<Tree>),
    /// A set.
    Set(Vec<Tree>),
    /// A map.
    Map(BTreeMap<String, Tree>),
    /// A tuple.
    Tuple(Vec<Tree>),
    /// An object.
    Object(BTreeMap<String, Tree>),
}

/// Returns a random type constraint: a collection with dynamic values inside.
pub fn uneven_type(rng: &mut Rng) -> Type {
    let collection = collection(rng, 2);
    match rng.below(6) {
        0 => Type::tuple([Type::Dynamic, collection]),
        1 => Type::Object(ObjectType::new([("a", collection), ("b", Type::Dynamic)])),
        _ => collection,
    }
}

fn collection(rng: &mut Rng, depth: usize) -> Type {
    let element = element(rng, depth);
    match rng.below(5) {
        0 | 1 => Type::map(element),
        2 => Type::set(element),
        _ => Type::list(element),
    }
}

fn element(rng: &mut Rng, depth: usize) -> Type {
    match rng.below(if depth == 0 { 2 } else { 7 }) {
        0 | 1 => Type::Dynamic,
        2 | 3 => collection(rng, depth - 1),
        4 => Type::tuple([element(rng, depth - 1), element(rng, depth - 1)]),
        _ => {
            let names = ["a", "b", "c"].into_iter().take(1 + rng.below(3));
            let attribute = |name| match rng.below(4) {
                0 => (name, Type::String),
                _ => (name, element(rng, depth - 1)),
            };
            Type::Object(ObjectType::new(names.map(attribute).collect::<Vec<_>>()))
        }
    }
}

/// Generates values that match a type constraint.
pub struct Uneven<'a> {
    rng: &'a mut Rng,
    /// The types that replace the dynamic type; usually, the first type is used.
    types: [Type; 2],
    /// One in `odd` parts differs from the other parts; if `odd` is 0, no part differs.
    odd: usize,
}

impl<'a> Uneven<'a> {
    /// Creates a generator, and chooses how much the elements differ.
    pub fn new(rng: &'a mut Rng) -> Self {
        let mut ty = || loop {
            let ty = types::ty(rng, 1);
            if !ty.has_dynamic() {
                break ty.without_optional();
            }
        };
        let types = [ty(), ty()];
        let odd = [0, 4, 12, 30][rng.below(4)];
        Uneven { rng, types, odd }
    }

    fn odd(&mut self) -> bool {
        self.odd > 0 && self.rng.one_in(self.odd)
    }

    /// Generates a value.
    ///
    /// # Errors
    ///
    /// Fails if the library cannot combine the parts, which is a bug.
    pub fn tree(&mut self, ty: &Type) -> tfvalue::Result<Tree> {
        if self.odd() {
            return Ok(if self.rng.one_in(3) {
                Tree::Unknown
            } else {
                Tree::Null
            });
        }
        Ok(match ty {
            Type::Dynamic => {
                let other = usize::from(self.odd());
                Tree::Dynamic(value(self.rng, &self.types[other])?)
            }
            Type::List(element) => Tree::List(self.elements(element)?),
            Type::Set(element) => Tree::Set(self.elements(element)?),
            Type::Map(element) => {
                let elements = self.elements(element)?.into_iter().enumerate();
                Tree::Map(
                    elements
                        .map(|(at, part)| (format!("k{at}"), part))
                        .collect(),
                )
            }
            Type::Tuple(types) => Tree::Tuple(
                types
                    .iter()
                    .map(|ty| self.tree(ty))
                    .collect::<tfvalue::Result<_>>()?,
            ),
            Type::Object(object) => {
                let members = object
                    .iter()
                    .map(|attribute| Ok((attribute.name.to_string(), self.tree(&attribute.ty)?)));
                Tree::Object(members.collect::<tfvalue::Result<_>>()?)
            }
            ty => Tree::Scalar(match value(self.rng, ty)? {
                value if value.is_null() || value.is_unknown() => return Ok(Tree::Null),
                value => value,
            }),
        })
    }

    fn elements(&mut self, ty: &Type) -> tfvalue::Result<Vec<Tree>> {
        let count = if self.odd() { 0 } else { 1 + self.rng.below(3) };
        (0..count).map(|_| self.tree(ty)).collect()
    }
}
