//! Attributes that name other members of the struct.
//!
//! The generated code calls these functions with the location of the attribute or of the names. The rules
//! depend on the final flags, and members can be those of flattened structs.

use super::planning::find;
use crate::model::field::{Field, Form};
use crate::model::planning::Keep;
use crate::model::{TypeKind, fail};

impl Field {
    /// Checks that an attribute such as `conflicts_with` is not on a member that is always set; a failure is a
    /// compiler error.
    ///
    /// # Panics
    ///
    /// Panics if the member is always set.
    #[track_caller]
    pub const fn check_relation(&self, attribute: &str) {
        if self.is_always_set() {
            fail(&[
                "`",
                attribute,
                "` is not for an attribute or block that is always set: make it optional, or remove it",
            ]);
        }
    }

    /// Checks the names in an attribute such as `conflicts_with`; a failure is a compiler error.
    ///
    /// # Panics
    ///
    /// Panics if a member does not exist, or if the configuration sets it always or never.
    #[track_caller]
    pub const fn check_related(fields: &[Field], attribute: &str, names: &[&str]) {
        let mut rest = names;
        while let [name, others @ ..] = rest {
            let field = found(fields, name);
            if field.is_only_computed() {
                fail(&[
                    "`",
                    attribute,
                    "` names `",
                    name,
                    "`, which only the provider sets: remove the name",
                ]);
            }
            if field.is_always_set() {
                fail(&[
                    "`",
                    attribute,
                    "` names `",
                    name,
                    "`, which is always set: remove the name, or make it optional",
                ]);
            }
            rest = others;
        }
    }

    /// Checks that `prefer_write_only` is on an attribute whose value is stored; a failure is a compiler error.
    ///
    /// # Panics
    ///
    /// Panics if the attribute is write-only.
    #[track_caller]
    pub const fn check_prefer_write_only(&self) {
        assert!(
            !self.is_write_only(),
            "`prefer_write_only` is for the older attribute, whose value is stored: move it there, and name this one"
        );
    }

    /// Checks the names in `prefer_write_only`, which exist; a failure is a compiler error.
    ///
    /// # Panics
    ///
    /// Panics if a member is not write-only.
    #[track_caller]
    pub const fn check_preferred(fields: &[Field], names: &[&str]) {
        let mut rest = names;
        while let [name, others @ ..] = rest {
            if !found(fields, name).is_write_only() {
                fail(&[
                    "`prefer_write_only` names `",
                    name,
                    "`, which is not write-only: add `write_only` to it, or name another attribute",
                ]);
            }
            rest = others;
        }
    }

    /// Checks the names in `keep(unless_changed = …)`; a failure is a compiler error.
    ///
    /// # Panics
    ///
    /// Panics if a member does not exist, or if its changes never have an effect in a plan.
    #[track_caller]
    pub const fn check_unless_changed(fields: &[Field], names: &[&str]) {
        let mut rest = names;
        while let [name, others @ ..] = rest {
            let field = found(fields, name);
            if matches!(field.flags(), Some((flags, _)) if flags.write_only) {
                fail(&[
                    "`unless_changed` names `",
                    name,
                    "`, which is write-only: it is never stored, so there is no prior value to compare with; name an attribute that holds a version of the value",
                ]);
            }
            if field.planning().provider_only {
                fail(&[
                    "`unless_changed` names `",
                    name,
                    "`, which is `provider_only`: its changes do not affect other attributes, so name another attribute, or remove `provider_only`",
                ]);
            }
            rest = others;
        }
    }

    /// Checks the name in `fingerprint`, which exists; a failure is a compiler error.
    ///
    /// # Panics
    ///
    /// Panics if the member cannot count changes.
    #[track_caller]
    pub const fn check_fingerprint(fields: &[Field], revision: &str) {
        if !found(fields, revision).counts() {
            fail(&[
                "`fingerprint` names `",
                revision,
                "`, which cannot count changes: it requires an integer of at least 32 bits that only the provider sets, and that is kept when other attributes change, as in `#[tf(computed, keep)] revision: Attr<i64>`",
            ]);
        }
    }

    /// Returns `true` if planning alone decides when the number changes.
    const fn counts(&self) -> bool {
        let planning = self.planning();
        let is_kept = matches!(planning.keep, Keep::Always) && planning.keep_null;
        let is_number = matches!(self.facts.kind, TypeKind::Number);
        match self.facts.integer {
            Some(integer) if is_number && is_kept && self.is_only_computed() => {
                integer.max >= i32::MAX as i128
            }
            _ => false,
        }
    }

    pub(super) const fn is_only_computed(&self) -> bool {
        match self.flags() {
            Some((flags, _)) => flags.computed && !flags.configurable(),
            None => false,
        }
    }

    pub(super) const fn is_write_only(&self) -> bool {
        match self.flags() {
            Some((flags, _)) => flags.write_only,
            None => false,
        }
    }

    /// Returns `true` if each configuration sets it.
    const fn is_always_set(&self) -> bool {
        match (self.form, self.flags()) {
            (Form::Block { min_items, .. }, _) => min_items > 0,
            (_, Some((flags, _))) => flags.required,
            _ => false,
        }
    }
}

#[track_caller]
const fn found<'a>(fields: &'a [Field], name: &str) -> &'a Field {
    match find(fields, name) {
        Some(field) => field,
        None => fail(&[
            "there is no attribute `",
            name,
            "` in this struct, nor in those that it flattens",
        ]),
    }
}
