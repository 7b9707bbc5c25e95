//! `TypeFacts`, the compile-time facts about a Rust type, and `Model`, the compile-time facts about the struct inside
//! the type.
//!
//! `TypeFacts`, `Model` and [`Field`] contain each other, because structs contain structs.

use super::const_or_owned::ObjectCheck;
use super::content::{Content, TypeKind};
use super::field::{About, Field};
use super::literal::Integer;
use super::message::fail;
use super::planning::Canonical;
use crate::diagnostics::Diagnostics;
use crate::error::Result;
use crate::path::Path;
use crate::schema::{Block, Nesting};
use crate::value::Value;

/// The properties of a Rust type that are known at compile time.
///
/// An implementation of [`TfType`](super::traits::TfType) starts with [`of`](TypeFacts::of) and adds other properties,
/// or uses the facts about another type that has the same written form: `<Vec<u8> as TfType>::FACTS`.
// "Contains" means at any depth: in the type, in its elements, or in its members.
#[derive(Clone, Copy)]
pub struct TypeFacts {
    /// The kind of the type's known values.
    pub(crate) kind: TypeKind,
    /// Whether the type can be null.
    pub(crate) null: bool,
    /// Whether the type can be unknown.
    pub(crate) unknown: bool,
    /// The nesting of the struct with a schema. `None` if there is no such struct, or if the struct is nested in more
    /// than one list, set or map.
    pub(crate) nesting: Option<Nesting>,
    /// Whether the type contains a struct with a schema.
    pub(crate) schema: bool,
    /// Creates the block of the struct with a schema. `None` for a tuple, because a tuple can contain several such
    /// structs.
    pub(crate) block: Option<fn() -> Block>,
    /// The description and the deprecation of the struct with a schema.
    pub(crate) about: &'static About,
    /// Whether the struct with a schema has nested blocks.
    pub(crate) blocks: bool,
    /// Whether the struct with a schema contains a list, set or map of nested blocks that can be null.
    pub(crate) null_blocks: bool,
    /// Whether the type contains a float, which cannot hold every number.
    pub(crate) float: bool,
    /// Whether the type contains a write-only member.
    pub(crate) write_only: bool,
    /// Whether the type contains a dynamic value.
    pub(crate) dynamic: bool,
    /// Whether the type contains a list, set or map whose elements contain a dynamic value. Lists, sets and maps in
    /// members of structs do not count.
    pub(crate) dynamic_elements: bool,
    /// Whether the type contains a dynamic value that is wrapped in `Unknown` or `Option`.
    pub(crate) wrapped_dynamic: bool,
    /// Whether the type contains a member with a default.
    pub(crate) default: bool,
    /// Whether the type contains a computed member.
    pub(crate) computed: bool,
    /// Whether the type contains a map with keys that may not be strings. Maps in members of structs do not
    /// count.
    pub(crate) other_keys: bool,
    /// The number of elements or characters, if this number is fixed.
    pub(crate) length: Option<u32>,
    /// Whether the elements are lists, sets, maps, tuples, objects or dynamic values, or contain such values.
    pub(crate) compound_elements: bool,
    /// Whether the type contains elements that can be null.
    pub(crate) null_elements: bool,
    /// Whether the type contains elements that cannot be unknown.
    pub(crate) known_elements: bool,
    /// Whether the type contains a configurable member that cannot be unknown.
    pub(crate) known_members: bool,
    /// Whether the type contains an optional or computed member that cannot be null.
    pub(crate) unset_members: bool,
    /// Whether the type contains a computed member that cannot be unknown.
    pub(crate) planned_members: bool,
    /// Whether the type is a struct with a member that the provider cannot set.
    pub(crate) uncomputed: bool,
    /// Whether an attribute or block of the struct is null in a group that the configuration omits, although the type
    /// of the attribute or block cannot represent null.
    pub(crate) closed_group: bool,
    /// Facts about all members of a struct with a schema, whether or not the members are configurable.
    pub(crate) members: MemberFacts,
    /// Whether the struct with a schema is a root, which means that it has a kind or a version.
    pub(crate) root: bool,
    /// Whether the type contains a set that serde writes as a list in Rust's order. This applies to all sets except
    /// [`Set`](crate::Set). Derived structs sort these sets in their members.
    pub(crate) plain_sets: bool,
    /// The elements of a list, set or map.
    pub(crate) elements: Option<&'static Content>,
    /// The keys of a map.
    pub(crate) keys: Option<&'static Content>,
    /// The integer type of the values or of the values' elements.
    pub(crate) integer: Option<&'static Integer>,
    /// Whether every string, number or bool is a value of the type.
    pub(crate) any: bool,
    /// The allowed strings. Empty if any string is allowed.
    pub(crate) values: &'static [&'static str],
    /// Returns the same value for all equivalent spellings of a value, or of an element of a list, set or map.
    pub(crate) same_as: Option<Canonical>,
    /// The fields of the inner struct, for planning and validation.
    pub(crate) model: Model<'static>,
}

