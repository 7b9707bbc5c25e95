//! Finds the set elements that mean the same thing, by hashing some of their members.
//!
//! # Why
//!
//! For an element of a configuration, `pair.rs` must find the prior element that has all configured values. Which
//! members count can differ from element to element, because an optional and computed member counts only if the
//! configuration sets it. In this set, `zone` is such a member, and `id` is computed:
//!
//! ```text
//! configuration                      prior state
//! { size = 10, zone = "a" }          { size = 10, zone = "b", id = 1 }
//! { size = 10 }                      { size = 10, zone = "a", id = 2 }
//! ```
//!
//! The first element is paired with `id = 2`. For the second element, `zone` does not count. This element is paired
//! with the first remaining prior element, `id = 1`.
//!
//! # How
//!
//! The *pattern* of an element is the hash of the set of members that count for this element
//! ([`of_pattern`](ObjectOutlines::of_pattern)), here `size` and `zone`, or only `size`. Its *outline* is the hash of
//! the values of those members ([`of_configured`](ObjectOutlines::of_configured)). For each pattern, the outlines of
//! all prior elements form an index. An element is looked up by its own outline in the index for its pattern.
//!
//! [`Count`] determines which members count:
//!
//! | | optional | optional and computed | computed |
//! |---|---|---|---|
//! | `Configured`: to pair a configuration | yes | if it is set | no |
//! | `Configurable`: to pair two states | yes | yes | no |
//! | `NotComputed`: for pairing two states that differ in the provider's choices, and for pairs within sets | yes | no | no |
//!
//! For two states, such as a plan and its result, no configuration determines which members are set. Their elements are
//! therefore paired by all members that a configuration can set, and the remaining elements by fewer members
//! ([`by_state`]).
//!
//! A set within an element has no order. Its hash is the sum of the hashes of its elements, which is the same in any
//! order. The patterns of these elements are not known here, so only the members that always count are hashed.
//! Values that mean the same thing have the same hash, unless `in_one_spelling` distinguishes between them.

use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasher, Hash, Hasher, RandomState};

use super::spelling::{canonical, is_empty};
use crate::model::{Field, Flags};
use crate::schema::Nesting;
use crate::ty::Type;
use crate::value::{OfOneType, Value, elements};

/// Determines which members count.
#[derive(Clone, Copy)]
enum Count {
    /// The members that the configuration sets, or that are not computed.
    Configured,
    /// The members that a configuration can set.
    Configurable,
    /// The members that are not computed.
    NotComputed,
}

impl Count {
    fn leaves_out(self, field: &Field, flags: Option<Flags>, pattern: &Value) -> bool {
        let flags = field.flags_among(flags);
        flags.write_only
            || field.planning().provider_only
            || flags.computed
                && match self {
                    Count::Configured => pattern.is_null(),
                    Count::Configurable => !flags.optional,
                    Count::NotComputed => true,
                }
    }
}

/// Pairs elements of a new state with old elements that differ only in members that the provider sets.
pub(super) fn by_state<'a>(
    field: &Field,
    flags: Option<Flags>,
    new: &Value,
    old: &'a Value,
) -> Vec<Option<&'a Value>> {
    let outlines = ObjectOutlines::new(field, flags);
    let new: Vec<&Value> = new.elements().into_iter().flatten().collect();
    let old: Vec<&Value> = old.elements().into_iter().flatten().collect();
    let mut used = vec![false; old.len()];
    let mut pairs = vec![None; new.len()];
    for count in [Count::Configurable, Count::NotComputed] {
        let mut by_outline: HashMap<u64, VecDeque<usize>> = HashMap::new();
        for at in (0..old.len()).filter(|at| !used[*at]) {
            let alike = by_outline.entry(outlines.of(count, old[at])).or_default();
            alike.push_back(at);
        }
        for (pair, element) in pairs
            .iter_mut()
            .zip(&new)
            .filter(|(pair, _)| pair.is_none())
        {
            let alike = by_outline.get_mut(&outlines.of(count, element));
            if let Some(at) = alike.and_then(VecDeque::pop_front) {
                used[at] = true;
                *pair = Some(old[at]);
            }
        }
    }
    pairs
}

