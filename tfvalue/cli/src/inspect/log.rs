//! Prints a line of Terraform's log, with a separate line for each field.

use serde_json::{Map, Value as Json};

/// Prints a line of the log. Returns `None` for other text.
pub(super) fn print(text: &str) -> Option<String> {
    let text = text.trim_end();
    if text.starts_with('{') {
        let line: Map<String, Json> = serde_json::from_str(text).ok()?;
        return line.contains_key("@level").then(|| of_json(&line));
    }
    let (time, rest) = text.split_once(" [")?;
    let is_time = time.len() >= 19 && time.as_bytes()[10] == b'T' && time.is_ascii();
    let (level, rest) = rest.split_once(']')?;
    let is_level = ["TRACE", "DEBUG", "INFO", "WARN", "ERROR"].contains(&level);
    (is_time && is_level).then(|| of_text(time, level, rest.trim_start()))
}

fn of_json(line: &Map<String, Json>) -> String {
    let text = |value: &Json| match value {
        Json::String(text) => text.clone(),
        other => other.to_string(),
    };
    let mut printed = String::new();
    for name in ["@timestamp", "@level", "@module", "@message"] {
        if let Some(value) = line.get(name) {
            add(&mut printed, &name[1..], &text(value));
        }
    }
    for (name, value) in line {
        if !name.starts_with('@') {
            add(&mut printed, name, &text(value));
        }
    }
    printed
}

/// Prints a line such as `provider.x: Received request: tf_rpc=ReadResource @caller="a b"`.
fn of_text(time: &str, level: &str, rest: &str) -> String {
    let mut printed = String::new();
    add(&mut printed, "timestamp", time);
    add(&mut printed, "level", &level.to_lowercase());
    // The names of the logger and of the fields contain no space.
    let (module, rest) = match rest.split_once(": ") {
        Some((module, rest)) if !module.contains(' ') => (module, rest),
        _ => ("", rest),
    };
    if !module.is_empty() {
        add(&mut printed, "module", module);
    }
    // The message may also contain a colon.
    let ends = rest.match_indices(": ");
    let mut ends = ends.map(|(at, colon)| (&rest[..at], &rest[at + colon.len()..]));
    let fields = ends.find(|(_, fields)| next_field(fields).is_some());
    let (message, fields) = fields.unwrap_or((rest, ""));
    add(&mut printed, "message", message);
    let mut left = fields;
    while let Some((name, value, rest)) = next_field(left) {
        add(&mut printed, name, &value);
        left = rest;
    }
    if !left.trim().is_empty() {
        add(&mut printed, "rest", left.trim());
    }
    printed
}

/// Splits off a field: returns its name, its value, and the rest.
fn next_field(text: &str) -> Option<(&str, String, &str)> {
    let text = text.trim_start();
    let (name, rest) = text.split_once('=')?;
    if name.is_empty() || name.contains(char::is_whitespace) {
        return None;
    }
    let Some(quoted) = rest.strip_prefix('"') else {
        // A multi-line value follows, with a vertical bar before each line.
        if let Some(lines) = rest.strip_prefix('\n') {
            let is_part = |line: &&str| line.trim_start().starts_with('|');
            let count = lines.lines().take_while(is_part).count();
            let part = |line: &str| line.trim_start()[1..].trim_start().to_owned();
            let value: Vec<_> = lines.lines().take(count).map(part).collect();
            let len: usize = lines.split_inclusive('\n').take(count).map(str::len).sum();
            return Some((name, value.join("\n"), &lines[len..]));
        }
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        return Some((name, rest[..end].to_owned(), &rest[end..]));
    };
    let mut value = String::new();
    let mut letters = quoted.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return Some((name, value, &quoted[at + 1..])),
            '\\' => value.push(match letters.next()?.1 {
                'n' => '\n',
                't' => '\t',
                other => other,
            }),
            other => value.push(other),
        }
    }
    None
}

fn add(printed: &mut String, name: &str, value: &str) {
    let indent = " ".repeat(12);
    let value = value.trim_end().replace('\n', &format!("\n{indent}"));
    printed.push_str(&format!("{name:<11} {value}\n"));
}

#[cfg(test)]
mod tests {
    use super::print;

    #[test]
    fn fields_are_split() {
        let line = "2026-11-27T10:00:00.000Z [TRACE] provider.x_v1: Called: it: tf_rpc=ReadResource @caller=\"a \\\"b\\\"\" error=\n  | one\n  | two\n more=1";
        let expected = "\
timestamp   2026-11-27T10:00:00.000Z
level       trace
module      provider.x_v1
message     Called: it
tf_rpc      ReadResource
@caller     a \"b\"
error       one
            two
more        1
";
        assert_eq!(print(line).unwrap(), expected);
        let json = r#"{"@level":"info","@message":"hi","@timestamp":"t","a":[1]}"#;
        assert_eq!(
            print(json).unwrap(),
            "timestamp   t\nlevel       info\nmessage     hi\na           [1]\n"
        );
        for other in [
            "",
            "{",
            "{\"a\": 1}",
            "82a2",
            "2026 [x] y",
            "2026-11-27T10:00:00.000Z [x] y",
        ] {
            assert_eq!(print(other), None, "{other}");
        }
    }
}
