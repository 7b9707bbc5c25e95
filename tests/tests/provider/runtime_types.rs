//! Types that are described at run time.

use std::collections::BTreeMap;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Mutex;
use std::time::Duration;

use tfvalue::provider::{
    Context, Description, DynamicDataSource, DynamicEphemeralResource, DynamicFunction,
    DynamicResource, Opened, Operation, Provider, Rules,
};
use tfvalue::schema::{
    Attribute, Block, Function, Identity, IdentityAttribute, NestedBlock, NestedType, Nesting,
    Parameter, Schema,
};
use tfvalue::{Diagnostics, Error, Type, Value};
use tfvalue_testing::Harness;
use tfvalue_tests::no_config::NoConfig;

/// Objects in memory, by ID.
#[derive(Default)]
struct Store(Mutex<BTreeMap<String, Value>>);

/// The objects of one kind.
pub(crate) struct Objects {
    store: Store,
    describe: fn() -> Description,
}

impl Objects {
    pub(crate) fn new(describe: fn() -> Description) -> Self {
        Objects {
            store: Store::default(),
            describe,
        }
    }

    pub(crate) fn provider(self) -> Provider<()> {
        Provider::new::<NoConfig>("x").dynamic_resource("server", self)
    }
}

fn id(state: &Value) -> Result<String, Error> {
    let id = state.get("id").and_then(Value::as_str);
    id.map(str::to_owned)
        .ok_or_else(|| Error::msg("no ID").at("id"))
}

impl DynamicResource for Objects {
    type Client = ();

    fn describe(&self) -> Description {
        (self.describe)()
    }

    async fn create(&self, plan: Value, _: &mut Context<()>) -> Result<Value, Diagnostics> {
        let mut objects = self.store.0.lock().unwrap();
        let id = format!("srv-{}", objects.len() + 1);
        let state = completed(plan.with("id", id.as_str())?)?;
        objects.insert(id, state.clone());
        Ok(state)
    }

    async fn read(&self, state: Value, _: &mut Context<()>) -> Result<Option<Value>, Diagnostics> {
        Ok(self.store.0.lock().unwrap().get(&id(&state)?).cloned())
    }

    async fn update(
        &self,
        _: Value,
        plan: Value,
        _: &mut Context<()>,
    ) -> Result<Value, Diagnostics> {
        let state = completed(plan)?;
        self.store
            .0
            .lock()
            .unwrap()
            .insert(id(&state)?, state.clone());
        Ok(state)
    }

    async fn delete(&self, state: Value, _: &mut Context<()>) -> Result<(), Diagnostics> {
        self.store.0.lock().unwrap().remove(&id(&state)?);
        Ok(())
    }
}

/// Sets the values that the service computes.
fn completed(plan: Value) -> Result<Value, Error> {
    let text = |part: &Value| part.is_unknown() && part.ty() == Type::String;
    plan.transform(|_, part| Ok(if text(&part) { "computed".into() } else { part }))
}

fn server() -> Description {
    let disk = Block::new().attributes([
        Attribute::new("size", Type::Number).required(),
        Attribute::new("path", Type::String).computed(),
    ]);
    let network = NestedType::new(
        Nesting::Single,
        [
            Attribute::new("zone", Type::String).optional().computed(),
            Attribute::new("address", Type::String).computed(),
        ],
    );
    let block = Block::new()
        .attributes([
            Attribute::new("id", Type::String).computed(),
            Attribute::new("name", Type::String).required(),
            Attribute::new("size", Type::String).optional().computed(),
            Attribute::new("token", Type::String).optional().sensitive(),
            Attribute::new("policy", Type::String).optional(),
            Attribute::new("network", network).optional(),
            Attribute::new("revision", Type::String).computed(),
        ])
        .block_types([NestedBlock::new("disk", Nesting::List, disk)]);
    Description::new(Schema::new(block))
        .rules("id", Rules::new().keep())
        .rules("name", Rules::new().replace().length(1..=8))
        .rules(
            "size",
            Rules::new().default("small").one_of(["small", "large"]),
        )
        .rules("policy", Rules::new().same_as(tfvalue::plan::same_as::json))
        .rules("network.zone", Rules::new().default("eu"))
        .rules(
            "network.address",
            Rules::new()
                .keep_unless_changed(["zone"])
                .promise_prefix("comp"),
        )
        .rules("disk", Rules::new().pair_by(["size"]))
        .rules("disk.size", Rules::new().range(1..=10))
        .rules("disk.path", Rules::new().keep())
        .import_id("id")
}

fn harness(describe: fn() -> Description) -> Harness<()> {
    let provider = Objects::new(describe).provider();
    provider.schemas().unwrap();
    let harness = Harness::new(provider);
    harness.configure("{}").succeeds();
    harness
}

