//! Writes a state file again, with changes.

use std::fmt;
use std::io::{BufWriter, Read, Write};

use super::instance::Instance;
use super::walk::Walk;
use super::{Resource, splice};
use crate::error::{Error, Result};
use crate::show::scan::parse;

/// Copies a state file with changes to its objects, in constant memory.
///
/// Everything that `change` does not modify is copied byte for byte. This also applies to the parts of an object: if
/// you change one attribute, all other members and attributes keep their digits and white space.
///
/// The serial and the lineage only change if you set them. `terraform state push` compares them with those of the state
/// that it replaces. Without `-force`, it refuses
///
/// * another lineage,
/// * a smaller serial,
/// * the same serial, if the state has changed.
///
/// So keep the lineage and raise the serial. The file can contain objects of any version of a schema: Terraform
/// upgrades objects of an older version and refuses objects of a newer one.
///
/// # Examples
///
/// ```
/// use tfvalue::show::Raw;
/// use tfvalue::show::state_file::Rewrite;
///
/// let file = r#"{"version": 4, "serial": 7, "lineage": "7ec5", "outputs": {}, "resources": [
///     {"mode": "managed", "type": "x_bucket", "name": "a", "instances": [
///         {"schema_version": 0,   "attributes": {"name": "logs", "size": 1.50}, "private": "bnVsbA=="}
///     ]}
/// ]}"#;
/// let mut written = Vec::new();
/// let rewrite = Rewrite::new().serial(|serial| serial + 1);
/// rewrite.run(file.as_bytes(), &mut written, |resource, instance| {
///     if resource.r#type == "x_bucket" {
///         instance.attributes = Some(Raw::from_json(r#"{"name": "log", "size": 1.5}"#)?);
///     }
///     Ok(())
/// })?;
/// let expected = file.replace(r#""serial": 7"#, r#""serial": 8"#).replace("\"logs\"", "\"log\"");
/// assert_eq!(String::from_utf8(written).unwrap(), expected);
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[derive(Default)]
#[must_use]
pub struct Rewrite {
    serial: Option<Box<dyn FnMut(u64) -> u64 + Send>>,
    lineage: Option<String>,
}

impl fmt::Debug for Rewrite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rewrite")
            .field("lineage", &self.lineage)
            .finish_non_exhaustive()
    }
}

impl Rewrite {
    /// Creates a `Rewrite` that keeps the serial and the lineage.
    pub fn new() -> Self {
        Rewrite::default()
    }

    /// Computes the new serial from the old one.
    pub fn serial(mut self, change: impl FnMut(u64) -> u64 + Send + 'static) -> Self {
        self.serial = Some(Box::new(change));
        self
    }

    /// Sets the lineage.
    pub fn lineage(mut self, lineage: impl Into<String>) -> Self {
        self.lineage = Some(lineage.into());
        self
    }

    /// Reads a state file, calls `change` with each object and its resource, and writes the file.
    ///
    /// Neither the reader nor the writer has to be buffered. After an error, the output is incomplete: write to another
    /// file, and rename it at the end.
    ///
    /// # Errors
    ///
    /// Fails if reading, `change` or writing fails.
    pub fn run<R: Read, W: Write>(
        self,
        reader: R,
        writer: W,
        mut change: impl FnMut(&Resource, &mut Instance) -> Result<()>,
    ) -> Result<()> {
        let Rewrite {
            mut serial,
            lineage,
        } = self;
        let mut walk = Walk::new(reader, BufWriter::with_capacity(1 << 16, writer));
        walk.change = Box::new(move |name, header| match name {
            "serial" => {
                let change = serial.as_mut()?;
                header.serial.map(|old| change(old).to_string())
            }
            "lineage" => serde_json::to_string(lineage.as_ref()?).ok(),
            _ => None,
        });
        while let Some(found) = walk.next()? {
            let text = changed(&found.text, |text| {
                let mut instance = parse(text, found.position)?;
                let old = json(&instance)?;
                change(&found.resource, &mut instance)?;
                let new = json(&instance)?;
                Ok((old != new).then_some(new))
            });
            let text = text.map_err(|error| walk.at_instance(error))?;
            walk.scanner
                .write(text.as_deref().map_or(&found.text, str::as_bytes))?;
        }
        Ok(())
    }
}

fn json(instance: &Instance) -> Result<String> {
    serde_json::to_string(instance).map_err(crate::error::json::convert)
}

/// Returns the new text of an object, or `None` if it is the same.
fn changed(
    text: &[u8],
    change: impl FnOnce(&[u8]) -> Result<Option<String>>,
) -> Result<Option<String>> {
    let Some(new) = change(text)? else {
        return Ok(None);
    };
    let old = std::str::from_utf8(text).map_err(|_| Error::syntax("the input is not UTF-8"))?;
    splice::splice(old, &new).map(Some)
}
