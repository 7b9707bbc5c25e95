//! The program `inspect`, on messages that a real Terraform sent, whole and broken.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value as Json, json};
use tfvalue::Schema;
use tfvalue::Type;
use tfvalue::schema::json;
use tfvalue_examples::captured_config;
use tfvalue_examples::inspect::{Failure, run};

fn data(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(file)
}

fn captures(file: &str) -> String {
    let file = data("../tests/data/captures").join(file);
    fs::read_to_string(file).expect("the captures are there")
}

fn capture(file: &str, id: &str) -> Vec<u8> {
    let text = captures(file);
    let rows = text.lines().map(row);
    let row = rows.into_iter().find(|row| row["id"] == id);
    bytes(&row.expect("there is such a capture"))
}

fn row(line: &str) -> Json {
    serde_json::from_str(line).expect("a capture is JSON")
}

fn bytes(row: &Json) -> Vec<u8> {
    let hex = row["msgpack"].as_str().expect("a capture has bytes");
    let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).expect("the bytes are hex");
    (0..hex.len()).step_by(2).map(byte).collect()
}

/// Runs the program with the value at standard input.
fn inspect(arguments: &[&str], value: &[u8]) -> Result<String, Failure> {
    let arguments: Vec<String> = arguments.iter().map(|&one| one.to_owned()).collect();
    run(&arguments, || Ok(value.to_vec()))
}

fn fault(arguments: &[&str], value: &[u8]) -> String {
    match inspect(arguments, value) {
        Err(Failure::Fault(report)) => report,
        other => panic!("a fault was to be found: {other:?}"),
    }
}

fn usage(arguments: &[&str]) -> String {
    match inspect(arguments, b"\xc0") {
        Err(Failure::Usage(message)) => message,
        other => panic!("the call was to be refused: {other:?}"),
    }
}

/// Writes the schemas of the captures as `terraform providers schema -json` does.
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
        let nesting = nested["nesting"].as_str().expect("a mode").to_lowercase();
        let block = printed_block(&nested["block"]);
        let name = nested["type_name"].as_str().expect("a name").to_owned();
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
                let nesting = nested["nesting"].as_str().expect("a mode").to_lowercase();
                let members = printed_attributes(nested);
                printed["nested_type"] = json!({ "nesting_mode": nesting, "attributes": members });
            }
        }
        let name = attribute["name"].as_str().expect("a name").to_owned();
        attributes.insert(name, printed);
    }
    Json::Object(attributes)
}

/// Writes the schemas of the captures to a file of the test's own.
fn schema_file(test: &str) -> String {
    let schemas = json!({ "format_version": "1.0", "provider_schemas": { "example.org/test/probe": { "resource_schemas": schemas() } } });
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{test}.json"));
    fs::write(&file, schemas.to_string()).expect("the directory is there");
    file.to_str().expect("the path is text").to_owned()
}

#[test]
fn implied_types_are_those_of_terraform() {
    let types = row(&captures("types.json"));
    let schemas = schemas();
    assert!(schemas.len() >= 7);
    for (name, schema) in &schemas {
        let schema = json!({ "version": 0, "block": schema["block"] }).to_string();
        let schema: Schema = json::from_slice(schema.as_bytes()).expect("a schema");
        let expected = Type::from_json(types[name].to_string().as_bytes()).expect("a type");
        assert_eq!(schema.implied_type(), expected, "{name}");
    }
}

#[test]
fn every_capture_has_a_tree_with_its_schema_and_without() {
    let file = schema_file("every");
    let text = captures("dynamic_values.jsonl");
    let mut shown = 0;
    for row in text.lines().map(row) {
        let value = bytes(&row);
        inspect(&["--msgpack", "--raw"], &value).expect("bytes speak for themselves");
        if let Some(name) = row["schema"].as_str() {
            let arguments = ["--schema", &file, "--resource", name, "--raw"];
            inspect(&arguments, &value).unwrap_or_else(|error| panic!("{}: {error:?}", row["id"]));
            shown += 1;
        }
    }
    assert!(shown > 250, "{shown}");
}

