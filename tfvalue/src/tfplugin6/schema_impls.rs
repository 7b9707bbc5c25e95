//! Schemas as messages, both ways.

use super::schema as message;
use super::schema::{nested_block, object};
use crate::error::{Error, Result};
use crate::path::Step;
use crate::schema::{
    Attribute, AttributeType, Block, NestedBlock, Nesting, Object, Schema, StringKind,
};
use crate::ty::Type;

impl From<&Schema> for super::Schema {
    fn from(schema: &Schema) -> Self {
        super::Schema {
            version: schema.version,
            block: Some((&schema.block).into()),
        }
    }
}

impl From<Schema> for super::Schema {
    fn from(schema: Schema) -> Self {
        super::Schema::from(&schema)
    }
}

impl From<&Block> for message::Block {
    fn from(block: &Block) -> Self {
        message::Block {
            version: 0,
            attributes: block.attributes.iter().map(Into::into).collect(),
            block_types: block.block_types.iter().map(Into::into).collect(),
            description: block.description.to_string(),
            description_kind: super::StringKind::from(block.description_kind).into(),
            deprecated: block.deprecated,
            deprecation_message: block.deprecation_message.to_string(),
        }
    }
}

impl From<&Attribute> for message::Attribute {
    fn from(attribute: &Attribute) -> Self {
        let (ty, nested_type) = match &attribute.ty {
            AttributeType::Type(ty) => (ty.to_json().into_bytes(), None),
            AttributeType::Nested(object) => (Vec::new(), Some(object.into())),
        };
        message::Attribute {
            name: attribute.name.to_string(),
            r#type: ty,
            nested_type,
            description: attribute.description.to_string(),
            required: attribute.required,
            optional: attribute.optional,
            computed: attribute.computed,
            sensitive: attribute.sensitive,
            description_kind: super::StringKind::from(attribute.description_kind).into(),
            deprecated: attribute.deprecated,
            write_only: attribute.write_only,
            deprecation_message: attribute.deprecation_message.to_string(),
        }
    }
}

impl From<&Object> for message::Object {
    fn from(object: &Object) -> Self {
        let nesting = match object.nesting {
            Nesting::Single | Nesting::Group => object::NestingMode::Single,
            Nesting::List => object::NestingMode::List,
            Nesting::Set => object::NestingMode::Set,
            Nesting::Map => object::NestingMode::Map,
        };
        message::Object {
            attributes: object.attributes.iter().map(Into::into).collect(),
            nesting: nesting.into(),
            ..Default::default()
        }
    }
}

impl From<&NestedBlock> for message::NestedBlock {
    fn from(block: &NestedBlock) -> Self {
        let nesting = match block.nesting {
            Nesting::Single => nested_block::NestingMode::Single,
            Nesting::Group => nested_block::NestingMode::Group,
            Nesting::List => nested_block::NestingMode::List,
            Nesting::Set => nested_block::NestingMode::Set,
            Nesting::Map => nested_block::NestingMode::Map,
        };
        message::NestedBlock {
            type_name: block.type_name.to_string(),
            block: Some((&block.block).into()),
            nesting: nesting.into(),
            min_items: i64::try_from(block.min_items).unwrap_or(i64::MAX),
            max_items: i64::try_from(block.max_items).unwrap_or(i64::MAX),
        }
    }
}

impl From<StringKind> for super::StringKind {
    fn from(kind: StringKind) -> Self {
        match kind {
            StringKind::Plain => super::StringKind::Plain,
            StringKind::Markdown => super::StringKind::Markdown,
        }
    }
}

impl From<super::StringKind> for StringKind {
    fn from(kind: super::StringKind) -> Self {
        match kind {
            super::StringKind::Plain => StringKind::Plain,
            super::StringKind::Markdown => StringKind::Markdown,
        }
    }
}

impl TryFrom<&super::Schema> for Schema {
    type Error = Error;

    /// Reads a schema, as a tool does that asks a provider for it.
    fn try_from(schema: &super::Schema) -> Result<Self> {
        Ok(Schema {
            version: schema.version,
            block: block(schema.block.as_ref())?,
        })
    }
}

fn block(block: Option<&message::Block>) -> Result<Block> {
    let Some(block) = block else {
        return Ok(Block::default());
    };
    let mut block_types = block
        .block_types
        .iter()
        .map(nested_block)
        .collect::<Result<Vec<_>>>()?;
    block_types.sort_by(|a, b| a.type_name.cmp(&b.type_name));
    Ok(Block {
        attributes: attributes(&block.attributes)?,
        block_types,
        description: block.description.clone().into(),
        description_kind: block.description_kind().into(),
        deprecated: block.deprecated,
        deprecation_message: block.deprecation_message.clone().into(),
    })
}

fn attributes(attributes: &[message::Attribute]) -> Result<Vec<Attribute>> {
    let mut attributes = attributes
        .iter()
        .map(|message| {
            attribute(message)
                .map_err(|error| error.at(Step::Attribute(message.name.clone().into())))
        })
        .collect::<Result<Vec<_>>>()?;
    attributes.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(attributes)
}

fn attribute(attribute: &message::Attribute) -> Result<Attribute> {
    let ty = match &attribute.nested_type {
        None => AttributeType::Type(Type::from_json(&attribute.r#type)?),
        Some(object) => AttributeType::Nested(Object {
            attributes: attributes(&object.attributes)?,
            nesting: match object.nesting() {
                object::NestingMode::Single => Nesting::Single,
                object::NestingMode::List => Nesting::List,
                object::NestingMode::Set => Nesting::Set,
                object::NestingMode::Map => Nesting::Map,
                object::NestingMode::Invalid => return Err(no_nesting()),
            },
        }),
    };
    Ok(Attribute {
        name: attribute.name.clone().into(),
        ty,
        description: attribute.description.clone().into(),
        description_kind: attribute.description_kind().into(),
        required: attribute.required,
        optional: attribute.optional,
        computed: attribute.computed,
        sensitive: attribute.sensitive,
        write_only: attribute.write_only,
        deprecated: attribute.deprecated,
        deprecation_message: attribute.deprecation_message.clone().into(),
    })
}

fn nested_block(message: &message::NestedBlock) -> Result<NestedBlock> {
    let read = || {
        Ok(NestedBlock {
            type_name: message.type_name.clone().into(),
            block: block(message.block.as_ref())?,
            nesting: match message.nesting() {
                nested_block::NestingMode::Single => Nesting::Single,
                nested_block::NestingMode::Group => Nesting::Group,
                nested_block::NestingMode::List => Nesting::List,
                nested_block::NestingMode::Set => Nesting::Set,
                nested_block::NestingMode::Map => Nesting::Map,
                nested_block::NestingMode::Invalid => return Err(no_nesting()),
            },
            min_items: items(message.min_items)?,
            max_items: items(message.max_items)?,
        })
    };
    read().map_err(|error: Error| error.at(Step::Attribute(message.type_name.clone().into())))
}

fn items(count: i64) -> Result<u64> {
    u64::try_from(count)
        .map_err(|_| Error::mismatch_value("a number of items", "a negative one", count))
}

#[cold]
fn no_nesting() -> Error {
    Error::mismatch("a nesting mode", "none")
}
