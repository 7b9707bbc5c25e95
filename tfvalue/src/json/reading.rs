//! Converts JSON to values.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::choose::Form;
use super::shape::{Alternative, Member, Members, Shape};
use crate::error::{Error, Result, elements};
use crate::json::deserializer::{MISSING, too_many_missing};
use crate::json::tree::Tree;
use crate::limits::MAX_FAULTS;
use crate::number::Number;
use crate::path::{Path, Step};
use crate::ty::{ObjectType, TupleType, Type};
use crate::value::{Items, Repr, Shared, Value};

/// What happens to members that an object type does not have.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum Extra {
    #[default]
    Refuse,
    Ignore,
    Keep,
}

/// One reading of JSON.
pub(crate) struct Reading {
    extra: Extra,
    /// The number of members of objects that may still be missing. Each takes memory.
    missing: usize,
    /// The members that are kept, each with its steps, innermost first.
    kept: Vec<(Vec<Step>, Json)>,
}

/// The faults of the parts of a container.
#[derive(Default)]
struct Faults {
    found: Vec<Error>,
    cost: usize,
}

impl Faults {
    fn add(&mut self, error: Error) {
        self.cost += error.cost();
        self.found.push(error);
    }

    fn is_full(&self) -> bool {
        self.cost >= MAX_FAULTS
    }

    /// Fails if there is a fault.
    fn end(self) -> Result<()> {
        Error::join(self.found)
    }
}

impl Reading {
    pub(crate) fn new(extra: Extra) -> Self {
        Reading {
            extra,
            missing: 0,
            kept: Vec::new(),
        }
    }

    /// Returns the members that were kept, with their paths.
    pub(super) fn into_kept(self) -> Vec<(Path, Json)> {
        let path = |steps: Vec<Step>| steps.into_iter().rev().collect();
        let kept = self.kept.into_iter();
        kept.map(|(steps, json)| (path(steps), json)).collect()
    }

    /// Converts a whole tree to a value of a type constraint. If that is dynamic, arrays become tuples, and objects
    /// become objects.
    pub(crate) fn value(&mut self, tree: Tree<'_>, ty: &Type, shape: &Shape) -> Result<Value> {
        self.missing = tree.size().saturating_add(MISSING);
        self.shaped(tree, ty, shape)
    }

    fn shaped(&mut self, tree: Tree<'_>, ty: &Type, shape: &Shape) -> Result<Value> {
        Ok(match (tree, ty) {
            (Tree::Null, _) => Value::null(ty.clone()),
            (Tree::Unknown, _) => Value::unknown(ty.clone()),
            (Tree::Bool(value), Type::Bool | Type::Dynamic) => value.into(),
            (Tree::Number(text), Type::Number | Type::Dynamic) => text.parse::<Number>()?.into(),
            (Tree::Number(text), Type::String) if matches!(shape, Shape::NumberOrText) => {
                Value::string(text.parse::<Number>()?.to_string())
            }
            (Tree::String(text), Type::String | Type::Dynamic) => Value::string(text),
            (Tree::List(parts), Type::Tuple(types)) => self.tuple(parts, types, shape)?,
            (Tree::List(parts), Type::List(_) | Type::Set(_) | Type::Dynamic) => {
                self.elements(parts, ty, shape.elements())?
            }
            (Tree::Object(members), Type::Map(element)) => {
                self.map(members, element, shape.elements())?
            }
            (Tree::Object(members), Type::Object(object)) => {
                self.object(members, object, shape.members())?
            }
            (Tree::Object(members), Type::Dynamic) => self.any_object(members)?,
            (other, Type::Object(object)) if shape.has_alternatives() => {
                self.whole(other, object, shape)?
            }
            (other, _) => return Err(Error::mismatch(ty.with_article(), other.kind())),
        })
    }

    /// Converts a part, and adds its step to an error and to what is kept.
    fn part(
        &mut self,
        tree: Tree<'_>,
        ty: &Type,
        shape: &Shape,
        step: impl Fn() -> Step,
    ) -> Result<Value> {
        let kept = self.kept.len();
        let result = self.shaped(tree, ty, shape);
        for (steps, _) in &mut self.kept[kept..] {
            steps.push(step());
        }
        result.map_err(|error| error.at_step(step()))
    }

