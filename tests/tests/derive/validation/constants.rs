//! Constants in constraints, and bounds at the limits of the type.

use tfvalue::{Attr, Number, TfSchema};

use super::faults;

const FEWEST: usize = 2;
const LARGEST: u16 = 100;
const SMALL: &str = "small";

mod limits {
    pub(crate) const RATIO: f64 = 0.1;
    pub(crate) const DEPTH: i8 = -3;
}

#[derive(TfSchema)]
struct Port(u16);

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Server {
    #[tf(optional, range = limits::DEPTH..=LARGEST)]
    both: Attr<i64>,
    #[tf(optional, range = -limits::DEPTH.abs()..2 * LARGEST)]
    computed: Attr<i64>,
    #[tf(optional, range = ..5 * 1024 * 1024 * 1024)]
    large: Attr<i64>,
    #[tf(optional, length = FEWEST..=Server::MOST)]
    name: Attr<String>,
    #[tf(optional, range = 1..=u16::MAX)]
    port: Attr<Port>,
    #[tf(optional, range = limits::RATIO.., describe)]
    ratio: Attr<Number>,
    #[tf(optional, one_of = [SMALL, "large"])]
    size: Attr<String>,
    #[tf(optional, each(one_of = [LARGEST, 0]))]
    steps: Attr<Vec<Attr<i64>>>,
    #[tf(optional, range = 0.., describe)]
    whole: Attr<u64>,
}

impl Server {
    const MOST: u64 = 3;
}

fn server(members: &str) -> String {
    let names = [
        "both", "computed", "large", "name", "port", "ratio", "size", "steps", "whole",
    ];
    let rest = names
        .iter()
        .filter(|name| !members.contains(&format!("{name:?}:")))
        .map(|name| format!(", {name:?}: null"));
    format!("{{{members}{}}}", rest.collect::<String>())
}

#[test]
fn constants_are_bounds_and_values() {
    let valid = server(
        r#""both": -3, "computed": 199, "large": 5368709119, "name": "abc", "port": 1, "ratio": 0.1, "size": "small", "steps": [100, 0]"#,
    );
    assert!(faults::<Server>(&valid).is_empty());
    let table = [
        (
            r#""both": 101"#,
            "both: a number from -3 to 100 is required, got 101",
        ),
        (
            r#""computed": 200"#,
            "computed: a number of at least -3 and less than 200 is required, got 200",
        ),
        (
            r#""large": 5368709120"#,
            "large: a number less than 5368709120 is required, got 5368709120",
        ),
        (
            r#""name": "a""#,
            "name: a string of 2 to 3 characters is required, got 1 character",
        ),
        (
            r#""port": 0"#,
            "port: a number from 1 to 65535 is required, got 0",
        ),
        (
            r#""ratio": 0.09"#,
            "ratio: a number of at least 0.1 is required, got 0.09",
        ),
        (
            r#""size": "huge""#,
            r#"size: one of "small" or "large" is required, got "huge""#,
        ),
        (
            r#""steps": [1]"#,
            "steps[0]: one of 100 or 0 is required, got 1",
        ),
    ];
    for (members, fault) in table {
        assert_eq!(faults::<Server>(&server(members)), [fault]);
    }
}

#[test]
fn descriptions_contain_the_values_of_constants() {
    let block = Server::block();
    let description = |name| block.attribute(name).unwrap().description.clone();
    assert_eq!(description("ratio"), "A number of at least 0.1.");
    assert_eq!(description("whole"), "A number of at least 0.");
}

#[derive(TfSchema)]
struct Long {
    #[tf(optional, regex = "^[a-z]{1,1000}{1,100}$")]
    name: Attr<String>,
}

/// By default, the crate `regex` rejects this expression. Previously, no configuration was valid for this reason.
#[test]
fn an_expression_that_the_derive_accepts_is_compiled() {
    assert!(faults::<Long>(r#"{"name": "abc"}"#).is_empty());
    assert_eq!(
        faults::<Long>(r#"{"name": "A"}"#),
        [r#"name: a string that matches `^[a-z]{1,1000}{1,100}$` is required, got "A""#]
    );
}

#[derive(TfSchema)]
struct Generic<T> {
    #[tf(optional, range = 1..=LARGEST, conflicts_with = "other")]
    port: Attr<u16>,
    #[tf(optional)]
    other: Attr<T>,
}

#[test]
fn structs_with_parameters_have_constants() {
    assert!(faults::<Generic<String>>(r#"{"port": 100, "other": null}"#).is_empty());
    assert_eq!(
        faults::<Generic<String>>(r#"{"port": 101, "other": null}"#),
        ["port: a number from 1 to 100 is required, got 101"]
    );
}
