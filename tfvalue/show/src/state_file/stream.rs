//! Iterates over the objects of a state file.

use std::io::Read;
use std::iter::FusedIterator;
use std::sync::Arc;

use tfvalue::Result;

use super::instance::Instance;
use super::walk::Walk;
use super::{Resource, Version};
use crate::scan::parse;

/// An iterator over the objects of a state file from a reader. Only one object is in memory at a time.
///
/// Each item consists of an object and its resource. The resource's own list of `instances` is empty. All other parts
/// of the file are skipped, but they must be valid JSON. The version is checked when the iterator reaches it. Terraform
/// writes the version first. The iterator ends after an error.
///
/// The members that identify a resource must come before its instances, as in the files that Terraform and OpenTofu write.
///
/// # Examples
///
/// ```
/// use tfvalue_show::state_file::Instances;
///
/// let file = br#"{"version": 4, "serial": 1, "lineage": "", "outputs": {}, "resources": [
///     {"mode": "managed", "type": "x_bucket", "name": "a", "instances": [
///         {"index_key": 0, "schema_version": 0}, {"index_key": 1, "schema_version": true}
///     ]}
/// ]}"#;
/// let mut instances = Instances::from_reader(&file[..]);
/// let (resource, instance) = instances.next().unwrap()?;
/// assert_eq!(resource.address(&instance), "x_bucket.a[0]");
/// assert_eq!(instances.serial(), Some(1));
/// assert_eq!(
///     instances.next().unwrap().unwrap_err().to_string(),
///     "resources[0].instances[1].schema_version: a whole number is required, got a bool at line 3 column 86"
/// );
/// assert!(instances.next().is_none());
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[derive(Debug)]
pub struct Instances<R> {
    walk: Walk<R>,
    has_failed: bool,
}

impl<R: Read> Instances<R> {
    /// Reads the objects. The reader does not have to be buffered.
    pub fn from_reader(reader: R) -> Self {
        Instances {
            walk: Walk::new(reader),
            has_failed: false,
        }
    }

    /// Returns the version of the format, or `None` if the iterator has not reached the version.
    #[must_use]
    pub fn version(&self) -> Option<Version> {
        self.walk.header.version
    }

    /// Returns the version of Terraform or OpenTofu that wrote the file, or `None` if the iterator has not reached the
    /// version.
    #[must_use]
    pub fn terraform_version(&self) -> Option<&str> {
        self.walk.header.terraform_version.as_deref()
    }

    /// Returns the serial number of the state, or `None` if the iterator has not reached the number.
    #[must_use]
    pub fn serial(&self) -> Option<u64> {
        self.walk.header.serial
    }

    /// Returns the name of the series of states, or `None` if the iterator has not reached the name.
    #[must_use]
    pub fn lineage(&self) -> Option<&str> {
        self.walk.header.lineage.as_deref()
    }

    fn advance(&mut self) -> Result<Option<(Arc<Resource>, Instance)>> {
        let Some(found) = self.walk.next()? else {
            return Ok(None);
        };
        let instance = parse(&found.text, found.position);
        let instance = instance.map_err(|error| self.walk.at_instance(error))?;
        Ok(Some((found.resource, instance)))
    }
}

impl<R: Read> Iterator for Instances<R> {
    type Item = Result<(Arc<Resource>, Instance)>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_failed {
            return None;
        }
        let result = self.advance();
        self.has_failed = result.is_err();
        result.transpose()
    }
}

impl<R: Read> FusedIterator for Instances<R> {}
