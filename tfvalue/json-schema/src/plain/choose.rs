//! Chooses the alternative that JSON matches.

use std::collections::BTreeSet;

use tfvalue::__internal::json_schema::{Entries, Tree};
use tfvalue::{Number, Type, types::ObjectType};

use super::shape::{Alternative, Members, Shape, is_same};

/// Returns `true` if a member of an object has an attribute outside the alternatives.
type IsOwn<'a> = &'a dyn Fn(&str) -> bool;

/// A measure of how well JSON matches a type: the number of members that would be lost. `None` if the JSON does not
/// match the type.
type Fit = Option<usize>;

/// JSON for which an alternative is chosen.
#[derive(Clone, Copy)]
pub(crate) enum Form<'t> {
    Object(&'t Entries<'t>),
    Other(&'t Tree<'t>),
}

impl Members {
    /// Returns the alternative that matches the JSON best: the alternative that loses the fewest members, at any depth.
    /// If several alternatives match equally well, prefers an alternative that declares members of the JSON; if none
    /// does, prefers the first alternative. If no alternative matches at all depths, the first level determines the
    /// result.
    pub(crate) fn choose(&self, form: Form<'_>, object: &ObjectType) -> Option<&Alternative> {
        let possible: Vec<_> = self.possible(form).collect();
        match &*possible {
            [] => None,
            [only] => Some(only),
            _ => {
                let is_own = |name: &str| self.of_json(name).is_some();
                let best = best(possible.iter().copied(), form, object, &is_own);
                best.map(|(_, one)| one)
                    .or_else(|| with_most_members(&possible, form))
            }
        }
    }

    /// Returns the alternatives that match at the first level.
    fn possible(&self, form: Form<'_>) -> impl Iterator<Item = &Alternative> {
        let alternatives = self.alternatives.iter();
        alternatives.filter(move |one| one.test.fits(form))
    }
}

/// Returns the best of the possible alternatives that match at all depths, along with the number of members that would
/// be lost.
fn best<'m>(
    possible: impl Iterator<Item = &'m Alternative>,
    form: Form<'_>,
    object: &ObjectType,
    is_own: IsOwn<'_>,
) -> Option<(usize, &'m Alternative)> {
    let mut best: Option<((usize, usize), &Alternative)> = None;
    for one in possible {
        let Some(ty) = object.get(&one.name).map(|attribute| &attribute.ty) else {
            continue;
        };
        let Some(lost) = fit_part(form, ty, &one.shape, is_own) else {
            continue;
        };
        let rank = match ty {
            Type::Dynamic => 2,
            Type::Map(_) => 1,
            _ => 0,
        };
        if best.is_none_or(|(least, _)| (lost, rank) < least) {
            best = Some(((lost, rank), one));
        }
    }
    best.map(|((lost, _), one)| (lost, one))
}

/// Returns the alternative that declares the most members of the JSON, or the first such alternative if there are
/// several.
fn with_most_members<'m>(possible: &[&'m Alternative], form: Form<'_>) -> Option<&'m Alternative> {
    let count = |one: &Alternative| match form {
        Form::Object(entries) => entries.keys().filter(|name| one.has(name)).count(),
        Form::Other(_) => 0,
    };
    // `max_by_key` returns the last of several equal items.
    let possible = possible.iter().rev().copied();
    possible.max_by_key(|one| count(one))
}

/// Returns how well an alternative matches the part of JSON that belongs to it.
fn fit_part(form: Form<'_>, ty: &Type, shape: &Shape, is_own: IsOwn<'_>) -> Fit {
    match (form, ty) {
        (_, Type::Dynamic) => Some(0),
        (Form::Other(tree), _) => fit(tree, ty, shape),
        (Form::Object(entries), Type::Map(element)) => {
            let others = entries.iter().filter(|(name, _)| !is_own(name));
            sum(others.map(|(_, part)| fit(part, element, shape.elements())))
        }
        (Form::Object(entries), Type::Object(object)) => {
            fit_object(entries, object, shape.members(), is_own)
        }
        _ => None,
    }
}

