//! Plain JSON, as services send and receive it.
//!
//! The functions in [`json`](tfvalue::json) read and write Terraform's JSON, which contains the type of each dynamic
//! value. The JSON of a service does not contain these types. [`Plain`] converts values to and from the
//! [`serde_json::Value`] that a client for such a service sends and receives.

mod choose;
mod read;
pub(crate) mod shape;
mod write;

use serde_json::Value as Json;

use tfvalue::__internal::json_schema::{Extra, Reading, Tree, check_type};
use tfvalue::schema::{Block, Schema};
use tfvalue::{Path, Result, Type, Value, paths::Step};

use self::shape::Shape;
use self::write::Writing;

/// Converts values of one type to and from plain JSON.
///
/// | Terraform | JSON |
/// |---|---|
/// | string, number, bool, null | the same |
/// | list, set, tuple | array |
/// | map, object | object |
/// | dynamic | any JSON; read as a tuple or object, or as a string, number or bool |
/// | unknown | an error with the path |
///
/// A member that JSON omits is null. All faults are reported, each with its path. Numbers keep every digit. A number
/// that `serde_json` would round is an error. If the `arbitrary_precision` feature of `serde_json` is enabled,
/// `serde_json` does not round numbers.
///
/// A `Plain` that is [created from a block](#impl-From<%26Block>-for-Plain) hides values of sensitive attributes in
/// errors. A `Plain` that is read [from a JSON Schema](crate) also converts the names of
/// attributes.
///
/// # Examples
///
/// ```
/// use serde_json::json;
/// use tfvalue::schema::{Attribute, Block};
/// use tfvalue::{Type, Value};
/// use tfvalue_json_schema::Plain;
///
/// let block = Block::new().attributes([
///     Attribute::new("id", Type::String).computed(),
///     Attribute::new("name", Type::String).required(),
///     Attribute::new("ports", Type::set(Type::Number)).optional(),
/// ]);
/// let plain = Plain::from(&block).omit_null().omit_computed().ignore_extra();
///
/// let plan = Value::object([
///     ("id", Value::unknown(Type::String)),
///     ("name", "web".into()),
///     ("ports", Value::null(Type::set(Type::Number))),
/// ])?;
/// let request = plain.write(&plan)?;
/// assert_eq!(request, json!({"name": "web"}));
///
/// let response = json!({"id": "i-1", "name": "web", "ports": [443, 80], "zone": "a"});
/// let state = plain.read(&response)?;
/// assert_eq!(state.to_string(), r#"{ id = "i-1", name = "web", ports = toset([80, 443]) }"#);
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Plain {
    ty: Type,
    shape: Shape,
    writing: Writing,
    extra: Extra,
}

impl From<&Type> for Plain {
    fn from(ty: &Type) -> Self {
        Plain::of_shape(ty.without_optional(), Shape::Same)
    }
}

impl From<&Block> for Plain {
    /// Creates the conversion for the values of a block. The conversion hides sensitive values in errors.
    fn from(block: &Block) -> Self {
        Plain::of_shape(block.implied_type(), Shape::of_block(block))
    }
}

impl From<&Schema> for Plain {
    /// Creates the conversion for the values of a schema. The conversion hides sensitive values in errors.
    fn from(schema: &Schema) -> Self {
        Plain::from(&schema.block)
    }
}

impl Plain {
    pub(crate) fn of_shape(ty: Type, shape: Shape) -> Self {
        Plain {
            ty,
            shape,
            writing: Writing::default(),
            extra: Extra::default(),
        }
    }

    /// When writing, omits null members of objects instead of writing null. Null members of dynamic values are still
    /// written.
    #[must_use]
    pub fn omit_null(mut self) -> Self {
        self.writing.omits_null = true;
        self
    }

    /// Writes null members of objects as null. This is the default of a `Plain` that is created from a type or block.
    #[must_use]
    pub fn write_null(mut self) -> Self {
        self.writing.omits_null = false;
        self
    }

    /// When writing, omits attributes that only the provider sets. In a plan, such attributes can be unknown.
    ///
    /// This setting has no effect on a `Plain` that is created from a type, because a type does not specify which
    /// attributes only the provider sets.
    #[must_use]
    pub fn omit_computed(mut self) -> Self {
        self.writing.omits_computed = true;
        self
    }

    /// When reading, ignores members that an object type does not have. Otherwise they are errors.
    #[must_use]
    pub fn ignore_extra(mut self) -> Self {
        self.extra = Extra::Ignore;
        self
    }

    /// Converts a value to JSON.
    ///
    /// # Errors
    ///
    /// Fails if parts are unknown, if `serde_json` would round a number, or if the value has attributes that the block
    /// does not have.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Type, Value};
    /// use tfvalue_json_schema::Plain;
    ///
    /// let ty = Type::map(Type::Number);
    /// let sizes = Value::map(Type::Number, [("a", Value::from(1)), ("b", Value::unknown(Type::Number))])?;
    /// let error = Plain::from(&ty).write(&sizes).unwrap_err();
    /// assert_eq!(error.to_string(), r#"["b"]: a known value is required, got an unknown value"#);
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn write(&self, value: &Value) -> Result<Json> {
        self.writing.value(value, &self.ty, &self.shape, 0)
    }

