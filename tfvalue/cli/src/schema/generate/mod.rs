//! Generates a crate or structs from the schemas of an existing provider. Use the generated code to rewrite the
//! provider or to read its states.

mod docs;
mod fit;
mod models;
mod names;
mod project;
mod select;

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

pub use self::models::models;
pub use self::select::{Selection, select};

use self::project::Project;
use crate::provider::Source;
use crate::terminal::{Failure, Status, Streams};

/// Writes a provider in Rust with the schemas of another provider, and with handlers to fill in
///
/// The crate compiles. A handler that is not yet written returns an error that contains the handler's name. Parts that
/// cannot be generated are listed in the output and in the code, and the exit status is 1.
///
/// Without --resource and --data, the crate has all parts of the provider.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    selection: Selection,
    /// The folder of the crate, which must not exist [default: terraform-provider-NAME]
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    output: Option<PathBuf>,
    /// Use the libraries in this clone of the tfvalue repository instead of the released ones
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    tfvalue: Option<PathBuf>,
    /// Only print structs that derive TfSchema, for reading the states of the provider
    #[arg(long, conflicts_with_all = ["output", "tfvalue"])]
    structs: bool,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let (source, selection) = (&arguments.source, &arguments.selection);
    let unusable = |error: String| Failure::unusable(format!("{}: {error}", source.source));
    let announced = selection.of(source.schemas()?, !arguments.structs);
    let mut announced = announced.map_err(unusable)?;
    let left_out = if arguments.structs {
        let left_out = fit::structs(&announced.name, &mut announced.schema);
        let text = models(&announced.name, &announced.schema, &selection.derives);
        streams.write(text.map_err(unusable)?.as_bytes());
        for one in &left_out {
            streams.fail(&format!("left out: {one}"));
        }
        left_out
    } else {
        let libraries = crate::new::libraries(arguments.tfvalue.as_deref())?;
        let project = project::project(announced, &selection.derives).map_err(unusable)?;
        let default = || PathBuf::from(format!("terraform-provider-{}", project.name));
        let folder = arguments.output.clone().unwrap_or_else(default);
        write(&folder, &project, libraries.as_deref())?;
        streams.print(summary(&folder, &project));
        project.left_out
    };
    Ok(Status::of(left_out.is_empty()))
}

fn write(folder: &Path, project: &Project, libraries: Option<&Path>) -> Result<(), Failure> {
    fs::create_dir(folder).map_err(|error| Failure::file(folder, error))?;
    for (file, text) in &project.files {
        let path = folder.join(file);
        let written = if file == "Cargo.toml" {
            crate::new::write(&path, &crate::new::manifest(text, libraries), false)
        } else {
            crate::new::write(&path, text, false)
        };
        written.map_err(|error| Failure::file(&path, error))?;
    }
    Ok(())
}

fn summary(folder: &Path, project: &Project) -> String {
    let parts = project.counts.iter();
    let parts = parts.map(|(folder, count)| {
        let noun = folder.replace('_', " ");
        match count {
            1 => format!("1 {}", noun.strip_suffix('s').unwrap_or(&noun)),
            _ => format!("{count} {noun}"),
        }
    });
    let parts: Vec<_> = parts.collect();
    let folder = folder.display();
    let mut text = format!("{folder} is written: {}\n", parts.join(", "));
    if !project.left_out.is_empty() {
        text += "Left out:\n";
        text.extend(project.left_out.iter().map(|one| format!("  {one}\n")));
    }
    text + &format!(
        "Its README says what to do next. To compile it:\n\n  cd {folder}\n  cargo test\n"
    )
}
