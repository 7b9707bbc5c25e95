//! Reads and writes the JSON form of type constraints.
//!
//! A primitive type is a string, and any other type is an array that contains its kind and its argument. An object type
//! can have a third element, which contains the names of its optional attributes.
//!
//! Source: the table of `type` patterns in Terraform's wire format.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;

use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

use super::{ObjectAttribute, ObjectType, Type};
use crate::error::Result;
use crate::nfc::nfc;

impl Type {
    /// Reads a type constraint from its JSON form.
    ///
    /// # Errors
    ///
    /// Fails if the input is not the JSON form of a type constraint, or if the input is nested more than about 120
    /// levels deep.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::Type;
    ///
    /// assert_eq!(Type::from_json(br#"["list","string"]"#)?, Type::list(Type::String));
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn from_json(json: &[u8]) -> Result<Self> {
        serde_json::from_slice(json).map_err(crate::error::json::convert)
    }

    /// Returns the compact JSON form of the type constraint, in which names are sorted.
    ///
    /// Characters with a special meaning in HTML and JavaScript are escaped, as in Terraform.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::Type;
    ///
    /// assert_eq!(Type::map(Type::Number).to_json(), r#"["map","number"]"#);
    /// ```
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut json = Vec::new();
        self.write_json(&mut json);
        String::from_utf8(json).unwrap_or_default()
    }

    /// Writes the JSON that [`to_json`](Type::to_json) returns.
    pub(crate) fn write_json(&self, out: &mut Vec<u8>) {
        match self {
            Type::String => out.extend_from_slice(b"\"string\""),
            Type::Number => out.extend_from_slice(b"\"number\""),
            Type::Bool => out.extend_from_slice(b"\"bool\""),
            Type::Dynamic => out.extend_from_slice(b"\"dynamic\""),
            Type::List(element) => write_collection("list", element, out),
            Type::Set(element) => write_collection("set", element, out),
            Type::Map(element) => write_collection("map", element, out),
            Type::Tuple(elements) => {
                out.extend_from_slice(b"[\"tuple\",[");
                separated(elements.iter(), out, Type::write_json);
                out.extend_from_slice(b"]]");
            }
            Type::Object(object) => write_object(object, out),
        }
    }
}

fn write_collection(kind: &str, element: &Type, out: &mut Vec<u8>) {
    out.extend_from_slice(b"[\"");
    out.extend_from_slice(kind.as_bytes());
    out.extend_from_slice(b"\",");
    element.write_json(out);
    out.push(b']');
}

fn write_object(object: &ObjectType, out: &mut Vec<u8>) {
    out.extend_from_slice(b"[\"object\",{");
    separated(object.iter(), out, |attribute, out| {
        write_name(&attribute.name, out);
        out.push(b':');
        attribute.ty.write_json(out);
    });
    out.push(b'}');
    if object.iter().any(|attribute| attribute.optional) {
        out.extend_from_slice(b",[");
        let optional = object.iter().filter(|attribute| attribute.optional);
        separated(optional, out, |attribute, out| {
            write_name(&attribute.name, out);
        });
        out.push(b']');
    }
    out.push(b']');
}

fn separated<T>(
    all: impl Iterator<Item = T>,
    out: &mut Vec<u8>,
    mut write: impl FnMut(T, &mut Vec<u8>),
) {
    for (index, one) in all.enumerate() {
        if index > 0 {
            out.push(b',');
        }
        write(one, out);
    }
}

/// Writes a name, and escapes characters with a special meaning in HTML and JavaScript, as Terraform does.
fn write_name(name: &str, out: &mut Vec<u8>) {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte == b'-';
    if name.as_bytes().iter().all(plain) {
        out.push(b'"');
        out.extend_from_slice(name.as_bytes());
        out.push(b'"');
        return;
    }
    for c in serde_json::Value::from(name).to_string().chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                out.extend_from_slice(format!("\\u{:04x}", u32::from(c)).as_bytes());
            }
            c => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
}

