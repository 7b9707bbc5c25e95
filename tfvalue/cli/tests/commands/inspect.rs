//! Tests the command `inspect` with captured messages, both valid and damaged.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value as Json, json};
use tfvalue::Type;
use tfvalue::schema::Schema;
use tfvalue::schema::json;
use tfvalue_cli::{Status, Streams};

fn data(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(file)
}

fn captures(file: &str) -> String {
    let file = data("../../tests/data/captures").join(file);
    fs::read_to_string(file).expect("the captures exist")
}

fn capture(file: &str, id: &str) -> Vec<u8> {
    let text = captures(file);
    let rows = text.lines().map(row);
    let row = rows.into_iter().find(|row| row["id"] == id);
    bytes(&row.expect("the capture exists"))
}

fn row(line: &str) -> Json {
    serde_json::from_str(line).expect("a capture is JSON")
}

fn bytes(row: &Json) -> Vec<u8> {
    let hex = row["msgpack"].as_str().expect("a capture contains bytes");
    let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).expect("the bytes are hex");
    (0..hex.len()).step_by(2).map(byte).collect()
}

/// The reason why there is no tree.
#[derive(Debug, PartialEq)]
enum Failure {
    /// The value is invalid.
    Fault(String),
    /// The arguments are wrong, or a file cannot be used.
    Other(Status, String),
}

/// Runs the command with a value on standard input.
fn inspect(arguments: &[&str], mut value: &[u8]) -> Result<String, Failure> {
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let streams = Streams {
        input: &mut value,
        output: &mut output,
        errors: &mut errors,
    };
    let all = ["tfvalue", "inspect"].iter().chain(arguments);
    let status = tfvalue_cli::run(all.map(Into::into), streams);
    let text = |bytes: Vec<u8>| {
        let text = String::from_utf8(bytes).expect("the output is text");
        anstream::adapter::strip_str(&text).to_string()
    };
    match status {
        Status::Fine => Ok(text(output)),
        Status::Findings => Err(Failure::Fault(text(errors))),
        other => Err(Failure::Other(other, text(errors))),
    }
}

/// The MessagePack of a configuration that Terraform sent with `ValidateResourceTypeConfig`.
fn captured_config() -> Vec<u8> {
    let hex = fs::read_to_string(data("../../examples/data/aws_lambda_alias.config.hex"));
    let hex: String = hex
        .expect("the capture exists")
        .split_whitespace()
        .collect();
    bytes(&json!({ "msgpack": hex }))
}

fn fault(arguments: &[&str], value: &[u8]) -> String {
    match inspect(arguments, value) {
        Err(Failure::Fault(report)) => report,
        other => panic!("expected an error in the value: {other:?}"),
    }
}

fn usage(arguments: &[&str]) -> String {
    match inspect(arguments, b"\xc0") {
        Err(Failure::Other(Status::Usage, message)) => message,
        other => panic!("expected invalid arguments: {other:?}"),
    }
}

/// Returns the captured schemas in the format of `terraform providers schema -json`.
fn schemas() -> Map<String, Json> {
    let captured = row(&captures("schema.json"));
    let schemas = captured.as_object().expect("schemas have names");
    let printed = |(name, schema): (&String, &Json)| {
        let block = printed_block(&schema["block"]);
        (name.clone(), json!({ "version": 0, "block": block }))
    };
    schemas.iter().map(printed).collect()
}

fn printed_block(block: &Json) -> Json {
    let mut blocks = Map::new();
    for nested in block["blocks"].as_array().into_iter().flatten() {
        let nesting = nested["nesting"]
            .as_str()
            .expect("a nested block has a mode")
            .to_lowercase();
        let block = printed_block(&nested["block"]);
        let name = nested["type_name"]
            .as_str()
            .expect("it has a name")
            .to_owned();
        blocks.insert(name, json!({ "nesting_mode": nesting, "block": block }));
    }
    json!({ "attributes": printed_attributes(block), "block_types": blocks })
}

