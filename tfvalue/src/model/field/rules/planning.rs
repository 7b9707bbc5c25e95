//! The requirements that planning rules place on the type of a field.

use super::RuleFault;
use crate::attr::GoDuration;
use crate::model::TypeKind;
use crate::model::constraints::Constraints;
use crate::model::field::{Field, Form, Role};
use crate::model::planning::{Planning, Replace, SameAs, Spelling};
use crate::model::same::{is_same, is_same_bytes};
use crate::schema::Nesting;

impl Field {
    /// Checks `replace`. A failure is a compiler error.
    ///
    /// # Panics
    ///
    /// Panics if an option has no effect.
    #[track_caller]
    pub const fn check_replace(&self, role: Role) {
        // If the enclosing object can be removed, not every configuration contains the field.
        if !role.is_root() || !matches!(self.planning().replace, Replace::IfConfigured) {
            return;
        }
        let is_configured = match (self.form, self.flags()) {
            (
                Form::Block {
                    group, min_items, ..
                },
                _,
            ) => group || min_items > 0 || !matches!(self.facts.nesting, Some(Nesting::Single)),
            (_, Some((flags, _))) => flags.required,
            _ => false,
        };
        assert!(
            !is_configured,
            "`if_configured` has no effect on an attribute or block that is always configured: write `replace`"
        );
    }

    /// Checks `same_as`. A failure is a compiler error.
    ///
    /// # Panics
    ///
    /// Panics if the rule does not match the type.
    #[track_caller]
    pub const fn check_same_as(&self) {
        if let Planning {
            same_as: Some(same_as),
            ..
        } = self.planning()
        {
            if let Some(fault) = self.fault_of_spelling(*same_as) {
                panic!("{}", fault);
            }
        }
    }

    /// Checks `time_limit`. A failure is a compiler error.
    ///
    /// # Panics
    ///
    /// Panics if the limit is not a positive duration, or if the type of the field is not a duration.
    #[track_caller]
    pub const fn check_time_limit(&self) {
        let Planning {
            time_limit: Some(limit),
            ..
        } = self.planning()
        else {
            return;
        };
        assert!(
            GoDuration::nanos_of(limit.as_str()) > 0,
            "a time limit must be more than zero: write one such as \"20m\""
        );
        // Unlike a string, a duration has several equivalent spellings.
        assert!(
            matches!(self.facts.kind, TypeKind::String)
                && (self.is_described() || self.type_has_spellings()),
            "`time_limit` is only for durations: use `tfvalue::GoDuration` within `tfvalue::Attr`"
        );
    }

    const fn fault_of_spelling(&self, same_as: SameAs) -> RuleFault {
        let facts = &self.facts;
        let is_collection = matches!(facts.kind, TypeKind::List | TypeKind::Set | TypeKind::Map);
        if !same_as.each.is_one() {
            if !is_collection || facts.schema {
                return Some(
                    "`same_as(each = …)` is only for lists, sets and maps of plain values",
                );
            }
            if !matches!(facts.element_kind(), Some(kind) if same_as.each.is_for(kind)) {
                return Some(
                    "the rule in `same_as(each = …)` does not fit the elements: rules are for strings, except `any_order`, which is for lists",
                );
            }
        }
        match same_as.whole {
            Spelling::By(_) if !same_as.whole.is_for(facts.kind) => Some(
                "`same_as` is only for strings: write `same_as(each = …)` for the elements of a \
                 list, set or map",
            ),
            Spelling::AnyOrder if !same_as.whole.is_for(facts.kind) => {
                Some("`same_as = any_order` is only for lists")
            }
            Spelling::AnyOrder if self.has_at_most_one() => Some(
                "`same_as = any_order` has no effect, because there is at most one element: remove it",
            ),
            _ if same_as.hides_edits && self.is_only_computed() => Some(
                "`hide_edits` has no effect on an attribute that only the provider sets, because no configuration \
                 contains it: remove it",
            ),
            _ if same_as.hides_edits && is_collection => Some(
                "`hide_edits` is not for lists, sets and maps: while an element is unknown, Terraform requires the \
                 configured spelling of the others",
            ),
            Spelling::One if same_as.each.is_one() && !self.type_has_spellings() => Some(
                "`same_as` requires a rule, because the type has none: add one, as in `same_as(rule = json, hide_edits)`",
            ),
            _ if same_as.compares_text() && !facts.values.is_empty() => Some(
                "`same_as` is not for an enum, which has one spelling for each variant: remove it",
            ),
            _ => None,
        }
    }

    /// Checks the members of the elements. A failure is a compiler error.
    ///
    /// # Panics
    ///
    /// Panics if an annotation on a member has no effect in a set.
    pub(crate) fn check_elements(&self) {
        if let Some(fault) = self.fault_of_elements() {
            panic!("{}", fault);
        }
    }

    /// `struct Rule { #[tf(optional, same_as(rule = json, hide_edits))] document: … }` in a set
    pub(super) const fn fault_of_elements(&self) -> RuleFault {
        match self.facts.nesting {
            Some(Nesting::Set) if hides_edits(self.members_of_type()) => Some(
                "`hide_edits` has no effect within elements of a set, which Terraform identifies by their values: remove \
                 it from the members, or use a list or map",
            ),
            _ => None,
        }
    }

