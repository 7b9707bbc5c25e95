//! Compares the schemas of resources, including all nested parts.

use std::collections::BTreeMap;

use super::change::{ChangeKind, Flag, SchemaChange};
use super::rules::{RulesByPath, Snapshot};
use crate::path::{Path, Step};
use crate::schema::{Attribute, AttributeType, Block, NestedBlock, Nesting, Schema};

/// Returns the changes between two versions of a schema, sorted by name.
///
/// A [`Snapshot`] also contains the defaults and replacements of a struct. These rules are compared if both versions
/// have them.
///
/// # Examples
///
/// ```
/// use tfvalue::Type;
/// use tfvalue::schema::{Attribute, Block, Schema, diff};
///
/// let schema = |attribute| Schema::new(Block::new().attributes([attribute]));
/// let old = schema(Attribute::new("size", Type::Number).optional());
/// let new = schema(Attribute::new("size", Type::Number).required());
///
/// let changes = diff::compare(&old, &new);
/// assert_eq!(changes.len(), 1);
/// assert_eq!(changes[0].to_string(), "breaking: size: is now required");
/// assert!(diff::compare(&old, &old).is_empty());
/// ```
#[must_use]
pub fn compare(old: impl Into<Snapshot>, new: impl Into<Snapshot>) -> Vec<SchemaChange> {
    let (old, new) = (old.into(), new.into());
    let mut changes = Changes {
        rules: [old.rules, new.rules],
        ..Changes::default()
    };
    changes.version(old.version, new.version);
    changes.block(&old.block, &new.block);
    changes.found
}

/// The changes so far, and the path of the current part.
#[derive(Default)]
pub(super) struct Changes {
    path: Path,
    pub(super) found: Vec<SchemaChange>,
    /// The old and the new rules, if they are known.
    rules: [Option<RulesByPath>; 2],
}

impl Changes {
    /// Adds a change to the current part.
    pub(super) fn add(&mut self, kind: ChangeKind) {
        let is_new = matches!(kind, ChangeKind::Added { .. });
        self.found.push(SchemaChange {
            path: self.path.clone(),
            kind,
        });
        if let (true, [_, Some(rules)]) = (is_new, &self.rules) {
            let own = rules.get(&self.path.to_string());
            if own.is_some_and(|own| own.replaces_null) {
                self.add(ChangeKind::ReplacesExisting);
            }
        }
    }

    /// Compares a nested part of the current part.
    pub(super) fn within(&mut self, step: Step, compare: impl FnOnce(&mut Changes)) {
        self.path.push(step);
        compare(self);
        self.path.pop();
    }

    /// Compares named parts in the order of their names.
    pub(super) fn named<'a, T: 'a>(
        &mut self,
        step: impl Fn(&str) -> Step,
        old: impl IntoIterator<Item = (&'a str, &'a T)>,
        new: impl IntoIterator<Item = (&'a str, &'a T)>,
        is_required: impl Fn(&T) -> bool,
        compare: impl Fn(&mut Changes, &T, &T),
    ) {
        let (old_names, old): (Vec<_>, Vec<_>) = old.into_iter().unzip();
        let (new_names, new): (Vec<_>, Vec<_>) = new.into_iter().unzip();
        for (name, places) in places(old_names, new_names) {
            self.within(step(name), |changes| match places {
                (Some(at), Some(now)) => compare(changes, old[at], new[now]),
                (None, Some(now)) => changes.add(ChangeKind::Added {
                    required: is_required(new[now]),
                }),
                _ => changes.add(ChangeKind::Removed),
            });
        }
    }

    pub(super) fn version(&mut self, old: i64, new: i64) {
        if old != new {
            self.add(ChangeKind::Version { old, new });
        }
    }

    pub(super) fn flag(&mut self, flag: Flag, old: bool, new: bool) {
        if old != new {
            self.add(ChangeKind::Flag { flag, now: new });
        }
    }

    pub(super) fn text<T: PartialEq>(&mut self, old: &T, new: &T) {
        if old != new {
            self.add(ChangeKind::Text);
        }
    }

    fn nesting(&mut self, old: Nesting, new: Nesting) {
        if old != new {
            self.add(ChangeKind::Nesting { old, new });
        }
    }

    pub(super) fn schema(&mut self, old: &Schema, new: &Schema) {
        self.version(old.version, new.version);
        self.block(&old.block, &new.block);
    }

