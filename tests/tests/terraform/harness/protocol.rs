//! The versions of the provider protocol.

use std::fmt;

/// A version of Terraform's provider protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protocol {
    /// Version 5, supported since Terraform 0.12.
    V5,
    /// Version 6, supported since Terraform 1.0. It has nested attributes.
    V6,
}

impl Protocol {
    /// Returns the number of the version.
    pub(crate) fn number(self) -> u32 {
        match self {
            Self::V5 => 5,
            Self::V6 => 6,
        }
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}
