//! JSON as a tree, merged with a mask of unknown parts.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::error::Result;
pub(super) use crate::json::plain::Extra;
use crate::json::plain::Reading;
use crate::json::plain::shape::Shape;
pub(super) use crate::json::tree::{Tree, check_depth};
use crate::path::{Path, Step};
use crate::ty::Type;
use crate::value::Value;

impl Tree<'_> {
    /// Replaces the parts that the mask marks with `true` with unknown values. The mask has the
    /// shape of the value and omits known members. The value may omit unknown members.
    pub(super) fn merge(self, mask: Tree<'_>) -> Self {
        match (self, mask) {
            (_, Tree::Bool(true)) => Tree::Unknown,
            (Tree::List(values), Tree::List(masks)) => {
                let len = values.len().max(masks.len());
                let mut values = values.into_iter();
                let mut masks = masks.into_iter();
                let mut merged = Vec::with_capacity(len);
                for _ in 0..len {
                    let value = values.next().unwrap_or(Tree::Null);
                    merged.push(value.merge(masks.next().unwrap_or(Tree::Null)));
                }
                Tree::List(merged)
            }
            (Tree::Object(mut values), Tree::Object(masks)) => {
                for (name, mask) in masks {
                    match values.get_mut(&*name) {
                        Some(value) => *value = std::mem::replace(value, Tree::Null).merge(mask),
                        None if mask.marks_anything() => {
                            let name = Cow::Owned(name.into_owned());
                            values.insert(name, mask.empty().merge(mask));
                        }
                        None => {}
                    }
                }
                Tree::Object(values)
            }
            (Tree::Null, mask) if mask.marks_anything() => mask.empty().merge(mask),
            (value, _) => value,
        }
    }

    /// Returns `true` if a mask marks any part.
    pub(super) fn marks_anything(&self) -> bool {
        match self {
            Tree::Bool(value) => *value,
            Tree::List(elements) => elements.iter().any(Tree::marks_anything),
            Tree::Object(members) => members.values().any(Tree::marks_anything),
            _ => false,
        }
    }

    /// Returns an empty value of the kind of a mask.
    fn empty<'b>(&self) -> Tree<'b> {
        match self {
            Tree::List(_) => Tree::List(Vec::new()),
            Tree::Object(_) => Tree::Object(BTreeMap::new()),
            _ => Tree::Null,
        }
    }

    /// Returns the paths that a mask marks.
    pub(super) fn paths(&self, ty: &Type) -> Vec<Path> {
        let mut paths = Vec::new();
        self.paths_from(ty, &mut Path::root(), &mut paths);
        paths
    }

    fn paths_from(&self, ty: &Type, here: &mut Path, paths: &mut Vec<Path>) {
        match self {
            Tree::Bool(true) => paths.push(here.clone()),
            Tree::List(elements) => {
                for (at, element) in elements.iter().enumerate() {
                    here.push(Step::Index(at as u64));
                    element.paths_from(part_at(ty, at), here, paths);
                    here.pop();
                }
            }
            Tree::Object(members) => {
                for (name, member) in members {
                    here.push(named_step(ty, name));
                    member.paths_from(part_named(ty, name), here, paths);
                    here.pop();
                }
            }
            _ => {}
        }
    }

    /// Converts the tree to a value of a type constraint.
    pub(super) fn into_value(self, ty: &Type, extra: Extra) -> Result<Value> {
        Reading::new(extra).value(self, ty, &Shape::Same)
    }
}

/// Returns the type of the element at an index.
pub(super) fn part_at(ty: &Type, at: usize) -> &Type {
    match ty {
        Type::List(element) | Type::Set(element) => element,
        Type::Tuple(types) => types.get(at).unwrap_or(&Type::Dynamic),
        _ => &Type::Dynamic,
    }
}

/// Returns the type of the member or map element of a name.
pub(super) fn part_named<'t>(ty: &'t Type, name: &str) -> &'t Type {
    match ty {
        Type::Map(element) => element,
        Type::Object(object) => object.get(name).map_or(&Type::Dynamic, |found| &found.ty),
        _ => &Type::Dynamic,
    }
}

/// Returns the step to a member, or to a map element if the type is a map.
pub(super) fn named_step(ty: &Type, name: &str) -> Step {
    match ty {
        Type::Map(_) => Step::Key(name.into()),
        _ => Step::Attribute(name.to_owned().into()),
    }
}
