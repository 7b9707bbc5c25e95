//! Marks the dynamic parts of a value that is read into a struct from an envelope of blocks.
//!
//! Inside the envelope, attributes of type dynamic have no envelope of their own, and a typed null or
//! unknown value there looks like any other. The type constraint is needed to find them.

use super::items::Items;
use super::{Repr, Shared, Value};
use crate::ty::Type;

impl Value {
    /// Marks the parts for which the constraint is dynamic. Marked parts are read with their types.
    pub(crate) fn with_dynamics(self, ty: &Type) -> Self {
        if !ty.has_dynamic() {
            return self;
        }
        let each = |items: Items, ty: &Type| {
            let shared = Shared::Element(items.element_type().clone());
            let values = items.into_values().into_iter();
            Items::of(shared, values.map(|value| value.with_dynamics(ty)))
        };
        match (self.0, ty) {
            (repr, Type::Dynamic) => match Value(repr) {
                untyped if untyped.is_untyped() => untyped,
                typed => Value(Repr::Marked(Box::new(typed))),
            },
            (Repr::List(items), Type::List(element)) => Value(Repr::List(each(items, element))),
            // A list of blocks that contain dynamic is a tuple.
            (Repr::Tuple(items), Type::List(element)) => Value(Repr::Tuple(each(items, element))),
            (Repr::Set(items), Type::Set(element)) => Value(Repr::Set(each(items, element))),
            (Repr::Map(items), Type::Map(element)) => {
                let shared = Shared::Element(items.element_type().clone());
                let parts = items.into_values().into_iter().enumerate();
                Value(Repr::Map(Items::of(
                    shared,
                    parts.map(|(at, part)| match at % 2 {
                        0 => part,
                        _ => part.with_dynamics(element),
                    }),
                )))
            }
            (Repr::Object(items), Type::Map(element)) => {
                let shared = Shared::Object(items.object_type().clone());
                let values = items.into_values().into_iter();
                Value(Repr::Object(Items::of(
                    shared,
                    values.map(|value| value.with_dynamics(element)),
                )))
            }
            (Repr::Tuple(items), Type::Tuple(types)) => {
                let values = items.into_values().into_iter().zip(types.iter());
                Value(Repr::Tuple(Items::of(
                    Shared::Nothing,
                    values.map(|(value, ty)| value.with_dynamics(ty)),
                )))
            }
            (Repr::Object(items), Type::Object(object)) => {
                let own = items.object_type().clone();
                let values = items.into_values().into_iter().zip(own.iter());
                let values: Vec<Value> = values
                    .map(|(value, attribute)| match object.get(&attribute.name) {
                        Some(constraint) => value.with_dynamics(&constraint.ty),
                        None => value,
                    })
                    .collect();
                Value(Repr::Object(Items::of(Shared::Object(own), values)))
            }
            (repr, _) => Value(repr),
        }
    }

    /// Removes the mark, if there is one.
    pub(crate) fn unmarked(self) -> Self {
        match self.0 {
            Repr::Marked(value) => *value,
            repr => Value(repr),
        }
    }
}
