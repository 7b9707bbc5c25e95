//! Terraform's type constraints.

mod json;

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// A type constraint of Terraform's.
///
/// Source: the table of `type` patterns in Terraform's wire format. Its JSON form, read by
/// [`Type::from_json`] and written by [`Type::to_json`], is what schemas carry.
///
/// # Examples
///
/// ```
/// use tfvalue::{ObjectType, Type};
///
/// let ty = Type::list(Type::Object(ObjectType::new([("port", Type::Number), ("host", Type::String)])));
/// assert_eq!(ty.to_json(), r#"["list",["object",{"host":"string","port":"number"}]]"#);
/// assert_eq!(Type::from_json(ty.to_json().as_bytes())?, ty);
/// assert_eq!(ty.to_string(), "list of object");
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// Text.
    String,
    /// A number of any size and precision.
    Number,
    /// True or false.
    Bool,
    /// A type that is known only together with the value.
    Dynamic,
    /// A sequence of values of one type.
    List(Arc<Type>),
    /// Values of one type, without order or duplicates.
    Set(Arc<Type>),
    /// Values of one type under string keys.
    Map(Arc<Type>),
    /// A sequence of fixed length, with a type for each position.
    Tuple(Arc<[Type]>),
    /// Named attributes, each with its type.
    Object(ObjectType),
}

/// The attributes of an object type, sorted bytewise by name; cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ObjectType(Arc<[ObjectAttribute]>);

/// An attribute of an object type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ObjectAttribute {
    /// The name.
    pub name: Cow<'static, str>,
    /// The type.
    pub ty: Type,
    /// Whether conversion to the type may leave the attribute out. Values on the wire always
    /// carry it.
    pub optional: bool,
}

impl Type {
    /// Makes a list type.
    #[must_use]
    pub fn list(element: Type) -> Self {
        Type::List(Arc::new(element))
    }

    /// Makes a set type.
    #[must_use]
    pub fn set(element: Type) -> Self {
        Type::Set(Arc::new(element))
    }

    /// Makes a map type.
    #[must_use]
    pub fn map(element: Type) -> Self {
        Type::Map(Arc::new(element))
    }

    /// Makes a tuple type.
    #[must_use]
    pub fn tuple(elements: impl IntoIterator<Item = Type>) -> Self {
        Type::Tuple(elements.into_iter().collect())
    }

    /// Tells whether the type is or contains dynamic.
    #[must_use]
    pub fn has_dynamic(&self) -> bool {
        match self {
            Type::Dynamic => true,
            Type::String | Type::Number | Type::Bool => false,
            Type::List(element) | Type::Set(element) | Type::Map(element) => element.has_dynamic(),
            Type::Tuple(elements) => elements.iter().any(Type::has_dynamic),
            Type::Object(object) => object.iter().any(|attribute| attribute.ty.has_dynamic()),
        }
    }
}

impl fmt::Display for Type {
    /// Names the type in Terraform's words, without the attributes of objects.
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
    /// Makes an object type of attributes that must all be there.
    ///
    /// Of two attributes of the same name, the last counts.
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

    /// Goes over the attributes in the order of their names.
    pub fn iter(&self) -> std::slice::Iter<'_, ObjectAttribute> {
        self.0.iter()
    }

    /// Returns the number of attributes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Tells whether there are no attributes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Finds an attribute by its name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&ObjectAttribute> {
        let found = self
            .0
            .binary_search_by(|attribute| (*attribute.name).cmp(name));
        found.ok().map(|at| &self.0[at])
    }
}

impl FromIterator<ObjectAttribute> for ObjectType {
    fn from_iter<I: IntoIterator<Item = ObjectAttribute>>(attributes: I) -> Self {
        let mut attributes: Vec<_> = attributes.into_iter().collect();
        // Sorting is stable, so of several with one name the last now stands first and is kept.
        attributes.reverse();
        attributes.sort_by(|a, b| a.name.cmp(&b.name));
        attributes.dedup_by(|a, b| a.name == b.name);
        ObjectType(attributes.into())
    }
}

impl<'a> IntoIterator for &'a ObjectType {
    type Item = &'a ObjectAttribute;
    type IntoIter = std::slice::Iter<'a, ObjectAttribute>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
