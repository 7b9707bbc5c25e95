//! Descriptions of the fields of derived structs, and the schemas that are built from them.

mod block;
mod constrained;
mod flags;
mod function;
mod identity;
#[cfg(feature = "provider")]
mod owned;
mod planned;
mod role;
mod rules;
mod view;

use std::borrow::Cow;
use std::sync::Arc;

use super::const_or_owned::{Names, Text};
use super::planning::{Model, Planning};
use super::{TfSchema, TfType, TypeFacts, TypeKind};
use crate::schema::{
    Attribute, AttributeType, Block, NestedBlock, NestedType, Nesting, StringKind,
};
use crate::ty::{ObjectType, Type};
use crate::validate;

pub use self::block::About;
pub(super) use self::block::shared;
pub use self::flags::Flags;
pub use self::function::{Argument, Arguments, FunctionError, TfArguments, TfFunction};
pub use self::identity::TfIdentity;
#[cfg(feature = "provider")]
use self::owned::Owned;
#[cfg(feature = "provider")]
pub(crate) use self::owned::{FieldRules, content_of_type};
pub use self::role::Role;
pub(crate) use self::view::data_source;

/// A field of a derived struct, as data. The schema is built from fields by code that is the same for all structs.
///
/// The fields of a description that is built at run time have no Rust type: they own their data.
pub struct Field {
    name: &'static str,
    description: &'static str,
    deprecated: Option<&'static str>,
    form: Form,
    facts: TypeFacts,
    /// Whether null and an empty value mean the same.
    empty_as_null: bool,
    /// Whether the type itself has a null.
    own_null: bool,
    /// Whether serde impls that are unrelated to Terraform write the value.
    foreign: bool,
    ty: fn() -> Type,
    nested: fn() -> Option<Arc<Block>>,
    planning: Option<&'static Planning>,
    constraints: Option<&'static super::Constraints>,
    /// What a field that is built at run time has instead.
    #[cfg(feature = "provider")]
    owned: Option<Box<Owned>>,
}

/// The form of a field in the schema.
#[derive(Clone, Copy)]
enum Form {
    /// An attribute; a nested attribute if the type contains a struct with a schema.
    Attribute {
        /// The flags of the attribute.
        flags: Flags,
        /// The flags that replace those of all members of a nested attribute.
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
        /// Whether the provider may set the blocks where the configuration has none.
        computed: bool,
    },
    /// A member of a plain object.
    Member,
    /// An attribute of an identity.
    Identity {
        /// Whether an import must set it.
        required: bool,
        /// Whether an import may set it.
        optional: bool,
        /// Whether the state of the resource lacks it.
        not_in_state: bool,
    },
}

impl Field {
    /// A placeholder in an array that is filled later.
    pub const NONE: Self = Field::of::<bool>("");

    /// Returns the name in the schema, which can differ from that in Rust.
    #[must_use]
    pub const fn name(&self) -> &str {
        #[cfg(feature = "provider")]
        if let Some(owned) = &self.owned {
            return owned.name();
        }
        self.name
    }

