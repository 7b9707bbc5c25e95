//! Checks a provider's release before a registry does.

mod archive;
mod manifest;
mod name;
mod program;
mod served;
mod signature;
mod sums;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anstyle::{AnsiColor, Style};
use clap::{Args, Subcommand, ValueHint};

use self::name::{Name, Part};
use crate::terminal::{Failure, Status, Streams, Text, count};

/// Checks releases of a provider
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Check(Check),
}

/// Checks the files of a release as the registries of Terraform and OpenTofu do
///
/// Checks the names of the files, the layout of the archives, the manifest, the checksums and the signature, and starts
/// the program of this platform. Each problem is reported with a fix. The exit status is 1 if there are problems.
#[derive(Args)]
struct Check {
    /// The folder with all files that are to be published
    #[arg(value_hint = ValueHint::DirPath)]
    folder: PathBuf,
    /// The public key that is registered with the registry, to verify the signature with GnuPG. Without a key, only the
    /// form of the signature is checked
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    key: Option<PathBuf>,
    /// Do not start the program for the current platform
    #[arg(long)]
    no_start: bool,
}

/// A problem that causes a registry or Terraform to reject the release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    /// The name of a file.
    file: String,
    problem: String,
    fix: String,
}

impl Problem {
    fn new(file: &str, problem: impl Into<String>, fix: impl Into<String>) -> Self {
        Problem {
            file: file.to_owned(),
            problem: problem.into(),
            fix: fix.into(),
        }
    }
}

/// Runs the command.
pub(crate) fn run(arguments: Arguments, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let Command::Check(check) = arguments.command;
    let (summary, problems) = problems(&check)?;
    let mut text = Text::default();
    for one in &problems {
        text.styled(Style::new().bold(), &one.file);
        text.push(": ");
        let red = Style::new().fg_color(Some(AnsiColor::Red.into()));
        text.styled(red, &one.problem);
        text.push(&format!("\n  fix: {}\n", one.fix));
    }
    text.push(&format!("{summary}\n"));
    streams.print(text);
    Ok(Status::of(problems.is_empty()))
}

/// The files of a release.
struct Release {
    folder: PathBuf,
    /// All files with their sizes.
    files: BTreeMap<String, u64>,
    /// The name and the version in most of the file names.
    name: Name,
    problems: Vec<Problem>,
}

/// Checks a folder. Returns a summary, and the problems.
fn problems(arguments: &Check) -> Result<(String, Vec<Problem>), Failure> {
    let mut release = match Release::open(&arguments.folder)? {
        Ok(release) => release,
        Err(problem) => return Ok(("0 archives, 1 problem".to_owned(), vec![problem])),
    };
    release.check_names();
    let archives = release.archives();
    for (file, part) in &archives {
        release.check_archive(file, part);
    }
    release.check_platforms(&archives);
    let protocols = release.check_manifest();
    release.check_sums();
    let before = release.problems.len();
    release.check_signature();
    let is_formed = release.problems.len() == before;
    let verified = if is_formed {
        release.verify_signature(arguments.key.as_deref())?
    } else {
        None
    };
    if !arguments.no_start {
        release.check_served(&archives, protocols.as_deref());
    }
    let summary = format!(
        "{} {}: {}, {}",
        release.name.name,
        release.name.version,
        count(archives.len(), "archive"),
        count(release.problems.len(), "problem")
    );
    let verified = verified.map_or_else(String::new, |sentence| format!("{sentence}\n"));
    Ok((format!("{verified}{summary}"), release.problems))
}

