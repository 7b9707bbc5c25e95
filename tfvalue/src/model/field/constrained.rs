//! What validation asks of a field.

use super::{Field, Flags, Form};
use crate::model::constraints::Constraints;
use crate::model::planning::Model;
use crate::schema::Nesting;

impl Field {
    /// Adds what its annotations require of a configuration.
    #[must_use]
    pub const fn validate(mut self, constraints: &'static Constraints) -> Self {
        self.constraints = Some(constraints);
        self
    }

    pub(crate) const fn constraints(&self) -> Option<&'static Constraints> {
        self.constraints
    }

    /// Returns the model of the struct within, also if it is a plain object here.
    pub(crate) fn facts_model(&self) -> Model {
        self.facts.model
    }

    /// Returns how the objects within are nested; `None` if they are deeper, or if there are none.
    pub(crate) fn object_nesting(&self) -> Option<Nesting> {
        match self.form {
            Form::Block { group: true, .. } => Some(Nesting::Group),
            _ => self.facts.nesting,
        }
    }

    /// Returns `true` if it is sensitive or write-only.
    pub(crate) fn is_secret(&self) -> bool {
        match self.form {
            Form::Attribute { flags, .. } | Form::Object(flags) => {
                flags.sensitive || flags.write_only
            }
            _ => false,
        }
    }

    /// Returns `true` if the configuration can set it, where `members` stands for the flags that the
    /// nested attribute around it gives to its members.
    pub(crate) fn is_settable(&self, members: Option<Flags>) -> bool {
        self.is_block() || self.flags_among(members).configurable()
    }
}
