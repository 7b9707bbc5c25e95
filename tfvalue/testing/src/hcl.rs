//! A configuration in Terraform's language.

use std::fmt::Write;

use tfvalue::schema::{Attribute, AttributeType, Block, NestedBlock, Nesting};
use tfvalue::{Path, Value, paths::Step};

use super::edit::{self, Place};
use super::part::{self, PartKind};

/// The value on which the unknown part depends. The value is in a list, because `output` is known if `input` is null.
const REFERENCE: &str = "terraform_data.unknown.output[0]";

/// The part of a configuration that is unknown in the plan.
pub(super) struct Unknown<'a> {
    pub(super) path: &'a Path,
    /// The number of the configuration, if an earlier configuration has created the resource on which the part depends.
    pub(super) revision: Option<usize>,
}

/// Returns a part of a provider together with a configuration, without sensitive values. The part that is unknown in
/// the plan refers to another resource.
pub(super) fn part(
    (kind, type_name): (PartKind, &str),
    provider: &str,
    block: &Block,
    config: &Value,
    unknown: Option<Unknown<'_>>,
) -> String {
    let mut text = String::new();
    let mut writer = Writer(&mut text);
    let mut config = config.clone();
    let revision = unknown.as_ref().and_then(|unknown| unknown.revision);
    let unknown = unknown.map(|unknown| unknown.path);
    if let Some((path, value)) = unknown.and_then(|path| Some((path, config.get(path)?.clone()))) {
        let input = input(block, path, &value);
        writer.line(0, "resource \"terraform_data\" \"unknown\" {");
        writer.line(1, &format!("input = [{input}]"));
        if let Some(revision) = revision {
            writer.line(1, &format!("triggers_replace = {revision}"));
        }
        writer.line(0, "}\n");
        config = config
            .with(path, Value::unknown(value.ty()))
            .unwrap_or(config);
    }
    let name = quoted(type_name);
    let word = match kind {
        PartKind::Function => {
            let arguments = part::arguments(&config);
            let mut arguments: Vec<_> = arguments.iter().map(literal).collect();
            if config.get(part::MORE).is_some_and(Value::is_unknown) {
                arguments.push(format!("{REFERENCE}..."));
            }
            let arguments = arguments.join(", ");
            writer.line(0, "output \"example\" {");
            writer.line(
                1,
                &format!("value = provider::{provider}::{type_name}({arguments})"),
            );
            writer.line(0, "}");
            return text;
        }
        PartKind::Provider => {
            writer.line(0, &format!("provider {} {{", quoted(provider)));
            writer.block(1, block, &config);
            writer.line(0, "}");
            return text;
        }
        PartKind::ListResource | PartKind::Action => {
            let word = if kind == PartKind::Action {
                "action"
            } else {
                "list"
            };
            writer.line(0, &format!("{word} {name} \"example\" {{"));
            writer.line(1, "config {");
            writer.block(2, block, &config);
            writer.line(1, "}");
            writer.line(0, "}");
            return text;
        }
        PartKind::DataSource => "data",
        PartKind::EphemeralResource => "ephemeral",
        PartKind::Resource => "resource",
    };
    writer.line(0, &format!("{word} {name} \"example\" {{"));
    writer.block(1, block, &config);
    writer.line(0, "}");
    text
}

/// Returns the expression for a part of a configuration.
fn input(block: &Block, path: &Path, value: &Value) -> String {
    match (edit::place(block, path), path.steps().last()) {
        (Place::Attribute(attribute), Some(Step::Attribute(name))) if *name == attribute.name => {
            expression(1, attribute, value)
        }
        _ if edit::has_secret(block, path) => SECRET.to_owned(),
        _ => literal(value),
    }
}

/// A sensitive value.
const SECRET: &str = "\"(sensitive)\"";

struct Writer<'a>(&'a mut String);

