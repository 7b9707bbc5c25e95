//! `Failure`: the smallest case that fails.

use std::fmt;

use super::finding::Finding;

/// A case that failed, as small as possible.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Failure {
    /// The number of the case.
    pub case: u64,
    /// The seed of the test, for [`Property::seed`](super::Property::seed).
    pub seed: u64,
    /// The findings of the smallest case.
    pub findings: Vec<Finding>,
    /// The configurations of the smallest case in JSON, without sensitive values and null.
    pub configs: Vec<String>,
    /// The same configurations in Terraform's language, without sensitive values.
    pub hcl: Vec<String>,
    /// What happens besides these configurations.
    pub events: Vec<String>,
    /// Whether no smaller case shows the same finding. It is `false` if the search for one took too long.
    pub is_smallest: bool,
}

impl fmt::Display for Failure {
    /// Prints how to run the case again, the configurations, and the findings.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Failure { case, seed, .. } = self;
        write!(
            f,
            "case {case} of seed {seed} fails; run it again with `.seed({seed}).case({case})`"
        )?;
        for (index, config) in self.configs.iter().enumerate() {
            write!(f, "\n  configuration {}: {config}", index + 1)?;
        }
        for event in &self.events {
            write!(f, "\n  and {event}")?;
        }
        if !self.is_smallest {
            f.write_str("\n  (there may be a smaller case: the search took too long)")?;
        }
        for finding in &self.findings {
            write!(f, "\n  {finding}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Failure {}
