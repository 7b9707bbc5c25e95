//! The configuration, with expressions that are not evaluated.

use std::collections::BTreeMap;

use serde::de::{self, Deserializer};
use serde::ser::{Serialize, Serializer};
use tfvalue::__internal::show::ErrorPath;
use tfvalue::{Result, Type};

use super::document;
use super::field::{self, Field, deserialize_as_field};
use super::mode::Mode;
use super::object::{self, Other, object};
use super::raw::Raw;
use super::type_text;

/// The content of a block: its arguments and nested blocks, by name.
pub type Body = BTreeMap<String, Argument>;

/// An argument of a block, or the nested blocks of one type.
///
/// # Examples
///
/// ```
/// use tfvalue_show::{Argument, Body};
///
/// let body: Body = serde_json::from_str(r#"{
///     "ami": {"references": ["var.ami"]},
///     "ebs_block_device": [{"size": {"constant_value": 20}}]
/// }"#).unwrap();
/// assert_eq!(body["ami"].expression().unwrap().references, ["var.ami"]);
/// let size = body["ebs_block_device"].blocks()[0]["size"].expression().unwrap();
/// assert_eq!(size.constant_value.as_ref().unwrap().get(), "20");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Argument {
    /// The expression of an argument.
    Expression(Expression),
    /// A block, or blocks with the nesting mode map, by key.
    Block(Body),
    /// Blocks with the nesting mode list or set.
    Blocks(Vec<Body>),
}

object! {
    /// The configuration, which is part of a plan, and also the output of `tofu show -json -config` and `tofu show
    /// -json -module=DIR`. It has no format version.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::Type;
    /// use tfvalue_show::Configuration;
    ///
    /// let configuration: Configuration = tfvalue_show::from_str(r#"{"root_module": {"variables": {
    ///     "zones": {"type": ["list", "string"], "default": ["a"]}
    /// }}}"#)?;
    /// let zones = &configuration.root_module.unwrap().variables["zones"];
    /// assert_eq!(zones.ty()?, Some(Type::list(Type::String)));
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub struct Configuration, checked by check {
        /// The configurations of providers. The keys are opaque.
        pub provider_config: BTreeMap<String, ProviderConfig>,
        /// The configuration of the root module, which contains the modules that it calls.
        pub root_module: Option<ConfigModule>,
    }

    /// The configuration of a provider.
    pub struct ProviderConfig {
        /// The name, without the alias.
        pub name: Option<String>,
        /// The address of the provider.
        pub full_name: Option<String>,
        /// The `alias` argument; `None` for the default configuration of the provider.
        pub alias: Option<String>,
        /// The allowed versions of the provider, such as `~> 5.0`.
        pub version_constraint: Option<String>,
        /// The address of the module; `None` for the root module.
        pub module_address: Option<String>,
        /// The content of the block.
        pub expressions: Body,
    }

    /// The configuration of a module.
    pub struct ConfigModule {
        /// The `output` blocks, by name.
        pub outputs: BTreeMap<String, ConfigOutput>,
        /// The blocks of resources, of every [`Mode`].
        pub resources: Vec<ConfigResource>,
        /// The calls of child modules, by name.
        pub module_calls: BTreeMap<String, ModuleCall>,
        /// The `variable` blocks, by name.
        pub variables: BTreeMap<String, ConfigVariable>,
    }

    /// The configuration of an output.
    pub struct ConfigOutput {
        /// Whether Terraform hides the value in its output.
        pub sensitive: bool,
        /// Whether the value is ephemeral and is therefore never stored in a state or a plan.
        pub ephemeral: bool,
        /// The `value` argument.
        pub expression: Option<Expression>,
        /// The explicit dependencies of the output.
        pub depends_on: Vec<String>,
        /// The `description` argument.
        pub description: Option<String>,
        /// The deprecation message; `None` if there is no deprecation.
        pub deprecated: Option<String>,
    }

    /// The configuration of a resource.
    pub struct ConfigResource {
        /// The address within the module.
        pub address: String,
        /// The mode of the resource.
        pub mode: Mode,
        /// The type, such as `aws_instance`.
        pub r#type: String,
        /// The second label of the block, which is unique for each type within the module.
        pub name: String,
        /// The key in [`Configuration::provider_config`].
        pub provider_config_key: Option<String>,
        /// The `provisioner` blocks, in the order in which they run.
        pub provisioners: Vec<Provisioner>,
        /// The content of the block.
        pub expressions: Body,
        /// The schema version of the content.
        pub schema_version: Option<u64>,
        /// The `count` argument.
        pub count_expression: Option<Expression>,
        /// The `for_each` argument.
        pub for_each_expression: Option<Expression>,
        /// The explicit dependencies of the resource.
        pub depends_on: Vec<String>,
    }

    /// A `provisioner` block of a resource.
    pub struct Provisioner {
        /// The type, such as `local-exec`.
        pub r#type: String,
        /// The content of the block.
        pub expressions: Body,
    }

