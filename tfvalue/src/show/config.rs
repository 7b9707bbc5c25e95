//! The configuration, before it is evaluated.

use std::collections::BTreeMap;

use serde::de::{self, Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};

use super::document;
use super::field::{self, Field};
use super::mode::Mode;
use super::object::{self, Other, object};
use super::raw::Raw;
use super::type_text;
use crate::ty::Type;

/// The content of a block: its arguments and nested blocks by name.
pub type Body = BTreeMap<String, Argument>;

/// An argument of a block, or the nested blocks of one type.
///
/// # Examples
///
/// ```
/// use tfvalue::show::{Argument, Body};
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
    /// A block, or the blocks of mode MAP by their keys.
    Block(Body),
    /// The blocks of mode LIST or SET.
    Blocks(Vec<Body>),
}

object! {
    /// The configuration: a part of a plan, and what `tofu show -json -config` and
    /// `tofu show -json -module=DIR` print. As a document it has no version.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::Type;
    /// use tfvalue::show::Configuration;
    ///
    /// let configuration = Configuration::from_slice(br#"{"root_module": {"variables": {
    ///     "zones": {"type": ["list", "string"], "default": ["a"]}
    /// }}}"#)?;
    /// let zones = &configuration.root_module.unwrap().variables["zones"];
    /// assert_eq!(zones.ty()?, Some(Type::list(Type::String)));
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub struct Configuration, checked by check {
        /// The configurations of providers, by opaque keys.
        pub provider_config: BTreeMap<String, ProviderConfig>,
        /// The root module.
        pub root_module: Option<ConfigModule>,
    }

    /// The configuration of a provider.
    pub struct ProviderConfig {
        /// The name, without the alias.
        pub name: Option<String>,
        /// The address of the provider.
        pub full_name: Option<String>,
        /// The alias.
        pub alias: Option<String>,
        /// The versions that are accepted.
        pub version_constraint: Option<String>,
        /// The address of the module; none for the root module.
        pub module_address: Option<String>,
        /// The content of the block.
        pub expressions: Body,
    }

    /// The configuration of a module.
    pub struct ConfigModule {
        /// The outputs.
        pub outputs: BTreeMap<String, ConfigOutput>,
        /// The resources.
        pub resources: Vec<ConfigResource>,
        /// The modules that are called.
        pub module_calls: BTreeMap<String, ModuleCall>,
        /// The variables.
        pub variables: BTreeMap<String, ConfigVariable>,
    }

    /// The configuration of an output.
    pub struct ConfigOutput {
        /// Whether the value is sensitive.
        pub sensitive: bool,
        /// Whether the value is ephemeral.
        pub ephemeral: bool,
        /// The value.
        pub expression: Option<Expression>,
        /// What the output depends on.
        pub depends_on: Vec<String>,
        /// What the output is for.
        pub description: Option<String>,
        /// What to use instead.
        pub deprecated: Option<String>,
    }

    /// The configuration of a resource.
    pub struct ConfigResource {
        /// The address within the module.
        pub address: String,
        /// What kind of resource it is.
        pub mode: Mode,
        /// The type, such as `aws_instance`.
        pub r#type: String,
        /// The name.
        pub name: String,
        /// The key of the provider's configuration.
        pub provider_config_key: Option<String>,
        /// The provisioners.
        pub provisioners: Vec<Provisioner>,
        /// The content of the block.
        pub expressions: Body,
        /// The version of the schema that the content follows.
        pub schema_version: Option<u64>,
        /// The number of instances.
        pub count_expression: Option<Expression>,
        /// What there are instances for.
        pub for_each_expression: Option<Expression>,
        /// What the resource depends on.
        pub depends_on: Vec<String>,
    }

    /// A provisioner.
    pub struct Provisioner {
        /// The type, such as `local-exec`.
        pub r#type: String,
        /// The content of the block.
        pub expressions: Body,
    }