    fn tuple(&mut self, parts: Vec<Tree<'_>>, types: &TupleType, shape: &Shape) -> Result<Value> {
        let least = shape.least(types.len());
        if !(least..=types.len()).contains(&parts.len()) {
            let expected = format!("a tuple of {}", elements(types.len()));
            return Err(Error::mismatch(expected, parts.len().to_string()));
        }
        let missing = types.iter().skip(parts.len());
        let missing: Vec<_> = missing.map(|ty| Value::null(ty.clone())).collect();
        let types = types.iter().enumerate();
        let mut parts = self.parts(parts, types.map(|(at, ty)| (ty, shape.element(at))))?;
        parts.extend(missing);
        Ok(Value(Repr::Tuple(Items::end(parts))))
    }

    fn elements(&mut self, parts: Vec<Tree<'_>>, ty: &Type, shape: &Shape) -> Result<Value> {
        let element = match ty {
            Type::List(element) | Type::Set(element) => element,
            _ => &Type::Dynamic,
        };
        let parts = self.parts(parts, std::iter::repeat((element, shape)))?;
        match ty {
            Type::List(element) if of_one_type(&parts[1..], element) => {
                Value::list_of_parts(parts, Type::clone(element))
            }
            Type::Set(element) if of_one_type(&parts[1..], element) => {
                Value::set_of_parts(parts, Type::clone(element))
            }
            _ => Ok(Value(Repr::Tuple(Items::end(parts)))),
        }
    }