    /// Returns a copy of a field of a derived struct.
    #[must_use]
    pub(crate) const fn copied(&'static self) -> Self {
        Field {
            #[cfg(feature = "provider")]
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

    /// Treats null and an empty value as the same. Adds a null if the type has none.
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

    /// Creates a field of type `T`, which is a member of a plain object.
    #[must_use]
    pub const fn of<T: TfType>(name: &'static str) -> Self {
        Field {
            name,
            description: "",
            deprecated: None,
            form: Form::Member,
            facts: T::FACTS,
            empty_as_null: false,
            own_null: T::FACTS.null,
            foreign: false,
            ty: T::ty,
            nested: T::nested,
            planning: None,
            constraints: None,
            #[cfg(feature = "provider")]
            owned: None,
        }
    }

    /// Makes the field an attribute, or a nested attribute if its type contains a struct with a schema.
    #[must_use]
    pub const fn attribute(mut self, flags: Flags) -> Self {
        let members = None;
        self.form = Form::Attribute { flags, members };
        self
    }

    /// Makes the field an attribute of a plain object type, which its struct describes.
    #[must_use]
    pub const fn object(mut self, flags: Flags) -> Self {
        self.form = Form::Object(flags);
        self
    }

    /// Makes the field a nested block; a `group` is always present.
    #[must_use]
    pub const fn block(mut self, group: bool, min_items: u64, max_items: u64) -> Self {
        self.form = Form::Block {
            group,
            min_items,
            max_items,
            computed: false,
        };
        // `empty_as_null` adds no null to blocks.
        self.facts.null = self.own_null;
        self
    }

    /// Allows the provider to set the nested block where the configuration has none.
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

    /// Returns the members that identify its elements, and the fields of the struct in its type.
    pub(crate) fn elements(&self) -> (&Names, &[Field]) {
        (&self.planning().pair_by, self.any_model().fields)
    }

    /// Returns the time limit of the operation with its name.
    pub(crate) fn time_limit(&self) -> Option<&str> {
        self.planning().time_limit.as_ref().map(Text::as_str)
    }

    /// Returns the name of the attribute that counts the changes to its write-only value.
    #[cfg(feature = "provider")]
    pub(crate) fn fingerprint(&self) -> Option<&str> {
        self.planning().fingerprint.as_ref().map(Text::as_str)
    }

    /// Returns what its annotations say about plans.
    pub(crate) const fn planning(&self) -> &Planning {
        #[cfg(feature = "provider")]
        if let Some(owned) = &self.owned {
            return owned.planning();
        }
        match self.planning {
            Some(planning) => planning,
            None => const { &Planning::NONE },
        }
    }

    /// Returns the model of the objects in the value, even if they are plain.
    pub(crate) fn any_model(&self) -> Model<'_> {
        #[cfg(feature = "provider")]
        if let Some(owned) = &self.owned {
            return Model::new(owned.fields());
        }
        self.facts.model
    }

    /// Returns the fields of the objects in its type.
    const fn members_of_type(&self) -> &[Field] {
        #[cfg(feature = "provider")]
        if let Some(owned) = &self.owned {
            return owned.fields();
        }
        self.facts.model.fields
    }

    fn as_attribute(&self) -> Option<Attribute> {
        let (flags, ty) = match self.form {
            Form::Block { .. } | Form::Member | Form::Identity { .. } => return None,
            Form::Object(flags) => (flags, AttributeType::Type((self.ty)())),
            Form::Attribute { flags, members } => (flags, self.attribute_type(members)),
        };
        let flags = flags.or_implied_by(&self.facts);
        let description = self.description_with_values();
        Some(Attribute {
            name: self.name.into(),
            ty,
            description_kind: kind_of(&description),
            description,
            required: flags.required,
            optional: flags.optional,
            computed: flags.computed,
            sensitive: flags.sensitive,
            write_only: flags.write_only,
            deprecated: self.deprecated.is_some(),
            deprecation_message: self.deprecated.unwrap_or_default().into(),
        })
    }

    /// Returns the description, followed by the strings of an enum and the described constraints.
    fn description_with_values(&self) -> Cow<'static, str> {
        let values = self.allowed_values();
        let values = (!values.is_empty()).then(|| format!("One of {}.", values.join(", ")));
        let constraints = validate::sentences(self.constraints(), self.facts.content());
        let sentences: Vec<_> = values.into_iter().chain(constraints).collect();
        match (self.description, sentences.as_slice()) {
            (text, []) => text.into(),
            ("", sentences) => sentences.join(" ").into(),
            (text, sentences) => format!("{text}\n\n{}", sentences.join(" ")).into(),
        }
    }

    /// Returns `true` if the values are strings of an enum.
    pub(crate) fn is_enum(&self) -> bool {
        !self.facts.values.is_empty()
    }

    /// Returns the values that the description lists. Those of a constraint replace those of an enum.
    fn allowed_values(&self) -> Vec<String> {
        let values = validate::allowed_values(self.constraints(), self.is_enum());
        if !values.is_empty() {
            return values;
        }
        let values = self.facts.values.iter();
        values.map(|value| format!("`{value}`")).collect()
    }

    fn attribute_type(&self, members: Option<Flags>) -> AttributeType {
        match (self.facts.nesting, (self.nested)()) {
            (Some(nesting), Some(block)) => {
                let mut attributes = block.attributes.clone();
                if let Some(flags) = members {
                    attributes
                        .iter_mut()
                        .for_each(|member| set_flags(member, flags));
                }
                AttributeType::Nested(NestedType {
                    attributes,
                    nesting,
                })
            }
            _ => AttributeType::Type((self.ty)()),
        }
    }

