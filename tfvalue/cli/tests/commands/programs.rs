//! Tests how the commands read files and report errors.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tfvalue"))
        .args(arguments)
        .output()
        .expect("the program runs")
}

#[track_caller]
fn assert_exit(output: &Output, status: i32, sentence: &str) {
    let words = String::from_utf8_lossy(&output.stderr);
    assert_eq!(words.trim_end(), format!("error: {sentence}"));
    assert_eq!(output.status.code(), Some(status));
}

/// Writes a temporary file.
fn file(name: &str, content: impl AsRef<[u8]>) -> String {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&file, content).expect("the directory exists");
    file.display().to_string()
}

/// Returns a file that a release of Terraform or OpenTofu wrote.
fn captured(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/captures/releases");
    folder.join(name).display().to_string()
}

#[test]
fn errors_name_the_file() {
    let missing: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join("missing.json");
    let why = fs::read(&missing).expect_err("the file does not exist");
    let missing = missing.display().to_string();
    assert_exit(&run(&["plan", &missing]), 3, &format!("{missing}: {why}"));
}

#[test]
fn reports_invalid_plans() {
    let file = file("version.json", r#"{"format_version": 1}"#);
    let fault = "format_version: a string is required, got a number at line 1 column 20";
    assert_exit(&run(&["plan", &file]), 3, &format!("{file}: {fault}"));
}

/// Runs a command that succeeds, and returns its output.
#[track_caller]
fn prints(arguments: &[&str]) -> String {
    let output = run(arguments);
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn plans_and_state_files_are_read() {
    for release in [
        "terraform-1.11.4",
        "terraform-1.16.0-rc2",
        "opentofu-1.12.6",
    ] {
        let names = ["plan.json", "tfstate", "schema.json"];
        let [json, state, schema] = names.map(|name| captured(&format!("{release}.{name}")));
        // A check in the plan failed.
        let output = run(&["plan", &json]);
        assert_eq!(output.status.code(), Some(1));
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(
            text.contains("Plan: 3 to add, 4 to change, 2 to destroy."),
            "{text}"
        );
        let state = format!("@{state}");
        let text = prints(&["inspect", "--schema", &schema, &state]);
        assert!(
            text.contains("# module.m[\"x\"].terraform_data.t\n"),
            "{text}"
        );
        let only = ["--resource", "terraform_data", "--schema", &schema, &state];
        let text = prints(&[&["inspect"], &only[..]].concat());
        assert!(
            text.contains("# terraform_data.count[1]\n{") && text.contains("(sensitive value)"),
            "{text}"
        );
    }
}

#[test]
fn an_encrypted_state_is_an_error() {
    let state =
        r#"{"serial":1,"lineage":"a","meta":{},"encrypted_data":"eA==","encryption_version":"v0"}"#;
    let file = file("encrypted.tfstate", state);
    let schema = captured("opentofu-1.12.6.schema.json");
    let sentence = "a state file is required, got an encrypted state of OpenTofu, which `tofu state pull` decrypts with \
                    the configuration";
    let output = run(&["inspect", "--schema", &schema, &format!("@{file}")]);
    assert_exit(&output, 3, &format!("{file}: {sentence}"));
}

#[test]
fn a_saved_plan_is_named() {
    let plan = file("a.plan", b"PK\x03\x04");
    let sentence = format!(
        "{plan}: a value or a state file is required, got a saved plan, whose format is internal to Terraform: `tfvalue plan \
         FILE` prints it"
    );
    assert_exit(&run(&["inspect", &format!("@{plan}")]), 3, &sentence);
}

/// If a command receives a file of the wrong kind, the error reports the kind and the command that writes the correct
/// file. The exit status is 3 for problems with files and 2 for problems with arguments.
#[test]
fn files_of_other_kinds_are_named() {
    let file = |name: &str, content: &[u8]| file(&format!("kinds-{name}"), content);
    let empty = file("empty", b"");
    let main = file("main.tf", b"resource \"x_y\" \"z\" {\n}\n");
    let text = file(
        "plan.txt",
        b"\nTerraform will perform the following actions:\n",
    );
    let bytes = file("bytes", b"\x81\xa1a\xc0\0");
    let plan = file(
        "plan.json",
        br#"{"format_version":"1.2","planned_values":{},"resource_changes":[]}"#,
    );
    let state = file("state.json", br#"{"format_version":"1.0","values":{}}"#);
    let json = file("other.json", br#"{"a":1}"#);
    let list = file("list.json", b"[1]");
    let schemas = "`terraform providers schema -json > schemas.json` writes it";
    for (path, got) in [
        (&empty, "an empty file"),
        (&main, "a configuration"),
        (&text, "the text of a plan or a state"),
        (&plan, "the JSON of a plan"),
        (&state, "the JSON of a state"),
        (&json, "another document of JSON"),
        (&list, "another document of JSON"),
    ] {
        let sentence = format!("{path}: the JSON of schemas is required, got {got}: {schemas}");
        for command in [&["schema", "show"][..], &["schema", "generate"], &["docs"]] {
            assert_exit(&run(&[command, &[path]].concat()), 3, &sentence);
        }
        assert_exit(&run(&["schema", "diff", path, path]), 3, &sentence);
    }
    let sentence = "the file is not executable: if it is the program of a provider, `chmod +x` makes it executable";
    assert_exit(
        &run(&["schema", "show", &bytes]),
        3,
        &format!("{bytes}: {sentence}"),
    );
    for (path, got) in [(&empty, "an empty file"), (&main, "a configuration")] {
        let sentence = format!("{path}: a value or a state file is required, got {got}");
        assert_exit(&run(&["inspect", &format!("@{path}")]), 3, &sentence);
    }
    let sentence = "standard input: a value or a state file is required, got an empty file";
    assert_exit(&run(&["inspect"]), 3, sentence);
    let sentence = "the value is neither hex, base64 nor JSON; write @FILE for the path of a file";
    assert_exit(&run(&["inspect", "main.tf"]), 2, sentence);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kinds-folder");
    fs::create_dir_all(&folder).unwrap();
    let folder = folder.display().to_string();
    let output = run(&["export", &folder, "--output", &format!("{folder}.parquet")]);
    let sentence = "the folders contain no file whose name ends with .json or .tfstate";
    assert_exit(&output, 3, sentence);
}

/// Each command has a help text, and a help option is never interpreted as the name of a file.
#[test]
fn help_and_wrong_arguments() {
    for command in [
        "",
        "examine",
        "trace",
        "plan",
        "inspect",
        "schema",
        "schema show",
        "schema diff",
        "schema generate",
        "export",
        "docs",
        "new",
        "release",
        "release check",
        "completions",
        "man",
    ] {
        let words: Vec<_> = command.split_whitespace().collect();
        for help in ["--help", "-h"] {
            let output = run(&[&words[..], &[help]].concat());
            assert_eq!(output.status.code(), Some(0), "{command}");
            assert!(output.stderr.is_empty(), "{command}");
            let text = String::from_utf8(output.stdout).unwrap();
            assert!(text.contains("Usage: tfvalue"), "{command}: {text}");
        }
        let output = run(&[&words[..], &["--nope"]].concat());
        assert_eq!(output.status.code(), Some(2), "{command}");
        assert!(output.stdout.is_empty(), "{command}");
    }
}

/// The names of files, arguments and values cannot control the terminal.
#[test]
fn nothing_reaches_the_terminal_unescaped() {
    const HOSTILE: &str = "\u{1b}[31m\u{9b}1m\u{202e}x\u{7}";
    let schemas = format!(
        r#"{{"format_version":"1.0","provider_schemas":{{"x/x/x":{{"resource_schemas":{{"x_y":{{"version":0,"block":{{
            "attributes":{{"a":{{"type":"string","optional":true,"description":"\u001b[31m{}"}}}}}}}}}}}}}}}}"#,
        "\u{9b}1m\u{202e}x\u{7f}"
    );
    let schemas = file("hostile.json", schemas);
    for arguments in [
        &["plan", HOSTILE][..],
        &[HOSTILE],
        &["plan", "a", HOSTILE],
        &["release", "check", HOSTILE],
        &["schema", "show", &schemas, "x_y"],
        &["schema", "show", &schemas, "--json"],
        &["schema", "show", &schemas, HOSTILE],
        &["schema", "generate", "--structs", &schemas],
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_tfvalue"))
            .args(arguments)
            .env("CLICOLOR_FORCE", "1")
            .output()
            .unwrap();
        let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        // The program itself writes these styles.
        let text = text.replace("\u{1b}[1m", "").replace("\u{1b}[0m", "");
        let text = text.replace("\u{1b}[31merror:", "error:");
        let is_hostile =
            |letter: &char| letter.is_control() && *letter != '\n' || *letter == '\u{202e}';
        assert_eq!(
            text.chars().find(is_hostile),
            None,
            "{arguments:?}: {text:?}"
        );
    }
    let text = prints(&["schema", "show", &schemas, "--json"]);
    let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    let description = "/provider_schemas/x/resource_schemas/x_y/block/attributes/a/description";
    let written = read(&text);
    assert_eq!(
        written.pointer(description).unwrap(),
        "\u{1b}[31m\u{9b}1m\u{202e}x\u{7f}"
    );
}

