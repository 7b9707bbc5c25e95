//! `Description`: a schema that is built at run time, together with its rules.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeBounds;
use std::time::Duration;

use super::rules::{Rules, ends, faults};
use crate::diagnostics::Diagnostics;
use crate::provider::context::limit::{Operation, TIMEOUTS};
use crate::schema::{Attribute, Block, Identity, NestedBlock, Nesting, Schema};
use crate::ty::Type;
use crate::value::Value;

/// The description of a part of a provider that is known only at run time, such as a resource or an action. It consists
/// of the schema, and of the rules that a derived struct would declare with annotations.
///
/// A path refers to an attribute or nested block at any depth, without the indexes and keys of elements: `rule.port` is
/// the attribute `port` of each element of `rule`.
///
/// If a description is not consistent, [`Provider::schemas`](crate::provider::Provider::schemas) and each call for the
/// type return an error. For example, a description is not consistent if it has rules for an attribute that the schema
/// does not have. Call `schemas` in a test.
///
/// # Examples
///
/// ```
/// use tfvalue::Type;
/// use tfvalue::provider::{Description, Rules};
/// use tfvalue::schema::{Attribute, Block, Schema};
///
/// let block = Block::new().attributes([
///     Attribute::new("id", Type::String).computed(),
///     Attribute::new("zone", Type::String).required(),
///     Attribute::new("size", Type::String).optional().computed(),
/// ]);
/// let server = Description::new(Schema::new(block))
///     .rules("id", Rules::new().keep())
///     .rules("zone", Rules::new().replace())
///     .rules("size", Rules::new().default("small").one_of(["small", "large"]))
///     .import_id("zone/id");
/// assert!(server.schema().block.attribute("zone").unwrap().required);
/// ```
#[must_use]
pub struct Description {
    pub(super) schema: Schema,
    pub(super) rules: BTreeMap<String, Rules>,
    pub(super) check: Option<ConfigCheck>,
    pub(super) import: Option<String>,
    pub(super) identity: Option<Identity>,
    pub(super) mutable_identity: bool,
    pub(super) upgrades: Vec<Upgrade<Block>>,
    pub(super) identity_upgrades: Vec<Upgrade<Identity>>,
    pub(super) moves: Vec<Moved>,
    /// Duplicate rules.
    pub(super) twice: Vec<String>,
    /// Whether the rules come from another schema language and may have no effect.
    pub(crate) may_be_without_effect: bool,
}

/// A check of a whole configuration.
pub(super) type ConfigCheck = Box<dyn Fn(&Value) -> Diagnostics + Send + Sync>;

/// The conversion of states or identities from an older version, together with the schema of the older version.
pub(super) struct Upgrade<S> {
    pub(super) version: i64,
    pub(super) schema: S,
    pub(super) convert: Convert,
}

/// The conversion of states from another resource type.
pub(super) struct Moved {
    pub(super) name: String,
    pub(super) min_version: i64,
    pub(super) max_version: i64,
    pub(super) block: Block,
    pub(super) identity: Option<Identity>,
    pub(super) convert: ConvertMoved,
}

/// Converts a state of another resource type, and the identity, if any.
pub(super) type ConvertMoved =
    Box<dyn Fn(Value, Option<Value>) -> Result<Value, crate::Error> + Send + Sync>;

/// Converts a state of an older version.
pub(super) type Convert = Box<dyn Fn(Value) -> Result<Value, crate::Error> + Send + Sync>;

impl fmt::Debug for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Description")
            .field("schema", &self.schema)
            .finish_non_exhaustive()
    }
}

impl Description {
    /// Creates the description of a type, without rules.
    pub fn new(schema: Schema) -> Self {
        Description {
            schema,
            rules: BTreeMap::new(),
            check: None,
            import: None,
            identity: None,
            mutable_identity: false,
            upgrades: Vec::new(),
            identity_upgrades: Vec::new(),
            moves: Vec::new(),
            twice: Vec::new(),
            may_be_without_effect: false,
        }
    }

    /// Returns the schema.
    #[must_use]
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Returns a mutable reference to the schema.
    #[must_use]
    pub fn schema_mut(&mut self) -> &mut Schema {
        &mut self.schema
    }