/// Facts about the types of a struct's members, at any depth. These facts do not depend on the flags `required`,
/// `optional` and `computed`, so they also apply if a field replaces these flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MemberFacts {
    /// Whether a member cannot be unknown and is not `known`.
    pub never_unknown: bool,
    /// Whether a member cannot be null.
    pub never_null: bool,
    /// Whether a member contains a float and is not `lossy`.
    pub float: bool,
    /// Whether a member is not write-only.
    pub stored: bool,
    /// Whether a member is sensitive.
    pub sensitive: bool,
}

impl MemberFacts {
    pub(super) const NONE: Self = MemberFacts {
        never_unknown: false,
        never_null: false,
        float: false,
        stored: false,
        sensitive: false,
    };

    /// Combines the facts about two structs.
    #[must_use]
    pub(super) const fn or(self, other: Self) -> Self {
        MemberFacts {
            never_unknown: self.never_unknown || other.never_unknown,
            never_null: self.never_null || other.never_null,
            float: self.float || other.float,
            stored: self.stored || other.stored,
            sensitive: self.sensitive || other.sensitive,
        }
    }
}

impl TypeFacts {
    /// Returns the facts about a type that cannot be null or unknown and has no elements or members. A dynamic value
    /// can be null or unknown.
    #[must_use]
    pub const fn of(kind: TypeKind) -> Self {
        TypeFacts {
            kind,
            null: matches!(kind, TypeKind::Dynamic),
            unknown: matches!(kind, TypeKind::Dynamic),
            nesting: None,
            schema: false,
            block: None,
            about: About::NOTHING,
            blocks: false,
            null_blocks: false,
            float: false,
            write_only: false,
            dynamic: matches!(kind, TypeKind::Dynamic),
            dynamic_elements: false,
            wrapped_dynamic: false,
            default: false,
            computed: false,
            other_keys: false,
            length: None,
            compound_elements: false,
            null_elements: false,
            known_elements: false,
            known_members: false,
            unset_members: false,
            planned_members: false,
            uncomputed: false,
            closed_group: false,
            members: MemberFacts::NONE,
            root: false,
            plain_sets: matches!(kind, TypeKind::Set),
            elements: None,
            keys: None,
            integer: None,
            any: false,
            values: &[],
            same_as: None,
            model: Model::NONE,
        }
    }

    /// Adds a function that returns the same value for all equivalent spellings of a value, and `None` for a value that
    /// has only one spelling. The function applies to strings and numbers.
    ///
    /// States keep their spelling, as they do with the annotation [`same_as`](macro@crate::TfSchema#same_as). If a
    /// field has this annotation, the rule in the annotation applies instead of this function.
    ///
    /// # Examples
    ///
    /// ```
    /// use serde::{Deserialize, Serialize};
    /// use tfvalue::plan::same_as::case_insensitive;
    /// use tfvalue::{Type, types::{TfType, TypeFacts, TypeKind}};
    ///
    /// #[derive(Serialize, Deserialize)]
    /// struct HostName(String);
    ///
    /// impl TfType for HostName {
    ///     const FACTS: TypeFacts = TypeFacts::of(TypeKind::String).same_as(case_insensitive);
    /// }
    /// ```
    #[must_use]
    pub const fn same_as(mut self, canonical: fn(&Value) -> Option<Value>) -> Self {
        self.same_as = Some(canonical);
        self
    }