    fn as_block(&self) -> Option<NestedBlock> {
        let Form::Block {
            group,
            min_items,
            max_items,
            computed,
        } = self.form
        else {
            return None;
        };
        let mut block = (self.nested)()?;
        if computed {
            Arc::make_mut(&mut block).computed = true;
        }
        if !self.description.is_empty() {
            let block = Arc::make_mut(&mut block);
            block.description = self.description.into();
            block.description_kind = kind_of(self.description);
        }
        if let Some(message) = self.deprecated {
            let block = Arc::make_mut(&mut block);
            block.deprecated = true;
            block.deprecation_message = message.into();
        }
        Some(NestedBlock {
            type_name: self.name.into(),
            block,
            nesting: if group {
                Nesting::Group
            } else {
                self.facts.nesting?
            },
            min_items,
            max_items,
        })
    }
}

/// Replaces `required`, `optional` and `computed` of a member of a nested attribute, at any depth.
fn set_flags(member: &mut Attribute, flags: Flags) {
    member.required = flags.required;
    member.optional = flags.optional;
    member.computed = flags.computed;
    if let AttributeType::Nested(object) = &mut member.ty {
        object
            .attributes
            .iter_mut()
            .for_each(|member| set_flags(member, flags));
    }
}

/// Doc comments are Markdown.
fn kind_of(description: &str) -> StringKind {
    if description.is_empty() {
        StringKind::Plain
    } else {
        StringKind::Markdown
    }
}

/// What writing the value of the field requires.
impl Field {
    /// Returns `true` if its value contains sets of std, which are lists for serde.
    pub(crate) const fn has_plain_sets(&self) -> bool {
        self.facts.plain_sets
    }

    /// Returns the type of its values.
    pub(crate) fn ty(&self) -> Type {
        (self.ty)()
    }
}

/// The facts and the schema of a struct, from its fields, which are sorted by name.
impl Field {
    /// Returns the facts of a struct that has a schema.
    #[must_use]
    pub const fn facts_of_schema<T: TfSchema>(
        fields: &'static [Field],
        about: &'static About,
    ) -> TypeFacts {
        TypeFacts {
            nesting: Some(Nesting::Single),
            schema: true,
            block: Some(T::block),
            about,
            float: false,
            model: Model::new(fields),
            ..Field::facts_of_object(fields)
        }
    }

    /// Returns the facts of a struct that has a schema, and a kind or a version.
    #[must_use]
    pub const fn facts_of_root<T: TfSchema>(
        fields: &'static [Field],
        about: &'static About,
    ) -> TypeFacts {
        TypeFacts {
            root: true,
            ..Field::facts_of_schema::<T>(fields, about)
        }
    }

    /// Returns the facts of a struct that is a plain object.
    #[must_use]
    pub const fn facts_of_object(fields: &[Field]) -> TypeFacts {
        let mut facts = TypeFacts::of(TypeKind::Object);
        let mut rest = fields;
        while let [field, others @ ..] = rest {
            facts.float |= field.facts.float;
            facts.dynamic |= field.facts.dynamic;
            facts.write_only |= field.facts.write_only;
            facts.default |= field.facts.default;
            facts.null_blocks |= field.has_null_blocks();
            facts.computed |= field.computes();
            facts.uncomputed |= !field.is_computed();
            facts.known_members |= field.never_unknown();
            facts.unset_members |= field.never_unset();
            facts.planned_members |= field.never_planned_unknown();
            facts.closed_group |= field.closes_group();
            facts.members = facts.members.or(field.member_facts());
            match field.form {
                Form::Attribute { flags, .. } | Form::Object(flags) => {
                    facts.write_only |= flags.write_only;
                    facts.default |= flags.default;
                }
                Form::Identity { .. } => {}
                Form::Block { .. } => facts.blocks = true,
                Form::Member => {}
            }
            rest = others;
        }
        facts
    }

    /// Creates the type of a struct that is a plain object.
    #[must_use]
    pub fn type_of(fields: &[Field]) -> Type {
        let members = fields.iter().map(|field| (field.name, (field.ty)()));
        Type::Object(ObjectType::new(members))
    }
}
