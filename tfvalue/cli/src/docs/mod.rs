//! Writes the registry pages of a provider written in any language.

mod functions;
mod pages;
mod template;

use std::fs;
use std::path::PathBuf;

use clap::{Args, ValueHint};
use tfvalue::__internal::cli as internal;

use self::pages::Templates;
use crate::new;
use crate::provider::{Announced, Source};
use crate::terminal::{Failure, Status, Streams, count};

/// Writes the registry pages of a provider written in any language
///
/// The pages have the layout and the sections of tfplugindocs. A nested schema that occurs several times on a page is
/// printed once. Existing pages keep their subcategories. Templates have the same format as in tfplugindocs.
///
/// With --check, nothing is written, and the exit status is 1 if a page is out of date.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    source: Source,
    /// The folder of the pages
    #[arg(long, default_value = "docs", value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    output: PathBuf,
    /// The folder with the examples, in the layout of tfplugindocs
    #[arg(long, default_value = "examples", value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    examples: PathBuf,
    /// The folder with the templates and other files, such as guides, in the layout of tfplugindocs
    #[arg(long, default_value = "templates", value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    templates: PathBuf,
    /// Write nothing, and list the pages that are out of date
    #[arg(long)]
    check: bool,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let Announced { name, schema, .. } = arguments.source.schemas()?;
    let pages = internal::pages(&name, &schema, &arguments.examples);
    let mut pages = pages.map_err(|error| Failure::file(&arguments.examples, error))?;
    let templates = Templates {
        folder: &arguments.templates,
        examples: &arguments.examples,
        provider: &name,
    };
    templates.apply(&mut pages).map_err(Failure::unusable)?;
    let (mut old, pages_count) = (0, pages.len());
    for (path, page) in pages {
        if !is_safe(&path) {
            let problem = format!("{path}: the name of a type or function is no name for a file");
            return Err(Failure::unusable(problem));
        }
        let file = arguments.output.join(path);
        let existing = fs::read_to_string(&file).ok();
        let page = with_subcategory(page, existing.as_deref());
        if existing.as_deref() == Some(&*page) {
            continue;
        }
        old += 1;
        if arguments.check {
            streams.fail(&format!("{}: the page is out of date", file.display()));
        } else {
            let written = new::write(&file, &page, false);
            written.map_err(|error| Failure::file(&file, error))?;
        }
    }
    let done = if arguments.check {
        "out of date"
    } else {
        "written"
    };
    streams.print(format!("{}, {old} {done}\n", count(pages_count, "page")));
    Ok(Status::of(!arguments.check || old == 0))
}

/// Returns `true` if a path that is built from the provider's names stays inside the target folder.
fn is_safe(path: &str) -> bool {
    let is_letter = |c: char| c.is_alphanumeric() || "_-.".contains(c);
    path.split('/').count() <= 2
        && path
            .split('/')
            .all(|part| part.chars().all(is_letter) && !part.starts_with('.') && !part.is_empty())
}

/// Keeps the subcategory of an existing page.
fn with_subcategory(page: String, existing: Option<&str>) -> String {
    let line = |text: &str| {
        let head = text.strip_prefix("---\n")?.split("\n---").next()?;
        let line = head.lines().find(|line| line.starts_with("subcategory:"))?;
        Some(line.to_owned())
    };
    match (line(&page), existing.and_then(line)) {
        (Some(new), Some(kept)) => page.replacen(&new, &kept, 1),
        _ => page,
    }
}

#[cfg(test)]
mod tests {
    use super::{is_safe, with_subcategory};

    #[test]
    fn pages_stay_in_their_folder() {
        for path in ["index.md", "resources/item.md", "data-sources/a_b-c.md"] {
            assert!(is_safe(path), "{path}");
        }
        for path in [
            "resources/../x.md",
            "resources/a/b.md",
            "/x.md",
            "resources/.md",
            "a\\b.md",
        ] {
            assert!(!is_safe(path), "{path}");
        }
    }

    #[test]
    fn subcategories_are_kept() {
        let page = "---\npage_title: \"a\"\nsubcategory: \"\"\n---\n\n# a\n".to_owned();
        let existing = "---\npage_title: \"b\"\nsubcategory: \"Compute\"\n---\nold\n";
        assert_eq!(
            with_subcategory(page.clone(), Some(existing)),
            "---\npage_title: \"a\"\nsubcategory: \"Compute\"\n---\n\n# a\n"
        );
        assert_eq!(with_subcategory(page.clone(), Some("no head")), page);
        assert_eq!(with_subcategory(page.clone(), None), page);
    }
}
