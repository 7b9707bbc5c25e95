//! Invalid input results in errors with line, column and path.

use tfvalue::{
    Error, Type,
    errors::{Category, Position},
};
use tfvalue_show::{self as show, Plan, Raw, ResourceChange, ResourceChanges, State};

#[track_caller]
fn assert_rejected(json: &str, message: &str, category: Category) {
    let error = show::from_slice::<Plan>(json.as_bytes()).unwrap_err();
    assert_eq!(error.to_string(), message);
    assert_eq!(error.category(), category);
    assert!(matches!(error.position(), Some(Position::LineColumn(..))));
    let error = show::from_reader::<_, Plan>(json.as_bytes()).unwrap_err();
    assert_eq!(
        error.path(),
        show::from_slice::<Plan>(json.as_bytes())
            .unwrap_err()
            .path()
    );
    assert_eq!(error.category(), category);
}

fn stream(json: &[u8]) -> Result<Vec<ResourceChange>, Error> {
    ResourceChanges::from_reader(json).collect()
}

#[track_caller]
fn assert_rejected_in_a_stream(json: &str, message: &str) {
    assert_eq!(stream(json.as_bytes()).unwrap_err().to_string(), message);
}

#[test]
fn wrong_types() {
    assert_rejected(
        "{\"format_version\": \"1.2\",\n \"variables\": []}",
        "variables: a map is required, got a list at line 2 column 14",
        Category::Data,
    );
    assert_rejected(
        r#"{"format_version": "1.2", "output_changes": {"o": {"actions": "create"}}}"#,
        r#"output_changes["o"].actions: a list is required, got a string at line 1 column 70"#,
        Category::Data,
    );
    assert_rejected(
        r#"{"format_version": "1.2", "errored": "no"}"#,
        "errored: a bool is required, got a string at line 1 column 41",
        Category::Data,
    );
    assert_rejected(
        r#"{"format_version": "1.2", "planned_values": {"root_module": {"resources": [7]}}}"#,
        "planned_values.root_module.resources[0]: an object is required, got a number \
         at line 1 column 76",
        Category::Data,
    );
    assert_rejected(
        "[]",
        "an object is required, got a list at line 1 column 1",
        Category::Data,
    );
    assert_rejected(
        r#"{"format_version": null}"#,
        "format_version: the attribute is missing at line 1 column 24",
        Category::Data,
    );
}

#[test]
fn missing_and_duplicate_fields() {
    assert_rejected(
        "{}",
        "format_version: the attribute is missing at line 1 column 2",
        Category::Data,
    );
    assert_rejected(
        r#"{"format_version": "1.2", "resource_changes": [{"address": "a"}]}"#,
        "resource_changes[0].mode: the attribute is missing at line 1 column 63",
        Category::Data,
    );
    assert_rejected(
        r#"{"format_version": "1.2", "checks": [], "checks": []}"#,
        r#"duplicate key "checks" at line 1 column 48"#,
        Category::Data,
    );
}

