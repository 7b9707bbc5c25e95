//! The fields of descriptions that are built at run time.

use super::{Field, Flags, Form};
use crate::model::constraints::Constraints;
use crate::model::planning::Planning;
use crate::model::{Content, TypeFacts, TypeKind};
use crate::schema::{Attribute, AttributeType, NestedBlock, Nesting};
use crate::ty::Type;

/// The data that a field owns if it is built at run time.
pub(super) struct Owned {
    name: Box<str>,
    ty: Type,
    /// The fields of the objects in the value.
    fields: Box<[Field]>,
    planning: Planning,
    constraints: Option<Constraints>,
}

/// The rules of a field.
#[derive(Clone)]
pub(crate) struct FieldRules {
    pub(crate) planning: Planning,
    pub(crate) constraints: Option<Constraints>,
    pub(crate) empty_as_null: bool,
}

impl FieldRules {
    pub(crate) const NONE: Self = FieldRules {
        planning: Planning::NONE,
        constraints: None,
        empty_as_null: false,
    };
}

impl Owned {
    pub(super) const fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn ty(&self) -> &Type {
        &self.ty
    }

    pub(super) const fn fields(&self) -> &[Field] {
        &self.fields
    }

    pub(super) const fn planning(&self) -> &Planning {
        &self.planning
    }

    pub(super) const fn constraints(&self) -> Option<&Constraints> {
        self.constraints.as_ref()
    }
}

impl Field {
    /// Creates the field of an attribute. The given fields are the fields of the objects in the attribute, sorted by name.
    pub(crate) fn of_attribute(
        attribute: &Attribute,
        rules: FieldRules,
        fields: Vec<Field>,
    ) -> Self {
        let flags = Flags {
            required: attribute.required,
            optional: attribute.optional,
            computed: attribute.computed,
            sensitive: attribute.sensitive,
            write_only: attribute.write_only,
            default: rules.planning.default.is_some(),
            lossy: false,
            known: false,
        };
        let members = None;
        let form = match &attribute.ty {
            AttributeType::Type(Type::Object(_)) => Form::Object(flags),
            _ => Form::Attribute { flags, members },
        };
        let nesting = match &attribute.ty {
            AttributeType::Nested(nested) => Some(nested.nesting),
            AttributeType::Type(_) => None,
        };
        Field::of_type(&attribute.name, attribute.implied_type(), form, nesting).with(rules, fields)
    }

    /// Creates the field of a nested block. The given fields are the fields of the block, sorted by name.
    pub(crate) fn of_block(nested: &NestedBlock, rules: FieldRules, fields: Vec<Field>) -> Self {
        let group = nested.nesting == Nesting::Group;
        let form = Form::Block {
            group,
            min_items: nested.min_items,
            max_items: nested.max_items,
            computed: nested.block.computed,
        };
        let nesting = if group {
            Nesting::Single
        } else {
            nested.nesting
        };
        let ty = nested.implied_type();
        let field = Field::of_type(&nested.type_name, ty, form, Some(nesting));
        field.with(rules, fields)
    }

    fn of_type(name: &str, ty: Type, form: Form, nesting: Option<Nesting>) -> Self {
        let kind = match (nesting, kind_of(&ty)) {
            // Blocks that contain a dynamic value are sent as a tuple or an object.
            (Some(Nesting::List), _) => TypeKind::List,
            (Some(Nesting::Map), _) => TypeKind::Map,
            (_, kind) => kind,
        };
        let facts = TypeFacts {
            null: true,
            unknown: true,
            nesting,
            schema: nesting.is_some(),
            dynamic: ty.has_dynamic(),
            elements: match &ty {
                Type::List(element) | Type::Set(element) | Type::Map(element) => {
                    Some(content_of(element))
                }
                _ => None,
            },
            keys: matches!(ty, Type::Map(_)).then(|| content_of(&Type::String)),
            ..TypeFacts::of(kind)
        };
        Field {
            form,
            facts,
            own_null: true,
            owned: Some(Box::new(Owned {
                name: name.into(),
                ty,
                fields: Box::default(),
                planning: Planning::NONE,
                constraints: None,
            })),
            ..Field::NONE
        }
    }

    fn with(mut self, rules: FieldRules, fields: Vec<Field>) -> Self {
        self.empty_as_null = rules.empty_as_null;
        self.facts.default =
            rules.planning.default.is_some() || fields.iter().any(|field| field.facts.default);
        if let Some(owned) = &mut self.owned {
            owned.fields = fields.into();
            owned.planning = rules.planning;
            owned.constraints = rules.constraints;
        }
        self
    }

    /// Returns `true` if the field has a default, or contains a field with a default.
    pub(crate) fn has_default(&self) -> bool {
        self.facts.default
    }
}

fn kind_of(ty: &Type) -> TypeKind {
    match ty {
        Type::String => TypeKind::String,
        Type::Number => TypeKind::Number,
        Type::Bool => TypeKind::Bool,
        Type::List(_) => TypeKind::List,
        Type::Set(_) => TypeKind::Set,
        Type::Map(_) => TypeKind::Map,
        Type::Tuple(_) => TypeKind::Tuple,
        Type::Object(_) => TypeKind::Object,
        Type::Dynamic => TypeKind::Dynamic,
    }
}

/// Returns the content of a value and of its elements, but not of the elements inside these elements.
pub(crate) fn content_of_type(ty: &Type) -> Content {
    let elements = match ty {
        Type::List(element) | Type::Set(element) | Type::Map(element) => Some(content_of(element)),
        _ => None,
    };
    Content {
        elements,
        keys: matches!(ty, Type::Map(_)).then(|| content_of(&Type::String)),
        ..*content_of(ty)
    }
}

/// Returns the content of an element, without the content of the element's own elements.
fn content_of(ty: &Type) -> &'static Content {
    match kind_of(ty) {
        TypeKind::String => const { &Content::of(TypeKind::String) },
        TypeKind::Number => const { &Content::of(TypeKind::Number) },
        TypeKind::Bool => const { &Content::of(TypeKind::Bool) },
        TypeKind::List => const { &Content::of(TypeKind::List) },
        TypeKind::Set => const { &Content::of(TypeKind::Set) },
        TypeKind::Map => const { &Content::of(TypeKind::Map) },
        TypeKind::Tuple => const { &Content::of(TypeKind::Tuple) },
        TypeKind::Object => const { &Content::of(TypeKind::Object) },
        TypeKind::Dynamic => const { &Content::of(TypeKind::Dynamic) },
    }
}
