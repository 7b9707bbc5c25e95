//! Defines `Type`, which represents Terraform's type constraints.

mod json;
mod misfit;
mod tuple;
mod unify;

use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, LazyLock};

pub(crate) use self::misfit::brief;
pub use self::tuple::TupleType;
use crate::nfc::nfc;
use crate::text::SmallStr;

/// A type constraint.
///
/// Schemas contain the JSON form of types, which [`Type::from_json`] reads and [`Type::to_json`] writes.
///
/// Source: the table of `type` patterns in Terraform's wire format.
///
/// # Examples
///
/// ```
/// use tfvalue::{Type, types::ObjectType};
///
/// let ty = Type::list(Type::Object(ObjectType::new([("port", Type::Number), ("host", Type::String)])));
/// assert_eq!(ty.to_json(), r#"["list",["object",{"host":"string","port":"number"}]]"#);
/// assert_eq!(Type::from_json(ty.to_json().as_bytes())?, ty);
/// assert_eq!(ty.to_string(), "list of object");
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// Unicode text, which Terraform keeps in Normalization Form C.
    String,
    /// A number of arbitrary size and precision.
    Number,
    /// True or false.
    Bool,
    /// Any type. A value is stored together with its actual type.
    Dynamic,
    /// A list whose elements have the same type.
    List(Arc<Type>),
    /// A set whose elements have the same type.
    Set(Arc<Type>),
    /// A map from strings to elements of the same type.
    Map(Arc<Type>),
    /// A tuple, which has a fixed length and a type for each element.
    Tuple(TupleType),
    /// An object, which has named attributes of different types.
    Object(ObjectType),
}

/// The attributes of an object type, sorted bytewise by name.
///
/// An object type is cheap to clone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ObjectType(Arc<Attributes>);

/// The shared contents of an object type, together with properties that are computed once.
#[derive(Default)]
struct Attributes {
    list: Box<[ObjectAttribute]>,
    /// The names in NFC, which is the form in which they are written.
    names: Arc<[SmallStr]>,
    has_dynamic: bool,
    has_optional: bool,
}

/// An attribute of an object type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ObjectAttribute {
    /// The name, which is unique in the object type.
    pub name: Cow<'static, str>,
    /// The type of the attribute's value, or dynamic for any type.
    pub ty: Type,
    /// Whether an object without the attribute can be converted to the object type. Values on the wire always have the
    /// attribute.
    pub optional: bool,
}

impl ObjectAttribute {
    /// Creates an attribute that is required for a conversion to the object type.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Type, types::{ObjectAttribute, ObjectType}};
    ///
    /// let attributes = [
    ///     ObjectAttribute::new("name", Type::String),
    ///     ObjectAttribute::new("size", Type::Number).optional(),
    /// ];
    /// let ty = Type::Object(ObjectType::from_iter(attributes));
    /// assert_eq!(ty.to_json(), r#"["object",{"name":"string","size":"number"},["size"]]"#);
    /// ```
    #[must_use]
    pub fn new(name: impl Into<Cow<'static, str>>, ty: Type) -> Self {
        ObjectAttribute {
            name: name.into(),
            ty,
            optional: false,
        }
    }

    /// Marks the attribute as optional.
    #[must_use]
    pub fn optional(mut self) -> Self {
        self.optional = true;
        self
    }
}

impl Type {
    /// Creates a list type.
    #[must_use]
    pub fn list(element: Type) -> Self {
        Type::List(Arc::new(element))
    }

    /// Creates a set type.
    #[must_use]
    pub fn set(element: Type) -> Self {
        Type::Set(Arc::new(element))
    }

    /// Creates a map type.
    #[must_use]
    pub fn map(element: Type) -> Self {
        Type::Map(Arc::new(element))
    }

    /// Creates a tuple type.
    #[must_use]
    pub fn tuple(elements: impl IntoIterator<Item = Type>) -> Self {
        Type::Tuple(elements.into_iter().collect())
    }

    /// Returns `true` if the type is or contains [`Type::Dynamic`].
    #[must_use]
    pub fn has_dynamic(&self) -> bool {
        match self {
            Type::Dynamic => true,
            Type::String | Type::Number | Type::Bool => false,
            Type::List(element) | Type::Set(element) | Type::Map(element) => element.has_dynamic(),
            Type::Tuple(tuple) => tuple.has_dynamic(),
            Type::Object(object) => object.0.has_dynamic,
        }
    }

    /// Returns `true` if values of this type satisfy a constraint. A dynamic part of the constraint
    /// accepts any type. It makes no difference whether attributes are optional.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::Type;
    ///
    /// let list = Type::list(Type::String);
    /// assert!(list.conforms_to(&Type::list(Type::Dynamic)));
    /// assert!(!list.conforms_to(&Type::list(Type::Number)));
    /// ```
    #[must_use]
    pub fn conforms_to(&self, constraint: &Type) -> bool {
        self.conforms_with(constraint, |_, constraint| {
            matches!(constraint, Type::Dynamic)
        })
    }

