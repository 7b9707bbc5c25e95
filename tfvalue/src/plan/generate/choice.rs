//! Chooses which of the related members a configuration sets.

use std::cell::Cell;
use std::collections::BTreeMap;

use crate::model::Field;
use crate::validate::{self, Presence};

/// The maximum number of choices that are tried for an object.
const TRIES: usize = 4096;

/// The best choice for a member that the state sets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Wish {
    /// A configuration must set the member.
    Must,
    /// If the configuration does not set the member, the plan changes its value.
    Keep,
    /// The plan keeps the value of the member in any case.
    MayLeave,
    /// The configuration need not set the member, so leaving it out is preferred.
    Leave,
    /// A configuration cannot set the member to the value in the state.
    Never,
}

/// A member that the state sets.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) wish: Wish,
    /// Whether [`says_something`](super::says_something) returns `true` for the value of the member.
    pub(super) says_something: bool,
}

impl Candidate {
    /// Returns the order in which members are decided. If two members exclude each other, the first member is set, or
    /// is left out if neither needs to be set.
    fn order(self) -> (Wish, bool) {
        (self.wish, self.says_something == (self.wish == Wish::Leave))
    }
}

/// Decides which members the configuration sets. The decision violates as few relations as possible and fulfills as
/// many wishes as possible, starting with the most important wishes. The candidates are exactly the members that the
/// state sets.
///
/// A state can violate relations, and a state without write-only values always violates the relations that require a
/// write-only value.
pub(super) fn kept<'a>(
    fields: &'a [Field],
    candidates: BTreeMap<&'a str, Candidate>,
) -> BTreeMap<&'a str, bool> {
    let related: Vec<_> = fields
        .iter()
        .filter(|one| validate::is_related(one))
        .collect();
    let is_named = |name: &str| related.iter().any(|one| validate::relates(one, name));
    let mut open: Vec<_> = candidates
        .into_iter()
        .filter(|(name, _)| is_named(name))
        .collect();
    open.sort_by_key(|(_, candidate)| candidate.order());
    let open: Vec<_> = open
        .into_iter()
        .map(|(name, candidate)| (name, candidate.wish))
        .collect();
    let mut choice = Choice {
        related,
        set: open.iter().map(|(name, _)| (*name, None)).collect(),
        tries: TRIES,
    };
    let relations = choice.related.len() * 4;
    let is_found = (0..=relations).any(|broken| choice.decide(&open, broken));
    if !is_found {
        choice.set = open
            .iter()
            .map(|(name, wish)| (*name, Some(*wish < Wish::Leave)))
            .collect();
    }
    let set = choice.set.into_iter();
    set.filter_map(|(name, set)| Some((name, set?))).collect()
}

/// A choice that is not yet complete.
struct Choice<'a> {
    related: Vec<&'a Field>,
    /// Whether the configuration sets a member, or `None` if the decision is still open.
    set: BTreeMap<&'a str, Option<bool>>,
    tries: usize,
}

impl<'a> Choice<'a> {
    /// Decides the open members so that at most the given number of relations are violated. Returns `false` and decides
    /// nothing if this is not possible or takes too long.
    fn decide(&mut self, open: &[(&'a str, Wish)], broken: usize) -> bool {
        if self.tries == 0 || self.broken() > broken {
            return false;
        }
        let [(name, wish), open @ ..] = open else {
            return true;
        };
        self.tries -= 1;
        let tried: &[bool] = match wish {
            Wish::Must => &[true],
            Wish::Keep | Wish::MayLeave => &[true, false],
            Wish::Leave => &[false, true],
            Wish::Never => &[false],
        };
        for set in tried {
            self.set.insert(name, Some(*set));
            if self.decide(open, broken) {
                return true;
            }
        }
        self.set.insert(name, None);
        false
    }

    /// Returns the number of relations that are violated no matter how the open members are decided.
    fn broken(&self) -> usize {
        let presence = |name: &str| match self.set.get(name) {
            Some(Some(true)) => Presence::Set,
            Some(None) => Presence::Undecided,
            Some(Some(false)) | None => Presence::NotSet,
        };
        let count = Cell::new(0);
        for field in &self.related {
            validate::broken_relations(field, &presence, &mut |_, _| count.set(count.get() + 1));
        }
        count.get()
    }
}
