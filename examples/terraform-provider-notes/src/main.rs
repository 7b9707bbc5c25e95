//! A provider that stores notes as files in a folder.

use std::io::{ErrorKind::NotFound, Write as _};
use std::{collections::BTreeSet, fs, path::PathBuf, process::ExitCode};

use tfvalue::provider::{Context, DataSource, Function, Provider, ProviderConfig, Resource};
use tfvalue::{Attr, Diagnostic, Diagnostics, Set, TfFunction, TfSchema, json};

#[cfg(test)]
mod tests;

type Result<T, E = Diagnostics> = std::result::Result<T, E>;

fn main() -> ExitCode {
    tfvalue::serve(provider())
}

pub(crate) fn provider() -> Provider<PathBuf> {
    Provider::new::<Config>("example/notes")
        .resource::<Note>()
        .data_source::<Notes>()
        .function::<Slug>()
}

/// Keeps notes as text files.
#[derive(TfSchema)]
#[tf(kind = provider)]
struct Config {
    /// The directory that contains the notes.
    #[tf(required)]
    directory: Attr<String>,
}

impl ProviderConfig for Config {
    type Client = PathBuf;

    async fn configure(self, _: &mut Context<()>) -> Result<PathBuf> {
        let directory = PathBuf::from(self.directory.require("directory")?);
        fs::create_dir_all(&directory)?;
        Ok(directory)
    }
}

/// A note.
#[derive(TfSchema)]
#[tf(kind = resource, version = 1, upgrade(0 = NoteV0), import = "name")]
struct Note {
    /// The name of the note.
    #[tf(computed, keep)]
    id: Attr<String>,
    /// The name of the note and of its file.
    #[tf(required, replace, check = check_name)]
    name: Attr<String>,
    /// The text of the note.
    #[tf(default = "")]
    text: Attr<String>,
    /// Words that can be used to find the note.
    #[tf(optional, length = 1..)]
    tags: Attr<Set<Attr<String>>>,
    /// The number of times that the note was written.
    #[tf(computed)]
    revision: Attr<i64>,
    /// Facts about the note.
    #[tf(optional)]
    meta: Attr<Meta>,
}

#[derive(TfSchema)]
struct Meta {
    /// The author of the note.
    #[tf(optional)]
    author: Attr<String>,
    /// The number of words in the text.
    #[tf(computed)]
    words: Attr<i64>,
}

fn check_name(name: &str) -> Result<(), &'static str> {
    let in_name = |letter| matches!(letter, 'a'..='z' | '0'..='9' | '-');
    let is_valid = name.chars().all(in_name) && !name.is_empty() && !name.starts_with('-');
    let required = "lower case letters, digits and dashes are required";
    is_valid.then_some(()).ok_or(required)
}

impl Note {
    fn path(&self, context: &Context<PathBuf>) -> Result<PathBuf> {
        let name = self.name.require("name")?;
        check_name(name).map_err(|fault| Diagnostic::error("Invalid name", fault).at("name"))?;
        Ok(context.client().join(format!("{name}.note")))
    }

    /// Sets the attributes that are computed from other attributes.
    fn complete(mut self) -> Result<Self> {
        let words = i64::try_from(self.text.require("text")?.split_whitespace().count())?;
        if let Some(meta) = self.meta.value_mut() {
            meta.words.set(words);
        }
        self.id = self.name.clone();
        Ok(self)
    }
}

impl Resource for Note {
    const NAME: &'static str = "note";
    type Client = PathBuf;

    async fn create(mut plan: Self, context: &mut Context<PathBuf>) -> Result<Self> {
        plan.revision.set(1);
        let note = plan.complete()?;
        let file = fs::File::create_new(note.path(context)?);
        let fault = |error| Diagnostic::error("Cannot create the note", error).at("name");
        file.map_err(fault)?.write_all(&json::to_vec(&note)?)?;
        Ok(note)
    }

    async fn read(state: Self, context: &mut Context<PathBuf>) -> Result<Option<Self>> {
        let mut note: Note = match fs::read(state.path(context)?) {
            Err(error) if error.kind() == NotFound => return Ok(None),
            file => json::from_slice(&file?)?,
        };
        note.name = state.name;
        Ok(Some(note.complete()?))
    }

    async fn update(prior: Self, mut plan: Self, context: &mut Context<PathBuf>) -> Result<Self> {
        plan.revision.set(prior.revision.require("revision")? + 1);
        let note = plan.complete()?;
        fs::write(note.path(context)?, json::to_vec(&note)?)?;
        Ok(note)
    }

    async fn delete(state: Self, context: &mut Context<PathBuf>) -> Result<()> {
        match fs::remove_file(state.path(context)?) {
            Err(error) if error.kind() != NotFound => Err(error.into()),
            _ => Ok(()),
        }
    }
}

/// In version 0, the text was stored in the attribute `body`.
#[derive(TfSchema)]
struct NoteV0 {
    #[tf(flatten)]
    note: Note,
    body: String,
}

impl From<NoteV0> for Note {
    fn from(NoteV0 { mut note, body }: NoteV0) -> Self {
        note.text = body.into();
        note
    }
}

/// Lists the notes in the directory.
#[derive(TfSchema)]
#[tf(kind = data_source)]
struct Notes {
    /// The names of all notes, sorted.
    #[tf(computed)]
    names: Attr<Vec<String>>,
}

impl DataSource for Notes {
    const NAME: &'static str = "notes";
    type Client = PathBuf;

    async fn read(mut config: Self, context: &mut Context<PathBuf>) -> Result<Self> {
        let files = fs::read_dir(&**context.client())?.collect::<Result<Vec<_>, _>>()?;
        let name = |file: &fs::DirEntry| file.file_name().into_string().ok();
        let files = files.iter().filter_map(name);
        let names = files.filter_map(|file| Some(file.strip_suffix(".note")?.to_owned()));
        config.names.set(Vec::from_iter(BTreeSet::from_iter(names)));
        Ok(config)
    }
}

/// Returns the text in lower case, with dashes instead of other characters.
#[derive(TfFunction)]
#[tf(returns = String, summary = "Converts a text to a name")]
struct Slug {
    /// The text.
    text: String,
}

impl Function for Slug {
    const NAME: &'static str = "slug";

    async fn run(self) -> Result<String> {
        let text = self.text.to_lowercase();
        let words = text.split(|c: char| !c.is_ascii_alphanumeric());
        Ok(Vec::from_iter(words.filter(|it| !it.is_empty())).join("-"))
    }
}
