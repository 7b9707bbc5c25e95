//! Converts trees of plain JSON, without the types of dynamic values, to values that conform to a type constraint.

// Public only for the crates in this repository.
#![allow(clippy::missing_errors_doc, clippy::must_use_candidate)]

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::deserializer::{MISSING, too_many_missing};
use super::tree::{Entries, Tree};
use crate::error::{Error, Result, elements};
use crate::limits::MAX_FAULTS;
use crate::number::Number;
use crate::path::{Path, Step};
use crate::ty::{ObjectType, TupleType, Type};
use crate::value::{Items, Repr, Shared, Value};

/// What happens to members that an object type does not have.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Extra {
    /// The members are errors.
    #[default]
    Refuse,
    /// The members are ignored.
    Ignore,
    /// The members are returned.
    Keep,
}

/// Describes how JSON differs from the type of its value. `()` stands for JSON that does not differ from the type.
pub trait Form: Copy {
    /// Returns the form of the elements of a list, set or map.
    fn elements(self) -> Self {
        self
    }

    /// Returns the form of the tuple element at an index.
    fn element(self, _index: usize) -> Self {
        self
    }

    /// Returns the minimum number of elements in the JSON of a tuple. Omitted elements are null.
    fn least(self, len: usize) -> usize {
        len
    }

    /// Returns `true` if the JSON can contain a number instead of a string.
    fn is_number_or_text(self) -> bool {
        false
    }

    /// Returns the object member that corresponds to a JSON member.
    fn member<'n>(self, json: &'n str) -> Option<Member<'n, Self>>
    where
        Self: 'n,
    {
        Some(Member {
            name: json,
            form: self,
            is_secret: false,
        })
    }

    /// If an object has alternative members, exactly one of which is set, returns the member that is set and the part
    /// of the tree that belongs to it. Returns `None` if there are no alternative members.
    fn alternative<'n, 't>(
        self,
        _tree: &mut Tree<'t>,
        _object: &ObjectType,
    ) -> Option<Result<(Member<'n, Self>, Tree<'t>)>>
    where
        Self: 'n,
    {
        None
    }
}

impl Form for () {}

/// A member of an object.
#[derive(Clone, Copy)]
pub struct Member<'n, F> {
    /// The member's name in Terraform.
    pub name: &'n str,
    /// The form of the member's JSON.
    pub form: F,
    /// Whether the value must not appear in any message.
    pub is_secret: bool,
}

/// The state of a conversion from JSON to a value.
pub struct Reading {
    extra: Extra,
    /// The number of object members that may still be missing. Each missing member uses memory.
    missing: usize,
    /// The members that are kept, each with its steps, innermost first.
    kept: Vec<(Vec<Step>, Json)>,
}

/// The faults of the parts of a container.
#[derive(Default)]
pub struct PartFaults {
    found: Vec<Error>,
    cost: usize,
}

impl PartFaults {
    /// Adds a fault, unless the maximum number of faults has been reached.
    pub fn add(&mut self, error: Error) {
        if !self.is_full() {
            self.cost += error.cost();
            self.found.push(error);
        }
    }

    /// Returns `true` if the maximum number of faults in one error has been reached.
    pub fn is_full(&self) -> bool {
        self.cost >= MAX_FAULTS
    }

    /// Fails if there is a fault.
    pub fn end(self) -> Result<()> {
        Error::join(self.found)
    }
}

impl Reading {
    /// Begins a conversion.
    pub fn new(extra: Extra) -> Self {
        Reading {
            extra,
            missing: 0,
            kept: Vec::new(),
        }
    }

    /// Returns the members that were kept, with their paths.
    pub fn into_kept(self) -> Vec<(Path, Json)> {
        let path = |steps: Vec<Step>| steps.into_iter().rev().collect();
        let kept = self.kept.into_iter();
        kept.map(|(steps, json)| (path(steps), json)).collect()
    }

    /// Converts a whole tree to a value that conforms to a type constraint. If the type constraint is dynamic, JSON
    /// arrays become tuples, and JSON objects become Terraform objects.
    pub fn value<F: Form>(&mut self, tree: Tree<'_>, ty: &Type, form: F) -> Result<Value> {
        self.missing = tree.size().saturating_add(MISSING);
        self.formed(tree, ty, form)
    }

