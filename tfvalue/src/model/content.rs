//! What constraints require to know about a value, its elements and its keys.

use std::marker::PhantomData;

use super::literal::Integer;
use super::{TfType, TypeFacts, TypeKind};

/// The facts about values that constraints depend on, at any depth.
#[derive(Clone, Copy)]
pub(crate) struct Content {
    pub(crate) kind: TypeKind,
    /// The number of elements or characters, if it is fixed.
    pub(crate) length: Option<u32>,
    pub(crate) integer: Option<&'static Integer>,
    /// Whether every string, number or bool is one of the values.
    pub(crate) any: bool,
    /// The strings of an enum.
    pub(crate) values: &'static [&'static str],
    /// The elements of a list, set or map.
    pub(crate) elements: Option<&'static Content>,
    /// The keys of a map.
    pub(crate) keys: Option<&'static Content>,
}

/// All structs share this, because constraints ask nothing else about objects.
const OBJECT: &Content = &TypeFacts::of(TypeKind::Object).content();

/// The content of a type, which lives as long as the program.
pub(super) struct Lasting<T>(PhantomData<T>);

impl<T: TfType> Lasting<T> {
    pub(super) const CONTENT: &'static Content = match T::FACTS.kind {
        TypeKind::Object => OBJECT,
        _ => &T::FACTS.content(),
    };
}

impl Content {
    /// The content of a value of any type.
    pub(crate) const DYNAMIC: Self = TypeFacts::of(TypeKind::Dynamic).content();

    /// Returns `true` if the type never refuses a value, or its members do.
    pub(crate) const fn holds_every_value(&self) -> bool {
        match (self.kind, self.elements) {
            (TypeKind::String | TypeKind::Number | TypeKind::Bool, _) => self.any,
            (TypeKind::List | TypeKind::Set | TypeKind::Map, Some(elements)) => {
                elements.holds_every_value()
            }
            _ => true,
        }
    }
}

impl TypeFacts {
    pub(crate) const fn content(self) -> Content {
        let is_primitive = self.is_primitive();
        Content {
            kind: self.kind,
            length: self.length,
            // Those of a list, set or map are about its elements.
            integer: if is_primitive { self.integer } else { None },
            any: self.any,
            values: if is_primitive { self.values } else { &[] },
            elements: self.elements,
            keys: self.keys,
        }
    }

    /// Returns the kind of the elements of a list, set or map.
    pub(crate) const fn element_kind(&self) -> Option<TypeKind> {
        match self.elements {
            Some(elements) => Some(elements.kind),
            None => None,
        }
    }

    /// Adds the elements of a list, set or map.
    pub(super) const fn of_elements<T: TfType>(mut self) -> Self {
        self.elements = Some(Lasting::<T>::CONTENT);
        self
    }

    /// Adds the keys of a map.
    pub(super) const fn of_keys<K: TfType>(mut self) -> Self {
        self.keys = Some(Lasting::<K>::CONTENT);
        self
    }
}