#[test]
fn versions() {
    for version in ["2.0", "3.1", "10.0"] {
        let json = format!(r#"{{"format_version": "{version}"}}"#);
        let message = format!(r#"a format version from 0.1 to 1.x is required, got "{version}""#);
        assert_eq!(
            show::from_slice::<Plan>(json.as_bytes())
                .unwrap_err()
                .message(),
            message
        );
        assert_eq!(
            show::from_slice::<State>(json.as_bytes())
                .unwrap_err()
                .message(),
            message
        );
        let error = stream(json.as_bytes()).unwrap_err();
        assert_eq!(
            (error.message(), error.path().to_string()),
            (message, "format_version".into())
        );
    }
    for version in ["", "1", "one.two", "1.2.3", "-1.0"] {
        let json = format!(r#"{{"format_version": "{version}"}}"#);
        let error = show::from_slice::<Plan>(json.as_bytes()).unwrap_err();
        assert!(
            error
                .message()
                .starts_with("a format version from 0.1 to 1.x is required"),
            "{error}"
        );
    }
}

/// A policy check must not accept the wrong kind of document.
#[test]
fn state_instead_of_a_plan() {
    let state = include_bytes!("../../data/captures/show/update.state.json");
    let plan = include_bytes!("../../data/captures/show/update.plan.json");
    let message = "a plan is required, got a state";
    assert_eq!(
        show::from_slice::<Plan>(state).unwrap_err().to_string(),
        message
    );
    assert_eq!(
        show::from_reader::<_, Plan>(&state[..])
            .unwrap_err()
            .to_string(),
        message
    );
    assert_eq!(stream(state).unwrap_err().to_string(), message);
    let drift = ResourceChanges::drift_from_reader(&state[..]);
    assert_eq!(drift.last().unwrap().unwrap_err().to_string(), message);
    let message = "a state is required, got a plan";
    assert_eq!(
        show::from_slice::<State>(plan).unwrap_err().to_string(),
        message
    );
}

#[test]
fn truncated_input() {
    let json = include_bytes!("../../data/captures/show/update.plan.json");
    let whole = stream(json).unwrap().len();
    assert!(whole > 0);
    let end = json.trim_ascii_end().len();
    for len in (0..end).step_by(61).chain(end - 20..end) {
        let error = stream(&json[..len]).unwrap_err();
        assert_eq!(error.category(), Category::Eof, "{len}: {error}");
        assert!(matches!(error.position(), Some(Position::LineColumn(..))));
        let error = show::from_slice::<Plan>(&json[..len]).unwrap_err();
        assert_eq!(error.category(), Category::Eof, "{len}: {error}");
    }
}

#[test]
fn depth() {
    let deep = |depth: usize| {
        let (open, close) = ("[".repeat(depth), "]".repeat(depth));
        format!(
            r#"{{"format_version": "1.2", "resource_changes": [{{"address": "a", "mode": "managed",
             "type": "t", "name": "n", "change": {{"actions": [], "after": {open}{close}}}}}]}}"#
        )
    };
    let plan: Plan = show::from_slice(deep(128).as_bytes()).unwrap();
    plan.resource_changes[0]
        .change
        .after()
        .value(&Type::Dynamic)
        .unwrap();
    assert_eq!(stream(deep(128).as_bytes()).unwrap().len(), 1);
    for depth in [129, 300, 100_000] {
        let error = show::from_slice::<Plan>(deep(depth).as_bytes()).unwrap_err();
        assert_eq!(error.path().to_string(), "resource_changes[0].change.after");
        assert_eq!(error.category(), Category::Limit, "{error}");
        let error = stream(deep(depth).as_bytes()).unwrap_err();
        assert_eq!(error.category(), Category::Limit, "{error}");
        assert!(error.path().to_string().starts_with("resource_changes[0]"));
    }
    let modules = format!(
        r#"{{"format_version": "1.0", "values": {{"root_module": {}{}"#,
        r#"{"child_modules": ["#.repeat(1_000),
        "]}".repeat(1_000)
    );
    let error = show::from_slice::<State>(format!("{modules}}}}}").as_bytes()).unwrap_err();
    assert_eq!(error.category(), Category::Limit, "{error}");
    let blocks = format!(
        r#"{{"format_version": "1.0", "configuration": {{"provider_config": {{"p": {{
        "expressions": {}1{}"#,
        r#"{"b": ["#.repeat(10_000),
        "]}".repeat(10_000)
    );
    let error = show::from_slice::<Plan>(format!("{blocks}}}}}}}}}").as_bytes()).unwrap_err();
    assert_eq!(error.category(), Category::Limit, "{error}");
}

#[test]
fn numbers() {
    let json = r#"{"a": [1, 1e999999999999]}"#;
    let error = Raw::from_json(json)
        .unwrap()
        .to_value(&Type::Dynamic)
        .unwrap_err();
    assert_eq!(error.path().to_string(), "a[1]");
    assert_rejected(
        r#"{"format_version": "1.2", "configuration": {"root_module": {"resources": [
          {"address": "a", "mode": "data", "type": "t", "name": "n", "schema_version": -1}]}}}"#,
        "configuration.root_module.resources[0].schema_version: a whole number is required, \
         got a number at line 2 column 89",
        Category::Data,
    );
    for number in ["01", "-", "1.", "1e", ".5", "+1", "1e+", "0x1", "NaN"] {
        let json = format!(r#"{{"format_version": "1.2", "x": {number}}}"#);
        assert_eq!(
            stream(json.as_bytes()).unwrap_err().category(),
            Category::Syntax,
            "{number}"
        );
        assert_eq!(
            show::from_slice::<Plan>(json.as_bytes())
                .unwrap_err()
                .category(),
            Category::Syntax
        );
    }
}

