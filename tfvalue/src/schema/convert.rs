//! Converts values in the same way as the Terraform language.

use super::validate::Faults;
use crate::error::Error;
use crate::number::Number;
use crate::path::Step;
use crate::ty::{ObjectType, Type};
use crate::value::{At, Value};

/// Converts values to types, and collects the faults.
pub(super) struct Converter<'f> {
    pub(super) faults: &'f mut Faults,
    /// Whether an attribute that an object type does not have is a fault. Otherwise, the attribute is dropped.
    pub(super) is_strict: bool,
}

impl Converter<'_> {
    /// Converts a value to a type. Optional attributes of the type may be missing.
    pub(super) fn value(&mut self, value: &Value, ty: &Type) -> Option<Value> {
        let plain = || ty.without_optional();
        match ty {
            Type::Dynamic => return Some(value.clone()),
            _ if value.is_null() => return Some(Value::null(plain())),
            _ if value.is_unknown() => return self.unknown(value, plain()),
            _ => {}
        }
        match ty {
            Type::Dynamic => None,
            Type::String => text(value).map(Value::string),
            Type::Number => number(value).map(Value::from),
            Type::Bool => truth(value).map(Value::from),
            Type::List(element) | Type::Set(element) if value.elements().is_some() => {
                let elements = self.indexed(value, |_| element);
                let element = element.without_optional();
                return self.end(match ty {
                    Type::List(_) => Value::list(element, elements?),
                    _ => Value::set(element, elements?),
                });
            }
            Type::Tuple(types) if value.elements().is_some_and(|all| all.len() == types.len()) => {
                return self.indexed(value, |at| &types[at]).map(Value::tuple);
            }
            Type::Map(element) if is_named(value) => {
                let entries = self.named(value, element)?;
                return self.end(Value::map(element.without_optional(), entries));
            }
            Type::Object(object) if is_named(value) => return self.object(value, object),
            _ => None,
        }
        .or_else(|| self.mismatch(value, ty))
    }

    fn mismatch(&mut self, value: &Value, ty: &Type) -> Option<Value> {
        let error = Error::mismatch(ty.with_article(), value.ty().with_article());
        self.end(Err(error))
    }

    pub(super) fn end(&mut self, result: Result<Value, Error>) -> Option<Value> {
        result.map_err(|error| self.faults.add(error)).ok()
    }

    pub(super) fn within<T>(
        &mut self,
        step: Step,
        run: impl FnOnce(&mut Converter<'_>) -> Option<T>,
    ) -> Option<T> {
        let is_strict = self.is_strict;
        let mut result = None;
        self.faults.within(step, |faults| {
            result = run(&mut Converter { faults, is_strict });
        });
        result
    }

    fn unknown(&mut self, value: &Value, ty: Type) -> Option<Value> {
        let own = value.ty();
        if own.conforms_to(&ty) {
            return Some(value.clone());
        }
        let is_primitive = |ty: &Type| matches!(ty, Type::String | Type::Number | Type::Bool);
        if own == Type::Dynamic || is_primitive(&ty) == is_primitive(&own) {
            return Some(Value::unknown(ty));
        }
        self.mismatch(value, &ty)
    }

    fn indexed<'t>(&mut self, value: &Value, ty: impl Fn(usize) -> &'t Type) -> Option<Vec<Value>> {
        let elements = value.elements().into_iter().flatten().enumerate();
        all(elements.map(|(at, value)| {
            self.within(Step::Index(at as u64), |convert| {
                convert.value(value, ty(at))
            })
        }))
    }

    fn named<'v>(&mut self, value: &'v Value, element: &Type) -> Option<Vec<(&'v str, Value)>> {
        let entries = value.placed_elements().filter_map(|(at, value)| match at {
            At::Key(key) => Some((key, value)),
            At::Index(_) => None,
        });
        all(entries.map(|(key, value)| {
            let step = Step::Key(key.into());
            let value = self.within(step, |convert| convert.value(value, element));
            Some((key, value?))
        }))
    }

    fn object(&mut self, value: &Value, ty: &ObjectType) -> Option<Value> {
        let members = all(ty.iter().map(|attribute| {
            let name = &attribute.name;
            let member = match value.get_named(name) {
                Some(member) => self.within(Step::Attribute(name.clone()), |convert| {
                    convert.value(member, &attribute.ty)
                }),
                None if attribute.optional => Some(Value::null(attribute.ty.without_optional())),
                None => self.end(Err(Error::missing(name.clone()))),
            };
            Some((name, member?))
        }));
        for (at, _) in value.placed_elements().filter(|_| self.is_strict) {
            if let At::Key(name) = at {
                if ty.get(name).is_none() {
                    self.faults.add(Error::surplus(name));
                }
            }
        }
        self.end(Value::object(members?))
    }
}

/// Collects all parts, unless a part has a fault. If a part has a fault, the remaining parts are still converted to
/// find their faults.
pub(super) fn all<T>(parts: impl Iterator<Item = Option<T>>) -> Option<Vec<T>> {
    let mut found = Some(Vec::with_capacity(parts.size_hint().0));
    for part in parts {
        match (&mut found, part) {
            (Some(all), Some(part)) => all.push(part),
            _ => found = None,
        }
    }
    found
}

fn is_named(value: &Value) -> bool {
    value.entries().is_some() || value.members().is_some()
}

fn text(value: &Value) -> Option<String> {
    let number = || value.as_number().map(ToString::to_string);
    let truth = || value.as_bool().map(|value| value.to_string());
    value
        .as_str()
        .map(str::to_owned)
        .or_else(number)
        .or_else(truth)
}

fn number(value: &Value) -> Option<Number> {
    let parsed = || value.as_str().and_then(|text| text.parse().ok());
    value.as_number().cloned().or_else(parsed)
}

fn truth(value: &Value) -> Option<bool> {
    value.as_bool().or(match value.as_str() {
        Some("true" | "1") => Some(true),
        Some("false" | "0") => Some(false),
        _ => None,
    })
}