    /// Returns the schema of the resource, and the schema of its identity.
    pub(crate) fn into_schemas(self) -> (Schema, Option<Identity>) {
        (self.schema, self.identity)
    }

    /// Sets the rules of the attribute or nested block at a path, such as `"rule.port"`.
    pub fn rules(mut self, path: impl Into<String>, rules: Rules) -> Self {
        let path = path.into();
        if self.rules.insert(path.clone(), rules).is_some() {
            self.twice.push(path);
        }
        self
    }

    /// Checks configurations with a function. The function receives the whole configuration, in which values can be
    /// unknown. See [`check`](macro@crate::TfSchema#check).
    pub fn check(
        mut self,
        check: impl Fn(&Value) -> Result<(), Diagnostics> + Send + Sync + 'static,
    ) -> Self {
        self.check = Some(Box::new(faults(check)));
        self
    }

    /// Sets the form of the ID by which objects are imported. It consists of names of attributes with separators
    /// between them, such as `"region/name"`. See [`import`](macro@crate::TfSchema#import).
    pub fn import_id(mut self, form: impl Into<String>) -> Self {
        self.import = Some(form.into());
        self
    }

    /// Sets the schema of the identity of objects. The attributes of the identity have the values of the attributes
    /// with the same names in the state. A handler sets all other attributes with
    /// [`Context::set_identity_value`](crate::provider::Context::set_identity_value). See
    /// [`identity`](macro@crate::TfSchema#identity).
    pub fn identity(mut self, identity: Identity) -> Self {
        self.identity = Some(identity);
        self
    }

    /// Allows the identity of an object to change.
    pub fn mutable_identity(mut self) -> Self {
        self.mutable_identity = true;
        self
    }

    /// Sets how states of an older version of the schema are upgraded. The states are read according to the block of
    /// the older version, and converted by a function. Attributes that the block does not have are ignored. See
    /// [`upgrade`](macro@crate::TfSchema#upgrade).
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::provider::Description;
    /// use tfvalue::schema::{Attribute, Block, Schema};
    /// use tfvalue::{Type, Value};
    ///
    /// let block = |ty: Type| Block::new().attributes([Attribute::new("cpus", ty).required()]);
    /// let server = Description::new(Schema::new(block(Type::Number)).version(1)).upgrade(
    ///     0,
    ///     block(Type::String),
    ///     |old| {
    ///         let cpus = old.get("cpus").and_then(Value::as_str).map(str::parse::<i64>);
    ///         let cpus = cpus.transpose().map_err(tfvalue::Error::msg)?;
    ///         let cpus = cpus.map_or(Value::null(Type::Number), Value::from);
    ///         Value::object([("cpus", cpus)])
    ///     },
    /// );
    /// # let _ = server;
    /// ```
    pub fn upgrade(
        mut self,
        version: i64,
        block: Block,
        convert: impl Fn(Value) -> Result<Value, crate::Error> + Send + Sync + 'static,
    ) -> Self {
        self.upgrades.push(Upgrade {
            version,
            schema: block,
            convert: Box::new(convert),
        });
        self
    }

    /// Sets how identities of an older version of the identity schema are upgraded, as [`upgrade`](Self::upgrade) does
    /// for states.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::provider::Description;
    /// use tfvalue::schema::{Block, Identity, IdentityAttribute, Schema};
    /// use tfvalue::{Type, Value};
    ///
    /// let of = |name: &'static str| Identity::new([IdentityAttribute::required(name, Type::String)]);
    /// let server = Description::new(Schema::new(Block::new()))
    ///     .identity(of("id").version(1))
    ///     .upgrade_identity(0, of("name"), |old| {
    ///         Value::object([("id", old.get("name").cloned().unwrap_or(Value::null(Type::String)))])
    ///     });
    /// # let _ = server;
    /// ```
    pub fn upgrade_identity(
        mut self,
        version: i64,
        identity: Identity,
        convert: impl Fn(Value) -> Result<Value, crate::Error> + Send + Sync + 'static,
    ) -> Self {
        self.identity_upgrades.push(Upgrade {
            version,
            schema: identity,
            convert: Box::new(convert),
        });
        self
    }

