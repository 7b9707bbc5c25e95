//! Converts a description to the tables that planning, validation and other operations read.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::description::{ConfigCheck, Convert, Description, Moved, Upgrade as Older};
use super::faults;
use super::rules::Rules;
use super::value;
use crate::error::{Error, Result};
use crate::model::{
    Code, Field, FieldRules, FieldText, History, IdentitySchema, ImportPart, Model, Move,
    ObjectCheck, ResourceIdentity, Role, Supply, Table, Upgrade,
};
use crate::msgpack;
use crate::path::Path;
use crate::plan;
use crate::provider::faults::panic;
use crate::schema::diff::Snapshot;
use crate::schema::{Attribute, AttributeType, Block, Identity};
use crate::state::{self, Stored};
use crate::validate::faults_of_defaults;

/// The schema of a description, with its defaults and replacements.
impl From<Description> for Snapshot {
    fn from(description: Description) -> Self {
        let schema = description.schema().clone();
        let described = Described::new(description, Role::Resource);
        Snapshot {
            rules: Some(plan::rules_by_path(&described.fields)),
            ..schema.into()
        }
    }
}

/// The tables of a description.
pub(crate) struct Described {
    fields: Vec<Field>,
    check: Option<ConfigCheck>,
    pub(crate) history: History,
    pub(crate) has_default: bool,
    /// The reasons why the description is not consistent.
    pub(crate) fault: Option<Error>,
}

impl Described {
    pub(crate) fn new(description: Description, role: Role) -> Self {
        let Description {
            schema,
            rules,
            check,
            import,
            identity,
            mutable_identity,
            upgrades,
            identity_upgrades,
            moves,
            twice,
            may_be_without_effect,
        } = description;
        let mut build = Build {
            rules,
            faults: Vec::new(),
            role,
            may_be_without_effect,
        };
        for text in faults::of_upgrades("upgrade", &upgrades, schema.version) {
            build.fault("", text);
        }
        let identity_version = identity.as_ref().map_or(0, |identity| identity.version);
        for text in faults::of_upgrades("upgrade_identity", &identity_upgrades, identity_version) {
            build.fault("", text);
        }
        let moves: Box<[_]> = moves
            .into_iter()
            .map(|moved| move_of(moved, &schema.block))
            .collect();
        for text in faults::of_moves(&moves) {
            build.fault("", text);
        }
        let without_identity = [
            ("mutable_identity", mutable_identity),
            ("upgrade_identity", !identity_upgrades.is_empty()),
        ];
        for (method, is_there) in without_identity {
            if is_there && identity.is_none() {
                let text = format!(
                    "`{method}` has no effect without an identity: add `identity`, or remove it"
                );
                build.fault("", text);
            }
        }
        for path in twice {
            build.fault(&path, "the rules of this path are there twice");
        }
        let fields = build.block("", &schema.block);
        if build.faults.is_empty() && !build.may_be_without_effect {
            build.faults = faults_of_defaults(&fields);
        }
        for path in std::mem::take(&mut build.rules).into_keys() {
            let text = "there are rules, but the schema has no attribute or nested block here";
            build.fault(&path, text);
        }
        let mut history = History {
            upgrades: Table::Owned(upgrades_of(upgrades, Block::clone, &schema.block)),
            moves: Table::Owned(moves),
            ..History::NONE
        };
        if let Some(import) = import {
            history.import = Table::Owned(build.import(&import, &fields));
        }
        if let Some(identity) = identity {
            if identity.attributes.is_empty() {
                let text = "an identity without attributes identifies no object: add an attribute";
                build.fault("", text);
            }
            build.identity(&identity, &schema.block);
            history.identity = Some(identity_of(identity, identity_upgrades));
        }
        history.mutable_identity = mutable_identity;
        Described {
            has_default: fields.iter().any(Field::has_default),
            fields,
            check,
            history,
            fault: Error::join(build.faults).err(),
        }
    }

    pub(crate) fn model(&self) -> Model<'_> {
        Model {
            check: self.check.as_deref().map(ObjectCheck::Owned),
            ..Model::new(&self.fields)
        }
    }
}

