//! Tests the command `plan`: everything in a plan is printed.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tfvalue"));
    command
        .arg("plan")
        .args(arguments)
        .output()
        .expect("the program runs")
}

fn data(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/plans");
    folder.join(name).display().to_string()
}

/// Runs the command on a plan. Returns the text, and checks that the page has the same contents.
#[track_caller]
fn prints(name: &str, status: i32, sentences: &[&str]) -> String {
    let output = run(&[&data(name)]);
    let text = String::from_utf8(output.stdout).expect("the output is text");
    assert_eq!(output.status.code(), Some(status), "{text}");
    for sentence in sentences {
        assert!(
            text.contains(sentence),
            "{sentence:?} is missing in\n{text}"
        );
    }
    text
}

/// Returns the page of a plan.
fn page(name: &str) -> String {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.html"));
    run(&[&data(name), "--html", &file.display().to_string()]);
    fs::read_to_string(file).expect("the page is written")
}

#[track_caller]
fn page_has(name: &str, texts: &[&str]) {
    let page = page(name);
    for text in texts {
        assert!(page.contains(text), "{text:?} is missing in\n{page}");
    }
}

#[test]
fn deposed_objects_are_named() {
    prints(
        "deposed.json",
        0,
        &[
            "# x_disk.a will be updated in place\n",
            "# x_disk.a (deposed object 0badcafe) will be destroyed\n    # (left over from a partially-failed replacement of this instance)\n",
            "Plan: 0 to add, 1 to change, 1 to destroy.",
        ],
    );
    page_has("deposed.json", &["x_disk.a (deposed object 0badcafe)"]);
}

#[test]
fn imports_are_named_and_counted() {
    prints(
        "import.json",
        0,
        &[
            "# x_disk.a will be imported\n    # (imported from \"1\")\n",
            "# x_disk.b will be updated in place\n    # (imported from { id = \"2\" })\n",
            "Plan: 2 to import, 0 to add, 1 to change, 0 to destroy.",
        ],
    );
    page_has("import.json", &["imported from \\\"1\\\"", "2 to import"]);
}

#[test]
fn null_elements_are_printed() {
    let text = prints(
        "null-elements.json",
        0,
        &["+ k = null\n", "- null\n", "\"b\" -> null"],
    );
    assert_eq!(text.matches("+ null\n").count(), 1, "{text}");
}

#[test]
fn incomplete_plans_are_not_fine() {
    prints(
        "incomplete.json",
        1,
        &[
            "Planning failed.",
            "This is an incomplete plan",
            "# x_disk.a was deferred: it will be created\n    # (because the provider configuration is unknown)\n",
            "# check.reachable has failed\n    # (the service is down)\n",
        ],
    );
    page_has(
        "incomplete.json",
        &[
            "Planning failed.",
            "the service is down",
            "because the provider configuration is unknown",
        ],
    );
}

/// The command also prints forgotten, tainted and moved objects, drift, actions, data sources, outputs, and checks
/// whose results are not known yet.
#[test]
fn everything_else_is_printed() {
    prints(
        "all.json",
        0,
        &[
            "# x_disk.drifted has changed\n",
            "# x_disk.gone has been deleted\n",
            "# x_disk.forgotten will no longer be managed by Terraform, but will not be destroyed\n",
            "# x_disk.tainted is tainted, so it must be replaced\n",
            "# x_disk.new has moved\n    # (moved from x_disk.old)\n",
            "# data.x_image.i will be read during apply\n    # (config refers to values not yet known)\n",
            "<= data \"x_image\" \"i\" {\n",
            "# action.x_mail.m will be invoked\n    # (triggered by x_disk.tainted: AfterCreate)\n",
            "      + to = \"a@example.com\"\n",
            "      + token = (sensitive value)\n",
            "# action.x_mail.later was deferred\n    # (because a prerequisite for this resource is deferred)\n",
            "# check.soon is known after apply\n",
            "Plan: 1 to add, 0 to change, 1 to destroy, 1 to forget. Actions: 1 to invoke.\n",
            "  + size = 2\n",
            "  - old = 1 -> null\n",
            "identity: { id = 1 } -> { id = 2 }",
        ],
    );
    let page = page("all.json");
    assert!(!page.contains("hunter2"), "{page}");
}

