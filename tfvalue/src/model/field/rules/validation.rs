//! The requirements that the constraints of a field place on its type.
//!
//! The generated code calls the corresponding function at the location of each annotation that the user wrote.

use super::numbers::{are_numbers, bounds_are_held, is_held};
use super::planning::{characters, contains};
use crate::model::constraints::{Constraints, Nested};
use crate::model::field::Field;
use crate::model::literal::Literal;
use crate::model::same::is_same;
use crate::model::{Content, Digits, TypeKind, fail};
use crate::ty::Type;

/// The constraints of a field, of its elements or of its keys, with the values to which the constraints apply.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    constraints: &'a Constraints,
    content: Content,
    /// Whether the description contains the constraints.
    describe: bool,
    /// Whether the constraints come from a schema in another language. In such a schema, a constraint may have no effect.
    may_be_without_effect: bool,
}

impl Field {
    /// Returns the constraints of the field in a form that can be checked.
    #[must_use]
    pub const fn subject(&self) -> Subject<'_> {
        let constraints = match self.constraints() {
            Some(constraints) => constraints,
            None => const { &Constraints::NONE },
        };
        Subject {
            constraints,
            content: self.facts.content(),
            describe: constraints.describe,
            may_be_without_effect: false,
        }
    }
}

impl<'a> Subject<'a> {
    /// Checks all constraints, as generated code does for the constraints that the user wrote.
    ///
    /// # Panics
    ///
    /// Panics if one of the constraints does not match the type.
    pub(crate) fn check_all(mut self, ty: &Type, may_be_without_effect: bool) {
        self.may_be_without_effect = may_be_without_effect;
        let Subject { constraints, .. } = self;
        if !constraints.one_of.as_slice().is_empty() {
            self.check_one_of();
        }
        self.check_range();
        self.check_length();
        #[cfg(feature = "regex")]
        if constraints.regex.is_some() {
            self.check_regex();
        }
        if constraints.each.is_some() {
            let elements = self.each();
            match ty {
                Type::List(element) | Type::Set(element) | Type::Map(element) => {
                    let content = crate::model::field::content_of_type(element);
                    Subject {
                        content,
                        ..elements
                    }
                    .check_all(element, may_be_without_effect);
                }
                // The elements are objects in a nested block with a dynamic value.
                _ => elements.check_all(&Type::Dynamic, may_be_without_effect),
            }
        }
        if constraints.keys.is_some() {
            self.keys().check_all(&Type::String, may_be_without_effect);
        }
    }

