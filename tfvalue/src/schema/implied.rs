//! The implied type of a schema, which is the type of its values on the wire.
//!
//! Source: "`Schema.Block` Mapping Rules" of the wire format, and Terraform's handling of dynamic
//! attributes in list and map blocks.

use std::collections::HashMap;
use std::sync::Arc;

use super::members::SchemaMembers;
use super::{Attribute, AttributeType, Block, NestedBlock, NestedType, Nesting, Schema};
use crate::ty::{ObjectType, Type};

impl Schema {
    /// Returns the type of the values on the wire.
    ///
    /// Each call builds the type again. If you need the type for many values, store it. Cloning the type is cheap.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Attr, TfSchema};
    ///
    /// #[derive(TfSchema)]
    /// struct Server {
    ///     #[tf(required)]
    ///     name: Attr<String>,
    /// }
    ///
    /// assert_eq!(Server::schema().implied_type().to_json(), r#"["object",{"name":"string"}]"#);
    /// ```
    #[must_use]
    pub fn implied_type(&self) -> Type {
        self.block.implied_type()
    }
}

impl Block {
    /// Returns the object type of the block's values on the wire. Each call builds it again.
    #[must_use]
    pub fn implied_type(&self) -> Type {
        SchemaMembers::of_block(self).implied_type()
    }
}

impl SchemaMembers<'_> {
    /// Returns the type of an object with the given members. A value has all members, so no member is optional.
    pub(super) fn implied_type(self) -> Type {
        self.implied_with(&mut SharedTypes::default())
    }

    fn implied_with(self, shared: &mut SharedTypes) -> Type {
        let blocks = self.blocks.iter();
        let blocks = blocks.map(|block| (block.type_name.clone(), block.implied_with(shared)));
        let attributes = self.attributes.iter();
        let ty = |one: &Attribute| one.implied_type().without_optional();
        let attributes = attributes.map(|one| (one.name.clone(), ty(one)));
        // If two members have the same name, the last member takes precedence. As in Terraform, an attribute takes
        // precedence over a block.
        Type::Object(ObjectType::new(blocks.chain(attributes)))
    }
}

impl Attribute {
    /// Returns the type of the attribute's values on the wire.
    #[must_use]
    pub fn implied_type(&self) -> Type {
        match &self.ty {
            AttributeType::Type(ty) => ty.clone(),
            AttributeType::Nested(object) => object.implied_type(),
        }
    }
}

impl NestedType {
    /// Returns the type of the nested attribute's values on the wire.
    #[must_use]
    pub fn implied_type(&self) -> Type {
        self.nesting
            .of(SchemaMembers::of_attribute(self).implied_type())
    }
}

impl NestedBlock {
    /// Returns the type of the collected blocks on the wire.
    ///
    /// Lists and maps of blocks that contain dynamic attributes are dynamic. On the wire, such lists and maps are
    /// tuples and objects, which are sent together with their type.
    #[must_use]
    pub fn implied_type(&self) -> Type {
        self.implied_with(&mut SharedTypes::default())
    }

    fn implied_with(&self, shared: &mut SharedTypes) -> Type {
        let block = shared.implied_type(&self.block);
        match self.nesting {
            Nesting::List | Nesting::Map if block.has_dynamic() => Type::Dynamic,
            nesting => nesting.of(block),
        }
    }
}

/// The types of blocks that are used in several places. Some schemas use a block thousands of times.
#[derive(Default)]
struct SharedTypes(HashMap<*const Block, Type>);

impl SharedTypes {
    fn implied_type(&mut self, block: &Arc<Block>) -> Type {
        if Arc::strong_count(block) == 1 {
            return SchemaMembers::of_block(block).implied_with(self);
        }
        let place = Arc::as_ptr(block);
        if let Some(ty) = self.0.get(&place) {
            return ty.clone();
        }
        let ty = SchemaMembers::of_block(block).implied_with(self);
        self.0.insert(place, ty.clone());
        ty
    }
}

impl Block {
    /// Returns `true` if the implied type contains the dynamic type, without building the implied type.
    pub(crate) fn has_dynamic(&self) -> bool {
        self.any_attribute(
            &|attribute| matches!(&attribute.ty, AttributeType::Type(ty) if ty.has_dynamic()),
        )
    }
}

impl Nesting {
    pub(crate) fn of(self, object: Type) -> Type {
        match self {
            Nesting::Single | Nesting::Group => object,
            Nesting::List => Type::list(object),
            Nesting::Set => Type::set(object),
            Nesting::Map => Type::map(object),
        }
    }
}
