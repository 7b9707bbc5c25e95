//! `Yaml`, a YAML document in a string.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use saphyr_parser::{Event, Marker, Parser, ScalarStyle, Tag};

use super::TfText;
use crate::limits::MAX_DEPTH;

/// A string with a YAML document, or with several documents separated by `---`, for [`Text`](super::Text).
///
/// Two documents count as the same if they differ only in comments, whitespace, quotes, the style of collections, the
/// order of keys, and anchors. All JSON is YAML.
///
/// Versions of YAML disagree about the meaning of some words: `yes` is a bool in YAML 1.1 and a string in YAML 1.2,
/// `017` is 15 or 17, and `<<` merges mappings or is an ordinary key. A service may use either version. `Yaml`
/// therefore compares such a word by its spelling: `yes` differs from `true` and from `"yes"`. Tags that YAML itself
/// does not define, such as `!Ref`, belong to the value.
///
/// `Yaml` checks and compares documents. To read a document into a struct, pass [`Text::as_str`](super::Text::as_str)
/// to a crate that uses the service's version of YAML.
///
/// A document is rejected if a mapping contains a key twice, if the document is nested more than 128 levels deep, or if
/// its aliases expand to more than 16 times its size.
///
/// # Examples
///
/// ```
/// use tfvalue::{Text, texts::Yaml};
///
/// let text: Text<Yaml> = "# The first\nname: web\nports: [80, 443]\n".parse()?;
/// assert!(text == r#"{"ports": [80, 443], "name": "web"}"#.parse()?);
/// assert!(text != "name: web\nports: [443, 80]\n".parse()?);
///
/// let error = "name: web\n ports: 80\n".parse::<Text<Yaml>>().err().unwrap();
/// assert_eq!(
///     error.to_string(),
///     "a YAML document is required, got an error at line 2 column 7: mapping values are not allowed in this context",
/// );
/// # Ok::<(), tfvalue::Error>(())
/// ```
///
/// Source: YAML 1.2.2, section 10.3 (core schema), and the types of YAML 1.1.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Yaml {
    /// The canonical form in flow style, which is the same for all equivalent spellings.
    canonical: String,
}

impl TfText for Yaml {
    const EXPECTED: &'static str = "a YAML document";

    fn read(text: &str) -> Option<Self> {
        let canonical = YamlReader::new(text).read(text).ok()?;
        Some(Yaml { canonical })
    }

    fn got(text: &str) -> String {
        match YamlReader::new(text).read(text) {
            Err(YamlFault { at, message }) => {
                let (line, column) = (at.line(), at.col() + 1);
                format!("an error at line {line} column {column}: {message}")
            }
            Ok(_) => format!("{text:?}"),
        }
    }

    fn canonical(&self) -> String {
        self.canonical.clone()
    }
}

struct YamlFault {
    at: Marker,
    message: Cow<'static, str>,
}

/// Writes the canonical form of each node when the node ends.
struct YamlReader {
    documents: Vec<String>,
    /// The collections that have not ended yet.
    open: Vec<Collection>,
    anchors: HashMap<usize, String>,
    /// The number of bytes that aliases can still copy from nodes with anchors.
    budget: usize,
}

struct Collection {
    anchor: usize,
    tag: String,
    content: Content,
}

enum Content {
    Sequence(Vec<String>),
    /// The entries, and the key of the next entry.
    Mapping(BTreeMap<String, String>, Option<String>),
}

type Outcome<T = ()> = Result<T, Cow<'static, str>>;

impl YamlReader {
    fn new(text: &str) -> Self {
        YamlReader {
            documents: Vec::new(),
            open: Vec::new(),
            anchors: HashMap::new(),
            budget: text.len().saturating_mul(16),
        }
    }

    fn read(mut self, text: &str) -> Result<String, YamlFault> {
        for event in Parser::new_from_str(text) {
            let (event, span) = event.map_err(|error| YamlFault {
                at: *error.marker(),
                message: error.info().to_owned().into(),
            })?;
            self.event(event).map_err(|message| YamlFault {
                at: span.start,
                message,
            })?;
        }
        Ok(match self.documents.as_slice() {
            [one] => one.clone(),
            all => all.iter().map(|one| format!("--- {one}\n")).collect(),
        })
    }

