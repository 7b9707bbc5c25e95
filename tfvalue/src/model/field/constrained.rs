//! The facts that validation requires about a field.

use super::{Field, Flags};
use crate::model::Content;
use crate::model::constraints::Constraints;

impl Field {
    /// Adds the constraints from the annotations of the field.
    #[must_use]
    pub const fn validate(mut self, constraints: &'static Constraints) -> Self {
        self.constraints = Some(constraints);
        self
    }

    pub(crate) const fn constraints(&self) -> Option<&Constraints> {
        if let Some(owned) = &self.owned {
            return owned.constraints();
        }
        self.constraints
    }

    /// Returns the content to which the constraints of the field apply.
    pub(crate) fn content(&self) -> Content {
        self.facts.content()
    }

    /// Returns `true` if the configuration can set the field. `members` contains the flags that the enclosing nested
    /// attribute specifies for its members.
    pub(crate) fn is_settable(&self, members: Option<Flags>) -> bool {
        self.is_block() || self.flags_among(members).configurable()
    }
}
