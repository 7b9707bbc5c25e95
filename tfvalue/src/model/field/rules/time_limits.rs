//! The rules for where attributes with `time_limit` may be, and for their names.

use super::RuleFault;
use super::planning::find;
use crate::model::field::{Field, Role};
use crate::model::same::is_same;
use crate::schema::Nesting;

const NOT_SINGLE: &str = "time limits are only for a single nested block or nested attribute: use `Option` or `tfvalue::Attr` instead of a list, set or map";

const TOO_DEEP: &str = "time limits have no effect here, because they are not directly in a block or attribute of the resource or data source: move this field to the struct with the `kind`";

const NOT_LIMITED: &str = "time limits are only for resources and data sources: remove this field";

const AGAIN: &str = "another field contains a time limit of the same operation, and only the first one has an effect: remove one of them";

const ONLY_READ: &str = "a data source only has the operation `read`: remove the other time limits";

impl Field {
    /// Checks the time limits in a field of a struct with a `kind`. A failure is a compiler error.
    ///
    /// # Panics
    ///
    /// Panics if a limit has no effect.
    #[track_caller]
    pub const fn check_time_limits(&self, role: Role, fields: &[Field]) {
        if let Some(fault) = self.fault_of_time_limits(role) {
            panic!("{}", fault);
        }
        if self.limits_again(fields) {
            panic!("{}", AGAIN);
        }
    }

    /// Returns `true` if an earlier field has a time limit for the same operation.
    const fn limits_again(&self, fields: &[Field]) -> bool {
        let mut rest = self.members_of_type();
        while let [member, others @ ..] = rest {
            rest = others;
            let mut before = if member.planning().time_limit.is_some() {
                fields
            } else {
                &[]
            };
            while let [field, after @ ..] = before {
                if is_same(field.name(), self.name()) {
                    break;
                }
                let is_single = matches!(field.facts.nesting, Some(Nesting::Single));
                match find(field.members_of_type(), member.name()) {
                    Some(other) if is_single && other.planning().time_limit.is_some() => {
                        return true;
                    }
                    _ => before = after,
                }
            }
        }
        false
    }

    const fn fault_of_time_limits(&self, role: Role) -> RuleFault {
        let mut rest = self.members_of_type();
        while let [member, others @ ..] = rest {
            rest = others;
            if limits_time(member.members_of_type()) {
                return Some(TOO_DEEP);
            }
            if member.planning().time_limit.is_none() {
                continue;
            }
            if !matches!(self.facts.nesting, Some(Nesting::Single)) {
                return Some(NOT_SINGLE);
            }
            match role {
                Role::Resource => {}
                Role::DataSource if is_same(member.name(), "read") => {}
                Role::DataSource => return Some(ONLY_READ),
                _ => return Some(NOT_LIMITED),
            }
        }
        None
    }
}

/// Returns `true` if members, at any depth, have time limits.
const fn limits_time(fields: &[Field]) -> bool {
    let mut rest = fields;
    while let [field, others @ ..] = rest {
        if field.planning().time_limit.is_some() || limits_time(field.members_of_type()) {
            return true;
        }
        rest = others;
    }
    false
}
