//! Tests the command `schema generate`.

use std::fs;
use std::path::Path;
use std::process::Command;

use tfvalue::Value;
use tfvalue_client::Client;
use tfvalue_testing::Harness;

use crate::folder;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/generate.json");

const LEFT_OUT: [&str; 8] = [
    "Resource `acme_any`: values: a list, set or map of dynamic values is not supported",
    "Identity of `acme_context`: client: the attribute of the resource has another type",
    "The configuration of the provider, `agent`: the provider cannot compute the attribute here, so it is not computed",
    "The configuration of the provider, `zone`: the provider cannot compute attributes here",
    "Resource `acme_counted`: count: the name is reserved by Terraform",
    "Resource `other_server`: the name does not begin with `acme_`",
    "Data source `acme_server`, version 1: it has no stored states",
    "List resource `acme_type`: the resource has no identity",
];

/// Runs the command, and returns the status, standard output and standard error.
fn generate(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_tfvalue"))
        .args(["schema", "generate"])
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

fn read(folder: &Path, file: &str) -> String {
    let path = folder.join("terraform-provider-acme").join(file);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"))
}

#[test]
fn each_part_has_a_module() {
    let folder = folder("generate", "modules");
    let (status, text, errors) = generate(&folder, &[DATA]);
    assert_eq!(status, Some(1), "{errors}");
    let first = "terraform-provider-acme is written: 1 action, 1 data source, 1 ephemeral resource, \
                 2 functions, 1 list resource, 4 resources, 1 state store\n";
    assert!(text.starts_with(first), "{text}");
    for (file, expected) in [
        ("src/actions/reboot.rs", "\"invoke of acme_reboot\""),
        ("src/config.rs", "pub url: Attr<String>,"),
        ("src/data_sources/server.rs", "\"read of acme_server\""),
        (
            "src/ephemeral_resources/token.rs",
            "-> Result<Opened<Self>>",
        ),
        (
            "src/functions/join.rs",
            "pub values: Vec<Option<Vec<Attr<JoinValues>>>>,",
        ),
        ("src/functions/parse_id.rs", "-> Result<ParseIdResult>"),
        (
            "src/list_resources/server.rs",
            "impl ListResource for crate::resources::server::Server {",
        ),
        ("src/resources/acme.rs", "const NAME: &'static str = \"\";"),
        ("src/resources/context.rs", "impl Resource for Context2 {"),
        (
            "src/resources/server.rs",
            "#[tf(kind = resource, version = 2, identity = ServerIdentity)]",
        ),
        (
            "src/resources/mod.rs",
            "provider.resource::<r#type::Type>()",
        ),
        ("src/resources/type.rs", "create of acme_type"),
        ("src/state_stores/bucket.rs", "\"unlock of acme_bucket\""),
        ("Cargo.toml", "\nname = \"terraform-provider-acme\"\n"),
        ("src/lib.rs", "pub fn provider() -> Provider<Client> {"),
        ("src/main.rs", "(terraform_provider_acme::provider())"),
    ] {
        let text = read(&folder, file);
        assert!(text.contains(expected), "{file}: {text}");
        assert!(
            !text.contains("todo!") && !text.contains("panic!"),
            "{file}"
        );
    }
}

/// Omitted parts are listed in the output, in the code and in the README.
#[test]
fn nothing_is_left_out_in_silence() {
    let folder = folder("generate", "left_out");
    let (_, text, _) = generate(&folder, &[DATA]);
    let lines: Vec<_> = text
        .lines()
        .filter_map(|line| line.strip_prefix("  "))
        .collect();
    assert_eq!(lines[..LEFT_OUT.len()], LEFT_OUT);
    let (code, readme) = (read(&folder, "src/lib.rs"), read(&folder, "README.md"));
    for one in LEFT_OUT {
        assert!(code.contains(&format!("// - {one}\n")), "{code}");
        assert!(readme.contains(&format!("* {one}\n")), "{readme}");
    }
    let (status, _, errors) = generate(&folder, &[DATA, "--structs"]);
    assert_eq!(status, Some(1));
    let expected: String = LEFT_OUT[..2]
        .iter()
        .map(|one| format!("error: left out: {one}\n"))
        .collect();
    assert_eq!(errors, expected);
}

#[test]
fn a_part_of_the_provider_is_selected() {
    let folder = folder("generate", "selected");
    let arguments = [
        DATA,
        "--resource=acme_server",
        "--output=acme",
        "--derive=Clone",
    ];
    let (_, text, errors) = generate(&folder, &arguments);
    let first = "acme is written: 1 list resource, 1 resource\n";
    assert!(text.starts_with(first), "{text}{errors}");
    let server = fs::read_to_string(folder.join("acme/src/resources/server.rs")).unwrap();
    assert!(
        server.contains("#[derive(Clone, TfSchema)]\n#[tf(kind = identity"),
        "{server}"
    );
}

#[test]
fn wrong_use_is_explained() {
    let folder = folder("generate", "wrong");
    fs::create_dir(folder.join("acme")).unwrap();
    for (arguments, expected_status, expected) in [
        (&[][..], 2, "<SOURCE>"),
        (&[DATA, "--output=acme"], 3, "error: acme: "),
        (&[DATA, "--tfvalue=/missing"], 3, "error: /missing: "),
        (
            &[DATA, "--resource=acme_x"],
            3,
            "the provider has no resource \"acme_x\"",
        ),
        (&[DATA, "--structs", "--output=x"], 2, "cannot be used with"),
        (&["missing.json"], 3, "missing.json"),
    ] {
        let (status, _, errors) = generate(&folder, arguments);
        assert_eq!(status, Some(expected_status), "{errors}");
        assert!(errors.contains(expected), "{errors}");
    }
    // A failed run leaves no files behind.
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}

/// The crate compiles without warnings, its own test passes, and its handlers report that they are not implemented.
#[test]
#[ignore = "slow"]
fn the_crate_compiles() {
    let folder = folder("generate", "build");
    generate(&folder, &[DATA, "--tfvalue", ROOT]);
    let package = folder.join("terraform-provider-acme");
    fs::copy(format!("{ROOT}/Cargo.lock"), package.join("Cargo.lock")).unwrap();
    let target = folder.join("target");
    let output = Command::new(env!("CARGO"))
        .args(["test", "--quiet"])
        .current_dir(&package)
        .env("CARGO_TARGET_DIR", &target)
        .env("RUSTFLAGS", "-Dwarnings")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(output.status.success(), "{text}");
    let built = Command::new(env!("CARGO"))
        .args(["build", "--quiet"])
        .current_dir(&package)
        .env("CARGO_TARGET_DIR", &target)
        .env("RUSTFLAGS", "-Dwarnings")
        .status()
        .unwrap();
    assert!(built.success());
    let program = target.join("debug/terraform-provider-acme");
    let client = Client::start(&Command::new(program)).wait().unwrap();
    let harness = Harness::for_client(&client);
    harness
        .configure(r#"{"url": "https://example.com"}"#)
        .succeeds();
    let mut server = harness.resource("acme_server");
    server.apply(r#"{"name": "a"}"#).fails(
        tfvalue::Path::root(),
        "create of acme_server is not written yet",
    );
    let detail = "Write it in src/resources/server.rs.";
    harness
        .resource("acme_server")
        .import("a")
        .fails(tfvalue::Path::root(), detail);
    let read = harness.data_source("acme_server", r#"{"name": "a"}"#);
    read.fails(
        tfvalue::Path::root(),
        "read of acme_server is not written yet",
    );
    let opened = harness.ephemeral_resource("acme_token", "{}");
    opened.fails(
        tfvalue::Path::root(),
        "open of acme_token is not written yet",
    );
    let error = harness.function("parse_id", &[Value::from("a"), Value::from(true)]);
    let error = error.unwrap_err();
    assert!(
        error
            .text
            .contains("run of provider::acme::parse_id is not written yet"),
        "{error:?}"
    );
    _ = fs::remove_dir_all(folder);
}

/// A provider's descriptions stay inside the comments and string literals in the generated code.
#[test]
fn hostile_texts_stay_texts() {
    const EVIL: &str = "x\\n*/ \\\"#; compile_error!(\\\"no\\\"); /*";
    let folder = folder("generate", "hostile");
    let block = format!(
        r#"{{"description":"{EVIL}","attributes":{{"{EVIL}":{{"type":"string","optional":true,"description":"{EVIL}","deprecated":true,"deprecation_message":"{EVIL}"}}}}}}"#
    );
    let text = format!(
        r#"{{"format_version":"1.0","provider_schemas":{{"registry.terraform.io/{EVIL}/acme":{{
            "resource_schemas":{{"acme_{EVIL}":{{"version":0,"block":{block}}},"acme_a":{{"version":0,"block":{block}}}}},
            "functions":{{"{EVIL}":{{"return_type":"string"}},
                "f":{{"return_type":"string","summary":"{EVIL}","description":"{EVIL}","parameters":[{{"name":"{EVIL}","type":"string","description":"{EVIL}"}}]}}}}}}}}}}"#
    );
    fs::write(folder.join("hostile.json"), text).unwrap();
    let (status, output, errors) = generate(&folder, &["hostile.json", "--output=acme"]);
    assert_eq!(status, Some(1), "{output}{errors}");
    assert_eq!(
        output.matches("Terraform cannot parse the name").count(),
        2,
        "{output}"
    );
    for file in [
        "lib.rs",
        "config.rs",
        "resources/mod.rs",
        "resources/a.rs",
        "functions/f.rs",
    ] {
        let Ok(text) = fs::read_to_string(folder.join("acme/src").join(file)) else {
            // The name of the attribute is not valid, so the resource is omitted.
            assert!(file.starts_with("resources"), "{file}: {output}");
            continue;
        };
        for line in text.lines().filter(|line| line.contains("compile_error!")) {
            let start = line.trim_start();
            let is_text = start.starts_with("//") || start.starts_with("#[tf(");
            assert!(is_text, "{file}: {line}");
        }
    }
}
