//! Pages for the Terraform Registry.

mod function;
mod import;
mod said;
mod schema;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::{fs, io};

use super::Provider;
use super::parts::Parts;
use crate::model::Field;
use crate::schema::{Block, ProviderSchema};
use crate::tfplugin::method::PartKind;
use import::Import;

/// The pages, by their paths in the documentation folder.
pub type Pages = BTreeMap<String, String>;

impl<C: Send + Sync + 'static> Provider<C> {
    /// Writes a page for the provider and for each of its types and functions, in the layout and the format of the
    /// [Terraform Registry](https://developer.hashicorp.com/terraform/registry/providers/docs).
    ///
    /// The content comes from the doc comments and from the names in the schemas. These are followed by sentences about
    /// [constraints](macro@crate::TfSchema#validation) and [defaults](macro@crate::TfSchema#default), such as "1 to 63
    /// characters. Defaults to `web`.", even without [`describe`](macro@crate::TfSchema#describe). The default of a
    /// sensitive attribute is not shown. Examples are read from a folder with the layout of tfplugindocs, if the files
    /// exist:
    ///
    /// | file | example of |
    /// |---|---|
    /// | `provider/provider.tf` | the provider |
    /// | `resources/TYPE/resource.tf` | a resource |
    /// | `resources/TYPE/import-by-identity.tf`, `import-by-string-id.tf`, `import.sh` | the import of the resource; otherwise, the names of the attributes stand in for values |
    /// | `data-sources/TYPE/data-source.tf` | a data source |
    /// | `ephemeral-resources/TYPE/ephemeral-resource.tf` | an ephemeral resource |
    /// | `list-resources/TYPE/list-resource.tfquery.hcl` | a list resource |
    /// | `actions/TYPE/action.tf` | an action |
    /// | `state-stores/TYPE/state-store.tf` | a state store |
    /// | `functions/NAME/function.tf` | a function |
    ///
    /// Further examples follow the first one: `resource-2.tf`, `resource_with_disks.tf`.
    ///
    /// Other files in `folder`, such as the files in `guides`, are not changed.
    ///
    /// The pages have the same sections, names and anchors as the pages that tfplugindocs writes for the same schema.
    /// In addition, the pages mention constraints and defaults, explain the import even if there is no example file,
    /// and include blocks with the nesting modes `group` and `map`. Templates are not supported.
    ///
    /// # Errors
    ///
    /// Fails if Terraform would reject a schema, or if a file cannot be read or written.
    pub fn write_docs(&self, folder: &Path, examples: &Path) -> io::Result<()> {
        self.parts.write_docs(folder, examples)
    }
}

impl Parts {
    pub(crate) fn write_docs(&self, folder: &Path, examples: &Path) -> io::Result<()> {
        for (path, page) in self.pages(examples)? {
            let path = folder.join(path);
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent)?;
            }
            fs::write(path, page)?;
        }
        Ok(())
    }

    fn pages(&self, examples: &Path) -> io::Result<Pages> {
        let schemas = self.documented().map_err(io::Error::other)?;
        let writer = PageWriter {
            provider: self.name(),
            parts: Some(self),
            examples,
        };
        writer.pages(&schemas)
    }

    /// Returns the fields of the struct in a type.
    fn fields(&self, kind: &PageKind, name: &str) -> &[Field] {
        let part = self.part(kind.part, name);
        part.map_or(&[], |part| part.model().fields)
    }

    /// Returns the form of an object's ID according to the annotation of its resource.
    fn import_id(&self, name: &str) -> Option<String> {
        let parts = self.managed.get(name)?.history().import.as_slice().iter();
        let id: String = parts
            .flat_map(|part| [part.attribute.as_str(), part.separator.as_str()])
            .collect();
        (!id.is_empty()).then_some(id)
    }
}

/// Returns the pages of a provider for which only the schemas are known. If several nested schemas are equal, they are
/// written only once on a page.
///
/// # Errors
///
/// Fails if an example cannot be read.
pub fn pages(provider: &str, schemas: &ProviderSchema, examples: &Path) -> io::Result<Pages> {
    let writer = PageWriter {
        provider,
        parts: None,
        examples,
    };
    writer.pages(schemas)
}

struct PageWriter<'a> {
    provider: &'a str,
    /// The parts with their structs; `None` if only the schemas of the provider are known.
    parts: Option<&'a Parts>,
    examples: &'a Path,
}

/// A kind of type: the folder for its pages and examples, the file with its example, and its name in headings.
struct PageKind {
    part: PartKind,
    folder: &'static str,
    file: &'static str,
    title: &'static str,
}

const RESOURCE: PageKind = PageKind {
    part: PartKind::Resource,
    folder: "resources",
    file: "resource.tf",
    title: "Resource",
};
const DATA_SOURCE: PageKind = PageKind {
    part: PartKind::DataSource,
    folder: "data-sources",
    file: "data-source.tf",
    title: "Data Source",
};
const EPHEMERAL: PageKind = PageKind {
    part: PartKind::EphemeralResource,
    folder: "ephemeral-resources",
    file: "ephemeral-resource.tf",
    title: "Ephemeral Resource",
};
const LIST: PageKind = PageKind {
    part: PartKind::ListResource,
    folder: "list-resources",
    file: "list-resource.tfquery.hcl",
    title: "List Resource",
};
const ACTION: PageKind = PageKind {
    part: PartKind::Action,
    folder: "actions",
    file: "action.tf",
    title: "Action",
};
const STATE_STORE: PageKind = PageKind {
    part: PartKind::StateStore,
    folder: "state-stores",
    file: "state-store.tf",
    title: "State Store",
};

