//! Validates schemas according to Terraform's rules, and configurations according to their schemas.
//!
//! Source: the checks that Terraform runs when it loads a provider. Terraform checks the schemas of resources, data
//! sources, ephemeral resources and lists. Here, the rules apply to all schemas.

mod faults;
mod provider;
mod schema;
mod value;

pub(crate) use self::faults::Faults;
use super::{Block, Identity, ProviderSchema, ProviderSchemas, Schema, SchemaKind};
use crate::error::Result;
use crate::value::Value;

impl Schema {
    /// Checks the schema against Terraform's rules for schemas.
    ///
    /// # Errors
    ///
    /// Fails if a rule is violated. The error has a [fault](crate::Error::faults) for each violated rule, with the path
    /// to the attribute or block.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::schema::{Attribute, Block, Schema};
    /// use tfvalue::Type;
    ///
    /// let block = Block::new().attributes([
    ///     Attribute::new("id", Type::String),
    ///     Attribute::new("name", Type::String).required().computed(),
    /// ]);
    /// let error = Schema::new(block).validate().unwrap_err();
    /// let faults: Vec<_> = error.faults().map(ToString::to_string).collect();
    /// assert_eq!(faults, [
    ///     "id: at least one of required, optional and computed must be set",
    ///     "name: required and computed exclude each other",
    /// ]);
    /// ```
    pub fn validate(&self) -> Result<()> {
        Faults::collect(|faults| schema::check(self, faults))
    }

    /// Checks the schema as [`validate`](Schema::validate) does, and also checks that no name at the root of the schema
    /// is reserved.
    ///
    /// Terraform loads a schema with reserved names, but an argument such as `count` never reaches the
    /// provider. Attributes that are only computed can have any name.
    ///
    /// # Errors
    ///
    /// Fails if a rule is violated.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::schema::{Attribute, Block, Schema, SchemaKind};
    /// use tfvalue::Type;
    ///
    /// let count = Attribute::new("count", Type::Number).optional();
    /// let schema = Schema::new(Block::new().attributes([count]));
    /// assert!(schema.validate().is_ok());
    /// assert_eq!(
    ///     schema.validate_as(SchemaKind::Resource).unwrap_err().to_string(),
    ///     "count: the name is reserved by Terraform",
    /// );
    /// assert!(schema.validate_as(SchemaKind::Action).is_ok());
    /// ```
    pub fn validate_as(&self, kind: SchemaKind) -> Result<()> {
        Faults::collect(|faults| {
            schema::check(self, faults);
            schema::check_reserved(&self.block, kind, faults);
        })
    }

    /// Checks a configuration against the schema, in the same way as [`Block::validate_value`].
    ///
    /// # Errors
    ///
    /// Fails if the configuration is invalid.
    pub fn validate_value(&self, config: &Value) -> Result<()> {
        self.block.validate_value(config)
    }
}

impl Block {
    /// Checks a configuration against the block, and collects all faults. Faults are required attributes that are null,
    /// attributes that only the provider may set, too few or too many blocks, missing and unsupported attributes, and
    /// values of the wrong type.
    ///
    /// Unknown values are valid. A list, set or map of blocks that is null counts as empty.
    ///
    /// # Errors
    ///
    /// Fails if the configuration is invalid. The error contains all [faults](crate::Error::faults), with their paths.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Attr, TfSchema, Unknown, msgpack};
    ///
    /// #[derive(TfSchema)]
    /// struct Server {
    ///     #[tf(required)]
    ///     name: Attr<String>,
    ///     #[tf(block(max_items = 1))]
    ///     disk: Unknown<Vec<Disk>>,
    /// }
    ///
    /// #[derive(TfSchema)]
    /// struct Disk {
    ///     #[tf(required)]
    ///     size: Attr<i64>,
    /// }
    ///
    /// let disk = |size| Disk { size };
    /// let config = Server {
    ///     name: Attr::null(),
    ///     disk: vec![disk(20.into()), disk(Attr::null())].into(),
    /// };
    /// let schema = Server::schema();
    /// let config = msgpack::value_from_slice(&msgpack::to_vec(&config)?, &schema.implied_type())?;
    /// let error = schema.validate_value(&config).unwrap_err();
    /// let faults: Vec<_> = error.faults().map(ToString::to_string).collect();
    /// assert_eq!(faults, [
    ///     "name: a value is required, got null",
    ///     "disk: at most 1 block is allowed, got 2",
    ///     "disk[1].size: a value is required, got null",
    /// ]);
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn validate_value(&self, config: &Value) -> Result<()> {
        let result = self.faults_of(config);
        result.map_err(|error| error.in_config(self).name_elements(self, config))
    }

    /// Checks a configuration like [`validate_value`](Block::validate_value), but the faults contain neither their
    /// places in a configuration nor the names of set elements.
    pub(crate) fn faults_of(&self, config: &Value) -> Result<()> {
        Faults::collect(|faults| value::check(self, config, faults))
    }
}

impl Identity {
    /// Checks the schema of an identity, which cannot contain maps, sets or objects.
    ///
    /// # Errors
    ///
    /// Fails if a rule is violated.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::Type;
    /// use tfvalue::schema::{Identity, IdentityAttribute};
    ///
    /// let tags = IdentityAttribute::required("tags", Type::map(Type::String));
    /// let identity = Identity::new([tags]);
    /// assert_eq!(
    ///     identity.validate().unwrap_err().to_string(),
    ///     "tags: an identity cannot contain a map",
    /// );
    /// ```
    pub fn validate(&self) -> Result<()> {
        Faults::collect(|faults| provider::check_identity(self, faults))
    }
}

impl super::Function {
    /// Checks the parameters of the function. The names of the parameters must be unique identifiers.
    ///
    /// # Errors
    ///
    /// Fails if a rule is violated.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::Type;
    /// use tfvalue::schema::{Function, Parameter};
    ///
    /// let text = Parameter::new("the text", Type::String);
    /// let function = Function::new(Type::String).parameters([text]);
    /// assert_eq!(
    ///     function.validate().unwrap_err().to_string(),
    ///     r#"parameters[0]: an identifier is required, got "the text""#,
    /// );
    /// ```
    pub fn validate(&self) -> Result<()> {
        Faults::collect(|faults| provider::check_function(self, faults))
    }
}

impl ProviderSchema {
    /// Checks all schemas of the provider, including reserved names.
    ///
    /// # Errors
    ///
    /// Fails if a rule is violated.
    pub fn validate(&self) -> Result<()> {
        Faults::collect(|faults| provider::check(self, faults))
    }
}

impl ProviderSchemas {
    /// Checks the schemas of all providers.
    ///
    /// # Errors
    ///
    /// Fails if a rule is violated.
    pub fn validate(&self) -> Result<()> {
        Faults::collect(|faults| {
            for (address, schema) in &self.provider_schemas {
                faults.within(crate::path::Step::Key(address.as_str().into()), |faults| {
                    provider::check(schema, faults);
                });
            }
        })
    }
}