#[test]
fn colors_follow_the_environment() {
    let color = |environment: &[(&str, &str)]| {
        let output = Command::new(env!("CARGO_BIN_EXE_tfvalue"))
            .args(["plan", "missing"])
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR_FORCE")
            .envs(environment.iter().copied())
            .output()
            .unwrap();
        output.stderr.contains(&0x1b)
    };
    assert!(!color(&[]));
    assert!(color(&[("CLICOLOR_FORCE", "1")]));
    assert!(!color(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
}

/// Only managed resources are stored, so a smaller version number of a data source is not a breaking change.
#[test]
fn a_version_breaks_only_what_is_stored() {
    let schemas = |kind: &str, version: u64| {
        let text = format!(
            r#"{{"format_version":"1.0","provider_schemas":{{"x/x/x":{{"{kind}":{{"x_y":{{"version":{version},"block":{{}}}}}}}}}}}}"#
        );
        file(&format!("version-{kind}-{version}.json"), text)
    };
    for (kind, status, last) in [
        (
            "resource_schemas",
            1,
            "1 breaking change and 0 other changes; 0 changes of descriptions",
        ),
        (
            "data_source_schemas",
            0,
            "0 breaking changes and 1 other change; 0 changes of descriptions",
        ),
    ] {
        let output = run(&["schema", "diff", &schemas(kind, 1), &schemas(kind, 0)]);
        assert_eq!(output.status.code(), Some(status), "{kind}");
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(text.lines().next_back(), Some(last));
    }
}

#[test]
fn other_documents_are_no_plan() {
    let schemas = captured("terraform-1.11.4.schema.json");
    let state = file("a-state.json", r#"{"format_version":"1.0","values":{}}"#);
    for (path, got) in [
        (schemas, "the JSON of schemas"),
        (state, "the JSON of a state"),
    ] {
        let sentence = format!(
            "{path}: the JSON of a plan is required, got {got}: `terraform plan -out=plan.bin` and `terraform show -json \
             plan.bin > plan.json` write it"
        );
        assert_exit(&run(&["plan", &path]), 3, &sentence);
    }
}

/// PowerShell writes a byte order mark at the beginning of files, and our own advice about UTF-16 results in such files.
#[test]
fn a_byte_order_mark_is_skipped() {
    let marked = |name: &str, from: &str| {
        let text = [&b"\xef\xbb\xbf"[..], &fs::read(from).unwrap()].concat();
        file(&format!("marked-{name}"), text)
    };
    let captured = |name: &str| captured(&format!("terraform-1.11.4.{name}"));
    let [plan, schema, state] = ["plan.json", "schema.json", "tfstate"]
        .map(|name| [captured(name), marked(name, &captured(name))]);
    let output = |arguments: &[&str]| String::from_utf8(run(arguments).stdout).unwrap();
    assert_eq!(output(&["plan", &plan[0]]), output(&["plan", &plan[1]]));
    let shown = |file: &str| prints(&["schema", "show", file]);
    assert_eq!(shown(&schema[0]), shown(&schema[1]));
    let inspected = |schema: &str, state: &str| prints(&["inspect", "--schema", schema, state]);
    assert_eq!(
        inspected(&schema[0], &format!("@{}", state[0])),
        inspected(&schema[1], &format!("@{}", state[1]))
    );
}

/// `terraform state pull | tfvalue inspect --schema schemas.json` hides the values that the schemas mark as sensitive.
#[test]
fn a_state_is_read_from_standard_input() {
    let [state, schema] =
        ["tfstate", "schema.json"].map(|name| captured(&format!("terraform-1.11.4.{name}")));
    let expected = prints(&["inspect", "--schema", &schema, &format!("@{state}")]);
    let input = |arguments: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_tfvalue"))
            .args(arguments)
            .stdin(fs::File::open(&state).unwrap())
            .output()
            .unwrap()
    };
    let output = input(&["inspect", "--schema", &schema]);
    assert_eq!(String::from_utf8(output.stdout).unwrap(), expected);
    let output = input(&["inspect"]);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(
        error.starts_with("error: standard input: --schema SCHEMAS is required"),
        "{error}"
    );
    // This is a value whose beginning merely resembles a state.
    let value = file("version-first.json", r#"{"version": 1}"#);
    assert_eq!(
        prints(&["inspect", &format!("@{value}")]),
        "{\n  version = 1\n}\n"
    );
}

/// Output that cannot be written completely is an error. A reader that stops reading early does not cause an error.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error() {
    let schema = captured("terraform-1.11.4.schema.json");
    let plan = captured("terraform-1.11.4.plan.json");
    for arguments in [
        &["schema", "show", &schema][..],
        &["plan", &plan],
        &["--help"],
    ] {
        let run = |to: std::process::Stdio| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_tfvalue"));
            command.args(arguments).stdout(to).output().unwrap()
        };
        let usual = run(std::process::Stdio::null());
        let full = run(fs::File::create("/dev/full").unwrap().into());
        let error = String::from_utf8(full.stderr).unwrap();
        assert!(error.starts_with("error: standard output: "), "{error}");
        assert_eq!(full.status.code(), Some(3), "{arguments:?}");
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let closed = run(writer.into());
        assert_eq!((closed.status, closed.stderr), (usual.status, usual.stderr));
    }
}

#[test]
fn recordings_of_other_kinds_are_named() {
    for (name, content, got) in [
        ("empty", "", "an empty file"),
        (
            "main.tf",
            "resource \"x_y\" \"z\" {\n}\n",
            "a configuration",
        ),
        ("json", "{\"a\": 1}\n", "another document of JSON"),
        ("pretty", "{\n  \"a\": 1\n}\n", "another document of JSON"),
    ] {
        let path = file(&format!("recording-{name}"), content);
        let sentence = format!(
            "{path}: a recording is required, got {got}: `tfvalue trace --record FILE` writes it"
        );
        assert_exit(&run(&["trace", "show", &path]), 3, &sentence);
        assert_exit(&run(&["trace", "replay", &path, "--", "x"]), 3, &sentence);
    }
}

#[test]
fn a_missing_provider_is_named() {
    for command in [&["examine"][..], &["schema", "show"], &["docs", "--check"]] {
        let output = run(&[command, &["no-such-provider"]].concat());
        assert_eq!(output.status.code(), Some(3));
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(
            error.contains("no-such-provider is not installed"),
            "{error}"
        );
        let output = run(&[command, &[""]].concat());
        assert_eq!(output.status.code(), Some(2), "{command:?}");
    }
}

/// There is a page for each command, and the script for each shell lists all commands.
#[test]
fn manual_pages_and_completions_are_complete() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("man");
    _ = fs::remove_dir_all(&folder);
    let output = run(&["man", &folder.display().to_string()]);
    assert!(output.status.success());
    let read = |name: &str| fs::read_to_string(folder.join(format!("tfvalue{name}.1"))).unwrap();
    for (page, option) in [
        ("", "\\-\\-version"),
        ("-examine", "\\-\\-config"),
        ("-trace-replay", "\\-\\-apply"),
        ("-plan", "\\-\\-fail\\-on"),
        ("-inspect", "\\-\\-schema"),
        ("-schema-diff", "\\-\\-breaking"),
        ("-export", "\\-\\-trust\\-marks"),
        ("-docs", "\\-\\-templates"),
        ("-new", "\\-\\-namespace"),
        ("-release-check", "\\-\\-key"),
    ] {
        assert!(read(page).contains(option), "{page}: {}", read(page));
    }
    // No page refers to a page that does not exist.
    let first = read("");
    let named = first.lines().filter_map(|line| line.strip_suffix("(1)"));
    for name in named.filter(|name| name.starts_with("tfvalue")) {
        read(name.replace('\\', "").strip_prefix("tfvalue").unwrap());
    }
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = prints(&["completions", shell]);
        for word in ["examine", "trust-marks", "fail-on", "namespace"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
}

/// A link, a device or a pipe is not replaced with a file.
#[test]
#[cfg(target_os = "linux")]
fn links_and_devices_are_written_to() {
    use std::os::unix::fs::symlink;

    let plan = captured("terraform-1.11.4.plan.json");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("links");
    _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).unwrap();
    let [link, full, target] =
        ["link.html", "full.html", "target.html"].map(|name| folder.join(name));
    symlink(&target, &link).unwrap();
    symlink("/dev/full", &full).unwrap();
    let page = |path: &Path| run(&["plan", &plan, "--html", &path.display().to_string()]);
    // A check in the plan failed.
    assert_eq!(page(&link).status.code(), Some(1));
    let written = fs::read_to_string(&target).unwrap();
    assert!(written.starts_with("<!doctype html>"), "{written}");
    assert_eq!(page(&full).status.code(), Some(3));
    for link in [link, full] {
        assert!(fs::symlink_metadata(link).unwrap().is_symlink());
    }
    let printed = page(Path::new("/dev/stdout")).stdout;
    assert!(String::from_utf8(printed).unwrap() == written);
}
