//! Recognizes files that a command cannot use, and explains how to produce the right file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::de::IgnoredAny;
use tfvalue::schema::{ProviderSchemas, json};

use crate::terminal::Failure;

/// The kind of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A file that `terraform plan -out` writes.
    SavedPlan,
    /// `terraform.tfstate`.
    State,
    /// Another JSON document, such as the output of `terraform show -json`.
    Json,
    /// The output of `terraform show -json` for a plan. [`Kind::of`] does not distinguish the output for a plan from
    /// other documents.
    PlanJson,
    /// The output of `terraform show -json` for a state.
    StateJson,
    /// The output of `terraform providers schema -json`.
    SchemasJson,
    /// A JSON document that contains only its version. Without a provider or an object, Terraform writes only the version.
    OnlyVersion,
    /// A JSON document with errors.
    InvalidJson,
    /// The lines of `terraform plan -json`.
    Messages,
    /// The output of `terraform plan` or `terraform show` in plain text.
    PlanText,
    /// `main.tf`.
    Configuration,
    Empty,
    Utf16,
    Gzip,
    Text,
    Binary,
}

/// The input that a command needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    Plan,
    #[cfg(feature = "export")]
    PlanOrState,
    Schemas,
    /// A value from the wire, or a state file.
    Value,
    Recording,
}

impl Kind {
    /// Detects the kind of a file from its first bytes. Plan files are archives. A state file begins with its version.
    /// If OpenTofu has encrypted the file, it begins with its serial number.
    #[must_use]
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let bytes = bytes.strip_prefix(MARK).unwrap_or(bytes);
        let text = bytes.trim_ascii_start();
        if let Some(rest) = text.strip_prefix(b"{") {
            let first = rest.trim_ascii_start();
            let begins = |name: &str| first.starts_with(name.as_bytes());
            return match () {
                () if begins("\"version\"") || begins("\"serial\"") => Kind::State,
                () if begins("\"@level\"") => Kind::Messages,
                () => Kind::Json,
            };
        }
        match bytes {
            _ if text.is_empty() => Kind::Empty,
            [b'P', b'K', 3, 4, ..] => Kind::SavedPlan,
            [0x1f, 0x8b, ..] => Kind::Gzip,
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Kind::Utf16,
            _ if text.starts_with(b"[") || text.starts_with(b"\"") => Kind::Json,
            _ if matches!(text.trim_ascii_end(), b"null" | b"true" | b"false") => Kind::Json,
            _ if bytes.contains(&0) => Kind::Binary,
            _ => match std::str::from_utf8(bytes) {
                Ok(text) => Kind::of_text(text),
                Err(_) => Kind::Binary,
            },
        }
    }

    /// Detects the kind of a file from its whole content. Each kind of JSON document has members that other kinds do
    /// not have.
    #[must_use]
    pub(crate) fn of_document(bytes: &[u8]) -> Self {
        let kind = Kind::of(bytes);
        if kind != Kind::Json {
            return kind;
        }
        let Ok(members) = serde_json::from_slice::<BTreeMap<String, IgnoredAny>>(bytes) else {
            let is_valid = serde_json::from_slice::<IgnoredAny>(bytes).is_ok();
            return if is_valid {
                Kind::Json
            } else {
                Kind::InvalidJson
            };
        };
        let has = |name: &str| members.contains_key(name);
        match () {
            () if has("format_version") && members.len() == 1 => Kind::OnlyVersion,
            () if has("provider_schemas") => Kind::SchemasJson,
            () if has("planned_values") || has("resource_changes") => Kind::PlanJson,
            () if has("values") => Kind::StateJson,
            () => Kind::Json,
        }
    }

    fn of_text(text: &str) -> Self {
        const PLAN: [&str; 5] = [
            "will perform the following actions",
            "used the selected providers to generate the following execution",
            "Plan: ",
            "No changes.",
            "# No state.",
        ];
        const BLOCKS: [&str; 8] = [
            "resource \"",
            "data \"",
            "provider \"",
            "module \"",
            "variable \"",
            "output \"",
            "terraform {",
            "locals {",
        ];
        // The first lines are usually enough, but comments and imports can be long.
        let lines = || text.lines().take(500).map(str::trim_start);
        if lines().any(|line| PLAN.iter().any(|words| line.contains(words))) {
            Kind::PlanText
        } else if lines().any(|line| BLOCKS.iter().any(|block| line.starts_with(block))) {
            Kind::Configuration
        } else {
            Kind::Text
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::SavedPlan => "a saved plan, whose format is internal to Terraform",
            Kind::State => "a state file",
            Kind::Json => "another document of JSON",
            Kind::PlanJson => "the JSON of a plan",
            Kind::StateJson => "the JSON of a state",
            Kind::SchemasJson => "the JSON of schemas",
            Kind::OnlyVersion => "JSON with nothing but a version",
            Kind::InvalidJson => "JSON with errors",
            Kind::Messages => "the messages of `terraform plan -json`, which lack the values",
            Kind::PlanText => "the text of a plan or a state",
            Kind::Configuration => "a configuration",
            Kind::Empty => "an empty file",
            Kind::Utf16 => "UTF-16, which `>` writes in PowerShell 5",
            Kind::Gzip => "a file that gzip has compressed",
            Kind::Text => "text",
            Kind::Binary => "bytes that are not text",
        }
    }

    /// Describes the file, and returns the command that writes the required file.
    #[must_use]
    pub(crate) fn instead_of(self, wanted: Wanted) -> String {
        let (needed, command) = match wanted {
            Wanted::Plan => (
                "the JSON of a plan",
                "`terraform plan -out=plan.bin` and `terraform show -json plan.bin > plan.json` write it",
            ),
            #[cfg(feature = "export")]
            Wanted::PlanOrState => (
                "a state file, or the JSON of a plan or a state",
                "`terraform show -json > state.json` writes that of the state, and `terraform show -json plan.bin > plan.json` \
                 that of a saved plan",
            ),
            Wanted::Value => ("a value or a state file", "`tfvalue plan FILE` prints it"),
            Wanted::Recording => ("a recording", "`tfvalue trace --record FILE` writes it"),
            Wanted::Schemas => (
                "the JSON of schemas",
                "`terraform providers schema -json > schemas.json` writes it",
            ),
        };
        let command = match (self, wanted) {
            (Kind::Configuration | Kind::Empty | Kind::Text | Kind::Binary, Wanted::Value) => {
                return format!("{needed} is required, got {}", self.name());
            }
            (Kind::State, Wanted::Plan) => {
                "`tfvalue inspect --schema SCHEMAS @FILE` prints its objects"
            }
            (Kind::Utf16, _) => "run the command in cmd, or with `| Out-File -Encoding utf8`",
            (Kind::Gzip, _) => "`gunzip` decompresses it",
            _ => command,
        };
        format!("{needed} is required, got {}: {command}", self.name())
    }
}