    /// Declares that null is one of the type's values.
    ///
    /// # Examples
    ///
    /// ```
    /// use serde::{Deserialize, Serialize};
    /// use tfvalue::{Type, types::{TfType, TypeFacts, TypeKind}};
    ///
    /// #[derive(Serialize, Deserialize)]
    /// struct Limit(Option<u32>);
    ///
    /// impl TfType for Limit {
    ///     const FACTS: TypeFacts = TypeFacts::of(TypeKind::Number).nullable();
    /// }
    /// ```
    #[must_use]
    pub const fn nullable(mut self) -> Self {
        self.null = true;
        self
    }

    /// Declares that the type's values are floats, which cannot hold every number. Fields of the type must have
    /// [`lossy`](macro@crate::TfSchema#lossy).
    ///
    /// # Examples
    ///
    /// ```
    /// use serde::{Deserialize, Serialize};
    /// use tfvalue::{Attr, TfSchema, Type, types::{TfType, TypeFacts, TypeKind}};
    ///
    /// #[derive(Debug, Serialize, Deserialize)]
    /// struct Ratio(f64);
    ///
    /// impl TfType for Ratio {
    ///     const FACTS: TypeFacts = TypeFacts::of(TypeKind::Number).float();
    /// }
    ///
    /// #[derive(TfSchema)]
    /// struct Quota {
    ///     #[tf(required, lossy)]
    ///     share: Attr<Ratio>,
    /// }
    /// ```
    #[must_use]
    pub const fn float(mut self) -> Self {
        self.float = true;
        self
    }

    /// Returns the description and the deprecation of a struct.
    #[doc(hidden)]
    #[must_use]
    pub const fn about(&self) -> &'static About {
        self.about
    }

    /// Returns `true` for a type that contains a struct with a schema.
    #[doc(hidden)]
    #[must_use]
    pub const fn has_schema(self) -> bool {
        self.schema
    }

    /// Returns the facts about an enum of strings.
    #[must_use]
    pub const fn one_of(values: &'static [&'static str]) -> Self {
        TypeFacts {
            values,
            ..TypeFacts::of(TypeKind::String)
        }
    }

    /// Returns the facts about a collection whose elements have the given facts, without the [`Content`] of the
    /// collection.
    #[must_use]
    pub(crate) const fn collected(self, kind: TypeKind) -> Self {
        let nesting = match (self.nesting, kind) {
            (Some(Nesting::Single), TypeKind::List) => Some(Nesting::List),
            (Some(Nesting::Single), TypeKind::Set) => Some(Nesting::Set),
            (Some(Nesting::Single), TypeKind::Map) => Some(Nesting::Map),
            _ => None,
        };
        TypeFacts {
            kind,
            elements: None,
            keys: None,
            null: false,
            unknown: false,
            nesting,
            dynamic_elements: self.dynamic,
            length: None,
            compound_elements: !self.is_primitive(),
            null_elements: self.null_elements || self.null,
            known_elements: self.known_elements || !self.unknown,
            plain_sets: self.plain_sets || matches!(kind, TypeKind::Set),
            same_as: if self.is_primitive() {
                self.same_as
            } else {
                None
            },
            ..self
        }
    }

    /// Returns the facts about an array whose elements have the given facts.
    #[must_use]
    pub(super) const fn repeated(self, length: usize) -> Self {
        TypeFacts {
            length: Some(if length < u32::MAX as usize {
                length as u32
            } else {
                u32::MAX
            }),
            ..self.collected(TypeKind::List)
        }
    }

    /// Adds the struct's planning function, which plans what annotations cannot express.
    #[doc(hidden)]
    #[must_use]
    pub const fn with_hook(mut self, hook: Hook) -> Self {
        self.model = self.model.with_hook(hook);
        self
    }

    /// Returns the facts about a map whose keys and elements have the given facts.
    #[must_use]
    pub(super) const fn keyed_by(self, keys: Self) -> Self {
        let is_text = match keys.kind {
            TypeKind::String => true,
            // Integers are written as strings.
            TypeKind::Number => !keys.float,
            _ => false,
        };
        TypeFacts {
            other_keys: self.other_keys || !is_text || keys.null || keys.unknown,
            ..self.collected(TypeKind::Map)
        }
    }

    /// Returns `true` for strings, numbers and bools.
    pub(super) const fn is_primitive(&self) -> bool {
        matches!(
            self.kind,
            TypeKind::String | TypeKind::Number | TypeKind::Bool
        )
    }

    /// Returns `true` if the value itself is dynamic.
    pub(super) const fn is_dynamic(&self) -> bool {
        matches!(self.kind, TypeKind::Dynamic)
    }

    /// Adds the struct's function that checks a configuration.
    #[doc(hidden)]
    #[must_use]
    pub const fn with_check(mut self, check: fn(&Value) -> Diagnostics) -> Self {
        self.model.check = Some(ObjectCheck::Const(check));
        self
    }
}

