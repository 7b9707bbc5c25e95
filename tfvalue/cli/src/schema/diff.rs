//! Compares two versions of a provider's schemas.

use std::collections::BTreeMap;

use anstyle::{AnsiColor, Style};
use clap::Args;
use tfvalue::paths::Step;
use tfvalue::schema::diff::{self, ChangeKind, SchemaChange};
use tfvalue::schema::{ProviderSchema, Schema};

use crate::provider;
use crate::terminal::{Failure, Status, Streams, Text, count};

/// Lists the breaking changes between two versions of a provider
///
/// The exit status is 1 if there is a breaking change. After a breaking change, a valid configuration can fail or have
/// a different meaning, or a stored state can become unreadable.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The old version: the output of `terraform providers schema -json`, the program of a provider, or its source
    /// address with a version, such as hashicorp/aws@5.100.0
    old: String,
    /// The new version
    new: String,
    /// The provider's address, or the end of the address, if a file has several providers
    #[arg(long, value_name = "NAME")]
    provider: Option<String>,
    /// Print only breaking changes
    #[arg(long)]
    breaking: bool,
    /// Print changes to descriptions, too
    #[arg(long, conflicts_with = "breaking")]
    descriptions: bool,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let read = |source: &str| provider::schemas(source, arguments.provider.as_deref());
    let (old, new) = (read(&arguments.old)?.schema, read(&arguments.new)?.schema);
    let report = Report::new(&old, &new);
    streams.print(report.text(arguments));
    Ok(Status::of(report.breaking == 0))
}

/// The changes to each schema. The key is the title of the schema.
struct Report {
    schemas: BTreeMap<(String, String), Vec<Line>>,
    breaking: usize,
    others: usize,
    descriptions: usize,
}

struct Line {
    text: String,
    is_breaking: bool,
    is_description: bool,
}

impl Report {
    fn new(old: &ProviderSchema, new: &ProviderSchema) -> Self {
        let mut report = Report {
            schemas: BTreeMap::new(),
            breaking: 0,
            others: 0,
            descriptions: 0,
        };
        let mut unreadable: BTreeMap<String, usize> = BTreeMap::new();
        for change in diff::compare_providers(old, new) {
            let (kind, name, rest) = place(&change);
            // A schema that was removed has no states to be read.
            if kind == "resource" && !rest.path.is_root() && change.requires_state_upgrade() {
                *unreadable.entry(name.clone()).or_default() += 1;
            }
            report.add(kind, name, change.is_breaking(), &rest);
        }
        for (name, changes) in unreadable {
            let version = |all: &ProviderSchema| {
                all.resource_schemas
                    .get(&name)
                    .map(|one: &Schema| one.version)
            };
            if version(old) >= version(new) {
                let changes = count(changes, "change");
                report.breaking += 1;
                let line = Line {
                    text: format!(
                        "{changes} of stored attributes without a new schema version, so stored states are not upgraded"
                    ),
                    is_breaking: true,
                    is_description: false,
                };
                let place = ("resource".to_owned(), name);
                report.schemas.entry(place).or_default().push(line);
            }
        }
        report
    }

    /// Adds a change that is inside a schema.
    fn add(&mut self, kind: &str, name: String, is_breaking: bool, change: &SchemaChange) {
        let is_description = change.kind == ChangeKind::Text;
        let count = match (is_breaking, is_description) {
            (true, _) => &mut self.breaking,
            (_, true) => &mut self.descriptions,
            _ => &mut self.others,
        };
        *count += 1;
        let text = change.to_string();
        let text = text.strip_prefix("breaking: ").unwrap_or(&text);
        let line = Line {
            text: text.to_owned(),
            is_breaking,
            is_description,
        };
        let place = (kind.to_owned(), name);
        self.schemas.entry(place).or_default().push(line);
    }

    fn text(&self, arguments: &Arguments) -> Text {
        let red = Style::new().fg_color(Some(AnsiColor::Red.into()));
        let mut text = Text::default();
        for ((kind, name), lines) in &self.schemas {
            let is_shown = |line: &&Line| {
                line.is_breaking
                    || (!arguments.breaking && (arguments.descriptions || !line.is_description))
            };
            let mut lines: Vec<_> = lines.iter().filter(is_shown).collect();
            lines.sort_by_key(|line| !line.is_breaking);
            if lines.is_empty() {
                continue;
            }
            let title = format!("{kind} {name}");
            text.styled(Style::new().bold(), title.trim_end());
            text.push(":\n");
            for line in lines {
                text.push("  ");
                if line.is_breaking {
                    text.styled(red, "breaking: ");
                }
                text.push(&format!("{}\n", line.text));
            }
        }
        let (breaking, others, descriptions) = (self.breaking, self.others, self.descriptions);
        text.push(&format!(
            "{} and {}; {} of descriptions\n",
            count(breaking, "breaking change"),
            count(others, "other change"),
            count(descriptions, "change")
        ));
        text
    }
}

/// Splits the path of a change into the kind of the schema, its name, and the change within the schema.
fn place(change: &SchemaChange) -> (&'static str, String, SchemaChange) {
    let mut steps = change.path.steps().iter();
    let kind = match steps.next() {
        Some(Step::Attribute(member)) => match &**member {
            "resource_schemas" => "resource",
            "data_source_schemas" => "data source",
            "ephemeral_resource_schemas" => "ephemeral resource",
            "list_resource_schemas" => "list resource",
            "action_schemas" => "action",
            "state_store_schemas" => "state store",
            "functions" => "function",
            "resource_identity_schemas" => "identity of",
            "provider_meta" => "provider_meta",
            _ => "provider configuration",
        },
        _ => "provider",
    };
    let has_name = !matches!(
        kind,
        "provider_meta" | "provider configuration" | "provider"
    );
    let name = match steps.clone().next() {
        Some(Step::Key(name)) if has_name => {
            steps.next();
            name.to_string()
        }
        _ => String::new(),
    };
    let path = steps.fold(tfvalue::Path::root(), |path, step| path.step(step.clone()));
    let mut change = change.clone();
    change.path = path;
    (kind, name, change)
}