fn at<'a>(value: &'a Value, path: &str) -> &'a Value {
    value.lookup(&path.parse().unwrap()).unwrap()
}

#[test]
fn a_resource_has_the_rules_of_its_description() {
    let harness = harness(server);
    let mut server = harness.resource("x_server");
    let config = |name: &str, size: &str, policy: &str| {
        let policy = serde_json::Value::from(policy);
        format!(
            r#"{{"name": {name:?}, "size": {size}, "network": {{}}, "policy": {policy}, "disk": [{{"size": 1}}, {{"size": 2}}]}}"#
        )
    };
    let created = server.apply(config("web", "null", r#"{"a": 1}"#)).created();
    assert!(at(&created.planned, "network.address").is_unknown());
    let prefix = at(&created.planned, "network.address").refinements();
    assert!(prefix.unwrap().known_prefix().is_some());
    assert_eq!(*at(&created.value, "size"), "small".into());
    assert_eq!(*at(&created.value, "network.zone"), "eu".into());
    assert_eq!(*at(&created.value, "id"), "srv-1".into());
    server
        .apply(config("web", "null", r#"{"a": 1}"#))
        .unchanged();

    // An update keeps the values that a `keep` rule covers.
    let updated = server
        .apply(config("web", "\"large\"", r#"{"a": 1}"#))
        .updated();
    assert_eq!(*at(&updated.planned, "id"), "srv-1".into());
    assert_eq!(*at(&updated.planned, "network.address"), "computed".into());
    assert_eq!(*at(&updated.planned, "disk[0].path"), "computed".into());
    assert!(at(&updated.planned, "revision").is_unknown());
    let id = at(
        &server.apply(config("mail", "null", "{}")).replaced().value,
        "id",
    )
    .clone();
    assert_eq!(id, "srv-1".into()); // the first one is deleted before

    server
        .apply(config("much too long", "null", "{}"))
        .fails("name", "1 to 8 characters");
    server
        .apply(config("mail", "\"huge\"", "{}"))
        .fails("size", r#"one of "small" or "large" is required"#);
    server
        .apply(r#"{"name": "mail", "disk": [{"size": 11}]}"#)
        .fails("disk[0].size", "a number from 1 to 10");
    server.destroy().destroyed();
}

#[test]
fn objects_are_imported_by_their_description() {
    let harness = harness(server);
    let config = r#"{"name": "web", "disk": []}"#;
    harness.resource("x_server").apply(config).created();
    let mut other = harness.resource("x_server");
    let imported = other.import("srv-1").succeeds();
    assert_eq!(*at(&imported.value, "name"), "web".into());
    other.apply(config).unchanged();
}

/// A schema with version 1; in version 0, the size was a string.
fn versioned() -> Description {
    let block = |size: Type| {
        Block::new().attributes([
            Attribute::new("id", Type::String).computed(),
            Attribute::new("size", size).required(),
        ])
    };
    let identity = Identity::new([IdentityAttribute::required("id", Type::String)]);
    Description::new(Schema::new(block(Type::Number)).version(1))
        .rules("id", Rules::new().keep())
        .identity(identity)
        .upgrade(0, block(Type::String), |old| {
            let size = old.get("size").and_then(Value::as_str).unwrap_or("0");
            let size: i64 = size.parse().map_err(|error| Error::msg(error).at("size"))?;
            old.with("size", size)
        })
}

#[test]
fn states_are_upgraded() {
    let harness = harness(versioned);
    harness
        .resource("x_server")
        .apply(r#"{"size": 4}"#)
        .created();
    let mut server = harness.resource("x_server");
    let upgraded = server
        .upgrade(0, r#"{"id": "srv-1", "size": "4"}"#)
        .succeeds();
    assert_eq!(*at(&upgraded.value, "size"), 4.into());
    server
        .upgrade(0, r#"{"id": "srv-1", "size": "x"}"#)
        .fails("size", "invalid digit");
    server
        .upgrade(2, r#"{"id": "srv-1", "size": 4}"#)
        .fails(tfvalue::Path::root(), "a newer version of the provider");
    let mut other = harness.resource("x_server");
    let imported = other.import_identity(r#"{"id": "srv-1"}"#).succeeds();
    assert_eq!(*at(&imported.value, "size"), 4.into());
}

fn faulty() -> Description {
    let block = Block::new().attributes([
        Attribute::new("id", Type::String).computed(),
        Attribute::new("name", Type::String).required(),
        Attribute::new("size", Type::Number).optional(),
    ]);
    Description::new(Schema::new(block))
        .rules("id", Rules::new().keep_unless_changed(["nome"]))
        .rules("name", Rules::new().range(1..=2))
        .rules("size", Rules::new().default("large"))
        .rules("color", Rules::new().replace())
        .import_id("/id")
}

#[test]
fn rules_that_do_not_fit_are_errors_of_the_schema() {
    let provider = Objects::new(faulty).provider();
    let error = provider.schemas().unwrap_err();
    let mut faults: Vec<_> = error.faults().map(ToString::to_string).collect();
    faults.sort();
    let place = "resource_schemas[\"x_server\"].";
    let expected = [
        "color: there are rules, but the schema has no attribute or nested block here",
        "id: there is no attribute or nested block `nome` in the same object",
        "name: `range` is only for numbers: remove it, or use `length` for the number of characters or elements",
        "size: `default` requires that the attribute is optional and computed",
    ];
    for expected in expected {
        let expected = format!("{place}{expected}");
        assert!(
            faults.contains(&expected),
            "{expected} is not in {faults:#?}"
        );
    }
    assert!(
        faults
            .iter()
            .any(|one| one.contains("the default does not fit")),
        "{faults:#?}"
    );
    assert!(
        faults.iter().any(|one| one.contains("import ID")),
        "{faults:#?}"
    );
}

/// A resource whose handlers return wrong values.
struct Careless;

impl DynamicResource for Careless {
    type Client = ();

    fn describe(&self) -> Description {
        let secret = Attribute::new("secret", Type::String)
            .optional()
            .write_only();
        let block = Block::new().attributes([
            Attribute::new("id", Type::String).computed(),
            Attribute::new("mode", Type::String).required(),
            secret,
        ]);
        Description::new(Schema::new(block)).rules("id", Rules::new().keep())
    }

    async fn create(&self, plan: Value, context: &mut Context<()>) -> Result<Value, Diagnostics> {
        match plan.get("mode").and_then(Value::as_str) {
            Some("unknown") => Ok(plan),
            Some("number") => Ok(plan.with("id", 1)?.with("mode", "number")?),
            Some("short") => Ok(Value::object([("id", "1")])?),
            _ => {
                let secret = context.config_value()?.get("secret").cloned();
                let state = plan.with("id", "1")?;
                context.save_value(&state)?;
                Ok(state.with("secret", secret.unwrap_or(Value::null(Type::String)))?)
            }
        }
    }

    async fn read(&self, state: Value, _: &mut Context<()>) -> Result<Option<Value>, Diagnostics> {
        Ok(Some(state))
    }

    async fn delete(&self, _: Value, _: &mut Context<()>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

#[test]
fn results_of_handlers_are_checked() {
    let harness = || {
        let provider = Provider::new::<NoConfig>("x").dynamic_resource("server", Careless);
        let harness = Harness::new(provider);
        harness.configure("{}").succeeds();
        harness
    };
    let apply = |mode: &str| {
        let harness = harness();
        let outcome = harness
            .resource("x_server")
            .apply(format!(r#"{{"mode": {mode:?}}}"#));
        outcome.to_string()
    };
    assert!(apply("unknown").contains("id"), "{}", apply("unknown"));
    assert!(
        apply("short").contains("`create` returned an invalid value"),
        "{}",
        apply("short")
    );
    // A write-only value is never stored, regardless of the value that the handler returns.
    let harness = harness();
    let config = r#"{"mode": "a", "secret": "hush"}"#;
    let state = harness.resource("x_server").apply(config).created().value;
    assert!(at(&state, "secret").is_null());
    assert_eq!(*at(&state, "id"), "1".into());
}

/// A data source, an ephemeral resource and a function with a prefix.
struct Prefix(&'static str);

fn prefixed() -> Description {
    let block = Block::new().attributes([
        Attribute::new("name", Type::String).optional().computed(),
        Attribute::new("text", Type::String).computed(),
    ]);
    Description::new(Schema::new(block)).rules("name", Rules::new().default("you").length(..=5))
}

impl Prefix {
    fn text(&self, config: &Value) -> Result<Value, Error> {
        let name = config.get("name").and_then(Value::as_str);
        let name = name.ok_or_else(|| Error::msg("no name").at("name"))?;
        config.with("text", format!("{}{name}", self.0))
    }
}

impl DynamicDataSource for Prefix {
    type Client = ();

    fn describe(&self) -> Description {
        prefixed()
    }

    async fn read(&self, config: Value, _: &mut Context<()>) -> Result<Value, Diagnostics> {
        Ok(self.text(&config)?)
    }
}

impl DynamicEphemeralResource for Prefix {
    type Client = ();

    fn describe(&self) -> Description {
        prefixed()
    }

    async fn open(&self, config: Value, _: &mut Context<()>) -> Result<Opened<Value>, Diagnostics> {
        Ok(Opened::from(self.text(&config)?))
    }
}

impl DynamicFunction for Prefix {
    fn describe(&self) -> Function {
        let text = Parameter::new("text", Type::String);
        let more = Parameter::new("more", Type::Number);
        Function::new(Type::String)
            .parameters([text])
            .variadic_parameter(more)
    }

    async fn run(&self, arguments: Vec<Value>) -> Result<Value, Diagnostics> {
        let text = arguments[0].as_str().unwrap_or_default();
        if text.is_empty() {
            return Err(Error::msg("a text is required").at("text").into());
        }
        Ok(format!("{}{text}{}", self.0, arguments.len()).into())
    }
}

#[test]
fn data_sources_ephemeral_resources_and_functions_are_described() {
    let provider = Provider::new::<NoConfig>("x")
        .dynamic_data_source("hello", Prefix("hello "))
        .dynamic_data_source("bye", Prefix("bye "))
        .dynamic_ephemeral_resource("token", Prefix("t-"))
        .dynamic_function("prefix", Prefix("p-"));
    provider.schemas().unwrap();
    let harness = Harness::new(provider);
    harness.configure("{}").succeeds();
    let read = harness
        .data_source("x_hello", r#"{"name": null}"#)
        .succeeds();
    assert_eq!(*at(&read.value, "text"), "hello you".into());
    let read = harness
        .data_source("x_bye", r#"{"name": "Ann"}"#)
        .succeeds();
    assert_eq!(*at(&read.value, "text"), "bye Ann".into());
    harness
        .data_source("x_bye", r#"{"name": "Annabel"}"#)
        .fails("name", "at most 5 characters");
    let opened = harness
        .ephemeral_resource("x_token", r#"{"name": "a"}"#)
        .succeeds();
    assert_eq!(*at(&opened.value, "text"), "t-a".into());
    let result = harness.function("prefix", &["a".into(), 1.into(), 2.into()]);
    assert_eq!(result.unwrap(), "p-a3".into());
    let error = harness.function("prefix", &["".into()]).unwrap_err();
    assert_eq!(error.argument, Some(0));
}

/// Terraform accepts the schemas, but no configuration can contain such a name.
#[test]
fn names_that_terraform_cannot_parse_are_errors() {
    for name in ["acme.v1.disk", "my disk", "a/b", "a\"b", "a\u{a0}b"] {
        let objects = || {
            Objects::new(|| {
                let id = Attribute::new("id", Type::String).computed();
                Description::new(Schema::new(Block::new().attributes([id])))
            })
        };
        let provider = Provider::new::<NoConfig>("x").dynamic_resource(name, objects());
        let error = provider.schemas().unwrap_err().to_string();
        let full = format!("x_{name}");
        if name.is_ascii() {
            let expected =
                format!("resource_schemas[{full:?}]: an identifier is required, got {full:?}");
            assert_eq!(error, expected);
        }
        let harness = Harness::new(provider);
        let used = panic::catch_unwind(AssertUnwindSafe(|| {
            let _ = harness.resource(&full);
        }));
        let message = used.unwrap_err();
        let message = message.downcast_ref::<String>().unwrap();
        assert!(message.starts_with("GetProviderSchema: "), "{message}");

        let others = Provider::new::<NoConfig>("x")
            .dynamic_data_source(name, Prefix(""))
            .dynamic_ephemeral_resource(name, Prefix(""))
            .dynamic_function(name, Prefix(""));
        assert_eq!(others.schemas().unwrap_err().faults().count(), 3);
    }
}

#[test]
fn a_time_limit_must_be_more_than_zero() {
    let objects = Objects::new(|| {
        let id = Attribute::new("id", Type::String).computed();
        Description::new(Schema::new(Block::new().attributes([id])))
            .timeouts([(Operation::Read, Duration::from_secs(60))])
    });
    let harness = Harness::new(objects.provider());
    harness.configure("{}").succeeds();
    let mut server = harness.resource("x_server");
    for (limit, expected) in [
        (
            "-1s",
            "a duration of more than zero is required, got \"-1s\"",
        ),
        ("0s", "a duration of more than zero is required, got \"0s\""),
        ("abc", "a duration"),
    ] {
        server
            .apply(format!(r#"{{"timeouts": {{"read": "{limit}"}}}}"#).as_str())
            .fails("timeouts.read", expected);
    }
    server.apply(r#"{"timeouts": {"read": "1h"}}"#).created();
    // An older version did not check the time limit.
    server.set_stored("timeouts.read", "-1s");
    server.refresh().succeeds();
    server.apply(r#"{"timeouts": {"read": "1h"}}"#).succeeds();
    server.destroy().destroyed();
}
