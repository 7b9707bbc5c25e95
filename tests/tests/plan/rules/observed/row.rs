//! The form of a row.

use std::fmt;

use tfvalue::msgpack;
use tfvalue::schema::Block;
use tfvalue::tfplugin6::DynamicValue;
use tfvalue_tests::hex;

/// The result of an experiment.
#[derive(Debug)]
pub(super) enum Verdict {
    Accepted,
    /// Both Terraform and tfvalue reject the plan or the new state, with this text.
    Rejected(&'static str),
    /// Both Terraform and tfvalue reject the plan or the new state. Terraform 1.11.4 prints the first text; we use the
    /// second text, like newer versions of Terraform.
    Reworded(&'static str, &'static str),
    /// Neither can decode the response. If the first text starts with `:` or `[`, Terraform prints it after the
    /// attribute. Otherwise, Terraform prints exactly the first text. Our error contains the second text.
    Undecodable(&'static str, &'static str),
    /// Terraform panics and prints the first text. We reject the response with the second text.
    Crash(&'static str, &'static str),
    /// Terraform accepts the response but cannot write the state, and prints this text. We also accept the response.
    Unwritable(&'static str),
    /// Terraform accepts the response. We intentionally reject it, with this error.
    Stricter(&'static str),
    /// Terraform cannot decode the response, and prints this text. We intentionally accept it.
    Laxer(&'static str),
    /// Terraform rejects its own value, which it did not send exactly, and prints this text. We accept it.
    TerraformsLoss(&'static str),
}

/// A value of a resource as sent on the wire.
pub(super) enum Message {
    /// The wire form of some members. The others are absent.
    Members(Vec<(&'static str, Vec<u8>)>),
    Msgpack(Vec<u8>),
    Json(String),
}

pub(super) struct Row {
    pub(super) id: &'static str,
    pub(super) config: Message,
    /// Expressions for the configuration, if it cannot be written with constants.
    pub(super) expressions: Vec<(&'static str, &'static str)>,
    pub(super) planned: Message,
    pub(super) new: Option<Message>,
    pub(super) verdict: Verdict,
}

/// Returns the bytes that a string describes: hexadecimal digits, MessagePack strings such as `'a'`, and doubles such
/// as `=0.5`.
pub(super) fn wire(text: &str) -> Vec<u8> {
    let (mut bytes, mut rest) = (Vec::new(), text.trim_start());
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '\'' => rest[1..].find('\'').expect("a closing quote") + 2,
            '=' => rest.find(' ').unwrap_or(rest.len()),
            _ => 2,
        };
        let token = &rest[..end];
        match first {
            '\'' => bytes.extend(string(&token[1..end - 1])),
            '=' => {
                let double: f64 = token[1..].parse().expect("a double");
                bytes.push(0xcb);
                bytes.extend(double.to_be_bytes());
            }
            _ => bytes.extend(hex::decode(token)),
        }
        rest = rest[end..].trim_start();
    }
    bytes
}

/// Returns the wire form of a string.
pub(super) fn string(text: &str) -> Vec<u8> {
    let len = text.len();
    let mut bytes = match len {
        ..=31 => vec![0xa0 | len as u8],
        32..=255 => vec![0xd9, len as u8],
        _ => vec![0xda, (len >> 8) as u8, len as u8],
    };
    bytes.extend(text.bytes());
    bytes
}

/// Returns the text of a dynamic value, for [`wire`]: the text of a type, followed by the text of a value of this type.
pub(super) fn dynamic(ty: &str, value: &str) -> String {
    format!(
        "92 c4 {:02x} {} {value}",
        ty.len(),
        hex::encode(ty.as_bytes())
    )
}

/// A row that plans a value for an attribute.
pub(super) fn plan(
    id: &'static str,
    name: &'static str,
    config: &str,
    planned: &str,
    verdict: Verdict,
) -> Row {
    Row {
        id,
        config: Message::Members(vec![(name, wire(config))]),
        expressions: Vec::new(),
        planned: Message::Members(vec![(name, wire(planned))]),
        new: None,
        verdict,
    }
}

/// A row that returns a different value after apply.
pub(super) fn apply(
    id: &'static str,
    name: &'static str,
    [config, planned, new]: [&str; 3],
    verdict: Verdict,
) -> Row {
    let new = Some(Message::Members(vec![(name, wire(new))]));
    Row {
        new,
        ..plan(id, name, config, planned, verdict)
    }
}

/// A row that plans a value for a computed attribute.
pub(super) fn computed(
    id: &'static str,
    name: &'static str,
    planned: &str,
    verdict: Verdict,
) -> Row {
    plan(id, name, "c0", planned, verdict)
}

impl Row {
    /// Sets the expression of the attribute in the configuration.
    pub(super) fn expression(mut self, expression: &'static str) -> Self {
        let Message::Members(members) = &self.config else {
            unreachable!("configurations have members");
        };
        self.expressions = vec![(members[0].0, expression)];
        self
    }
}

impl Message {
    pub(super) fn encode(&self, block: &Block) -> DynamicValue {
        let (mut msgpack, mut json) = (Vec::new(), Vec::new());
        match self {
            Message::Members(members) => msgpack = object(block, members),
            Message::Msgpack(bytes) => msgpack.clone_from(bytes),
            Message::Json(text) => json.extend(text.bytes()),
        }
        DynamicValue { msgpack, json }
    }
}

/// Returns the wire form of an object with some members.
fn object(block: &Block, members: &[(&'static str, Vec<u8>)]) -> Vec<u8> {
    let empty = block.empty();
    let absent = |name: &str| {
        let nested = block.block_types.iter().find(|one| one.type_name == name);
        match (nested, empty.get(name)) {
            (Some(nested), Some(value)) => {
                msgpack::value_to_vec(value, &nested.implied_type()).expect("an empty value")
            }
            _ => vec![0xc0],
        }
    };
    let mut names: Vec<&str> = block.attributes.iter().map(|one| &*one.name).collect();
    names.extend(block.block_types.iter().map(|nested| &*nested.type_name));
    names.sort_unstable();
    let mut bytes = match names.len() as u8 {
        len @ ..16 => vec![0x80 | len],
        len => vec![0xde, 0, len],
    };
    for name in names {
        let given = members.iter().find(|(given, _)| *given == name);
        bytes.extend(string(name));
        bytes.extend(given.map_or_else(|| absent(name), |(_, bytes)| bytes.clone()));
    }
    bytes
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.id, self.planned)?;
        match &self.new {
            Some(new) => write!(f, ", then {new}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |bytes: &[u8]| hex::encode(&bytes[..bytes.len().min(60)]);
        match self {
            Message::Members(members) => {
                let mut members = members.iter();
                members.try_for_each(|(name, bytes)| write!(f, "{name} {}", shown(bytes)))
            }
            Message::Msgpack(bytes) => f.write_str(&shown(bytes)),
            Message::Json(text) => f.write_str(text),
        }
    }
}