    /// Returns the strings of an enum, or no strings for other types.
    const fn variants(&self) -> &'static [&'static str] {
        self.content.values
    }

    const fn about(self, constraints: Option<&'a Nested>, content: Content) -> Self {
        Subject {
            constraints: match constraints {
                Some(constraints) => constraints.get(),
                None => const { &Constraints::NONE },
            },
            content,
            ..self
        }
    }

    /// Returns the constraints in `each` after checking the type. A failure is a compiler error.
    ///
    /// # Panics
    ///
    /// Panics if the type has no elements.
    #[must_use]
    #[track_caller]
    pub const fn each(self) -> Self {
        match self.content.elements {
            Some(elements) => self.about(self.constraints.each.as_ref(), *elements),
            None => panic!(
                "`each` is only for lists, sets and maps: remove it, or write its constraints without `each`"
            ),
        }
    }

    /// Returns the constraints in `keys` after checking the type. A failure is a compiler error.
    ///
    /// # Panics
    ///
    /// Panics if the type has no keys, or if its keys are not strings.
    #[must_use]
    #[track_caller]
    pub const fn keys(self) -> Self {
        let Some(keys) = self.content.keys else {
            panic!(
                "`keys` is only for maps: remove it, or write `each(…)` for the elements of a list or set"
            )
        };
        assert!(
            matches!(keys.kind, TypeKind::String),
            "`keys` is only for maps whose keys are strings: remove it, or use `String` for the keys"
        );
        self.about(self.constraints.keys.as_ref(), *keys)
    }

    /// Checks `one_of`. A failure is a compiler error.
    ///
    /// # Panics
    ///
    /// Panics if the type cannot hold one of the values.
    #[track_caller]
    pub const fn check_one_of(&self) {
        let allowed = self.constraints.one_of.as_slice();
        let is_character = self.content.length.is_some();
        let mut rest = allowed;
        while let [literal, others @ ..] = rest {
            match (literal, self.content.kind) {
                (Literal::String(_), TypeKind::String) => {}
                (Literal::Text(text), TypeKind::String) => {
                    let variants = self.variants();
                    if !variants.is_empty() && !contains(variants, text) {
                        fail(&[
                            "`one_of` lists \"",
                            text,
                            "\", which the enum does not have: use the strings of its variants",
                        ]);
                    }
                    if is_character && characters(text) != 1 {
                        fail(&[
                            "`one_of` lists \"",
                            text,
                            "\", but the type holds one character: list single characters",
                        ]);
                    }
                }
                (Literal::Text(_) | Literal::String(_), _) => panic!(
                    "`one_of` lists strings, but the value is not a string: change the list, or write `each(one_of = …)` for the elements of a list, set or map"
                ),
                (Literal::Float(float), TypeKind::Number) if !float.is_finite() => {
                    panic!("`one_of` requires numbers, but one is not finite: change it")
                }
                (number, TypeKind::Number) => {
                    if let Some(integer) = self.content.integer {
                        is_held(integer, number, "`one_of` lists");
                    }
                }
                _ => panic!(
                    "`one_of` lists numbers, but the value is not a number: change the list, or write `each(one_of = …)` for the elements of a list, set or map"
                ),
            }
            rest = others;
        }
        assert!(
            !has_twice(allowed) || self.may_be_without_effect,
            "`one_of` lists a value twice: remove one of them"
        );
        let variants = self.variants();
        assert!(
            variants.is_empty() || !contain_all(allowed, variants),
            "`one_of` lists all strings of the enum, so it has no effect: remove it"
        );
    }

    /// Checks `range`. A failure is a compiler error.
    ///
    /// # Panics
    ///
    /// Panics if the range allows none or all of the numbers that the type can hold, or if the type cannot hold a bound.
    #[track_caller]
    pub const fn check_range(&self) {
        let Some(range) = &self.constraints.range else {
            return;
        };
        assert!(
            matches!(self.content.kind, TypeKind::Number),
            "`range` is only for numbers: remove it, or use `length` for the number of characters or elements"
        );
        are_numbers(range, "range");
        assert!(
            !range.is_empty(),
            "`range` is empty, so no value is valid: change its bounds"
        );
        if let Some(integer) = self.content.integer {
            let (first, last) = bounds_are_held(range, integer, "`range` has the bound");
            if first > last {
                fail(&[
                    "`range` is empty for `",
                    integer.name,
                    "`, so no value is valid: change its bounds",
                ]);
            }
            if first == integer.min && last == integer.max && !self.describe {
                fail(&[
                    "`range` allows all numbers that `",
                    integer.name,
                    "` holds, so it has no effect: remove it, or add `describe` to mention it in the description",
                ]);
            }
        }
    }

    /// Checks `length`. A failure is a compiler error.
    ///
    /// # Panics
    ///
    /// Panics if the type has no length or only one possible length, or if the range allows no length or every length.
    #[track_caller]
    pub const fn check_length(&self) {
        let Some(range) = &self.constraints.length else {
            return;
        };
        assert!(
            self.content.length.is_none(),
            "`length` has no effect, because all values of the type have the same length: remove it"
        );
        assert!(
            matches!(
                self.content.kind,
                TypeKind::String | TypeKind::List | TypeKind::Set | TypeKind::Map
            ),
            "`length` is only for strings, lists, sets and maps: remove it, or use `range` for numbers"
        );
        assert!(
            self.variants().is_empty(),
            "`length` is not for an enum, whose strings are known: remove it, or list the allowed strings in `one_of`"
        );
        let [min, max] = range.bounds();
        assert!(
            is_length(min) && is_length(max),
            "`length` requires whole numbers that are not negative: `length = 1..=10`"
        );
        let most = u64::MAX as i128;
        let (first, last) = range.within(0, most);
        assert!(
            first <= last,
            "`length` is empty, so no value is valid: change its bounds"
        );
        assert!(
            first > 0 || last < most || self.may_be_without_effect,
            "`length` allows every length, so it has no effect: remove it, or change it"
        );
        assert!(
            last > 0 || self.may_be_without_effect,
            "`length` allows only the empty value, so there is nothing to configure: change its bounds"
        );
        if let Some(count) = self.distinct() {
            if first > count && !self.may_be_without_effect {
                fail(&[
                    "`length` requires at least ",
                    Digits::of(first).text(),
                    " elements, but there are only ",
                    Digits::of(count).text(),
                    " different ones: change its bounds",
                ]);
            }
        }
    }

    /// Returns the number of elements that a set or map can have, if the values of its elements or keys are enumerated.
    const fn distinct(&self) -> Option<i128> {
        let Content { elements, keys, .. } = self.content;
        let (part, constraints) = match self.content.kind {
            TypeKind::Set => (elements, &self.constraints.each),
            TypeKind::Map => (keys, &self.constraints.keys),
            _ => return None,
        };
        let listed = match constraints {
            Some(constraints) => constraints.get().one_of.as_slice().len(),
            None => 0,
        };
        // A set can also contain null.
        let null = matches!(self.content.kind, TypeKind::Set) as usize;
        match part {
            _ if listed > 0 => Some((listed + null) as i128),
            Some(part) if !part.values.is_empty() => Some((part.values.len() + null) as i128),
            Some(part) if matches!(part.kind, TypeKind::Bool) => Some((2 + null) as i128),
            _ => None,
        }
    }

    /// Checks `headline` on a field without constraints. A failure is a compiler error.
    ///
    /// # Panics
    ///
    /// Panics if the type never rejects a value.
    #[track_caller]
    pub const fn check_headline(&self) {
        assert!(
            !self.content.holds_every_value(),
            "`headline` has no effect without a constraint, because the type accepts every value: add a constraint, or remove it"
        );
    }

    /// Checks `regex`. A failure is a compiler error.
    ///
    /// # Panics
    ///
    /// Panics if the type holds no strings, or only the strings of an enum.
    #[track_caller]
    pub const fn check_regex(&self) {
        assert!(
            matches!(self.content.kind, TypeKind::String),
            "`regex` is only for strings: remove it, or write `each(regex = …)` for the elements of a list, set or map"
        );
        assert!(
            self.variants().is_empty(),
            "`regex` is not for an enum, whose strings are known: remove it, or list the allowed strings in `one_of`"
        );
    }
}

