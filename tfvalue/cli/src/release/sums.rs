//! The file with the checksums.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use ring::digest::{Context, SHA256};

use super::Release;
use super::name::{self, Part};

const FIX: &str = "write it in the folder of the release: shasum -a 256 *.zip *_manifest.json > terraform-provider-NAME_VERSION_SHA256SUMS";

impl Release {
    pub(super) fn check_sums(&mut self) {
        let file = self.file("SHA256SUMS");
        if !self.files.contains_key(&file) {
            return self.find(&file, "the checksums are missing", FIX);
        }
        let Some(bytes) = self.read(&file) else {
            return;
        };
        let Ok(text) = String::from_utf8(bytes) else {
            return self.find(
                &file,
                "the checksums are not UTF-8",
                "do not write them with > in PowerShell 5, which writes UTF-16",
            );
        };
        if text.contains('\r') {
            self.find(
                &file,
                "the lines end with a carriage return",
                "write the file on Linux or macOS, or as bytes",
            );
        }
        let mut sums = BTreeMap::new();
        for (number, line) in text.lines().enumerate() {
            match parse(line.trim_end()) {
                Ok((name, sum)) => {
                    if sums.insert(name.to_owned(), sum.to_owned()).is_some() {
                        self.find(&file, format!("{name} is listed twice"), FIX);
                    }
                }
                Err(problem) => {
                    self.find(&file, format!("line {}: {problem}", number + 1), FIX);
                }
            }
        }
        self.compare(&file, &sums);
    }

    fn compare(&mut self, file: &str, sums: &BTreeMap<String, String>) {
        let own: Vec<_> = self.files.keys().cloned().collect();
        for name in &own {
            let part = name::parse(name).filter(|(found, _)| *found == self.name);
            let needs_sum = matches!(part, Some((_, Part::Archive { .. } | Part::Manifest)));
            match sums.get(name) {
                None if needs_sum => {
                    let what = if name.ends_with(".json") {
                        "the manifest is not listed, so registries ignore it or refuse the release"
                    } else {
                        "an archive is not listed"
                    };
                    self.find(file, format!("{what}: {name}"), FIX);
                }
                Some(sum) => match sha256(&self.folder.join(name)) {
                    Ok(found) if found == *sum => {}
                    Ok(_) => self.find(
                        file,
                        format!("the checksum of {name} is that of other bytes"),
                        "write the checksums after the last change of the files",
                    ),
                    Err(problem) => self.find(name, problem, "make the file readable"),
                },
                None => {}
            }
        }
        for name in sums.keys().filter(|name| !self.files.contains_key(*name)) {
            self.problems.push(super::Problem::new(
                file,
                format!("{name} is listed, but is not in the folder"),
                "publish all files that are listed",
            ));
        }
    }
}

/// Parses a line, which consists of the sum in hex, two spaces, and the name.
fn parse(line: &str) -> Result<(&str, &str), String> {
    if line.starts_with("SHA256 (") {
        return Err("this is the form of BSD, with the name first".to_owned());
    }
    let Some((sum, name)) = line.split_once("  ") else {
        let problem = if line.contains(" *") {
            "the name begins with *, which marks binary mode"
        } else {
            "a checksum, two spaces and a name are required"
        };
        return Err(problem.to_owned());
    };
    let is_hex = |c: char| matches!(c, '0'..='9' | 'a'..='f');
    if sum.len() != 64 || !sum.chars().all(is_hex) {
        return Err("64 lower-case digits of SHA-256 are required".to_owned());
    }
    if name.contains(['/', '\\']) {
        return Err(format!("the name {name} has a folder"));
    }
    Ok((name, sum))
}

fn sha256(path: &Path) -> Result<String, String> {
    let mut file = File::open(path).map_err(|error| error.to_string())?;
    let (mut context, mut buffer) = (Context::new(&SHA256), vec![0; 1 << 16]);
    loop {
        let len = file.read(&mut buffer).map_err(|error| error.to_string())?;
        if len == 0 {
            let digest = context.finish();
            return Ok(digest
                .as_ref()
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect());
        }
        context.update(&buffer[..len]);
    }
}
