//! The requirements of planning rules on the type of a field.

use super::Fault;
use super::numbers::{are_numbers, bounds_are_held};
use super::reserved::{is_same, is_same_bytes};
use crate::attr::GoDuration;
use crate::model::TypeKind;
use crate::model::field::{Field, Form, Role};
use crate::model::planning::{Planning, SameAs, Spelling};
use crate::schema::Nesting;

impl Field {
    /// Checks `refine`; a failure is a compiler error.
    ///
    /// # Panics
    ///
    /// Panics if a promise is for another type, or if no value of the type can keep it.
    #[track_caller]
    pub const fn check_refine(&self) {
        let Planning {
            promises: Some(promises),
            ..
        } = self.planning()
        else {
            return;
        };
        let facts = &self.facts;
        let prefix = promises.prefix.as_str();
        if !prefix.is_empty() {
            assert!(
                matches!(facts.kind, TypeKind::String),
                "the promise `prefix` in `refine` is only for strings: remove it"
            );
            assert!(
                facts.values.is_empty() || any_begins_with(facts.values, prefix),
                "`refine` promises a prefix that no string of the enum has: change it, or remove it"
            );
        }
        if let Some(range) = &promises.range {
            assert!(
                matches!(facts.kind, TypeKind::Number),
                "the promises `at_least` and `at_most` in `refine` are only for numbers: remove them"
            );
            are_numbers(range, "refine");
            if let Some(integer) = facts.integer {
                bounds_are_held(range, integer, "`refine` promises");
            }
            assert!(
                !range.is_empty(),
                "`refine` contains a minimum above the maximum, so no value is possible: change one of them"
            );
        }
        assert!(
            promises.length.is_none()
                || matches!(facts.kind, TypeKind::List | TypeKind::Set | TypeKind::Map),
            "the promises `min_length` and `max_length` in `refine` are only for lists, sets and maps: remove them"
        );
    }

    /// Checks `pair_by`; a failure is a compiler error.
    ///
    /// # Panics
    ///
    /// Panics if the attributes do not identify the elements.
    #[track_caller]
    pub const fn check_pair_by(&self) {
        if let Some(fault) = self.fault_of_pairing(self.planning()) {
            panic!("{}", fault);
        }
    }

    /// Checks `same_as`; a failure is a compiler error.
    ///
    /// # Panics
    ///
    /// Panics if the rule does not fit the type.
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

    /// Checks `time_limit`; a failure is a compiler error.
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
        assert!(
            matches!(self.facts.kind, TypeKind::String),
            "`time_limit` is only for durations: use `tfvalue::GoDuration` within `tfvalue::Attr`"
        );
    }

    const fn fault_of_pairing(&self, planning: &Planning) -> Fault {
        if planning.pair_by.is_empty() {
            return None;
        }
        if !matches!(self.form, Form::Attribute { .. } | Form::Block { .. })
            || !matches!(self.facts.nesting, Some(Nesting::List | Nesting::Set))
        {
            return Some("`pair_by` is only for lists and sets of nested attributes or blocks");
        }
        let mut at = 0;
        while at < planning.pair_by.len() {
            match find(self.members_of_type(), planning.pair_by.get(at)) {
                None => {
                    return Some(
                        "`pair_by` names an attribute that the struct of the elements does not have",
                    );
                }
                Some(field) if field.is_only_computed() => {
                    return Some(
                        "`pair_by` names a computed attribute, which a configuration never sets: \
                         name attributes that identify an element in the configuration",
                    );
                }
                Some(field) if field.is_write_only() => {
                    return Some(
                        "`pair_by` names a write-only attribute, which is null in every state: \
                         name attributes that are stored",
                    );
                }
                Some(_) => {}
            }
            at += 1;
        }
        None
    }

    const fn fault_of_spelling(&self, same_as: SameAs) -> Fault {
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

    /// Returns `true` if values of the type have several spellings without an annotation.
    const fn type_has_spellings(&self) -> bool {
        #[cfg(feature = "plan")]
        {
            self.facts.same_as.is_some()
        }
        #[cfg(not(feature = "plan"))]
        {
            true // Without planning, it is not known.
        }
    }

    /// Checks `empty_as_null`; a failure is a compiler error.
    ///
    /// # Panics
    ///
    /// Panics if the value is never empty, or if it is never compared.
    #[track_caller]
    pub const fn check_empty_as_null(&self, role: Role) {
        if let Some(fault) = self.fault_of_emptiness(role) {
            panic!("{}", fault);
        }
    }

    const fn fault_of_emptiness(&self, role: Role) -> Fault {
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
    /// Returns `true` if values of this kind can have such spellings.
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

const fn any_begins_with(values: &[&str], prefix: &str) -> bool {
    let mut rest = values;
    while let [value, others @ ..] = rest {
        let (value, prefix) = (value.as_bytes(), prefix.as_bytes());
        if value.len() >= prefix.len() && is_same_bytes(value.split_at(prefix.len()).0, prefix) {
            return true;
        }
        rest = others;
    }
    false
}
