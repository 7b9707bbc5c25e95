//! A page that shows calls, plans or findings: a single HTML file that needs no server and no network connection.
//!
//! The page has sections, one for each call, resource or finding. A section contains values as trees, a table of
//! differences, findings and text. All of these parts are optional. The page contains the sections as JSON. A browser
//! creates the elements of a section when the user opens it. Sections can be added at the end of the file at any time.
//!
//! The browser never parses contents as HTML: the JSON contains no `<`, and the script on the page only sets text content.

mod cells;
mod node;
#[cfg(test)]
mod tests;

use serde::Serialize;

pub use self::cells::changes;
pub(crate) use self::node::marks;
pub use self::node::{Node, Secrets};

/// The heading at the top of the page.
#[derive(Clone, Debug, Serialize)]
pub struct Head {
    /// The title.
    pub title: String,
    /// The plural noun for the sections, such as `calls`.
    pub noun: String,
    /// Facts about the whole page, as pairs of a name and a value.
    pub facts: Vec<(String, String)>,
}

/// The severity of a problem or section.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Nothing to look at.
    #[default]
    Ok,
    /// Something changes.
    Change,
    /// Something to look at.
    Warning,
    /// Something fails.
    Error,
}

/// A part of the page: a call, a change to a resource, or a finding.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Section {
    /// The title of the group to which the section belongs.
    pub group: String,
    /// The kind of the section, such as the name of a call, an action or a rule.
    pub kind: String,
    /// The subject of the section, such as an address.
    pub subject: String,
    /// The severity of the section.
    pub level: Level,
    /// The time at which the section began, in milliseconds of Unix time. If all sections of a group have a time, the
    /// page shows a timeline.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<f64>,
    /// The duration of the section, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration: Option<f64>,
    /// Facts, in one sentence each.
    pub notes: Vec<String>,
    /// The problems that the section shows.
    pub findings: Vec<Finding>,
    /// The titles of the columns of `changes`.
    pub columns: Vec<String>,
    /// The parts that differ between values.
    pub changes: Vec<Change>,
    /// A preformatted string, such as a configuration.
    pub texts: Vec<Text>,
    /// Whole values.
    pub values: Vec<Named>,
}

/// A problem.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// The severity of the section.
    pub level: Level,
    /// The problem in one line.
    pub title: String,
    /// The place of the problem; empty if the problem has no place.
    pub path: String,
    /// The details, in paragraphs.
    pub texts: Vec<String>,
}

/// A part in which the values differ: a row of a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// The path as text.
    pub path: String,
    /// The path of the part that is highlighted in the trees.
    pub key: String,
    /// The part of each column.
    pub cells: Vec<Node>,
    /// Details of the change, such as "forces replacement".
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// Text with a title.
#[derive(Clone, Debug, Serialize)]
pub struct Text {
    /// The title.
    pub label: String,
    /// The text.
    pub text: String,
}

/// A value with its title.
#[derive(Clone, Debug, Serialize)]
pub struct Named {
    /// The title.
    pub label: String,
    /// The value.
    pub node: Node,
}

impl Head {
    /// Returns the page without sections. Write it first.
    #[must_use]
    pub fn html(&self) -> String {
        #[derive(Serialize)]
        struct Page<'a> {
            page: &'a Head,
        }
        let page = include_str!("page.html")
            .replace("{{style}}", include_str!("page.css"))
            .replace("{{script}}", include_str!("page.js"))
            .replace("{{title}}", &escaped(&self.title));
        page + &script(&Page { page: self })
    }
}

impl Section {
    /// Returns the section as part of a page. Write the returned section after the page and the earlier sections.
    #[must_use]
    pub fn html(&self) -> String {
        script(self)
    }

    /// Raises the level of the section to at least the given level.
    pub fn raise(&mut self, level: Level) {
        self.level = self.level.max(level);
    }

    /// Adds a finding, and raises the level of the section to at least the level of the finding.
    pub fn find(&mut self, finding: Finding) {
        self.raise(finding.level);
        self.findings.push(finding);
    }
}

/// Returns a whole page.
#[must_use]
pub fn page(head: &Head, sections: &[Section]) -> String {
    let sections = sections.iter().map(Section::html);
    [head.html()].into_iter().chain(sections).collect()
}

/// Returns an element with JSON. In JSON, the escaped characters occur only in strings, where an escape means the same
/// thing.
fn script(data: &impl Serialize) -> String {
    let json = serde_json::to_string(data).unwrap_or_default(); // strings, numbers and lists of them
    let mut text = String::with_capacity(json.len() + 64);
    text.push_str("<script type=\"application/json\">");
    for letter in json.chars() {
        match letter {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                text.push_str(&format!("\\u{:04x}", u32::from(letter)));
            }
            _ => text.push(letter),
        }
    }
    text.push_str("</script>\n");
    text
}

/// Returns text as the content of an HTML element.
fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;");
    text.replace('<', "&lt;").replace('>', "&gt;")
}
