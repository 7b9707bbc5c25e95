//! A constant default was not checked against the constraints of its attribute.

use tfvalue::provider::{Context, Provider, Resource};
use tfvalue::{Attr, Diagnostics, TfSchema};
use tfvalue_tests::no_config::NoConfig;

const LARGEST: i64 = 10;
const LARGE: i64 = 11;
const NAME: &str = "Web";

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Server {
    #[tf(default = LARGE, range = ..=LARGEST)]
    size: Attr<i64>,
    #[tf(default = NAME.into(), regex = "^[a-z]+$")]
    name: Attr<String>,
    #[tf(default = LARGEST, range = ..=LARGEST)]
    right: Attr<i64>,
    #[tf(default = vec!["a".into(), "".into()], each(length = 1..))]
    tags: Attr<Vec<Attr<String>>>,
    #[tf(default = LARGE, sensitive, one_of = [1, 2])]
    pin: Attr<i64>,
    #[tf(default = Disk { size: 0.into() })]
    disk: Attr<Disk>,
    #[tf(optional)]
    disks: Attr<Vec<Attr<Disk>>>,
}

#[derive(TfSchema)]
struct Disk {
    #[tf(default = 0, check = is_positive)]
    size: Attr<i64>,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // the signature of a function in `check`
fn is_positive(size: &i64) -> Result<(), String> {
    if *size > 0 {
        Ok(())
    } else {
        Err("a positive number is required".to_owned())
    }
}

impl Resource for Server {
    const NAME: &'static str = "server";
    type Client = ();

    async fn create(plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        Ok(plan)
    }

    async fn read(state: Self, _: &mut Context<()>) -> Result<Option<Self>, Diagnostics> {
        Ok(Some(state))
    }

    async fn update(_: Self, plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        Ok(plan)
    }

    async fn delete(_: Self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

#[test]
fn schemas_report_them() {
    let provider = Provider::new::<NoConfig>("test").resource::<Server>();
    let error = provider.schemas().unwrap_err();
    let faults: Vec<_> = error.faults().map(ToString::to_string).collect();
    let place = r#"resource_schemas["test_server"]"#;
    assert_eq!(
        faults,
        [
            "disk: the default is not valid: size: a positive number is required",
            "disk.size: the default is not valid: a positive number is required",
            "disks.size: the default is not valid: a positive number is required",
            "name: the default is not valid: a string that matches `^[a-z]+$` is required, got \"Web\"",
            "pin: the default is not valid: one of 1 or 2 is required, got another number",
            "size: the default is not valid: a number of at most 10 is required, got 11",
            "tags: the default is not valid: [1]: a string of at least 1 character is required, got 0 characters",
        ]
        .map(|fault| format!("{place}.{fault}"))
    );
}
