//! The requirements that `pair_by` places on the elements.

use super::RuleFault;
use super::planning::find;
use crate::model::field::{Field, Form};
use crate::model::planning::{Planning, Replace, SameAs, Spelling};
use crate::schema::Nesting;

impl Field {
    /// Checks `pair_by`. A failure is a compiler error.
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

    /// Checks that `pair_by` has an effect. A failure is a compiler error.
    ///
    /// # Panics
    ///
    /// Panics if nothing depends on the pairing of elements.
    #[track_caller]
    pub const fn check_pair_by_has_effect(&self) {
        if let Some(fault) = self.fault_of_effect(self.planning()) {
            panic!("{}", fault);
        }
    }

    const fn fault_of_pairing(&self, planning: &Planning) -> RuleFault {
        if planning.pair_by.is_empty() {
            return None;
        }
        if !matches!(self.form, Form::Attribute { .. } | Form::Block { .. })
            || !matches!(self.facts.nesting, Some(Nesting::List | Nesting::Set))
        {
            return Some("`pair_by` is only for lists and sets of nested attributes or blocks");
        }
        if self.is_write_only() {
            return Some(
                "`pair_by` has no effect on a write-only attribute, which is never stored: remove it",
            );
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
                Some(field) if field.planning().provider_only => {
                    return Some(
                        "`pair_by` names a `provider_only` attribute, whose changes have no meaning: \
                         name attributes that the service stores, or remove `provider_only`",
                    );
                }
                Some(_) => {}
            }
            at += 1;
        }
        None
    }

    /// Only lists are checked: in sets, `pair_by` always has an effect, because messages also use it to name the elements.
    const fn fault_of_effect(&self, planning: &Planning) -> RuleFault {
        let is_list = matches!(self.facts.nesting, Some(Nesting::List));
        if planning.pair_by.is_empty() {
            return None;
        }
        if is_list && !self.is_in_no_order() && !self.depends_on_prior() {
            return Some(
                "`pair_by` has no effect, because no member of the elements depends on a prior element: remove it, \
                 or add `same_as = any_order` if the order has no meaning",
            );
        }
        None
    }

    const fn is_in_no_order(&self) -> bool {
        matches!(
            self.planning().same_as,
            Some(SameAs {
                whole: Spelling::AnyOrder,
                ..
            })
        )
    }

    /// Returns `true` if the plan of a nested object depends on the prior object with which it is paired.
    const fn depends_on_prior(&self) -> bool {
        if !self.is_described() && self.facts.model.hook.is_some() {
            return true;
        }
        let mut rest = self.members_of_type();
        while let [field, others @ ..] = rest {
            let planning = field.planning();
            if field.computes()
                || !matches!(planning.replace, Replace::Never)
                || planning.same_as.is_some()
                || field.type_has_spellings()
                || field.empty_as_null
                || field.depends_on_prior()
            {
                return true;
            }
            rest = others;
        }
        false
    }
}
