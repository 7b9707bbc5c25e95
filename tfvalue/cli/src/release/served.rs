//! Starts the program for this platform, and compares its protocol with the manifest.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use tfvalue_client::{Lookup, Options};

use super::{Release, archive};
use crate::scratch::Scratch;

impl Release {
    pub(super) fn check_served(
        &mut self,
        archives: &[(String, (String, String))],
        listed: Option<&[String]>,
    ) {
        let target = Lookup::platform();
        let own = archives
            .iter()
            .find(|(_, (system, processor))| format!("{system}_{processor}") == target);
        let Some((file, _)) = own else { return };
        let program = match self.unpack(file) {
            Ok(Some(program)) => program,
            // The problem has already been reported.
            Ok(None) => return,
            Err(problem) => return self.find(file, problem, "pack the program again, with zip"),
        };
        let path = program.path().join("provider");
        let served: Vec<_> = [5, 6]
            .map(|version| (version, start(&path, version)))
            .into();
        let versions: BTreeSet<u32> = served
            .iter()
            .filter_map(|(version, result)| result.is_ok().then_some(*version))
            .collect();
        if versions.is_empty() {
            let problem = served.into_iter().find_map(|(_, result)| result.err());
            return self.find(
                file,
                format!(
                    "the program does not start: {}",
                    problem.unwrap_or_default()
                ),
                "run the program as Terraform does: tfvalue schema show ./PROGRAM",
            );
        }
        let Some(listed) = listed else { return };
        let major = |version: &String| version.split('.').next().and_then(|one| one.parse().ok());
        let listed: BTreeSet<u32> = listed.iter().filter_map(major).collect();
        // A release does not have to list every version that its program serves.
        if !listed.is_subset(&versions) {
            let text = |versions: &BTreeSet<u32>| {
                let versions: Vec<_> = versions.iter().map(|one| format!("\"{one}.0\"")).collect();
                format!("[{}]", versions.join(", "))
            };
            let file = self.file("manifest.json");
            self.find(
                &file,
                format!(
                    "the program serves the protocol {}, but the manifest says {}",
                    text(&versions),
                    text(&listed)
                ),
                format!("write \"protocol_versions\": {}", text(&versions)),
            );
        }
    }

    /// Unpacks the program into a new folder. Returns `None` if the program is not in the required place.
    fn unpack(&self, file: &str) -> Result<Option<Scratch>, String> {
        let path = self.folder.join(file);
        let expected = format!(
            "terraform-provider-{}_v{}",
            self.name.name, self.name.version
        );
        let entries = archive::entries(&path)?;
        let is_program = |name: &str| name.strip_suffix(".exe").unwrap_or(name) == expected;
        let Some(entry) = entries.iter().find(|entry| is_program(&entry.name)) else {
            return Ok(None);
        };
        let bytes = archive::unpack(&path, entry, u64::MAX)?;
        let folder = Scratch::new().map_err(|failure| failure.message)?;
        let path = folder.path().join("provider");
        write(&path, &bytes).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Some(folder))
    }
}

fn write(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    fs::write(path, bytes)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(path, fs::Permissions::from_mode(0o700))?;
    }
    Ok(())
}

/// Starts the program with one version of the protocol.
fn start(path: &Path, version: u32) -> Result<(), String> {
    let options = Options::new()
        .protocol(version)
        .start_timeout(Duration::from_secs(20));
    let client = options.start(&Command::new(path)).wait();
    let client = client.map_err(|error| error.to_string())?;
    // A program that does not support the requested version uses its own version.
    if client.protocol() == version {
        Ok(())
    } else {
        Err(format!("it serves protocol {}", client.protocol()))
    }
}
