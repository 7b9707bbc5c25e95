//! Provides access to the parts of a value, by path or one after another.

use super::items::Items;
use super::{Repr, Shared, Value};
use crate::error::Result;
use crate::path::{Path, Step};
use crate::ty::{ObjectType, Type};

impl Value {
    /// Returns the part at a path.
    ///
    /// [`Value::get`] returns an `Option` instead.
    ///
    /// # Errors
    ///
    /// Fails if the part does not exist. The path of the error is the path of the last part that
    /// exists.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Path, Type, Value};
    ///
    /// let value = Value::object([("disk", Value::list(Type::Number, [10, 20])?)])?;
    /// assert_eq!(value.lookup(&Path::from("disk").index(1))?, &Value::from(20));
    /// let error = value.lookup(&Path::from("disk").index(2)).unwrap_err();
    /// assert_eq!(error.to_string(), "disk: there is no element 2");
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn lookup(&self, path: &Path) -> Result<&Value> {
        super::index::lookup(self, path)
    }

    /// Calls `visit` with the value and with each of its parts, together with their paths. A part is visited before its
    /// nested parts. If `visit` returns `false`, the nested parts of the current part are skipped.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Type, Value};
    ///
    /// let value = Value::tuple([Value::from(1), Value::unknown(Type::String)]);
    /// let mut unknown = Vec::new();
    /// value.walk(|path, part| {
    ///     if part.is_unknown() {
    ///         unknown.push(path.to_string());
    ///     }
    ///     true
    /// });
    /// assert_eq!(unknown, ["[1]"]);
    /// ```
    pub fn walk(&self, mut visit: impl FnMut(&Path, &Value) -> bool) {
        self.walk_from(&mut Path::root(), &mut visit);
    }

    fn walk_from(&self, path: &mut Path, visit: &mut impl FnMut(&Path, &Value) -> bool) {
        if !visit(path, self) {
            return;
        }
        self.each_part(&mut |step, value| {
            path.push(step);
            value.walk_from(path, visit);
            path.pop();
        });
    }

    /// Returns an error for each part that is unknown.
    pub(crate) fn unknown_faults(&self) -> Vec<crate::Error> {
        let mut faults = Vec::new();
        if !self.is_wholly_known() {
            self.walk(|path, part| {
                if part.is_unknown() {
                    faults.push(crate::Error::unknown().at(path.clone()));
                }
                true
            });
        }
        faults
    }

    /// Calls a function with each direct part and the step to it.
    pub(crate) fn each_part(&self, part: &mut dyn FnMut(Step, &Value)) {
        match &self.0 {
            Repr::Object(_) => {
                for (name, value) in self.members().into_iter().flatten() {
                    part(Step::Attribute(name.to_owned().into()), value);
                }
            }
            Repr::Map(_) => {
                for (key, value) in self.entries().into_iter().flatten() {
                    part(Step::Key(key.into()), value);
                }
            }
            _ => {
                for (index, value) in self.parts().iter().enumerate() {
                    part(Step::Index(index as u64), value);
                }
            }
        }
    }

    /// Returns a copy of the value in which the part at a path is replaced.
    ///
    /// # Errors
    ///
    /// Fails if the part does not exist, or if the elements of a collection no longer have the same type. The error
    /// contains the path.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Path, Type, Value};
    ///
    /// let disk = Value::object([("sizes", Value::list(Type::Number, [10, 20])?), ("id", Value::unknown(Type::String))])?;
    /// let disk = disk.with("id", "disk-1")?.with(&Path::from("sizes").index(1), 40)?;
    /// assert_eq!(disk.to_string(), r#"{ id = "disk-1", sizes = [10, 40] }"#);
    ///
    /// let error = disk.with("sizes[1]", "big").unwrap_err();
    /// assert_eq!(error.to_string(), "sizes[1]: a number is required, got a string");
    /// let error = disk.with("size", 1).unwrap_err();
    /// assert_eq!(error.to_string(), r#"there is no attribute "size""#);
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn with(&self, path: impl Into<Path>, value: impl Into<Value>) -> Result<Value> {
        self.replaced(path.into().steps(), value.into())
    }

    fn replaced(&self, steps: &[Step], new: Value) -> Result<Value> {
        let Some((step, rest)) = steps.split_first() else {
            return Ok(new);
        };
        let old = self
            .get(step)
            .ok_or_else(|| super::index::nowhere(&[], step))?;
        let part = old.replaced(rest, new);
        let mut part = Some(part.map_err(|error| error.at_step(step.clone()))?);
        let mut at = |is_it: bool, old: &Value| match part.take_if(|_| is_it) {
            Some(new) => new,
            None => old.clone(),
        };
        let elements = self.parts().iter().enumerate();
        let elements = elements.map(|(index, old)| (Step::Index(index as u64) == *step, old));
        match &self.0 {
            Repr::List(items) => {
                let element = items.element_type().clone();
                Value::list(element, elements.map(|(is_it, old)| at(is_it, old)))
            }
            Repr::Set(items) => {
                let element = items.element_type().clone();
                Value::set(element, elements.map(|(is_it, old)| at(is_it, old)))
            }
            Repr::Map(items) => {
                let entries = items.entries();
                let entries = entries.map(|(key, old)| (key, at(key == step.name(), old)));
                Value::map(items.element_type().clone(), entries)
            }
            Repr::Object(_) => {
                let members = self.members().into_iter().flatten();
                Value::object(members.map(|(name, old)| (name, at(name == step.name(), old))))
            }
            _ => Ok(Value::tuple(elements.map(|(is_it, old)| at(is_it, old)))),
        }
    }

