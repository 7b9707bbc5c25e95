//! Writes the section about the attributes and nested blocks of a schema.

use std::collections::HashMap;
use std::collections::hash_map::{Entry, RandomState};
use std::fmt::Write as _;
use std::hash::BuildHasher as _;

use super::said::{names_default, says};
use crate::model::Field;
use crate::schema::{Attribute, AttributeType, Block, NestedBlock, Nesting};
use crate::ty::Type;
use crate::validate;
use crate::value::Value;

/// A group of members in the section.
#[derive(Clone, Copy, PartialEq)]
enum MemberGroup {
    Required,
    Optional,
    ReadOnly,
}

impl MemberGroup {
    const ALL: [(MemberGroup, &'static str); 3] = [
        (MemberGroup::Required, "Required"),
        (MemberGroup::Optional, "Optional"),
        (MemberGroup::ReadOnly, "Read-Only"),
    ];

    fn of_attribute(attribute: &Attribute) -> Self {
        match (attribute.required, attribute.optional) {
            (true, _) => MemberGroup::Required,
            (false, true) => MemberGroup::Optional,
            (false, false) => MemberGroup::ReadOnly,
        }
    }

    fn of_block(block: &NestedBlock) -> Self {
        if block.min_items > 0 {
            MemberGroup::Required
        } else {
            MemberGroup::Optional
        }
    }
}

/// A member that has its own section.
enum Section<'a> {
    Members(PageMembers<'a>),
    Object(&'a Type, MemberGroup),
}

/// The members of a schema, and the fields of its struct.
#[derive(Clone, Copy)]
struct PageMembers<'a> {
    attributes: &'a [Attribute],
    blocks: &'a [NestedBlock],
    fields: &'a [Field],
}

impl<'a> PageMembers<'a> {
    fn field(&self, name: &str) -> Option<&'a Field> {
        self.fields.iter().find(|field| field.name() == name)
    }

    /// Returns the fields of the struct in the type of a member.
    fn fields_in(&self, name: &str) -> &'a [Field] {
        self.field(name).map_or(&[], |field| field.elements().1)
    }
}

/// Writes the section for a schema, followed by a section for each nested block and nested attribute. The fields come
/// from the schema's struct. With `is_once`, equal nested schemas are written only once.
pub(super) fn write(page: &mut String, block: &Block, fields: &[Field], is_once: bool) {
    page.push_str("## Schema\n");
    let mut sections = Sections {
        next: Vec::new(),
        written: is_once.then(HashMap::new),
    };
    let root = PageMembers {
        attributes: &block.attributes,
        blocks: &block.block_types,
        fields,
    };
    members(page, root, "### ", "", "", &mut sections);
    // Each section adds its subsections before its siblings.
    let mut left = std::mem::take(&mut sections.next);
    left.reverse();
    while let Some((path, anchor, section)) = left.pop() {
        let _ = write!(
            page,
            "\n<a id=\"{anchor}\"></a>\n### Nested Schema for `{path}`\n"
        );
        match section {
            Section::Members(all) => members(page, all, "", &path, &anchor, &mut sections),
            Section::Object(ty, group) => object(page, ty, group, &path, &anchor, &mut sections),
        }
        left.extend(std::mem::take(&mut sections.next).into_iter().rev());
    }
}

/// The nested schemas that remain to be written.
struct Sections<'a> {
    /// The path, the anchor and the content of each nested schema.
    next: Vec<(String, String, Section<'a>)>,
    /// The anchors of the schemas that have a section, indexed by the hash of the content, or `None` if each schema has
    /// its own section.
    written: Option<HashMap<u64, String, RandomState>>,
}

impl Sections<'_> {
    /// Returns the anchor of an equal schema that has a section. Otherwise, remembers this section.
    fn written(&mut self, section: &Section<'_>, anchor: &str) -> Option<String> {
        let written = self.written.as_mut()?;
        let hash = written.hasher().hash_one(section.content()?);
        match written.entry(hash) {
            Entry::Occupied(other) => Some(other.get().clone()),
            Entry::Vacant(place) => {
                place.insert(anchor.to_owned());
                None
            }
        }
    }
}

impl Section<'_> {
    /// Returns the whole content of a schema as a string. Returns `None` for a small schema, because a separate section
    /// is easier to read.
    fn content(&self) -> Option<String> {
        match self {
            Section::Members(all) if all.attributes.len() + 3 * all.blocks.len() >= 3 => {
                Some(format!("{:?}{:?}", all.attributes, all.blocks))
            }
            _ => None,
        }
    }
}

