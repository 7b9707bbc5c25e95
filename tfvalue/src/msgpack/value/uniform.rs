//! Checks whether Terraform can read the written collections whose type contains dynamic.
//!
//! Source: when reading a collection, the reference implementation infers its type from the elements, and crashes
//! unless all elements have the same type. Where the constraint is dynamic, an element has the type in its envelope. A
//! null value, an unknown value or an empty collection has the type of the constraint, because it contains no envelope.
//! An untyped null or unknown value is compatible with any type only where the element itself is dynamic.

use crate::error::{Error, Result};
use crate::path::Step;
use crate::ty::{Type, brief};
use crate::value::{Items, Repr, Value};

/// Checks that in each inner collection, all elements have the same type.
///
/// # Errors
///
/// Fails at the first element with a different type.
pub(super) fn check(value: &Value, constraint: &Type) -> Result<()> {
    implied(value, constraint).map(drop)
}

/// What the constraint does not specify about the type of a value.
#[derive(PartialEq)]
enum Implied<'a> {
    /// No information. The reader takes the constraint itself as the type.
    Nothing,
    /// The type that an envelope contains.
    Envelope(Type),
    /// The information in each part, by position. Parts without information are omitted. The parts are the same for all
    /// elements of a collection, so only the parts of the first element are stored.
    Parts(Vec<(usize, &'a Type, Implied<'a>)>),
}

impl Implied<'_> {
    /// Returns the first type that an envelope contains, as JSON.
    fn first_type(&self) -> Option<String> {
        match self {
            Implied::Nothing => None,
            Implied::Envelope(ty) => Some(ty.to_json()),
            Implied::Parts(parts) => parts.iter().find_map(|(_, _, part)| part.first_type()),
        }
    }
}

fn implied<'a>(value: &Value, constraint: &'a Type) -> Result<Implied<'a>> {
    Ok(match (&value.0, constraint) {
        (_, Type::Dynamic) if value.is_untyped() => Implied::Nothing,
        (_, Type::Dynamic) => Implied::Envelope(value.ty()),
        (Repr::List(items), Type::List(element)) | (Repr::Set(items), Type::Set(element)) => {
            let steps = |at| Step::Index(at as u64);
            by_elements(items.values().iter(), element, steps)?
        }
        (Repr::Map(items), Type::Map(element)) => {
            let elements = items.entries().map(|(_, element)| element);
            by_elements(elements, element, |at| Step::Key(key(items, at).into()))?
        }
        (Repr::Tuple(items), Type::Tuple(types)) => {
            let parts = items.values().iter().zip(types.iter());
            by_parts(parts, |at| Step::Index(at as u64))?
        }
        (Repr::Object(items), Type::Object(object)) if !object.is_settled() => {
            let parts = items.values().iter();
            let parts = parts.zip(object.iter().map(|attribute| &attribute.ty));
            by_parts(parts, |at| Step::Attribute(object[at].name.clone()))?
        }
        _ => Implied::Nothing,
    })
}

fn key(items: &Items, at: usize) -> &str {
    items.entries().nth(at).map_or("", |(key, _)| key)
}

fn by_parts<'v, 'a>(
    parts: impl Iterator<Item = (&'v Value, &'a Type)>,
    step: impl Fn(usize) -> Step,
) -> Result<Implied<'a>> {
    let mut said = Vec::new();
    for (at, (part, constraint)) in parts.enumerate() {
        match implied(part, constraint) {
            Ok(Implied::Nothing) => {}
            Ok(implied) => said.push((at, constraint, implied)),
            Err(error) => return Err(error.at_step(step(at))),
        }
    }
    Ok(if said.is_empty() {
        Implied::Nothing
    } else {
        Implied::Parts(said)
    })
}

fn by_elements<'v, 'a>(
    elements: impl Iterator<Item = &'v Value>,
    constraint: &'a Type,
    step: impl Fn(usize) -> Step,
) -> Result<Implied<'a>> {
    let any = *constraint == Type::Dynamic;
    let mut first = None;
    for (at, element) in elements.enumerate() {
        match (implied(element, constraint), &first) {
            (Err(error), _) => return Err(error.at_step(step(at))),
            (Ok(Implied::Nothing), _) if any => {}
            (Ok(implied), None) => first = Some(implied),
            (Ok(implied), Some(first)) if implied == *first => {}
            (Ok(implied), Some(first)) => {
                return Err(differ(first, &implied, constraint).at_step(step(at)));
            }
        }
    }
    Ok(match first {
        None | Some(Implied::Nothing) => Implied::Nothing,
        Some(first) => Implied::Parts(vec![(0, constraint, first)]),
    })
}

/// Returns the error for an element whose type differs from the type of the previous elements, with the path to the
/// part that differs.
#[cold]
fn differ(before: &Implied<'_>, here: &Implied<'_>, constraint: &Type) -> Error {
    if let (Implied::Parts(before), Implied::Parts(here)) = (before, here) {
        // The first part with an envelope for which the types of the two elements differ.
        let mut pairs = before.iter().zip(here);
        let other = pairs.find(|(a, b)| a != b);
        let nothing = Implied::Nothing;
        let (at, inner, a, b) = match other {
            Some(((i, ty, a), (j, _, b))) if i == j => (*i, *ty, a, b),
            Some(((i, ty, a), (j, _, _))) if i < j => (*i, *ty, a, &nothing),
            Some((_, (j, ty, b))) => (*j, *ty, &nothing, b),
            None => match (before.get(here.len()), here.get(before.len())) {
                (Some((i, ty, a)), _) => (*i, *ty, a, &nothing),
                (_, Some((j, ty, b))) => (*j, *ty, &nothing, b),
                _ => return differing(None, None),
            },
        };
        let error = differ(a, b, inner);
        return match constraint {
            Type::Object(object) => error.at_step(Step::Attribute(object[at].name.clone())),
            Type::Tuple(_) => error.at_step(Step::Index(at as u64)),
            // Any element of the collection.
            _ => error,
        };
    }
    let (before, here) = (before.first_type(), here.first_type());
    differing(before.as_deref(), here.as_deref())
}

/// Reports that an element has a different type from the previous elements. The types are given as JSON.
#[cold]
fn differing(others: Option<&str>, here: Option<&str>) -> Error {
    let words = |ty: Option<_>| ty.map_or("a value without a type".into(), brief);
    Error::mismatch_value(
        "the same type as in the other elements",
        "another type",
        format_args!("{}, not {}", words(here), words(others)),
    )
}