fn printed_attributes(parent: &Json) -> Json {
    let mut attributes = Map::new();
    for attribute in parent["attributes"].as_array().into_iter().flatten() {
        let flags = attribute["flags"].as_str().expect("flags");
        let mut printed = json!({
            "sensitive": flags.contains('s'),
            "write_only": flags.contains('w'),
        });
        match attribute.get("nested") {
            None => printed["type"] = attribute["type"].clone(),
            Some(nested) => {
                let nesting = nested["nesting"]
                    .as_str()
                    .expect("a nested block has a mode")
                    .to_lowercase();
                let members = printed_attributes(nested);
                printed["nested_type"] = json!({ "nesting_mode": nesting, "attributes": members });
            }
        }
        let name = attribute["name"]
            .as_str()
            .expect("it has a name")
            .to_owned();
        attributes.insert(name, printed);
    }
    Json::Object(attributes)
}

/// Writes the captured schemas to a temporary file for a test.
fn schema_file(test: &str) -> String {
    let schemas = json!({ "format_version": "1.0", "provider_schemas": { "example.org/test/probe": { "resource_schemas": schemas() } } });
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{test}.json"));
    fs::write(&file, schemas.to_string()).expect("the directory exists");
    file.to_str().expect("the path is text").to_owned()
}

#[test]
fn implied_types_match_terraform() {
    let types = row(&captures("types.json"));
    let schemas = schemas();
    assert!(schemas.len() >= 7);
    for (name, schema) in &schemas {
        let schema = json!({ "version": 0, "block": schema["block"] }).to_string();
        let schema: Schema = json::from_slice(schema.as_bytes()).expect("the schema is valid");
        let expected =
            Type::from_json(types[name].to_string().as_bytes()).expect("the type is valid");
        assert_eq!(schema.implied_type(), expected, "{name}");
    }
}

#[test]
fn prints_captures_with_and_without_schemas() {
    let file = schema_file("every");
    let text = captures("dynamic_values.jsonl");
    let mut shown = 0;
    for row in text.lines().map(row) {
        let value = bytes(&row);
        inspect(&["--msgpack", "--raw"], &value).expect("the type can be inferred");
        if let Some(name) = row["schema"].as_str() {
            let arguments = ["--schema", &file, "--resource", name, "--raw"];
            inspect(&arguments, &value).unwrap_or_else(|error| panic!("{}: {error:?}", row["id"]));
            shown += 1;
        }
    }
    assert!(shown > 250, "{shown}");
}

#[test]
fn comments_show_types_and_flags() {
    let value = capture("dynamic_values.jsonl", "capture/refined/304");
    let file = schema_file("comments");
    let tree = inspect(&["--schema", &file, "--resource", "probe_thing"], &value)
        .expect("the value is valid");
    for line in [
        "  b            = (known after apply, not null) # bool",
        "  b_list_dyn   = [] # dynamic, here tuple",
        "  b_map        = {} # map of object",
        "  dyn          = (known after apply, not null, begins with \"dp-\") # dynamic, here string",
        "  id           = null # string",
        "  n2           = (known after apply, not null, at least 1, at most 5.5) # number",
        "  s_sens       = (known after apply) # string, sensitive",
        "  s_wo         = null # string, write-only",
        "    (known after apply), # number",
        "  set_num      = toset([",
    ] {
        assert!(tree.lines().any(|shown| shown == line), "{line}\n{tree}");
    }
}

#[test]
fn infers_types() {
    let value = capture("dynamic_values.jsonl", "capture/functions/178");
    let expected = "\
{ # dynamic, here object
  a = 0.1
  b = [
    (known after apply), # dynamic
    (known after apply, not null, begins with \"p-\"), # string
  ]
}
";
    assert_eq!(inspect(&[], &value).as_deref(), Ok(expected));
    let json = r#"{"a b": [1, 0.12345678901234567890123], "c": {"${d}": null}}"#;
    let expected = "\
{
  \"a b\" = [
    1,
    0.12345678901234567890123,
  ]
  c     = {
    \"$${d}\" = null
  }
}
";
    assert_eq!(inspect(&[json], b"").as_deref(), Ok(expected));
}

