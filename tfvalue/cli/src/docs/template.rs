//! Templates in Go's syntax, to the extent that tfplugindocs supports it.
//!
//! An action prints a field, a string or the result of a function, or is `if`, `else if`, `else` or `end`. Any other
//! construct of Go templates causes an error that contains the construct.

use std::collections::BTreeMap;

use super::functions::call;

/// The value of a field or of an expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Text(String),
    Bool(bool),
}

impl Value {
    pub(super) fn text(self) -> String {
        match self {
            Value::Text(text) => text,
            Value::Bool(is) => is.to_string(),
        }
    }

    pub(super) fn is_true(&self) -> bool {
        match self {
            Value::Text(text) => !text.is_empty(),
            Value::Bool(is) => *is,
        }
    }
}

/// The names that a template can use.
pub(super) struct Data {
    /// The fields.
    pub(super) fields: BTreeMap<&'static str, Value>,
}

/// A piece of a template.
enum Token<'a> {
    Text(String),
    Action { line: usize, words: Vec<Word<'a>> },
}

/// A part of an action.
#[derive(Clone, Debug, PartialEq)]
enum Word<'a> {
    Field(&'a str),
    Name(&'a str),
    Text(String),
    Pipe,
    Open,
    Close,
}

/// An open `if`.
struct Branch {
    /// Whether the text around the `if` is printed.
    is_outer_active: bool,
    /// Whether an earlier branch was taken.
    is_done: bool,
    /// Whether the current branch is printed.
    is_active: bool,
}

/// Renders a template.
pub(super) fn render(template: &str, data: &Data) -> Result<String, String> {
    let mut output = String::new();
    let mut branches: Vec<Branch> = Vec::new();
    for token in tokens(template)? {
        let is_active = branches.last().is_none_or(|branch| branch.is_active);
        let (line, words) = match token {
            Token::Text(text) => {
                if is_active {
                    output.push_str(&text);
                }
                continue;
            }
            Token::Action { line, words } => (line, words),
        };
        let at = |problem: String| format!("line {line}: {problem}");
        let keyword = match words.first() {
            Some(Word::Name(name)) => *name,
            _ => "",
        };
        match (keyword, branches.last_mut()) {
            ("if", _) => {
                let is_taken = is_active && evaluate(&words[1..], data).map_err(at)?.is_true();
                branches.push(Branch {
                    is_outer_active: is_active,
                    is_done: is_taken,
                    is_active: is_taken,
                });
            }
            ("else", Some(branch)) => {
                let may_take = branch.is_outer_active && !branch.is_done;
                let is_taken = match words.get(1) {
                    None => may_take,
                    Some(Word::Name("if")) => {
                        may_take && evaluate(&words[2..], data).map_err(at)?.is_true()
                    }
                    Some(_) => {
                        return Err(at(
                            "`else` is followed by something else than `if`".to_owned()
                        ));
                    }
                };
                branch.is_active = is_taken;
                branch.is_done |= is_taken;
            }
            ("end", Some(_)) => drop(branches.pop()),
            ("else" | "end", None) => return Err(at(format!("`{keyword}` has no `if`"))),
            ("range" | "with" | "define" | "template" | "block" | "break" | "continue", _) => {
                return Err(at(format!("`{keyword}` is not supported")));
            }
            _ if is_active => output.push_str(&evaluate(&words, data).map_err(at)?.text()),
            _ => {}
        }
    }
    if branches.is_empty() {
        Ok(output)
    } else {
        Err("an `if` has no `end`".to_owned())
    }
}

/// Splits a template into literal text and actions. The delimiters `{{-` and `-}}` remove the whitespace next to them.
fn tokens(template: &str) -> Result<Vec<Token<'_>>, String> {
    let mut tokens = Vec::new();
    let (mut rest, mut line, mut trims) = (template, 1, false);
    loop {
        let (text, after) = match rest.split_once("{{") {
            Some((text, after)) => (text, Some(after)),
            None => (rest, None),
        };
        line += text.matches('\n').count();
        let shown = if trims { text.trim_start() } else { text };
        let Some(after) = after else {
            tokens.push(Token::Text(shown.to_owned()));
            return Ok(tokens);
        };
        let left = after
            .strip_prefix("- ")
            .or_else(|| after.strip_prefix("-\n"));
        let shown = if left.is_some() {
            shown.trim_end()
        } else {
            shown
        };
        tokens.push(Token::Text(shown.to_owned()));
        let inside = left.unwrap_or(after);
        let end = closing(inside).ok_or_else(|| format!("line {line}: `{{{{` has no `}}}}`"))?;
        let (action, after) = (&inside[..end], &inside[end + 2..]);
        let right = action
            .strip_suffix(" -")
            .or_else(|| action.strip_suffix("\n-"));
        trims = right.is_some();
        let action = right.unwrap_or(action).trim();
        if !action.starts_with("/*") {
            let words = words(action).map_err(|problem| format!("line {line}: {problem}"))?;
            tokens.push(Token::Action { line, words });
        }
        line += inside[..end].matches('\n').count();
        rest = after;
    }
}

