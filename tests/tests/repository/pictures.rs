//! Generates the pictures in the README from the output in the guide and in the tests.

use std::fmt::Write as _;

use super::markdown::assert_written;
use super::read;

/// The colors of a picture, in the light theme and in the dark theme.
const STYLE: &str = "<style>\
    .page{fill:#f6f8fa}.text{fill:#1f2328}.dim{fill:#59636e}.red{fill:#c21c28}.green{fill:#116329}.blue{fill:#0550ae}\
    .bar{fill:#8250df}.other{fill:#8c959f}\
    @media(prefers-color-scheme:dark){.page{fill:#161b22}.text{fill:#e6edf3}.dim{fill:#9198a1}.red{fill:#ff7b72}\
    .green{fill:#7ee787}.blue{fill:#79c0ff}.bar{fill:#a371f7}.other{fill:#6e7681}}\
    .red,.green,.blue{font-weight:bold}</style>";

const FONT: &str = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace";

fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;")
}

/// Part of a line, with its class.
type Span<'a> = (&'static str, &'a str);

/// Returns a picture of a terminal.
fn terminal(title: &str, lines: &[Vec<Span<'_>>]) -> String {
    let columns = lines
        .iter()
        .map(|line| line.iter().map(|span| span.1.chars().count()).sum());
    let width = 40 + columns.max().unwrap_or(0) * 17 / 2;
    let height = 56 + lines.len() * 20;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" font-family=\"{FONT}\" font-size=\"14\">\n<title>{}</title>\n{STYLE}\n\
         <rect class=\"page\" width=\"{width}\" height=\"{height}\" rx=\"8\"/>\n",
        escape(title)
    );
    for (x, color) in [(20, "#ff5f57"), (40, "#febc2e"), (60, "#28c840")] {
        let _ = writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"18\" r=\"6\" fill=\"{color}\"/>"
        );
    }
    for (number, line) in lines.iter().enumerate() {
        let _ = write!(
            svg,
            "<text x=\"20\" y=\"{}\" xml:space=\"preserve\">",
            54 + number * 20
        );
        for (class, text) in line {
            let _ = write!(svg, "<tspan class=\"{class}\">{}</tspan>", escape(text));
        }
        svg += "</text>\n";
    }
    svg + "</svg>\n"
}

/// Colors a line of Terraform's output, or a command.
fn of_terraform(line: &str) -> Vec<Span<'_>> {
    if let Some(command) = line.strip_prefix("$ ") {
        return vec![("dim", "$ "), ("text", command)];
    }
    let mut spans = Vec::new();
    let mut rest = line;
    if let Some(frame) = ["│", "╷", "╵"]
        .into_iter()
        .find(|frame| line.starts_with(frame))
    {
        let (edge, inner) = line.split_at(frame.len());
        spans.push(("red", edge));
        rest = inner;
    }
    match rest
        .find("Error: ")
        .or(rest.find("+ ").filter(|at| rest[..*at].trim().is_empty()))
    {
        Some(at) => {
            let (before, from) = rest.split_at(at);
            let (sign, after) = from.split_at(if from.starts_with('+') { 1 } else { 6 });
            let class = if sign == "+" { "green" } else { "red" };
            spans.extend([("text", before), (class, sign), ("text", after)]);
        }
        None => spans.push(("text", rest)),
    }
    spans
}

/// Colors a line of the compiler's output.
fn of_rustc(line: &str) -> Vec<Span<'_>> {
    if let Some(message) = line.strip_prefix("error") {
        return vec![("red", "error"), ("text", message)];
    }
    match line.split_once('|') {
        Some((number, code)) => {
            let at = number.len() + 1;
            let class = if code.trim_start().starts_with('^') {
                "red"
            } else {
                "text"
            };
            vec![("blue", &line[..at]), (class, &line[at..])]
        }
        None if line.contains("-->") => vec![("blue", line)],
        None => vec![("text", line)],
    }
}

/// Breaks lines that are longer than the width of a picture.
fn wrapped(text: &str) -> String {
    let mut lines = Vec::new();
    for line in text.lines() {
        let mut line = line.to_owned();
        while line.chars().count() > 92 && !line.contains('|') {
            let end = line
                .char_indices()
                .nth(92)
                .map_or(line.len(), |(end, _)| end);
            let end = line[..end].rfind(' ').unwrap_or(end);
            let rest = format!("  {}", line[end..].trim_start());
            line.truncate(end);
            lines.push(line);
            line = rest;
        }
        lines.push(line);
    }
    lines.join("\n")
}

