//! JSON as a tree, merged with a mask of unknown parts.

use std::borrow::Cow;
use std::collections::BTreeMap;

use tfvalue::__internal::show::value_of_tree;
pub(super) use tfvalue::__internal::show::{Tree, check_depth};
use tfvalue::{Path, Result, Type, Value, paths::Step};

/// Sets the parts that the mask marks with `true` to unknown. The mask has the same shape as the value and
/// omits known members. The value may omit unknown members.
pub(super) fn merge<'a>(tree: Tree<'a>, mask: Tree<'_>) -> Tree<'a> {
    match (tree, mask) {
        (_, Tree::Bool(true)) => Tree::Unknown,
        (Tree::List(values), Tree::List(masks)) => {
            let len = values.len().max(masks.len());
            let mut values = values.into_iter();
            let mut masks = masks.into_iter();
            let mut merged = Vec::with_capacity(len);
            for _ in 0..len {
                let value = values.next().unwrap_or(Tree::Null);
                merged.push(merge(value, masks.next().unwrap_or(Tree::Null)));
            }
            Tree::List(merged)
        }
        (Tree::Object(mut values), Tree::Object(masks)) => {
            for (name, mask) in masks {
                match values.get_mut(&*name) {
                    Some(value) => *value = merge(std::mem::replace(value, Tree::Null), mask),
                    None if marks_anything(&mask) => {
                        let name = Cow::Owned(name.into_owned());
                        values.insert(name, merge(empty(&mask), mask));
                    }
                    None => {}
                }
            }
            Tree::Object(values)
        }
        (Tree::Null, mask) if marks_anything(&mask) => merge(empty(&mask), mask),
        (value, _) => value,
    }
}

/// Returns `true` if a mask marks any part.
pub(super) fn marks_anything(mask: &Tree<'_>) -> bool {
    match mask {
        Tree::Bool(value) => *value,
        Tree::List(elements) => elements.iter().any(marks_anything),
        Tree::Object(members) => members.values().any(marks_anything),
        _ => false,
    }
}

/// Returns an empty value of the same kind as a mask.
fn empty<'a>(mask: &Tree<'_>) -> Tree<'a> {
    match mask {
        Tree::List(_) => Tree::List(Vec::new()),
        Tree::Object(_) => Tree::Object(BTreeMap::new()),
        _ => Tree::Null,
    }
}

/// Returns the paths that a mask marks.
pub(super) fn paths(mask: &Tree<'_>, ty: &Type) -> Vec<Path> {
    let mut paths = Vec::new();
    paths_from(mask, ty, &mut Vec::new(), &mut paths);
    paths
}

fn paths_from(mask: &Tree<'_>, ty: &Type, here: &mut Vec<Step>, paths: &mut Vec<Path>) {
    match mask {
        Tree::Bool(true) => paths.push(here.clone().into()),
        Tree::List(elements) => {
            for (at, element) in elements.iter().enumerate() {
                here.push(Step::Index(at as u64));
                paths_from(element, part_at(ty, at), here, paths);
                here.pop();
            }
        }
        Tree::Object(members) => {
            for (name, member) in members {
                here.push(named_step(ty, name));
                paths_from(member, part_named(ty, name), here, paths);
                here.pop();
            }
        }
        _ => {}
    }
}

/// Converts a tree to a value that conforms to a type constraint.
pub(super) fn value(tree: Tree<'_>, ty: &Type) -> Result<Value> {
    value_of_tree(tree, ty, false)
}

/// Converts a tree to a value that conforms to a type constraint, and ignores members that the constraint does not have.
pub(super) fn value_ignoring_unsupported(tree: Tree<'_>, ty: &Type) -> Result<Value> {
    value_of_tree(tree, ty, true)
}

/// Returns the type of the element at an index.
pub(super) fn part_at(ty: &Type, at: usize) -> &Type {
    match ty {
        Type::List(element) | Type::Set(element) => element,
        Type::Tuple(types) => types.get(at).unwrap_or(&Type::Dynamic),
        _ => &Type::Dynamic,
    }
}

/// Returns the type of the member or map element with the given name.
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
