//! Contains `Failure`, the smallest case that fails.

use std::fmt;

use super::finding::Finding;

/// A failed case, reduced to the smallest case that still fails.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Failure {
    /// The number of the case.
    pub case: u64,
    /// The seed of the test, for [`Property::seed`](super::Property::seed).
    pub seed: u64,
    /// The findings of the smallest case.
    pub findings: Vec<Finding>,
    /// The configurations of the smallest case in JSON, without sensitive values and nulls.
    pub configs: Vec<String>,
    /// The same configurations in Terraform's language, without sensitive values.
    pub hcl: Vec<String>,
    /// The other events of the case, such as the deletion of an object.
    pub events: Vec<String>,
    /// Whether no smaller case has the same finding. `false` if the search for a smaller case took too long.
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
