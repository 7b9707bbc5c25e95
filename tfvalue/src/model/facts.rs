//! `TypeFacts`, what the compiler knows about a Rust type, and `Model`, what it knows about the struct inside.
//!
//! Both contain each other and [`Field`], because structs contain structs.

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
/// or uses the facts of another type that is written in the same way: `<Vec<u8> as TfType>::FACTS`.
// "Contains" means at any depth: in the type, its elements or its members.
#[derive(Clone, Copy)]
pub struct TypeFacts {
    /// The kind of its known values.
    pub(crate) kind: TypeKind,
    /// Whether it can be null.
    pub(crate) null: bool,
    /// Whether it can be unknown.
    pub(crate) unknown: bool,
    /// How the struct with a schema is nested. `None` if there is none, or if it is deeper than one
    /// list, set or map.
    pub(crate) nesting: Option<Nesting>,
    /// Whether it contains a struct with a schema.
    pub(crate) schema: bool,
    /// Creates the block of that struct. `None` for a tuple, which can contain several.
    pub(crate) block: Option<fn() -> Block>,
    /// The description and the deprecation of that struct.
    pub(crate) about: &'static About,
    /// Whether that struct has nested blocks.
    pub(crate) blocks: bool,
    /// Whether a list, set or map of nested blocks in it can be null.
    pub(crate) null_blocks: bool,
    /// Whether it contains a float, which cannot hold every number.
    pub(crate) float: bool,
    /// Whether it contains a write-only member.
    pub(crate) write_only: bool,
    /// Whether it contains a dynamic value.
    pub(crate) dynamic: bool,
    /// Whether it contains a list, set or map whose elements contain a dynamic value. Those in members of structs
    /// do not count.
    pub(crate) dynamic_elements: bool,
    /// Whether it contains a dynamic value that is wrapped in `Unknown` or `Option`.
    pub(crate) wrapped_dynamic: bool,
    /// Whether it contains a member with a default.
    pub(crate) default: bool,
    /// Whether it contains a computed member.
    pub(crate) computed: bool,
    /// Whether it contains a map with keys that may not be strings. Maps in members of structs do not
    /// count.
    pub(crate) other_keys: bool,
    /// The number of elements or characters, if it is fixed.
    pub(crate) length: Option<u32>,
    /// Whether the elements are or contain lists, sets, maps, tuples, objects or dynamic values.
    pub(crate) compound_elements: bool,
    /// Whether it contains elements that can be null.
    pub(crate) null_elements: bool,
    /// Whether it contains elements that cannot be unknown.
    pub(crate) known_elements: bool,
    /// Whether it contains a configurable member that cannot be unknown.
    pub(crate) known_members: bool,
    /// Whether it contains an optional or computed member that cannot be null.
    pub(crate) unset_members: bool,
    /// Whether it contains a computed member that cannot be unknown.
    pub(crate) planned_members: bool,
    /// Whether it is a struct with a member that the provider cannot set.
    pub(crate) uncomputed: bool,
    /// Whether the struct has an attribute or block whose type cannot represent null, although it is null in a group
    /// that the configuration omits.
    pub(crate) closed_group: bool,
    /// Facts about all members of a struct with a schema, whether they are configurable or not.
    pub(crate) members: MemberFacts,
    /// Whether that struct is a root: it has a kind or a version.
    pub(crate) root: bool,
    /// Whether it contains a set that serde writes as a list in Rust's order: any but a
    /// [`Set`](crate::Set). Derived structs sort such sets in their members.
    pub(crate) plain_sets: bool,
    /// The elements of a list, set or map.
    pub(crate) elements: Option<&'static Content>,
    /// The keys of a map.
    pub(crate) keys: Option<&'static Content>,
    /// The integer type of the values or of their elements.
    pub(crate) integer: Option<&'static Integer>,
    /// Whether every string, number or bool is one of its values.
    pub(crate) any: bool,
    /// The allowed strings, or nothing if any string is allowed.
    pub(crate) values: &'static [&'static str],
    /// Returns the same value for all spellings of a value, or of an element of a list, set or map.
    pub(crate) same_as: Option<Canonical>,
    /// The fields of the struct inside, for planning and validation.
    pub(crate) model: Model<'static>,
}