    /// The call of a module.
    pub struct ModuleCall {
        /// Where the module comes from, as it is written.
        pub source: Option<String>,
        /// Where the module comes from, in the form that Terraform gives it.
        pub resolved_source: Option<String>,
        /// The arguments.
        pub expressions: Body,
        /// The number of instances.
        pub count_expression: Option<Expression>,
        /// What there are instances for.
        pub for_each_expression: Option<Expression>,
        /// The module; none in what `tofu show -json -module=DIR` prints.
        pub module: Option<ConfigModule>,
        /// The versions that are accepted.
        pub version_constraint: Option<String>,
        /// What the call depends on.
        pub depends_on: Vec<String>,
    }

    /// A variable.
    pub struct ConfigVariable {
        /// The value unless another is given.
        pub default: Option<Raw>,
        /// The type, as the JSON of a type or as text of Terraform's language; see
        /// [`ConfigVariable::ty`].
        pub r#type: Option<Raw>,
        /// What the variable is for.
        pub description: Option<String>,
        /// Whether a value must be given.
        pub required: bool,
        /// Whether the value is sensitive.
        pub sensitive: bool,
        /// Whether the value is ephemeral.
        pub ephemeral: bool,
        /// What to use instead.
        pub deprecated: Option<String>,
    }

    /// An expression: its value if that is constant, or what it refers to.
    pub struct Expression {
        /// The value, if nothing is referred to.
        pub constant_value: Option<Raw>,
        /// What is referred to, to be compared as a whole: `module.foo.bar`, and `module.foo`
        /// beside it.
        pub references: Vec<String>,
    }
}

impl ConfigVariable {
    /// Returns the type constraint, if one is given: OpenTofu writes it as JSON, Terraform as text
    /// of its language.
    ///
    /// # Errors
    ///
    /// If it is neither.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::Type;
    /// use tfvalue::show::ConfigVariable;
    ///
    /// for json in [r#"{"type": ["map", "number"]}"#, r#"{"type": "map(number)"}"#] {
    ///     let variable: ConfigVariable = serde_json::from_str(json).unwrap();
    ///     assert_eq!(variable.ty()?, Some(Type::map(Type::Number)));
    /// }
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn ty(&self) -> crate::error::Result<Option<Type>> {
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
    /// Returns the expression, if it is one.
    #[must_use]
    pub fn expression(&self) -> Option<&Expression> {
        match self {
            Argument::Expression(expression) => Some(expression),
            _ => None,
        }
    }

    /// Returns the blocks: none if it is an expression.
    #[must_use]
    pub fn blocks(&self) -> &[Body] {
        match self {
            Argument::Expression(_) => &[],
            Argument::Block(block) => std::slice::from_ref(block),
            Argument::Blocks(blocks) => blocks,
        }
    }

    /// Tells what it is by its shape, as nothing else tells. Each level of blocks is read again
    /// for the next, which they have few of.
    fn of(raw: &Raw) -> serde_json::Result<Self> {
        if raw.get().starts_with('[') {
            return Ok(Argument::Blocks(serde_json::from_str(raw.get())?));
        }
        let members: BTreeMap<String, Raw> = serde_json::from_str(raw.get())?;
        let references = members.get("references").map(Raw::get);
        let is_expression = members.is_empty()
            || members.contains_key("constant_value")
            || references.is_some_and(|json| serde_json::from_str::<Vec<String>>(json).is_ok());
        if is_expression {
            return Ok(Argument::Expression(serde_json::from_str(raw.get())?));
        }
        let members = members.into_iter();
        let block = members.map(|(name, raw)| Ok((name, Argument::of(&raw)?)));
        Ok(Argument::Block(block.collect::<serde_json::Result<_>>()?))
    }
}

impl Field for Argument {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Raw::read(deserializer)?;
        Argument::of(&raw).map_err(|error| {
            let text = error.to_string();
            // The position within the argument says nothing of the whole.
            de::Error::custom(
                text.rsplit_once(" at line ")
                    .map_or(&*text, |(text, _)| text),
            )
        })
    }
}

impl<'de> Deserialize<'de> for Argument {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::read(deserializer)
    }
}

impl Serialize for Argument {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Argument::Expression(expression) => expression.serialize(serializer),
            Argument::Block(block) => block.serialize(serializer),
            Argument::Blocks(blocks) => blocks.serialize(serializer),
        }
    }
}

/// Fails if a configuration is another document, which as a configuration would be empty.
fn check(configuration: &Configuration) -> crate::Result<()> {
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
