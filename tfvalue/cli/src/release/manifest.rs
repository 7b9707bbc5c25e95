//! Reads the manifest, which lists the versions of the protocol.

use serde_json::Value;

use super::Release;

/// A correct manifest.
const EXAMPLE: &str = r#"{"version": 1, "metadata": {"protocol_versions": ["6.0"]}}"#;

impl Release {
    /// Returns the protocol versions in the manifest.
    pub(super) fn check_manifest(&mut self) -> Option<Vec<String>> {
        let file = self.file("manifest.json");
        if !self.files.contains_key(&file) {
            self.find(
                &file,
                "the manifest is missing, so registries take protocol 5.0",
                format!("write it: {EXAMPLE}"),
            );
            return None;
        }
        let bytes = self.read(&file)?;
        match versions(&bytes) {
            Ok(versions) => Some(versions),
            Err(problem) => {
                self.find(&file, problem, format!("write, for protocol 6: {EXAMPLE}"));
                None
            }
        }
    }
}

fn versions(bytes: &[u8]) -> Result<Vec<String>, String> {
    let manifest: Value =
        serde_json::from_slice(bytes).map_err(|error| format!("invalid JSON: {error}"))?;
    if manifest["version"] != 1 {
        return Err(format!(
            "version 1 is required, got {}",
            manifest["version"]
        ));
    }
    let listed = &manifest["metadata"]["protocol_versions"];
    let Some(listed) = listed.as_array().filter(|all| !all.is_empty()) else {
        return Err(format!(
            "metadata.protocol_versions: a list of versions is required, got {listed}"
        ));
    };
    let version = |one: &Value| {
        let text = one.as_str().filter(|text| {
            let numbers = text.split_once('.');
            numbers.is_some_and(|(major, minor)| {
                matches!(major, "4" | "5" | "6") && minor.parse::<u32>().is_ok()
            })
        });
        text.map(str::to_owned).ok_or_else(|| {
            format!("metadata.protocol_versions: a string such as \"6.0\" is required, got {one}")
        })
    };
    listed.iter().map(version).collect()
}
