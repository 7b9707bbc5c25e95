//! The pages that are created from templates.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::template::{self, Data, Value};

/// The information for all templates: their folder, the folder with the examples, and the name of the provider.
pub(super) struct Templates<'a> {
    pub(super) folder: &'a Path,
    pub(super) examples: &'a Path,
    pub(super) provider: &'a str,
}

/// The parts of a page that has no template.
struct Parts<'a> {
    name: &'a str,
    kind: &'a str,
    description: &'a str,
    schema: &'a str,
    signature: &'a str,
    arguments: &'a str,
}

impl Templates<'_> {
    /// Replaces each page that has a template, and adds files that do not belong to a type, such as guides.
    pub(super) fn apply(&self, pages: &mut BTreeMap<String, String>) -> Result<(), String> {
        let mut files = Vec::new();
        self.files(self.folder, &mut files)?;
        let generated: Vec<_> = pages.keys().cloned().collect();
        for path in generated {
            let page = path.strip_suffix(".md").unwrap_or(&path);
            let common = path.split('/').next().unwrap_or_default();
            // The template of a page, or the template for all pages of the same kind.
            let candidates = [format!("{page}.md.tmpl"), format!("{common}.md.tmpl")];
            let Some(file) = candidates.iter().find(|name| files.contains(name)) else {
                continue;
            };
            let text = self.render(file, &pages[&path], &path)?;
            pages.insert(path, text);
        }
        for file in files {
            let page = file.strip_suffix(".tmpl").unwrap_or(&file).to_owned();
            let is_common = !page.contains('/') && page != "index.md";
            if pages.contains_key(&page) || (is_common && file.ends_with(".tmpl")) {
                continue;
            }
            let text = if file.ends_with(".tmpl") {
                self.render(&file, "", &page)?
            } else {
                self.read(&file)?
            };
            pages.insert(page, text);
        }
        Ok(())
    }

    /// Adds the files in a folder, with their paths relative to the folder of the templates.
    fn files(&self, folder: &Path, found: &mut Vec<String>) -> Result<(), String> {
        let problem = |error: std::io::Error| format!("{}: {error}", folder.display());
        let entries = match fs::read_dir(folder) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
            entries => entries.map_err(problem)?,
        };
        for entry in entries {
            let path = entry.map_err(problem)?.path();
            if path.is_dir() {
                self.files(&path, found)?;
            } else if let Ok(inside) = path.strip_prefix(self.folder) {
                let parts = inside.iter().map(|part| part.to_string_lossy());
                found.push(parts.collect::<Vec<_>>().join("/"));
            }
        }
        found.sort();
        Ok(())
    }

    fn read(&self, file: &str) -> Result<String, String> {
        let path = self.folder.join(file);
        fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
    }

    fn render(&self, file: &str, page: &str, path: &str) -> Result<String, String> {
        let template = self.read(file)?;
        let data = self.data(&Parts::of(page), path);
        let rendered = template::render(&template, &data);
        rendered.map_err(|error| format!("{}: {error}", self.folder.join(file).display()))
    }

    /// The fields have the same names as in tfplugindocs.
    fn data(&self, parts: &Parts<'_>, path: &str) -> Data {
        let text = |text: &str| Value::Text(text.to_owned());
        let folder = path.split('/').next().unwrap_or_default();
        let example = |file: &str| self.examples.join(folder).join(parts.name).join(file);
        let shown = match folder {
            "index.md" => self.examples.join("provider/provider.tf"),
            "resources" => example("resource.tf"),
            "data-sources" => example("data-source.tf"),
            "ephemeral-resources" => example("ephemeral-resource.tf"),
            "list-resources" => example("list-resource.tfquery.hcl"),
            "actions" => example("action.tf"),
            "state-stores" => example("state-store.tf"),
            _ => example("function.tf"),
        };
        let file = |path: PathBuf, has: &'static str, name: &'static str| {
            let is_there = path.is_file();
            let shown = path.to_string_lossy().into_owned();
            let shown = Value::Text(if is_there { shown } else { String::new() });
            [(has, Value::Bool(is_there)), (name, shown)]
        };
        let mut fields = BTreeMap::from([
            ("Name", text(parts.name)),
            ("Type", text(parts.kind)),
            ("Description", text(parts.description)),
            (
                "Summary",
                text(parts.description.lines().next().unwrap_or_default()),
            ),
            ("SchemaMarkdown", text(parts.schema)),
            ("FunctionSignatureMarkdown", text(parts.signature)),
            ("FunctionArgumentsMarkdown", text(parts.arguments)),
            (
                "ProviderName",
                text(&format!("terraform-provider-{}", self.provider)),
            ),
            ("ProviderShortName", text(self.provider)),
            ("RenderedProviderName", text(self.provider)),
        ]);
        fields.extend(file(shown, "HasExample", "ExampleFile"));
        fields.extend(file(example("import.sh"), "HasImport", "ImportFile"));
        fields.extend(file(
            example("import-by-string-id.tf"),
            "HasImportIDConfig",
            "ImportIDConfigFile",
        ));
        fields.extend(file(
            example("import-by-identity.tf"),
            "HasImportIdentityConfig",
            "ImportIdentityConfigFile",
        ));
        Data { fields }
    }
}

impl<'a> Parts<'a> {
    /// Splits a page. The sections of the page begin with second-level headings.
    fn of(page: &'a str) -> Self {
        let body = page.splitn(3, "---\n").nth(2).unwrap_or(page).trim_start();
        let (headline, rest) = body.split_once('\n').unwrap_or((body, ""));
        let headline = headline.trim_start_matches("# ");
        let (name, kind) = match headline.strip_prefix("function: ") {
            Some(name) => (name, "Function"),
            None => match headline.split_once(" (") {
                Some((name, kind)) => (name, kind.trim_end_matches(')')),
                None => ("", "Provider"),
            },
        };
        let description = match rest.find("\n## ") {
            Some(end) => &rest[..end],
            None => rest,
        };
        Parts {
            name,
            kind,
            description: description.trim(),
            schema: section(rest, "## Schema", "\n## Import\n"),
            signature: section(rest, "## Signature", "\n## Arguments\n")
                .trim_start_matches("## Signature")
                .trim(),
            arguments: section(rest, "## Arguments", "\u{0}")
                .trim_start_matches("## Arguments")
                .trim(),
        }
    }
}

/// Returns a section, including its heading, up to the string `end`.
fn section<'a>(page: &'a str, headline: &str, end: &str) -> &'a str {
    let start = match page.find(&format!("\n{headline}\n")) {
        Some(start) => start + 1,
        None if page.starts_with(headline) => 0,
        None => return "",
    };
    let rest = &page[start..];
    rest[..rest.rfind(end).unwrap_or(rest.len())].trim_end()
}
