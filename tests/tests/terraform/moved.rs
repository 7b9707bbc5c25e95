//! Moves between resource types preserve the private data.

use std::sync::Mutex;

use tfvalue::provider::{Context, Provider, Resource};
use tfvalue::{Attr, Diagnostics, Path, TfSchema};
use tfvalue_testing::Harness;
use tfvalue_testing::acceptance::{Case, Product, Program, Step};
use tfvalue_tests::no_config::NoConfig;

/// The types of the objects that were deleted.
static DELETED: Mutex<Vec<&str>> = Mutex::new(Vec::new());

/// The old type, which keeps a token in its private data.
#[derive(TfSchema)]
#[tf(kind = resource, identity = OldId)]
struct Old {
    #[tf(required)]
    title: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = identity)]
struct OldId {
    #[tf(required)]
    title: String,
}

impl Resource for Old {
    const NAME: &'static str = "old";
    type Client = ();

    async fn create(plan: Self, context: &mut Context<()>) -> Result<Self, Diagnostics> {
        context.set_private("token", "t-1")?;
        Ok(plan)
    }

    async fn read(state: Self, _: &mut Context<()>) -> Result<Option<Self>, Diagnostics> {
        Ok(Some(state))
    }

    async fn delete(_: Self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        DELETED.lock().unwrap().push("old");
        Ok(())
    }
}

/// The new type, which exposes the token.
#[derive(TfSchema, Default)]
#[tf(
    kind = resource,
    identity = NewId,
    moved_from("keep_old" = (Old, Option<OldId>), "other_old" = (Old, Option<OldId>)),
)]
struct New {
    #[tf(required)]
    name: Attr<String>,
    #[tf(computed, keep)]
    token: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = identity)]
struct NewId {
    #[tf(required)]
    name: String,
}

impl TryFrom<(Old, Option<OldId>)> for New {
    type Error = tfvalue::Error;

    fn try_from((old, identity): (Old, Option<OldId>)) -> Result<Self, Self::Error> {
        // Terraform before 1.12 does not support identities.
        if identity.is_some_and(|identity| old.title != identity.title.as_str()) {
            return Err(tfvalue::Error::msg(
                "this is the identity of another object",
            ));
        }
        Ok(New {
            name: old.title,
            ..New::default()
        })
    }
}

impl Resource for New {
    const NAME: &'static str = "new";
    type Client = ();

    async fn create(mut plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        plan.token.set("new");
        Ok(plan)
    }

    async fn read(mut state: Self, context: &mut Context<()>) -> Result<Option<Self>, Diagnostics> {
        if state.token.is_null() {
            state.token = context.private::<String>("token")?.into();
        }
        Ok(Some(state))
    }

    async fn update(_: Self, plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        Ok(plan)
    }

    async fn delete(_: Self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        DELETED.lock().unwrap().push("new");
        Ok(())
    }
}

fn provider(name: &str) -> Provider<()> {
    Provider::new::<NoConfig>(name)
        .resource::<Old>()
        .resource::<New>()
}

/// OpenTofu keeps the identity of the old type.
#[test]
fn private_data_is_kept_in_a_move_under_terraform() {
    if Program::find().is_none_or(|program| program.product != Product::Terraform) {
        return;
    }
    let new = r#"
        resource "keep_new" "b" { name = "x" }
        moved {
          from = keep_old.a
          to   = keep_new.b
        }"#;
    Case::new("a move", provider("keep"))
        .since(Product::Terraform, 1, 8)
        .step(Step::apply(r#"resource "keep_old" "a" { title = "x" }"#))
        .step(Step::apply(new).check_state(|state| {
            state.resource("keep_new.b").has("token", "t-1");
        }))
        .check_destroyed(|_| assert_eq!(*DELETED.lock().unwrap(), ["new"]))
        .run();
}

#[test]
fn a_harness_moves_an_object_with_its_private_data() {
    let [harness, other] = ["keep", "other"].map(|name| {
        let harness = Harness::new(provider(name));
        harness.configure("{}").succeeds();
        harness
    });
    let address = "registry.terraform.io/example/keep";
    let mut old = harness.resource("keep_old");
    old.apply(r#"{"title": "x"}"#).created();
    let mut new = harness.resource("keep_new");
    new.move_object(&old, address).succeeds();
    assert_eq!(new.refresh().succeeds().state::<New>().token, "t-1");
    new.apply(r#"{"name": "x"}"#).unchanged();

    // The private data that another provider stored is meaningless to this provider.
    let mut old = other.resource("other_old");
    old.apply(r#"{"title": "x"}"#).created();
    let mut new = harness.resource("keep_new");
    new.move_object(&old, "registry.terraform.io/example/other")
        .succeeds();
    assert!(new.private().is_empty());
    assert!(new.refresh().succeeds().state::<New>().token.is_null());

    let mut unknown = harness.resource("keep_old");
    let text = "cannot be moved to this resource type";
    unknown.move_object(&new, address).fails(Path::root(), text);
}
