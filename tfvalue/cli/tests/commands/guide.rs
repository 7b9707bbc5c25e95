//! The commands in the guide print the output that their pages show. The output of commands that need a provider is
//! compared in the workspace-wide tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::console;

/// Returns a folder with the files that the pages use.
fn folder() -> PathBuf {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let folder = crate::folder("guide", "");
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
    // A bool instead of a string.
    let wrong = alias.replace("a131a2", "c3a2");
    fs::write(folder.join("wrong.hex"), wrong).expect("the file can be written");
    let main = "resource \"shop_item\" \"tea\" {}\n";
    fs::write(folder.join("main.tf"), main).expect("the file can be written");
    folder
}

#[test]
fn pages_show_real_output() {
    let folder = folder();
    let mut count = 0;
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../guide/src/tools");
    for page in fs::read_dir(pages).expect("the guide exists") {
        let file = page.expect("the folder can be read").path();
        if file.ends_with("examine.md") || file.ends_with("trace.md") {
            continue;
        }
        for shown in console::commands(&file) {
            let script = shown.command.replacen("tfvalue", "\"$TFVALUE\"", 1);
            let output = Command::new("sh")
                .args(["-c", &format!("{{ {script}; }} 2>&1")])
                .env("TFVALUE", env!("CARGO_BIN_EXE_tfvalue"))
                .current_dir(&folder)
                .output()
                .expect("sh runs");
            shown.check(&output.stdout);
            count += 1;
        }
    }
    assert!(count >= 15, "{count}");
}
