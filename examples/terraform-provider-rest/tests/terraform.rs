//! Runs the program under Terraform or OpenTofu, over HTTP.

mod api;

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use api::Api;
use serde_json::json;
use tempfile::TempDir;
use tfvalue_testing::acceptance::Program as Terraform;

const PROVIDER: &str = env!("CARGO_BIN_EXE_terraform-provider-rest");
const CONFIGURATION: &str = include_str!("../example/main.tf");

#[test]
fn books_from_their_creation_to_their_end() {
    let Some(terraform) = Terraform::find() else {
        // Unlike the output of `eprintln!`, this message is shown even if the test passes.
        _ = writeln!(io::stderr(), "skipped: no Terraform or OpenTofu");
        return;
    };
    let folder = TempDir::new().unwrap();
    let api = Api::start(&folder.path().join("library.db"));
    let overrides = format!(
        "provider_installation {{\n  dev_overrides {{\n    \"{}/example/rest\" = {:?}\n  }}\n  direct {{}}\n}}\n",
        terraform.host(),
        Path::new(PROVIDER).parent().unwrap()
    );
    fs::write(folder.path().join("cli.tfrc"), overrides).unwrap();
    let configure = |configuration: &str| {
        fs::write(folder.path().join("main.tf"), configuration).unwrap();
    };
    let document = concat!(env!("CARGO_MANIFEST_DIR"), "/example/openapi.json");
    let run = |arguments: &[&str]| {
        let mut command = terraform.command(folder.path());
        command
            .args(arguments)
            .env("TF_CLI_ARGS", "-no-color")
            .env("TF_VAR_url", &api.url);
        let output = command.env("REST_OPENAPI", document).output().unwrap();
        let text = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(text).unwrap())
    };
    let exits = |code: i32, arguments: &[&str]| {
        let (actual, text) = run(arguments);
        assert_eq!(actual, Some(code), "{arguments:?}\n{text}");
        text
    };
    let apply = || exits(0, &["apply", "-auto-approve"]);
    let has_no_changes = || exits(0, &["plan", "-detailed-exitcode"]);

    // Create.
    configure(CONFIGURATION);
    apply();
    let book = json!({
        "authors": [{"firstName": "Steve", "lastName": "Klabnik"}, {"lastName": "Nichols"}],
        "id": "1",
        "isbn": "978-1-7185-0310-6",
        "language": "en",
        "pageCount": 560,
        "revision": 1,
        "tags": ["language", "rust"],
        "title": "The Rust Programming Language",
    });
    assert_eq!(
        api.objects(),
        [book, json!({"id": "2", "name": "IT 1", "revision": 1})]
    );
    has_no_changes();

    // Update in place.
    let second = CONFIGURATION.replace("560", "600");
    configure(&second);
    let text = apply();
    assert!(text.contains("0 added, 1 changed, 0 destroyed"), "{text}");
    assert_eq!(
        (
            &api.objects()[0]["pageCount"],
            &api.objects()[0]["revision"]
        ),
        (&json!(600), &json!(2))
    );
    has_no_changes();

    // Drift.
    api.execute("UPDATE objects SET body = json_set(body, '$.title', 'Rust') WHERE id = 1");
    let text = exits(2, &["plan", "-detailed-exitcode"]);
    assert!(
        text.contains(r#""Rust" -> "The Rust Programming Language""#),
        "{text}"
    );
    apply();
    assert_eq!(api.objects()[0]["title"], "The Rust Programming Language");
    api.execute("DELETE FROM objects WHERE id = 2");
    let text = exits(2, &["plan", "-detailed-exitcode"]);
    assert!(
        text.contains("1 to add, 0 to change, 0 to destroy"),
        "{text}"
    );
    apply();

    // The provider rejects configurations that the document does not allow, without calling the API.
    configure(&second.replace("600", "0"));
    let text = exits(1, &["validate"]);
    assert!(
        text.contains("page_count = 0") && text.contains("at least 1"),
        "{text}"
    );

    // The API refuses a value.
    configure(&second.replace("600", "20000"));
    let text = exits(1, &["apply", "-auto-approve"]);
    for expected in [
        "refused the request with 422",
        "page_count = 20000",
        "more than 10000 pages",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    assert_eq!(api.objects()[0]["pageCount"], 600);

    // Replace.
    let other = second.replace("978-1-7185-0310-6", "978-1-5932-7828-1");
    configure(&other);
    let text = apply();
    assert!(text.contains("# forces replacement"), "{text}");
    assert!(text.contains("1 added, 1 changed, 1 destroyed"), "{text}");
    let book = api
        .objects()
        .into_iter()
        .find(|object| object.get("isbn").is_some());
    let id = book.unwrap()["id"].as_str().unwrap().to_owned();
    assert_ne!(id, "1");
    has_no_changes();

    // Import.
    exits(0, &["state", "rm", "rest_book.rust"]);
    exits(0, &["import", "rest_book.rust", &id]);
    has_no_changes();
    exits(1, &["import", "rest_shelf.other", "17"]);

    // Delete.
    exits(0, &["destroy", "-auto-approve"]);
    assert_eq!(api.objects(), [] as [serde_json::Value; 0]);
}