#[test]
fn reads_all_forms_of_input() {
    let tree = "{\n  id   = (known after apply)\n  name = \"web\"\n}\n";
    let raw = b"\x82\xa2id\xd4\0\0\xa4name\xa3web";
    let file = data("../../examples/data/aws_lambda_alias.config.hex");
    let file = format!("@{}", file.display());
    assert_eq!(inspect(&[], raw).as_deref(), Ok(tree));
    assert_eq!(
        inspect(&["82a26964d40000a46e616d65a3776562"], b"").as_deref(),
        Ok(tree)
    );
    assert_eq!(
        inspect(&["-"], b"gqJpZNQAAKRuYW1lo3dlYg==\n").as_deref(),
        Ok(tree)
    );
    let alias = inspect(&[&file], b"");
    assert_eq!(alias, inspect(&["--raw"], &captured_config()));
    assert!(alias.is_ok_and(|tree| tree.contains("name             = \"my_alias\"")));
}

#[test]
fn locates_a_value_of_the_wrong_type() {
    let mut value = captured_config();
    let at = value
        .windows(3)
        .position(|part| part == b"\xa11\xa2")
        .expect("the value contains the version");
    value.splice(at..at + 2, [0xc3]);
    let schema = data("tests/data/schema.json");
    let schema = schema.to_str().expect("the path is text");
    let report = fault(
        &["--schema", schema, "--resource", "aws_lambda_alias"],
        &value,
    );
    let expected = format!(
        "error:    a string is required, got a bool\npath:     function_version\nbytes:    at {at} of {}\n",
        value.len(),
    );
    assert!(report.starts_with(&expected), "{report}");
    points_at(&report, "c3");
}

#[test]
fn locates_deep_errors() {
    // Replace the weight of the version "2", which is a double, with a bool.
    let mut value = captured_config();
    let at = value
        .windows(3)
        .position(|part| part == b"\xa12\xcb")
        .expect("the value contains the weight")
        + 2;
    value.splice(at..at + 9, [0xc2]);
    let schema = data("tests/data/schema.json");
    let schema = schema.to_str().expect("the path is text");
    let report = fault(
        &["--schema", schema, "--resource", "aws_lambda_alias"],
        &value,
    );
    let path = "path:     routing_config[0].additional_version_weights[\"2\"]\n";
    assert!(report.contains(path), "{report}");
    assert!(report.contains(&format!("at {at} of ")), "{report}");
    points_at(&report, "c2");
}