impl Release {
    /// Parses the names of the files. Returns a problem if no file belongs to a release.
    fn open(folder: &Path) -> Result<Result<Self, Problem>, Failure> {
        let entries = fs::read_dir(folder).map_err(|error| Failure::file(folder, error))?;
        let mut files = BTreeMap::new();
        for entry in entries {
            let entry = entry.map_err(|error| Failure::file(folder, error))?;
            let metadata = entry
                .metadata()
                .map_err(|error| Failure::file(folder, error))?;
            if metadata.is_file() {
                let name = entry.file_name().to_string_lossy().into_owned();
                files.insert(name, metadata.len());
            }
        }
        let mut counts: BTreeMap<Name, usize> = BTreeMap::new();
        for (name, _) in files.keys().filter_map(|file| name::parse(file)) {
            *counts.entry(name).or_default() += 1;
        }
        let most = counts.into_iter().max_by_key(|(_, count)| *count);
        let Some((name, _)) = most else {
            return Ok(Err(Problem::new(
                &folder.display().to_string(),
                "there is no file terraform-provider-NAME_VERSION_OS_ARCH.zip",
                "name the archives like terraform-provider-notes_1.0.0_linux_amd64.zip: the version has no v, and the \
                 platform has Go's names",
            )));
        };
        Ok(Ok(Release {
            folder: folder.to_owned(),
            files,
            name,
            problems: Vec::new(),
        }))
    }

    fn find(&mut self, file: &str, problem: impl Into<String>, fix: impl Into<String>) {
        self.problems.push(Problem::new(file, problem, fix));
    }

    /// Returns the name of a file of this release.
    fn file(&self, rest: &str) -> String {
        format!(
            "terraform-provider-{}_{}_{rest}",
            self.name.name, self.name.version
        )
    }

    /// Reads a file that exists.
    fn read(&mut self, file: &str) -> Option<Vec<u8>> {
        match fs::read(self.folder.join(file)) {
            Ok(bytes) => Some(bytes),
            Err(error) => {
                self.find(file, error.to_string(), "make the file readable");
                None
            }
        }
    }

    fn check_names(&mut self) {
        let files: Vec<_> = self.files.keys().cloned().collect();
        for file in files {
            match name::parse(&file) {
                Some((name, _)) if name != self.name => {
                    let (expected, found) = (self.name.clone(), name);
                    self.find(
                        &file,
                        format!("belongs to {found}, while most files belong to {expected}"),
                        "put only the files of one release into the folder, with the same name and version",
                    );
                }
                Some((_, Part::Archive { system, processor })) => {
                    if let Some(fix) = name::wrong_platform(&system, &processor) {
                        let platform = format!("{system}_{processor}");
                        self.find(
                            &file,
                            format!("{platform} is no platform of Terraform"),
                            fix,
                        );
                    }
                }
                Some(_) => {}
                None => {
                    if let Some((problem, fix)) = name::wrong(&file, &self.name) {
                        self.find(&file, problem, fix);
                    }
                }
            }
        }
        if self.name.name.chars().any(char::is_uppercase) {
            let name = self.name.name.clone();
            self.find(
                &format!("terraform-provider-{name}"),
                "the name has capital letters",
                "write the name of the provider and of its repository in lower case",
            );
        }
        if let Some(problem) = name::wrong_version(&self.name.version) {
            let version = self.name.version.clone();
            self.find(
                &version,
                problem,
                "use a semantic version such as 1.2.0 or 1.2.0-beta1, and a Git tag such as v1.2.0",
            );
        }
    }

    /// Returns the archives with their platforms.
    fn archives(&self) -> Vec<(String, (String, String))> {
        let files = self.files.keys();
        let archive = |file: &String| match name::parse(file)? {
            (name, Part::Archive { system, processor }) if name == self.name => {
                Some((file.clone(), (system, processor)))
            }
            _ => None,
        };
        files.filter_map(archive).collect()
    }

    fn check_platforms(&mut self, archives: &[(String, (String, String))]) {
        let has_linux = archives
            .iter()
            .any(|(_, (system, processor))| system == "linux" && processor == "amd64");
        if !archives.is_empty() && !has_linux {
            let file = self.file("linux_amd64.zip");
            self.find(
                &file,
                "the archive is missing",
                "build for linux_amd64, on which HCP Terraform and most CI systems run",
            );
        }
    }
}