    fn event(&mut self, event: Event<'_>) -> Outcome {
        let tag = match &event {
            Event::Scalar(_, _, _, tag)
            | Event::SequenceStart(_, tag)
            | Event::MappingStart(_, tag) => tag.as_deref(),
            _ => None,
        };
        if tag.is_some_and(|tag| !tag.handle.is_ascii() || !tag.suffix.is_ascii()) {
            // The parser decodes such characters to others if they are written with percent signs.
            return Err("a tag has a character that is not ASCII".into());
        }
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                self.add(anchor, scalar(&text, style, tag.as_deref()))
            }
            Event::SequenceStart(anchor, tag) => {
                self.start(anchor, tag.as_deref(), Content::Sequence(Vec::new()))
            }
            Event::MappingStart(anchor, tag) => {
                let content = Content::Mapping(BTreeMap::new(), None);
                self.start(anchor, tag.as_deref(), content)
            }
            Event::SequenceEnd | Event::MappingEnd => match self.open.pop() {
                Some(Collection {
                    anchor,
                    tag,
                    content,
                }) => self.add(anchor, tag + &content.canonical()),
                None => Ok(()),
            },
            Event::Alias(anchor) => {
                let Some(node) = self.anchors.get(&anchor) else {
                    return Err("an alias refers to a node that contains it".into());
                };
                let node = node.clone();
                self.spend(node.len())?;
                self.add(0, node)
            }
            Event::Nothing
            | Event::StreamStart
            | Event::StreamEnd
            | Event::DocumentStart(_)
            | Event::DocumentEnd => Ok(()),
        }
    }

    fn start(&mut self, anchor: usize, tag: Option<&Tag>, content: Content) -> Outcome {
        if self.open.len() >= usize::from(MAX_DEPTH) {
            return Err(format!("the document has more than {MAX_DEPTH} levels").into());
        }
        let tag = match tag {
            Some(tag) if !matches!(core(tag), Some("seq" | "map")) => tag_text(tag),
            _ => String::new(),
        };
        self.open.push(Collection {
            anchor,
            tag,
            content,
        });
        Ok(())
    }

    /// Adds a complete node to the enclosing collection.
    fn add(&mut self, anchor: usize, node: String) -> Outcome {
        if anchor > 0 {
            self.spend(node.len())?;
            self.anchors.insert(anchor, node.clone());
        }
        let Some(collection) = self.open.last_mut() else {
            self.documents.push(node);
            return Ok(());
        };
        match &mut collection.content {
            Content::Sequence(nodes) => nodes.push(node),
            Content::Mapping(entries, key) => match key.take() {
                Some(key) => {
                    entries.insert(key, node);
                }
                None if entries.contains_key(&node) => {
                    return Err("a mapping has a key twice".into());
                }
                None => *key = Some(node),
            },
        }
        Ok(())
    }

    fn spend(&mut self, bytes: usize) -> Outcome {
        match self.budget.checked_sub(bytes) {
            Some(rest) => {
                self.budget = rest;
                Ok(())
            }
            None => Err("the aliases expand to more than 16 times the document".into()),
        }
    }
}

impl Content {
    fn canonical(self) -> String {
        match self {
            Content::Sequence(nodes) => format!("[{}]", nodes.join(", ")),
            Content::Mapping(entries, _) => {
                let entries = entries.into_iter().map(|(key, value)| {
                    // A short quoted key does not need an explicit mark.
                    let is_simple = key.starts_with('"') && key.len() < 1000;
                    let mark = if is_simple { "" } else { "? " };
                    let space = if is_simple { "" } else { " " };
                    format!("{mark}{key}{space}: {value}")
                });
                format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
            }
        }
    }
}

fn scalar(text: &str, style: ScalarStyle, tag: Option<&Tag>) -> String {
    let Some(tag) = tag else {
        let read = (style == ScalarStyle::Plain).then(|| plain(text));
        return read.flatten().unwrap_or_else(|| quoted(text));
    };
    match core(tag) {
        Some("str") => quoted(text),
        Some("null" | "bool" | "int" | "float") => {
            plain(text).unwrap_or_else(|| tag_text(tag) + &quoted(text))
        }
        _ if tag.handle.is_empty() && tag.suffix == "!" => quoted(text),
        _ => tag_text(tag) + &quoted(text),
    }
}

/// Returns the name of a tag that YAML itself defines.
fn core(tag: &Tag) -> Option<&str> {
    let Tag { handle, suffix } = tag;
    const PREFIX: &str = "tag:yaml.org,2002:";
    if handle.is_empty() {
        suffix.strip_prefix(PREFIX)
    } else {
        (handle == PREFIX).then_some(suffix)
    }
}

/// Writes a tag without abbreviations.
fn tag_text(tag: &Tag) -> String {
    let mut text = String::from("!<");
    for byte in tag.handle.bytes().chain(tag.suffix.bytes()) {
        match byte {
            b'!' | b'-' | b'.' | b'/' | b':' | b',' | b'_' | b'#' => text.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => text.push(char::from(byte)),
            _ => _ = write!(text, "%{byte:02X}"),
        }
    }
    text + "> "
}

