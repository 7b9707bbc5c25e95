//! Configurations of a step.

use tfvalue::__internal::testing::{Give, Given};
use tfvalue::schema::{Block, Nesting};
use tfvalue::{Error, Path, Result, Value, rules};

/// A configuration, which is a string in Terraform's JSON syntax, a [`Value`], or a struct.
///
/// [`Block::config_from_json`](tfvalue::schema::Block::config_from_json) reads the JSON. Attributes and blocks that are
/// not configured can be missing or null, and a single block does not need to be in a list. As in Terraform's language,
/// a value is converted to the type of the attribute.
///
/// # Examples
///
/// ```
/// use tfvalue_testing::Config;
///
/// let plain = Config::from(r#"{"title": "a"}"#);
/// // The title comes from another resource: it is unknown in the plan, and "a" when it is applied.
/// let unknown = plain.unknown("title");
/// # let _ = unknown;
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Config {
    input: Input,
    unknown: Vec<Path>,
}

#[derive(Clone, Debug)]
enum Input {
    Json(String),
    /// A configuration as a value, or the reason why a struct cannot be serialized.
    Value(Result<Value, String>),
}

impl Config {
    /// Replaces a value with an unknown value until the change is applied.
    ///
    /// The path must not go through a set.
    pub fn unknown(mut self, path: impl Into<Path>) -> Self {
        self.unknown.push(path.into());
        self
    }

    /// Returns the configuration with all values, in the type that the schema implies.
    pub(super) fn known(&self, block: &Block) -> Result<Value> {
        let value = match &self.input {
            Input::Json(text) => return block.config_from_json(text),
            Input::Value(value) => value.clone().map_err(Error::msg)?,
        };
        let value = without_null_blocks(block, &value)?;
        // The conversion fails for blocks with different types, which form a tuple.
        if value.ty().conforms_to(&block.implied_type()) {
            return Ok(value);
        }
        rules::coerce(block, &value)
    }

    /// Returns the configuration for the plan, in which some values are unknown.
    pub(super) fn planned(&self, known: &Value) -> Result<Value> {
        let mut value = known.clone();
        for path in &self.unknown {
            let Some(old) = value.get(path) else {
                return Err(Error::msg("the configuration has no such value").at(path));
            };
            value = value.with(path, Value::unknown(old.ty()))?;
        }
        Ok(value)
    }
}

impl From<&str> for Config {
    fn from(json: &str) -> Self {
        Config::from(json.to_owned())
    }
}

impl From<String> for Config {
    fn from(json: String) -> Self {
        Config {
            input: Input::Json(json),
            unknown: Vec::new(),
        }
    }
}

impl From<Value> for Config {
    fn from(value: Value) -> Self {
        Config {
            input: Input::Value(Ok(value)),
            unknown: Vec::new(),
        }
    }
}

impl<T: Give> From<&T> for Config {
    /// The configuration is a string, or a struct that implements [`TfSchema`](trait@tfvalue::TfSchema) and `Serialize`.
    fn from(config: &T) -> Self {
        let input = match config.give() {
            Given::Json(text) => Input::Json(text),
            Given::Value(value) => Input::Value(value.map_err(|error| error.to_string())),
        };
        Config {
            input,
            unknown: Vec::new(),
        }
    }
}

/// Replaces top-level block collections that are null with empty collections.
fn without_null_blocks(block: &Block, value: &Value) -> Result<Value> {
    let Some(members) = value.members() else {
        return Ok(value.clone());
    };
    let is_kept = |name: &str, value: &Value| match block.block_type(name) {
        Some(nested) => !value.is_null() || nested.nesting == Nesting::Single,
        None => true,
    };
    let kept = members.filter(|(name, value)| is_kept(name, value));
    Value::object(kept.map(|(name, value)| (name, value.clone())))
}
