//! Shows calls as they happen, or from a recording.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, ErrorKind, Write as _};
use std::path::Path;

use super::call::Decoded;
use super::judge::Judge;
use super::options::{self, Shown};
use super::record::{self, Call};
use super::schemas::Schemas;
use super::{output, page, text};
use crate::files::{Kind, Wanted};
use crate::terminal::{Failure, Status, escaped};

/// Writes calls as text, to a page, or both.
pub(crate) struct Viewer {
    text: Option<Box<dyn io::Write + Send>>,
    page: Option<File>,
    is_brief: bool,
    provider: String,
}

impl Viewer {
    /// Opens the files. Without `--output`, the text is written to `default`, unless only a page is requested.
    pub(crate) fn open(
        shown: &Shown,
        provider: &str,
        default: impl io::Write + Send + 'static,
    ) -> Result<Self, Failure> {
        let page = shown
            .html
            .as_deref()
            .map(|path| output::page(path, &page::head(provider)));
        let page = page.transpose()?;
        let text: Option<Box<dyn io::Write + Send>> = match &shown.output {
            Some(path) => Some(Box::new(output::text(path)?)),
            None if page.is_some() => None,
            None => Some(Box::new(default)),
        };
        Ok(Viewer {
            text,
            page,
            is_brief: shown.is_brief,
            provider: provider.to_owned(),
        })
    }

    /// Writes a call.
    pub(crate) fn show(
        &mut self,
        call: &Call,
        group: &str,
        schemas: &mut Schemas,
        judge: &mut Judge,
    ) -> io::Result<()> {
        let decoded = Decoded::new(call, schemas);
        let name = decoded.entry.map_or(call.method.name, |entry| entry.name);
        let faults = judge.faults(name, &decoded);
        let findings = page::findings(&decoded, &faults, call, &self.provider);
        let changes = page::changes(&decoded);
        let section = page::section(call, &decoded, findings, changes, group);
        if let Some(out) = &mut self.text {
            let text = text::print(&section, &decoded, self.is_brief);
            out.write_all(escaped(&text).as_bytes())?;
            out.flush()?;
        }
        if let Some(page) = &mut self.page {
            page.write_all(section.html().as_bytes())?;
        }
        Ok(())
    }
}

/// Returns the name of a provider's program.
pub(crate) fn name(provider: &std::ffi::OsStr) -> String {
    let path = Path::new(provider);
    path.file_name()
        .unwrap_or(provider)
        .to_string_lossy()
        .into_owned()
}

/// Reads a recording.
pub(crate) fn recording(path: &Path) -> Result<Vec<record::Session>, Failure> {
    let file = File::open(path).map_err(|error| Failure::file(path, error))?;
    let mut file = BufReader::new(file);
    let start = file.fill_buf();
    let kind = Kind::of(start.map_err(|error| Failure::file(path, error))?);
    if kind != Kind::Json {
        return Err(Failure::file(path, kind.instead_of(Wanted::Recording)));
    }
    record::read(file).map_err(|error| Failure::file(path, error))
}

/// Runs `trace show`.
pub(crate) fn run(options: &options::Show) -> Result<Status, Failure> {
    let sessions = recording(&options.recording)?;
    let mut schemas = Schemas::default();
    // Terraform might not request the schemas from a process that it starts later.
    for call in sessions.iter().flat_map(|session| &session.calls) {
        Decoded::learn(call, &mut schemas);
    }
    let name = name(options.recording.as_os_str());
    let mut viewer = Viewer::open(&options.shown, &name, io::stdout())?;
    // Terraform can use different processes for the plan and the apply.
    let mut judge = Judge::default();
    for session in sessions {
        for call in &session.calls {
            match viewer.show(call, &session.name, &mut schemas, &mut judge) {
                // The reader of the pipe does not need the remaining output.
                Err(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(Status::Fine),
                shown => shown.map_err(|error| Failure::unusable(error.to_string()))?,
            }
        }
    }
    Ok(Status::Fine)
}