    /// A `module` block: a call of a module with arguments.
    pub struct ModuleCall {
        /// The source of the module, as written.
        pub source: Option<String>,
        /// The source of the module, as Terraform resolved it.
        pub resolved_source: Option<String>,
        /// The values that the call passes to the variables of the module.
        pub expressions: Body,
        /// The `count` argument.
        pub count_expression: Option<Expression>,
        /// The `for_each` argument.
        pub for_each_expression: Option<Expression>,
        /// The module; `None` in the output of `tofu show -json -module=DIR`.
        pub module: Option<ConfigModule>,
        /// The allowed versions of the module, if the module is from a registry.
        pub version_constraint: Option<String>,
        /// The explicit dependencies of the call.
        pub depends_on: Vec<String>,
    }

    /// A `variable` block: an input of the module.
    pub struct ConfigVariable {
        /// The default value; `None` if there is no `default` argument.
        pub default: Option<Raw>,
        /// The type, as JSON or in Terraform's language. It can be read with [`ConfigVariable::ty`].
        pub r#type: Option<Raw>,
        /// The `description` argument.
        pub description: Option<String>,
        /// Whether the caller must set the variable, because it has no default.
        pub required: bool,
        /// Whether Terraform hides the value in its output.
        pub sensitive: bool,
        /// Whether the value is ephemeral and is therefore never stored in a state or a plan.
        pub ephemeral: bool,
        /// The deprecation message; `None` if there is no deprecation.
        pub deprecated: Option<String>,
    }

    /// An expression: its constant value, or its references.
    pub struct Expression {
        /// The value, if the expression has no references.
        pub constant_value: Option<Raw>,
        /// The references. A reference to a part is followed by a reference to the whole value: `module.foo.bar`, then
        /// `module.foo`.
        pub references: Vec<String>,
    }
}

impl ConfigVariable {
    /// Returns the type constraint of the variable, or `None` if it has no type constraint. OpenTofu writes the type as
    /// JSON, and Terraform writes it in its own language.
    ///
    /// # Errors
    ///
    /// Fails if the type has neither of these forms.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::Type;
    /// use tfvalue_show::ConfigVariable;
    ///
    /// for json in [r#"{"type": ["map", "number"]}"#, r#"{"type": "map(number)"}"#] {
    ///     let variable: ConfigVariable = serde_json::from_str(json).unwrap();
    ///     assert_eq!(variable.ty()?, Some(Type::map(Type::Number)));
    /// }
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn ty(&self) -> Result<Option<Type>> {
        let Some(json) = &self.r#type else {
            return Ok(None);
        };
        match serde_json::from_str::<String>(json.get()) {
            Ok(text) => type_text::parse(&text).map(Some),
            Err(_) => Type::from_json(json.get().as_bytes()).map(Some),
        }
    }
}

impl Argument {
    /// Returns the expression, or `None` for blocks.
    #[must_use]
    pub fn expression(&self) -> Option<&Expression> {
        match self {
            Argument::Expression(expression) => Some(expression),
            _ => None,
        }
    }

    /// Returns the blocks, or no blocks for an expression.
    #[must_use]
    pub fn blocks(&self) -> &[Body] {
        match self {
            Argument::Expression(_) => &[],
            Argument::Block(block) => std::slice::from_ref(block),
            Argument::Blocks(blocks) => blocks,
        }
    }

    /// Reads JSON. Only the shape of the JSON distinguishes the variants.
    ///
    /// Nested blocks are parsed again at each enclosing level. Real configurations have few levels.
    fn of(raw: &Raw, path: &ErrorPath) -> serde_json::Result<Self> {
        if raw.get().starts_with('[') {
            return read(raw, path).map(Argument::Blocks);
        }
        let members: BTreeMap<String, Raw> = read(raw, path)?;
        let references = members.get("references").map(Raw::get);
        let is_expression = members.is_empty()
            || members.contains_key("constant_value")
            || references.is_some_and(|json| serde_json::from_str::<Vec<String>>(json).is_ok());
        if is_expression {
            return read(raw, path).map(Argument::Expression);
        }
        read(raw, path).map(Argument::Block)
    }
}

/// Reads a field from JSON text.
fn read<T: Field>(raw: &Raw, path: &ErrorPath) -> serde_json::Result<T> {
    T::read(&mut serde_json::Deserializer::from_str(raw.get()), path)
}

impl Field for Argument {
    fn read<'de, D: Deserializer<'de>>(
        deserializer: D,
        path: &ErrorPath,
    ) -> Result<Self, D::Error> {
        let raw = Raw::read(deserializer, path)?;
        Argument::of(&raw, path).map_err(|error| {
            let text = error.to_string();
            // The position is relative to the argument, not to the document.
            let message = text.rsplit_once(" at line ");
            de::Error::custom(message.map_or(&*text, |(message, _)| message))
        })
    }
}

deserialize_as_field! { Argument }

impl Serialize for Argument {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Argument::Expression(expression) => expression.serialize(serializer),
            Argument::Block(block) => block.serialize(serializer),
            Argument::Blocks(blocks) => blocks.serialize(serializer),
        }
    }
}

/// Fails if the document is of another kind, which would otherwise be read as an empty configuration.
fn check(configuration: &Configuration) -> Result<()> {
    let other = &configuration.other;
    match configuration.root_module {
        Some(_) => Ok(()),
        None if other.contains_key("format_version") => document::refuse(
            document::CONFIGURATION,
            document::another(other).or(Some("another document")),
        ),
        None => document::refuse(document::CONFIGURATION, document::another(other)),
    }
}