    /// Allows objects of another resource type to be moved to this resource type. Their states are read according to
    /// the block of the other type, and converted by a function. Attributes that the block does not have are ignored.
    ///
    /// The name can begin with the last parts of the address of the other provider: `"hashicorp/null/null_resource"`.
    /// `versions` contains the supported schema versions of the other type: `..` for any. See
    /// [`moved_from`](macro@crate::TfSchema#moved_from).
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::provider::Description;
    /// use tfvalue::schema::{Attribute, Block, Schema};
    /// use tfvalue::{Type, Value};
    ///
    /// let block = |name: &'static str| Block::new().attributes([Attribute::new(name, Type::String).computed()]);
    /// let trigger = Description::new(Schema::new(block("key"))).moved_from(
    ///     "hashicorp/null/null_resource",
    ///     0..=0,
    ///     block("id"),
    ///     |old| Value::object([("key", old.get("id").cloned().unwrap_or(Value::null(Type::String)))]),
    /// );
    /// # let _ = trigger;
    /// ```
    pub fn moved_from(
        self,
        type_name: impl Into<String>,
        versions: impl RangeBounds<i64>,
        block: Block,
        convert: impl Fn(Value) -> Result<Value, crate::Error> + Send + Sync + 'static,
    ) -> Self {
        let convert = move |state, _| convert(state);
        self.moved(type_name.into(), &versions, block, None, Box::new(convert))
    }

    /// Works like [`moved_from`](Self::moved_from), but the function also receives the identity of the object, if the
    /// object has one.
    pub fn moved_from_with_identity(
        self,
        type_name: impl Into<String>,
        versions: impl RangeBounds<i64>,
        block: Block,
        identity: Identity,
        convert: impl Fn(Value, Option<Value>) -> Result<Value, crate::Error> + Send + Sync + 'static,
    ) -> Self {
        let identity = Some(identity);
        self.moved(
            type_name.into(),
            &versions,
            block,
            identity,
            Box::new(convert),
        )
    }

    fn moved(
        mut self,
        name: String,
        versions: &impl RangeBounds<i64>,
        block: Block,
        identity: Option<Identity>,
        convert: ConvertMoved,
    ) -> Self {
        let (min, max) = ends(versions);
        let min_version = min.map_or(0, |min| min.try_into().unwrap_or(i64::MAX));
        let max_version = max.map_or(i64::MAX, |max| max.try_into().unwrap_or(i64::MIN));
        self.moves.push(Moved {
            name,
            min_version,
            max_version,
            block,
            identity,
            convert,
        });
        self
    }

    /// Adds the nested block `timeouts`, which has an optional attribute for the time limit of each of the given
    /// operations. A handler can use [`Context::is_cancelled`](crate::provider::Context::is_cancelled) and similar
    /// methods to check whether its time limit has been exceeded. See [`timeouts!`](macro@crate::timeouts).
    ///
    /// # Examples
    ///
    /// ```
    /// use std::time::Duration;
    /// use tfvalue::provider::{Description, Operation};
    /// use tfvalue::schema::{Block, Schema};
    ///
    /// let server = Description::new(Schema::new(Block::new()))
    ///     .timeouts([(Operation::Create, Duration::from_secs(20 * 60))]);
    /// assert!(server.schema().block.block_type("timeouts").is_some());
    /// ```
    pub fn timeouts(mut self, limits: impl IntoIterator<Item = (Operation, Duration)>) -> Self {
        let mut attributes = Vec::new();
        for (operation, limit) in limits {
            let name = operation.name();
            let path = format!("{TIMEOUTS}.{name}");
            self = self.rules(
                path,
                Rules::new().time_limit(crate::provider::context::limit::text(limit)),
            );
            attributes.push(Attribute::new(name, Type::String).optional().description(
                "The time limit of the operation, such as `30s` or `2h45m`. The units are `h`, `m`, `s` and `ms`.",
            ));
        }
        let block = Block::new().attributes(attributes);
        let block = NestedBlock::new(TIMEOUTS, Nesting::Single, block);
        self.schema.block = self.schema.block.block_types([block]);
        self
    }
}
