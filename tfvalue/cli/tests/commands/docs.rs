//! Tests the command `docs`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value as Json, json};

fn folder(name: &str, block: &Json) -> PathBuf {
    let folder = crate::folder("docs", name);
    let provider = json!({ "resource_schemas": { "shop_item": { "version": 0, "block": block } } });
    let schemas =
        json!({ "format_version": "1.0", "provider_schemas": { "example.com/a/shop": provider } });
    fs::write(folder.join("schemas.json"), schemas.to_string()).unwrap();
    folder
}

fn docs(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tfvalue"));
    command.args(["docs", "schemas.json"]).args(arguments);
    crate::outcome(command.current_dir(folder))
}

fn attribute(name: &str) -> Json {
    json!({ "type": "string", "description": format!("The {name}."), "description_kind": "plain", "optional": true })
}

/// Returns a block with three attributes, which is nested in other blocks.
fn address() -> Json {
    json!({ "attributes": { "city": attribute("city"), "street": attribute("street"), "zip": attribute("zip") } })
}

#[test]
fn equal_nested_schemas_are_printed_once() {
    let nested = |block: Json| json!({ "nesting_mode": "list", "block": block });
    let person = json!({ "attributes": { "name": attribute("name") }, "block_types": { "address": nested(address()) } });
    let block = json!({
        "attributes": { "id": attribute("id") },
        "block_types": { "buyer": nested(person.clone()), "seller": nested(person), "store": nested(address()) },
    });
    let folder = folder("once", &block);
    assert_eq!(
        docs(&folder, &[]),
        (Some(0), "2 pages, 2 written\n".to_owned())
    );
    let page = fs::read_to_string(folder.join("docs/resources/item.md")).unwrap();
    assert_eq!(page.matches("The street.").count(), 1, "{page}");
    assert_eq!(page.matches("(#nestedblock--buyer)").count(), 2, "{page}");
    // Each link has its section.
    for link in page.split("(#").skip(1) {
        let anchor = link.split(')').next().unwrap();
        assert!(
            page.contains(&format!("<a id=\"{anchor}\"></a>")),
            "{anchor} is missing in\n{page}"
        );
    }
}

#[test]
fn pages_are_checked() {
    let folder = folder("check", &address());
    let (status, text) = docs(&folder, &["--check"]);
    assert_eq!(status, Some(1), "{text}");
    assert!(
        text.contains("error: docs/resources/item.md: the page is out of date\n"),
        "{text}"
    );
    assert!(!folder.join("docs").exists());
    assert_eq!(docs(&folder, &[]).0, Some(0));
    let file = folder.join("docs/resources/item.md");
    let page = fs::read_to_string(&file).unwrap();
    let page = page.replacen("subcategory: \"\"", "subcategory: \"Goods\"", 1);
    assert!(page.contains("Goods"), "{page}");
    fs::write(&file, page).unwrap();
    assert_eq!(
        docs(&folder, &["--check"]),
        (Some(0), "2 pages, 0 out of date\n".to_owned())
    );
}

#[test]
fn names_cannot_leave_the_folder() {
    let folder = folder("names", &address());
    let file = folder.join("schemas.json");
    let schemas = fs::read_to_string(&file).unwrap();
    fs::write(&file, schemas.replace("shop_item", "shop_../../../x")).unwrap();
    let (status, text) = docs(&folder, &[]);
    assert_eq!(status, Some(3), "{text}");
    assert!(text.contains("is no name for a file"), "{text}");
}

/// Templates can replace a single page or all pages of a kind, and can add guides.
#[test]
fn templates_make_pages() {
    let folder = folder("templates", &address());
    let put = |path: &str, text: &str| {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    put(
        "examples/resources/shop_item/resource.tf",
        "resource \"shop_item\" \"tea\" {}\n",
    );
    put(
        "templates/resources.md.tmpl",
        "---\nsubcategory: \"Goods\"\n---\n\n# {{.Name}} ({{ .Type }})\n{{ if .HasExample }}\n## Example\n\n\
         {{ tffile .ExampleFile }}\n{{- end }}\n\n{{ .SchemaMarkdown | trimspace }}\n",
    );
    put("templates/guides/start.md", "# Start {{ }}\n");
    put(
        "templates/guides/names.md.tmpl",
        "# {{ .ProviderShortName }}\n",
    );
    assert_eq!(
        docs(&folder, &[]),
        (Some(0), "4 pages, 4 written\n".to_owned())
    );
    let read = |path: &str| fs::read_to_string(folder.join(path)).unwrap();
    let page = read("docs/resources/item.md");
    let start = "---\nsubcategory: \"Goods\"\n---\n\n# shop_item (Resource)\n\n## Example\n\n\
                 ```terraform\nresource \"shop_item\" \"tea\" {}\n```\n\n## Schema\n\n### Optional\n";
    assert!(page.starts_with(start), "{page}");
    assert_eq!(read("docs/guides/start.md"), "# Start {{ }}\n");
    assert_eq!(read("docs/guides/names.md"), "# shop\n");
    put(
        "templates/resources/item.md.tmpl",
        "# The item {{ .Name | upper }}\n",
    );
    docs(&folder, &[]);
    assert_eq!(read("docs/resources/item.md"), "# The item SHOP_ITEM\n");
    put(
        "templates/index.md.tmpl",
        "a\n{{ range .Names }}{{ end }}\n",
    );
    let (status, text) = docs(&folder, &[]);
    assert_eq!(status, Some(3));
    assert_eq!(
        text,
        "error: templates/index.md.tmpl: line 2: `range` is not supported\n"
    );
}