struct Build {
    rules: BTreeMap<String, Rules>,
    faults: Vec<Error>,
    role: Role,
    may_be_without_effect: bool,
}

impl Build {
    fn fault(&mut self, path: &str, text: impl Into<String>) {
        let steps = path.split('.').filter(|name| !name.is_empty());
        let path = steps.fold(Path::root(), Path::attribute);
        self.faults.push(Error::data(text.into()).at(path));
    }

    fn block(&mut self, path: &str, block: &Block) -> Vec<Field> {
        let mut fields = self.attributes(path, &block.attributes);
        for nested in &block.block_types {
            let path = join(path, &nested.type_name);
            let members = self.block(&path, &nested.block);
            let rules = self.take(&path, None);
            fields.push(Field::of_block(nested, rules, members));
        }
        self.checked(path, fields)
    }

    fn attributes(&mut self, path: &str, attributes: &[Attribute]) -> Vec<Field> {
        let mut fields = Vec::with_capacity(attributes.len());
        for attribute in attributes {
            let path = join(path, &attribute.name);
            let members = match &attribute.ty {
                AttributeType::Nested(nested) => {
                    let members = self.attributes(&path, &nested.attributes);
                    self.checked(&path, members)
                }
                AttributeType::Type(_) => Vec::new(),
            };
            let rules = self.take(&path, Some(attribute));
            fields.push(Field::of_attribute(attribute, rules, members));
        }
        fields
    }

    /// Removes and returns the rules of a path. A default is converted to the type of the attribute.
    fn take(&mut self, path: &str, attribute: Option<&Attribute>) -> FieldRules {
        let Some(Rules { mut rules, faults }) = self.rules.remove(path) else {
            return FieldRules::NONE;
        };
        let is_root = !path.contains('.');
        let found = faults::of_flags(
            &rules,
            attribute,
            is_root,
            self.role,
            self.may_be_without_effect,
        );
        for fault in faults
            .into_iter()
            .chain(found.into_iter().map(String::from))
        {
            self.fault(path, fault);
        }
        if let Some(Supply::Owned(default)) = &mut rules.planning.default {
            let Some(attribute) = attribute else {
                self.fault(path, "`default` is only for attributes");
                return rules;
            };
            if !attribute.optional || !attribute.computed {
                self.fault(
                    path,
                    "`default` requires that the attribute is optional and computed",
                );
            }
            let ty = attribute.implied_type();
            let typed = msgpack::value_to_vec(default, &ty)
                .and_then(|bytes| msgpack::value_from_slice(&bytes, &ty));
            match typed {
                Ok(typed) => *default = typed,
                Err(error) => {
                    let error = error.redact_if(attribute.any(&Attribute::is_secret));
                    self.fault(path, format!("the default does not fit: {error}"));
                }
            }
        }
        rules
    }

    /// Sorts the members of an object, and checks their rules.
    fn checked(&mut self, path: &str, mut fields: Vec<Field>) -> Vec<Field> {
        fields.sort_by(|a, b| a.name().cmp(b.name()));
        let mut faults = Vec::new();
        for field in &fields {
            let is_root = path.is_empty();
            let found = faults::among(
                field,
                &fields,
                is_root,
                self.role,
                self.may_be_without_effect,
            );
            faults.extend(
                found
                    .into_iter()
                    .map(|text| (join(path, field.name()), text)),
            );
        }
        for (path, text) in faults {
            self.fault(&path, text);
        }
        fields
    }

    /// Splits the format of an import ID into its parts.
    fn import(&mut self, form: &str, fields: &[Field]) -> Box<[ImportPart]> {
        let parts = ImportPart::split(form);
        if parts.is_empty() {
            let text = format!(
                "the form of an import ID consists of names of attributes with separators between them, got {form:?}"
            );
            self.fault("", text);
        }
        let is_blank = |part: &ImportPart| part.separator.as_str().contains(char::is_whitespace);
        if parts.iter().any(is_blank) {
            let text = "white space in `import_id` would be a part of each ID: leave it out";
            self.fault("", text);
        }
        for (index, part) in parts.iter().enumerate() {
            let name = part.attribute.as_str();
            if parts[..index]
                .iter()
                .any(|one| one.attribute.as_str() == name)
            {
                let text = "duplicate attribute in `import_id`: remove one of them";
                self.fault(name, text);
            }
            if let Some(text) = panic::message_of(|| Field::check_import(fields, name)) {
                self.fault(name, text);
            }
        }
        parts.into()
    }

