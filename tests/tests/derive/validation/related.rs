//! Constraints between members, and functions of structs.

use tfvalue::tfplugin6::DynamicValue;
use tfvalue::{Attr, Error, TfSchema, Unknown, types::Refinements};

use super::faults;

#[derive(TfSchema, Default)]
#[tf(kind = resource)]
struct Server {
    #[tf(optional, conflicts_with = "b, disk")]
    a: Attr<String>,
    #[tf(optional)]
    b: Attr<String>,
    #[tf(optional, exactly_one_of = "d, network")]
    c: Attr<String>,
    #[tf(optional)]
    d: Attr<String>,
    #[tf(optional, required_with = "f, g")]
    e: Attr<String>,
    #[tf(optional)]
    f: Attr<String>,
    #[tf(optional)]
    g: Attr<String>,
    #[tf(block, at_least_one_of = "b, f")]
    disk: Unknown<Vec<Disk>>,
    #[tf(block)]
    network: Option<Disk>,
}

#[derive(TfSchema)]
struct Disk {
    #[tf(optional)]
    size: Attr<i64>,
}

fn config(server: &Server) -> Vec<String> {
    let config = DynamicValue::encode(server).unwrap();
    match config.decode_config::<Server>() {
        Ok(_) => Vec::new(),
        Err(error) => error.faults().map(ToString::to_string).collect(),
    }
}

/// A configuration without faults.
fn valid() -> Server {
    Server {
        b: "b".into(),
        c: "c".into(),
        ..Server::default()
    }
}

fn disk() -> Disk {
    Disk { size: Attr::null() }
}

#[test]
fn valid_configurations() {
    assert!(config(&valid()).is_empty());
    let server = Server {
        c: Attr::null(),
        network: Some(disk()),
        ..valid()
    };
    assert!(config(&server).is_empty());
    let server = Server {
        e: "e".into(),
        f: "f".into(),
        g: "g".into(),
        ..valid()
    };
    assert!(config(&server).is_empty());
}

#[test]
fn conflicts() {
    let server = Server {
        a: "a".into(),
        disk: vec![disk()].into(),
        ..valid()
    };
    assert_eq!(
        config(&server),
        ["a: conflicts with `b` and `disk`: only one of them can be set"]
    );
    // An empty collection of blocks counts as not set, and unknown values may turn out to be null.
    let server = Server {
        a: "a".into(),
        b: Attr::unknown(),
        ..valid()
    };
    assert!(config(&server).is_empty());
    let server = Server {
        a: Attr::unknown(),
        ..valid()
    };
    assert!(config(&server).is_empty());
    let b = Attr::refined(Refinements::new().not_null());
    let server = Server {
        a: "a".into(),
        b,
        ..valid()
    };
    assert_eq!(
        config(&server),
        ["a: conflicts with `b`: only one of them can be set"]
    );
}

#[test]
fn exactly_one() {
    let server = Server {
        c: Attr::null(),
        ..valid()
    };
    assert_eq!(
        config(&server),
        ["c: exactly one of `c`, `d` or `network` is required, got none"]
    );
    let server = Server {
        d: "d".into(),
        network: Some(disk()),
        ..valid()
    };
    assert_eq!(
        config(&server),
        ["c: exactly one of `c`, `d` or `network` is required, got `c`, `d` and `network`"]
    );
    let server = Server {
        c: Attr::unknown(),
        ..valid()
    };
    assert!(config(&server).is_empty());
    let server = Server {
        c: Attr::unknown(),
        d: "d".into(),
        ..valid()
    };
    assert!(config(&server).is_empty());
    // If two members are set, there is a fault regardless of the value of the third member.
    let server = Server {
        c: Attr::unknown(),
        d: "d".into(),
        network: Some(disk()),
        ..valid()
    };
    assert_eq!(
        config(&server),
        ["c: exactly one of `c`, `d` or `network` is required, got `d` and `network`"]
    );
}

#[test]
fn at_least_one() {
    let server = Server {
        b: Attr::null(),
        ..valid()
    };
    assert_eq!(
        config(&server),
        ["disk: at least one of `disk`, `b` or `f` is required, got none"]
    );
    let server = Server {
        b: Attr::unknown(),
        ..valid()
    };
    assert!(config(&server).is_empty());
    let server = Server {
        b: Attr::null(),
        disk: Unknown::unknown(),
        ..valid()
    };
    assert!(config(&server).is_empty());
    let server = Server {
        b: Attr::null(),
        disk: vec![disk()].into(),
        ..valid()
    };
    assert!(config(&server).is_empty());
}

#[test]
fn required_with() {
    let server = Server {
        e: "e".into(),
        f: Attr::unknown(),
        ..valid()
    };
    assert_eq!(config(&server), ["e: requires `g`, which must be set"]);
    let server = Server {
        e: "e".into(),
        ..valid()
    };
    assert_eq!(
        config(&server),
        ["e: requires `f` and `g`, which must be set"]
    );
    let server = Server {
        e: Attr::unknown(),
        ..valid()
    };
    assert!(config(&server).is_empty());
}

#[derive(TfSchema)]
#[tf(kind = resource, check = check_range)]
struct Range {
    #[tf(optional)]
    min: Attr<i64>,
    #[tf(optional)]
    max: Attr<i64>,
    #[tf(optional)]
    inner: Attr<Inner>,
    #[tf(block)]
    rule: Unknown<Vec<Inner>>,
    #[tf(block, check = one_rule)]
    rules: Unknown<Vec<Inner>>,
}

#[derive(TfSchema)]
#[tf(check = check_inner)]
struct Inner {
    #[tf(optional)]
    first: Attr<String>,
    #[tf(optional, sensitive)]
    second: Attr<String>,
}

fn check_range(range: &Range) -> Result<(), Vec<Error>> {
    let mut faults = Vec::new();
    if let (Some(min), Some(max)) = (range.min.value(), range.max.value())
        && min > max
    {
        faults.push(Error::msg("it is above the maximum").at("min"));
        faults.push(Error::msg("it is below the minimum").at("max"));
    }
    if faults.is_empty() {
        Ok(())
    } else {
        Err(faults)
    }
}

fn check_inner(inner: &Inner) -> Result<(), String> {
    if inner.first == inner.second {
        return Err("both are the same".to_owned());
    }
    Ok(())
}

fn one_rule(rules: &[Inner]) -> Result<(), &'static str> {
    match rules {
        [] | [_] => Ok(()),
        _ => Err("too many"),
    }
}

#[test]
fn functions_of_structs() {
    let same = r#"{"first": "a", "second": "a"}"#;
    let other = r#"{"first": "a", "second": "b"}"#;
    let config = format!(
        r#"{{"min": 2, "max": 1, "inner": {same}, "rule": [{other}, {same}], "rules": [{other}, {other}]}}"#
    );
    assert_eq!(
        faults::<Range>(&config),
        [
            "inner: both are the same",
            "max: it is below the minimum",
            "min: it is above the maximum",
            "rule[1]: both are the same",
            "rules: too many",
        ]
    );
    let config = r#"{"min": 1, "max": 2, "inner": null, "rule": [], "rules": []}"#;
    assert!(faults::<Range>(config).is_empty());
}

#[test]
fn functions_see_no_objects_that_do_not_fit() {
    let config = r#"{"min": 1.5, "max": 1, "inner": null, "rule": [], "rules": []}"#;
    assert_eq!(faults::<Range>(config).len(), 1);
}