#[test]
fn a_tree_has_comments_for_what_the_notation_does_not_show() {
    let value = capture("dynamic_values.jsonl", "capture/refined/304");
    let file = schema_file("comments");
    let tree = inspect(&["--schema", &file, "--resource", "probe_thing"], &value).expect("a tree");
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
fn bytes_speak_for_themselves() {
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
fn input_comes_in_many_forms() {
    let tree = "{\n  id   = (known after apply)\n  name = \"web\"\n}\n";
    let raw = b"\x82\xa2id\xd4\0\0\xa4name\xa3web";
    let file = data("data/aws_lambda_alias.config.hex");
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
fn a_wrong_kind_is_pointed_at() {
    let mut value = captured_config();
    let at = value
        .windows(3)
        .position(|part| part == b"\xa11\xa2")
        .expect("the version");
    value.splice(at..at + 2, [0xc3]);
    let schema = data("data/schema.json");
    let schema = schema.to_str().expect("the path is text");
    let report = fault(
        &["--schema", schema, "--resource", "aws_lambda_alias"],
        &value,
    );
    let expected = format!(
        "fault:    a string is required, got a bool\npath:     function_version\nbytes:    at {at} of {}\n",
        value.len(),
    );
    assert!(report.starts_with(&expected), "{report}");
    points_at(&report, "c3");
}

#[test]
fn deep_faults_are_pointed_at() {
    // The weight of the version "2", a double, becomes a bool, and the rest is what it was.
    let mut value = captured_config();
    let at = value
        .windows(3)
        .position(|part| part == b"\xa12\xcb")
        .expect("the weight")
        + 2;
    value.splice(at..at + 9, [0xc2]);
    let schema = data("data/schema.json");
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
fn a_fault_of_several_parts_is_pointed_at_where_they_begin() {
    // {"a": [true, 5]}, each in the envelope of a dynamic value
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
fn every_truncation_is_found_at_the_end() {
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
fn faults_in_json_are_pointed_at() {
    let report = fault(
        &["--type", r#"["map","number"]"#, r#"{"a": 1, "ü": "x"}"#],
        b"",
    );
    let expected = "fault:    a number is required, got \"x\"\npath:     [\"ü\"]\ntext:     line 1, column 16\n\n  {\"a\": 1, \"ü\": \"x\"}\n                ^\n";
    assert_eq!(report, expected);
}

#[test]
fn sensitive_values_are_hidden() {
    let secret = r#"{"p":"pässwörd-🔑"}"#;
    let value = capture("aws/dynamic_values.jsonl", "aws/498");
    let schema = data("data/schema.json");
    let schema = schema.to_str().expect("the path is text");
    let name = "aws_secretsmanager_secret_version";
    let arguments = ["--schema", schema, "--resource", name, "--show-sensitive"];
    let tree = inspect(&arguments[..4], &value).expect("a tree");
    let line = "  secret_string_wo         = (sensitive value) # string, sensitive, write-only\n";
    assert!(tree.contains(line), "{tree}");
    assert!(!tree.contains("ssw"), "{tree}");
    let tree = inspect(&arguments, &value).expect("a tree");
    assert!(tree.contains(&secret.replace('"', "\\\"")), "{tree}");

    // Neither do the bytes around a fault show it: the version of the secret becomes a bool.
    let mut broken = value;
    let at = broken
        .iter()
        .position(|&byte| byte == 0x07)
        .expect("the version");
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
fn sensitive_members_are_hidden_at_any_depth() {
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
    fs::write(&file, schemas.to_string()).expect("the directory is there");
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
    let tree = inspect(&arguments, &value).expect("a tree");
    assert_eq!(
        tree.matches("= (sensitive value) # string, sensitive\n")
            .count(),
        3,
        "{tree}"
    );
    assert!(!tree.contains("hush"), "{tree}");

    // A port that is a bool, in the first block, then in the second member.
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
fn what_is_in_the_wrong_place_is_not_shown() {
    let password = json!({ "type": "string", "optional": true, "sensitive": true });
    let any = json!({ "attributes": { "any": { "type": "dynamic" }, "password": password } });
    let secret = json!({ "type": "dynamic", "optional": true, "sensitive": true });
    let block = json!({
        "attributes": { "secret": secret },
        "block_types": { "login": { "nesting_mode": "list", "block": any } },
    });
    let schemas = json!({ "format_version": "1.0", "provider_schemas": { "x": { "resource_schemas": { "x": { "block": block } } } } });
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wrong_place.json");
    fs::write(&file, schemas.to_string()).expect("the directory is there");
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

    // A string that has slipped into the place of a name.
    let value = b"\x82\xa7hunter2\xa6secret\xa5login\xc0";
    let report = fault(&["--schema", &schema, "--resource", "x", "--raw"], value);
    assert!(
        report.contains("unsupported attribute (not shown"),
        "{report}"
    );
    assert!(!report.contains("hunter"), "{report}");
}

#[test]
fn any_broken_byte_has_a_tree_or_a_report() {
    let name = "aws_secretsmanager_secret_version";
    let schema = data("data/schema.json").display().to_string();
    let value = capture("aws/dynamic_values.jsonl", "aws/498");
    let secret = value
        .iter()
        .position(|&byte| byte == b'{')
        .expect("the secret");
    let arguments = [
        "--schema",
        &schema,
        "--resource",
        name,
        "--raw",
        "--msgpack",
    ];
    // What stands before the secret stays, so that it can be told where the secret is.
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
fn faults_in_sensitive_values_do_not_tell_them() {
    let name = "aws_secretsmanager_secret_version";
    let schema = data("data/schema.json");
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
fn the_readme_shows_what_is_printed() {
    let readme = fs::read_to_string(data("../README.md")).expect("there is a README");
    let schema = data("data/schema.json").display().to_string();
    let name = "aws_secretsmanager_secret_version";
    let file = data("data").join(format!("{name}.config.hex"));
    let file = format!("@{}", file.display());
    let arguments = ["--schema", &schema, "--resource", name, &file];
    let tree = inspect(&arguments, b"").expect("a tree");
    assert!(readme.contains(&tree), "{tree}");

    let hex = fs::read_to_string(data("data/aws_lambda_alias.config.hex")).expect("a capture");
    let arguments = ["--schema", &schema, "--resource", "aws_lambda_alias"];
    let report = fault(&arguments, hex.replace("a131a2", "c3a2").as_bytes());
    assert!(readme.contains(&report), "{report}");
}

#[test]
fn wrong_calls_are_explained() {
    for (arguments, message) in [
        (
            &["--typ", "string"][..],
            "there is no option --typ, or it takes no value",
        ),
        (
            &["--json=1"],
            "there is no option --json, or it takes no value",
        ),
        (&["--type"], "--type takes a value"),
        (&["--type", "list"], "--type: there is no type \"list\""),
        (
            &["--schema", "x.json"],
            "--schema and --resource go together",
        ),
        (
            &["--type=string", "--schema=x", "--resource=y"],
            "--type goes without --schema and --resource",
        ),
        (
            &["--hex", "--base64"],
            "--base64 contradicts what stands before it: one is enough",
        ),
        (
            &["c0", "c0"],
            "INPUT contradicts what stands before it: one is enough",
        ),
        (&["--hex", "xyz"], "the input is not hex"),
        (&["x?"], "the input is neither hex nor base64"),
    ] {
        assert!(
            usage(arguments).starts_with(message),
            "{}",
            usage(arguments)
        );
    }
    let schema = data("data/schema.json").display().to_string();
    let message = usage(&["--schema", &schema, "--resource", "aws_x"]);
    assert!(
        message.ends_with("there is no schema of aws_x"),
        "{message}"
    );
    let provider = ["--schema", &schema, "--resource", "provider.aws", "80"];
    assert_eq!(inspect(&provider, b"").as_deref(), Ok("{} # object\n"));
    assert!(inspect(&["--help"], b"").is_ok_and(|help| help.contains("Examples:")));
}

/// Checks that the marker stands under this byte.
fn points_at(report: &str, byte: &str) {
    let lines: Vec<&str> = report.lines().collect();
    let marker = lines
        .iter()
        .position(|line| line.trim() == "^^")
        .expect("a marker");
    let column = lines[marker].chars().take_while(|&c| c == ' ').count();
    let marked: String = lines[marker - 1].chars().skip(column).take(2).collect();
    assert_eq!(marked, byte, "{report}");
}
