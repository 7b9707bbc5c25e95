//! The versions of the provider protocol.

use std::env;
use std::fmt;

/// The variable in which Terraform lists the versions that it supports.
const OFFERED: &str = "PLUGIN_PROTOCOL_VERSIONS";

/// The variable in which a user can list the versions to use.
const WANTED: &str = "PROVIDER_PROTOCOL";

/// A version of Terraform's provider protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// Version 5, supported since Terraform 0.12.
    V5,
    /// Version 6, supported since Terraform 1.0. It has nested attributes.
    V6,
}

impl Protocol {
    /// Returns the number of the version.
    #[must_use]
    pub fn number(self) -> u32 {
        match self {
            Self::V5 => 5,
            Self::V6 => 6,
        }
    }

    /// Returns the newest version that Terraform supports and the user allows.
    pub(super) fn from_environment() -> Result<Self, String> {
        let read = |name| env::var(name).ok().filter(|value| !value.is_empty());
        choose(read(OFFERED).as_deref(), read(WANTED).as_deref())
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

/// Returns the newest version in both lists. A missing list contains all versions.
fn choose(offered: Option<&str>, wanted: Option<&str>) -> Result<Protocol, String> {
    let is_in = |protocol: Protocol, list: Option<&str>| {
        let number = protocol.to_string();
        list.is_none_or(|list| list.split(',').any(|listed| listed.trim() == number))
    };
    [Protocol::V6, Protocol::V5]
        .into_iter()
        .find(|protocol| is_in(*protocol, offered) && is_in(*protocol, wanted))
        .ok_or_else(|| {
            let listed = |list: Option<&str>| list.unwrap_or("any").to_owned();
            format!(
                "no common version of the protocol: the provider supports 5 and 6, Terraform {}, and \
                 {WANTED} is {}",
                listed(offered),
                listed(wanted),
            )
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chooses_the_newest_common_version() {
        for (offered, wanted, chosen) in [
            (Some("5,6"), None, Protocol::V6),
            (Some("6,5"), None, Protocol::V6),
            (Some("5"), None, Protocol::V5),
            (Some("5,6,7"), Some("5"), Protocol::V5),
            (Some("4, 5"), Some("6,5"), Protocol::V5),
            (None, None, Protocol::V6),
            (None, Some("5"), Protocol::V5),
        ] {
            assert_eq!(
                choose(offered, wanted),
                Ok(chosen),
                "{offered:?} {wanted:?}"
            );
        }
    }

    #[test]
    fn rejects_disjoint_versions() {
        let error = choose(Some("5,65"), Some("6")).unwrap_err();
        assert_eq!(
            error,
            "no common version of the protocol: the provider supports 5 and 6, Terraform 5,65, and \
             PROVIDER_PROTOCOL is 6"
        );
        assert!(choose(Some("7"), None).is_err());
    }
}