#[test]
fn forbidden_changes_fail() {
    let fails = |name: &str, changes: &str| {
        let output = run(&[&data(name), "--fail-on", changes]);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), errors)
    };
    let (status, errors) = fails("deposed.json", "destroy,replace");
    assert_eq!(status, Some(1));
    assert_eq!(
        errors,
        "error: x_disk.a (deposed object 0badcafe): --fail-on destroy\n"
    );
    assert_eq!(
        fails("deposed.json", "replace,create"),
        (Some(0), String::new())
    );
    // A replacement destroys an object.
    let (status, errors) = fails("all.json", "destroy");
    assert_eq!(status, Some(1));
    assert!(
        errors.contains("x_disk.tainted: --fail-on destroy\n"),
        "{errors}"
    );
    let (status, errors) = fails("all.json", "drift,forget");
    assert_eq!(status, Some(1));
    assert!(
        errors.contains("x_disk.drifted: --fail-on drift\n"),
        "{errors}"
    );
    assert!(
        errors.contains("x_disk.forgotten: --fail-on forget\n"),
        "{errors}"
    );
    // A change that the plan does not show may be a forbidden change.
    let (status, errors) = fails("incomplete.json", "destroy");
    assert_eq!(status, Some(1));
    assert!(
        errors.contains("the plan is incomplete, so it may lack changes of --fail-on destroy\n"),
        "{errors}"
    );
    let (status, errors) = fails("deposed.json", "delete");
    assert_eq!(status, Some(2));
    assert!(
        errors.contains("possible values: create, update, destroy, replace"),
        "{errors}"
    );
}

#[test]
fn other_files_are_named() {
    let write = |name: &str, content: &[u8]| {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::write(&file, content).expect("the folder exists");
        file.display().to_string()
    };
    let commands =
        "`terraform plan -out=plan.bin` and `terraform show -json plan.bin > plan.json` write it";
    for (name, content, what) in [
        ("empty.json", &b""[..], "an empty file"),
        ("main.tf", b"resource \"x_y\" \"z\" {}\n", "a configuration"),
        (
            "plan.txt",
            b"Plan: 1 to add, 0 to change, 0 to destroy.\n",
            "the text of a plan or a state",
        ),
        (
            "log.jsonl",
            b"{\"@level\":\"info\"}\n",
            "the messages of `terraform plan -json`, which lack the values",
        ),
        ("binary", b"\x81\xa1a\xc0\xff", "bytes that are not text"),
    ] {
        let file = write(name, content);
        let output = run(&[&file]);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        let expected =
            format!("error: {file}: the JSON of a plan is required, got {what}: {commands}\n");
        assert_eq!((output.status.code(), errors), (Some(3), expected));
    }
    let state = write(
        "x.tfstate",
        b"{\"version\": 4, \"serial\": 1, \"lineage\": \"\"}",
    );
    let errors = run(&[&state]).stderr;
    let errors = String::from_utf8_lossy(&errors).into_owned();
    assert!(
        errors.contains(
            "got a state file: `tfvalue inspect --schema SCHEMAS @FILE` prints its objects"
        ),
        "{errors}"
    );
}

/// A script replaces Terraform.
#[test]
#[cfg(unix)]
fn a_saved_plan_is_read_by_terraform() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let saved = folder.join("saved.plan");
    fs::write(&saved, b"PK\x03\x04").expect("the folder exists");
    let saved = saved.display().to_string();
    let script = |name: &str, text: &str| {
        let script = folder.join(name);
        fs::write(&script, format!("#!/bin/sh\n{text}\n")).expect("the folder exists");
        fs::set_permissions(&script, fs::Permissions::from_mode(0o700)).expect("it is ours");
        script.display().to_string()
    };
    let good = script(
        "terraform-good",
        &format!(
            "[ \"$*\" = \"show -json -no-color {saved}\" ] && cat {}",
            data("import.json")
        ),
    );
    let output = run(&[&saved, "--terraform", &good]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("Plan: 2 to import, "), "{output:?}");

    let bad = script("terraform-bad", "echo 'Error: no such plan' >&2; exit 1");
    let output = run(&[&saved, "--terraform", &bad]);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(3));
    assert!(
        errors.contains(&format!("run `terraform show -json {saved}`")),
        "{errors}"
    );
    assert!(errors.contains("fails: Error: no such plan"), "{errors}");
}