    pub(super) fn block(&mut self, old: &Block, new: &Block) {
        self.flag(Flag::Computed, old.computed, new.computed);
        self.flag(Flag::Deprecated, old.deprecated, new.deprecated);
        let text = |block: &Block| {
            (
                block.description.clone(),
                block.description_kind,
                block.deprecation_message.clone(),
            )
        };
        self.text(&text(old), &text(new));
        self.attributes(&old.attributes, &new.attributes);
        self.named(
            attribute_step,
            old.block_types.iter().map(|one| (&*one.type_name, one)),
            new.block_types.iter().map(|one| (&*one.type_name, one)),
            |block| block.min_items > 0,
            Changes::nested_block,
        );
    }

    fn attributes(&mut self, old: &[Attribute], new: &[Attribute]) {
        self.named(
            attribute_step,
            old.iter().map(|one| (&*one.name, one)),
            new.iter().map(|one| (&*one.name, one)),
            |attribute| attribute.required,
            Changes::attribute,
        );
    }

    fn nested_block(&mut self, old: &NestedBlock, new: &NestedBlock) {
        self.nesting(old.nesting, new.nesting);
        if old.min_items != new.min_items {
            self.add(ChangeKind::MinItems {
                old: old.min_items,
                new: new.min_items,
            });
        }
        if old.max_items != new.max_items {
            self.add(ChangeKind::MaxItems {
                old: old.max_items,
                new: new.max_items,
            });
        }
        self.block(&old.block, &new.block);
        self.rules();
    }

    fn attribute(&mut self, old: &Attribute, new: &Attribute) {
        self.attribute_type(old, new);
        let configurable = |one: &Attribute| one.required || one.optional;
        self.flag(Flag::Required, old.required, new.required);
        self.flag(Flag::Configurable, configurable(old), configurable(new));
        // A required attribute cannot be computed. In this case, only report that the attribute is, or was, required.
        if !old.required && !new.required {
            self.flag(Flag::Computed, old.computed, new.computed);
        }
        self.flag(Flag::Sensitive, old.sensitive, new.sensitive);
        self.flag(Flag::WriteOnly, old.write_only, new.write_only);
        self.flag(Flag::Deprecated, old.deprecated, new.deprecated);
        let text = |one: &Attribute| {
            (
                one.description.clone(),
                one.description_kind,
                one.deprecation_message.clone(),
            )
        };
        self.text(&text(old), &text(new));
        self.rules();
    }

    /// Compares the rules of the current attribute or nested block.
    fn rules(&mut self) {
        let [Some(old), Some(new)] = &self.rules else {
            return;
        };
        let path = self.path.to_string();
        let [old, new] = [old, new].map(|rules| rules.get(&path).cloned().unwrap_or_default());
        let is_replaced = new.replaces_after(&old);
        let [old_default, new_default] = [old.default, new.default].map(String::from);
        if old_default != new_default {
            let (old, new) = (old_default, new_default);
            self.add(ChangeKind::Default { old, new });
        }
        let [old, new] = [old.replace, new.replace].map(String::from);
        if old != new {
            self.add(ChangeKind::Replace { old, new });
        }
        if is_replaced {
            self.add(ChangeKind::ReplacesExisting);
        }
    }

    fn attribute_type(&mut self, old: &Attribute, new: &Attribute) {
        let is_same = match (&old.ty, &new.ty) {
            (AttributeType::Nested(old), AttributeType::Nested(new)) => {
                self.nesting(old.nesting, new.nesting);
                return self.attributes(&old.attributes, &new.attributes);
            }
            (AttributeType::Type(old), AttributeType::Type(new)) => old == new,
            _ => old.implied_type().without_optional() == new.implied_type().without_optional(),
        };
        if !is_same {
            self.add(ChangeKind::Type {
                old: old.implied_type(),
                new: new.implied_type(),
            });
        }
    }
}

fn attribute_step(name: &str) -> Step {
    Step::Attribute(name.to_owned().into())
}

/// The positions of a name in the old names and in the new names.
type Places = (Option<usize>, Option<usize>);

/// Returns the places of all names, sorted by name.
fn places<'a>(old: Vec<&'a str>, new: Vec<&'a str>) -> BTreeMap<&'a str, Places> {
    let mut all: BTreeMap<&str, Places> = BTreeMap::new();
    for (at, name) in old.into_iter().enumerate() {
        all.entry(name).or_default().0 = Some(at);
    }
    for (at, name) in new.into_iter().enumerate() {
        all.entry(name).or_default().1 = Some(at);
    }
    all
}