/// Returns `true` if two values are the same. The derive compares literals, so this function finds equal constants.
/// Long lists are not compared, because the comparison takes quadratic time.
const fn has_twice(values: &[Literal]) -> bool {
    if values.len() > 64 {
        return false;
    }
    let mut rest = values;
    while let [one, others @ ..] = rest {
        let mut left = others;
        while let [other, tail @ ..] = left {
            if one.is_same(other) {
                return true;
            }
            left = tail;
        }
        rest = others;
    }
    false
}

const fn is_length(bound: Option<&Literal>) -> bool {
    match bound {
        Some(Literal::Integer(length)) => 0 <= *length && *length <= u64::MAX as i128,
        Some(_) => false,
        None => true,
    }
}

/// Returns `true` if the given literals contain all strings of an enum.
const fn contain_all(allowed: &[Literal], values: &[&str]) -> bool {
    let mut rest = values;
    while let [value, others @ ..] = rest {
        if !contain(allowed, value) {
            return false;
        }
        rest = others;
    }
    true
}

const fn contain(allowed: &[Literal], value: &str) -> bool {
    let mut rest = allowed;
    while let [literal, others @ ..] = rest {
        match literal {
            Literal::Text(text) if is_same(text, value) => return true,
            _ => rest = others,
        }
    }
    false
}
