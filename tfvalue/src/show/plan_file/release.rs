//! The releases whose plan files are known.

use super::archive::Archive;
use super::proto;
use crate::error::{Error, Result};

/// The only version of the format.
const FORMAT: i64 = 3;

/// The minor versions of Terraform 1 whose plan files are known.
const TERRAFORM: std::ops::RangeInclusive<u32> = 11..=16;

/// The minor version of OpenTofu 1 whose plan files are known.
const OPENTOFU: u32 = 12;

/// The program that wrote a plan file, and its minor version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Release {
    Terraform(u32),
    OpenTofu,
}

impl Release {
    /// Finds the release, or fails if its plan files are not known.
    pub(super) fn of(format: &proto::Format, archive: &Archive) -> Result<Self> {
        if format.version != FORMAT {
            let version = format.version;
            return Err(Error::data(format!(
                "version {version} of the plan file is not supported, only version {FORMAT}"
            )));
        }
        let version = &format.terraform_version;
        let mut numbers = version.split('.').map(str::parse::<u32>);
        let (Some(Ok(1)), Some(Ok(minor))) = (numbers.next(), numbers.next()) else {
            return Err(unsupported("Terraform", version));
        };
        // Both have the same numbers of versions and of most fields. Terraform indents the states inside, and OpenTofu
        // does not since 1.12.
        let state = archive.require(super::PRIOR_STATE)?;
        let is_compact = !state.starts_with(b"{\n");
        if is_compact
            || state
                .windows(REGISTRY.len())
                .any(|window| window == REGISTRY)
        {
            return match minor {
                OPENTOFU if is_compact => Ok(Release::OpenTofu),
                _ => Err(unsupported("OpenTofu", version)),
            };
        }
        if TERRAFORM.contains(&minor) {
            Ok(Release::Terraform(minor))
        } else {
            Err(unsupported("Terraform", version))
        }
    }

    pub(super) fn is_terraform(self) -> bool {
        matches!(self, Release::Terraform(_))
    }

    /// Returns `true` if the schemas of data sources have versions.
    pub(super) fn has_data_versions(self) -> bool {
        matches!(self, Release::Terraform(12..))
    }

    /// Returns `true` if planned values have objects that are forgotten.
    pub(super) fn plans_forgotten(self) -> bool {
        !matches!(self, Release::Terraform(FORGETS..))
    }

    /// Returns `true` if the triggers of actions say what happens if the action fails.
    pub(super) fn has_on_failure(self) -> bool {
        matches!(self, Release::Terraform(ON_FAILURE..))
    }
}

/// The line of a resource in an indented state, with the registry that OpenTofu uses unless a configuration names another.
const REGISTRY: &[u8] = br#""provider": "provider[\"registry.opentofu.org/"#;

/// The minor version since which Terraform's planned values omit objects that are forgotten.
const FORGETS: u32 = 16;

/// The minor version since which the triggers of actions have `on_failure`.
const ON_FAILURE: u32 = 16;

#[cold]
fn unsupported(program: &str, version: &str) -> Error {
    Error::data(format!(
        "plan files of {program} {version} are not supported, only those of Terraform 1.{} to 1.{} and OpenTofu \
         1.{OPENTOFU}",
        TERRAFORM.start(),
        TERRAFORM.end(),
    ))
}