/// Finds the end of an action. A string in the action may contain the closing braces.
fn closing(inside: &str) -> Option<usize> {
    if inside.trim_start().starts_with("/*") {
        let end = inside.find("*/")?;
        return Some(end + inside[end..].find("}}")?);
    }
    let bytes = inside.as_bytes();
    let (mut quote, mut at) = (None, 0);
    while at < bytes.len() {
        match (quote, bytes[at]) {
            (Some(b'"'), b'\\') => at += 1,
            (Some(open), byte) if open == byte => quote = None,
            (None, byte @ (b'"' | b'`')) => quote = Some(byte),
            (None, b'}') if bytes[at..].starts_with(b"}}") => return Some(at),
            _ => {}
        }
        at += 1;
    }
    None
}

/// The maximum nesting depth of parentheses in an action.
const MAX_DEPTH: usize = 32;

fn words(action: &str) -> Result<Vec<Word<'_>>, String> {
    let mut words = Vec::new();
    let mut depth = 0_usize;
    let mut rest = action;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            _ if first.is_whitespace() => first.len_utf8(),
            '|' => {
                words.push(Word::Pipe);
                1
            }
            '(' => {
                words.push(Word::Open);
                depth += 1;
                if depth > MAX_DEPTH {
                    return Err("the parentheses are nested too deeply".to_owned());
                }
                1
            }
            ')' => {
                words.push(Word::Close);
                depth = depth.saturating_sub(1);
                1
            }
            '`' => {
                let end = rest[1..].find('`').ok_or("a text has no end")?;
                words.push(Word::Text(rest[1..=end].to_owned()));
                end + 2
            }
            '"' => {
                let (text, length) = quoted(rest)?;
                words.push(Word::Text(text));
                length
            }
            _ => {
                let is_part = |letter: char| letter.is_alphanumeric() || "._-".contains(letter);
                let length = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
                let word = &rest[..length];
                match word.strip_prefix('.') {
                    _ if length == 0 => return Err(format!("`{first}` is not supported")),
                    Some(field) => words.push(Word::Field(field)),
                    None => words.push(Word::Name(word)),
                }
                length
            }
        };
        rest = &rest[length..];
    }
    Ok(words)
}

/// Reads a double-quoted string with JSON escapes. Also returns the length of the string in the template.
fn quoted(rest: &str) -> Result<(String, usize), String> {
    let mut texts = serde_json::Deserializer::from_str(rest).into_iter::<String>();
    match texts.next() {
        Some(Ok(text)) => Ok((text, texts.byte_offset())),
        _ => Err("a text has no end".to_owned()),
    }
}