    /// Returns `true` if the types are equal, except for parts that are dynamic in one of the types. It makes
    /// no difference whether attributes are optional.
    pub(crate) fn agrees_with(&self, other: &Type) -> bool {
        self.conforms_with(other, |a, b| {
            matches!(a, Type::Dynamic) || matches!(b, Type::Dynamic)
        })
    }

    /// Returns `true` if the types are equal, except for parts for which `may_differ` returns
    /// `true`.
    fn conforms_with(&self, other: &Type, may_differ: fn(&Type, &Type) -> bool) -> bool {
        match (self, other) {
            (a, b) if may_differ(a, b) => true,
            (Type::String, Type::String)
            | (Type::Number, Type::Number)
            | (Type::Bool, Type::Bool) => true,
            (Type::List(a), Type::List(b))
            | (Type::Set(a), Type::Set(b))
            | (Type::Map(a), Type::Map(b)) => a.conforms_with(b, may_differ),
            (Type::Tuple(a), Type::Tuple(b)) => {
                let mut pairs = a.iter().zip(b);
                a.is_at_once(b)
                    || a.len() == b.len() && pairs.all(|(a, b)| a.conforms_with(b, may_differ))
            }
            (Type::Object(a), Type::Object(b)) => {
                let same = |(a, b): (&ObjectAttribute, &ObjectAttribute)| {
                    a.name == b.name && a.ty.conforms_with(&b.ty, may_differ)
                };
                a.is_at_once(b) || a.len() == b.len() && a.iter().zip(b).all(same)
            }
            _ => false,
        }
    }

    /// Returns `true` if any attribute in the type is marked optional.
    pub(crate) fn has_optional(&self) -> bool {
        match self {
            Type::String | Type::Number | Type::Bool | Type::Dynamic => false,
            Type::List(element) | Type::Set(element) | Type::Map(element) => element.has_optional(),
            Type::Tuple(tuple) => tuple.has_optional(),
            Type::Object(object) => object.0.has_optional,
        }
    }

    /// Returns `true` if the types are equal and share their parts, so that no deep comparison is
    /// needed.
    #[inline]
    pub(crate) fn is_at_once(&self, other: &Type) -> bool {
        match (self, other) {
            (Type::String, Type::String)
            | (Type::Number, Type::Number)
            | (Type::Bool, Type::Bool)
            | (Type::Dynamic, Type::Dynamic) => true,
            (Type::List(a), Type::List(b))
            | (Type::Set(a), Type::Set(b))
            | (Type::Map(a), Type::Map(b)) => Arc::ptr_eq(a, b) || a.is_at_once(b),
            (Type::Tuple(a), Type::Tuple(b)) => a.is_at_once(b),
            (Type::Object(a), Type::Object(b)) => a.is_at_once(b),
            _ => false,
        }
    }

    /// Returns `true` if the types are equal, ignoring which attributes are optional. Optional attributes do not matter
    /// for the type of a value.
    pub(crate) fn is_same(&self, other: &Type) -> bool {
        let is_marked = self.has_optional() || other.has_optional();
        self == other || is_marked && self.without_optional() == other.without_optional()
    }

    /// Returns `true` if the type contains neither dynamic parts nor optional attributes. In this case, the exact type
    /// of each value is known in advance.
    pub(crate) fn is_settled(&self) -> bool {
        match self {
            Type::String | Type::Number | Type::Bool => true,
            Type::Dynamic => false,
            Type::List(element) | Type::Set(element) | Type::Map(element) => element.is_settled(),
            Type::Tuple(tuple) => !tuple.has_dynamic() && !tuple.has_optional(),
            Type::Object(object) => object.is_settled(),
        }
    }

    /// Returns the type with all attributes at any depth marked as required.
    #[must_use]
    pub fn without_optional(&self) -> Type {
        match self {
            _ if !self.has_optional() => self.clone(),
            Type::String | Type::Number | Type::Bool | Type::Dynamic => self.clone(),
            Type::List(element) => Type::list(element.without_optional()),
            Type::Set(element) => Type::set(element.without_optional()),
            Type::Map(element) => Type::map(element.without_optional()),
            Type::Tuple(elements) => Type::tuple(elements.iter().map(Type::without_optional)),
            Type::Object(object) => {
                let types = object
                    .iter()
                    .map(|attribute| attribute.ty.without_optional());
                Type::Object(object.with_types(types))
            }
        }
    }
}

impl fmt::Display for Type {
    /// Prints the type in Terraform's wording, without the attributes of objects.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::String => f.write_str("string"),
            Type::Number => f.write_str("number"),
            Type::Bool => f.write_str("bool"),
            Type::Dynamic => f.write_str("dynamic"),
            Type::List(element) => write!(f, "list of {element}"),
            Type::Set(element) => write!(f, "set of {element}"),
            Type::Map(element) => write!(f, "map of {element}"),
            Type::Tuple(_) => f.write_str("tuple"),
            Type::Object(_) => f.write_str("object"),
        }
    }
}

