//! Descriptions of the fields of derived structs, and schemas that are built from these descriptions.

mod about;
mod block;
mod constrained;
mod flags;
mod function;
mod identity;
mod of_type;
mod owned;
mod planned;
mod role;
mod rules;
mod view;

use std::sync::Arc;

use super::const_or_owned::{FieldText, Names};
use super::facts::{Model, TypeFacts};
use super::planning::Planning;
use crate::schema::Block;
use crate::ty::Type;

pub use self::about::About;
pub(super) use self::block::shared;
pub use self::flags::Flags;
pub use self::function::{Argument, Arguments, FunctionError, TfArguments, TfFunction};
pub use self::identity::TfIdentity;
use self::owned::Owned;
pub(crate) use self::owned::{FieldRules, content_of_type};
pub use self::role::Role;
pub(crate) use self::view::data_source;

/// A field of a derived struct, represented as data. The code that builds the schema from fields is the same for all
/// structs.
///
/// The fields of a description that is built at run time have no Rust type, so they own their data.
pub struct Field {
    name: &'static str,
    description: &'static str,
    deprecated: Option<&'static str>,
    form: Form,
    facts: TypeFacts,
    /// Whether null and an empty value mean the same thing.
    empty_as_null: bool,
    /// Whether the type itself can represent null.
    own_null: bool,
    /// Whether the value is written by serde impls that are unrelated to Terraform.
    foreign: bool,
    ty: fn() -> Type,
    nested: fn() -> Option<Arc<Block>>,
    planning: Option<&'static Planning>,
    constraints: Option<&'static super::Constraints>,
    /// The data that a field owns if it is built at run time.
    owned: Option<Box<Owned>>,
}

/// The form of a field in the schema.
#[derive(Clone, Copy)]
enum Form {
    /// An attribute, or a nested attribute if the type contains a struct with a schema.
    Attribute {
        /// The flags of the attribute.
        flags: Flags,
        /// The flags that replace the flags of all members of a nested attribute.
        members: Option<Flags>,
    },
    /// An attribute whose struct is a plain object type.
    Object(Flags),
    /// A nested block.
    Block {
        /// Whether a single block is always present.
        group: bool,
        /// The minimum number of blocks.
        min_items: u64,
        /// The maximum number of blocks, or 0.
        max_items: u64,
        /// Whether the provider may set blocks that are not configured.
        computed: bool,
    },
    /// A member of a plain object.
    Member,
    /// An attribute of an identity.
    Identity {
        /// Whether an import must set the attribute.
        required: bool,
        /// Whether an import may set the attribute.
        optional: bool,
        /// Whether the attribute is absent from the resource's state.
        not_in_state: bool,
    },
}

impl Field {
    /// A placeholder in an array that is filled later.
    pub const NONE: Self = Field::of::<bool>("");

    /// Returns the name in the schema, which can differ from the name in Rust.
    #[must_use]
    pub const fn name(&self) -> &str {
        if let Some(owned) = &self.owned {
            return owned.name();
        }
        self.name
    }

    /// Returns a copy of a field of a derived struct.
    #[must_use]
    pub(crate) const fn copied(&'static self) -> Self {
        Field {
            owned: None,
            name: self.name,
            description: self.description,
            deprecated: self.deprecated,
            form: self.form,
            facts: self.facts,
            empty_as_null: self.empty_as_null,
            own_null: self.own_null,
            foreign: self.foreign,
            ty: self.ty,
            nested: self.nested,
            planning: self.planning,
            constraints: self.constraints,
        }
    }

    /// Treats null and an empty value as equivalent. The field can then be null even if the field's type cannot
    /// represent null.
    #[must_use]
    pub const fn empty_as_null(mut self) -> Self {
        self.empty_as_null = true;
        self.facts.null = true;
        self
    }

    /// Marks a field that is written by serde impls that are unrelated to Terraform.
    #[must_use]
    pub const fn foreign(mut self) -> Self {
        self.foreign = true;
        self
    }

    /// Makes the field an attribute, or a nested attribute if the field's type contains a struct with a schema.
    #[must_use]
    pub const fn attribute(mut self, flags: Flags) -> Self {
        let members = None;
        self.form = Form::Attribute { flags, members };
        self
    }

    /// Makes the field an attribute of a plain object type, which the field's struct describes.
    #[must_use]
    pub const fn object(mut self, flags: Flags) -> Self {
        self.form = Form::Object(flags);
        self
    }

    /// Makes the field a nested block. A `group` is always present.
    #[must_use]
    pub const fn block(mut self, group: bool, min_items: u64, max_items: u64) -> Self {
        self.form = Form::Block {
            group,
            min_items,
            max_items,
            computed: false,
        };
        // `empty_as_null` does not allow null for blocks.
        self.facts.null = self.own_null;
        self
    }

    /// Allows the provider to set the nested block if the block is not configured.
    #[must_use]
    pub const fn computed_block(mut self) -> Self {
        if let Form::Block { computed, .. } = &mut self.form {
            *computed = true;
        }
        self
    }

    /// Sets the description.
    #[must_use]
    pub const fn description(mut self, description: &'static str) -> Self {
        self.description = description;
        self
    }

    /// Replaces the flags of the members of a nested attribute.
    #[must_use]
    pub const fn members(mut self, members: Flags) -> Self {
        if let Form::Attribute { flags, .. } = self.form {
            let members = Some(members);
            self.form = Form::Attribute { flags, members };
        }
        self
    }

    /// Marks the field as deprecated, with a message.
    #[must_use]
    pub const fn deprecated(mut self, message: &'static str) -> Self {
        self.deprecated = Some(message);
        self
    }

    /// Sets the rules that the field's planning annotations declare.
    #[must_use]
    pub const fn plan(mut self, planning: &'static Planning) -> Self {
        self.planning = Some(planning);
        self
    }

    /// Returns the members that identify the field's elements, and the fields of the struct in the field's type.
    pub(crate) fn elements(&self) -> (&Names, &[Field]) {
        (&self.planning().pair_by, self.any_model().fields)
    }

    /// Returns the time limit of the operation with the field's name.
    pub(crate) fn time_limit(&self) -> Option<&str> {
        self.planning().time_limit.as_ref().map(FieldText::as_str)
    }

    /// Returns the name of the attribute that counts the changes to the field's write-only value.
    pub(crate) fn fingerprint(&self) -> Option<&str> {
        self.planning().fingerprint.as_ref().map(FieldText::as_str)
    }

    /// Returns the rules that the field's planning annotations declare.
    pub(crate) const fn planning(&self) -> &Planning {
        if let Some(owned) = &self.owned {
            return owned.planning();
        }
        match self.planning {
            Some(planning) => planning,
            None => const { &Planning::NONE },
        }
    }

    /// Returns the model of the objects in the value, even if the objects are plain.
    pub(crate) fn any_model(&self) -> Model<'_> {
        if let Some(owned) = &self.owned {
            return Model::new(owned.fields());
        }
        self.facts.model
    }

    /// Returns the fields of the objects in the field's type.
    const fn members_of_type(&self) -> &[Field] {
        if let Some(owned) = &self.owned {
            return owned.fields();
        }
        self.facts.model.fields
    }
}

/// The facts about a field that are needed to write its value.
impl Field {
    /// Returns `true` if the field's value contains sets from the standard library, which serde treats as lists.
    pub(crate) const fn has_plain_sets(&self) -> bool {
        self.facts.plain_sets
    }

    /// Returns the type of the field's values.
    pub(crate) fn ty(&self) -> Type {
        (self.ty)()
    }
}
