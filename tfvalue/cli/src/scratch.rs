//! Creates folders that exist while a command runs.

use std::fs::{self, DirBuilder};
use std::path::{Path, PathBuf, absolute};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::SystemTime;
use std::{env, process};

use crate::terminal::Failure;

/// An empty folder that only the user can access. The folder is removed with all its contents. A provider can write to
/// arbitrary paths, in some cases as soon as it is configured.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn new() -> Result<Self, Failure> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let now = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
        let (id, nanos) = (process::id(), now.subsec_nanos());
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("tfvalue-{id}-{nanos}-{number}"));
        #[cfg_attr(not(unix), allow(unused_mut))]
        let mut builder = DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        // Creating the folder fails if the folder already exists.
        let created = builder.create(&path);
        created.map_err(|error| Failure::file(&path, error))?;
        Ok(Scratch(path))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Returns the same command with this folder as the working directory.
    pub(crate) fn command(&self, command: &Command) -> Command {
        let program = PathBuf::from(command.get_program());
        // A name without a folder is searched for in `PATH`.
        let is_path = program.components().count() > 1;
        let absolute = absolute(&program).ok().filter(|_| is_path);
        let mut own = Command::new(absolute.unwrap_or(program));
        own.args(command.get_args()).current_dir(&self.0);
        for (name, value) in command.get_envs() {
            match value {
                Some(value) => own.env(name, value),
                None => own.env_remove(name),
            };
        }
        own
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Files that this process is not permitted to delete can remain.
        _ = fs::remove_dir_all(&self.0);
    }
}
