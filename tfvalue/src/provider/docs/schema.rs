//! The section with the attributes and nested blocks of a schema.

use std::fmt::Write as _;

use crate::schema::{Attribute, AttributeType, Block, NestedBlock, Nesting};
use crate::ty::Type;

/// A group of members in the section.
#[derive(Clone, Copy, PartialEq)]
enum Group {
    Required,
    Optional,
    ReadOnly,
}

impl Group {
    const ALL: [(Group, &'static str); 3] = [
        (Group::Required, "Required"),
        (Group::Optional, "Optional"),
        (Group::ReadOnly, "Read-Only"),
    ];

    fn of_attribute(attribute: &Attribute) -> Self {
        match (attribute.required, attribute.optional) {
            (true, _) => Group::Required,
            (false, true) => Group::Optional,
            (false, false) => Group::ReadOnly,
        }
    }

    fn of_block(block: &NestedBlock) -> Self {
        if block.min_items > 0 {
            Group::Required
        } else {
            Group::Optional
        }
    }
}

/// A member with a section of its own.
enum Part<'a> {
    Attributes(&'a [Attribute]),
    Object(&'a Type),
    Block(&'a Block),
}

/// Writes the section for a schema, and a section for each nested block and nested attribute.
pub(super) fn write(page: &mut String, block: &Block) {
    page.push_str("## Schema\n");
    let mut parts = Vec::new();
    members(
        page,
        &block.attributes,
        &block.block_types,
        "### ",
        "",
        "",
        &mut parts,
    );
    // Each section adds those of the next level in front of its siblings.
    parts.reverse();
    while let Some((path, anchor, part)) = parts.pop() {
        let _ = write!(
            page,
            "\n<a id=\"{anchor}\"></a>\n### Nested Schema for `{path}`\n"
        );
        let mut next = Vec::new();
        match part {
            Part::Attributes(attributes) => {
                members(page, attributes, &[], "", &path, &anchor, &mut next);
            }
            Part::Block(block) => {
                let Block {
                    attributes,
                    block_types,
                    ..
                } = block;
                members(page, attributes, block_types, "", &path, &anchor, &mut next);
            }
            Part::Object(ty) => object(page, ty, &path, &anchor, &mut next),
        }
        parts.extend(next.into_iter().rev());
    }
}

/// The path, the anchor and the content of each nested schema.
type Parts<'a> = Vec<(String, String, Part<'a>)>;

fn members<'a>(
    page: &mut String,
    attributes: &'a [Attribute],
    blocks: &'a [NestedBlock],
    prefix: &str,
    path: &str,
    anchor: &str,
    parts: &mut Parts<'a>,
) {
    for (group, title) in Group::ALL {
        let mut lines = Vec::new();
        for attribute in attributes {
            if Group::of_attribute(attribute) == group {
                let line = attribute_line(attribute, path, anchor, parts);
                lines.push((&*attribute.name, line));
            }
        }
        for block in blocks {
            if Group::of_block(block) == group {
                lines.push((&*block.type_name, block_line(block, path, anchor, parts)));
            }
        }
        if lines.is_empty() {
            continue;
        }
        lines.sort_by_key(|(name, _)| *name);
        let colon = if prefix.is_empty() { ":" } else { "" };
        let _ = write!(page, "\n{prefix}{title}{colon}\n\n");
        for (_, line) in lines {
            let _ = writeln!(page, "- {line}");
        }
    }
}

fn attribute_line<'a>(
    attribute: &'a Attribute,
    path: &str,
    anchor: &str,
    parts: &mut Parts<'a>,
) -> String {
    let name = &attribute.name;
    let mut facts = match &attribute.ty {
        AttributeType::Nested(nested) => match nested.nesting {
            Nesting::List => "Attributes List".to_owned(),
            Nesting::Set => "Attributes Set".to_owned(),
            Nesting::Map => "Attributes Map".to_owned(),
            Nesting::Single | Nesting::Group => "Attributes".to_owned(),
        },
        AttributeType::Type(ty) => type_name(ty),
    };
    if attribute.sensitive {
        facts.push_str(", Sensitive");
    }
    if attribute.write_only {
        facts.push_str(
            ", [Write-only](https://developer.hashicorp.com/terraform/language/resources/\
             ephemeral#write-only-arguments)",
        );
    }
    if attribute.deprecated {
        facts.push_str(", Deprecated");
    }
    let part = match &attribute.ty {
        AttributeType::Nested(nested) => Some(Part::Attributes(&nested.attributes)),
        AttributeType::Type(ty) => innermost_object(ty).map(Part::Object),
    };
    let texts = [&*attribute.description, &*attribute.deprecation_message];
    line(
        name,
        &facts,
        &texts,
        part.map(|part| add(parts, "nestedatt", path, anchor, name, part)),
    )
}