    fn formed<F: Form>(&mut self, tree: Tree<'_>, ty: &Type, form: F) -> Result<Value> {
        Ok(match (tree, ty) {
            (Tree::Null, _) => Value::null(ty.clone()),
            (Tree::Unknown, _) => Value::unknown(ty.clone()),
            (Tree::Bool(value), Type::Bool | Type::Dynamic) => value.into(),
            (Tree::Number(text), Type::Number | Type::Dynamic) => text.parse::<Number>()?.into(),
            (Tree::Number(text), Type::String) if form.is_number_or_text() => {
                Value::string(text.parse::<Number>()?.to_string())
            }
            (Tree::String(text), Type::String | Type::Dynamic) => Value::string(text),
            (Tree::List(parts), Type::Tuple(types)) => self.tuple(parts, types, form)?,
            (Tree::List(parts), Type::List(_) | Type::Set(_) | Type::Dynamic) => {
                self.elements(parts, ty, form.elements())?
            }
            (Tree::Object(members), Type::Map(element)) => {
                self.map(members, element, form.elements())?
            }
            (tree @ Tree::Object(_), Type::Object(object)) => self.object(tree, object, form)?,
            (Tree::Object(members), Type::Dynamic) => self.any_object(members)?,
            (mut other, Type::Object(object)) => match form.alternative(&mut other, object) {
                Some(alternative) => {
                    let (member, tree) = alternative?;
                    self.whole(member, tree, object)?
                }
                None => return Err(Error::mismatch(ty.with_article(), other.kind())),
            },
            (other, _) => return Err(Error::mismatch(ty.with_article(), other.kind())),
        })
    }

    /// Converts a part, and adds the step of the part to errors and to the members that are kept.
    fn part<F: Form>(
        &mut self,
        tree: Tree<'_>,
        ty: &Type,
        form: F,
        step: impl Fn() -> Step,
    ) -> Result<Value> {
        let kept = self.kept.len();
        let result = self.formed(tree, ty, form);
        for (steps, _) in &mut self.kept[kept..] {
            steps.push(step());
        }
        result.map_err(|error| error.at_step(step()))
    }

    fn tuple<F: Form>(
        &mut self,
        parts: Vec<Tree<'_>>,
        types: &TupleType,
        form: F,
    ) -> Result<Value> {
        let least = form.least(types.len());
        if !(least..=types.len()).contains(&parts.len()) {
            let expected = format!("a tuple of {}", elements(types.len()));
            return Err(Error::mismatch(expected, parts.len().to_string()));
        }
        let missing = types.iter().skip(parts.len());
        let missing: Vec<_> = missing.map(|ty| Value::null(ty.clone())).collect();
        let types = types.iter().enumerate();
        let mut parts = self.parts(parts, types.map(|(at, ty)| (ty, form.element(at))))?;
        parts.extend(missing);
        Ok(Value(Repr::Tuple(Items::end(parts))))
    }

