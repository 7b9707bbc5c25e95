//! The annotations of a resource type that are used in tests of a provider.

use crate::model::{Constraints, Content, Field, Length, Literal, Model, Nested};
use crate::number::Number;
use crate::path::{Path, Step};
use crate::plan::{self, Old};
use crate::provider::erased::managed::ErasedResource;
use crate::ty::Type;
use crate::value::Value;

/// The annotations of a resource type.
#[derive(Clone, Copy)]
pub struct Annotations<'a> {
    model: Model<'a>,
    ty: &'a Type,
    has_mutable_identity: bool,
    is_state_only: bool,
}

impl<'a> Annotations<'a> {
    pub(crate) fn of(resource: &'a dyn ErasedResource) -> Self {
        Annotations {
            model: resource.part().model(),
            ty: resource.part().ty(),
            has_mutable_identity: resource.history().mutable_identity,
            is_state_only: resource.is_state_only(),
        }
    }

    /// Returns the annotations of the members.
    #[must_use]
    pub fn members(self) -> MemberAnnotations<'a> {
        MemberAnnotations(self.model.fields)
    }

    /// Returns the type of the states.
    #[must_use]
    pub fn ty(self) -> &'a Type {
        self.ty
    }

    /// Returns `true` if the identity may change.
    #[must_use]
    pub fn has_mutable_identity(self) -> bool {
        self.has_mutable_identity
    }

    /// Returns `true` if the objects exist only in the state.
    #[must_use]
    pub fn is_state_only(self) -> bool {
        self.is_state_only
    }

    /// Returns a state in which every value that means the same thing as in another state has the spelling of the other
    /// state.
    #[must_use]
    pub fn spelled(self, old: &Value, new: Value) -> Value {
        plan::spelled(self.model, Old::Planned, old, &new).unwrap_or(new)
    }

    /// Returns `true` if a different value at a path concerns only the provider, because the service has neither the
    /// value nor the revision of a write-only value.
    #[must_use]
    pub fn concern_only_provider(self, state: &Value, path: &Path, other: &Value) -> bool {
        if let [Step::Attribute(name)] = path.steps() {
            let mut fields = self.model.fields.iter();
            if fields.any(|field| field.fingerprint() == Some(name)) {
                return true;
            }
        }
        let changed = state.with(path, other.clone());
        let is_changed = changed.and_then(|new| plan::is_changed(self.model.fields, state, &new));
        is_changed.is_ok_and(|is_changed| !is_changed)
    }
}

/// The annotations of the members of an object.
#[derive(Clone, Copy, Default)]
pub struct MemberAnnotations<'a>(&'a [Field]);

impl<'a> MemberAnnotations<'a> {
    /// Returns the requirements that the annotations of a member impose.
    #[must_use]
    pub fn limits(self, name: &str) -> Limits<'a> {
        self.field(name).map_or(Limits::default(), |field| Limits {
            constraints: field.constraints(),
            content: Some(field.content()),
        })
    }

    /// Returns the annotations of the objects in a member.
    #[must_use]
    pub fn within(self, name: &str) -> Self {
        let field = self.field(name);
        MemberAnnotations(field.map_or(&[], |field| field.any_model().fields))
    }

    fn field(self, name: &str) -> Option<&'a Field> {
        self.0.iter().find(|field| field.name() == name)
    }
}

/// The requirements that annotations impose on a value.
#[derive(Clone, Copy, Default)]
pub struct Limits<'a> {
    constraints: Option<&'a Constraints>,
    content: Option<Content>,
}

impl<'a> Limits<'a> {
    /// Returns the requirements for the elements of a collection.
    #[must_use]
    pub fn elements(self) -> Self {
        let constraints = self.constraints.and_then(|own| own.each.as_ref());
        Limits {
            constraints: constraints.map(Nested::get),
            content: self.content.and_then(|own| own.elements.copied()),
        }
    }

    /// Returns the requirements for the keys of a map.
    #[must_use]
    pub fn keys(self) -> Self {
        let constraints = self.constraints.and_then(|own| own.keys.as_ref());
        Limits {
            constraints: constraints.map(Nested::get),
            content: self.content.and_then(|own| own.keys.copied()),
        }
    }

    /// Returns `true` if some strings are not allowed.
    #[must_use]
    pub fn concern_strings(self) -> bool {
        self.constraints.is_some() || self.content.is_some_and(|own| !own.values.is_empty())
    }

    /// Returns the allowed numbers of characters or elements, if there is a limit.
    #[must_use]
    pub fn length(self) -> Option<(u64, Option<u64>)> {
        if let Some(range) = self.constraints.and_then(|own| own.length.as_ref()) {
            let Length { min, max } = Length::of(range);
            return Some((min, max));
        }
        let fixed = self.content.and_then(|own| own.length)?.into();
        Some((fixed, Some(fixed)))
    }

    /// Returns `true` if only integers are allowed.
    #[must_use]
    pub fn is_integer(self) -> bool {
        self.content.is_some_and(|own| own.integer.is_some())
    }

    /// Returns the minimum and the maximum number. The end of a range might be excluded.
    #[must_use]
    pub fn bounds(self) -> [Option<Number>; 2] {
        let range = self.constraints.and_then(|own| own.range.as_ref());
        let ends = range.map_or([None, None], |range| {
            [&range.min, &range.max].map(Option::as_ref)
        });
        let integer = self.content.and_then(|own| own.integer);
        let ends_of_type = integer.map_or([None, None], |own| [Some(own.min), Some(own.max)]);
        let [[min, max], [least, greatest]] = [
            ends.map(|end| end.map(Literal::number)),
            ends_of_type.map(|end| end.map(Number::from)),
        ];
        [min.or(least), max.or(greatest)]
    }

    /// Returns the allowed values, if they are listed.
    #[must_use]
    pub fn one_of(self) -> Vec<Value> {
        let literals = self
            .constraints
            .map_or(&[][..], |own| own.one_of.as_slice());
        if literals.is_empty() {
            let strings = self.content.map_or(&[][..], |own| own.values);
            return strings.iter().map(|&string| string.into()).collect();
        }
        let values = literals.iter().map(|literal| match literal.text() {
            Some(text) => text.into(),
            None => literal.number().into(),
        });
        values.collect()
    }

    /// Returns the regular expression that strings must match.
    #[must_use]
    pub fn pattern(self) -> Option<&'a str> {
        #[cfg(feature = "regex")]
        return Some(self.constraints?.regex.as_ref()?.pattern().text());
        #[cfg(not(feature = "regex"))]
        None
    }
}