#[test]
fn syntax_errors_in_a_stream() {
    assert_rejected_in_a_stream(
        "{\"format_version\": \"1.2\", \"resource_changes\": {}}",
        "resource_changes: a list is required, got a map at line 1 column 47",
    );
    assert_rejected_in_a_stream(
        "{\"format_version\": \"1.2\",\n \"x\": \"a\nb\"}",
        "x: control character in a string at line 2 column 9",
    );
    assert_rejected_in_a_stream("{\"x\": \"\\q\"}", "x: invalid escape at line 1 column 9");
    assert_rejected_in_a_stream(
        "{\"x\": [1 2]}",
        "x: expected `,` or `]` at line 1 column 10",
    );
    assert_rejected_in_a_stream("{\"x\": tru}", "x: expected ident at line 1 column 10");
    assert_rejected_in_a_stream("{\"x\": 1,}", "key must be a string at line 1 column 9");
    assert_rejected_in_a_stream(
        "{\"format_version\": \"1.2\"} x",
        "trailing characters at line 1 column 27",
    );
    assert_rejected_in_a_stream(
        "{}",
        "format_version: the attribute is missing at line 1 column 3",
    );
    assert_rejected_in_a_stream("", "the input ends within the value at line 1 column 1");
}

#[test]
fn strings_in_a_stream() {
    // Brackets, quotes and escapes inside strings that are split between reads.
    struct Slow<'a>(&'a [u8]);
    impl std::io::Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let len = self.0.len().min(buffer.len()).min(1);
            buffer[..len].copy_from_slice(&self.0[..len]);
            self.0 = &self.0[len..];
            Ok(len)
        }
    }
    let json = r#" { "a\"]}" : "\\\"]}[{\u005d" , "format_version" : "1.2" ,
        "resource_changes" : [ { "address" : "x[\"]}\\\\\"]" , "mode" : "managed" ,
        "type" : "t" , "name" : "\u00e9é" , "change" : { "actions" : [ ] } } ] , "z" : [ [ ] , { } ] } "#;
    let changes = ResourceChanges::from_reader(Slow(json.as_bytes()));
    let changes: Vec<_> = changes.collect::<Result<_, _>>().unwrap();
    assert_eq!(changes[0].address, r#"x["]}\\"]"#);
    assert_eq!(changes[0].name, "éé");
}

#[test]
fn failing_reader() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("the disk is gone"))
        }
    }
    let error = ResourceChanges::from_reader(Broken)
        .next()
        .unwrap()
        .unwrap_err();
    assert_eq!(error.category(), Category::Io);
    assert_eq!(
        show::from_reader::<_, Plan>(Broken).unwrap_err().category(),
        Category::Io
    );
}

/// Changes single bytes in a plan. No input causes a panic, and a plan that can be read as a whole can also be read as
/// a stream.
#[test]
fn changed_bytes() {
    let json = include_bytes!("../../data/captures/show/update.plan.json");
    let mut read = 0;
    for at in (0..json.len()).step_by(17) {
        for byte in *b"\"\\{}[],:0-e\n\xff" {
            let mut damaged = json.to_vec();
            damaged[at] = byte;
            let streamed = stream(&damaged);
            let Ok(plan) = show::from_slice::<Plan>(&damaged) else {
                continue;
            };
            read += 1;
            let streamed = streamed.unwrap_or_else(|error| panic!("{at} {byte}: {error}"));
            let text = |changes: &[ResourceChange]| serde_json::to_string(changes).unwrap();
            assert_eq!(text(&streamed), text(&plan.resource_changes));
            for changed in &plan.resource_changes {
                // The call may return an error, but must not panic.
                let _ = changed.change.before().value(&Type::Dynamic);
                let _ = changed.change.after().value(&Type::Dynamic);
                let _ = changed.change.after().sensitive_paths(&Type::Dynamic);
            }
        }
    }
    assert!(read > 206, "{read}");
}

/// The bytes of a plan contain secrets.
#[test]
fn the_debug_of_an_iterator_has_no_bytes() {
    let plan = br#"{"format_version": "1.2", "variables": {"a": {"value": "hunter2"}}}"#;
    let mut changes = ResourceChanges::from_reader(&plan[..]);
    let before = format!("{changes:?}");
    assert!(changes.next().is_none());
    for text in [before, format!("{changes:?}")] {
        assert!(text.starts_with("ResourceChanges"), "{text}");
        assert!(!text.contains("104, 117, 110, 116"), "{text}");
    }
}
