//! Errors and warnings that functions of a provider return.

use tfvalue::tfplugin6::{self, DynamicValue};
use tfvalue::{Attr, Diagnostic, Diagnostics, Error, TfSchema, Unknown, errors::Severity};

#[derive(TfSchema)]
#[tf(kind = resource, check = check_server)]
struct Server {
    #[tf(required, check = check_name)]
    name: Attr<String>,
    #[tf(optional, sensitive, check = check_token)]
    token: Attr<String>,
    #[tf(optional)]
    size: Attr<i64>,
    #[tf(block)]
    disk: Unknown<tfvalue::Set<Disk>>,
}

#[derive(TfSchema)]
struct Disk {
    #[tf(required, check = check_name)]
    name: Attr<String>,
}

fn check_name(name: &str) -> Diagnostics {
    match name {
        "old" => Diagnostic::warning("Old name", "Choose a new one.").into(),
        "" => Diagnostic::error("Empty name", "A name is required.").into(),
        _ => Diagnostics::new(),
    }
}

fn check_token(token: &str) -> Diagnostics {
    let detail = format!("{token} is weak.");
    Diagnostic::warning(format!("Weak token {token}"), detail).into()
}

fn check_server(server: &Server) -> Diagnostics {
    let mut diagnostics = Diagnostics::new();
    if let Some(size @ ..0) = server.size.value() {
        diagnostics.push(Error::msg(format!("{size} is negative")).at("size"));
        diagnostics.push(Diagnostic::warning("Odd size", "It is ignored.").at("size"));
    }
    diagnostics
}

fn config(json: &str) -> DynamicValue {
    DynamicValue {
        msgpack: Vec::new(),
        json: json.as_bytes().to_vec(),
    }
}

/// Returns the severity, summary, detail and path of each diagnostic.
fn texts(json: &str) -> Vec<String> {
    let text = |one: &Diagnostic| {
        let (severity, path) = (one.severity(), one.path());
        format!(
            "{severity:?} | {} | {} | {path}",
            one.summary(),
            one.detail()
        )
    };
    let diagnostics = config(json).validate_config::<Server>();
    diagnostics.iter().map(text).collect()
}

#[test]
fn checks_return_errors_and_warnings() {
    assert_eq!(
        texts(r#"{"name": "old", "size": -1, "disk": []}"#),
        [
            "Warning | Old name | Choose a new one. | name",
            "Error | Invalid value | size: -1 is negative | size",
            "Warning | Odd size | It is ignored. | size",
        ]
    );
    assert_eq!(texts(r#"{"name": "new", "size": 1, "disk": []}"#), [""; 0]);
}

#[test]
fn warnings_do_not_fail() {
    let old = config(r#"{"name": "old", "disk": []}"#);
    assert_eq!(
        old.decode_config::<Server>().unwrap().name.as_deref(),
        Some("old")
    );
    let negative = config(r#"{"name": "old", "size": -1, "disk": []}"#);
    let error = negative.decode_config::<Server>().err().unwrap();
    assert_eq!(error.to_string(), "size: -1 is negative");
}

#[test]
fn elements_of_sets_are_named_in_the_detail() {
    let json = r#"{"name": "new", "disk": [{"name": ""}]}"#;
    assert_eq!(
        texts(json),
        [r#"Error | Empty name | disk[name = ""].name: A name is required. | disk[0].name"#]
    );
    let messages: Vec<tfplugin6::Diagnostic> = config(json).validate_config::<Server>().into();
    assert_eq!(
        messages[0].attribute,
        Some(tfvalue::Path::from("disk").into())
    );
}

#[test]
fn texts_about_sensitive_values_are_hidden() {
    let hidden = "token: the value is invalid (not shown, because it is sensitive)";
    let found = texts(r#"{"name": "new", "token": "hunter2", "disk": []}"#);
    assert_eq!(
        found,
        [format!("Warning | Invalid value | {hidden} | token")]
    );
}

#[test]
fn every_error_becomes_diagnostics() {
    #[derive(Debug)]
    struct Outer(std::num::ParseIntError);
    impl std::fmt::Display for Outer {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("the port is invalid")
        }
    }
    impl std::error::Error for Outer {
        fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
            Some(&self.0)
        }
    }
    fn parse(text: &str) -> Result<u8, Diagnostics> {
        Ok(text.parse().map_err(Outer)?)
    }
    fn read(json: &str) -> Result<Server, Diagnostics> {
        Ok(config(json).decode_config()?)
    }
    assert_eq!(
        parse("x").unwrap_err().to_string(),
        "Operation failed: the port is invalid: invalid digit found in string"
    );
    let error = read(r#"{"name": null, "size": "x", "disk": []}"#).err();
    let paths: Vec<_> = error
        .unwrap()
        .iter()
        .map(|one| one.path().to_string())
        .collect();
    assert_eq!(paths, ["size"]);
    let error = read(r#"{"name": null, "size": -1, "disk": []}"#).err();
    let paths: Vec<_> = error
        .unwrap()
        .iter()
        .map(|one| one.path().to_string())
        .collect();
    assert_eq!(paths, ["name", "size"]);
}

#[test]
fn places_are_prepended_to_all() {
    let mut diagnostics = Diagnostics::from(Diagnostic::error("a", "b").at("x"));
    diagnostics.push(Error::from(vec![Error::msg("c"), Error::msg("d").at("y")]));
    let diagnostics = diagnostics.at(tfvalue::Path::from("disk").index(0));
    assert_eq!(
        diagnostics.to_string(),
        "a: b\nInvalid value: disk[0]: c\nInvalid value: disk[0].y: d"
    );
    assert_eq!(
        diagnostics.iter().next().unwrap().severity(),
        Severity::Error
    );
}
