//! Rules in a description that need more than one attribute or more than one call.

use std::time::{Duration, Instant};

use tfvalue::provider::{Context, Description, DynamicResource, Operation, Provider, Rules};
use tfvalue::schema::{Attribute, Block, Schema};
use tfvalue::{Diagnostics, Error, Path, Type, Value};
use tfvalue_testing::{Harness, Lint};
use tfvalue_tests::no_config::NoConfig;

/// An account that returns the values that it receives.
struct Account(fn() -> Description);

impl DynamicResource for Account {
    type Client = ();

    fn describe(&self) -> Description {
        (self.0)()
    }

    async fn create(&self, plan: Value, context: &mut Context<()>) -> Result<Value, Diagnostics> {
        if plan.get("name").and_then(Value::as_str) == Some("slow") {
            let left = context.deadline().map(|end| end - Instant::now());
            let minutes = left.map(|left| left.as_secs().div_ceil(60));
            return Err(Error::msg(format!("{minutes:?} minutes are left")).into());
        }
        known(plan)
    }

    async fn read(&self, state: Value, _: &mut Context<()>) -> Result<Option<Value>, Diagnostics> {
        Ok(Some(state))
    }

    async fn update(
        &self,
        _: Value,
        plan: Value,
        _: &mut Context<()>,
    ) -> Result<Value, Diagnostics> {
        known(plan)
    }

    async fn delete(&self, _: Value, _: &mut Context<()>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

fn known(plan: Value) -> Result<Value, Diagnostics> {
    let unknown = |part: &Value| part.is_unknown() && part.ty() == Type::Number;
    Ok(plan.transform(|_, part| Ok(if unknown(&part) { 1.into() } else { part }))?)
}

fn harness(describe: fn() -> Description) -> Harness<()> {
    let provider = Provider::new::<NoConfig>("x").dynamic_resource("account", Account(describe));
    provider.schemas().unwrap();
    // An account exists only in the state.
    let harness = Harness::new(provider).allow(Lint::NotDeleted, Path::root());
    harness.configure("{}").succeeds();
    harness
}

fn optional(names: &[&'static str]) -> Block {
    let names = names.iter().copied();
    Block::new().attributes(names.map(|name| Attribute::new(name, Type::String).optional()))
}

#[test]
fn time_limits_are_described() {
    let harness = harness(|| {
        Description::new(Schema::new(optional(&["name"]))).timeouts([
            (Operation::Create, Duration::from_secs(20 * 60)),
            (Operation::Delete, Duration::from_secs(90)),
        ])
    });
    let mut account = harness.resource("x_account");
    account
        .apply(r#"{"name": "slow"}"#)
        .fails(Path::root(), "Some(20) minutes are left");
    account
        .apply(r#"{"name": "slow", "timeouts": {"create": "3m"}}"#)
        .fails(Path::root(), "Some(3) minutes are left");
    account
        .apply(r#"{"timeouts": {"create": "abc"}}"#)
        .fails("timeouts.create", "");
    account
        .apply(r#"{"name": "a", "timeouts": {"delete": "1m"}}"#)
        .created();
    account.destroy().destroyed();
}

#[test]
fn changes_of_write_only_values_are_counted() {
    let harness = harness(|| {
        let block = Block::new().attributes([
            Attribute::new("password", Type::String)
                .optional()
                .write_only(),
            Attribute::new("revision", Type::Number).computed(),
        ]);
        Description::new(Schema::new(block))
            .rules("password", Rules::new().fingerprint("revision"))
            .rules("revision", Rules::new().keep())
    });
    let mut account = harness.resource("x_account");
    let revision = |outcome: tfvalue_testing::Outcome| outcome.value.get("revision").cloned();
    let first = revision(account.apply(r#"{"password": "first-one"}"#).created());
    account.apply(r#"{"password": "first-one"}"#).unchanged();
    let second = revision(account.apply(r#"{"password": "second-one"}"#).updated());
    assert_ne!(first, second);
    account.apply(r#"{"password": "second-one"}"#).unchanged();
}

#[test]
fn edits_of_the_spelling_are_hidden() {
    let harness = harness(|| {
        Description::new(Schema::new(optional(&["policy", "shown"])))
            .rules(
                "policy",
                Rules::new()
                    .same_as(tfvalue::plan::same_as::json)
                    .hide_edits(),
            )
            .rules("shown", Rules::new().same_as(tfvalue::plan::same_as::json))
    });
    let mut account = harness.resource("x_account");
    account
        .apply(r#"{"policy": "{\"a\":1}", "shown": "{\"a\":1}"}"#)
        .created();
    let hidden = account
        .apply(r#"{"policy": "{ \"a\": 1 }", "shown": "{\"a\":1}"}"#)
        .unchanged();
    assert_eq!(hidden.value.get("policy"), Some(&r#"{"a":1}"#.into()));
    account
        .apply(r#"{"policy": "{\"a\":1}", "shown": "{ \"a\": 1 }"}"#)
        .updated();
    account
        .apply(r#"{"policy": "{\"a\":2}", "shown": "{ \"a\": 1 }"}"#)
        .updated();
}

#[test]
fn relations_are_described() {
    let harness = harness(|| {
        let block = optional(&["a", "b", "c", "d", "key", "file", "old"])
            .attributes([Attribute::new("new", Type::String).optional().write_only()]);
        Description::new(Schema::new(block))
            .rules("a", Rules::new().conflicts_with(["b"]))
            .rules("c", Rules::new().required_with(["d"]))
            .rules("key", Rules::new().exactly_one_of(["file"]))
            .rules("d", Rules::new().at_least_one_of(["a", "b"]))
            .rules("old", Rules::new().prefer_write_only(["new"]))
    });
    let mut account = harness.resource("x_account");
    let mut fails = |config: &str, path: &'static str, text: &str| {
        account.apply(config).fails(path, text);
    };
    let (one, group) = (
        "conflicts with `b`: only one",
        "exactly one of `key` or `file`",
    );
    fails(r#"{"a": "1", "b": "1", "key": "1"}"#, "a", one);
    fails(
        r#"{"a": "1", "c": "1", "key": "1"}"#,
        "c",
        "requires `d`, which must be set",
    );
    fails(r#"{"a": "1"}"#, "key", group);
    fails(r#"{"a": "1", "key": "1", "file": "1"}"#, "key", group);
    fails(r#"{"key": "1"}"#, "d", "at least one of `d`, `a` or `b`");
    let outcome = account.apply(r#"{"b": "1", "c": "1", "d": "1", "file": "1", "old": "1"}"#);
    outcome.warns("old", "`new`").created();
}