    /// Replaces each unknown part with null, as in a request to a service that chooses the unknown values.
    ///
    /// # Errors
    ///
    /// Fails if the elements of a collection no longer have the same type.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Type, Value};
    ///
    /// let value = Value::object([("id", Value::unknown(Type::String)), ("name", "web".into())])?;
    /// assert_eq!(value.unknown_to_null()?.to_string(), r#"{ id = null, name = "web" }"#);
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn unknown_to_null(self) -> Result<Value> {
        self.fill_unknown(|_, part| Ok(Value::null(part.ty())))
    }

    /// Replaces each unknown part with the result of `fill`, which receives the path of the part and the unknown value.
    /// A null without a type receives the type of the part.
    ///
    /// # Errors
    ///
    /// Fails if `fill` fails, or if a result does not have the type of the unknown value. The error contains the path.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Type, Value};
    ///
    /// let planned = Value::object([("id", Value::unknown(Type::String)), ("name", "web".into())])?;
    ///
    /// // With the values of another object, such as the state after the change:
    /// let state = planned.with("id", "srv-1")?;
    /// assert_eq!(planned.clone().fill_unknown(|path, _| state.lookup(path).cloned())?, state);
    ///
    /// // With a value of the right type:
    /// let error = planned.fill_unknown(|_, _| Ok(1.into())).unwrap_err();
    /// assert_eq!(error.to_string(), "id: a string is required, got a number");
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn fill_unknown(
        self,
        mut fill: impl FnMut(&Path, &Value) -> Result<Value>,
    ) -> Result<Value> {
        self.transform(|path, part| {
            if !part.is_unknown() {
                return Ok(part);
            }
            let filled = fill(path, &part)?;
            match filled.0 {
                Repr::Null(Type::Dynamic) => Ok(Value::null(part.ty())),
                _ => match filled.ty().misfit(&part.ty()) {
                    Some(error) => Err(error),
                    None => Ok(filled),
                },
            }
        })
    }

    /// Replaces each part, and finally the value itself, with the result of `change`, which receives the path of the
    /// part and the part. A part is replaced after its nested parts.
    ///
    /// # Errors
    ///
    /// Fails if `change` fails, or if the elements of a collection no longer have the same type. The
    /// error contains the path.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Path, Type, Value};
    ///
    /// let value = Value::tuple(["a", "b", "c"]);
    /// let upper = value.transform(|path, part| {
    ///     Ok(match part.as_str() {
    ///         Some(text) if *path != Path::from("[1]") => text.to_uppercase().into(),
    ///         _ => part,
    ///     })
    /// })?;
    /// assert_eq!(upper.to_string(), r#"["A", "b", "C"]"#);
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn transform(self, mut change: impl FnMut(&Path, Value) -> Result<Value>) -> Result<Value> {
        self.transform_from(&mut Path::root(), &mut change)
    }

    fn transform_from(self, path: &mut Path, change: ChangeFn<'_>) -> Result<Value> {
        // The type of the elements may change. An empty collection keeps its type.
        let element = match &self.0 {
            Repr::List(items) | Repr::Set(items) | Repr::Map(items)
                if items.values().is_empty() =>
            {
                items.element_type().clone()
            }
            _ => Type::Dynamic,
        };
        let value = match self.0 {
            Repr::List(items) => Value::list(element, indexed(items, path, change)?)?,
            Repr::Set(items) => Value::set(element, indexed(items, path, change)?)?,
            Repr::Tuple(items) => Value::tuple(indexed(items, path, change)?),
            Repr::Map(items) => {
                let mut parts = Items::begin(Shared::Nothing, items.values().len());
                let mut rest = items.into_values().into_iter();
                while let (Some(key), Some(value)) = (rest.next(), rest.next()) {
                    let step = Step::Key(key.as_str().unwrap_or_default().into());
                    let value = value.transform_at(step, path, change)?;
                    parts.extend([key, value]);
                }
                Value::map_of_parts(parts, element)?
            }
            Repr::Object(items) => {
                let object = items.object_type().clone();
                let mut parts = Items::begin(Shared::Nothing, object.len());
                for (attribute, value) in object.iter().zip(items.into_values()) {
                    let step = Step::Attribute(attribute.name.clone());
                    parts.push(value.transform_at(step, path, change)?);
                }
                let names = object.iter().map(|attribute| attribute.name.clone());
                let types = parts[1..].iter().map(Value::ty);
                let object = ObjectType::new(names.zip(types));
                Value::object_of_parts(parts, &object)
            }
            repr => Value(repr),
        };
        change(path, value)
    }

    fn transform_at(self, step: Step, path: &mut Path, change: ChangeFn<'_>) -> Result<Value> {
        path.push(step);
        let changed = self.transform_from(path, change);
        match (path.pop(), changed) {
            (Some(step), Err(error)) => Err(error.at_step(step)),
            (_, changed) => changed,
        }
    }
}

type ChangeFn<'a> = &'a mut dyn FnMut(&Path, Value) -> Result<Value>;

fn indexed(items: Items, path: &mut Path, change: ChangeFn<'_>) -> Result<Vec<Value>> {
    let transform = |(index, value): (usize, Value)| {
        value.transform_at(Step::Index(index as u64), path, change)
    };
    items
        .into_values()
        .into_iter()
        .enumerate()
        .map(transform)
        .collect()
}
