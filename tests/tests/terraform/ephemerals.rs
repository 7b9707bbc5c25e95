//! Tests when ephemeral resources are renewed and closed, and which private data is used.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, SystemTime};

use tfvalue::provider::{Context, EphemeralResource, Opened, Provider, Resource};
use tfvalue::{Attr, Diagnostics, Error, TfSchema};
use tfvalue_testing::acceptance::{Case, Product, Program, Step};
use tfvalue_tests::no_config::NoConfig;

/// The calls for each test, keyed by the name of the test.
static CALLS: Mutex<BTreeMap<String, Vec<String>>> = Mutex::new(BTreeMap::new());

fn all() -> MutexGuard<'static, BTreeMap<String, Vec<String>>> {
    CALLS.lock().unwrap()
}

fn calls(test: &str) -> Vec<String> {
    all().get(test).cloned().unwrap_or_default()
}

fn add(test: &str, call: String) {
    all().entry(test.to_owned()).or_default().push(call);
}

/// Returns the calls since a resource was last opened.
fn since_opened(test: &str) -> Vec<String> {
    let calls = calls(test);
    let last = calls.iter().rposition(|call| call == "open").unwrap_or(0);
    calls[last..].to_vec()
}

/// A token that is renewed immediately.
#[derive(TfSchema)]
#[tf(kind = ephemeral)]
struct Token {
    #[tf(required)]
    test: Attr<String>,
    #[tf(computed)]
    token: Attr<String>,
}

impl EphemeralResource for Token {
    const NAME: &'static str = "token";
    type Client = ();

    async fn open(
        mut config: Self,
        context: &mut Context<()>,
    ) -> Result<Opened<Self>, Diagnostics> {
        let test = config.test.require("test")?;
        add(test, "open".to_owned());
        context.set_private("test", test)?;
        context.set_private("by", "open")?;
        config.token.set("t");
        Ok(Opened::from(config).renew_at(SystemTime::now()))
    }

    async fn renew(context: &mut Context<()>) -> Result<Option<SystemTime>, Diagnostics> {
        let test: String = context.private("test")?.unwrap_or_default();
        let by: String = context.private("by")?.unwrap_or_default();
        context.set_private("by", "renew")?;
        add(&test, format!("renew with {by}"));
        if test == "renew" {
            return Err(Error::msg("this renewal is not possible").into());
        }
        Ok(None)
    }

    async fn close(context: &mut Context<()>) -> Result<(), Diagnostics> {
        let test: String = context.private("test")?.unwrap_or_default();
        let by: String = context.private("by")?.unwrap_or_default();
        add(&test, format!("close with {by}"));
        Ok(())
    }
}

/// An object that is created after the token was renewed.
#[derive(TfSchema)]
#[tf(kind = resource)]
struct Job {
    #[tf(required)]
    test: Attr<String>,
    #[tf(optional, write_only)]
    token: Attr<String>,
}

impl Resource for Job {
    const NAME: &'static str = "job";
    type Client = ();

    async fn create(plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        let test = plan.test.require("test")?;
        for _ in 0..600 {
            let calls = since_opened(test);
            if calls.iter().any(|call| call.starts_with("renew")) {
                break;
            }
            thread::sleep(Duration::from_millis(50));
        }
        if test == "fails" {
            return Err(Error::msg("this job is not possible").into());
        }
        Ok(plan)
    }

    async fn read(state: Self, _: &mut Context<()>) -> Result<Option<Self>, Diagnostics> {
        Ok(Some(state))
    }

    async fn delete(_: Self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

/// Returns a case, or `None` if no installed program supports ephemeral resources and write-only attributes.
fn case(test: &str) -> Option<Case> {
    let program = Program::find()?;
    if program.version < (1, 11) {
        return None;
    }
    let provider = Provider::new::<NoConfig>("life")
        .ephemeral_resource::<Token>()
        .resource::<Job>();
    Some(Case::new(test, provider))
}

fn config(test: &str) -> String {
    format!(
        r#"
ephemeral "life_token" "a" {{
  test = "{test}"
}}
resource "life_job" "a" {{
  test  = "{test}"
  token = ephemeral.life_token.a.token
}}
"#
    )
}

/// Returns `true` if the program under test is Terraform.
fn is_terraform() -> bool {
    Program::find().is_some_and(|program| program.product == Product::Terraform)
}

/// Terraform closes the resource with the private data that `open` stored; OpenTofu uses the private data that `renew`
/// stored.
#[test]
fn the_private_data_of_close_depends_on_the_program() {
    let Some(case) = case("closes") else { return };
    case.step(Step::apply(config("closes"))).run();
    let by = if is_terraform() { "open" } else { "renew" };
    let calls = calls("closes");
    let last = format!("close with {by}");
    let expected = ["open", "renew with open", last.as_str()];
    assert!(calls.windows(3).any(|three| three == expected), "{calls:?}");
}

/// The guide describes this behavior.
#[test]
fn terraform_does_not_close_after_a_failed_apply() {
    let Some(case) = case("fails").filter(|_| is_terraform()) else {
        return;
    };
    // The case opens nothing when it ends, because nothing remains to be destroyed.
    case.step(Step::apply(config("fails")).fails("", "this job is not possible"))
        .run();
    assert_eq!(since_opened("fails"), ["open", "renew with open"]);
}

/// The guide describes this behavior.
#[test]
fn terraform_does_not_show_errors_of_renew() {
    let Some(case) = case("renew").filter(|_| is_terraform()) else {
        return;
    };
    case.step(Step::apply(config("renew"))).run();
    let calls = calls("renew");
    let expected = ["renew with open", "close with open"];
    assert!(calls.windows(2).any(|two| two == expected), "{calls:?}");
}
