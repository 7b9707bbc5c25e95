//! The information in a schema about a part of a value.

use super::members::{SchemaMember, SchemaMembers};
use super::redact::{self, Secrets};
use super::{Attribute, AttributeType, Block, NestedBlock, Nesting};
use crate::path::{Path, Step};
use crate::ty::Type;
use crate::value::Value;

/// The information in a schema about a part of a value. See [`Block::at`].
///
/// # Examples
///
/// ```
/// use tfvalue::schema::{Attribute, Block, NestedBlock, Nesting};
/// use tfvalue::{Path, Type, Value};
///
/// let user = Block::new().attributes([
///     Attribute::new("name", Type::String).required(),
///     Attribute::new("keys", Type::map(Type::String)).optional().sensitive(),
/// ]);
/// let block = Block::new().block_types([NestedBlock::new("user", Nesting::List, user)]);
///
/// let name = block.at(&Path::from("user[0].name")).unwrap();
/// assert!(name.attribute().unwrap().required && !name.is_sensitive());
///
/// let key = block.at(&Path::from(r#"user[0].keys["ssh"]"#)).unwrap();
/// assert!(key.is_sensitive());
/// assert_eq!(key.ty(), Type::String);
/// assert_eq!(key.path(), &Path::from("user[0].keys")); // the key of a sensitive map is data
///
/// let users = block.at(&Path::from("user")).unwrap();
/// assert_eq!(users.nested_block().unwrap().nesting, Nesting::List);
/// assert!(users.has_sensitive());
/// assert!(block.at(&Path::from("group")).is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Place<'a> {
    path: Path,
    part: PlaceKind<'a>,
    nested: Option<&'a NestedBlock>,
    attribute: Option<&'a Attribute>,
    is_sensitive: bool,
}