    /// Converts JSON to a value of the type.
    ///
    /// # Errors
    ///
    /// Fails if parts do not match the type, or if the JSON has members that an object type does not have.
    ///
    /// # Examples
    ///
    /// ```
    /// use serde_json::json;
    /// use tfvalue::{Type, types::ObjectType};
    /// use tfvalue_json_schema::Plain;
    ///
    /// let disk = ObjectType::new([("name", Type::String), ("size", Type::Number)]);
    /// let plain = Plain::from(&Type::list(Type::Object(disk)));
    /// let disks = plain.read(&json!([{"name": "a", "size": 1}, {"name": "b"}]))?;
    /// assert!(disks.get(1).unwrap().get("size").unwrap().is_null());
    ///
    /// let error = plain.read(&json!([{"size": "1"}, {"name": 1, "id": 5}])).unwrap_err();
    /// let faults: Vec<_> = error.faults().map(ToString::to_string).collect();
    /// assert_eq!(faults, [
    ///     "[0].size: a number is required, got a string",
    ///     r#"[1]: unsupported attribute "id""#,
    ///     "[1].name: a string is required, got a number",
    /// ]);
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn read(&self, json: &Json) -> Result<Value> {
        self.read_tree(Tree::of(json)?, &mut Reading::new(self.extra))
    }

    /// Converts a JSON string to a value of the type. Numbers keep every digit, even without the `arbitrary_precision`
    /// feature of `serde_json`.
    ///
    /// # Errors
    ///
    /// Fails if the string is not JSON, and in the same cases as [`Plain::read`].
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::Type;
    /// use tfvalue_json_schema::Plain;
    ///
    /// let rate = Plain::from(&Type::Number).read_str("0.1000000000000000055511151231257827")?;
    /// assert_eq!(rate.to_string(), "0.1000000000000000055511151231257827");
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn read_str(&self, text: &str) -> Result<Value> {
        self.read_tree(Tree::of_text(text)?, &mut Reading::new(self.extra))
    }

    /// Converts JSON to a value of the type, and also returns the members that the type does not have.
    ///
    /// The last step of each path is the name of the member in JSON. Elements of sets are numbered in the order of the
    /// JSON array. Keep these members, for example as [`PrivateData`](tfvalue::PrivateData), in order to send them back
    /// to a service that replaces whole objects.
    ///
    /// # Errors
    ///
    /// Fails if parts do not match the type.
    ///
    /// # Examples
    ///
    /// ```
    /// use serde_json::json;
    /// use tfvalue::{Path, Type, types::ObjectType};
    /// use tfvalue_json_schema::Plain;
    ///
    /// let plain = Plain::from(&Type::Object(ObjectType::new([("name", Type::String)])));
    /// let (value, extra) = plain.read_with_extra(&json!({"name": "a", "etag": "x"}))?;
    /// assert_eq!(value.to_string(), r#"{ name = "a" }"#);
    /// assert_eq!(extra, [(Path::from("etag"), json!("x"))]);
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn read_with_extra(&self, json: &Json) -> Result<(Value, Vec<(Path, Json)>)> {
        let mut reading = Reading::new(Extra::Keep);
        let value = self.read_tree(Tree::of(json)?, &mut reading)?;
        Ok((value, reading.into_kept()))
    }

    fn read_tree(&self, tree: Tree<'_>, reading: &mut Reading) -> Result<Value> {
        let value = reading.value(tree, &self.ty, &self.shape)?;
        check_type(&value, &self.ty)?;
        Ok(value)
    }

    /// Returns the path to the attribute to which a JSON Pointer refers. The pointer can be from a response of a
    /// service, such as `/spec/0/podIP`. If the type contains only the beginning of the path, returns that beginning.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Path, Type, types::ObjectType};
    /// use tfvalue_json_schema::Plain;
    ///
    /// let disk = ObjectType::new([("size", Type::Number)]);
    /// let plain = Plain::from(&Type::list(Type::Object(disk)));
    /// assert_eq!(plain.path("/2/size/unit"), Path::from("[2].size"));
    /// ```
    #[must_use]
    pub fn path(&self, pointer: &str) -> Path {
        let mut steps = Vec::new();
        let (mut ty, mut shape) = (&self.ty, &self.shape);
        for token in pointer.split('/').skip(1) {
            let token = token.replace("~1", "/").replace("~0", "~");
            let Some((found, within, form)) = part(ty, shape, &token) else {
                break;
            };
            steps.extend(found);
            (ty, shape) = (within, form);
        }
        steps.into()
    }
}

/// Returns the part of a type that a name in JSON refers to.
fn part<'a>(
    ty: &'a Type,
    shape: &'a Shape,
    token: &str,
) -> Option<(Vec<Step>, &'a Type, &'a Shape)> {
    match ty {
        Type::List(element) | Type::Set(element) => {
            let index = Step::Index(token.parse().ok()?);
            Some((vec![index], element, shape.elements()))
        }
        Type::Tuple(types) => {
            let index: usize = token.parse().ok()?;
            let step = Step::Index(index as u64);
            Some((vec![step], types.get(index)?, shape.element(index)))
        }
        Type::Map(element) => Some((vec![Step::Key(token.into())], element, shape.elements())),
        Type::Object(object) => {
            let members = shape.members();
            let own = match members {
                None => Some((token, &Shape::Same)),
                Some(members) => members.of_json(token).map(|(name, one)| (name, &one.shape)),
            };
            if let Some((name, form)) = own {
                let attribute = object.get(name)?;
                return Some((
                    vec![Step::Attribute(attribute.name.clone())],
                    &attribute.ty,
                    form,
                ));
            }
            let mut alternatives = shape.alternatives().iter();
            alternatives.find_map(|one| {
                let attribute = object.get(&one.name)?;
                let (mut steps, ty, form) = part(&attribute.ty, &one.shape, token)?;
                steps.insert(0, Step::Attribute(attribute.name.clone()));
                Some((steps, ty, form))
            })
        }
        _ => None,
    }
}
