//! Finds and removes the sensitive parts of values according to a schema.

use std::cell::RefCell;
use std::collections::HashMap;

use super::members::SchemaMembers;
use super::{Block, Nesting};
use crate::limits::MAX_PATH;
use crate::path::{Path, Step};
use crate::ty::{ObjectType, Type};
use crate::value::{Items, Repr, Shared, Value};

/// The string that replaces a sensitive value.
pub(crate) const HIDDEN: &str = "(sensitive value)";

impl Block {
    /// Returns the paths of the sensitive parts of a value, that is, of all sensitive or write-only attributes at any
    /// depth. The parts inside a sensitive attribute are not listed.
    ///
    /// If a part does not fit the schema, and the schema has a sensitive attribute in the same place, the whole part
    /// counts as sensitive, because it may be a misplaced secret. A collection also counts as sensitive if the names in
    /// its path are longer than 4 KiB in total.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::schema::{Attribute, Block, NestedBlock, Nesting};
    /// use tfvalue::{Type, Value};
    ///
    /// let user = Block::new().attributes([
    ///     Attribute::new("name", Type::String).required(),
    ///     Attribute::new("password", Type::String).required().sensitive(),
    /// ]);
    /// let block = Block::new().block_types([NestedBlock::new("user", Nesting::List, user)]);
    ///
    /// let user = |name: &str| Value::object([("name", name), ("password", "s3cret")]);
    /// let value = Value::object([("user", Value::list(Type::Dynamic, [user("a")?, user("b")?])?)])?;
    /// let paths = block.sensitive_paths(&value);
    /// let paths: Vec<String> = paths.iter().map(ToString::to_string).collect();
    /// assert_eq!(paths, ["user[0].password", "user[1].password"]);
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    #[must_use]
    pub fn sensitive_paths(&self, value: &Value) -> Vec<Path> {
        let mut search = SecretSearch::default();
        search.objects(
            &Secrets::of(Nesting::Single, SchemaMembers::of_block(self)),
            value,
        );
        search.found
    }

    /// Returns the value for printing, with the string `(sensitive value)` instead of each sensitive part.
    ///
    /// The sensitive parts are the parts at the paths that [`Block::sensitive_paths`] returns. Null stays null,
    /// and an unknown value stays unknown, without its refinements. The result does not conform to the schema's type,
    /// and its sets can contain equal elements.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::schema::{Attribute, Block};
    /// use tfvalue::{Type, Value};
    ///
    /// let block = Block::new().attributes([
    ///     Attribute::new("name", Type::String).required(),
    ///     Attribute::new("pins", Type::list(Type::Number)).optional().sensitive(),
    /// ]);
    /// let value = Value::object([("name", "a".into()), ("pins", Value::list(Type::Number, [1, 2])?)])?;
    /// assert_eq!(block.redact(&value).to_string(), r#"{ name = "a", pins = "(sensitive value)" }"#);
    ///
    /// let unknown = value.with("pins", Value::unknown(Type::list(Type::Number)))?;
    /// assert_eq!(block.redact(&unknown).to_string(), r#"{ name = "a", pins = (known after apply) }"#);
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    #[must_use]
    pub fn redact(&self, value: &Value) -> Value {
        Secrets::of(Nesting::Single, SchemaMembers::of_block(self)).redact(value)
    }
}

/// The secrets in the objects of a block type or of a nested attribute.
#[derive(Default)]
pub(super) struct Secrets<'a> {
    nesting: Option<Nesting>,
    /// The members, if any member has secrets.
    members: HashMap<&'a str, Secrecy<'a>>,
    /// The most recent object type, and the same type with its secrets removed.
    recent: RefCell<Option<(ObjectType, Type)>>,
}

enum Secrecy<'a> {
    Public,
    Secret,
    Inside(Secrets<'a>),
}