fn fit(tree: &Tree<'_>, ty: &Type, shape: &Shape) -> Fit {
    match (tree, ty) {
        (Tree::Null | Tree::Unknown, _) | (_, Type::Dynamic) => Some(0),
        (Tree::Bool(_), Type::Bool)
        | (Tree::Number(_), Type::Number)
        | (Tree::String(_), Type::String) => fits_scalar(tree, shape).then_some(0),
        (Tree::Number(_), Type::String) => matches!(shape, Shape::NumberOrText).then_some(0),
        (Tree::List(parts), Type::List(element)) => sum(parts
            .iter()
            .map(|part| fit(part, element, shape.elements()))),
        (Tree::List(parts), Type::Set(element)) => {
            // A set keeps only one of several equal elements.
            let mut seen = BTreeSet::new();
            let is_set = parts.iter().all(|part| seen.insert(part));
            let fits = parts
                .iter()
                .map(|part| fit(part, element, shape.elements()));
            is_set.then(|| sum(fits)).flatten()
        }
        (Tree::List(parts), Type::Tuple(types)) => {
            let least = shape.least(types.len());
            let is_len = (least..=types.len()).contains(&parts.len());
            // Nulls at the end would not be written back.
            let omitted = parts.iter().skip(least).rev();
            let omitted = omitted.take_while(|part| **part == Tree::Null).count();
            let parts = parts.iter().zip(types.iter()).enumerate();
            let fits = parts.map(|(at, (part, ty))| fit(part, ty, shape.element(at)));
            is_len.then(|| Some(sum(fits)? + omitted)).flatten()
        }
        (Tree::Object(entries), Type::Map(element)) => sum(entries
            .values()
            .map(|part| fit(part, element, shape.elements()))),
        (Tree::Object(entries), Type::Object(object)) => {
            fit_object(entries, object, shape.members(), &|_| false)
        }
        (other, Type::Object(object)) => {
            let form = Form::Other(other);
            let possible = shape.members()?.possible(form);
            best(possible, form, object, &|_| false).map(|(lost, _)| lost)
        }
        _ => None,
    }
}

fn fits_scalar(tree: &Tree<'_>, shape: &Shape) -> bool {
    match (shape, tree) {
        (Shape::Integer, Tree::Number(text)) => {
            let number = text.parse::<Number>();
            number.is_ok_and(|number| number.is_integer())
        }
        (Shape::Values(values), _) => values.iter().any(|one| is_same(one, tree)),
        _ => true,
    }
}

/// Returns how well an object matches a type. Members that have an attribute outside the alternatives are not lost.
fn fit_object(
    entries: &Entries<'_>,
    object: &ObjectType,
    shape: Option<&Members>,
    is_outside: IsOwn<'_>,
) -> Fit {
    let Some(shape) = shape else {
        return sum(entries.iter().map(|(name, part)| match object.get(name) {
            Some(attribute) => fit(part, &attribute.ty, &Shape::Same),
            None => Some(1),
        }));
    };
    let is_missing = |json: &str| !entries.contains_key(json);
    let mut members = shape.members.values();
    if members.any(|one| one.is_required && !one.is_computed && is_missing(&one.json)) {
        return None;
    }
    let is_own = |name: &str| is_outside(name) || shape.of_json(name).is_some();
    let mut lost = 0;
    for (json, part) in entries {
        if let Some((name, member)) = shape.of_json(json) {
            let ty = &object.get(name)?.ty;
            lost += fit(part, ty, &member.shape)?;
            lost += usize::from(*part == Tree::Null && !member.writes_null);
        } else if !is_outside(json) && shape.alternatives.is_empty() {
            lost += 1;
        }
    }
    if !shape.alternatives.is_empty() {
        let form = Form::Object(entries);
        lost += best(shape.possible(form), form, object, &is_own)?.0;
    }
    Some(lost)
}

fn sum(fits: impl Iterator<Item = Fit>) -> Fit {
    fits.sum()
}