fn members<'a>(
    page: &mut String,
    all: PageMembers<'a>,
    prefix: &str,
    path: &str,
    anchor: &str,
    sections: &mut Sections<'a>,
) {
    for (group, title) in MemberGroup::ALL {
        let mut lines = Vec::new();
        for attribute in all.attributes {
            if MemberGroup::of_attribute(attribute) == group {
                let line = attribute_line(attribute, all, path, anchor, sections);
                lines.push((&*attribute.name, line));
            }
        }
        for block in all.blocks {
            if MemberGroup::of_block(block) == group {
                let line = block_line(block, all, path, anchor, sections);
                lines.push((&*block.type_name, line));
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
    all: PageMembers<'a>,
    path: &str,
    anchor: &str,
    sections: &mut Sections<'a>,
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
    if attribute.deprecated {
        facts.push_str(", Deprecated");
    }
    if attribute.write_only {
        facts.push_str(
            ", [Write-only](https://developer.hashicorp.com/terraform/language/resources/\
             ephemeral#write-only-arguments)",
        );
    }
    let section = match &attribute.ty {
        AttributeType::Nested(nested) => Some(Section::Members(PageMembers {
            attributes: &nested.attributes,
            blocks: &[],
            fields: all.fields_in(name),
        })),
        AttributeType::Type(ty) => {
            innermost_object(ty).map(|ty| Section::Object(ty, MemberGroup::of_attribute(attribute)))
        }
    };
    let mut generated = Vec::new();
    let is_configurable = attribute.required || attribute.optional;
    if let Some(field) = all.field(name).filter(|_| is_configurable) {
        generated = validate::page_sentences(field, all.fields);
        let default = default(attribute, field);
        let default = default.filter(|text| !names_default(&attribute.description, text));
        generated.extend(default.map(|text| format!("Defaults to {}.", validate::code(&text))));
    }
    let texts = [&*attribute.description, &*attribute.deprecation_message];
    line(
        name,
        &facts,
        texts,
        &generated,
        section.map(|section| add(sections, "nestedatt", path, anchor, name, section)),
    )
}

fn block_line<'a>(
    block: &'a NestedBlock,
    all: PageMembers<'a>,
    path: &str,
    anchor: &str,
    sections: &mut Sections<'a>,
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
    let name = &block.type_name;
    let section = Section::Members(PageMembers {
        attributes: &block.block.attributes,
        blocks: &block.block.block_types,
        fields: all.fields_in(name),
    });
    let link = add(sections, "nestedblock", path, anchor, name, section);
    let field = all.field(name);
    let generated = field.map(|field| validate::page_sentences(field, all.fields));
    let texts = [&*block.block.description, &*block.block.deprecation_message];
    line(
        name,
        &facts,
        texts,
        &generated.unwrap_or_default(),
        Some(link),
    )
}

/// Adds a nested schema and returns its anchor.
fn add<'a>(
    sections: &mut Sections<'a>,
    kind: &str,
    path: &str,
    anchor: &str,
    name: &str,
    section: Section<'a>,
) -> String {
    let (path, anchor) = if path.is_empty() {
        (name.to_owned(), format!("{kind}--{name}"))
    } else {
        (format!("{path}.{name}"), format!("{anchor}--{name}"))
    };
    if let Some(other) = sections.written(&section, &anchor) {
        return other;
    }
    sections.next.push((path, anchor.clone(), section));
    anchor
}

/// Returns the line for a member: the description, the generated sentences, and the deprecation message.
fn line(
    name: &str,
    facts: &str,
    [description, deprecation]: [&str; 2],
    generated: &[String],
    link: Option<String>,
) -> String {
    // An empty line would end the list item.
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let deprecation = Some(deprecation).filter(|text| !says(description, text));
    let texts = [
        one_line(description),
        generated.join(" "),
        one_line(deprecation.unwrap_or_default()),
    ];
    let mut line = format!("`{name}` ({facts})");
    for text in texts.iter().filter(|text| !text.is_empty()) {
        line.push(' ');
        line.push_str(text);
    }
    if let Some(anchor) = link {
        let _ = write!(line, " (see [below for nested schema](#{anchor}))");
    }
    line
}

/// Returns a default or a time limit, with secrets left out.
fn default(attribute: &Attribute, field: &Field) -> Option<String> {
    if attribute.any(&Attribute::is_secret) {
        return None;
    }
    if let Some(limit) = field.time_limit() {
        return Some(limit.to_owned());
    }
    // A default with the wrong type is reported during planning.
    let value = field.planning().default.as_ref()?.value().ok()?;
    Some(match value.as_str() {
        Some(text) if !text.trim().is_empty() && text.trim() == text => text.to_owned(),
        _ => without_null(&value).to_string(),
    })
}

/// Removes null members from objects, and converts sets to lists, which are easier to read.
fn without_null(value: &Value) -> Value {
    let members = value.members().into_iter().flatten();
    let members = members.filter(|(_, value)| !value.is_null());
    let members = members.map(|(name, value)| (name, without_null(value)));
    match (value.members(), value.elements()) {
        (Some(_), _) => Value::object(members).unwrap_or_else(|_| value.clone()),
        (_, Some(elements)) => Value::tuple(elements.map(without_null)),
        _ => value.clone(),
    }
}

/// Writes the members of a plain object type under the heading of the attribute's group, because the members have no
/// flags.
fn object<'a>(
    page: &mut String,
    ty: &'a Type,
    group: MemberGroup,
    path: &str,
    anchor: &str,
    sections: &mut Sections<'a>,
) {
    let Type::Object(object) = ty else { return };
    let title = MemberGroup::ALL
        .iter()
        .find(|(of_title, _)| *of_title == group);
    let _ = write!(page, "\n{}:\n\n", title.map_or("", |(_, title)| title));
    for member in object {
        let link = innermost_object(&member.ty).map(|ty| Section::Object(ty, group));
        let link = link.map(|section| {
            add(
                sections,
                "nestedobjatt",
                path,
                anchor,
                &member.name,
                section,
            )
        });
        let line = line(&member.name, &type_name(&member.ty), ["", ""], &[], link);
        let _ = writeln!(page, "- {line}");
    }
}

/// Returns the object type inside lists, sets and maps, if there is one.
fn innermost_object(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Object(_) => Some(ty),
        Type::List(element) | Type::Set(element) | Type::Map(element) => innermost_object(element),
        _ => None,
    }
}

/// Returns the name of a type as the Registry writes it.
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