/// Reads a file.
pub(crate) fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    let bytes = fs::read(file).map_err(|error| Failure::file(file, error))?;
    Ok(without_mark(bytes))
}

/// The byte order mark that PowerShell writes at the beginning of UTF-8 files.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// Removes a byte order mark.
pub(crate) fn without_mark(mut bytes: Vec<u8>) -> Vec<u8> {
    if bytes.starts_with(MARK) {
        bytes.drain(..MARK.len());
    }
    bytes
}

/// Reads the output of `terraform providers schema -json`.
pub(crate) fn schemas(file: &Path) -> Result<ProviderSchemas, Failure> {
    let bytes = read(file)?;
    match Kind::of_document(&bytes) {
        Kind::SchemasJson | Kind::OnlyVersion | Kind::InvalidJson => {}
        other => return Err(Failure::file(file, other.instead_of(Wanted::Schemas))),
    }
    json::from_slice_ignoring_unsupported(&bytes).map_err(|error| Failure::file(file, error))
}

/// Replaces a file atomically, so that an interruption does not damage it.
pub(crate) fn save(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let part = part(path);
    fs::write(&part, bytes)
        .and_then(|()| complete(&part, path))
        .map_err(|error| format!("{}: {error}", path.display()))
}

/// Returns the path to which the content is written until the file is complete. Links, devices and pipes, such as
/// /dev/stdout, are not replaced. The content is written to them.
pub(crate) fn part(path: &Path) -> PathBuf {
    let mut part = path.as_os_str().to_owned();
    if fs::symlink_metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return part.into();
    }
    part.push(".part");
    part.into()
}

/// Gives a complete file its final name.
pub(crate) fn complete(part: &Path, path: &Path) -> io::Result<()> {
    if part == path {
        return Ok(());
    }
    fs::rename(part, path)
}

#[cfg(test)]
mod tests {
    use super::{Kind, Wanted};

    #[test]
    fn files_are_named() {
        for (bytes, kind) in [
            (&b""[..], Kind::Empty),
            (b" \n", Kind::Empty),
            (b"PK\x03\x04..", Kind::SavedPlan),
            (b"{\n  \"version\": 4", Kind::State),
            (b"{\"serial\":1", Kind::State),
            (b"{\"format_version\":\"1.2\"", Kind::Json),
            (b"{\"@level\":\"info\"", Kind::Messages),
            (b"# A\nresource \"x_y\" \"z\" {\n}\n", Kind::Configuration),
            (
                b"\nTerraform will perform the following actions:\n\n  # x_y.z will be created\n  + resource \"x_y\" \"z\" {\n",
                Kind::PlanText,
            ),
            (b"\x1b[0m\x1b[1mNo changes.\x1b[0m", Kind::PlanText),
            (b"\xff\xfe{\0\"\0", Kind::Utf16),
            (b"\xef\xbb\xbf{}", Kind::Json),
            (b"\x1f\x8b\x08", Kind::Gzip),
            (b"Error: no plan", Kind::Text),
            (b"\x81\xa1a\xc0", Kind::Binary),
            (b"\0\0", Kind::Binary),
            (b"\"a\"", Kind::Json),
            (b"null\n", Kind::Json),
        ] {
            assert_eq!(Kind::of(bytes), kind, "{bytes:?}");
        }
        assert_eq!(
            Kind::Configuration.instead_of(Wanted::Schemas),
            "the JSON of schemas is required, got a configuration: `terraform providers schema -json > schemas.json` writes it"
        );
    }
}
