//! Access to the parts of a value: by path, and all of them in turn.

use super::items::Items;
use super::{Repr, Shared, Value};
use crate::error::{Error, Result};
use crate::path::{Path, Step};
use crate::ty::{ObjectType, Type};

impl Value {
    /// Returns the part at a path.
    ///
    /// [`Value::get`] returns an `Option` instead.
    ///
    /// # Errors
    ///
    /// Fails if there is no such part. The path of the error is the path of the last part that
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

    /// Calls `visit` with the value and each of its parts, and their paths. A part is visited before
    /// the parts inside of it. If `visit` returns `false`, these are skipped.
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
        let mut part = |step: Step, value: &Value| {
            path.push(step);
            value.walk_from(path, visit);
            path.pop();
        };
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

    /// Replaces each unknown part with null, as in a request to a service that chooses these values.
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
        self.transform(&mut |part| {
            Ok(if part.is_unknown() {
                Value::null(part.ty())
            } else {
                part
            })
        })
    }

    /// Replaces each part with the result of `change`, and then the value itself. A part is replaced
    /// after the parts inside of it.
    ///
    /// # Errors
    ///
    /// Fails if `change` fails, or if the elements of a collection no longer have the same type. The
    /// error contains the path.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Type, Value};
    ///
    /// let value = Value::list(Type::String, ["a", "b"])?;
    /// let upper = value.transform(&mut |part| {
    ///     Ok(match part.as_str() {
    ///         Some(text) => text.to_uppercase().into(),
    ///         None => part,
    ///     })
    /// })?;
    /// assert_eq!(upper.to_string(), r#"["A", "B"]"#);
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn transform(self, change: &mut impl FnMut(Value) -> Result<Value>) -> Result<Value> {
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
            Repr::List(items) => Value::list(element, indexed(items, change)?)?,
            Repr::Set(items) => Value::set(element, indexed(items, change)?)?,
            Repr::Tuple(items) => Value::tuple(indexed(items, change)?),
            Repr::Map(items) => {
                let mut parts = Items::begin(Shared::Nothing, items.values().len());
                let mut rest = items.into_values().into_iter();
                while let (Some(key), Some(value)) = (rest.next(), rest.next()) {
                    let step = |error: Error| {
                        error.at_step(Step::Key(key.as_str().unwrap_or_default().into()))
                    };
                    let value = value.transform(change).map_err(step)?;
                    parts.extend([key, value]);
                }
                Value::map_of_parts(parts, element)?
            }
            Repr::Object(items) => {
                let object = items.object_type().clone();
                let mut parts = Items::begin(Shared::Nothing, object.len());
                for (attribute, value) in object.iter().zip(items.into_values()) {
                    let step =
                        |error: Error| error.at_step(Step::Attribute(attribute.name.clone()));
                    parts.push(value.transform(change).map_err(step)?);
                }
                let names = object.iter().map(|attribute| attribute.name.clone());
                let types = parts[1..].iter().map(Value::ty);
                let object = ObjectType::new(names.zip(types));
                Value::object_of_parts(parts, &object)
            }
            repr => Value(repr),
        };
        change(value)
    }
}

fn indexed(items: Items, change: &mut impl FnMut(Value) -> Result<Value>) -> Result<Vec<Value>> {
    let transform = |(index, value): (usize, Value)| {
        value
            .transform(change)
            .map_err(|error| error.at_step(Step::Index(index as u64)))
    };
    items
        .into_values()
        .into_iter()
        .enumerate()
        .map(transform)
        .collect()
}