impl Writer<'_> {
    fn line(&mut self, depth: usize, text: &str) {
        // Writing to a string never fails.
        let _ = writeln!(self.0, "{:1$}{text}", "", depth * 2);
    }

    fn block(&mut self, depth: usize, block: &Block, value: &Value) {
        self.attributes(depth, &block.attributes, value);
        for nested in &block.block_types {
            if let Some(value) = value.get(&nested.type_name) {
                self.blocks(depth, nested, value);
            }
        }
    }

    fn attributes(&mut self, depth: usize, attributes: &[Attribute], value: &Value) {
        for attribute in attributes {
            let Some(value) = value.get(&attribute.name) else {
                continue;
            };
            if value.is_null() && !attribute.required {
                continue;
            }
            let text = expression(depth, attribute, value);
            self.line(depth, &format!("{} = {text}", attribute.name));
        }
    }

    fn blocks(&mut self, depth: usize, nested: &NestedBlock, value: &Value) {
        let one = |this: &mut Self, label: &str, value: &Value| {
            this.line(depth, &format!("{}{label} {{", nested.type_name));
            this.block(depth + 1, &nested.block, value);
            this.line(depth, "}");
        };
        match nested.nesting {
            _ if value.is_null() => {}
            Nesting::Single | Nesting::Group => one(self, "", value),
            Nesting::Map => {
                for (key, value) in named(value) {
                    one(self, &format!(" {}", quoted(key)), value);
                }
            }
            _ => {
                for value in value.elements().into_iter().flatten() {
                    one(self, "", value);
                }
            }
        }
    }
}

/// Returns the expression for an attribute.
fn expression(depth: usize, attribute: &Attribute, value: &Value) -> String {
    if value.is_null() || value.is_unknown() {
        return literal(value);
    }
    if attribute.is_secret() {
        return SECRET.to_owned();
    }
    let AttributeType::Nested(nested) = &attribute.ty else {
        return literal(value);
    };
    let object = |value: &Value, depth: usize| {
        if value.is_null() || value.is_unknown() {
            return literal(value);
        }
        let mut text = String::from("{\n");
        let mut writer = Writer(&mut text);
        writer.attributes(depth + 1, &nested.attributes, value);
        let _ = write!(text, "{:1$}}}", "", depth * 2);
        text
    };
    match nested.nesting {
        Nesting::Single | Nesting::Group => object(value, depth),
        Nesting::Map => {
            let entries = named(value).map(|(key, value)| {
                let indent = (depth + 1) * 2;
                format!(
                    "{:indent$}{} = {}\n",
                    "",
                    quoted(key),
                    object(value, depth + 1)
                )
            });
            format!("{{\n{}{:2$}}}", entries.collect::<String>(), "", depth * 2)
        }
        _ => {
            let elements = value.elements().into_iter().flatten();
            let elements: Vec<_> = elements.map(|value| object(value, depth)).collect();
            format!("[{}]", elements.join(", "))
        }
    }
}

/// Returns a value without its type.
fn literal(value: &Value) -> String {
    if value.is_unknown() {
        return REFERENCE.to_owned();
    }
    if let Some(text) = value.as_str() {
        return quoted(text);
    }
    if let Some(elements) = value.elements() {
        let elements: Vec<_> = elements.map(literal).collect();
        return format!("[{}]", elements.join(", "));
    }
    if value.entries().is_some() || value.members().is_some() {
        let entries =
            named(value).map(|(key, value)| format!("{} = {}", quoted(key), literal(value)));
        let entries: Vec<_> = entries.collect();
        return if entries.is_empty() {
            "{}".to_owned()
        } else {
            format!("{{ {} }}", entries.join(", "))
        };
    }
    match (value.as_number(), value.as_bool()) {
        (Some(number), _) => number.to_string(),
        (_, Some(is)) => is.to_string(),
        _ => "null".to_owned(),
    }
}

/// Returns the entries of a map or the members of an object.
fn named(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let entries = value.entries().into_iter().flatten();
    entries.chain(value.members().into_iter().flatten())
}

