//! Writes the values of many states and plans into a table.

mod leaves;
mod rows;
mod table;

use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use indicatif::{ProgressBar, ProgressStyle};
use tfvalue::schema::ProviderSchemas;

use self::rows::Source;
use self::table::Table;
use crate::files;
use crate::signals::Stop;
use crate::terminal::{Failure, Status, Streams, count, escaped};

/// Writes the values of thousands of states and plans into a Parquet file, for DuckDB, Spark and other programs
///
/// The table has a row for each value that has no parts, with these columns: file, address, type, path, action, value,
/// sensitive, unknown. The value is JSON. The value is null if it is sensitive or unknown.
///
/// A state file does not record which attributes the schema of the provider marks as sensitive, so --schema is
/// required. The values of resource types without a schema count as sensitive.
///
/// The exit status is 3 if a file cannot be read. The others are exported. After Ctrl-C, the file contains everything
/// that was read before the interruption.
#[derive(Args)]
pub(crate) struct Arguments {
    /// State files, outputs of `terraform show -json` for states and plans, and folders with such files
    #[arg(required = true, value_name = "FILES", value_hint = ValueHint::AnyPath)]
    files: Vec<PathBuf>,
    /// The Parquet file to write
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: PathBuf,
    /// The output of `terraform providers schema -json`, for state files; can be repeated
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    schema: Vec<PathBuf>,
    /// Export the values of state files without schemas, except for values that the files mark as sensitive
    #[arg(long, conflicts_with = "schema")]
    trust_marks: bool,
    /// Show no progress
    #[arg(long)]
    quiet: bool,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let schemas = schemas(&arguments.schema)?;
    let files = files_in(&arguments.files)?;
    if files.is_empty() {
        let problem = "the folders contain no file whose name ends with .json or .tfstate";
        return Err(Failure::unusable(problem));
    }
    let mut table = Table::create(&arguments.output)?;
    let progress = progress(arguments, files.len());
    let stop = Stop::new()?;
    let (mut read, mut problems) = (0, 0);
    for file in files.iter().take_while(|_| stop.status().is_none()) {
        let name = file.display().to_string();
        progress.set_message(escaped(&name).into_owned());
        let source = Source {
            file: &name,
            schemas: &schemas,
            trusts_marks: arguments.trust_marks,
        };
        match source.export(file, &mut table) {
            Ok(()) => read += 1,
            Err(problem) => {
                problems += 1;
                progress.suspend(|| streams.fail(&format!("{name}: {problem}")));
            }
        }
        progress.inc(1);
    }
    progress.finish_and_clear();
    let rows = table.finish()?;
    streams.print(format!(
        "{}: {} from {}{}{}\n",
        arguments.output.display(),
        count(rows, "row"),
        count(read, "file"),
        match problems {
            0 => String::new(),
            problems => format!(", and {problems} that cannot be read"),
        },
        match files.len() - read - problems {
            0 => String::new(),
            rest => format!(", without the other {rest}, because the command was interrupted"),
        }
    ));
    let status = match problems {
        0 => Status::Fine,
        _ => Status::Unusable,
    };
    Ok(stop.status().unwrap_or(status))
}

/// Reads all schemas.
fn schemas(paths: &[PathBuf]) -> Result<ProviderSchemas, Failure> {
    let mut all = ProviderSchemas::new();
    for path in paths {
        let schemas = files::schemas(path)?;
        all.provider_schemas.extend(schemas.provider_schemas);
    }
    Ok(all)
}

/// Returns all files in order, including files in folders at any depth.
fn files_in(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    let mut left: VecDeque<PathBuf> = paths.iter().cloned().collect();
    while let Some(path) = left.pop_front() {
        let metadata = fs::metadata(&path).map_err(|error| Failure::file(&path, error))?;
        if !metadata.is_dir() {
            files.push(path);
            continue;
        }
        let entries = fs::read_dir(&path).map_err(|error| Failure::file(&path, error))?;
        let mut inside = Vec::new();
        for entry in entries {
            let entry = entry.map_err(|error| Failure::file(&path, error))?;
            let kind = entry
                .file_type()
                .map_err(|error| Failure::file(&path, error))?;
            // Links could form a cycle.
            if kind.is_dir() || (kind.is_file() && is_state_or_plan(&entry.path())) {
                inside.push(entry.path());
            }
        }
        inside.sort();
        for path in inside.into_iter().rev() {
            left.push_front(path);
        }
    }
    Ok(files)
}

fn is_state_or_plan(path: &Path) -> bool {
    let extension = path.extension();
    extension.is_some_and(|extension| extension == "json" || extension == "tfstate")
}

fn progress(arguments: &Arguments, files: usize) -> ProgressBar {
    let progress = if arguments.quiet {
        ProgressBar::hidden()
    } else {
        ProgressBar::new(files as u64)
    };
    let template = "{bar:20} {pos} of {len} files, {per_sec}, {eta} left: {msg}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        progress.set_style(style);
    }
    progress
}