/// The kind of value in a member that contains objects.
#[derive(Clone, Copy, PartialEq, Hash)]
enum MemberPresence {
    Unknown,
    Null,
    /// Null or an empty value, which mean the same thing.
    Empty,
    Objects,
}

impl MemberPresence {
    /// With `in_one_spelling`, null and an empty value are different.
    fn of(field: &Field, nesting: Nesting, in_one_spelling: bool, value: &Value) -> Self {
        if value.is_unknown() {
            MemberPresence::Unknown
        } else if in_one_spelling && value.is_null() {
            MemberPresence::Null
        } else if in_one_spelling || nesting == Nesting::Single && field.is_empty_as_null() {
            // Null means the same thing as a single object whose members are null.
            MemberPresence::Objects
        } else if is_empty(field, value) {
            MemberPresence::Empty
        } else if value.is_null() {
            MemberPresence::Null
        } else {
            MemberPresence::Objects
        }
    }
}

/// Hashes the relevant parts of objects.
pub(super) struct ObjectOutlines<'f> {
    pub(super) fields: &'f [Field],
    pub(super) flags: Option<Flags>,
    /// A random key, so that an attacker cannot craft collisions.
    state: RandomState,
    /// The value of every member of a null object.
    null: Value,
    in_one_spelling: bool,
}

impl<'f> ObjectOutlines<'f> {
    pub(super) fn new(field: &'f Field, flags: Option<Flags>) -> Self {
        ObjectOutlines {
            fields: field.fields(),
            flags,
            state: RandomState::new(),
            null: Value::null(Type::Dynamic),
            in_one_spelling: false,
        }
    }

    /// Creates outlines in which different spellings of a value have different hashes.
    pub(super) fn in_one_spelling(field: &'f Field, flags: Option<Flags>) -> Self {
        ObjectOutlines {
            in_one_spelling: true,
            ..ObjectOutlines::new(field, flags)
        }
    }

    /// Hashes the set of members that the configuration of an object sets.
    pub(super) fn of_pattern(&self, config: &Value) -> u64 {
        let mut hasher = self.state.build_hasher();
        self.add_pattern(self.fields, self.flags, config, &mut hasher);
        hasher.finish()
    }

    /// Returns the hash of the members of an object that a configuration sets, or `None` if the
    /// object does not match the configuration.
    pub(super) fn of_configured(&self, pattern: &Value, object: &Value) -> Option<u64> {
        let (count, mut hasher) = (Count::Configured, self.state.build_hasher());
        self.object(
            count,
            self.fields,
            self.flags,
            [pattern, object],
            &mut hasher,
        )
        .then(|| hasher.finish())
    }

    fn of(&self, count: Count, object: &Value) -> u64 {
        let mut hasher = self.state.build_hasher();
        self.object(
            count,
            self.fields,
            self.flags,
            [object, object],
            &mut hasher,
        );
        hasher.finish()
    }

    fn get<'v>(&'v self, object: &'v Value, name: &str, near: &mut usize) -> Option<&'v Value> {
        if object.is_null() {
            Some(&self.null)
        } else {
            object.get_near(name, near)
        }
    }

    /// Adds an object to a hash. Returns `false` if the object does not match the pattern.
    fn object(
        &self,
        count: Count,
        fields: &[Field],
        flags: Option<Flags>,
        [pattern, object]: [&Value; 2],
        hasher: &mut impl Hasher,
    ) -> bool {
        if !pattern.is_present() || !object.is_present() {
            OfOneType(object).hash(hasher);
            return pattern.is_present() == object.is_present();
        }
        self.members(count, fields, flags, [pattern, object], hasher)
    }