/// Returns a string in quotes, with template sequences escaped.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            '$' | '%' if letters.peek() == Some(&'{') => {
                quoted.push(letter);
                quoted.push(letter);
            }
            letter if letter.is_control() || is_invisible(letter) => {
                let code = u32::from(letter);
                let _ = match code {
                    0..0x1_0000 => write!(quoted, "\\u{code:04x}"),
                    _ => write!(quoted, "\\U{code:08x}"),
                };
            }
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}

/// Returns `true` for characters that a reader would not see.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{a0}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use tfvalue::Type;

    fn example(name: &str, block: &Block, config: &Value, unknown: &Path) -> String {
        let unknown = Unknown {
            path: unknown,
            revision: None,
        };
        part(
            (PartKind::Resource, name),
            "shop",
            block,
            config,
            Some(unknown),
        )
    }

    #[test]
    fn unknown_arguments_are_expanded() {
        let text = |count| {
            let texts = Value::list(Type::String, vec!["a"; count]).unwrap();
            let config = Value::object([(part::MORE, texts)]).unwrap();
            let unknown = Unknown {
                path: &Path::from(part::MORE),
                revision: None,
            };
            let block = Block::new();
            let call = (PartKind::Function, "join");
            let known = part(call, "shop", &block, &config, None);
            assert!(known.contains("provider::shop::join("), "{known}");
            part(call, "shop", &block, &config, Some(unknown))
        };
        for count in 0..3 {
            let call = "provider::shop::join(terraform_data.unknown.output[0]...)\n";
            assert!(text(count).contains(call), "{}", text(count));
        }
    }

    #[test]
    fn blocks_attributes_and_strings() {
        let rule = Block::new().attributes([Attribute::new("port", Type::Number).required()]);
        let block = Block::new()
            .attributes([
                Attribute::new("name", Type::String).required(),
                Attribute::new("zone", Type::String).optional(),
                Attribute::new("tags", Type::map(Type::String)).optional(),
                Attribute::new("password", Type::String)
                    .optional()
                    .sensitive(),
            ])
            .block_types([NestedBlock::new("rule", Nesting::List, rule)]);
        let rule = Value::object([("port", Value::from(1))]).unwrap();
        let tags = Value::map(Type::String, [("k", Value::from("${a}\u{200b}\n"))]).unwrap();
        let config = Value::object([
            ("name", Value::from("a \"b\"")),
            ("zone", "eu".into()),
            ("tags", tags),
            ("password", "hunter22".into()),
            ("rule", Value::list(rule.ty(), [rule]).unwrap()),
        ])
        .unwrap();
        let text = r#"resource "terraform_data" "unknown" {
  input = ["eu"]
}

resource "shop_item" "example" {
  name = "a \"b\""
  password = "(sensitive)"
  tags = { "k" = "$${a}\u200b\n" }
  zone = terraform_data.unknown.output[0]
  rule {
    port = 1
  }
}
"#;
        let unknown = Path::from("zone");
        assert_eq!(example("shop_item", &block, &config, &unknown), text);
        let resource = |unknown| example("shop_item", &block, &config, &unknown);
        let tag = resource(Path::from("tags").key("k"));
        assert!(tag.contains("  input = [\"$${a}"), "{tag}");
        assert!(
            tag.contains("  tags = { \"k\" = terraform_data.unknown.output[0] }\n"),
            "{tag}"
        );
        let port = resource(Path::from("rule").index(0).attribute("port"));
        assert!(port.contains("  input = [1]\n"), "{port}");
        assert!(
            port.contains("    port = terraform_data.unknown.output[0]\n"),
            "{port}"
        );
        let config = config.with(Path::from("zone"), Value::null(Type::String));
        let zone = example("shop_item", &block, &config.unwrap(), &unknown);
        assert!(zone.contains("  input = [null]\n"), "{zone}");
        let secret = resource(Path::from("password"));
        assert!(secret.contains("  input = [\"(sensitive)\"]\n"), "{secret}");
    }
}
