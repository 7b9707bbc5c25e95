//! The rule for names that Terraform reserves.

use super::{Field, Role};
use crate::model::same::is_same;

impl Field {
    /// Checks that the name is not reserved, or, with `allow_reserved`, that the name is reserved. A failure is a
    /// compiler error at the location of the caller.
    ///
    /// # Panics
    ///
    /// Panics if the name violates the rule.
    #[track_caller]
    pub const fn check_name(&self, role: Role, allow_reserved: bool) {
        let is_reserved = self.is_reserved(role);
        assert!(
            !is_reserved || allow_reserved,
            "Terraform reserves this name here: rename the field, or add `#[tf(allow_reserved)]`"
        );
        assert!(
            is_reserved || !allow_reserved,
            "the name is not reserved here, so `allow_reserved` has no effect: remove it"
        );
    }

    /// Returns `true` if the name is reserved by Terraform.
    #[must_use]
    pub const fn is_reserved(&self, role: Role) -> bool {
        let Some(kind) = role.schema_kind() else {
            return false;
        };
        let mut rest = if self.is_block() {
            kind.reserved_blocks()
        } else if self.is_configurable() {
            kind.reserved_attributes()
        } else {
            &[]
        };
        while let [name, others @ ..] = rest {
            if is_same(name, self.name) {
                return true;
            }
            rest = others;
        }
        false
    }
}