    fn parts<'t>(
        &mut self,
        trees: Vec<Tree<'_>>,
        types: impl Iterator<Item = (&'t Type, &'t Shape)>,
    ) -> Result<Vec<Value>> {
        let mut faults = Faults::default();
        let mut parts = Items::begin(Shared::Nothing, trees.len());
        for ((tree, (ty, shape)), index) in trees.into_iter().zip(types).zip(0..) {
            match self.part(tree, ty, shape, || Step::Index(index)) {
                Ok(value) => parts.push(value),
                Err(error) => faults.add(error),
            }
            if faults.is_full() {
                break;
            }
        }
        faults.end()?;
        Ok(parts)
    }

    fn map(
        &mut self,
        members: BTreeMap<Cow<'_, str>, Tree<'_>>,
        element: &Type,
        shape: &Shape,
    ) -> Result<Value> {
        let mut faults = Faults::default();
        let mut entries = Vec::with_capacity(members.len());
        for (key, tree) in members {
            match self.part(tree, element, shape, || Step::Key((*key).into())) {
                Ok(value) => entries.push((key, value)),
                Err(error) => faults.add(error),
            }
            if faults.is_full() {
                break;
            }
        }
        faults.end()?;
        let values: Vec<&Value> = entries.iter().map(|(_, value)| value).collect();
        if of_one_type(values, element) {
            Value::map(element.clone(), entries)
        } else {
            Value::object(entries)
        }
    }

    fn any_object(&mut self, members: BTreeMap<Cow<'_, str>, Tree<'_>>) -> Result<Value> {
        let mut faults = Faults::default();
        let mut values = Vec::with_capacity(members.len());
        for (name, tree) in members {
            let step = || Step::Attribute(name.to_string().into());
            match self.part(tree, &Type::Dynamic, &Shape::Same, step) {
                Ok(value) => values.push((name, value)),
                Err(error) => faults.add(error),
            }
            if faults.is_full() {
                break;
            }
        }
        faults.end()?;
        Value::object(values)
    }

    /// Creates an object. A missing member is null.
    fn object<'a>(
        &mut self,
        mut members: BTreeMap<Cow<'a, str>, Tree<'a>>,
        object: &ObjectType,
        shape: Option<&Members>,
    ) -> Result<Value> {
        let missing = object.len().saturating_sub(members.len());
        self.missing = (self.missing.checked_sub(missing)).ok_or_else(too_many_missing)?;
        let mut faults = Faults::default();
        let mut values: Vec<Option<Value>> = vec![None; object.len()];
        if let Some(shape) = shape.filter(|shape| !shape.alternatives.is_empty()) {
            match self.alternative(&mut members, object, shape) {
                Ok((at, value)) => values[at] = Some(value),
                Err(error) => {
                    // Which of the other members are extra depends on the alternative.
                    members.retain(|name, _| shape.of_json(name).is_some());
                    faults.add(error);
                }
            }
        }
        for (json, tree) in members {
            if faults.is_full() {
                break;
            }
            let (name, member) = match shape {
                None => (Some(&*json), None),
                Some(shape) => match shape.of_json(&json) {
                    Some((name, member)) => (Some(name), Some(member)),
                    None => (None, None),
                },
            };
            let Some(at) = name.and_then(|name| object.position(name)) else {
                if let Err(error) = self.extra(&json, tree) {
                    faults.add(error);
                }
                continue;
            };
            let step = || Step::Attribute(object[at].name.clone());
            match self.member(tree, &object[at].ty, member, step) {
                Ok(value) => values[at] = Some(value),
                Err(error) => faults.add(error),
            }
        }
        faults.end()?;
        let mut parts = Items::begin(Shared::Nothing, object.len());
        for (attribute, value) in object.iter().zip(values) {
            parts.push(value.unwrap_or_else(|| Value::null(attribute.ty.clone())));
        }
        Ok(Value::object_of_parts(parts, object))
    }

    fn member(
        &mut self,
        tree: Tree<'_>,
        ty: &Type,
        member: Option<&Member>,
        step: impl Fn() -> Step,
    ) -> Result<Value> {
        let Some(member) = member else {
            return self.part(tree, ty, &Shape::Same, step);
        };
        let result = self.part(tree, ty, &member.shape, step);
        redacted(result, member.is_secret, ty)
    }

    /// Handles a member that the type does not have.
    fn extra(&mut self, name: &str, tree: Tree<'_>) -> Result<()> {
        match self.extra {
            Extra::Refuse => return Err(Error::surplus(name)),
            Extra::Ignore => {}
            Extra::Keep => {
                let step = Step::Attribute(name.to_owned().into());
                self.kept.push((vec![step], tree.into_json()));
            }
        }
        Ok(())
    }

    /// Takes the members of the alternative that fits, and converts them.
    fn alternative<'a>(
        &mut self,
        members: &mut BTreeMap<Cow<'a, str>, Tree<'a>>,
        object: &ObjectType,
        shape: &Members,
    ) -> Result<(usize, Value)> {
        let chosen = shape.choose(Form::Object(members), object);
        let chosen = chosen.ok_or_else(|| shape.no_alternative("an object"))?;
        let mut own = BTreeMap::new();
        for (name, tree) in std::mem::take(members) {
            let is_shared = shape.of_json(&name).is_some();
            let is_own = chosen.has(&name) || chosen.is_open && !is_shared;
            if is_own && is_shared {
                members.insert(name.clone(), tree.clone());
            }
            let place = if is_own { &mut own } else { &mut *members };
            place.insert(name, tree);
        }
        self.chosen(Tree::Object(own), object, chosen)
    }

    fn chosen(
        &mut self,
        tree: Tree<'_>,
        object: &ObjectType,
        chosen: &Alternative,
    ) -> Result<(usize, Value)> {
        let Some(at) = object.position(&chosen.name) else {
            return Err(Error::missing(chosen.name.to_string()));
        };
        let step = || Step::Attribute(object[at].name.clone());
        let value = self.part(tree, &object[at].ty, &chosen.shape, step);
        let value = redacted(value, chosen.is_secret, &object[at].ty)?;
        Ok((at, value))
    }

    /// Converts JSON that is not an object, in place of an object with alternatives.
    fn whole(&mut self, tree: Tree<'_>, object: &ObjectType, shape: &Shape) -> Result<Value> {
        let Some(members) = shape.members() else {
            return Ok(Value::null(Type::Object(object.clone())));
        };
        let kind = tree.kind();
        let chosen = members.choose(Form::Other(&tree), object);
        let chosen = chosen.ok_or_else(|| members.no_alternative(kind))?;
        let (at, value) = self.chosen(tree, object, chosen)?;
        let mut parts = Items::begin(Shared::Nothing, object.len());
        parts.extend(object.iter().map(|one| Value::null(one.ty.clone())));
        parts[1 + at] = value;
        Ok(Value::object_of_parts(parts, object))
    }
}

/// Hides the value of a secret in errors. The step to the value itself is no secret.
fn redacted(result: Result<Value>, is_secret: bool, ty: &Type) -> Result<Value> {
    result.map_err(|error| {
        if is_secret {
            error.each(|fault| fault.redact_below(1, ty.has_dynamic()))
        } else {
            error
        }
    })
}

/// Returns `true` if values can be the elements of one collection. JSON does not distinguish
/// lists from tuples, so elements of the dynamic type can be read as different types although they were of one type.
fn of_one_type<'v>(values: impl IntoIterator<Item = &'v Value>, element: &Type) -> bool {
    if !element.has_dynamic() {
        return true;
    }
    let mut shared = Some(element.clone());
    for value in values {
        shared = shared.and_then(|shared| shared.unify(&value.ty(), &Type::Dynamic));
    }
    shared.is_some()
}
