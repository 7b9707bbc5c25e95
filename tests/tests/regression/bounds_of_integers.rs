//! A number that an integer type cannot represent was reported with the bounds of the type, such as `i64`, although the
//! annotation had narrower bounds.

use std::collections::BTreeMap;

use tfvalue::{Attr, TfSchema, json};

type Counts = Attr<BTreeMap<String, Attr<i128>>>;

#[derive(TfSchema)]
struct Pet {
    #[tf(optional, range = 1..=1048576)]
    length: Attr<i64>,
    #[tf(optional, range = 1..)]
    open: Attr<u16>,
    #[tf(optional, range = ..10)]
    below: Attr<i8>,
    #[tf(optional, one_of = [1, 2])]
    one_of: Attr<u64>,
    #[tf(optional, each(range = 1..=9))]
    list: Attr<Vec<Attr<u8>>>,
    #[tf(optional, each(each(range = 1..=9)))]
    lists: Attr<Vec<Counts>>,
    #[tf(optional, range = 1..)]
    large: Attr<u128>,
    #[tf(optional, sensitive, range = 1..=9)]
    secret: Attr<u8>,
    #[tf(optional)]
    free: Attr<u8>,
    #[tf(optional, conflicts_with = "free", range = 1..=9)]
    related: Attr<u8>,
}

fn faults(config: &str) -> Vec<String> {
    let config = json::value_from_slice(config.as_bytes(), &Pet::schema().implied_type()).unwrap();
    let error = Pet::from_config(&config).err();
    let faults = error.iter().flat_map(tfvalue::Error::faults);
    faults.map(ToString::to_string).collect()
}

#[test]
fn errors_name_the_bounds_of_the_annotation() {
    let config = r#"{"length": 3.5, "open": 0.5, "below": -1000, "one_of": 1.5, "list": [1, 2.5, 300],
        "lists": [{"a": 0.1}], "secret": 1.5, "free": 1.5, "related": null}"#;
    assert_eq!(
        faults(config),
        [
            "below: a whole number from -128 to 9 is required, got -1000",
            "free: a whole number from 0 to 255 is required, got 1.5",
            "length: a whole number from 1 to 1048576 is required, got 3.5",
            "list[1]: a whole number from 1 to 9 is required, got 2.5",
            "list[2]: a whole number from 1 to 9 is required, got 300",
            r#"lists[0]["a"]: a whole number from 1 to 9 is required, got 0.1"#,
            "one_of: one of 1 or 2 is required, got 1.5",
            "open: a whole number from 1 to 65535 is required, got 0.5",
            "secret: a whole number from 1 to 9 is required, got another number",
        ]
    );
}

/// The bounds of the type still apply to numbers that are too large for an annotation.
#[test]
fn large_numbers_are_those_of_the_type() {
    let max = u128::MAX;
    assert_eq!(faults(&format!(r#"{{"large": {max}}}"#)), [""; 0]);
    assert_eq!(
        faults(&format!(r#"{{"large": {max}0}}"#)),
        [format!(
            "large: a whole number from 0 to {max} is required, got {max}0"
        )]
    );
    assert_eq!(
        faults(r#"{"length": 1e30}"#),
        [
            "length: a whole number from 1 to 1048576 is required, got 1000000000000000000000000000000"
        ]
    );
}

/// Both faults at the same place are reported.
#[test]
fn relations_are_reported_too() {
    assert_eq!(
        faults(r#"{"free": 1, "related": 1.5}"#),
        [
            "related: conflicts with `free`: only one of them can be set",
            "related: a whole number from 1 to 9 is required, got 1.5",
        ]
    );
}