    fn identity(&mut self, identity: &Identity, block: &Block) {
        for one in &identity.attributes {
            let Some(attribute) = block.attribute(&one.name) else {
                continue; // a handler sets it
            };
            let text = if attribute.is_secret() {
                "a sensitive or write-only attribute cannot be part of the identity"
            } else if attribute.implied_type() != one.ty {
                "the attribute has another type in the identity"
            } else {
                continue;
            };
            self.fault(&one.name, text);
        }
    }
}

fn join(path: &str, name: &str) -> String {
    match path {
        "" => name.to_owned(),
        path => format!("{path}.{name}"),
    }
}

/// Returns the upgrades from older schemas to the current block. `block_of` converts a schema to a block.
fn upgrades_of<S>(
    upgrades: Vec<Older<S>>,
    block_of: impl Fn(&S) -> Block,
    current: &Block,
) -> Box<[Upgrade]> {
    let upgrades = upgrades.into_iter().map(|older| {
        let (old, current) = (block_of(&older.schema), current.clone());
        let convert = older.convert;
        let convert = move |stored: &Stored<'_>| upgraded(stored, &old, &convert, &current);
        Upgrade {
            min: older.version,
            max: older.version,
            convert: Code::Owned(Arc::new(convert)),
        }
    });
    upgrades.collect()
}

/// Reads a state from an older version, converts it, and writes it as MessagePack.
fn upgraded(stored: &Stored<'_>, old: &Block, convert: &Convert, new: &Block) -> Result<Vec<u8>> {
    let state = convert(stored.value(old)?)?;
    value::state(new, &new.implied_type(), state)
}

fn move_of(moved: Moved, current: &Block) -> Move {
    let Moved {
        name,
        min_version,
        max_version,
        block,
        identity,
        convert,
    } = moved;
    let (current, identity) = (
        current.clone(),
        identity.as_ref().map(state::identity_block),
    );
    let convert = move |stored: &Stored<'_>, json: Option<&[u8]>| {
        let of = identity.as_ref().zip(json);
        let of = of.map(|(block, json)| Stored::json(json).value(block));
        let state = convert(stored.value(&block)?, of.transpose()?)?;
        value::state(&current, &current.implied_type(), state)
    };
    Move {
        name: FieldText::Owned(name.into()),
        min_version,
        max_version,
        convert: Code::Owned(Arc::new(convert)),
    }
}

fn identity_of(identity: Identity, upgrades: Vec<Older<Identity>>) -> ResourceIdentity {
    let (version, block) = (identity.version, state::identity_block(&identity));
    let history = History {
        upgrades: Table::Owned(upgrades_of(upgrades, state::identity_block, &block)),
        ..History::NONE
    };
    let upgrade = move |stored_version: i64, stored: &Stored<'_>| {
        let schema = || block.clone();
        state::upgraded_identity(&history, version, schema, stored_version, stored)
    };
    ResourceIdentity {
        schema: IdentitySchema::Owned(Box::new(identity)),
        upgrade: Code::Owned(Arc::new(upgrade)),
    }
}

impl ImportPart {
    /// Splits a string that consists of names with separators between them. Returns an empty list if the string has any
    /// other form.
    fn split(form: &str) -> Vec<Self> {
        let is_separator = |letter: char| !letter.is_alphanumeric() && letter != '_';
        let (mut rest, mut parts) = (form, Vec::new());
        while !rest.is_empty() {
            let name = rest.split(is_separator).next().unwrap_or_default();
            let after = &rest[name.len()..];
            rest = after.trim_start_matches(is_separator);
            let separator = &after[..after.len() - rest.len()];
            if name.is_empty() || rest.is_empty() != separator.is_empty() {
                return Vec::new();
            }
            parts.push(ImportPart {
                attribute: FieldText::Owned(name.into()),
                separator: FieldText::Owned(separator.into()),
            });
        }
        parts
    }
}
