//! Values of blocks: empty values, and collections of blocks.

use super::{Block, NestedBlock, Nesting};
use crate::error::{Error, Result};
use crate::path::Step;
use crate::ty::Type;
use crate::value::Value;

impl Block {
    /// Returns the value of a configuration in which nothing is set. Terraform also uses this value as the prior state
    /// of a new object.
    ///
    /// Attributes are null. A nested block with [`Nesting::Single`] is null, a nested block with [`Nesting::Group`] is
    /// the empty value of its block, and all other nested blocks are empty collections.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::schema::{Attribute, Block, NestedBlock, Nesting};
    /// use tfvalue::Type;
    ///
    /// let disk = Block::new().attributes([Attribute::new("size", Type::Number).required()]);
    /// let server = Block::new()
    ///     .attributes([Attribute::new("id", Type::String).computed()])
    ///     .block_types([
    ///         NestedBlock::new("boot", Nesting::Group, disk.clone()),
    ///         NestedBlock::new("disk", Nesting::List, disk),
    ///     ]);
    /// assert_eq!(server.empty().to_string(), "{ boot = { size = null }, disk = [], id = null }");
    /// ```
    #[must_use]
    pub fn empty(&self) -> Value {
        let blocks = self.block_types.iter();
        let blocks = blocks.map(|nested| (&nested.type_name, nested.empty()));
        let attributes = self.attributes.iter();
        let attributes = attributes.map(|one| (&one.name, Value::null(one.implied_type())));
        // An attribute takes precedence over a block with the same name.
        let members = blocks
            .filter(|(name, _)| self.attribute(name).is_none())
            .chain(attributes);
        Value::object(members).unwrap_or_else(|_| Value::null(self.implied_type()))
    }
}

impl NestedBlock {
    /// Returns the value of a block type if the configuration has no such block, as in [`Block::empty`].
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::schema::{Block, NestedBlock, Nesting};
    ///
    /// let empty = |nesting| NestedBlock::new("disk", nesting, Block::new()).empty().to_string();
    /// assert_eq!(empty(Nesting::List), "[]");
    /// assert_eq!(empty(Nesting::Single), "null");
    /// ```
    #[must_use]
    pub fn empty(&self) -> Value {
        match (self.nesting, self.implied_type()) {
            (Nesting::Group, _) => self.block.empty(),
            (Nesting::List, Type::Dynamic) => Value::empty_tuple(),
            (Nesting::Map, Type::Dynamic) => Value::empty_object(),
            (_, ty) => Value::empty(&ty),
        }
    }

    /// Collects the values of blocks, as Terraform builds the value of a block type from a configuration.
    ///
    /// The result is a list or set. If the blocks contain dynamic values, a list becomes a tuple. With
    /// [`Nesting::Single`] and [`Nesting::Group`], the result is the only block, or the [empty
    /// value](NestedBlock::empty).
    ///
    /// # Errors
    ///
    /// Fails if a value does not have the type of the block, if there are several values although only one block is
    /// allowed, or if the nesting mode is [`Nesting::Map`]. For this mode, use [`NestedBlock::collect_labeled`].
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::schema::{Attribute, Block, NestedBlock, Nesting};
    /// use tfvalue::{Type, Value, types::ObjectType};
    ///
    /// let collect = |ty| {
    ///     let block = Block::new().attributes([Attribute::new("value", ty).required()]);
    ///     let one = |value| Value::object([("value", Value::from(value))]);
    ///     NestedBlock::new("setting", Nesting::List, block).collect([one("a")?, one("b")?])
    /// };
    /// let setting = Type::Object(ObjectType::new([("value", Type::String)]));
    /// assert_eq!(collect(Type::String)?.ty(), Type::list(setting.clone()));
    /// assert_eq!(collect(Type::Dynamic)?.ty(), Type::tuple([setting.clone(), setting]));
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn collect(&self, blocks: impl IntoIterator<Item = Value>) -> Result<Value> {
        let blocks: Vec<Value> = blocks.into_iter().collect();
        let ty = self.block.implied_type();
        for (index, block) in blocks.iter().enumerate() {
            let step = || Step::Index(index as u64);
            check(block, &ty).map_err(|error| error.at_step(step()))?;
        }
        let count = blocks.len();
        match self.nesting {
            _ if count == 0 => Ok(self.empty()),
            Nesting::Single | Nesting::Group => match <[Value; 1]>::try_from(blocks) {
                Ok([block]) => Ok(block),
                Err(_) => Err(Error::data(format!(
                    "at most one block is allowed, got {count}"
                ))),
            },
            Nesting::List if ty.has_dynamic() => Ok(Value::tuple(blocks)),
            Nesting::List => Value::list(ty, blocks),
            Nesting::Set => Value::set(ty, blocks),
            Nesting::Map => Err(Error::data("blocks with labels are required")),
        }
    }

    /// Collects the values of blocks by their labels, for [`Nesting::Map`]. The result is a map, or an object if the blocks
    /// contain dynamic values.
    ///
    /// # Errors
    ///
    /// Fails if a value does not have the type of the block, if a label is a duplicate, or if the nesting mode is not
    /// [`Nesting::Map`].
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::schema::{Attribute, Block, NestedBlock, Nesting};
    /// use tfvalue::{Type, Value};
    ///
    /// let user = Block::new().attributes([Attribute::new("uid", Type::Number).required()]);
    /// let users = NestedBlock::new("user", Nesting::Map, user);
    /// let user = |uid: u32| Value::object([("uid", uid)]);
    /// let value = users.collect_labeled([("root", user(0)?), ("web", user(1000)?)])?;
    /// assert_eq!(value.to_string(), r#"{ "root" = { uid = 0 }, "web" = { uid = 1000 } }"#);
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn collect_labeled<K: AsRef<str>>(
        &self,
        blocks: impl IntoIterator<Item = (K, Value)>,
    ) -> Result<Value> {
        let blocks: Vec<(K, Value)> = blocks.into_iter().collect();
        let ty = self.block.implied_type();
        for (label, block) in &blocks {
            let step = || Step::Key(label.as_ref().into());
            check(block, &ty).map_err(|error| error.at_step(step()))?;
        }
        match self.nesting {
            Nesting::Map if ty.has_dynamic() => Value::object(blocks),
            Nesting::Map => Value::map(ty, blocks),
            _ => Err(Error::data("blocks without labels are required")),
        }
    }
}

/// Fails if a value does not have the type of a block.
fn check(block: &Value, ty: &Type) -> Result<()> {
    match block.ty().misfit(ty) {
        Some(error) => Err(error),
        None => Ok(()),
    }
}
