//! What the planner asks of a field.

use super::{Field, Flags, Form};
use crate::model::planning::{Model, Planning};
use crate::schema::Nesting;
use crate::ty::Type;

impl Flags {
    /// Returns the flags with those of another attribute that say who sets it.
    const fn with_role_of(mut self, other: Flags) -> Self {
        (self.required, self.optional) = (other.required, other.optional);
        self.computed = other.computed;
        self
    }
}

impl Field {
    fn is_attribute(&self) -> bool {
        matches!(self.form, Form::Attribute { .. })
    }

    fn block_nesting(&self) -> Option<Nesting> {
        match self.form {
            Form::Block { group: true, .. } => Some(Nesting::Group),
            _ => self.facts.nesting,
        }
    }

    fn member_flags(&self) -> Option<Flags> {
        match self.form {
            Form::Attribute { members, .. } => members,
            _ => None,
        }
    }

    /// Returns the flags of an attribute; none for nested blocks.
    fn own_flags(&self) -> Flags {
        match self.form {
            Form::Attribute { flags, .. } | Form::Object(flags) => flags.or_implied_by(self.facts),
            _ => Flags::NONE,
        }
    }

    pub(crate) fn planning(&self) -> &'static Planning {
        self.planning.unwrap_or(&Planning::NONE)
    }

    pub(crate) fn wire_type(&self) -> Type {
        (self.ty)()
    }

    /// Returns the model of the struct whose objects the field holds.
    pub(crate) fn model(&self) -> Model {
        match self.nesting() {
            Some(_) => self.facts.model,
            None => Model::NONE,
        }
    }

    pub(crate) fn fields(&self) -> &'static [Field] {
        self.model().fields
    }

    /// Returns how the objects of a nested attribute or nested block are nested; `None` for other
    /// attributes.
    pub(crate) fn nesting(&self) -> Option<Nesting> {
        if self.is_block() {
            return self.block_nesting();
        }
        self.facts.nesting.filter(|_| self.is_attribute())
    }

    /// Returns the flags of an attribute, where `members` stands for those that the nested attribute
    /// around it gives to its members.
    pub(crate) fn flags_among(&self, members: Option<Flags>) -> Flags {
        let own = self.own_flags();
        match members {
            Some(members) => own.with_role_of(members),
            None => own,
        }
    }

    /// Returns the flags that the members of the field get in place of their own.
    pub(crate) fn flags_within(&self, members: Option<Flags>) -> Option<Flags> {
        members.or(self.member_flags())
    }
}