fn block_line<'a>(
    block: &'a NestedBlock,
    path: &str,
    anchor: &str,
    parts: &mut Parts<'a>,
) -> String {
    let mut facts = match block.nesting {
        Nesting::List => "Block List".to_owned(),
        Nesting::Set => "Block Set".to_owned(),
        Nesting::Map => "Block Map".to_owned(),
        Nesting::Single | Nesting::Group => "Block".to_owned(),
    };
    if matches!(block.nesting, Nesting::List | Nesting::Set) {
        for (word, count) in [("Min", block.min_items), ("Max", block.max_items)] {
            if count > 0 {
                let _ = write!(facts, ", {word}: {count}");
            }
        }
    }
    if block.block.deprecated {
        facts.push_str(", Deprecated");
    }
    let link = add(
        parts,
        "nestedblock",
        path,
        anchor,
        &block.type_name,
        Part::Block(&block.block),
    );
    let texts = [&*block.block.description, &*block.block.deprecation_message];
    line(&block.type_name, &facts, &texts, Some(link))
}

/// Adds a nested schema, and returns its anchor.
fn add<'a>(
    parts: &mut Parts<'a>,
    kind: &str,
    path: &str,
    anchor: &str,
    name: &str,
    part: Part<'a>,
) -> String {
    let (path, anchor) = if path.is_empty() {
        (name.to_owned(), format!("{kind}--{name}"))
    } else {
        (format!("{path}.{name}"), format!("{anchor}--{name}"))
    };
    parts.push((path, anchor.clone(), part));
    anchor
}

fn line(name: &str, facts: &str, texts: &[&str], link: Option<String>) -> String {
    let mut line = format!("`{name}` ({facts})");
    for text in texts.iter().filter(|text| !text.is_empty()) {
        line.push(' ');
        // A list item ends at an empty line.
        line.push_str(&text.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    if let Some(anchor) = link {
        let _ = write!(line, " (see [below for nested schema](#{anchor}))");
    }
    line
}

/// Writes the members of a plain object type.
fn object<'a>(page: &mut String, ty: &'a Type, path: &str, anchor: &str, parts: &mut Parts<'a>) {
    let Type::Object(object) = ty else { return };
    page.push('\n');
    for member in object {
        let link = innermost_object(&member.ty).map(Part::Object);
        let link = link.map(|part| add(parts, "nestedobjatt", path, anchor, &member.name, part));
        let line = line(&member.name, &type_name(&member.ty), &[], link);
        let _ = writeln!(page, "- {line}");
    }
}

/// Returns the object type within lists, sets and maps, if there is one.
fn innermost_object(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Object(_) => Some(ty),
        Type::List(element) | Type::Set(element) | Type::Map(element) => innermost_object(element),
        _ => None,
    }
}

/// Returns the name of a type in the Registry.
pub(super) fn type_name(ty: &Type) -> String {
    match ty {
        Type::String => "String".to_owned(),
        Type::Number => "Number".to_owned(),
        Type::Bool => "Boolean".to_owned(),
        Type::List(element) => format!("List of {}", type_name(element)),
        Type::Set(element) => format!("Set of {}", type_name(element)),
        Type::Map(element) => format!("Map of {}", type_name(element)),
        Type::Object(_) => "Object".to_owned(),
        Type::Tuple(_) => "Tuple".to_owned(),
        Type::Dynamic => "Dynamic".to_owned(),
    }
}