#[test]
fn locates_errors_of_several_parts() {
    // {"a": [true, 5]}, each element in the envelope of a dynamic value
    let value = b"\x81\xa1a\x92\x92\xc4\x06\"bool\"\xc3\x92\xc4\x08\"number\"\x05";
    let report = fault(
        &["--type", r#"["object",{"a":["list","dynamic"]}]"#, "--raw"],
        value,
    );
    assert!(
        report.contains("path:     a[1]\nbytes:    at 14 of 26\n"),
        "{report}"
    );
    points_at(&report, "92");
}

#[test]
fn locates_truncation_at_the_end() {
    let value = captured_config();
    for len in 0..value.len() {
        let report = fault(&["--raw", "--msgpack"], &value[..len]);
        let expected = format!("bytes:    at the end, after {len} bytes\n");
        assert!(
            report.contains("the input ends within the value"),
            "{report}"
        );
        assert!(report.contains(&expected), "{report}");
    }
    let mut more = value.clone();
    more.push(0x2a);
    let report = fault(&["--raw"], &more);
    assert!(
        report.contains(&format!("at {} of {}", value.len(), more.len())),
        "{report}"
    );
    points_at(&report, "2a");
}

#[test]
fn locates_errors_in_json() {
    let report = fault(
        &["--type", r#"["map","number"]"#, r#"{"a": 1, "ü": "x"}"#],
        b"",
    );
    let expected = "error:    a number is required, got \"x\"\npath:     [\"ü\"]\ntext:     line 1, column 16\n\n  {\"a\": 1, \"ü\": \"x\"}\n                ^\n";
    assert_eq!(report, expected);
}

#[test]
fn hides_sensitive_values() {
    let secret = r#"{"p":"pässwörd-🔑"}"#;
    let value = capture("aws/dynamic_values.jsonl", "aws/498");
    let schema = data("tests/data/schema.json");
    let schema = schema.to_str().expect("the path is text");
    let name = "aws_secretsmanager_secret_version";
    let arguments = ["--schema", schema, "--resource", name, "--show-sensitive"];
    let tree = inspect(&arguments[..4], &value).expect("the value is valid");
    let line = "  secret_string_wo         = (sensitive value) # string, sensitive, write-only\n";
    assert!(tree.contains(line), "{tree}");
    assert!(!tree.contains("ssw"), "{tree}");
    let tree = inspect(&arguments, &value).expect("the value is valid");
    assert!(tree.contains(&secret.replace('"', "\\\"")), "{tree}");

    // The bytes around an error do not reveal the secret either. Replace the version in the message with a bool.
    let mut broken = value;
    let at = broken
        .iter()
        .position(|&byte| byte == 0x07)
        .expect("the value contains the version");
    broken[at] = 0xc3;
    let report = fault(&arguments[..4], &broken);
    assert!(
        report.contains("path:     secret_string_wo_version\n"),
        "{report}"
    );
    assert!(report.contains("··"), "{report}");
    assert!(
        !report.contains("d-") && !report.contains("64 2d"),
        "{report}"
    );
    points_at(&report, "c3");
    assert!(fault(&arguments, &broken).contains("_wo_version"));
}

#[test]
fn hides_sensitive_members_at_any_depth() {
    let password = json!({ "type": "string", "optional": true, "sensitive": true });
    let port = json!({ "type": "number", "optional": true });
    let login = json!({ "attributes": { "password": password, "port": port } });
    let any = json!({ "attributes": { "any": { "type": "dynamic" }, "password": password } });
    let block = json!({
        "attributes": { "nested": { "nested_type": { "nesting_mode": "map", "attributes": login["attributes"] } } },
        "block_types": {
            "login": { "nesting_mode": "list", "block": login },
            "other": { "nesting_mode": "list", "block": any },
        },
    });
    let schemas = json!({ "format_version": "1.0", "provider_schemas": { "x": { "resource_schemas": { "x": { "block": block } } } } });
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("deep.json");
    fs::write(&file, schemas.to_string()).expect("the directory exists");
    let schema = file.display().to_string();
    let arguments = ["--schema", &schema, "--resource", "x", "--raw"];

    let member = b"\x82\xa8password\xa4hush\xa4port\x07";
    let ty = br#"["tuple",[["object",{"any":"bool","password":"string"}]]]"#;
    let mut value = b"\x83\xa5login\x91".to_vec();
    value.extend_from_slice(member);
    value.extend_from_slice(b"\xa6nested\x81\xa1k");
    value.extend_from_slice(member);
    value.extend_from_slice(b"\xa5other\x92\xc4");
    value.push(u8::try_from(ty.len()).expect("the type is short"));
    value.extend_from_slice(ty);
    value.extend_from_slice(b"\x91\x82\xa3any\xc3\xa8password\xa4hush");
    let tree = inspect(&arguments, &value).expect("the value is valid");
    assert_eq!(
        tree.matches("= (sensitive value) # string, sensitive\n")
            .count(),
        3,
        "{tree}"
    );
    assert!(!tree.contains("hush"), "{tree}");

    // Replace a port with a bool, first in the first block, and then in the second member.
    let ports: Vec<usize> = (0..value.len()).filter(|&at| value[at] == 0x07).collect();
    for (at, path) in ports
        .into_iter()
        .zip(["login[0].port", "nested[\"k\"].port"])
    {
        let mut broken = value.clone();
        broken[at] = 0xc3;
        let report = fault(&arguments, &broken);
        assert!(
            report.contains(&format!("path:     {path}\nbytes:    at {at} of ")),
            "{report}"
        );
        assert!(
            !report.contains("hush") && !report.contains("75 73 68"),
            "{report}"
        );
        points_at(&report, "c3");
    }
}

#[test]
fn hides_misplaced_values() {
    let password = json!({ "type": "string", "optional": true, "sensitive": true });
    let any = json!({ "attributes": { "any": { "type": "dynamic" }, "password": password } });
    let secret = json!({ "type": "dynamic", "optional": true, "sensitive": true });
    let block = json!({
        "attributes": { "secret": secret },
        "block_types": { "login": { "nesting_mode": "list", "block": any } },
    });
    let schemas = json!({ "format_version": "1.0", "provider_schemas": { "x": { "resource_schemas": { "x": { "block": block } } } } });
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wrong_place.json");
    fs::write(&file, schemas.to_string()).expect("the directory exists");
    let schema = file.display().to_string();
    let show = |ty: Json, value: Json, secret: Json| {
        let login = json!({ "type": ty, "value": value });
        let value = json!({ "login": login, "secret": secret }).to_string();
        match inspect(&["--schema", &schema, "--resource", "x", &value], b"") {
            Ok(text) | Err(Failure::Fault(text)) => text,
            Err(other) => panic!("{other:?}"),
        }
    };
    let object = json!(["object", { "any": "string", "password": "string" }]);
    let login = json!({ "any": "a", "password": "hunter2" });
    let odd = json!(["object", { "hunter2": "string" }]);
    for (ty, value) in [
        (json!(["tuple", [object]]), json!([login])),
        (object, login),
        (json!(["tuple", ["string"]]), json!(["hunter2"])),
        (json!(["map", "string"]), json!({ "x": "hunter2" })),
        (json!("string"), json!("hunter2")),
        (json!(["tuple", [["list", "string"]]]), json!([["hunter2"]])),
        (json!(["tuple", [odd]]), json!([{ "hunter2": "hunter2" }])),
        (json!(["tuple", [odd]]), json!([{ "hunter2": [] }])),
        (
            json!(["tuple", [odd]]),
            json!([{ "hunter2": "a", "hunter3": "b" }]),
        ),
    ] {
        let text = show(ty, value, Json::Null);
        assert!(!text.contains("hunter"), "{text}");
    }
    let text = show(
        json!(["tuple", []]),
        json!([]),
        json!({ "type": odd, "value": { "hunter2": "a" } }),
    );
    assert!(
        text.contains("(sensitive value) # dynamic, sensitive"),
        "{text}"
    );
    assert!(!text.contains("hunter"), "{text}");

    // A string instead of a name.
    let value = b"\x82\xa7hunter2\xa6secret\xa5login\xc0";
    let report = fault(&["--schema", &schema, "--resource", "x", "--raw"], value);
    assert!(
        report.contains("unsupported attribute (not shown"),
        "{report}"
    );
    assert!(!report.contains("hunter"), "{report}");
}

#[test]
fn handles_any_changed_byte() {
    let name = "aws_secretsmanager_secret_version";
    let schema = data("tests/data/schema.json").display().to_string();
    let value = capture("aws/dynamic_values.jsonl", "aws/498");
    let secret = value
        .iter()
        .position(|&byte| byte == b'{')
        .expect("the value contains the secret");
    let arguments = [
        "--schema",
        &schema,
        "--resource",
        name,
        "--raw",
        "--msgpack",
    ];
    // The bytes before the secret do not change, so the program can find the secret.
    for at in secret..value.len() {
        for byte in [
            0x00, 0x81, 0x92, 0xa1, 0xc0, 0xc1, 0xc3, 0xc7, 0xd9, 0xdd, 0xdf, 0xff,
        ] {
            let mut broken = value.clone();
            broken[at] = byte;
            match inspect(&arguments, &broken) {
                Ok(tree) => assert!(tree.contains("(sensitive value)"), "{tree}"),
                Err(Failure::Fault(report)) => {
                    assert!(!report.contains("73 73 77"), "{report}");
                    assert!(!report.contains("ssw"), "{report}");
                }
                Err(other) => panic!("{other:?}"),
            }
        }
    }
}

#[test]
fn errors_hide_sensitive_values() {
    let name = "aws_secretsmanager_secret_version";
    let schema = data("tests/data/schema.json");
    let schema = schema.to_str().expect("the path is text");
    let arguments = ["--schema", schema, "--resource", name];
    let json = r#"{"secret_string": {"hunter2": 1}}"#;
    let report = fault(&[&arguments[..], &[json]].concat(), b"");
    assert!(report.contains("path:     secret_string\n"), "{report}");
    assert!(!report.contains("hunter2"), "{report}");
    let value = b"\x8a\xa3arn\xc0\xb4has_secret_string_wo\xc0\xa2id\xc0\xadsecret_binary\x81\xa7hunter2\x01";
    let report = fault(&[&arguments[..], &["--raw"]].concat(), value);
    assert!(
        report.contains("a string is required, got a map"),
        "{report}"
    );
    assert!(
        !report.contains("hunter") && !report.contains("68 75 6e"),
        "{report}"
    );
}

#[test]
fn explains_invalid_arguments() {
    for (arguments, message) in [
        (
            &["--typ", "string"][..],
            "unexpected argument '--typ' found",
        ),
        (&["--json=1"], "unexpected value '1' for '--json' found"),
        (&["--type"], "a value is required for '--type <TYPE>'"),
        (&["--type", "list"], "unknown type \"list\""),
        (&["--schema", "x.json"], "--schema requires --resource"),
        (&["--resource", "x"], "--schema <FILE>"),
        (
            &["--type=string", "--schema=x", "--resource=y"],
            "'--type <TYPE>' cannot be used with",
        ),
        (
            &["--hex", "--base64"],
            "'--hex' cannot be used with '--base64'",
        ),
        (&["c0", "c0"], "unexpected argument 'c0' found"),
        (&["--hex", "xyz"], "the input is not hex"),
        (
            &["x?"],
            "the value is neither hex, base64 nor JSON; write @FILE for the path of a file",
        ),
    ] {
        let error = usage(arguments);
        assert!(error.contains(message), "{error}");
    }
    let schema = data("tests/data/schema.json").display().to_string();
    let unknown = inspect(&["--schema", &schema, "--resource", "aws_x"], b"\xc0");
    let message = format!("error: {schema}: no provider has a schema for aws_x\n");
    assert_eq!(unknown, Err(Failure::Other(Status::Unusable, message)));
    let plan = data("tests/data/guide/plan.json").display().to_string();
    let other = inspect(&["--schema", &plan, "--resource", "aws_x"], b"\xc0");
    let expected = "the JSON of schemas is required, got the JSON of a plan";
    assert!(
        matches!(other, Err(Failure::Other(Status::Unusable, text)) if text.contains(expected))
    );
    let provider = ["--schema", &schema, "--resource", "provider.aws", "80"];
    assert_eq!(inspect(&provider, b"").as_deref(), Ok("{} # object\n"));
    assert!(inspect(&["--help"], b"").is_ok_and(|help| help.contains("Examples:")));
}

/// Asserts that the marker is below the given byte.
fn points_at(report: &str, byte: &str) {
    let lines: Vec<&str> = report.lines().collect();
    let marker = lines
        .iter()
        .position(|line| line.trim() == "^^")
        .expect("the report contains a marker");
    let column = lines[marker].chars().take_while(|&c| c == ' ').count();
    let marked: String = lines[marker - 1].chars().skip(column).take(2).collect();
    assert_eq!(marked, byte, "{report}");
}
