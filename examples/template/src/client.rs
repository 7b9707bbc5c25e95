//! The client of the service, which keeps each message in its own file in a folder.

use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::path::PathBuf;

pub(crate) struct Client {
    folder: PathBuf,
}

impl Client {
    pub(crate) fn new(folder: String) -> Self {
        Client {
            folder: folder.into(),
        }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.txt"))
    }

    /// Creates a message. Fails if a message with the same name already exists.
    pub(crate) fn create(&self, name: &str, text: &str) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        fs::File::create_new(self.file(name))?.write_all(text.as_bytes())
    }

    /// Returns the text of a message if the message exists.
    pub(crate) fn get(&self, name: &str) -> io::Result<Option<String>> {
        match fs::read_to_string(self.file(name)) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            text => text.map(Some),
        }
    }

    /// Changes the text of a message.
    pub(crate) fn update(&self, name: &str, text: &str) -> io::Result<()> {
        fs::write(self.file(name), text)
    }

    /// Deletes a message if it exists.
    pub(crate) fn delete(&self, name: &str) -> io::Result<()> {
        match fs::remove_file(self.file(name)) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}
