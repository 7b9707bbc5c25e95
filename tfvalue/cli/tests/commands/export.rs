//! Tests the command `export`.

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::RowAccessor as _;

use crate::folder;

fn export(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tfvalue"))
        .args(["export", "--quiet", "--output", "values.parquet"])
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

/// Reads the rows: address, type, path, action, value and flags.
fn rows(folder: &Path) -> Vec<String> {
    let file = File::open(folder.join("values.parquet")).unwrap();
    let reader = SerializedFileReader::new(file).unwrap();
    let rows = reader.get_row_iter(None).unwrap().map(|row| {
        let row = row.unwrap();
        let text = |at| {
            row.get_string(at)
                .map_or("null", |text| text.as_str())
                .to_owned()
        };
        let flags = [(6, " sensitive"), (7, " unknown")];
        let flags = flags.map(|(at, word)| if row.get_bool(at).unwrap() { word } else { "" });
        let [file, address, kind, path, action, value] = [0, 1, 2, 3, 4, 5].map(text);
        assert!(Path::new(&file).is_relative(), "{file}");
        format!("{address} {kind} {path} {action} {value}{}", flags.concat())
    });
    rows.collect()
}

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name)
}

#[test]
fn plans_and_states_become_rows() {
    let folder = folder("export", "rows");
    fs::create_dir(folder.join("deep")).unwrap();
    fs::copy(data("plans/all.json"), folder.join("deep/plan.json")).unwrap();
    let state = r#"{"format_version": "1.0", "values": {"root_module": {"resources": [{"address": "x_y.z[\"a\"]", "mode": "managed",
        "type": "x_y", "name": "z", "schema_version": 0, "values": {"a": [1, null, {}], "b": {"c": "secret", "d": "e\"f"}},
        "sensitive_values": {"b": {"c": true}}}]}}}"#;
    fs::write(folder.join("state.json"), state).unwrap();
    let output = export(&folder, &["deep", "state.json"]);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text, "values.parquet: 11 rows from 2 files\n");
    let rows = rows(&folder);
    for row in [
        r#"x_y.z["a"] x_y a[0] exists 1"#,
        r#"x_y.z["a"] x_y a[2] exists {}"#,
        r#"x_y.z["a"] x_y b.c exists null sensitive"#,
        r#"x_y.z["a"] x_y b.d exists "e\"f""#,
        "x_disk.tainted x_disk id delete,create null unknown",
        "x_disk.forgotten x_disk size forget 1",
        "data.x_image.i data.x_image name read \"i\"",
    ] {
        assert!(
            rows.iter().any(|one| one == row),
            "{row} is missing in {rows:#?}"
        );
    }
    assert!(!rows.iter().any(|row| row.contains("secret\"")), "{rows:?}");
}

#[test]
fn state_files_need_schemas() {
    let folder = folder("export", "schemas");
    fs::copy(data("guide/terraform.tfstate"), folder.join("a.tfstate")).unwrap();
    let output = export(&folder, &["a.tfstate"]);
    assert_eq!(output.status.code(), Some(3));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(
        errors.contains("a.tfstate: a state file needs --schema"),
        "{errors}"
    );

    let schemas = data("guide/schemas.json").display().to_string();
    assert!(
        export(&folder, &["a.tfstate", "--schema", &schemas])
            .status
            .success()
    );
    let found = rows(&folder);
    for row in [
        "shop_item.tea shop_item price exists 4.5",
        "shop_item.tea shop_item token exists null sensitive",
        // This object does not match its schema.
        "shop_item.old shop_item  exists null sensitive",
    ] {
        assert!(
            found.iter().any(|one| one == row),
            "{row} is missing in {found:#?}"
        );
    }
    assert!(
        export(&folder, &["a.tfstate", "--trust-marks"])
            .status
            .success()
    );
    let found = rows(&folder);
    assert!(
        found
            .iter()
            .any(|row| row == "shop_item.tea shop_item token exists \"hunter2\""),
        "{found:#?}"
    );
}

#[test]
fn bad_files_do_not_stop_the_export() {
    let folder = folder("export", "bad");
    fs::copy(data("plans/import.json"), folder.join("b.json")).unwrap();
    fs::write(folder.join("a.json"), "{").unwrap();
    fs::write(folder.join("c.json"), "").unwrap();
    let output = export(&folder, &["."]);
    assert_eq!(output.status.code(), Some(3));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(
        errors.contains("a.json: ") && errors.contains("c.json: "),
        "{errors}"
    );
    assert_eq!(rows(&folder).len(), 3);
    assert!(!folder.join("values.parquet.part").exists());
}