    /// Returns `true` for an array of one element, and for a list of at most one block.
    const fn has_at_most_one(&self) -> bool {
        let is_one = matches!(self.form, Form::Block { max_items: 1, .. });
        let is_one = is_one
            || matches!(self.constraints(), Some(Constraints { length: Some(length), .. }) if length.within(0, i128::MAX).1 <= 1);
        is_one || matches!(self.facts.length, Some(0..=1))
    }

    /// Returns `true` if values of the type have several spellings without an annotation.
    pub(super) const fn type_has_spellings(&self) -> bool {
        self.facts.same_as.is_some()
    }

    /// Checks `empty_as_null`. A failure is a compiler error.
    ///
    /// # Panics
    ///
    /// Panics if the value is never empty or is never compared.
    #[track_caller]
    pub const fn check_empty_as_null(&self, role: Role) {
        if let Some(fault) = self.fault_of_emptiness(role) {
            panic!("{}", fault);
        }
    }

    const fn fault_of_emptiness(&self, role: Role) -> RuleFault {
        let facts = &self.facts;
        if self.is_block() {
            return match facts.nesting {
                Some(Nesting::Single) if self.own_null => None,
                Some(Nesting::Single) => Some(
                    "`empty_as_null` has no effect on a block that is always present: remove it",
                ),
                _ => Some(
                    "`empty_as_null` has no effect on a list, set or map of blocks, which is never null: remove it, or \
                     write it on attributes of the blocks",
                ),
            };
        }
        if let Some(promises) = &self.planning().promises {
            if promises.not_null || matches!(promises.length, Some((1.., _))) {
                return Some(
                    "`refine` promises that the value is neither null nor empty, but `empty_as_null` stores an empty value as null: \
                     remove one of them",
                );
            }
        }
        if !self.own_null {
            return None; // `IsEmpty` checks the type.
        }
        match facts.kind {
            TypeKind::Dynamic | TypeKind::Tuple => Some(
                "`empty_as_null` requires a string, number, bool, list, set, map or nested object: remove it",
            ),
            TypeKind::Object if self.nesting_is_unknown() => Some(
                "`empty_as_null` is not for a plain object, whose members have no annotations: remove it",
            ),
            _ if facts.length.is_some()
                || !facts.values.is_empty() && !contains(facts.values, "") =>
            {
                Some(
                    "`empty_as_null` has no effect, because no value of the type is empty: remove it",
                )
            }
            _ if self.is_write_only() => Some(
                "`empty_as_null` has no effect on a write-only attribute, which is never stored: remove it",
            ),
            _ if !matches!(role, Role::Resource | Role::Part) => Some(
                "`empty_as_null` has no effect here, because the type has a null and Terraform only plans resources: \
                 remove it, or replace `tfvalue::Attr` with `tfvalue::Unknown` to read null as empty",
            ),
            _ => None,
        }
    }

    /// Returns `true` for a plain object, whose members are not planned.
    const fn nesting_is_unknown(&self) -> bool {
        !matches!(self.form, Form::Attribute { .. }) || self.facts.nesting.is_none()
    }
}

impl Spelling {
    /// Returns `true` if values of the given kind can have this spelling.
    const fn is_for(self, kind: TypeKind) -> bool {
        match self {
            Spelling::One => true,
            Spelling::AnyOrder => matches!(kind, TypeKind::List),
            Spelling::By(_) => matches!(kind, TypeKind::String),
        }
    }
}

impl SameAs {
    const fn compares_text(self) -> bool {
        matches!(self.whole, Spelling::By(_)) || matches!(self.each, Spelling::By(_))
    }
}

pub(super) const fn contains(values: &[&str], text: &str) -> bool {
    let mut rest = values;
    while let [value, others @ ..] = rest {
        if is_same(value, text) {
            return true;
        }
        rest = others;
    }
    false
}

pub(super) const fn find<'a>(fields: &'a [Field], name: &str) -> Option<&'a Field> {
    let mut rest = fields;
    while let [field, others @ ..] = rest {
        if is_same(field.name(), name) {
            return Some(field);
        }
        rest = others;
    }
    None
}

/// Returns `true` if the annotations of members, at any depth, hide edits.
const fn hides_edits(fields: &[Field]) -> bool {
    let mut rest = fields;
    while let [field, others @ ..] = rest {
        if matches!(field.planning().same_as, Some(same_as) if same_as.hides_edits)
            || hides_edits(field.members_of_type())
        {
            return true;
        }
        rest = others;
    }
    false
}

/// Returns the number of Unicode characters.
pub(super) const fn characters(text: &str) -> usize {
    let (mut count, mut rest) = (0, text.as_bytes());
    while let [byte, others @ ..] = rest {
        // All bytes of a character except the first begin with the bits 10.
        count += (*byte & 0xC0 != 0x80) as usize;
        rest = others;
    }
    count
}

pub(super) const fn begins_with(text: &str, prefix: &str) -> bool {
    let (text, prefix) = (text.as_bytes(), prefix.as_bytes());
    text.len() >= prefix.len() && is_same_bytes(text.split_at(prefix.len()).0, prefix)
}
