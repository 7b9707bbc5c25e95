//! The commands in the guide print what their pages show. A line `…` stands for lines that are left out, and `…` at the
//! end of a line for the rest of it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns a folder with the files that the pages use.
fn folder() -> PathBuf {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("guide");
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the folder can be created");
    for (from, to) in [
        ("guide", ""),
        ("guide/dist", "dist"),
        ("fleet/states", "states"),
    ] {
        let to = folder.join(to);
        fs::create_dir_all(&to).expect("the folder can be created");
        for entry in fs::read_dir(data.join(from)).expect("the folder exists") {
            let file = entry.expect("the folder can be read").path();
            if file.is_file() {
                let name = file.file_name().expect("a file has a name");
                fs::copy(&file, to.join(name)).expect("the file can be copied");
            }
        }
    }
    let copy = |from: &str, to: &str| {
        fs::copy(data.join(from), folder.join(to)).expect("the file can be copied");
    };
    copy("schema.json", "schema.json");
    copy("aws_secretsmanager_secret_version.config.hex", "config.hex");
    let alias = data.join("../../../../examples/data/aws_lambda_alias.config.hex");
    let alias = fs::read_to_string(alias).expect("the capture exists");
    // A bool in place of a string.
    let wrong = alias.replace("a131a2", "c3a2");
    fs::write(folder.join("wrong.hex"), wrong).expect("the file can be written");
    let main = "resource \"shop_item\" \"tea\" {}\n";
    fs::write(folder.join("main.tf"), main).expect("the file can be written");
    folder
}

/// A command of a page, and the lines that it prints.
struct Shown {
    command: String,
    lines: Vec<String>,
}

fn shown(page: &str) -> Vec<Shown> {
    let mut all: Vec<Shown> = Vec::new();
    for block in page.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap_or_default();
        for line in block.lines() {
            match (line.strip_prefix("$ "), all.last_mut()) {
                (Some(command), _) => all.push(Shown {
                    command: command.to_owned(),
                    lines: Vec::new(),
                }),
                (None, Some(last)) => last.lines.push(line.to_owned()),
                (None, None) => {}
            }
        }
    }
    // Others are examples without output, or of Terraform.
    all.retain(|one| one.command.starts_with("tfvalue ") && !one.lines.is_empty());
    all
}

/// Returns `true` if the lines match those of a page.
fn fits(printed: &[&str], page: &[String]) -> bool {
    match (printed, page) {
        ([], []) => true,
        (_, [first, rest @ ..]) if first.trim() == "…" => {
            (0..=printed.len()).any(|skip| fits(&printed[skip..], rest))
        }
        ([line, more @ ..], [first, rest @ ..]) => {
            let is_same = match first.strip_suffix('…') {
                Some(start) => line.starts_with(start),
                None => line == first,
            };
            is_same && fits(more, rest)
        }
        _ => false,
    }
}

#[test]
fn pages_show_real_output() {
    let folder = folder();
    let mut count = 0;
    for page in [
        "docs", "export", "inspect", "new", "plan", "program", "release", "schema",
    ] {
        let file = format!("../guide/src/tools/{page}.md");
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        let text = fs::read_to_string(&file).expect("the page exists");
        for Shown { command, lines } in shown(&text) {
            let script = command.replacen("tfvalue", "\"$TFVALUE\"", 1);
            let output = Command::new("sh")
                .args(["-c", &format!("{{ {script}; }} 2>&1")])
                .env("TFVALUE", env!("CARGO_BIN_EXE_tfvalue"))
                .current_dir(&folder)
                .output()
                .expect("sh runs");
            let printed = String::from_utf8_lossy(&output.stdout).into_owned();
            let printed: Vec<_> = printed.trim_end().lines().collect();
            assert!(
                fits(&printed, &lines),
                "{page}: {command}\nprints\n{}\n\nthe page has\n{}",
                printed.join("\n"),
                lines.join("\n")
            );
            count += 1;
        }
    }
    assert!(count >= 15, "{count}");
}
