//! JSON as a tree that borrows from its text, merged with a mask of unknown parts and converted to a
//! value.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::error::{Error, Result};
use crate::limits::MAX_DEPTH;
use crate::number::Number;
use crate::path::{Path, Step};
use crate::ty::{ObjectType, Type};
use crate::value::{Items, Repr, Shared, Value};

/// A JSON value, or an unknown value in its place.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Tree<'a> {
    Null,
    Unknown,
    Bool(bool),
    /// The digits as written.
    Number(&'a str),
    String(Cow<'a, str>),
    List(Vec<Tree<'a>>),
    Object(BTreeMap<Cow<'a, str>, Tree<'a>>),
}

/// How to handle members that an object type does not have.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Surplus {
    Refuse,
    Ignore,
}

impl<'a> Tree<'a> {
    /// Parses text that is valid JSON and not nested too deep.
    pub(super) fn parse(text: &'a str) -> Result<Self> {
        Text(text).value()
    }

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

    /// Converts the tree to a value of a type constraint. If that is dynamic, arrays become tuples, and
    /// objects become objects.
    pub(super) fn into_value(self, ty: &Type, surplus: Surplus) -> Result<Value> {
        Ok(match (self, ty) {
            (Tree::Null, _) => Value::null(ty.clone()),
            (Tree::Unknown, _) => Value::unknown(ty.clone()),
            (Tree::Bool(value), Type::Bool | Type::Dynamic) => value.into(),
            (Tree::Number(text), Type::Number | Type::Dynamic) => text.parse::<Number>()?.into(),
            (Tree::String(text), Type::String | Type::Dynamic) => Value::string(text),
            (
                Tree::List(elements),
                Type::List(_) | Type::Set(_) | Type::Tuple(_) | Type::Dynamic,
            ) => elements_to_value(elements, ty, surplus)?,
            (Tree::Object(members), Type::Map(element)) => {
                members_to_map(members, element, surplus)?
            }
            (Tree::Object(members), Type::Object(object)) => {
                members_to_object(members, object, surplus)?
            }
            (Tree::Object(members), Type::Dynamic) => members_to_any(members)?,
            (other, _) => return Err(Error::mismatch(ty.with_article(), other.kind())),
        })
    }

    fn kind(&self) -> &'static str {
        match self {
            Tree::Null => "null",
            Tree::Unknown => "an unknown value",
            Tree::Bool(_) => "a bool",
            Tree::Number(_) => "a number",
            Tree::String(_) => "a string",
            Tree::List(_) => "a list",
            Tree::Object(_) => "an object",
        }
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

fn elements_to_value(elements: Vec<Tree<'_>>, ty: &Type, surplus: Surplus) -> Result<Value> {
    if let Type::Tuple(types) = ty {
        if types.len() != elements.len() {
            let expected = format!("a tuple of {}", crate::error::elements(types.len()));
            return Err(Error::mismatch(expected, elements.len().to_string()));
        }
    }
    let mut parts = Items::begin(Shared::Nothing, elements.len());
    for (at, element) in elements.into_iter().enumerate() {
        let value = element.into_value(part_at(ty, at), surplus);
        parts.push(value.map_err(|error| error.at_step(Step::Index(at as u64)))?);
    }
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

fn members_to_map(
    members: BTreeMap<Cow<'_, str>, Tree<'_>>,
    element: &Type,
    surplus: Surplus,
) -> Result<Value> {
    let mut entries = Vec::with_capacity(members.len());
    for (key, member) in members {
        match member.into_value(element, surplus) {
            Ok(value) => entries.push((key, value)),
            Err(error) => return Err(error.at_step(Step::Key(key.into()))),
        }
    }
    let values: Vec<&Value> = entries.iter().map(|(_, value)| value).collect();
    if of_one_type(values, element) {
        Value::map(element.clone(), entries)
    } else {
        Value::object(entries)
    }
}

fn members_to_any(members: BTreeMap<Cow<'_, str>, Tree<'_>>) -> Result<Value> {
    let values = members.into_iter().map(|(name, member)| {
        match member.into_value(&Type::Dynamic, Surplus::Refuse) {
            Ok(value) => Ok((name, value)),
            Err(error) => Err(error.at_step(Step::Attribute(name.into_owned().into()))),
        }
    });
    Value::object(values.collect::<Result<Vec<_>>>()?)
}

/// Creates an object. A missing member is null.
fn members_to_object(
    members: BTreeMap<Cow<'_, str>, Tree<'_>>,
    object: &ObjectType,
    surplus: Surplus,
) -> Result<Value> {
    let mut values: Vec<Option<Value>> = vec![None; object.len()];
    for (name, member) in members {
        let Some(at) = object.position(&name) else {
            match surplus {
                Surplus::Refuse => return Err(Error::surplus(&name)),
                Surplus::Ignore => continue,
            }
        };
        let value = member.into_value(&object[at].ty, surplus);
        let step = || Step::Attribute(object[at].name.clone());
        values[at] = Some(value.map_err(|error| error.at_step(step()))?);
    }
    let mut parts = Items::begin(Shared::Nothing, object.len());
    for (attribute, value) in object.iter().zip(values) {
        parts.push(value.unwrap_or_else(|| Value::null(attribute.ty.clone())));
    }
    Ok(Value::object_of_parts(parts, object))
}

/// Returns `true` if values can be the elements of one collection. If the element type is dynamic,
/// JSON does not distinguish lists from tuples, and elements of one type can get several.
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

/// Checks that text is not nested too deep for a value.
pub(super) fn check_depth(text: &str) -> Result<()> {
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > usize::from(MAX_DEPTH) {
            return Err(Error::too_deep());
        }
    }
    Ok(())
}

/// The rest of a text that is valid JSON.
struct Text<'a>(&'a str);

impl<'a> Text<'a> {
    fn value(&mut self) -> Result<Tree<'a>> {
        self.skip_space();
        Ok(match self.0.as_bytes().first() {
            Some(b'{') => {
                let mut members = BTreeMap::new();
                while self.has_next(b'}') {
                    let name = self.string()?;
                    self.skip_space();
                    self.skip(1);
                    members.insert(name, self.value()?);
                }
                Tree::Object(members)
            }
            Some(b'[') => {
                let mut elements = Vec::new();
                while self.has_next(b']') {
                    elements.push(self.value()?);
                }
                Tree::List(elements)
            }
            Some(b'"') => Tree::String(self.string()?),
            _ => match self.word() {
                "null" => Tree::Null,
                "true" => Tree::Bool(true),
                "false" => Tree::Bool(false),
                number => Tree::Number(number),
            },
        })
    }

    /// Skips the opening bracket or the comma, and returns `true` if another element follows. If not,
    /// skips the closing bracket.
    fn has_next(&mut self, close: u8) -> bool {
        self.skip_space();
        if self.0.as_bytes().first() != Some(&close) {
            self.skip(1);
            self.skip_space();
        }
        let more = self.0.as_bytes().first() != Some(&close);
        if !more {
            self.skip(1);
        }
        more
    }

    fn string(&mut self) -> Result<Cow<'a, str>> {
        self.skip_space();
        let mut escapes = false;
        let mut bytes = self.0.bytes().enumerate().skip(1);
        let mut end = self.0.len();
        while let Some((at, byte)) = bytes.next() {
            match byte {
                b'"' => {
                    end = at + 1;
                    break;
                }
                b'\\' => {
                    escapes = true;
                    bytes.next();
                }
                _ => {}
            }
        }
        let quoted = self.skip(end);
        if !escapes {
            return Ok(Cow::Borrowed(quoted.trim_matches('"')));
        }
        match serde_json::from_str(quoted) {
            Ok(text) => Ok(Cow::Owned(text)),
            // The only fault of valid JSON: half of a surrogate pair.
            Err(_) => Err(Error::syntax("the string is not valid Unicode")),
        }
    }

    fn word(&mut self) -> &'a str {
        let end = self.0.find([',', ']', '}', ' ', '\n', '\r', '\t']);
        self.skip(end.unwrap_or(self.0.len()))
    }

    fn skip_space(&mut self) {
        self.0 = self.0.trim_start_matches([' ', '\n', '\r', '\t']);
    }

    fn skip(&mut self, bytes: usize) -> &'a str {
        let (skipped, rest) = self.0.split_at(bytes.min(self.0.len()));
        self.0 = rest;
        skipped
    }
}