impl<'a> Secrets<'a> {
    pub(super) fn of(nesting: Nesting, members: SchemaMembers<'a>) -> Self {
        let parts = members.iter().map(|member| {
            let part = match member.objects() {
                _ if member.is_secret() => Secrecy::Secret,
                Some((nesting, members)) => match Secrets::of(nesting, members) {
                    inside if inside.is_empty() => Secrecy::Public,
                    inside => Secrecy::Inside(inside),
                },
                None => Secrecy::Public,
            };
            (member.name(), part)
        });
        let mut members = HashMap::new();
        for (name, part) in parts {
            members.entry(name).or_insert(part);
        }
        if members.values().all(|one| matches!(one, Secrecy::Public)) {
            members.clear();
        }
        Secrets {
            nesting: Some(nesting),
            members,
            recent: RefCell::default(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    fn is_single(&self) -> bool {
        matches!(self.nesting, Some(Nesting::Single | Nesting::Group))
    }

    /// Returns `true` if a value of the given type can contain the objects.
    fn fits(&self, ty: &Type) -> bool {
        match (self.nesting, ty) {
            (_, Type::Dynamic) => true,
            (Some(Nesting::Single | Nesting::Group) | None, ty) => self.fits_object(ty),
            (Some(Nesting::List | Nesting::Set), Type::List(element) | Type::Set(element))
            | (Some(Nesting::Map), Type::Map(element)) => self.fits_object(element),
            // Lists and maps of blocks that contain dynamic values.
            (Some(Nesting::List | Nesting::Set), Type::Tuple(types)) => {
                types.iter().all(|ty| self.fits_object(ty))
            }
            (Some(Nesting::Map), Type::Object(object)) => {
                object.iter().all(|one| self.fits_object(&one.ty))
            }
            _ => false,
        }
    }

    fn fits_object(&self, ty: &Type) -> bool {
        match ty {
            Type::Object(object) => matches!(self.known_type(object), Type::Object(_)),
            ty => *ty == Type::Dynamic,
        }
    }

    /// Returns the value without secrets.
    pub(super) fn redact(&self, value: &Value) -> Value {
        if self.is_empty() {
            return value.clone();
        }
        if self.is_single() {
            return self.object(value);
        }
        let ty = value.ty();
        if !self.fits(&ty) {
            return hidden(value);
        }
        let element = |value: &Value| self.object(value);
        let each = |items: &Items, ty: &Type| {
            let shared = Shared::Element(self.object_type(ty));
            Items::of(shared, items.values().iter().map(element))
        };
        match (&value.0, &ty) {
            (Repr::List(items), Type::List(ty)) => Value(Repr::List(each(items, ty))),
            // Elements that differ only in secrets are kept.
            (Repr::Set(items), Type::Set(ty)) => Value(Repr::Set(each(items, ty))),
            (Repr::Tuple(items), _) => Value::tuple(items.values().iter().map(element)),
            (Repr::Map(items), Type::Map(ty)) => {
                let shared = Shared::Element(self.object_type(ty));
                let parts = items.values().iter().enumerate();
                let parts = parts.map(|(at, part)| match at % 2 {
                    0 => part.clone(),
                    _ => self.object(part),
                });
                Value(Repr::Map(Items::of(shared, parts)))
            }
            (Repr::Object(items), Type::Object(object)) => {
                let types = object.iter().map(|one| self.object_type(&one.ty));
                rebuilt(
                    items.values().iter().map(element),
                    &object.with_types(types),
                )
            }
            _ => absent(value, self.ty(&ty)),
        }
    }

    fn object(&self, value: &Value) -> Value {
        let Repr::Object(items) = &value.0 else {
            return if value.is_present() {
                hidden(value)
            } else {
                absent(value, self.object_type(&value.ty()))
            };
        };
        let Type::Object(ty) = self.known_type(items.object_type()) else {
            return hidden(value);
        };
        let members = value.members().into_iter().flatten();
        let members = members.map(|(name, one)| match self.members.get(name) {
            Some(Secrecy::Public) => one.clone(),
            Some(Secrecy::Inside(secrets)) => secrets.redact(one),
            Some(Secrecy::Secret) | None => hidden(one),
        });
        rebuilt(members, &ty)
    }

    /// Returns the type of a value with the secrets removed.
    fn ty(&self, ty: &Type) -> Type {
        match ty {
            Type::Dynamic => Type::Dynamic,
            _ if !self.fits(ty) => Type::String,
            _ if self.is_single() => self.object_type(ty),
            Type::List(element) => Type::list(self.object_type(element)),
            Type::Set(element) => Type::set(self.object_type(element)),
            Type::Map(element) => Type::map(self.object_type(element)),
            Type::Tuple(types) => Type::tuple(types.iter().map(|ty| self.object_type(ty))),
            Type::Object(object) => {
                let types = object.iter().map(|one| self.object_type(&one.ty));
                Type::Object(object.with_types(types))
            }
            _ => Type::String,
        }
    }

    fn object_type(&self, ty: &Type) -> Type {
        match ty {
            Type::Object(object) => self.known_type(object),
            Type::Dynamic => Type::Dynamic,
            _ => Type::String,
        }
    }

    /// Returns the type of objects with the secrets removed, or a string type if the objects do not fit.
    fn known_type(&self, object: &ObjectType) -> Type {
        if let Some((of, ty)) = &*self.recent.borrow() {
            if of.is_at_once(object) {
                return ty.clone();
            }
        }
        let types = object.iter().map(|one| {
            Some(match self.members.get(&*one.name)? {
                Secrecy::Public => one.ty.clone(),
                Secrecy::Inside(secrets) => secrets.ty(&one.ty),
                Secrecy::Secret => Type::String,
            })
        });
        let types: Option<Vec<Type>> = types.collect();
        let ty = match types {
            Some(types) => Type::Object(object.with_types(types.into_iter())),
            None => Type::String,
        };
        self.recent.replace(Some((object.clone(), ty.clone())));
        ty
    }
}

/// Returns the value that is shown instead of a secret.
pub(super) fn hidden(value: &Value) -> Value {
    if value.is_present() {
        Value::string(HIDDEN)
    } else {
        absent(value, Type::String)
    }
}

/// Returns a null or unknown value of a type.
fn absent(value: &Value, ty: Type) -> Value {
    if value.is_unknown() {
        Value::unknown(ty)
    } else {
        Value::null(ty)
    }
}

fn rebuilt(members: impl Iterator<Item = Value>, ty: &ObjectType) -> Value {
    let mut parts = Items::begin(Shared::Nothing, ty.len());
    parts.extend(members);
    Value::object_of_parts(parts, ty)
}

/// A search for the paths of secrets.
#[derive(Default)]
struct SecretSearch {
    path: Path,
    found: Vec<Path>,
}

impl SecretSearch {
    fn objects(&mut self, secrets: &Secrets<'_>, value: &Value) {
        if secrets.is_empty() || !value.is_present() {
            return;
        }
        if !secrets.fits(&value.ty()) || self.path.names() > MAX_PATH {
            return self.found.push(self.path.clone());
        }
        if secrets.is_single() {
            return self.object(secrets, value);
        }
        value.each_part(&mut |step, element| {
            self.path.push(step);
            if element.is_present() {
                self.object(secrets, element);
            }
            self.path.pop();
        });
    }

    fn object(&mut self, secrets: &Secrets<'_>, value: &Value) {
        for (name, one) in value.members().into_iter().flatten() {
            let member = secrets.members.get(name);
            if let Some(Secrecy::Public) = member {
                continue;
            }
            self.path.push(Step::Attribute(name.to_owned().into()));
            match member {
                Some(Secrecy::Inside(secrets)) => self.objects(secrets, one),
                _ => self.found.push(self.path.clone()),
            }
            self.path.pop();
        }
    }
}
