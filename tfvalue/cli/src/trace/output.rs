//! Opens the files that the program writes.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use crate::html::Head;

use crate::terminal::Failure;

fn open(path: &Path, is_secret: bool) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    if is_secret {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    #[cfg(not(unix))]
    let _ = is_secret;
    let file = options.open(path)?;
    #[cfg(unix)]
    if is_secret {
        use std::os::unix::fs::PermissionsExt as _;
        // The file may have existed already.
        file.set_permissions(std::fs::Permissions::from_mode(0o600))?;
    }
    Ok(file)
}

fn failure(path: &Path) -> impl Fn(io::Error) -> Failure + '_ {
    move |error| Failure::file(path, error)
}

/// Opens a file in order to append text.
pub(crate) fn text(path: &Path) -> Result<File, Failure> {
    open(path, false).map_err(failure(path))
}

/// Opens a file that only the user can read, for secrets.
pub(crate) fn secret(path: &Path) -> Result<File, Failure> {
    open(path, true).map_err(failure(path))
}

/// Opens a page for appending sections. Writes the beginning of the page, unless another process has already written it.
pub(crate) fn page(path: &Path, head: &Head) -> Result<File, Failure> {
    let begin = || {
        let mut file = open(path, false)?;
        file.lock()?;
        if file.metadata()?.len() == 0 {
            file.write_all(head.html().as_bytes())?;
        }
        file.unlock()?;
        Ok(file)
    };
    begin().map_err(failure(path))
}
