//! Rules for annotations that refer to other members of the struct.
//!
//! The generated code calls these functions with the source location of the annotation or of the names. The rules
//! depend on the final flags, and members can come from flattened structs.

use super::planning::find;
use super::sets::{MOST, MemberSet, bit, has, index, members};
use crate::model::field::{Field, Form, Role};
use crate::model::planning::{Keep, Replace};
use crate::model::same::is_same;
use crate::model::{TypeKind, fail};
use crate::schema::Nesting;

impl Field {
    /// Checks that an annotation such as `conflicts_with` is not applied to a member that is always set. A failure is a
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

    /// Checks the names in an annotation such as `conflicts_with`. A failure is a compiler error.
    ///
    /// # Panics
    ///
    /// Panics if a member does not exist, or if the member is set by every configuration or by none.
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

    /// Checks that `prefer_write_only` is on an attribute whose value is stored. A failure is a compiler error.
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

    /// Checks the names in `prefer_write_only`, which are known to exist. A failure is a compiler error.
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

    /// Checks the names in `keep(unless_changed = …)`. A failure is a compiler error.
    ///
    /// # Panics
    ///
    /// Panics if a member does not exist, or if changes to the member never affect a plan.
    #[track_caller]
    pub const fn check_unless_changed(&self, role: Role, fields: &[Field], names: &[&str]) {
        let changing = self.changing_without(fields);
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
            // A nested object can be computed as a whole, in which case all of its members change.
            if role.plans() && field.replaces_always() {
                fail(&[
                    "`unless_changed` names `",
                    name,
                    "`, whose change requires a new object, in which all computed values are unknown: remove the name, or write `keep` if there is no other",
                ]);
            }
            if field.is_always_planned_anew() {
                fail(&[
                    "`unless_changed` names `",
                    name,
                    "`, which is unknown on each update, so this attribute is never kept: add `keep` to `",
                    name,
                    "`, or remove `keep` here",
                ]);
            }
            if matches!(changing, Some(changing) if !has(changing, index(fields, name))) {
                fail(&[
                    "`unless_changed` names `",
                    name,
                    "`, which no update changes, or only a change of this attribute: write `keep`, or name an attribute that a configuration can set",
                ]);
            }
            rest = others;
        }
    }

    /// Checks the name in `fingerprint`, which is known to exist. A failure is a compiler error.
    ///
    /// # Panics
    ///
    /// Panics if the member cannot count changes.
    #[track_caller]
    pub const fn check_fingerprint(fields: &[Field], revision: &str) {
        Field::check_revision(fields, revision);
        if !found(fields, revision).counts() {
            fail(&[
                "`fingerprint` names `",
                revision,
                "`, which cannot count changes: it requires an integer of at least 32 bits that only the provider sets, and that is kept when other attributes change, as in `#[tf(computed, keep)] revision: Attr<i64>`",
            ]);
        }
    }

    /// Checks the rules of the attribute that `fingerprint` refers to. A failure is a compiler error.
    ///
    /// # Panics
    ///
    /// Panics if these rules have no effect on an attribute that counts changes.
    #[track_caller]
    pub(crate) const fn check_revision(fields: &[Field], revision: &str) {
        let field = found(fields, revision);
        let rule = if field.planning().promises.is_some() {
            "refine"
        } else if field.empty_as_null {
            "empty_as_null"
        } else {
            return;
        };
        fail(&[
            "`fingerprint` names `",
            revision,
            "`, which cannot have `",
            rule,
            "`, because planning alone counts the changes, from 1: remove `",
            rule,
            "` there",
        ]);
    }

    /// Returns the members that an update can change without changing this member, unless there are too many members.
    const fn changing_without(&self, fields: &[Field]) -> Option<MemberSet> {
        if fields.len() > MOST {
            return None;
        }
        let mut named = [0; MOST];
        let (mut changing, mut at) = (0, 0);
        while at < fields.len() {
            match fields[at].changes_with(fields) {
                _ if is_same(fields[at].name(), self.name()) => {}
                Some(others) => named[at] = others,
                None => changing |= bit(at),
            }
            at += 1;
        }
        loop {
            let (before, mut at) = (changing, 0);
            while at < fields.len() {
                if named[at] & changing != 0 {
                    changing |= bit(at);
                }
                at += 1;
            }
            if changing == before {
                return Some(changing);
            }
        }
    }

    /// Returns the members on which this member depends: this member changes in an update only if at least one of them
    /// changes. Returns `None` if there is no such requirement.
    const fn changes_with(&self, fields: &[Field]) -> Option<MemberSet> {
        let planning = self.planning();
        if !self.is_only_computed() || !planning.keep_null {
            return None;
        }
        match &planning.keep {
            Keep::Never => None,
            Keep::Always if is_revision(fields, self.name()) => None,
            Keep::Always => Some(0),
            Keep::UnlessChanged(names) => {
                let others = members(fields, names);
                // The check of `keep(unless_changed = …)` reports names that do not exist.
                let all_exist = others.count_ones() as usize == names.len();
                if all_exist { Some(others) } else { None }
            }
        }
    }

    /// Returns `true` if each change to the member requires a new object.
    const fn replaces_always(&self) -> bool {
        let planning = self.planning();
        // The new value of a computed attribute is not yet known, so its change does not require a new object.
        let is_known = match self.flags() {
            Some((flags, _)) => !flags.computed || planning.default.is_some() || self.is_kept(),
            None => true,
        };
        is_known && matches!(planning.replace, Replace::Always)
    }

    /// Returns `true` if only the provider sets the member, and each update makes the member unknown.
    const fn is_always_planned_anew(&self) -> bool {
        let is_single = matches!(self.facts.nesting, Some(Nesting::Single));
        self.is_only_computed() && !is_single && matches!(self.planning().keep, Keep::Never)
    }

    /// Returns `true` if the member always keeps its prior value.
    const fn is_kept(&self) -> bool {
        matches!(self.planning().keep, Keep::Always) && self.planning().keep_null
    }

    /// Returns `true` if the member is a number and only planning decides when the number changes.
    const fn counts(&self) -> bool {
        let is_number = matches!(self.facts.kind, TypeKind::Number);
        match self.facts.integer {
            Some(integer) if is_number && self.is_kept() && self.is_only_computed() => {
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

    /// Returns `true` if every configuration sets the member.
    pub(super) const fn is_always_set(&self) -> bool {
        match (self.form, self.flags()) {
            (Form::Block { min_items, .. }, _) => min_items > 0,
            (_, Some((flags, _))) => flags.required,
            _ => false,
        }
    }
}

/// Returns `true` if the member counts the changes to a write-only value.
const fn is_revision(fields: &[Field], name: &str) -> bool {
    let mut rest = fields;
    while let [field, others @ ..] = rest {
        if matches!(&field.planning().fingerprint, Some(revision) if is_same(revision.as_str(), name))
        {
            return true;
        }
        rest = others;
    }
    false
}

#[track_caller]
pub(super) const fn found<'a>(fields: &'a [Field], name: &str) -> &'a Field {
    match find(fields, name) {
        Some(field) => field,
        None => fail(&[
            "there is no attribute `",
            name,
            "` in this struct, nor in those that it flattens",
        ]),
    }
}
