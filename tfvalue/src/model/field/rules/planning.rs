//! The requirements of planning rules on the type of a field.

use super::Fault;
use super::reserved::is_same;
use crate::model::TypeKind;
use crate::model::field::{Field, Form};
use crate::model::planning::{Planning, SameAs};
use crate::schema::Nesting;

impl Field {
    pub(super) const fn fault_of_planning(&self) -> Fault {
        let Some(planning) = self.planning else {
            return None;
        };
        let fault = self.fault_of_pairing(planning);
        if fault.is_some() {
            return fault;
        }
        let fault = self.fault_of_refinement(planning);
        if fault.is_some() {
            return fault;
        }
        match planning.same_as {
            Some(same_as) => self.fault_of_spelling(same_as),
            None => None,
        }
    }

    const fn fault_of_refinement(&self, planning: &Planning) -> Fault {
        match (planning.refined_kind, self.facts.kind) {
            (None, _)
            | (Some(TypeKind::String), TypeKind::String)
            | (Some(TypeKind::Number), TypeKind::Number) => None,
            (Some(TypeKind::String), _) => {
                Some("the promise `prefix` in `refine` is only for strings: remove it")
            }
            (Some(TypeKind::Number), _) => Some(
                "the promises `at_least` and `at_most` in `refine` are only for numbers: remove them",
            ),
            (Some(_), TypeKind::List | TypeKind::Set | TypeKind::Map) => None,
            (Some(_), _) => Some(
                "the promises `min_length` and `max_length` in `refine` are only for lists, sets and maps: remove them",
            ),
        }
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
        let mut names = planning.pair_by;
        while let [name, others @ ..] = names {
            match find(self.facts.model.fields, name) {
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
            names = others;
        }
        None
    }

    const fn fault_of_spelling(&self, same_as: SameAs) -> Fault {
        let is_collection = matches!(
            self.facts.kind,
            TypeKind::List | TypeKind::Set | TypeKind::Map
        );
        match (same_as.each, same_as.kind) {
            (true, _) if !is_collection || self.facts.schema => {
                Some("`same_as(each = …)` is only for lists, sets and maps of plain values")
            }
            (false, TypeKind::String) if !matches!(self.facts.kind, TypeKind::String) => Some(
                "`same_as` is only for strings: write `same_as(each = …)` for the elements of a \
                 list, set or map",
            ),
            (false, TypeKind::List) if !matches!(self.facts.kind, TypeKind::List) => {
                Some("`same_as = any_order` is only for lists")
            }
            _ => None,
        }
    }

    /// Checks the names of members in an attribute; a failure is a compiler error.
    ///
    /// # Panics
    ///
    /// Panics if there is no member with one of the names.
    #[track_caller]
    pub const fn check_members(fields: &[Field], names: &[&str]) {
        let mut rest = names;
        while let [name, others @ ..] = rest {
            assert!(
                find(fields, name).is_some(),
                "there is no attribute with this name in this struct, nor in those that it flattens"
            );
            rest = others;
        }
    }

    const fn is_only_computed(&self) -> bool {
        match self.flags() {
            Some((flags, _)) => flags.computed && !flags.configurable(),
            None => false,
        }
    }

    const fn is_write_only(&self) -> bool {
        match self.flags() {
            Some((flags, _)) => flags.write_only,
            None => false,
        }
    }
}

pub(super) const fn find<'a>(fields: &'a [Field], name: &str) -> Option<&'a Field> {
    let mut rest = fields;
    while let [field, others @ ..] = rest {
        if is_same(field.name, name) {
            return Some(field);
        }
        rest = others;
    }
    None
}