#[derive(Clone, Copy, Debug)]
enum PlaceKind<'a> {
    Object(SchemaMembers<'a>),
    /// All blocks of a type, or all objects of a nested attribute.
    Objects(Nesting, SchemaMembers<'a>),
    /// The value of an attribute, or a part of such a value.
    Value(&'a Type),
}

impl Block {
    /// Returns the schema's information about the part of a value at a path: the attribute or nested block, its type,
    /// and whether it is sensitive. Returns `None` if the schema has no such part.
    ///
    /// The path can lead to an element of a list, set or map of blocks, to an element of a nested attribute, or into
    /// the value of an attribute. The path need not exist in a value. Any path into a dynamic value is valid.
    ///
    /// # Examples
    ///
    /// This example prints the changes in a plan without secrets:
    ///
    /// ```
    /// use tfvalue::schema::{Attribute, Block};
    /// use tfvalue::{Type, Value};
    ///
    /// let block = Block::new().attributes([
    ///     Attribute::new("name", Type::String).required(),
    ///     Attribute::new("token", Type::String).computed().sensitive(),
    /// ]);
    /// let object = |name: &str, token| Value::object([("name", name.into()), ("token", token)]);
    /// let before = object("a", Value::from("s3cret"))?;
    /// let after = object("b", Value::unknown(Type::String))?;
    ///
    /// let mut lines = Vec::new();
    /// for change in before.differences(&after) {
    ///     let Some(place) = block.at(&change.path) else { continue };
    ///     let show = |part: Option<&Value>| part.map(|part| place.redact(part).to_string());
    ///     let (before, after) = (show(change.before), show(change.after));
    ///     lines.push(format!("{}: {} -> {}", place.path(), before.unwrap_or_default(), after.unwrap_or_default()));
    /// }
    /// assert_eq!(lines, [r#"name: "a" -> "b""#, r#"token: "(sensitive value)" -> (known after apply)"#]);
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    #[must_use]
    pub fn at(&self, path: &Path) -> Option<Place<'_>> {
        let mut place = Place::root(self);
        for step in path.steps() {
            place.enter(step)?;
        }
        Some(place)
    }
}

impl<'a> Place<'a> {
    pub(super) fn root(block: &'a Block) -> Self {
        Place {
            path: Path::root(),
            part: PlaceKind::Object(SchemaMembers::of_block(block)),
            nested: None,
            attribute: None,
            is_sensitive: false,
        }
    }

    fn enter(&mut self, step: &Step) -> Option<()> {
        if !self.is_sensitive {
            self.path.push(step.clone());
        }
        self.part = match (self.part, step) {
            (
                PlaceKind::Object(members)
                | PlaceKind::Objects(Nesting::Single | Nesting::Group, members),
                Step::Attribute(name),
            ) => self.member(members, name)?,
            // A map of blocks with dynamic values is an object.
            (PlaceKind::Objects(Nesting::Map, members), Step::Key(_) | Step::Attribute(_))
            | (PlaceKind::Objects(Nesting::List | Nesting::Set, members), Step::Index(_)) => {
                PlaceKind::Object(members)
            }
            (PlaceKind::Value(ty), step) => PlaceKind::Value(part_of(ty, step)?),
            _ => return None,
        };
        Some(())
    }

    fn member(&mut self, members: SchemaMembers<'a>, name: &str) -> Option<PlaceKind<'a>> {
        let member = members.get(name)?;
        self.is_sensitive |= member.is_secret();
        match member {
            SchemaMember::Attribute(attribute) => self.attribute = Some(attribute),
            SchemaMember::Block(nested) => self.nested = Some(nested),
        }
        Some(match (member.objects(), member) {
            (Some((nesting, members)), _) => PlaceKind::Objects(nesting, members),
            (None, SchemaMember::Attribute(attribute)) => match &attribute.ty {
                AttributeType::Type(ty) => PlaceKind::Value(ty),
                AttributeType::Nested(_) => return None,
            },
            (None, SchemaMember::Block(_)) => return None,
        })
    }

    /// Returns the attribute at the path, or the innermost attribute that contains the path. Returns `None` at a nested
    /// block, at an element of a nested block, and at the root.
    #[must_use]
    pub fn attribute(&self) -> Option<&'a Attribute> {
        self.attribute
    }

    /// Returns the type of nested block at the path, or the innermost nested block that contains the path. Returns
    /// `None` outside nested blocks.
    #[must_use]
    pub fn nested_block(&self) -> Option<&'a NestedBlock> {
        self.nested
    }

    /// Returns the type that the values at the path have on the wire.
    #[must_use]
    pub fn ty(&self) -> Type {
        match (self.part, self.attribute, self.nested) {
            (PlaceKind::Value(ty), ..) => ty.clone(),
            (PlaceKind::Object(members), ..) => members.implied_type(),
            (PlaceKind::Objects(..), None, Some(nested)) => nested.implied_type(),
            (PlaceKind::Objects(nesting, members), ..) => nesting.of(members.implied_type()),
        }
    }

    /// Returns the path up to the outermost sensitive attribute. The rest of the path could contain secret data, such
    /// as a key.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns `true` if the attribute, or an attribute that contains it, is sensitive or write-only. In this case, the
    /// values at this path must not be shown.
    #[must_use]
    pub fn is_sensitive(&self) -> bool {
        self.is_sensitive
    }

    /// Returns `true` if the values at this path are sensitive or have sensitive parts.
    #[must_use]
    pub fn has_sensitive(&self) -> bool {
        self.is_sensitive || !self.secrets().is_empty()
    }

    /// Returns the value at this path with sensitive values removed, like [`Block::redact`].
    #[must_use]
    pub fn redact(&self, value: &Value) -> Value {
        if self.is_sensitive {
            redact::hidden(value)
        } else {
            self.secrets().redact(value)
        }
    }

    fn secrets(&self) -> Secrets<'a> {
        match self.part {
            PlaceKind::Object(members) => Secrets::of(Nesting::Single, members),
            PlaceKind::Objects(nesting, members) => Secrets::of(nesting, members),
            PlaceKind::Value(_) => Secrets::default(),
        }
    }
}

/// Returns the type of a part. A dynamic value can have any part.
fn part_of<'a>(ty: &'a Type, step: &Step) -> Option<&'a Type> {
    match (ty, step) {
        (Type::Dynamic, _) => Some(ty),
        (Type::List(element) | Type::Set(element), Step::Index(_))
        | (Type::Map(element), Step::Key(_) | Step::Attribute(_)) => Some(element),
        (Type::Tuple(types), Step::Index(index)) => types.get(usize::try_from(*index).ok()?),
        (Type::Object(object), Step::Attribute(name)) => Some(&object.get(name)?.ty),
        _ => None,
    }
}
