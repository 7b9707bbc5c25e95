//! The template functions, with the names that they have in tfplugindocs.

use std::fs;
use std::path::Path;

use super::template::Value;

/// Calls a function.
pub(super) fn call(name: &str, arguments: Vec<Value>) -> Result<Value, String> {
    match name {
        "not" | "and" | "or" => return logic(name, &arguments),
        "eq" | "ne" => {
            let [first, second] = arguments.as_slice() else {
                return Err(format!("`{name}` requires two arguments"));
            };
            return Ok(Value::Bool((first == second) == (name == "eq")));
        }
        _ => {}
    }
    let texts: Vec<_> = arguments.into_iter().map(Value::text).collect();
    let texts: Vec<_> = texts.iter().map(String::as_str).collect();
    let text = match (name, texts.as_slice()) {
        ("trimspace", [text]) => text.trim().to_owned(),
        ("lower", [text]) => text.to_lowercase(),
        ("upper", [text]) => text.to_uppercase(),
        ("title", [text]) => title(text),
        ("plainmarkdown", [text]) => plain(text),
        ("prefixlines", [prefix, text]) => {
            let lines: Vec<_> = text.lines().map(|line| format!("{prefix}{line}")).collect();
            lines.join("\n")
        }
        ("tffile", [path]) => code("terraform", path)?,
        ("codefile", [language, path]) => code(language, path)?,
        ("printf", [format, values @ ..]) => printf(format, values)?,
        (
            "trimspace" | "lower" | "upper" | "title" | "plainmarkdown" | "prefixlines" | "tffile"
            | "codefile" | "printf",
            _,
        ) => return Err(format!("`{name}` has the wrong number of arguments")),
        _ => return Err(format!("the function `{name}` is not supported")),
    };
    Ok(Value::Text(text))
}

fn logic(name: &str, arguments: &[Value]) -> Result<Value, String> {
    let is_stop = |value: &&Value| value.is_true() == (name == "or");
    match (name, arguments) {
        ("not", [one]) => Ok(Value::Bool(!one.is_true())),
        ("and" | "or", [.., last]) => Ok(arguments.iter().find(is_stop).unwrap_or(last).clone()),
        _ => Err(format!("`{name}` has the wrong number of arguments")),
    }
}

fn title(text: &str) -> String {
    let mut is_first = true;
    let letters = text.chars().flat_map(|letter| {
        let upper = std::mem::replace(&mut is_first, !letter.is_alphanumeric());
        let changed: Vec<char> = if upper {
            letter.to_uppercase().collect()
        } else {
            vec![letter]
        };
        changed
    });
    letters.collect()
}

/// Removes the Markdown markup for code, emphasis and links.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    // If no link follows a bracket, no link follows any later bracket, so the search for links stops.
    let mut may_link = true;
    while let Some(at) = rest.find(['`', '*', '[']) {
        plain.push_str(&rest[..at]);
        let marked = &rest[at..];
        let inside = marked.strip_prefix('[').filter(|_| may_link);
        let link = inside.and_then(|inside| {
            let (words, after) = inside.split_once("](")?;
            let (_, after) = after.split_once(')')?;
            Some((words, after))
        });
        may_link &= inside.is_none() || link.is_some();
        rest = match link {
            Some((words, after)) => {
                plain.push_str(&self::plain(words));
                after
            }
            None => {
                if marked.starts_with('[') {
                    plain.push('[');
                }
                &marked[1..]
            }
        };
    }
    plain.push_str(rest);
    plain
}

/// Returns the content of a file as a code block.
fn code(language: &str, path: &str) -> Result<String, String> {
    let text = fs::read_to_string(Path::new(path)).map_err(|error| format!("{path}: {error}"))?;
    Ok(format!("```{language}\n{}\n```", text.trim()))
}

fn printf(format: &str, values: &[&str]) -> Result<String, String> {
    let mut text = String::new();
    let (mut rest, mut values) = (format, values.iter());
    while let Some((before, after)) = rest.split_once('%') {
        text.push_str(before);
        let verb = after.chars().next();
        match verb {
            Some('%') => text.push('%'),
            Some('s' | 'v' | 'q') => {
                let value = values.next().ok_or("`printf` has too few arguments")?;
                text.push_str(&if verb == Some('q') {
                    format!("{value:?}")
                } else {
                    (*value).to_owned()
                });
            }
            _ => return Err("`printf` supports only `%s`, `%q` and `%v`".to_owned()),
        }
        rest = &after[1..];
    }
    text.push_str(rest);
    match values.next() {
        None => Ok(text),
        Some(_) => Err("`printf` has too many arguments".to_owned()),
    }
}
