//! Converts values to JSON.

use serde_json::{Map, Value as Json};

use tfvalue::__internal::json_schema::{self as internal, MAX_DEPTH, PartFaults};
use tfvalue::{Error, Number, Path, Result, Type, Value, paths::Step, types::ObjectType};

use super::shape::{Members, Shape};

/// The options for writing.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Writing {
    pub(crate) omits_null: bool,
    pub(crate) omits_computed: bool,
}

/// The parts of a container and their faults.
struct Parts<C> {
    parts: C,
    faults: PartFaults,
}

impl<C: Default> Parts<C> {
    fn new() -> Self {
        Parts {
            parts: C::default(),
            faults: PartFaults::default(),
        }
    }

    /// Adds a part or its fault.
    fn add(
        &mut self,
        part: Result<Json>,
        step: impl FnOnce() -> Step,
        add: impl FnOnce(&mut C, Json),
    ) {
        match part {
            Ok(json) => add(&mut self.parts, json),
            Err(error) => self.faults.add(error.at(Path::from(step()))),
        }
    }

    fn end(self) -> Result<C> {
        self.faults.end()?;
        Ok(self.parts)
    }
}

impl Writing {
    pub(crate) fn value(self, value: &Value, ty: &Type, shape: &Shape, depth: u8) -> Result<Json> {
        if value.is_null() {
            return Ok(Json::Null);
        }
        if value.is_unknown() {
            return Err(internal::unknown());
        }
        if let Some(value) = value.as_bool() {
            return Ok(value.into());
        }
        if let Some(number) = value.as_number() {
            return json_number(number);
        }
        if let Some(text) = value.as_str() {
            return match whole_number(text, shape) {
                Some(number) => json_number(&number),
                None => Ok(text.into()),
            };
        }
        if depth == MAX_DEPTH {
            return Err(internal::too_deep());
        }
        if let Some(elements) = value.elements() {
            let mut parts = Parts::<Vec<Json>>::new();
            for (index, element) in elements.enumerate() {
                let ty = match ty {
                    Type::List(element) | Type::Set(element) => element,
                    Type::Tuple(types) => types.get(index).unwrap_or(&Type::Dynamic),
                    _ => &Type::Dynamic,
                };
                let part = self.value(element, ty, shape.element(index), depth + 1);
                parts.add(part, || Step::Index(index as u64), Vec::push);
            }
            let mut elements = parts.end()?;
            if let Type::Tuple(types) = ty {
                let least = shape.least(types.len());
                while elements.len() > least && elements.last().is_some_and(Json::is_null) {
                    elements.pop();
                }
            }
            return Ok(Json::Array(elements));
        }
        if let Some(entries) = value.entries() {
            let ty = match ty {
                Type::Map(element) => element,
                _ => &Type::Dynamic,
            };
            let mut parts = Parts::<Map<String, Json>>::new();
            for (key, element) in entries {
                let part = self.value(element, ty, shape.elements(), depth + 1);
                let add = |map: &mut Map<_, _>, json| drop(map.insert(key.to_owned(), json));
                parts.add(part, || Step::Key(key.into()), add);
            }
            return parts.end().map(Json::Object);
        }
        let object = match ty {
            Type::Object(object) => Some(object),
            _ => None,
        };
        self.object(value, object, shape.members(), depth + 1)
    }

    /// Converts an object. Without a type, every member counts as data, so no member may be omitted.
    fn object(
        self,
        value: &Value,
        object: Option<&ObjectType>,
        shape: Option<&Members>,
        depth: u8,
    ) -> Result<Json> {
        let mut parts = Parts::<Map<String, Json>>::new();
        let mut chosen = Vec::new();
        for (name, part) in value.members().into_iter().flatten() {
            let step = || Step::Attribute(name.to_owned().into());
            let ty = match object.map(|object| object.get(name)) {
                Some(Some(attribute)) => &attribute.ty,
                Some(None) => {
                    parts.faults.add(internal::surplus(name));
                    continue;
                }
                None => &Type::Dynamic,
            };
            let alternatives = shape.map_or(&[][..], |shape| &shape.alternatives);
            if let Some(one) = alternatives.iter().find(|one| one.name == name) {
                if !part.is_null() {
                    match self.value(part, ty, &one.shape, depth) {
                        Ok(json) => chosen.push((name, json)),
                        Err(error) => {
                            let error = redacted(error, one.is_secret, part);
                            parts.faults.add(error.at(Path::from(step())));
                        }
                    }
                }
                continue;
            }
            let member = shape.and_then(|shape| shape.members.get(name));
            let is_computed = member.is_some_and(|member| member.is_computed);
            let writes_null = !self.omits_null || member.is_some_and(|member| member.writes_null);
            let is_omitted = part.is_null() && object.is_some() && !writes_null;
            if is_omitted || self.omits_computed && is_computed {
                continue;
            }
            let form = member.map_or(&Shape::Same, |one| &one.shape);
            let json = self.value(part, ty, form, depth);
            let is_secret = member.is_some_and(|member| member.is_secret);
            let json = json.map_err(|error| redacted(error, is_secret, part));
            let key = member.map_or(name, |member| &member.json);
            let add = |map: &mut Map<_, _>, json| drop(map.insert(key.to_owned(), json));
            parts.add(json, step, add);
        }
        with_alternative(parts.end()?, chosen)
    }
}

/// Removes the value of a secret from an error.
fn redacted(error: Error, is_secret: bool, value: &Value) -> Error {
    if is_secret {
        internal::redacted(error, value.ty().has_dynamic())
    } else {
        error
    }
}

/// Adds the members of the alternative that is set in the value.
fn with_alternative(mut own: Map<String, Json>, mut chosen: Vec<(&str, Json)>) -> Result<Json> {
    if chosen.len() > 1 {
        let names: Vec<_> = chosen.iter().map(|(name, _)| *name).collect();
        return Err(internal::mismatch("one alternative", names.join(" and ")));
    }
    match chosen.pop() {
        None => Ok(Json::Object(own)),
        Some((_, Json::Object(members))) => {
            for (name, json) in members {
                own.entry(name).or_insert(json);
            }
            Ok(Json::Object(own))
        }
        Some((_, json)) if own.values().all(Json::is_null) => Ok(json),
        Some((name, _)) => Err(internal::data(
            "no other attribute can be set together with this alternative",
        )
        .at(Path::root().attribute(name))),
    }
}

/// Returns the number that the JSON contains in place of a string.
fn whole_number(text: &str, shape: &Shape) -> Option<Number> {
    if !matches!(shape, Shape::NumberOrText) {
        return None;
    }
    let number: Number = text.parse().ok()?;
    (number.is_integer() && number.to_string() == text).then_some(number)
}

/// Converts a number. Without the `arbitrary_precision` feature, `serde_json` cannot represent every number.
fn json_number(number: &Number) -> Result<Json> {
    if let Some(int) = number.as_i64() {
        return Ok(int.into());
    }
    if let Some(int) = number.as_u64() {
        return Ok(int.into());
    }
    if !number.is_finite() {
        return Err(internal::infinite());
    }
    let text = number.to_string();
    let json: Option<serde_json::Number> = text.parse().ok();
    let is_same = |json: &serde_json::Number| {
        let back = json.to_string().parse::<Number>();
        back.is_ok_and(|back| back == *number)
    };
    json.filter(is_same).map(Json::Number).ok_or_else(|| {
        internal::mismatch_value(
            "a number that serde_json can represent",
            "one that it rounds without its feature `arbitrary_precision`",
            text,
        )
    })
}