/// Runs the queries in the guide, and compares their results with the results in the guide. This needs `duckdb` for
/// Python.
#[test]
fn the_guide_answers_questions() {
    const SCRIPT: &str = "import duckdb, sys\nfor row in duckdb.sql(sys.argv[1]).fetchall():\n    print(' | '.join(str(cell) for cell in row))";
    let python = std::env::var("TFVALUE_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let has_duckdb = Command::new(&python).args(["-c", "import duckdb"]).output();
    if !has_duckdb.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: {python} has no duckdb");
        return;
    }
    let folder = folder("export", "guide");
    let output = Command::new(env!("CARGO_BIN_EXE_tfvalue"))
        .args(["export", "--output"])
        .arg(folder.join("fleet.parquet"))
        .arg("states")
        .current_dir(data("fleet"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let page = data("../../../guide/src/tools/export.md");
    let page = fs::read_to_string(page).unwrap();
    let mut count = 0;
    for part in page.split("```sql\n").skip(1) {
        let (question, rest) = part.split_once("```").unwrap();
        let answer = rest.split_once("```text\n").unwrap().1;
        let answer = answer.split_once("```").unwrap().0;
        let output = Command::new(&python)
            .args(["-c", SCRIPT, question])
            .current_dir(&folder)
            .output()
            .unwrap();
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            answer,
            "{question}\n{output:?}"
        );
        count += 1;
    }
    assert_eq!(count, 5);
}

/// After a signal, the file contains the values that were read up to that point. The second signal ends the program.
#[test]
#[cfg(target_os = "linux")]
fn an_interrupted_export_keeps_what_is_read() {
    let empty = r#"{"format_version": "1.0", "values": {}}"#;
    for (signal, code) in [("INT", 130), ("TERM", 143)] {
        let folder = folder("export", signal);
        for name in ["a.json", "c.json"] {
            fs::copy(data("fleet/states/shop.json"), folder.join(name)).unwrap();
        }
        let waits = folder.join("b.json");
        assert!(
            Command::new("mkfifo")
                .arg(&waits)
                .status()
                .unwrap()
                .success()
        );
        let start = || {
            Command::new(env!("CARGO_BIN_EXE_tfvalue"))
                .args(["export", "--quiet", "--output", "values.parquet"])
                .args(["a.json", "b.json", "c.json"])
                .current_dir(&folder)
                .stdout(std::process::Stdio::piped())
                .stderr(std::process::Stdio::piped())
                .spawn()
                .unwrap()
        };
        let send = |child: &std::process::Child| {
            let number = child.id().to_string();
            let sent = Command::new("kill").args(["-s", signal, &number]).status();
            assert!(sent.unwrap().success());
        };
        // Sends the first signal, and waits until the program has received it.
        let interrupt = |child: &mut std::process::Child| {
            send(child);
            let mut line = String::new();
            let mut errors = BufReader::new(child.stderr.take().unwrap());
            errors.read_line(&mut line).unwrap();
            assert!(line.starts_with("interrupted: "), "{line}");
            errors
        };
        let mut child = start();
        // The program also opens this file, and waits for its contents.
        let mut pipe = File::create(&waits).unwrap();
        let _errors = interrupt(&mut child);
        std::io::Write::write_all(&mut pipe, empty.as_bytes()).unwrap();
        drop(pipe);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{signal}");
        let text = String::from_utf8(output.stdout).unwrap();
        let end = " rows from 2 files, without the other 1, because the command was interrupted\n";
        assert!(text.ends_with(end), "{text}");
        assert!(!rows(&folder).is_empty());
        let mut child = start();
        let pipe = File::create(&waits).unwrap();
        let _errors = interrupt(&mut child);
        send(&child);
        let ended = child.wait().unwrap();
        drop(pipe);
        assert_eq!(ended.code(), Some(code), "{signal}");
    }
}

/// The error reports the kind of a file that is neither a plan nor a state: previously, the file was read as an empty
/// state.
#[test]
fn other_documents_are_named() {
    let folder = folder("export", "others");
    fs::copy(data("schema.json"), folder.join("schemas.json")).unwrap();
    fs::write(folder.join("other.json"), "{\"a\": 1}").unwrap();
    fs::write(folder.join("empty.json"), "{\"format_version\": \"1.0\"}").unwrap();
    let output = export(&folder, &["schemas.json", "other.json", "empty.json"]);
    assert_eq!(output.status.code(), Some(3));
    let errors = String::from_utf8(output.stderr).unwrap();
    for (file, got) in [
        ("schemas.json", "the JSON of schemas"),
        ("other.json", "another document of JSON"),
    ] {
        let start = format!(
            "error: {file}: a state file, or the JSON of a plan or a state is required, got {got}: "
        );
        assert!(errors.contains(&start), "{errors}");
    }
    assert!(!errors.contains("empty.json"), "{errors}");
}