/// Evaluates a pipeline: the result of each command is the last argument of the next command.
fn evaluate(words: &[Word<'_>], data: &Data) -> Result<Value, String> {
    let mut piped = None;
    let (mut depth, mut start) = (0, 0);
    for (index, word) in words.iter().enumerate() {
        match word {
            Word::Open => depth += 1,
            Word::Close => depth -= 1,
            Word::Pipe if depth == 0 => {
                piped = Some(command(&words[start..index], piped, data)?);
                start = index + 1;
            }
            _ => {}
        }
    }
    command(&words[start..], piped, data)
}

fn command(words: &[Word<'_>], piped: Option<Value>, data: &Data) -> Result<Value, String> {
    let (name, mut rest) = match words {
        [Word::Name(name), rest @ ..] => (Some(*name), rest),
        _ => (None, words),
    };
    let mut arguments = Vec::new();
    while let Some(word) = rest.first() {
        let mut used = 1;
        arguments.push(match word {
            Word::Text(text) => Value::Text(text.clone()),
            Word::Name("true") => Value::Bool(true),
            Word::Name("false") => Value::Bool(false),
            Word::Field(field) => {
                let value = data.fields.get(field).cloned();
                value.ok_or_else(|| format!("there is no field `.{field}` on this page"))?
            }
            Word::Open => {
                used = group(rest)?;
                evaluate(&rest[1..used - 1], data)?
            }
            Word::Name(name) => return Err(format!("`{name}` is not supported as an argument")),
            Word::Pipe | Word::Close => return Err("a `)` or `|` has nothing before it".to_owned()),
        });
        rest = &rest[used..];
    }
    arguments.extend(piped);
    match name {
        Some(name) => call(name, arguments),
        None if arguments.len() == 1 => Ok(arguments.remove(0)),
        None => Err("one field, text or function is required".to_owned()),
    }
}

/// Returns the number of words in a parenthesized group.
fn group(words: &[Word<'_>]) -> Result<usize, String> {
    let mut depth = 0;
    for (index, word) in words.iter().enumerate() {
        match word {
            Word::Open => depth += 1,
            Word::Close => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Ok(index + 1);
        }
    }
    Err("a `(` has no `)`".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data() -> Data {
        let text = |text: &str| Value::Text(text.to_owned());
        Data {
            fields: BTreeMap::from([
                ("Name", text("shop_item")),
                (
                    "Description",
                    text("\nAn `item` of the [shop](https://example.com).\n"),
                ),
                ("HasExample", Value::Bool(true)),
                ("HasImport", Value::Bool(false)),
            ]),
        }
    }

    #[test]
    fn templates_are_rendered() {
        for (template, expected) in [
            ("a", "a"),
            ("{{ .Name }} {{.Name}}", "shop_item shop_item"),
            (
                "{{ .Description | plainmarkdown | trimspace }}",
                "An item of the shop.",
            ),
            ("a\n{{- /* a {{ comment */ -}}\nb", "ab"),
            ("{{ if .HasExample -}}\n yes\n{{- end }}!", "yes!"),
            (
                "{{ if .HasImport }}a{{ else if .HasExample }}b{{ else }}c{{ end }}",
                "b",
            ),
            (
                "{{ if .HasImport }}{{ if .HasExample }}a{{ else }}b{{ end }}{{ else }}c{{ end }}",
                "c",
            ),
            ("{{ if and .HasExample (not .HasImport) }}x{{ end }}", "x"),
            (
                "{{ if eq .Name \"shop_item\" }}x{{ end }}{{ if ne .Name `a` }}y{{ end }}",
                "xy",
            ),
            (
                "{{ printf \"%s of %q: 5%%\" .Name \"}} {{\" }}",
                "shop_item of \"}} {{\": 5%",
            ),
            (
                "{{ .Name | upper }}{{ title \"an item\" }}",
                "SHOP_ITEMAn Item",
            ),
            ("{{ prefixlines \"> \" \"a\\nb\" }}", "> a\n> b"),
        ] {
            assert_eq!(
                render(template, &data()).as_deref(),
                Ok(expected),
                "{template}"
            );
        }
    }

    #[test]
    fn what_is_not_supported_is_named() {
        for (template, expected) in [
            ("a\n{{ range .Name }}", "line 2: `range` is not supported"),
            (
                "{{ .Nothing }}",
                "line 1: there is no field `.Nothing` on this page",
            ),
            (
                "{{ split .Name }}",
                "line 1: the function `split` is not supported",
            ),
            (
                "{{ trimspace }}",
                "line 1: `trimspace` has the wrong number of arguments",
            ),
            ("{{ if .Name }}", "an `if` has no `end`"),
            ("{{ end }}", "line 1: `end` has no `if`"),
            ("{{ .Name", "line 1: `{{` has no `}}`"),
            ("{{ $x := .Name }}", "line 1: `$` is not supported"),
            ("{{ (.Name }}", "line 1: a `(` has no `)`"),
            (
                &format!("{{{{ {}.Name }}}}", "(".repeat(100_000)),
                "line 1: the parentheses are nested too deeply",
            ),
            ("{{ ) }}", "line 1: a `)` or `|` has nothing before it"),
            ("{{ \"a }}", "line 1: `{{` has no `}}`"),
            ("{{ tffile \"missing.tf\" }}", "line 1: missing.tf: "),
            ("{{}}", "line 1: one field, text or function is required"),
        ] {
            let error = render(template, &data()).unwrap_err();
            assert!(error.starts_with(expected), "{template}: {error}");
        }
    }
}