impl Serialize for Type {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Type::String => serializer.serialize_str("string"),
            Type::Number => serializer.serialize_str("number"),
            Type::Bool => serializer.serialize_str("bool"),
            Type::Dynamic => serializer.serialize_str("dynamic"),
            Type::List(element) => ("list", &**element).serialize(serializer),
            Type::Set(element) => ("set", &**element).serialize(serializer),
            Type::Map(element) => ("map", &**element).serialize(serializer),
            Type::Tuple(elements) => ("tuple", &**elements).serialize(serializer),
            Type::Object(object) => {
                let optional: Vec<&str> = object
                    .iter()
                    .filter(|attribute| attribute.optional)
                    .map(|attribute| &*attribute.name)
                    .collect();
                let mut seq = serializer.serialize_seq(None)?;
                seq.serialize_element("object")?;
                seq.serialize_element(&Attributes(object))?;
                if !optional.is_empty() {
                    seq.serialize_element(&optional)?;
                }
                seq.end()
            }
        }
    }
}

struct Attributes<'a>(&'a ObjectType);

impl Serialize for Attributes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for attribute in self.0 {
            map.serialize_entry(&attribute.name, &attribute.ty)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Type {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TypeVisitor)
    }
}

struct TypeVisitor;

impl<'de> Visitor<'de> for TypeVisitor {
    type Value = Type;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a type constraint")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<Type, E> {
        match name {
            "string" => Ok(Type::String),
            "number" => Ok(Type::Number),
            "bool" => Ok(Type::Bool),
            "dynamic" => Ok(Type::Dynamic),
            other => Err(E::custom(format_args!("unknown type {other:?}"))),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Type, A::Error> {
        let kind: Cow<'de, str> = part(&mut seq, "a kind of type")?;
        let ty = match &*kind {
            "list" => Type::list(part(&mut seq, "an element type")?),
            "set" => Type::set(part(&mut seq, "an element type")?),
            "map" => Type::map(part(&mut seq, "an element type")?),
            "tuple" => {
                let elements: Option<Vec<Type>> = part(&mut seq, "a list of types")?;
                Type::tuple(elements.unwrap_or_default())
            }
            "object" => Type::Object(read_object(&mut seq)?),
            other => {
                return Err(de::Error::custom(format_args!(
                    "unknown kind of type {other:?}"
                )));
            }
        };
        match seq.next_element::<de::IgnoredAny>()? {
            None => Ok(ty),
            Some(_) => Err(de::Error::custom(format_args!(
                "too many elements for the type {kind}"
            ))),
        }
    }
}

fn part<'de, T: Deserialize<'de>, A: SeqAccess<'de>>(
    seq: &mut A,
    what: &str,
) -> Result<T, A::Error> {
    seq.next_element()?
        .ok_or_else(|| de::Error::custom(format_args!("{what} is required")))
}

fn read_object<'de, A: SeqAccess<'de>>(seq: &mut A) -> Result<ObjectType, A::Error> {
    let types: Option<Types> = part(seq, "a map of types")?;
    let optional: Option<Option<BTreeSet<String>>> = seq.next_element()?;
    let mut optional: BTreeSet<String> = optional
        .flatten()
        .unwrap_or_default()
        .iter()
        .map(|name| nfc(name).into_owned())
        .collect();
    let Types(types) = types.unwrap_or_default();
    let object: ObjectType = types
        .into_iter()
        .map(|(name, ty)| ObjectAttribute {
            optional: optional.contains(&name),
            name: name.into(),
            ty,
        })
        .collect();
    optional.retain(|name| object.get(name).is_none());
    match optional.first() {
        None => Ok(object),
        Some(name) => Err(de::Error::custom(format_args!(
            "the optional attribute {name:?} is not an attribute of the object"
        ))),
    }
}

/// The attributes in the order of the input. If two names have the same NFC form, the last name takes precedence.
#[derive(Default)]
struct Types(Vec<(String, Type)>);

impl<'de> Deserialize<'de> for Types {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(TypesVisitor)
    }
}

struct TypesVisitor;

impl<'de> Visitor<'de> for TypesVisitor {
    type Value = Types;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map of types")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Types, A::Error> {
        let mut types = Vec::new();
        while let Some((name, ty)) = map.next_entry::<Cow<'de, str>, Type>()? {
            types.push((nfc(&name).into_owned(), ty));
        }
        Ok(Types(types))
    }
}
