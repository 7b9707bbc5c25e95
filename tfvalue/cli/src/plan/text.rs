//! Formats a plan as text.

use anstyle::{AnsiColor, Style};
use tfvalue::{Value, paths::Step};

use super::report::{Group, Item, Report};
use super::sides::{Pair, Side, Sides};
use crate::html::Level;
use crate::terminal::Text;

/// Returns a plan as text.
pub(super) fn text(report: &Report) -> Text {
    let mut text = Text::default();
    for warning in &report.warnings {
        text.styled(bold(AnsiColor::Yellow), warning);
        text.push("\n\n");
    }
    let mut group = None;
    let has_groups = report.items.iter().any(|item| item.group != Group::Changes);
    for item in &report.items {
        if item.group == Group::Outputs && group != Some(Group::Outputs) {
            text.push(&format!("{}\n\n", report.summary));
        }
        if has_groups && group != Some(item.group) {
            text.styled(Style::new().bold(), item.group.title());
            text.push(":\n\n");
        }
        group = Some(item.group);
        write(&mut text, item);
    }
    if group != Some(Group::Outputs) {
        text.push(&format!("{}\n", report.summary));
    }
    text
}

fn bold(color: AnsiColor) -> Style {
    Style::new().bold().fg_color(Some(color.into()))
}

fn write(text: &mut Text, item: &Item) {
    let sides = item.sides.as_ref();
    if item.group == Group::Outputs {
        if let Some(sides) = sides {
            let mut writer = Writer { text, sides };
            let label = format!("{} = ", item.subject);
            writer.part(0, &label, without_null(sides.pair()), &mut Vec::new());
        }
        return;
    }
    let style = match item.level {
        Level::Error => bold(AnsiColor::Red),
        Level::Warning => bold(AnsiColor::Yellow),
        _ => Style::new().bold(),
    };
    text.push("    # ");
    text.styled(style, &one_line(&item.subject));
    text.push(&format!(" {}\n", item.verb));
    for note in &item.notes {
        text.push(&format!(
            "    # ({})\n",
            note.trim().replace('\n', "\n    #  ")
        ));
    }
    if let (Some((sign, head)), Some(sides)) = (&item.head, sides) {
        signed(text, 0, sign, &format!("{head} {{"));
        let mut writer = Writer { text, sides };
        writer.parts(4, sides.pair(), &mut Vec::new(), true);
        text.push("    }\n");
    }
    text.push("\n");
}

/// Writes a line that begins with a colored symbol.
fn signed(text: &mut Text, indent: usize, sign: &str, line: &str) {
    let color = match sign {
        "+" => AnsiColor::Green,
        "-" => AnsiColor::Red,
        "<=" => AnsiColor::Cyan,
        _ => AnsiColor::Yellow,
    };
    text.push(&" ".repeat(indent + 3 - sign.len()));
    if !sign.is_empty() {
        text.styled(Style::new().fg_color(Some(color.into())), sign);
    }
    text.push(&format!(" {line}\n"));
}

/// Returns a string without line breaks. The lines of the string could otherwise be mistaken for other lines of the plan.
fn one_line(text: &str) -> String {
    text.replace('\n', "\\n")
}

/// Writes the parts of a change.
struct Writer<'a, 's> {
    text: &'a mut Text,
    sides: &'s Sides,
}

impl Writer<'_, '_> {
    /// Writes the parts that differ, and the number of the other parts. `is_block` means that null parts do not exist,
    /// as in the objects of resources and nested blocks.
    fn parts(&mut self, indent: usize, pair: Pair<'_>, path: &mut Vec<Step>, is_block: bool) {
        let mut unchanged = 0;
        for (step, mut part) in pair.parts() {
            let label = match &step {
                Step::Attribute(name) => format!("{} = ", name_of(name)),
                _ => String::new(),
            };
            if is_block {
                part = without_null(part);
            }
            if part.is_same() {
                unchanged += usize::from(part.after.value.is_some());
                continue;
            }
            path.push(step);
            self.part(indent, &label, part, path);
            path.pop();
        }
        if unchanged > 0 {
            let line = format!("{:1$}# ({unchanged} unchanged)\n", "", indent + 4);
            self.text.push(&line);
        }
    }

    /// Writes the change to a part.
    fn part(&mut self, indent: usize, label: &str, pair: Pair<'_>, path: &mut Vec<Step>) {
        let sign = sign(pair);
        let note = self.note(pair, path);
        if pair.is_hidden() {
            let line = format!("{label}(sensitive value){note}");
            return signed(self.text, indent, sign, &line);
        }
        if let Some((open, close)) = brackets(pair) {
            signed(self.text, indent, sign, &format!("{label}{open}{note}"));
            // The members of an element of a list. The element may be a nested block.
            let is_block = matches!(path.last(), Some(Step::Index(_)));
            self.parts(indent + 4, pair, path, is_block);
            self.text.push(&format!("{:1$}{close}\n", "", indent + 4));
            return;
        }
        let value = |side: Side<'_>| match side.value {
            // Values that are not compared part by part.
            Some(_) if side.hides_something() => "(sensitive value)".to_owned(),
            Some(value) => value.to_string(),
            None => "null".to_owned(),
        };
        let (before, after) = (pair.before, pair.after);
        let text = match sign {
            "+" => value(after),
            "-" if label.is_empty() || !before.exists() => value(before),
            "-" => format!("{} -> null", value(before)),
            _ if before.value == after.value => value(after),
            _ => format!("{} -> {}", value(before), value(after)),
        };
        signed(self.text, indent, sign, &format!("{label}{text}{note}"));
    }

    fn note(&self, pair: Pair<'_>, path: &[Step]) -> String {
        let mut note = String::new();
        if self.sides.replaces(path) {
            note.push_str(" # forces replacement");
        }
        let (was, is) = (pair.before.is_hidden(), pair.after.is_hidden());
        if was != is && pair.before.exists() && pair.before.value == pair.after.value {
            let no_longer = if is { "" } else { "no longer " };
            note.push_str(&format!(
                " # the same value will {no_longer}be marked as sensitive"
            ));
        }
        note
    }
}

/// Returns the name of a member. The name is in quotes if it is not an identifier.
fn name_of(name: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    if !name.is_empty() && name.chars().all(is_plain) {
        name.to_owned()
    } else {
        Value::string(name).to_string()
    }
}

/// Removes null values.
fn without_null(mut pair: Pair<'_>) -> Pair<'_> {
    for side in [&mut pair.before, &mut pair.after] {
        if !side.exists() {
            *side = Side::default();
        }
    }
    pair
}

fn sign(pair: Pair<'_>) -> &'static str {
    match (pair.before.value.is_some(), pair.after.value.is_some()) {
        (false, _) => "+",
        (_, false) => "-",
        _ => "~",
    }
}

/// Returns the brackets to print around the parts. These are the brackets of both values, or of one value if the other
/// value is null or missing. Returns `None` if neither value has parts.
fn brackets(pair: Pair<'_>) -> Option<(&'static str, &'static str)> {
    let (before, after) = (pair.before, pair.after);
    let sides = || [before, after].into_iter().filter(|side| side.exists());
    let brackets = match () {
        () if !before.exists() && !after.exists() => return None,
        () if sides().all(Side::is_list) => ("[", "]"),
        () if sides().all(Side::is_object) => ("{", "}"),
        () => return None,
    };
    (!pair.parts().is_empty()).then_some(brackets)
}
