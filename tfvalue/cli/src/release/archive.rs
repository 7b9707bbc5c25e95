//! Reads the archives: zip files with one program.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use flate2::read::DeflateDecoder;

use super::{Release, program};

/// The maximum size of a program that is unpacked.
const LARGEST: u64 = 2 << 30;
/// The maximum size of an archive directory that is read. Archives of providers have only a few entries.
const LARGEST_DIRECTORY: u64 = 16 << 20;

/// An entry of a zip file.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) name: String,
    method: u16,
    is_encrypted: bool,
    packed: u64,
    pub(super) size: u64,
    offset: u64,
    /// The permissions, if the archive was created on Unix.
    mode: Option<u32>,
}

/// Reads the directory of a zip file.
pub(super) fn entries(path: &Path) -> Result<Vec<Entry>, String> {
    let failed = |error: std::io::Error| error.to_string();
    let mut file = File::open(path).map_err(failed)?;
    let len = file.metadata().map_err(failed)?.len();
    // The end record can contain a comment of at most 64 KiB.
    let tail_len = len.min(65_557);
    file.seek(SeekFrom::Start(len - tail_len)).map_err(failed)?;
    let mut tail = Vec::new();
    file.by_ref()
        .take(tail_len)
        .read_to_end(&mut tail)
        .map_err(failed)?;
    let end = tail.windows(4).rposition(|four| four == b"PK\x05\x06");
    let end = end.filter(|at| at + 22 <= tail.len());
    let end = &tail[end.ok_or("it is no zip file, or it is cut off")?..];
    let count = u16_at(end, 10);
    let (size, start) = (u64::from(u32_at(end, 12)), u64::from(u32_at(end, 16)));
    if start == u64::from(u32::MAX) {
        return Err("it is a zip64 file, which is not checked".to_owned());
    }
    if size > LARGEST_DIRECTORY || start + size > len {
        return Err("its directory is damaged".to_owned());
    }
    let mut directory = Vec::new();
    file.seek(SeekFrom::Start(start)).map_err(failed)?;
    file.take(size)
        .read_to_end(&mut directory)
        .map_err(failed)?;
    let mut rest = &directory[..];
    (0..count).map(|_| entry(&mut rest)).collect()
}

fn entry(rest: &mut &[u8]) -> Result<Entry, String> {
    let damaged = || "its directory is damaged".to_owned();
    let all = *rest;
    if all.len() < 46 || !all.starts_with(b"PK\x01\x02") {
        return Err(damaged());
    }
    let [name_len, extra_len, comment_len] = [28, 30, 32].map(|at| usize::from(u16_at(all, at)));
    let name = all.get(46..46 + name_len).ok_or_else(damaged)?;
    *rest = all
        .get(46 + name_len + extra_len + comment_len..)
        .ok_or_else(damaged)?;
    let is_unix = matches!(all[5], 3 | 19);
    Ok(Entry {
        name: String::from_utf8_lossy(name).into_owned(),
        method: u16_at(all, 10),
        is_encrypted: u16_at(all, 8) & 1 != 0,
        packed: u32_at(all, 20).into(),
        size: u32_at(all, 24).into(),
        offset: u32_at(all, 42).into(),
        mode: is_unix.then(|| u32_at(all, 38) >> 16),
    })
}

/// Unpacks an entry, up to a maximum number of bytes.
pub(super) fn unpack(path: &Path, entry: &Entry, most: u64) -> Result<Vec<u8>, String> {
    let failed = |error: std::io::Error| error.to_string();
    let mut file = File::open(path).map_err(failed)?;
    file.seek(SeekFrom::Start(entry.offset)).map_err(failed)?;
    let mut head = [0; 30];
    file.read_exact(&mut head).map_err(failed)?;
    if !head.starts_with(b"PK\x03\x04") {
        return Err("an entry is damaged".to_owned());
    }
    let skip = i64::from(u16_at(&head, 26)) + i64::from(u16_at(&head, 28));
    file.seek(SeekFrom::Current(skip)).map_err(failed)?;
    let packed = file.take(entry.packed);
    let most = most.min(entry.size).min(LARGEST);
    let mut bytes = Vec::new();
    let read = match entry.method {
        0 => packed.take(most).read_to_end(&mut bytes),
        8 => DeflateDecoder::new(packed)
            .take(most)
            .read_to_end(&mut bytes),
        other => return Err(format!("method {other} is unknown")),
    };
    read.map_err(failed)?;
    if (bytes.len() as u64) < most {
        return Err("an entry is shorter than the directory says".to_owned());
    }
    Ok(bytes)
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

impl Release {
    pub(super) fn check_archive(&mut self, file: &str, (system, processor): &(String, String)) {
        let path = self.folder.join(file);
        let entries = match entries(&path) {
            Ok(entries) => entries,
            Err(problem) => return self.find(file, problem, "pack the program again, with zip"),
        };
        let Some(entry) = self.check_entries(file, system, &entries) else {
            return;
        };
        if !matches!(entry.method, 0 | 8) || entry.is_encrypted {
            return self.find(
                file,
                "the program is compressed or encrypted in a way that Terraform cannot read",
                "pack it with deflate, the default of zip, and without a password",
            );
        }
        let is_executable = entry.mode.is_some_and(|mode| mode & 0o111 != 0);
        if !is_executable && system != "windows" {
            self.find(
                file,
                "the program is not executable",
                "run chmod +x before zip, and pack it on Linux or macOS, because archives of Windows have no permissions",
            );
        }
        match unpack(&path, entry, 4096) {
            Ok(head) => {
                if let Some(found) = program::wrong(&head, system, processor) {
                    self.find(
                        file,
                        format!("the program is {found}"),
                        format!("build it for {system}_{processor}, or rename the archive"),
                    );
                }
            }
            Err(problem) => self.find(file, problem, "pack the program again, with zip"),
        }
    }

    /// Returns the program, if it is in the place where Terraform looks for it.
    fn check_entries<'e>(
        &mut self,
        file: &str,
        system: &str,
        entries: &'e [Entry],
    ) -> Option<&'e Entry> {
        let end = if system == "windows" { ".exe" } else { "" };
        let expected = format!(
            "terraform-provider-{}_v{}",
            self.name.name, self.name.version
        );
        let is_expected = |name: &str| name == expected || name == format!("{expected}{end}");
        if let Some(entry) = entries.iter().find(|entry| is_expected(&entry.name)) {
            return Some(entry);
        }
        let last = |name: &str| {
            name.rsplit(['/', '\\'])
                .next()
                .unwrap_or_default()
                .to_owned()
        };
        let nested = entries.iter().find(|entry| is_expected(&last(&entry.name)));
        let similar = entries
            .iter()
            .find(|entry| last(&entry.name).starts_with("terraform-provider-"));
        match (nested, similar) {
            (Some(entry), _) => self.find(
                file,
                format!("the program is in a folder of the archive: {}", entry.name),
                "pack it without its folder: zip -j",
            ),
            (None, Some(entry)) => self.find(
                file,
                format!("the program has the name {}", last(&entry.name)),
                format!("name it {expected}{end}, with v before the version"),
            ),
            (None, None) => self.find(
                file,
                "there is no program in the archive",
                format!("pack the program under the name {expected}{end}"),
            ),
        }
        None
    }
}
