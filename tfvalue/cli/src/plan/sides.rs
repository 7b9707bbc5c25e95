//! The values before and after a change, with their sensitive parts.

use std::collections::{BTreeMap, BTreeSet};

use tfvalue::{Result, Type, Value, paths::Step};
use tfvalue_show::{Change, Raw, Snapshot};

use crate::html;

/// Both sides of a change.
pub(super) struct Sides {
    pub(super) before: Owned,
    pub(super) after: Owned,
    /// The paths whose changes force a replacement.
    replace: BTreeSet<Vec<Step>>,
}

/// A value, and a mask with `true` for its sensitive parts.
pub(super) struct Owned {
    pub(super) value: Value,
    pub(super) mask: Value,
}

impl Sides {
    pub(super) fn of(change: &Change) -> Result<Self> {
        let paths = change.replace_paths(&Type::Dynamic);
        Ok(Sides {
            before: Owned::new(change.before(), change.before_sensitive.as_ref())?,
            after: Owned::new(change.after(), change.after_sensitive.as_ref())?,
            replace: paths.iter().map(|path| path.steps().to_vec()).collect(),
        })
    }

    /// Returns a side for a new value.
    pub(super) fn of_new(value: Snapshot<'_>, sensitive: Option<&Raw>) -> Result<Self> {
        Ok(Sides {
            before: Owned {
                value: Value::null(Type::Dynamic),
                mask: false.into(),
            },
            after: Owned::new(value, sensitive)?,
            replace: BTreeSet::new(),
        })
    }

    /// Returns `true` if a change to the part at a path forces a replacement.
    pub(super) fn replaces(&self, path: &[Step]) -> bool {
        self.replace.contains(path)
    }

    pub(super) fn pair(&self) -> Pair<'_> {
        Pair {
            before: self.before.side(),
            after: self.after.side(),
        }
    }
}

impl Owned {
    fn new(value: Snapshot<'_>, mask: Option<&Raw>) -> Result<Self> {
        Ok(Owned {
            value: value.value(&Type::Dynamic)?,
            mask: match mask {
                Some(mask) => mask.to_value(&Type::Dynamic)?,
                None => false.into(),
            },
        })
    }

    fn side(&self) -> Side<'_> {
        Side {
            value: Some(&self.value),
            mask: Some(&self.mask),
        }
    }
}

/// A part before and after a change.
#[derive(Clone, Copy)]
pub(super) struct Pair<'a> {
    pub(super) before: Side<'a>,
    pub(super) after: Side<'a>,
}

/// A part of a value. A side has no value if the part does not exist. Null is a value.
#[derive(Clone, Copy, Default)]
pub(super) struct Side<'a> {
    pub(super) value: Option<&'a Value>,
    mask: Option<&'a Value>,
}

impl<'a> Pair<'a> {
    /// Returns `true` if the whole side must be hidden.
    pub(super) fn is_hidden(self) -> bool {
        self.before.is_hidden() || self.after.is_hidden()
    }

    /// Returns `true` if the values and their sensitive parts are the same.
    pub(super) fn is_same(self) -> bool {
        let (was, is) = (self.before.mask, self.after.mask);
        let exists = self.before.exists() && self.after.exists();
        let masks_differ = exists && was != is && (marks(was) || marks(is));
        self.before.value == self.after.value && !masks_differ
    }

    /// Returns the parts with their steps: members by name, elements by position. Equal elements at the beginning and
    /// at the end of two lists are paired with each other. The elements between them are paired in order.
    pub(super) fn parts(self) -> Vec<(Step, Pair<'a>)> {
        if self.before.is_list() || self.after.is_list() {
            return self.elements();
        }
        let (mut was, is) = (self.before.members(), self.after.members());
        let mut pairs: BTreeMap<Step, Pair<'a>> = BTreeMap::new();
        for (step, after) in is {
            let before = was.remove(&step).unwrap_or_default();
            pairs.insert(step, Pair { before, after });
        }
        for (step, before) in was {
            let after = Side::default();
            pairs.insert(step, Pair { before, after });
        }
        pairs.into_iter().collect()
    }

    fn elements(self) -> Vec<(Step, Pair<'a>)> {
        let (was, is) = (self.before.list(), self.after.list());
        let shorter = was.len().min(is.len());
        let same = |(was, is): &(&Side<'_>, &Side<'_>)| was.value == is.value;
        let first = was.iter().zip(&is).take_while(same).count();
        let last = was.iter().rev().zip(is.iter().rev());
        let last = last.take(shorter - first).take_while(same).count();
        let at = |all: &[Side<'a>], index: usize| all.get(index).copied().unwrap_or_default();
        let middle = was.len().max(is.len()) - last;
        let head = (0..middle).map(|index| {
            let within = |all: &[Side<'a>]| {
                if index < all.len() - last {
                    at(all, index)
                } else {
                    Side::default()
                }
            };
            (index, within(&was), within(&is))
        });
        let tail = (0..last).map(|index| {
            let [was_at, is_at] = [&was, &is].map(|all| all.len() - last + index);
            (is_at, at(&was, was_at), at(&is, is_at))
        });
        let pairs = head.chain(tail);
        pairs
            .map(|(index, before, after)| (Step::Index(index as u64), Pair { before, after }))
            .collect()
    }
}

impl<'a> Side<'a> {
    /// Returns `true` if there is a non-null value.
    pub(super) fn exists(self) -> bool {
        self.value.is_some_and(|value| !value.is_null())
    }

    pub(super) fn is_list(self) -> bool {
        self.value.is_some_and(|value| value.elements().is_some())
    }

    pub(super) fn is_object(self) -> bool {
        self.value.is_some_and(|value| value.members().is_some())
    }

    /// Returns `true` if the value must not be shown. This is the case if the value is sensitive, or if its shape does
    /// not match the sensitive parts.
    pub(super) fn is_hidden(self) -> bool {
        let Some(mask) = self.mask else { return false };
        let fits = (self.is_list() && mask.elements().is_some())
            || (self.is_object() && mask.members().is_some());
        mask.as_bool() == Some(true) || (self.exists() && !fits && marks(self.mask))
    }

    /// Returns `true` if a part of the value is sensitive.
    pub(super) fn hides_something(self) -> bool {
        marks(self.mask)
    }

    fn members(self) -> BTreeMap<Step, Side<'a>> {
        let members = self.value.and_then(Value::members).into_iter().flatten();
        let side = |(name, value): (&str, &'a Value)| {
            let step = Step::Attribute(name.to_owned().into());
            let mask = self.mask.and_then(|mask| mask.get(name));
            let value = Some(value);
            (step, Side { value, mask })
        };
        members.map(side).collect()
    }

    fn list(self) -> Vec<Side<'a>> {
        let elements = self.value.and_then(Value::elements).into_iter().flatten();
        let masks = self.mask.and_then(Value::elements).into_iter().flatten();
        let masks = masks.map(Some).chain(std::iter::repeat(None));
        let side = |(value, mask)| Side {
            value: Some(value),
            mask,
        };
        elements.zip(masks).map(side).collect()
    }
}

/// Returns `true` if a mask has a part that is `true`.
fn marks(mask: Option<&Value>) -> bool {
    mask.is_some_and(html::marks)
}
