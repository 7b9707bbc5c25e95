//! The archive that a plan file is.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use zip::ZipArchive;
use zip::result::ZipError;

use crate::error::{Error, Result};

/// The members of an archive, decompressed. All of them together have at most a given size.
pub(super) struct Archive(BTreeMap<String, Vec<u8>>);

impl Archive {
    /// Reads all members. `limit` is the size of all members together, whatever they claim to be.
    pub(super) fn read(bytes: &[u8], limit: u64) -> Result<Self> {
        let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| {
            let got = format!("another file or an incomplete archive ({error})");
            Error::mismatch("a plan file", got)
        })?;
        let mut members = BTreeMap::new();
        let mut left = limit;
        for index in 0..archive.len() {
            let member = archive.by_index(index).map_err(|error| invalid(&error))?;
            let name = member.name().to_owned();
            check_name(&name)?;
            let mut content = Vec::new();
            let read = member
                .take(left.saturating_add(1))
                .read_to_end(&mut content);
            let read = read.map_err(|error| {
                Error::data(format!("the plan file is damaged: {name:?}: {error}"))
            })?;
            left = left.checked_sub(read as u64).ok_or_else(|| {
                Error::limit(format!(
                    "the parts of the plan file have more than {limit} bytes"
                ))
            })?;
            if members.insert(name, content).is_some() {
                return Err(Error::data(
                    "the plan file is damaged: two parts have the same name",
                ));
            }
        }
        Ok(Archive(members))
    }

    /// Returns a member.
    pub(super) fn get(&self, name: &str) -> Option<&[u8]> {
        self.0.get(name).map(Vec::as_slice)
    }

    /// Returns a member, or an error if it is missing.
    pub(super) fn require(&self, name: &str) -> Result<&[u8]> {
        self.get(name)
            .ok_or_else(|| Error::data(format!("the plan file has no part {name:?}")))
    }

    /// Iterates over the members whose names begin with a prefix, with the rest of the names.
    pub(super) fn below<'a>(
        &'a self,
        prefix: &'a str,
    ) -> impl Iterator<Item = (&'a str, &'a [u8])> {
        let members = self.0.iter();
        members.filter_map(move |(name, content)| {
            Some((name.strip_prefix(prefix)?, content.as_slice()))
        })
    }
}

/// Fails if a name would leave the folder into which a program extracts it.
fn check_name(name: &str) -> Result<()> {
    let leaves = name.split(['/', '\\']).any(|part| part == "..");
    if leaves || name.starts_with('/') || name.contains([':', '\0', '\\']) {
        return Err(Error::data(format!(
            "the plan file has a part {name:?}, which leaves its folder"
        )));
    }
    Ok(())
}

#[cold]
fn invalid(error: &ZipError) -> Error {
    Error::data(format!("the plan file is damaged: {error}"))
}