#[test]
fn the_first_error() {
    let page = read("tfvalue/guide/src/path/p01_first_resource.md");
    let block = page
        .split("```console\n")
        .find(|block| block.contains("Error: Invalid value"));
    let block = block.unwrap().split("\n```").next().unwrap();
    let (command, error) = block.split_once("\n…\n").unwrap();
    // The output as Terraform prints it on a terminal.
    let error = error.trim().replace('\n', "\n│ ");
    let text = format!("{command}\n╷\n│ {error}\n╵");
    let lines: Vec<_> = text.lines().map(of_terraform).collect();
    let title = "Terraform prints an error under the line of the configuration";
    assert_written(
        "tfvalue/guide/src/pictures/error.svg",
        &terminal(title, &lines),
    );
}

/// The message that Terraform 1.11.4 prints if a provider that uses terraform-plugin-framework 1.19 declares an
/// attribute that is both computed and write-only.
const IN_GO: &str = "\
$ terraform plan

Error: Invalid Attribute Definition

  with notes_note.x,
  on main.tf line 9, in resource \"notes_note\" \"x\":
   9: resource \"notes_note\" \"x\" {

WriteOnly Attributes cannot be set with Computed. This is always a problem
with the provider and should be reported to the provider developer.";

/// The messages that the author of a provider sees, and the messages that users of a Go provider see.
#[test]
fn a_compiler_error() {
    let error = read("tests/compile_fail/ui/write_only_computed.stderr");
    let error = wrapped(error.trim_end());
    let mut lines = vec![vec![("dim", "$ "), ("text", "cargo build")]];
    lines.extend(error.lines().map(of_rustc));
    lines.push(Vec::new());
    lines.push(vec![(
        "dim",
        "# The same mistake in Go: a user of the provider sees it.",
    )]);
    lines.extend(IN_GO.lines().map(of_terraform));
    let title =
        "The compiler rejects an attribute that is computed and write-only; in Go, a user sees it";
    assert_written(
        "tfvalue/guide/src/pictures/compiler.svg",
        &terminal(title, &lines),
    );
}

/// The chart of costs, based on the table in the guide.
#[test]
fn the_costs() {
    let page = read("tfvalue/guide/src/tasks/speed.md");
    let row = |name: &str| {
        let line = page
            .lines()
            .find(|line| line.starts_with(&format!("| {name} |")));
        let line = line.unwrap_or_else(|| panic!("no row {name}"));
        let cells: Vec<_> = line.split('|').map(|cell| cell.trim().to_owned()).collect();
        [cells[2].clone(), cells[3].clone()]
    };
    let number = |cell: &str| {
        let digits: String = cell
            .chars()
            .take_while(|c| c.is_ascii_digit() || matches!(c, '.' | ','))
            .collect();
        digits.replace(',', "").parse::<f64>().unwrap()
    };
    let rows = [
        "plan a new object",
        "memory after 2,000 calls",
        "100 objects under Terraform: plan",
        "size of the program, stripped",
        "cold release build",
    ];
    let height = 60 + rows.len() * 62;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 {height}\" width=\"720\" height=\"{height}\" role=\"img\" \
         font-family=\"sans-serif\" font-size=\"14\">\n<title>Costs of a provider in Go and in Rust</title>\n{STYLE}\n\
         <rect class=\"page\" width=\"720\" height=\"{height}\" rx=\"8\"/>\n\
         <rect class=\"other\" x=\"20\" y=\"18\" width=\"14\" height=\"14\" rx=\"2\"/><text class=\"text\" x=\"42\" y=\"30\">\
         terraform-plugin-framework</text>\n\
         <rect class=\"bar\" x=\"260\" y=\"18\" width=\"14\" height=\"14\" rx=\"2\"/><text class=\"text\" x=\"282\" y=\"30\">\
         tfvalue</text>\n"
    );
    for (index, name) in rows.iter().enumerate() {
        let y = 62 + index * 62;
        let cells = row(name);
        let largest = cells.iter().map(|cell| number(cell)).fold(0.0, f64::max);
        let _ = writeln!(svg, "<text class=\"dim\" x=\"20\" y=\"{y}\">{name}</text>");
        for (line, (cell, class)) in cells.iter().zip(["other", "bar"]).enumerate() {
            let width = (number(cell) / largest * 560.0).max(2.0);
            let top = y + 8 + line * 20;
            let _ = writeln!(
                svg,
                "<rect class=\"{class}\" x=\"20\" y=\"{top}\" width=\"{width:.0}\" height=\"14\" rx=\"2\"/>\
                 <text class=\"text\" x=\"{:.0}\" y=\"{}\">{}</text>",
                28.0 + width,
                top + 12,
                escape(cell)
            );
        }
    }
    assert_written("tfvalue/guide/src/pictures/costs.svg", &(svg + "</svg>\n"));
}
