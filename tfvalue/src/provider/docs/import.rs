//! Writes the section about the import of a resource.

use std::fmt::Write as _;
use std::io;

use super::code_block;
use super::schema::type_name;
use crate::schema::{Identity, IdentityAttribute};
use crate::ty::Type;

/// The ways in which a resource can be imported.
pub(super) struct Import<'a> {
    /// The name of the type.
    pub(super) name: &'a str,
    /// The form of the ID according to the annotation.
    pub(super) id: Option<String>,
    pub(super) identity: Option<&'a Identity>,
}

impl Import<'_> {
    /// Returns the section, including the examples that exist. The section is empty if the resource cannot be imported.
    pub(super) fn section(
        &self,
        example: impl Fn(&str) -> io::Result<Option<String>>,
    ) -> io::Result<String> {
        let mut section = String::new();
        let identity = example("import-by-identity.tf")?.or_else(|| self.by_identity());
        if let Some(code) = identity {
            section.push_str("\nWith Terraform 1.12 or later, by its identity:\n\n");
            section.push_str(&code_block("terraform", &code));
        }
        if let Some(identity) = self.identity {
            members(&mut section, identity);
        }
        if let Some(code) = example("import-by-string-id.tf")?.or_else(|| self.by_id()) {
            section.push_str("\nWith Terraform 1.5 or later, by its ID:\n\n");
            section.push_str(&code_block("terraform", &code));
        }
        if let Some(code) = example("import.sh")?.or_else(|| self.command()) {
            section.push_str("\nWith the command `terraform import`:\n\n");
            section.push_str(&code_block("shell", &code));
        }
        if !section.is_empty() {
            section.insert_str(
                0,
                "\n## Import\n\nAn object that exists already can be imported.\n",
            );
        }
        Ok(section)
    }

    fn by_identity(&self) -> Option<String> {
        let mut code = format!("import {{\n  to = {}.example\n  identity = {{\n", self.name);
        let required = |attribute: &&IdentityAttribute| attribute.required_for_import;
        for attribute in self.identity?.attributes.iter().filter(required) {
            let value = placeholder(&attribute.name, &attribute.ty);
            let _ = writeln!(code, "    {} = {value}", attribute.name);
        }
        Some(code + "  }\n}\n")
    }

    fn by_id(&self) -> Option<String> {
        let (name, id) = (self.name, self.id.as_deref()?);
        Some(format!(
            "import {{\n  to = {name}.example\n  id = \"{id}\"\n}}\n"
        ))
    }

    fn command(&self) -> Option<String> {
        let id = self.id.as_deref()?;
        Some(format!("terraform import {}.example \"{id}\"\n", self.name))
    }
}

/// Writes the attributes of an identity.
fn members(section: &mut String, identity: &Identity) {
    section.push_str("\n### Identity Schema\n");
    for (title, is_required) in [("Required", true), ("Optional", false)] {
        let attributes = identity.attributes.iter();
        let mut attributes = attributes
            .filter(|attribute| attribute.required_for_import == is_required)
            .peekable();
        if attributes.peek().is_some() {
            let _ = write!(section, "\n#### {title}\n\n");
        }
        for attribute in attributes {
            let line = format!(
                "- `{}` ({}) {}",
                attribute.name,
                type_name(&attribute.ty),
                attribute.description
            );
            section.push_str(line.trim_end());
            section.push('\n');
        }
    }
}

/// Returns a value of a type as a user would write it.
fn placeholder(name: &str, ty: &Type) -> String {
    match ty {
        Type::Number => "1".to_owned(),
        Type::Bool => "true".to_owned(),
        Type::List(element) => format!("[{}]", placeholder(name, element)),
        _ => format!("\"{name}\""),
    }
}