/// Returns the meaning of a plain scalar unless it is a string in all versions of YAML. A scalar that the versions read
/// as different values remains unchanged.
fn plain(text: &str) -> Option<String> {
    let word = match text {
        "" | "~" | "null" | "Null" | "NULL" => "null",
        "true" | "True" | "TRUE" => "true",
        "false" | "False" | "FALSE" => "false",
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => ".inf",
        "-.inf" | "-.Inf" | "-.INF" => "-.inf",
        ".nan" | ".NaN" | ".NAN" => ".nan",
        "y" | "Y" | "yes" | "Yes" | "YES" | "n" | "N" | "no" | "No" | "NO" | "on" | "On" | "ON"
        | "off" | "Off" | "OFF" | "<<" | "=" => text,
        _ if text.starts_with(|first: char| first.is_ascii_digit() || "+-.".contains(first)) => {
            return number(text);
        }
        _ => return None,
    };
    Some(word.to_owned())
}

/// Like [`plain`], but for a scalar whose beginning looks like a number.
fn number(text: &str) -> Option<String> {
    let digits = text.trim_start_matches(['+', '-']);
    let (mantissa, exponent) = match digits.find(['e', 'E']) {
        Some(at) => (&digits[..at], &digits[at + 1..]),
        None => (digits, ""),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let has_sign = text.len() - digits.len();
    let is_decimal = has_sign <= 1
        && all_digits(whole)
        && all_digits(fraction)
        && mantissa.len() > 1 - usize::from(!whole.is_empty());
    let has_no_exponent = digits.len() == mantissa.len();
    let is_certain = if mantissa.contains('.') {
        // YAML 1.1 requires the sign.
        has_no_exponent || is_exponent(exponent)
    } else {
        // In YAML 1.1, a leading zero means octal digits.
        has_no_exponent && (whole == "0" || !whole.starts_with('0'))
    };
    if is_decimal && is_certain {
        let sign = if text.starts_with('-') { "-" } else { "" };
        let exponent = match exponent {
            "" => Some(0),
            exponent => exponent.parse().ok(),
        };
        let number = exponent.and_then(|exponent| decimal(sign, whole, fraction, exponent));
        return Some(number.unwrap_or_else(|| text.to_owned()));
    }
    let could_be = |letters: &str| text.bytes().all(|byte| letters.as_bytes().contains(&byte));
    let is_number = text.bytes().any(|byte| byte.is_ascii_digit())
        && could_be("0123456789abcdefABCDEF_:.+-xXoO")
        && text.bytes().filter(|byte| *byte == b'.').count() <= 1;
    let is_time = text.len() >= 8
        && text.as_bytes()[..4].iter().all(u8::is_ascii_digit)
        && text.as_bytes()[4] == b'-'
        // In flow style, `- ` and a final `-` are no part of a scalar.
        && !text.ends_with('-') && !text.contains("- ")
        && could_be("0123456789-:.+tTzZ \t");
    // A colon at the end of a word marks a key.
    let has_mark = text.ends_with(':') || text.contains(": ");
    (!has_mark && (is_number || is_time)).then(|| text.to_owned())
}

/// Writes a number with the fewest characters. The result is not longer than the original number, except for a few zeros.
fn decimal(sign: &str, whole: &str, fraction: &str, exponent: i64) -> Option<String> {
    let digits = format!("{whole}{fraction}");
    let all = digits.trim_start_matches('0');
    let digits = all.trim_end_matches('0');
    if digits.is_empty() {
        return Some("0".to_owned());
    }
    // The number is 0.DIGITS times ten to the power of `point`.
    let before = i64::try_from(all.len()).ok()? - i64::try_from(fraction.len()).ok()?;
    let point = exponent.checked_add(before)?;
    let length = i64::try_from(digits.len()).ok()?;
    Some(match usize::try_from(point) {
        Ok(point) if point < digits.len() && point > 0 => {
            format!("{sign}{}.{}", &digits[..point], &digits[point..])
        }
        Ok(point @ 1..=21) => format!("{sign}{digits}{}", "0".repeat(point - digits.len())),
        Ok(0) => format!("{sign}0.{digits}"),
        _ if point == length => format!("{sign}{digits}"),
        _ => format!("{sign}0.{digits}e{point:+}"),
    })
}

/// Checks for a sign and digits.
fn is_exponent(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']);
    digits.is_some_and(|digits| {
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Writes a string in double quotes.
fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for letter in text.chars() {
        match letter {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            ' '..='~' | '\u{a0}'..='\u{2027}' | '\u{202a}'..='\u{fefe}' => quoted.push(letter),
            '\u{10000}'.. => quoted.push(letter),
            _ => _ = write!(quoted, "\\u{:04x}", u32::from(letter)),
        }
    }
    quoted.push('"');
    quoted
}