impl PageWriter<'_> {
    fn pages(&self, schemas: &ProviderSchema) -> io::Result<Pages> {
        let mut pages = Pages::new();
        self.provider(schemas, &mut pages)?;
        self.types(schemas, &mut pages)?;
        for (name, function) in &schemas.functions {
            let examples = self.examples(&format!("functions/{name}/function.tf"))?;
            let page = function::page(self.provider, name, function, &examples);
            pages.insert(format!("functions/{name}.md"), page);
        }
        Ok(pages)
    }

    fn schema(&self, page: &mut String, block: &Block, fields: &[Field]) {
        schema::write(page, block, fields, self.parts.is_none());
    }

    fn provider(&self, schemas: &ProviderSchema, pages: &mut Pages) -> io::Result<()> {
        let name = self.provider;
        let empty = Block::new();
        let own = schemas.provider.as_ref();
        let block = own.map_or(&empty, |schema| &schema.block);
        let mut page = head(&format!("{name} Provider"), &block.description);
        let _ = writeln!(
            page,
            "# {name} Provider\n\n{}",
            paragraph(&block.description)
        );
        page.push_str(&usage(&self.examples("provider/provider.tf")?));
        let fields = self.parts.map(|parts| parts.config.part().model().fields);
        self.schema(&mut page, block, fields.unwrap_or_default());
        pages.insert("index.md".to_owned(), page);
        Ok(())
    }

    fn types(&self, schemas: &ProviderSchema, pages: &mut Pages) -> io::Result<()> {
        let kinds = [
            (&RESOURCE, &schemas.resource_schemas),
            (&DATA_SOURCE, &schemas.data_source_schemas),
            (&EPHEMERAL, &schemas.ephemeral_resource_schemas),
            (&LIST, &schemas.list_resource_schemas),
            (&STATE_STORE, &schemas.state_store_schemas),
        ];
        for (kind, of_kind) in kinds {
            for (name, schema) in of_kind {
                let mut page = self.page(kind, name, &schema.block)?;
                if kind.part == PartKind::Resource {
                    let import = Import {
                        name,
                        id: self.parts.and_then(|parts| parts.import_id(name)),
                        identity: schemas.resource_identity_schemas.get(name),
                    };
                    let example = |file: &str| self.example(&format!("resources/{name}/{file}"));
                    page.push_str(&import.section(example)?);
                }
                self.insert(kind, name, page, pages);
            }
        }
        for (name, action) in &schemas.action_schemas {
            let page = self.page(&ACTION, name, &action.block)?;
            self.insert(&ACTION, name, page, pages);
        }
        Ok(())
    }

    fn page(&self, kind: &PageKind, name: &str, block: &Block) -> io::Result<String> {
        let PageKind {
            folder,
            file,
            title,
            ..
        } = kind;
        let heading = format!("{name} {title} - {}", self.provider);
        let mut page = head(&heading, &block.description);
        let _ = writeln!(
            page,
            "# {name} ({title})\n\n{}",
            paragraph(&block.description)
        );
        page.push_str(&usage(&self.examples(&format!("{folder}/{name}/{file}"))?));
        let fields = self.parts.map(|parts| parts.fields(kind, name));
        self.schema(&mut page, block, fields.unwrap_or_default());
        Ok(page)
    }

    /// Adds a page. The Registry expects the name of the type without the name of the provider.
    fn insert(&self, kind: &PageKind, name: &str, page: String, pages: &mut Pages) {
        let short = name.strip_prefix(self.provider);
        let short = short.and_then(|rest| rest.strip_prefix('_'));
        let path = format!("{}/{}.md", kind.folder, short.unwrap_or(name));
        pages.insert(path, page);
    }

    fn example(&self, file: &str) -> io::Result<Option<String>> {
        match fs::read_to_string(self.examples.join(file)) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Returns the example in the given file, and the examples in all files whose names begin and end in the same way.
    fn examples(&self, file: &str) -> io::Result<Vec<String>> {
        let file = self.examples.join(file);
        let (Some(folder), Some(first)) = (file.parent(), file.file_name()) else {
            return Ok(Vec::new());
        };
        let first = first.to_string_lossy();
        let (stem, extension) = first.split_once('.').unwrap_or((&first, ""));
        let entries = match fs::read_dir(folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut names = Vec::new();
        for entry in entries {
            let name = entry?.file_name().to_string_lossy().into_owned();
            if name.starts_with(stem) && name.ends_with(&format!(".{extension}")) {
                names.push(name);
            }
        }
        names.sort_by_key(|name| (*name != first, name.clone()));
        let paths = names.iter().map(|name| folder.join(name));
        paths.map(fs::read_to_string).collect()
    }
}

/// Returns the front matter of a page.
fn head(title: &str, description: &str) -> String {
    let mut head = format!("---\npage_title: \"{title}\"\nsubcategory: \"\"\ndescription: |-\n");
    let summary = description.split("\n\n").next().unwrap_or_default();
    for line in summary.lines() {
        let _ = writeln!(head, "  {line}");
    }
    head.push_str("---\n\n");
    head
}

/// Returns a string as a separate paragraph, or nothing if the string is empty.
fn paragraph(text: &str) -> String {
    match text.trim() {
        "" => String::new(),
        text => format!("{text}\n"),
    }
}

/// Returns the section with the examples.
fn usage(examples: &[String]) -> String {
    let mut section = String::new();
    for example in examples {
        let title = if section.is_empty() {
            "## Example Usage\n\n"
        } else {
            ""
        };
        let _ = writeln!(section, "{title}{}", code_block("terraform", example));
    }
    section
}

fn code_block(language: &str, code: &str) -> String {
    format!("```{language}\n{}\n```\n", code.trim_end())
}