    /// Adds the relevant members of an object.
    fn members(
        &self,
        count: Count,
        fields: &[Field],
        flags: Option<Flags>,
        [pattern, object]: [&Value; 2],
        hasher: &mut impl Hasher,
    ) -> bool {
        let [mut near_pattern, mut near] = [0; 2];
        fields.iter().all(|field| {
            let name = field.name();
            let pattern = self.get(pattern, name, &mut near_pattern);
            match (pattern, self.get(object, name, &mut near)) {
                (Some(pattern), Some(member)) if !count.leaves_out(field, flags, pattern) => {
                    self.member(count, field, flags, [pattern, member], hasher)
                }
                _ => true,
            }
        })
    }

    fn member(
        &self,
        count: Count,
        field: &Field,
        flags: Option<Flags>,
        [pattern, member]: [&Value; 2],
        hasher: &mut impl Hasher,
    ) -> bool {
        let Some(nesting) = field.pairing() else {
            if self.in_one_spelling || field.same_as().is_none() && !is_empty(field, member) {
                OfOneType(member).hash(hasher);
            } else {
                canonical(field, member).hash(hasher);
            }
            return true;
        };
        let [expected, kind] = [pattern, member]
            .map(|value| MemberPresence::of(field, nesting, self.in_one_spelling, value));
        kind.hash(hasher);
        if kind == MemberPresence::Unknown {
            OfOneType(member).hash(hasher);
        }
        let flags = field.flags_within(flags);
        expected == kind
            && (kind != MemberPresence::Objects
                || self.nested(count, field, flags, nesting, [pattern, member], hasher))
    }

    fn nested(
        &self,
        count: Count,
        field: &Field,
        flags: Option<Flags>,
        nesting: Nesting,
        [pattern, value]: [&Value; 2],
        hasher: &mut impl Hasher,
    ) -> bool {
        let fields = field.fields();
        match nesting {
            Nesting::Single | Nesting::Group => {
                self.members(count, fields, flags, [pattern, value], hasher)
            }
            Nesting::Set => {
                // The elements have no order, and each element has its own pattern.
                let (count, elements) = (Count::NotComputed, elements::of(value));
                let sum = elements.into_iter().fold(0, |sum: u64, (_, element)| {
                    let mut hasher = self.state.build_hasher();
                    self.object(count, fields, flags, [element, element], &mut hasher);
                    sum.wrapping_add(hasher.finish())
                });
                hasher.write_u64(sum);
                true
            }
            Nesting::List | Nesting::Map => {
                let (patterns, elements) = (elements::of(pattern), elements::of(value));
                let mut pairs = patterns.iter().zip(&elements);
                elements.len().hash(hasher);
                patterns.len() == elements.len()
                    && pairs.all(|((_, pattern), (at, element))| {
                        at.hash(hasher);
                        self.object(count, fields, flags, [pattern, element], hasher)
                    })
            }
        }
    }

    fn add_pattern(
        &self,
        fields: &[Field],
        flags: Option<Flags>,
        config: &Value,
        hasher: &mut impl Hasher,
    ) {
        config.is_present().hash(hasher);
        if config.is_present() {
            self.add_members(fields, flags, config, hasher);
        }
    }

    fn add_members(
        &self,
        fields: &[Field],
        flags: Option<Flags>,
        config: &Value,
        hasher: &mut impl Hasher,
    ) {
        let mut near = 0;
        for field in fields {
            let Some(member) = self.get(config, field.name(), &mut near) else {
                continue;
            };
            let is_left_out = Count::Configured.leaves_out(field, flags, member);
            is_left_out.hash(hasher);
            let Some(nesting) = field.pairing().filter(|_| !is_left_out) else {
                continue;
            };
            let kind = MemberPresence::of(field, nesting, self.in_one_spelling, member);
            kind.hash(hasher);
            if kind != MemberPresence::Objects {
                continue;
            }
            let flags = field.flags_within(flags);
            match nesting {
                Nesting::Single | Nesting::Group => {
                    self.add_members(field.fields(), flags, member, hasher);
                }
                Nesting::Set => {}
                Nesting::List | Nesting::Map => {
                    let elements = elements::of(member);
                    elements.len().hash(hasher);
                    for (_, element) in elements {
                        self.add_pattern(field.fields(), flags, element, hasher);
                    }
                }
            }
        }
    }
}