/// Facts about the types of a struct's members, at any depth. They do not depend on the flags
/// `required`, `optional` and `computed`, so they also apply if a field replaces these flags.
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

    /// Combines the facts of two structs.
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
    /// Returns the facts of a type without null, unknown values, elements and members. A dynamic value can be null and
    /// unknown.
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

    /// Adds a function that returns the same for all spellings of a value, and `None` for a value that
    /// has no other spelling. It applies to strings and numbers.
    ///
    /// States keep their spelling, as with the annotation [`same_as`](macro@crate::TfSchema#same_as). If
    /// a field has this annotation, its rule applies instead of this function.
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

    /// Declares that null is one of the values.
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

    /// Declares that the values are floats, which cannot hold every number. Fields of the type must have
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

    /// Returns the facts of an enum of strings.
    #[must_use]
    pub const fn one_of(values: &'static [&'static str]) -> Self {
        TypeFacts {
            values,
            ..TypeFacts::of(TypeKind::String)
        }
    }

    /// Returns the facts of a collection whose elements have these facts, without its [`Content`].
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

    /// Returns the facts of an array whose elements have these facts.
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

    /// Adds the function of a struct that plans what its attributes cannot express.
    #[doc(hidden)]
    #[must_use]
    pub const fn with_hook(mut self, hook: Hook) -> Self {
        self.model = self.model.with_hook(hook);
        self
    }

    /// Returns the facts of a map whose keys and elements have these facts.
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

    /// Adds the function of a struct that checks its configuration.
    #[doc(hidden)]
    #[must_use]
    pub const fn with_check(mut self, check: fn(&Value) -> Diagnostics) -> Self {
        self.model.check = Some(ObjectCheck::Const(check));
        self
    }
}

/// What constraints depend on.
impl TypeFacts {
    pub(crate) const fn content(self) -> Content {
        let is_primitive = self.is_primitive();
        Content {
            kind: self.kind,
            length: self.length,
            // For a list, set or map, these facts are about its elements.
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

/// What flattening depends on.
impl TypeFacts {
    /// Checks that a struct can be flattened into one with or without a kind; a failure is a compiler error.
    ///
    /// A struct without a kind that has the members of a whole resource is an older version of it, which is neither
    /// planned nor validated.
    ///
    /// # Panics
    ///
    /// Panics if the struct has a function in `plan` or `check`, which is not called for a part of another
    /// struct.
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

    /// Returns the attribute with a function of the struct, if there is one.
    const fn function(&self) -> Option<&'static str> {
        if self.model.hook.is_some() {
            return Some("plan");
        }
        if self.model.check.is_some() {
            return Some("check");
        }
        None
    }

    /// Adds the facts of a flattened struct about the whole struct. If its functions are not called, the struct cannot
    /// be a part of another one, where they would be missing.
    #[doc(hidden)]
    #[must_use]
    pub const fn flattening(mut self, part: Self) -> Self {
        self.root |= part.root && part.function().is_some();
        self
    }
}

/// A function of a struct, over values: the configuration, the prior value and the planned value. It returns the value
/// to plan instead, and adds the paths within the value that require replacement.
pub(crate) type Hook = fn(Option<&Value>, Option<&Value>, &Value, &mut Vec<Path>) -> Result<Value>;

/// The fields of a struct or of a description, and the functions for what its annotations cannot express.
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

    /// Adds the function of the struct.
    #[must_use]
    pub(crate) const fn with_hook(mut self, hook: Hook) -> Self {
        self.hook = Some(hook);
        self
    }
}