impl ObjectType {
    /// Creates an object type without optional attributes.
    ///
    /// If two attributes have the same name, the last attribute is kept.
    #[must_use]
    pub fn new<N: Into<Cow<'static, str>>>(
        attributes: impl IntoIterator<Item = (N, Type)>,
    ) -> Self {
        attributes
            .into_iter()
            .map(|(name, ty)| ObjectAttribute {
                name: name.into(),
                ty,
                optional: false,
            })
            .collect()
    }

    /// Creates an object type from attributes in any order. If several attributes have the same name, the last
    /// attribute is kept.
    fn from_unsorted(mut attributes: Vec<ObjectAttribute>) -> Self {
        // The list is reversed and the sort is stable, so the last of several equal names comes first.
        attributes.reverse();
        attributes.sort_by(|a, b| a.name.cmp(&b.name));
        attributes.dedup_by(|a, b| a.name == b.name);
        let names = attributes.iter().map(|each| nfc(&each.name).into());
        ObjectType::of(names.collect(), attributes.into())
    }

    /// Creates an object type from sorted attributes.
    fn of(names: Arc<[SmallStr]>, list: Box<[ObjectAttribute]>) -> Self {
        ObjectType(Arc::new(Attributes {
            names,
            has_dynamic: list.iter().any(|each| each.ty.has_dynamic()),
            has_optional: list
                .iter()
                .any(|each| each.optional || each.ty.has_optional()),
            list,
        }))
    }

    /// Replaces the types of the attributes, in their order. In the result, no attribute is
    /// optional.
    pub(crate) fn with_types(&self, types: impl Iterator<Item = Type>) -> Self {
        let attributes = self
            .iter()
            .zip(types)
            .map(|(attribute, ty)| ObjectAttribute {
                name: attribute.name.clone(),
                ty,
                optional: false,
            });
        ObjectType::of(Arc::clone(&self.0.names), attributes.collect())
    }

    /// Returns the object type without attributes.
    pub(crate) fn empty() -> &'static Self {
        static EMPTY: LazyLock<ObjectType> = LazyLock::new(ObjectType::default);
        &EMPTY
    }

    /// Iterates over the attributes, sorted by name.
    pub fn iter(&self) -> std::slice::Iter<'_, ObjectAttribute> {
        self.0.list.iter()
    }

    /// Returns the names in NFC, which is the form in which they are written.
    pub(crate) fn written_names(&self) -> &[SmallStr] {
        &self.0.names
    }

    /// Returns `true` if the type contains neither dynamic parts nor optional attributes.
    pub(crate) fn is_settled(&self) -> bool {
        !self.0.has_dynamic && !self.0.has_optional
    }

    /// Returns `true` if both types share their attributes.
    #[inline]
    pub(crate) fn is_at_once(&self, other: &ObjectType) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Returns `true` if the types are equal, ignoring which attributes are optional.
    pub(crate) fn is_same(&self, other: &ObjectType) -> bool {
        let is_marked = self.0.has_optional || other.0.has_optional;
        self == other
            || is_marked && Type::Object(self.clone()).is_same(&Type::Object(other.clone()))
    }

    /// Returns `true` if the names of the attributes are equal.
    pub(crate) fn has_names_of(&self, other: &ObjectType) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || (self.len() == other.len() && self.iter().zip(other).all(|(a, b)| a.name == b.name))
    }

    /// Returns `true` if the attributes have exactly these names, which must be sorted.
    pub(crate) fn has_names<'n>(&self, names: impl Iterator<Item = &'n str>) -> bool {
        self.iter().map(|attribute| &*attribute.name).eq(names)
    }

    /// Returns the number of attributes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.list.len()
    }

    /// Returns `true` if there are no attributes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.list.is_empty()
    }

    /// Returns the attribute with the given name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&ObjectAttribute> {
        self.position(name).map(|at| &self[at])
    }

    /// Returns the position of an attribute.
    pub(crate) fn position(&self, name: &str) -> Option<usize> {
        self.0
            .list
            .binary_search_by(|attribute| (*attribute.name).cmp(name))
            .ok()
    }

    /// Returns the position of an attribute. The position is probably `near`, because names are usually requested in
    /// order.
    pub(crate) fn position_near(&self, name: &str, near: usize) -> Option<usize> {
        match self.0.list.get(near) {
            Some(attribute) if attribute.name == name => Some(near),
            _ => self.position(name),
        }
    }
}

impl PartialEq for Attributes {
    fn eq(&self, other: &Self) -> bool {
        self.list == other.list
    }
}

impl Eq for Attributes {}

impl Hash for Attributes {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.list.hash(state);
    }
}

impl fmt::Debug for Attributes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.list.fmt(f)
    }
}

impl FromIterator<ObjectAttribute> for ObjectType {
    fn from_iter<I: IntoIterator<Item = ObjectAttribute>>(attributes: I) -> Self {
        ObjectType::from_unsorted(attributes.into_iter().collect())
    }
}

impl std::ops::Index<usize> for ObjectType {
    type Output = ObjectAttribute;

    fn index(&self, at: usize) -> &ObjectAttribute {
        &self.0.list[at]
    }
}

impl<'a> IntoIterator for &'a ObjectType {
    type Item = &'a ObjectAttribute;
    type IntoIter = std::slice::Iter<'a, ObjectAttribute>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