/// The facts on which constraints depend.
impl TypeFacts {
    pub(crate) const fn content(self) -> Content {
        let is_primitive = self.is_primitive();
        Content {
            kind: self.kind,
            length: self.length,
            // For a list, set or map, these facts apply to its elements.
            integer: if is_primitive { self.integer } else { None },
            any: self.any,
            values: if is_primitive { self.values } else { &[] },
            elements: self.elements,
            keys: self.keys,
        }
    }

    /// Returns the kind of the elements of a list, set or map.
    pub(crate) const fn element_kind(&self) -> Option<TypeKind> {
        match self.elements {
            Some(elements) => Some(elements.kind),
            None => None,
        }
    }
}

/// The facts on which flattening depends.
impl TypeFacts {
    /// Checks that a struct can be flattened into a struct with or without a kind. A failure is a compiler error.
    ///
    /// A struct without a kind that has the members of a whole resource is an older version of the resource, which is
    /// neither planned nor validated.
    ///
    /// # Panics
    ///
    /// Panics if the struct has a function in `plan` or `check`, because this function is not called if the struct is
    /// part of another struct.
    #[doc(hidden)]
    #[track_caller]
    pub const fn check_flattened(self, has_kind: bool) {
        if self.root && !has_kind {
            return;
        }
        let Some(attribute) = self.function() else {
            return;
        };
        let or_remove = if has_kind {
            ", or remove `kind` from this struct if it is an older version"
        } else {
            ""
        };
        fail(&[
            "the function in `",
            attribute,
            "` of a flattened struct is not called for this struct: move it here",
            or_remove,
        ]);
    }

    /// Returns the annotation that contains a function of the struct, if the struct has such a function.
    const fn function(&self) -> Option<&'static str> {
        if self.model.hook.is_some() {
            return Some("plan");
        }
        if self.model.check.is_some() {
            return Some("check");
        }
        None
    }

    /// Adds the facts from a flattened struct that apply to the whole struct. If the functions of the flattened struct
    /// are not called, the struct cannot be part of another struct, because the functions would be missing there.
    #[doc(hidden)]
    #[must_use]
    pub const fn flattening(mut self, part: Self) -> Self {
        self.root |= part.root && part.function().is_some();
        self
    }
}

/// A function that changes the plan of a struct. It receives the configuration, the prior value and the planned value,
/// returns the value to plan instead, and adds the paths within the value that require a replacement.
pub(crate) type Hook = fn(Option<&Value>, Option<&Value>, &Value, &mut Vec<Path>) -> Result<Value>;

/// The fields of a struct or of a description, and the functions for requirements that annotations cannot express.
#[derive(Clone, Copy)]
pub(crate) struct Model<'a> {
    pub(crate) fields: &'a [Field],
    pub(crate) hook: Option<Hook>,
    pub(crate) check: Option<ObjectCheck<'a>>,
}

impl<'a> Model<'a> {
    /// The model of a type that is not a struct with a schema.
    pub(crate) const NONE: Self = Model::new(&[]);

    /// Creates the model of an object.
    #[must_use]
    pub(crate) const fn new(fields: &'a [Field]) -> Self {
        Model {
            fields,
            hook: None,
            check: None,
        }
    }

    /// Adds the struct's function to the model.
    #[must_use]
    pub(crate) const fn with_hook(mut self, hook: Hook) -> Self {
        self.hook = Some(hook);
        self
    }
}
