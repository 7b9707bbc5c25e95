//! Fields with Rust types, and the facts about structs with such fields.

use super::{About, Field, Form};
use crate::model::{Model, TfSchema, TfType, TypeFacts, TypeKind};
use crate::schema::Nesting;
use crate::ty::{ObjectType, Type};

impl Field {
    /// Creates a field of type `T` that is a member of a plain object.
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
            owned: None,
        }
    }
}

/// Builds the facts about a struct and the schema of the struct from its fields, which are sorted by name.
impl Field {
    /// Returns the facts about a struct that has a schema.
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

    /// Returns the facts about a struct that has a schema and also has a kind or a version.
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

    /// Returns the facts about a struct that is a plain object.
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