    fn elements<F: Form>(&mut self, parts: Vec<Tree<'_>>, ty: &Type, form: F) -> Result<Value> {
        let element = match ty {
            Type::List(element) | Type::Set(element) => element,
            _ => &Type::Dynamic,
        };
        let parts = self.parts(parts, std::iter::repeat((element, form)))?;
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

    fn parts<'t, F: Form>(
        &mut self,
        trees: Vec<Tree<'_>>,
        types: impl Iterator<Item = (&'t Type, F)>,
    ) -> Result<Vec<Value>> {
        let mut faults = PartFaults::default();
        let mut parts = Items::begin(Shared::Nothing, trees.len());
        for ((tree, (ty, form)), index) in trees.into_iter().zip(types).zip(0..) {
            match self.part(tree, ty, form, || Step::Index(index)) {
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

    fn map<F: Form>(&mut self, members: Entries<'_>, element: &Type, form: F) -> Result<Value> {
        let mut faults = PartFaults::default();
        let mut entries = Vec::with_capacity(members.len());
        for (key, tree) in members {
            match self.part(tree, element, form, || Step::Key((*key).into())) {
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

    fn any_object(&mut self, members: Entries<'_>) -> Result<Value> {
        let mut faults = PartFaults::default();
        let mut values = Vec::with_capacity(members.len());
        for (name, tree) in members {
            let step = || Step::Attribute(name.to_string().into());
            match self.part(tree, &Type::Dynamic, (), step) {
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
    fn object<F: Form>(
        &mut self,
        mut tree: Tree<'_>,
        object: &ObjectType,
        form: F,
    ) -> Result<Value> {
        let mut faults = PartFaults::default();
        let mut values: Vec<Option<Value>> = vec![None; object.len()];
        let len = tree.members().map_or(0, BTreeMap::len);
        let missing = object.len().saturating_sub(len);
        self.missing = (self.missing.checked_sub(missing)).ok_or_else(too_many_missing)?;
        let alternative = form.alternative(&mut tree, object);
        let mut members = tree.into_members();
        if let Some(alternative) = alternative {
            match alternative.and_then(|(member, tree)| self.alternative(member, tree, object)) {
                Ok((at, value)) => values[at] = Some(value),
                Err(error) => {
                    // Which members are extra depends on the alternative.
                    members.retain(|json, _| form.member(json).is_some());
                    faults.add(error);
                }
            }
        }
        for (json, tree) in members {
            if faults.is_full() {
                break;
            }
            let member = form.member(&json);
            let found = member.and_then(|member| Some((object.position(member.name)?, member)));
            let Some((at, member)) = found else {
                if let Err(error) = self.extra(&json, tree) {
                    faults.add(error);
                }
                continue;
            };
            match self.member(tree, object, at, member) {
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

    /// Converts a member, and hides the value of a secret in errors. The step to the member is not a secret.
    fn member<F: Form>(
        &mut self,
        tree: Tree<'_>,
        object: &ObjectType,
        at: usize,
        member: Member<'_, F>,
    ) -> Result<Value> {
        let ty = &object[at].ty;
        let step = || Step::Attribute(object[at].name.clone());
        self.part(tree, ty, member.form, step).map_err(|error| {
            if member.is_secret {
                error.each(|fault| fault.redact_below(1, ty.has_dynamic()))
            } else {
                error
            }
        })
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

    fn alternative<F: Form>(
        &mut self,
        member: Member<'_, F>,
        tree: Tree<'_>,
        object: &ObjectType,
    ) -> Result<(usize, Value)> {
        match object.position(member.name) {
            Some(at) => Ok((at, self.member(tree, object, at, member)?)),
            None => Err(Error::missing(member.name.to_owned())),
        }
    }

    /// Creates an object from the JSON of its only member.
    fn whole<F: Form>(
        &mut self,
        member: Member<'_, F>,
        tree: Tree<'_>,
        object: &ObjectType,
    ) -> Result<Value> {
        let (at, value) = self.alternative(member, tree, object)?;
        let mut parts = Items::begin(Shared::Nothing, object.len());
        parts.extend(object.iter().map(|one| Value::null(one.ty.clone())));
        parts[1 + at] = value;
        Ok(Value::object_of_parts(parts, object))
    }
}

impl Tree<'_> {
    /// Converts the tree to a value whose type follows from the tree: JSON arrays become tuples, and JSON objects
    /// become Terraform objects.
    pub fn into_value_of_any_type(self) -> Result<Value> {
        Reading::new(Extra::Refuse).value(self, &Type::Dynamic, ())
    }
}

/// Fails if a value that was read does not have the given type. This happens if the element type of a list is dynamic
/// and the elements have different types.
pub fn check_type(value: &Value, ty: &Type) -> Result<()> {
    let misfit = ty.has_dynamic().then(|| value.ty().misfit(ty)).flatten();
    misfit.map_or(Ok(()), |misfit| Err(misfit.unquoted()))
}

/// Returns `true` if the values can be the elements of a single collection. JSON does not distinguish lists from
/// tuples. Elements of the dynamic type can therefore be read as different types even if they originally had the same
/// type.
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
