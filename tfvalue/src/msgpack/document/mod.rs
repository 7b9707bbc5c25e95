//! A read-only view of a value in MessagePack.

mod index;
mod node;
mod parts;

use self::index::{Container, Indexer, Place};
pub use self::node::Node;
pub use self::parts::{NodeElements, NodeEntries, NodeMembers};
use super::value_from_slice;
use crate::error::{Error, Result};
use crate::ty::Type;

/// A value in MessagePack that is checked but not decoded, for tools that look at a few attributes of many values.
///
/// A document borrows the bytes and adds an index of the containers in them, so it needs no memory for scalar values. A
/// [`Node`] is a value in the document, with the methods of [`Value`](crate::Value).
///
/// # Examples
///
/// ```
/// use tfvalue::msgpack::Document;
/// use tfvalue::{ObjectType, Path, Type};
///
/// let disk = Type::Object(ObjectType::new([("size", Type::Number)]));
/// let ty = Type::Object(ObjectType::new([("disk", Type::list(disk)), ("name", Type::String)]));
/// let bytes = b"\x82\xa4disk\x91\x81\xa4size\x14\xa4name\xa3web";
///
/// let document = Document::from_slice(bytes, &ty)?;
/// let server = document.root();
/// assert_eq!(server.get("name").unwrap().as_str().as_deref(), Some("web"));
/// let size = server.lookup(&Path::from("disk").index(0).attribute("size"))?;
/// assert_eq!(size.as_number(), Some(20.into()));
/// assert_eq!(server.to_string(), r#"{ disk = [{ size = 20 }], name = "web" }"#);
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[derive(Clone)]
pub struct Document<'a> {
    input: &'a [u8],
    ty: Type,
    /// The containers that the input holds, in the order in which they begin.
    containers: Vec<Container>,
    /// The types of dynamic values, by the number of their container.
    types: Vec<(u32, Type)>,
}

impl<'a> Document<'a> {
    /// Checks that the input is a value of a type. `input` must contain nothing else.
    ///
    /// # Errors
    ///
    /// Fails with the same errors as [`value_from_slice`], and if the input is larger than 4 GiB.
    pub fn from_slice(input: &'a [u8], ty: &Type) -> Result<Self> {
        let ty = ty.without_optional();
        match Indexer::read(input, &ty) {
            Some(indexer) => Ok(Document {
                input,
                containers: indexer.containers,
                types: indexer.types,
                ty,
            }),
            None => Err(unread(input, &ty)),
        }
    }

    /// Returns the whole value.
    #[must_use]
    pub fn root(&self) -> Node<'_> {
        Node::new(self, &self.ty, Place::default())
    }

    /// Returns the type of a dynamic value in an envelope.
    fn type_of(&self, container: u32) -> &Type {
        let found = self.types.binary_search_by_key(&container, |(of, _)| *of);
        found.map_or(&Type::Dynamic, |at| &self.types[at].1)
    }
}

impl std::fmt::Debug for Document<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Document").field(&self.root()).finish()
    }
}

/// Returns the error for an input that has no index.
#[cold]
fn unread(input: &[u8], ty: &Type) -> Error {
    match value_from_slice(input, ty) {
        Err(error) => error,
        Ok(_) => Error::limit("a document of more than 4 GiB"),
    }
}
