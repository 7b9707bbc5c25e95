//! The properties of fields on which planning and validation depend.

use std::borrow::Cow;

use super::{Field, Flags, Form};
use crate::error::Error;
use crate::model::planning::{Keep, SameAs, Spelling};
use crate::model::{Model, TypeKind};
use crate::path::Step;
use crate::schema::Nesting;
use crate::ty::Type;
use crate::value::Value;

impl Flags {
    /// Replaces `required`, `optional` and `computed` with the values in other flags.
    const fn with_role_of(mut self, other: Flags) -> Self {
        (self.required, self.optional) = (other.required, other.optional);
        self.computed = other.computed;
        self
    }
}

impl Field {
    /// Returns the flags of an attribute, and no flags for nested blocks.
    fn own_flags(&self) -> Flags {
        self.flags().map_or(Flags::NONE, |(flags, _)| flags)
    }

    pub(crate) fn step(&self) -> Step {
        Step::Attribute(self.step_name())
    }

    /// Returns the field's name for use in a path step. The returned name can outlive the field.
    pub(crate) fn step_name(&self) -> Cow<'static, str> {
        if let Some(owned) = &self.owned {
            return owned.name().to_owned().into();
        }
        self.name.into()
    }

    /// Returns `true` if the field is sensitive or write-only.
    pub(crate) fn is_secret(&self) -> bool {
        let flags = self.own_flags();
        flags.sensitive || flags.write_only
    }

    /// Adds the field's step to the path of an error, and hides the value if the value is a secret.
    #[cold]
    pub(crate) fn blame(&self, error: Error) -> Error {
        error.redact_if(self.is_secret()).at_step(self.step())
    }

    /// Returns which spellings mean the same thing. If there is no annotation, the type determines this.
    pub(crate) fn same_as(&self) -> Option<SameAs> {
        let Some(of_type) = self.facts.same_as.map(Spelling::By) else {
            return self.planning().same_as;
        };
        let mut same_as = self.planning().same_as.unwrap_or(SameAs::NONE);
        let part = match self.facts.kind {
            TypeKind::List | TypeKind::Set | TypeKind::Map => &mut same_as.each,
            _ => &mut same_as.whole,
        };
        if part.is_one() {
            *part = of_type;
        }
        Some(same_as)
    }

    /// Returns `true` if the order of the elements has no meaning.
    pub(crate) fn is_in_any_order(&self) -> bool {
        self.planning().same_as.is_some_and(SameAs::is_in_any_order)
    }

    /// Returns `true` if null and an empty value mean the same thing.
    pub(crate) fn is_empty_as_null(&self) -> bool {
        self.empty_as_null
    }

    /// Returns `true` if an object in the field has a write-only member. Such a member is null in every plan and state.
    pub(crate) fn has_write_only(&self) -> bool {
        let mut fields = self.fields().iter();
        fields.any(|field| field.own_flags().write_only || field.has_write_only())
    }

    /// Returns `true` if the configuration must set the attribute. `members` contains the flags that the enclosing
    /// nested attribute specifies.
    pub(crate) fn is_required(&self, members: Option<Flags>) -> bool {
        self.flags_among(members).required
    }

    /// Returns `true` if the value is dynamic or contains a dynamic value.
    pub(crate) fn has_dynamic(&self) -> bool {
        self.facts.dynamic
    }

    /// Returns `true` if a computed attribute keeps its prior value.
    pub(crate) fn keeps(&self) -> bool {
        !matches!(self.planning().keep, Keep::Never)
    }

    /// Returns `true` if a computed attribute keeps this prior value.
    pub(crate) fn keeps_value(&self, prior: &Value) -> bool {
        self.keeps() && (self.planning().keep_null || !prior.is_null())
    }

    pub(crate) fn wire_type(&self) -> Type {
        if let Some(owned) = &self.owned {
            return owned.ty().clone();
        }
        (self.ty)()
    }

    /// Returns the model of the nested struct, or an empty model if the field has no nested struct.
    pub(crate) fn model(&self) -> Model<'_> {
        match self.nesting() {
            Some(_) => self.any_model(),
            None => Model::NONE,
        }
    }

    pub(crate) fn fields(&self) -> &[Field] {
        self.model().fields
    }

    /// Returns how the objects of a nested attribute or nested block are nested, or `None` for other attributes.
    pub(crate) fn nesting(&self) -> Option<Nesting> {
        match self.form {
            Form::Attribute { .. } | Form::Block { .. } => self.object_nesting(),
            Form::Object(_) | Form::Member | Form::Identity { .. } => None,
        }
    }

    /// Returns how elements are paired. The elements of a list whose order has no meaning are paired like the elements
    /// of a set.
    pub(crate) fn pairing(&self) -> Option<Nesting> {
        match self.nesting()? {
            Nesting::List if self.is_in_any_order() => Some(Nesting::Set),
            nesting => Some(nesting),
        }
    }

    /// Returns how the objects of a struct are nested in the value, even if they are plain objects. Returns `None` for
    /// other types, and for objects that are nested more deeply.
    pub(crate) fn object_nesting(&self) -> Option<Nesting> {
        match self.form {
            Form::Block { group: true, .. } => Some(Nesting::Group),
            _ => self.facts.nesting,
        }
    }

    /// Returns the flags of an attribute. `members` contains the flags that the enclosing nested attribute specifies
    /// for its members.
    pub(crate) fn flags_among(&self, members: Option<Flags>) -> Flags {
        let own = self.own_flags();
        match members {
            Some(members) => own.with_role_of(members),
            None => own,
        }
    }

    /// Returns the flags that replace the flags of the field's members.
    pub(crate) fn flags_within(&self, members: Option<Flags>) -> Option<Flags> {
        members.or(match self.form {
            Form::Attribute { members, .. } => members,
            _ => None,
        })
    }
}
